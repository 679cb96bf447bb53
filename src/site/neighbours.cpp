#include "site/neighbours.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "base/format.h"
#include "base/text.h"
#include "facts/term_vectors.h"
#include "facts/terms.h"
#include "lint/collisions.h"
#include "page/wording.h"

namespace skillstow {
namespace {

constexpr std::size_t k_shown = 6;
constexpr std::size_t k_heavy = 16;         // terms that a skill is looked up by
constexpr std::size_t k_most_sharers = 96;  // a term of more skills makes no pairs
constexpr std::size_t k_candidates = 48;    // compared in full
constexpr double k_least_score = 0.08;
constexpr double k_near_copy = 0.8;
constexpr std::size_t k_bands = 16;  // of a sketch: texts that share one are compared

using Weight = TermWeight<float>;

// Share of what both have in what either has; the lists are sorted.
double shared_part(const std::vector<std::string>& a, const std::vector<std::string>& b,
                   std::vector<std::string>& both) {
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  const std::size_t either = a.size() + b.size() - both.size();
  return either == 0 ? 0 : static_cast<double>(both.size()) / static_cast<double>(either);
}

std::string some_of(std::vector<std::string> names) {
  constexpr std::size_t k_named = 4;
  if (names.size() > k_named) names.resize(k_named);
  return listed(names);
}

class Relations {
 public:
  explicit Relations(const std::vector<SkillEntry>& entries)
      : entries_(entries), vectors_(entries.size()), found_(entries.size()) {}

  std::vector<Neighbours> run() {
    std::set<std::string_view> repositories;
    for (const SkillEntry& entry : entries_) repositories.insert(entry.repository);
    several_ = repositories.size() > 1;
    for (std::size_t i = 0; i < entries_.size(); ++i) count(i);
    weigh();
    post();
    copies();
    near_copies();
    for (std::uint32_t i = 0; i < entries_.size(); ++i) similar(i);
    same_places();
    collisions();
    return std::move(found_);
  }

 private:
  void count(std::size_t i) {
    const SkillEntry& entry = entries_[i];
    std::vector<std::uint32_t> terms;
    const auto add = [&](std::string_view text) {
      for (const std::string& word : content_words(text)) terms.push_back(terms_.term_of(word));
    };
    add(entry.name);
    add(std::string_view(entry.description).substr(0, 4'000));
    for (const std::string& heading : entry.headings) add(heading);
    vectors_[i] = terms_.counted<float>(std::move(terms));
  }

  void weigh() {
    for (TermVector<float>& vector : vectors_) {
      double square = 0;
      for (Weight& weight : vector) {
        const double rarity = terms_.rarity(weight.term, entries_.size());
        weight.value = static_cast<float>((1 + std::log(static_cast<double>(weight.value))) * rarity);
        square += static_cast<double>(weight.value) * static_cast<double>(weight.value);
      }
      for (Weight& weight : vector) weight.value /= static_cast<float>(std::sqrt(square));
    }
  }

  // The terms that make pairs, heaviest first.
  std::vector<Weight> heaviest(std::uint32_t i) const {
    std::vector<Weight> rare;
    for (const Weight& weight : vectors_[i]) {
      if (const std::uint32_t sharers = terms_.sharers(weight.term); sharers > 1 && sharers <= k_most_sharers)
        rare.push_back(weight);
    }
    const std::size_t kept = std::min(k_heavy, rare.size());
    std::partial_sort(rare.begin(), rare.begin() + static_cast<std::ptrdiff_t>(kept), rare.end(), heavier<float>);
    rare.resize(kept);
    return rare;
  }

  void post() {
    postings_.resize(terms_.size());
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      for (const Weight& weight : heaviest(i)) postings_[weight.term].push_back({i, weight.value});
    }
  }

  // Skills that share heavy terms, those with the most weight in common first.
  std::vector<std::uint32_t> candidates(std::uint32_t i) const {
    std::unordered_map<std::uint32_t, double> sums;
    for (const Weight& mine : heaviest(i)) {
      for (const Weight& theirs : postings_[mine.term]) {
        if (theirs.term != i) sums[theirs.term] += static_cast<double>(mine.value) * static_cast<double>(theirs.value);
      }
    }
    std::vector<std::pair<std::uint32_t, double>> sorted(sums.begin(), sums.end());
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    std::vector<std::uint32_t> nearest;
    for (const auto& [other, sum] : sorted) {
      if (several_ && entries_[other].repository == entries_[i].repository) continue;
      nearest.push_back(other);
      if (nearest.size() == k_candidates) break;
    }
    return nearest;
  }

  void similar(std::uint32_t i) {
    const std::set<std::size_t> same(found_[i].copies.begin(), found_[i].copies.end());
    std::vector<Neighbour> all;
    for (const std::uint32_t other : candidates(i)) {
      if (same.contains(other)) continue;
      Neighbour neighbour = compare(i, other);
      if (neighbour.score >= k_least_score) all.push_back(std::move(neighbour));
    }
    std::sort(all.begin(), all.end(), [&](const Neighbour& a, const Neighbour& b) {
      return a.score != b.score ? a.score > b.score : before(a.skill, b.skill);
    });
    // Of copies among them one is enough.
    std::set<std::string_view> digests;
    for (Neighbour& one : all) {
      const std::string& digest = entries_[one.skill].digest;
      if (!digest.empty() && !digests.insert(digest).second) continue;
      found_[i].similar.push_back(std::move(one));
      if (found_[i].similar.size() == k_shown) break;
    }
  }

  bool before(std::size_t a, std::size_t b) const {
    return std::tie(entries_[a].name, entries_[a].path) < std::tie(entries_[b].name, entries_[b].path);
  }

  Neighbour compare(std::uint32_t i, std::uint32_t j) const {
    Neighbour neighbour{j, 0, {}};
    std::vector<std::string> terms;
    const double cosine = likeness_of_words(i, j, terms);
    std::vector<std::string> tags;
    std::vector<std::string> commands;
    std::vector<std::string> hosts;
    const double tag_part = shared_part(entries_[i].tags, entries_[j].tags, tags);
    const double command_part = shared_part(entries_[i].commands, entries_[j].commands, commands);
    const double host_part = shared_part(entries_[i].hosts, entries_[j].hosts, hosts);
    const bool same_folder = entries_[i].parent == entries_[j].parent;
    neighbour.score =
        0.45 * cosine + 0.25 * tag_part + 0.15 * command_part + 0.10 * host_part + 0.05 * (same_folder ? 1 : 0);
    if (!terms.empty()) neighbour.reasons.push_back("both speak of " + some_of(terms));
    if (!tags.empty()) neighbour.reasons.push_back("tags: " + some_of(tags));
    if (!commands.empty()) neighbour.reasons.push_back("both call " + some_of(commands));
    if (!hosts.empty()) neighbour.reasons.push_back("both name " + some_of(hosts));
    if (same_folder) neighbour.reasons.emplace_back("same folder");
    return neighbour;
  }

  double likeness_of_words(std::uint32_t i, std::uint32_t j, std::vector<std::string>& shared) const {
    TermVector<float> products;
    const double cosine = cosine_of(vectors_[i], vectors_[j], products);
    for (std::size_t k = 0; k < products.size() && k < 4; ++k) shared.push_back(terms_.name(products[k].term));
    return std::min(cosine, 1.0);
  }

  void copies() {
    std::map<std::string_view, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!entries_[i].digest.empty()) groups[entries_[i].digest].push_back(i);
    }
    for (const auto& [digest, group] : groups) {
      for (const std::size_t i : group) {
        for (const std::size_t other : group) {
          if (found_[i].copies.size() == k_most_sharers) break;
          if (other != i) found_[i].copies.push_back(other);
        }
      }
    }
  }

  // Texts that agree in one band of their sketches are compared bin by bin.
  void near_copies() {
    constexpr std::size_t k_width = k_sketch_bins / k_bands;
    std::set<std::pair<std::size_t, std::size_t>> seen;
    for (std::size_t band = 0; band < k_bands; ++band) {
      std::map<std::array<std::uint32_t, k_width>, std::vector<std::size_t>> buckets;
      for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (!entries_[i].sketched) continue;
        std::array<std::uint32_t, k_width> key{};
        std::copy_n(entries_[i].sketch.begin() + static_cast<std::ptrdiff_t>(band * k_width), k_width, key.begin());
        std::vector<std::size_t>& bucket = buckets[key];
        for (const std::size_t other : bucket) {
          if (!seen.insert({other, i}).second) continue;
          note_near_copy(other, i);
        }
        if (bucket.size() < k_shown * 4) bucket.push_back(i);
      }
    }
    for (Neighbours& one : found_) {
      std::sort(one.near_copies.begin(), one.near_copies.end(), [&](const Neighbour& a, const Neighbour& b) {
        return a.score != b.score ? a.score > b.score : before(a.skill, b.skill);
      });
      if (one.near_copies.size() > k_shown) one.near_copies.resize(k_shown);
    }
  }

  void note_near_copy(std::size_t a, std::size_t b) {
    const bool same = !entries_[a].digest.empty() && entries_[a].digest == entries_[b].digest;
    const double like = likeness(entries_[a], entries_[b]);
    if (same || like < k_near_copy) return;
    const auto percent = static_cast<unsigned>(like * 100);
    const std::string reason =
        percent == 100 ? "the same text of SKILL.md" : format("about {} % of the text is the same", percent);
    found_[a].near_copies.push_back({b, like, {reason}});
    found_[b].near_copies.push_back({a, like, {reason}});
  }

  // Of the same repository: its neighbours in the order of paths, half before and half behind.
  void same_places() {
    std::map<std::string_view, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < entries_.size(); ++i) groups[entries_[i].repository].push_back(i);
    for (auto& [repository, group] : groups) {
      std::sort(group.begin(), group.end(),
                [&](std::size_t a, std::size_t b) { return entries_[a].path < entries_[b].path; });
      for (std::size_t at = 0; at < group.size(); ++at) {
        const std::size_t first =
            std::min(at > 3 ? at - 3 : 0, group.size() > k_shown + 1 ? group.size() - k_shown - 1 : 0);
        for (std::size_t k = first; k < group.size() && found_[group[at]].same_place.size() < k_shown; ++k) {
          if (k != at) found_[group[at]].same_place.push_back(group[k]);
        }
      }
    }
  }

  void collisions() {
    std::vector<Trigger> triggers;
    for (const SkillEntry& entry : entries_) triggers.push_back({entry.path, entry.name, entry.description});
    for (const Collision& one : find_collisions(triggers)) {
      const std::string reason =
          format("{} % alike: {}", static_cast<unsigned>(one.likeness * 100), some_of(one.shared));
      found_[one.first].collisions.push_back({one.second, one.likeness, {reason}});
      found_[one.second].collisions.push_back({one.first, one.likeness, {reason}});
    }
    for (Neighbours& one : found_) {
      std::stable_sort(one.collisions.begin(), one.collisions.end(),
                       [](const Neighbour& a, const Neighbour& b) { return a.score > b.score; });
      if (one.collisions.size() > k_shown) one.collisions.resize(k_shown);
    }
  }

  const std::vector<SkillEntry>& entries_;
  std::vector<TermVector<float>> vectors_;     // of each skill
  std::vector<std::vector<Weight>> postings_;  // of each term: `term` is the skill
  TermTable terms_;
  std::vector<Neighbours> found_;
  bool several_ = false;  // repositories
};

}  // namespace

std::vector<Neighbours> find_neighbours(const std::vector<SkillEntry>& entries) { return Relations(entries).run(); }

}  // namespace skillstow
