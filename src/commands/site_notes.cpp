#include "commands/site_notes.h"

#include "base/format.h"
#include "base/text.h"
#include "commands/say.h"

namespace skillstow {

void say_unfinished(Io& io, const Site& site) {
  if (is_unfinished(site)) say_note(io, "an earlier run was broken off; the next install or remove puts it right");
}

void say_backups(Io& io, const Site& site, const std::vector<Backup>& backups) {
  for (const Backup& backup : backups) {
    say_note(io, format("what was at {} is kept at {}", visible(site.shown(backup.target)),
                        visible(site.shown(backup.backup))));
  }
}

}  // namespace skillstow
