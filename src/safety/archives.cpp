#include <algorithm>

#include "archive/archive.h"
#include "archive/compression.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "base/utf8.h"
#include "safety/scan_state.h"

// Archives and Office documents: their members are scanned in memory like files of the skill, two levels deep.
namespace skillstow {
namespace {

constexpr int k_most_levels = 2;
constexpr std::uint64_t k_most_unpacked = 16u << 20;

constexpr std::string_view k_programs[] = {".exe", ".dll", ".so", ".dylib", ".scr", ".msi", ".com", ".pyc", ".lnk"};

ArchiveLimits limits_for_scan() {
  ArchiveLimits limits;
  limits.max_archive_bytes = 4u << 20;
  limits.max_total_bytes = k_most_unpacked;
  limits.max_entries = 4'000;
  return limits;
}

bool is_office(std::string_view path) {
  const std::string end = to_lower(extension(path));
  for (const std::string_view one :
       {".docx", ".xlsx", ".pptx", ".dotx", ".potx", ".xltx", ".odt", ".ods", ".odp", ".epub"}) {
    if (end == one) return true;
  }
  return false;
}

class Archives {
 public:
  explicit Archives(Scan& scan) : scan_(scan) {}

  // What stands behind the end of a picture or PDF.
  void look_behind(const SkillFile& file) {
    const std::string& path = file.entry.path;
    const TriggerHits hits = find_triggers(file.appended);
    const bool script = file.appended.starts_with("#!");
    scan_.findings.about(
        path,
        {.rule = "opaque-code",
         .risk = script || hits.has(trigger::shell | trigger::powershell | trigger::code) ? Risk::medium : Risk::low,
         .message = format("holds text behind its end, which no viewer shows: {}", excerpt_of(file.appended)),
         .help = "put what the skill needs into a file of its own",
         .excerpt = false});
    content(path, script ? "appended" : "appended.sh", file.appended, 1);
  }

  void look_into(const std::string& path, std::string_view bytes, const std::string& inside, int level) {
    if (level > k_most_levels) {
      return tell(path, Risk::high,
                  format("nests archives more than two deep{}, and what is beyond that was not looked into", inside));
    }
    if (bytes.starts_with("\x1F\x8B") && !is_tar_inside(bytes)) return one_stream(path, bytes, inside, level);
    if (bytes.starts_with("\xD0\xCF\x11\xE0")) return;
    Result<std::shared_ptr<const Tree>> tree = open_archive(bytes, path, limits_for_scan());
    if (!tree) {
      // Names that lead out do harm; what is only unusual, or encrypted, is what nobody looked into.
      const bool escapes = tree.error().kind == ErrorKind::outside;
      const Risk risk = escapes ? Risk::high : is_office(path) ? Risk::low : Risk::medium;
      return tell(path, risk, format("was not looked into{}: {}", inside, tree.error().message),
                  escapes ? "file-escape" : "opaque-code");
    }
    const Walk walk = walk_tree(**tree, "");
    for (const TreeEntry& entry : walk.entries) member(path, **tree, entry, inside, level);
  }

 private:
  void tell(const std::string& path, Risk risk, std::string message, std::string_view rule = "opaque-code") {
    scan_.findings.about(
        path,
        {.rule = rule, .risk = risk, .message = std::move(message), .help = "put the files themselves into the skill"});
  }

  static bool is_tar_inside(std::string_view bytes) {
    std::string out;
    const Unpacked done = gunzip(bytes, k_most_unpacked, out);
    return done == Unpacked::ok && out.size() > 262 && std::string_view(out).substr(257, 5) == "ustar";
  }

  // A single file behind gzip: setup.sh.gz
  void one_stream(const std::string& path, std::string_view bytes, const std::string& inside, int level) {
    std::string out;
    if (gunzip(bytes, k_most_unpacked, out) != Unpacked::ok) {
      return tell(path, Risk::medium, format("cannot be unpacked{}, so it was not looked into", inside));
    }
    std::string name(base_name(path));
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    content(path, name, std::move(out), level);
  }

  void member(const std::string& path, const Tree& tree, const TreeEntry& entry, const std::string& inside, int level) {
    if (entry.kind != EntryKind::file) return;
    const std::string end = to_lower(extension(entry.path));
    if (std::find(std::begin(k_programs), std::end(k_programs), end) != std::end(k_programs)) {
      tell(path, Risk::medium,
           format("holds \"{}\"{}, a program that nobody can read", visible(entry.path, 200), inside));
      return;
    }
    if (base_name(entry.path) == "vbaProject.bin") {
      tell(path, Risk::high, "is an Office document with macros, which run when it is opened", "code-execution");
      return;
    }
    Result<std::string> bytes = tree.read(entry.path, k_most_unpacked);
    if (bytes) content(path, entry.path, std::move(*bytes), level);
  }

  void content(const std::string& path, const std::string& name, std::string bytes, int level) {
    const bool tar = bytes.size() > 262 && std::string_view(bytes).substr(257, 5) == "ustar";
    if (tar || bytes.starts_with("PK\x03\x04") || bytes.starts_with("\x1F\x8B")) {
      return look_into(path, bytes, format(", in \"{}\"", visible(name, 200)), level + 1);
    }
    const Encoding encoding = detect_encoding(bytes);
    if (encoding == Encoding::binary || encoding == Encoding::utf32) return;
    if (encoding == Encoding::utf16_le || encoding == Encoding::utf16_be)
      bytes = utf16_to_utf8(bytes, encoding == Encoding::utf16_be);
    const std::string end = to_lower(extension(name));
    const bool office = end == ".xml" || end == ".rels";
    // The words of an Office document stand between its tags.
    const SourceFile text(office ? name + ".txt" : name, office ? without_tags(bytes) : std::move(bytes));
    scan_.findings.derive({&text, nullptr, nullptr, path});
    scan_text(scan_, text, nullptr, false);
    scan_.findings.derive({});
  }

  static std::string without_tags(std::string_view xml) {
    std::string text;
    bool tag = false;
    for (std::size_t i = 0; i < xml.size(); ++i) {
      if (xml[i] == '<') {
        // A paragraph ends a line; the pieces of one word follow each other without a gap.
        const std::string_view name = xml.substr(i + 1, 6);
        if (name.starts_with("/w:p>") || name.starts_with("/a:p>") || name.starts_with("/si>")) text += "\n\n";
        tag = true;
      } else if (xml[i] == '>') {
        tag = false;
      } else if (!tag) {
        text += xml[i];
      }
    }
    return replace_all(replace_all(replace_all(text, "&lt;", "<"), "&gt;", ">"), "&amp;", "&");
  }

  Scan& scan_;
};

}  // namespace

void scan_archives(Scan& scan) {
  Archives archives(scan);
  for (const SkillFile& file : scan.skill.files) {
    if (file.kind != ContentKind::binary) continue;
    if (!file.source.text.empty()) archives.look_into(file.entry.path, file.source.text, "", 1);
    if (!file.appended.empty()) archives.look_behind(file);
  }
}

}  // namespace skillstow
