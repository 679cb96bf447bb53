#include "fetch/refs.h"

#include <algorithm>

#include "base/edit_distance.h"
#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

constexpr std::string_view k_branches = "refs/heads/";
constexpr std::string_view k_tags = "refs/tags/";
constexpr std::string_view k_peeled = "^{}";  // git prints a tag with a message twice; this line has its commit
constexpr std::size_t k_most_lines = 1'000'000;

// "main" of "refs/heads/main"; "" for what is neither a branch nor a tag.
std::string_view short_name(std::string_view name) {
  for (const std::string_view start : {k_branches, k_tags}) {
    if (name.substr(0, start.size()) == start) return name.substr(start.size());
  }
  return {};
}

bool begins_with_part(std::string_view text, std::string_view name) {
  return text.substr(0, name.size()) == name && (text.size() == name.size() || text[name.size()] == '/');
}

}  // namespace

const Ref* RefList::find(std::string_view name) const {
  const auto found = std::find_if(refs.begin(), refs.end(), [name](const Ref& ref) { return ref.name == name; });
  return found == refs.end() ? nullptr : &*found;
}

bool is_commit_id(std::string_view name) {
  return (name.size() == 40 || name.size() == 64) && std::all_of(name.begin(), name.end(), [](char c) {
           return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f');
         });
}

Result<RefList> parse_refs(std::string_view text) {
  RefList list;
  std::size_t number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    if (trim(line).empty()) continue;
    const std::size_t blank = line.find_first_of(" \t");
    const std::string_view first = line.substr(0, blank);
    std::string_view name = blank == std::string_view::npos ? std::string_view{} : trim(line.substr(blank));
    if (first == "ref:") {  // "ref: refs/heads/main	HEAD"
      list.head = name.substr(0, name.find_first_of(" \t"));
      continue;
    }
    if (!is_commit_id(first) || name.empty() || number > k_most_lines) {
      return failure(ErrorKind::bad_input, "", format("line {} is no ref as git ls-remote prints them", number),
                     "write it with: git ls-remote --symref URL");
    }
    if (name == "HEAD") {
      list.head_commit = first;
    } else if (name.ends_with(k_peeled)) {
      name.remove_suffix(k_peeled.size());
      if (!list.refs.empty() && list.refs.back().name == name) list.refs.back().commit = first;
    } else {
      list.refs.push_back({std::string(name), std::string(first)});
    }
  }
  return list;
}

Error no_such_ref(std::string_view name, const RefList& refs, std::string_view source) {
  std::vector<std::string_view> known;
  for (const Ref& ref : refs.refs) {
    if (const std::string_view is = short_name(ref.name); !is.empty()) known.push_back(is);
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  const std::string_view near = nearest(name, known);
  std::string help;
  if (!near.empty()) {
    help = format("did you mean {}?", visible(near, 100));
  } else if (!known.empty()) {
    const std::size_t more = known.size() > 8 ? known.size() - 8 : 0;
    known.resize(known.size() - more);
    std::vector<std::string> names;
    for (const std::string_view is : known) names.push_back(visible(is, 100));
    help = format("there are {}{}", join(names, ", "), more > 0 ? format(" and {} more", more) : "");
  }
  return {ErrorKind::ref_not_found, std::string(source),
          format("there is no branch or tag \"{}\" in the repository", visible(name, 200)), std::move(help)};
}

Result<void> settle_ref(SourceSpec& spec, const RefList& refs) {
  if (spec.unsettled.empty()) return {};
  const std::string_view address = spec.unsettled;
  std::vector<std::string_view> readings;  // refs that the address begins with
  for (const Ref& ref : refs.refs) {
    const std::string_view is = short_name(ref.name);
    const bool full = begins_with_part(address, ref.name);
    if (is.empty() || !(full || begins_with_part(address, is))) continue;
    readings.push_back(full ? std::string_view(ref.name) : is);
  }
  std::sort(readings.begin(), readings.end(), [](auto a, auto b) { return a.size() > b.size(); });
  readings.erase(std::unique(readings.begin(), readings.end()), readings.end());
  if (readings.empty()) {
    const std::string_view first = address.substr(0, address.find('/'));
    if (!is_commit_id(first)) return tl::unexpected(no_such_ref(address, refs, spec.text));
    readings.push_back(first);  // a permalink: commits are not listed
  }
  const std::string_view chosen = readings.front();
  const auto path_behind = [address](std::string_view ref) {
    return std::string(address.size() == ref.size() ? std::string_view{} : address.substr(ref.size() + 1));
  };
  if (readings.size() > 1) {
    spec.warning = format("\"{}\" is read as {} and the folder \"{}\"; for {} and \"{}\" write --ref {} --path {}",
                          address, chosen, path_behind(chosen), readings[1], path_behind(readings[1]), readings[1],
                          path_behind(readings[1]));
  }
  spec.path = path_behind(chosen);
  const std::string_view plain = short_name(chosen);
  spec.ref = plain.empty() ? chosen : plain;
  spec.unsettled.clear();
  return {};
}

Result<const Ref*> resolve_ref(std::string_view name, const RefList& refs) {
  if (const Ref* exact = refs.find(name)) return exact;
  const Ref* branch = refs.find(std::string(k_branches).append(name));
  const Ref* tag = refs.find(std::string(k_tags).append(name));
  if (branch && tag && branch->commit != tag->commit) {
    return failure(ErrorKind::usage, std::string(name), "it is both a branch and a tag, and they are two commits",
                   format("name one of them: {} or {}", branch->name, tag->name));
  }
  return branch ? branch : tag;
}

}  // namespace skillstow
