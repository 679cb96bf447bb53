#include "lint/collisions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "facts/term_vectors.h"
#include "facts/terms.h"

namespace skillstow {
namespace {

// Skills are looked up by their heaviest terms: two texts with a cosine of 0.45 share one of them.
constexpr std::size_t k_heavy = 12;

// A term of more skills than this says little, and would make the number of pairs quadratic.
constexpr std::size_t k_most_sharers = 64;

constexpr std::size_t k_shared_shown = 5;

using Weight = TermWeight<double>;

class Comparison {
 public:
  explicit Comparison(const std::vector<Trigger>& triggers) : triggers_(triggers), vectors_(triggers.size()) {
    for (std::size_t i = 0; i < triggers.size(); ++i) count(i);
    weigh();
  }

  std::vector<Collision> find(double threshold) {
    std::vector<std::vector<std::uint32_t>> holders(terms_.size());  // by term: the skills that it is heavy in
    std::vector<Collision> found;
    std::vector<std::uint32_t> near;
    for (std::uint32_t i = 0; i < vectors_.size(); ++i) {
      near.clear();
      for (const std::uint32_t term : heaviest(i)) {
        if (terms_.sharers(term) > k_most_sharers) continue;
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
      terms.push_back(terms_.term_of(words[w]));
      if (w > 0) terms.push_back(terms_.term_of(words[w - 1] + " " + words[w]));
    }
    vectors_[i] = terms_.counted<double>(std::move(terms));
  }

  // Rare terms weigh more; each vector gets the length 1.
  void weigh() {
    for (TermVector<double>& vector : vectors_) {
      double square = 0;
      for (Weight& weight : vector) {
        weight.value *= terms_.rarity(weight.term, triggers_.size());
        square += weight.value * weight.value;
      }
      for (Weight& weight : vector) weight.value /= std::sqrt(square);
    }
  }

  std::vector<std::uint32_t> heaviest(std::size_t i) const {
    TermVector<double> sorted = vectors_[i];
    const std::size_t kept = std::min(k_heavy, sorted.size());
    std::partial_sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(kept), sorted.end(),
                      heavier<double>);
    std::vector<std::uint32_t> terms;
    for (std::size_t t = 0; t < kept; ++t) terms.push_back(sorted[t].term);
    return terms;
  }

  void compare(std::uint32_t i, std::uint32_t j, double threshold, std::vector<Collision>& found) const {
    if (triggers_[i].name == triggers_[j].name) return;
    TermVector<double> products;
    const double cosine = cosine_of(vectors_[i], vectors_[j], products);
    if (cosine < threshold) return;
    Collision collision{i, j, std::min(cosine, 1.0), {}};
    for (const Weight& product : products) {
      if (collision.shared.size() == k_shared_shown) break;
      collision.shared.push_back(terms_.name(product.term));
    }
    found.push_back(std::move(collision));
  }

  const std::vector<Trigger>& triggers_;
  std::vector<TermVector<double>> vectors_;  // of each trigger
  TermTable terms_;
};

}  // namespace

std::vector<Collision> find_collisions(const std::vector<Trigger>& triggers, double threshold) {
  return Comparison(triggers).find(threshold);
}

}  // namespace skillstow
