#include "lint/collisions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "facts/terms.h"

namespace skillstow {
namespace {

// Skills are looked up by their heaviest terms: two texts with a cosine of 0.45 share one of them.
constexpr std::size_t k_heavy = 12;

// A term of more skills than this says little, and would make the number of pairs quadratic.
constexpr std::size_t k_most_sharers = 64;

constexpr std::size_t k_shared_shown = 5;

struct Weight {
  std::uint32_t term = 0;
  double value = 0;
};

class Comparison {
 public:
  explicit Comparison(const std::vector<Trigger>& triggers) : triggers_(triggers), vectors_(triggers.size()) {
    for (std::size_t i = 0; i < triggers.size(); ++i) count(i);
    weigh();
  }

  std::vector<Collision> find(double threshold) {
    std::vector<std::vector<std::uint32_t>> holders(names_.size());  // by term: the skills that it is heavy in
    std::vector<Collision> found;
    std::vector<std::uint32_t> near;
    for (std::uint32_t i = 0; i < vectors_.size(); ++i) {
      near.clear();
      for (const std::uint32_t term : heaviest(i)) {
        if (sharers_[term] > k_most_sharers) continue;
        near.insert(near.end(), holders[term].begin(), holders[term].end());
        holders[term].push_back(i);
      }
      std::sort(near.begin(), near.end());
      near.erase(std::unique(near.begin(), near.end()), near.end());
      for (const std::uint32_t other : near) compare(other, i, threshold, found);
    }
    std::sort(found.begin(), found.end(), [](const Collision& a, const Collision& b) {
      return std::pair(a.first, a.second) < std::pair(b.first, b.second);
    });
    return found;
  }

 private:
  void count(std::size_t i) {
    const Trigger& trigger = triggers_[i];
    const std::vector<std::string> words = content_words(trigger.name + " " + trigger.description);
    std::vector<std::uint32_t> terms;
    for (std::size_t w = 0; w < words.size(); ++w) {
      terms.push_back(term_of(words[w]));
      if (w > 0) terms.push_back(term_of(words[w - 1] + " " + words[w]));
    }
    std::sort(terms.begin(), terms.end());
    for (std::size_t t = 0; t < terms.size(); ++t) {
      if (t > 0 && terms[t] == terms[t - 1]) {
        vectors_[i].back().value += 1;
      } else {
        vectors_[i].push_back({terms[t], 1});
        ++sharers_[terms[t]];
      }
    }
  }

  std::uint32_t term_of(const std::string& text) {
    const auto [at, is_new] = terms_.try_emplace(text, static_cast<std::uint32_t>(names_.size()));
    if (is_new) {
      names_.push_back(text);
      sharers_.push_back(0);
    }
    return at->second;
  }

  // Rare terms weigh more; each vector gets the length 1.
  void weigh() {
    const double all = static_cast<double>(triggers_.size());
    for (std::vector<Weight>& vector : vectors_) {
      double square = 0;
      for (Weight& weight : vector) {
        weight.value *= std::log((1 + all) / (1 + static_cast<double>(sharers_[weight.term]))) + 1;
        square += weight.value * weight.value;
      }
      for (Weight& weight : vector) weight.value /= std::sqrt(square);
    }
  }

  std::vector<std::uint32_t> heaviest(std::size_t i) const {
    std::vector<Weight> sorted = vectors_[i];
    const std::size_t kept = std::min(k_heavy, sorted.size());
    std::partial_sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(kept), sorted.end(), heavier);
    std::vector<std::uint32_t> terms;
    for (std::size_t t = 0; t < kept; ++t) terms.push_back(sorted[t].term);
    return terms;
  }

  static bool heavier(const Weight& a, const Weight& b) {
    return a.value != b.value ? a.value > b.value : a.term < b.term;
  }

  void compare(std::uint32_t i, std::uint32_t j, double threshold, std::vector<Collision>& found) const {
    if (triggers_[i].name == triggers_[j].name) return;
    std::vector<Weight> products;
    double cosine = 0;
    auto a = vectors_[i].begin();
    auto b = vectors_[j].begin();
    while (a != vectors_[i].end() && b != vectors_[j].end()) {
      if (a->term < b->term) {
        ++a;
      } else if (b->term < a->term) {
        ++b;
      } else {
        products.push_back({a->term, a->value * b->value});
        cosine += products.back().value;
        ++a;
        ++b;
      }
    }
    if (cosine < threshold) return;
    std::sort(products.begin(), products.end(), heavier);
    Collision collision{i, j, std::min(cosine, 1.0), {}};
    for (const Weight& product : products) {
      if (collision.shared.size() == k_shared_shown) break;
      collision.shared.push_back(names_[product.term]);
    }
    found.push_back(std::move(collision));
  }

  const std::vector<Trigger>& triggers_;
  std::vector<std::vector<Weight>> vectors_;  // of each trigger, by term
  std::unordered_map<std::string, std::uint32_t> terms_;
  std::vector<std::string> names_;      // of each term
  std::vector<std::uint32_t> sharers_;  // how many triggers have it
};

}  // namespace

std::vector<Collision> find_collisions(const std::vector<Trigger>& triggers, double threshold) {
  return Comparison(triggers).find(threshold);
}

}  // namespace skillstow
