#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

// Texts as vectors of weighted terms, for what compares them: TF-IDF and cosine.
namespace skillstow {

// `Value` is double, or float where very many vectors are kept.
template <class Value>
struct TermWeight {
  std::uint32_t term = 0;
  Value value = 0;
};

template <class Value>
using TermVector = std::vector<TermWeight<Value>>;  // by term, each once

template <class Value>
bool heavier(const TermWeight<Value>& a, const TermWeight<Value>& b) {
  return a.value != b.value ? a.value > b.value : a.term < b.term;
}

// The terms of a collection of texts, by the order in which they were met.
class TermTable {
 public:
  std::uint32_t term_of(const std::string& text) {
    const auto [at, is_new] = terms_.try_emplace(text, static_cast<std::uint32_t>(names_.size()));
    if (is_new) {
      names_.push_back(text);
      sharers_.push_back(0);
    }
    return at->second;
  }

  // How often each of one text's terms is in it. To be asked once for each text.
  template <class Value>
  TermVector<Value> counted(std::vector<std::uint32_t> terms) {
    std::sort(terms.begin(), terms.end());
    TermVector<Value> vector;
    for (const std::uint32_t term : terms) {
      if (!vector.empty() && vector.back().term == term) {
        vector.back().value += 1;
      } else {
        vector.push_back({term, 1});
        ++sharers_[term];
      }
    }
    return vector;
  }

  std::size_t size() const { return names_.size(); }
  const std::string& name(std::uint32_t term) const { return names_[term]; }
  std::uint32_t sharers(std::uint32_t term) const { return sharers_[term]; }  // the texts that have it

  // Inverse document frequency, smoothed: terms that few of `all` texts have weigh more.
  double rarity(std::uint32_t term, std::size_t all) const {
    return std::log((1 + static_cast<double>(all)) / (1 + static_cast<double>(sharers_[term]))) + 1;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> terms_;
  std::vector<std::string> names_;
  std::vector<std::uint32_t> sharers_;
};

// The cosine of two vectors of length 1. `products` gets what each common term adds, heaviest first.
template <class Value>
double cosine_of(const TermVector<Value>& first, const TermVector<Value>& second, TermVector<Value>& products) {
  double cosine = 0;
  auto a = first.begin();
  auto b = second.begin();
  while (a != first.end() && b != second.end()) {
    if (a->term < b->term) {
      ++a;
    } else if (b->term < a->term) {
      ++b;
    } else {
      products.push_back({a->term, a->value * b->value});
      cosine += static_cast<double>(a->value) * static_cast<double>(b->value);
      ++a;
      ++b;
    }
  }
  std::sort(products.begin(), products.end(), heavier<Value>);
  return cosine;
}

}  // namespace skillstow
