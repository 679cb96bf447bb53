#include "site/offer.h"

#include <algorithm>

#include "base/format.h"
#include "base/json.h"
#include "base/sha256.h"
#include "base/text.h"
#include "markup/escape.h"
#include "pack/pack_list.h"
#include "pack/package.h"
#include "pack/targets.h"

namespace skillstow {
namespace {

constexpr std::string_view k_schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

}  // namespace

std::optional<Offer> offer_of(const Tree& tree, const FoundSkill& found, const Skill& skill,
                              const Judgement& judgement) {
  if (!judgement.valid || judgement.safety == "fail") return std::nullopt;
  const Target& target = *find_target("well-known");
  const PackList list = list_for_packing(tree, found);
  const bool refused = std::any_of(list.problems.begin(), list.problems.end(),
                                   [](const Diagnostic& problem) { return problem.severity == Severity::error; });
  if (list.impossible || refused || list.files.size() > target.files.most || list.bytes() > target.total_bytes.most)
    return std::nullopt;
  Offer offer;
  offer.name = fold_space(skill.name().value_or(""));
  offer.description = fold_space(skill.description().value_or(""));
  if (list.files.size() == 1 && list.files.front().path == "SKILL.md") {
    offer.file = offer.name + ".md";
    offer.bytes = list.files.front().bytes;
  } else {
    Result<std::string> package = build_package(target, skill, list, offer.name, package_time("").value());
    if (!package) return std::nullopt;
    offer.file = offer.name + ".tar.gz";
    offer.bytes = std::move(*package);
  }
  offer.digest = sha256_hex(offer.bytes);
  return offer;
}

std::string offers_index(const std::vector<Offer>& offers) {
  JsonWriter json;
  json.begin_object().member("$schema", k_schema).key("skills").begin_array();
  for (const Offer& offer : offers) {
    json.begin_object().member("name", offer.name);
    json.member("type", offer.file.ends_with(".md") ? "skill-md" : "archive").member("description", offer.description);
    json.member("url", uri_path(offer.file)).member("digest", format("sha256:{}", offer.digest)).end_object();
  }
  return json.end_array().end_object().take() + "\n";
}

}  // namespace skillstow
