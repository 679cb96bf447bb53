#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "install/plan.h"
#include "install/prepare.h"
#include "install/removal.h"
#include "install/transaction.h"

namespace skillstow {

// What tells a source that a record names apart from others: see Source::identity.
std::string identity_of_recorded(const Site& site, const std::string& source);

struct InstallPlan {
  std::vector<Step> steps;  // by skill, then by folder
  std::vector<Refused> refused;
  bool changes = false;  // something is created or replaced
};

// One step for each skill and folder. Reads the disk, changes nothing.
InstallPlan plan_install(const Site& site, const Record& record, const Source& source,
                         const std::vector<Incoming>& incoming, const TargetFolders& targets,
                         const PlanOptions& options);

// The record as it will be once the plan is carried out.
Record record_after(const Site& site, Record record, const InstallPlan& plan, const std::vector<Incoming>& incoming,
                    const TargetFolders& targets, const PlanOptions& options);

// A folder that was put aside, and where it is now.
struct Backup {
  std::string target;  // both absolute
  std::string backup;
};

// Carries the plan out, all of it or nothing.
Result<std::vector<Backup>> carry_out(Disk& disk, Transaction& transaction, const Source& source,
                                      const InstallPlan& plan, const std::vector<Incoming>& incoming,
                                      const PlanOptions& options, const Record& before, const Record& after);

// Carries the steps out that are not refused, all of them or none, and drops them from the record.
Result<std::vector<Backup>> carry_out(Disk& disk, Transaction& transaction, const std::vector<RemovalStep>& steps,
                                      const Record& before);

}  // namespace skillstow
