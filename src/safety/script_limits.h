#pragma once

#include <cstddef>
#include <string_view>

namespace skillstow::script_limits {

// How far an expression of a script is followed. What is beyond is told as cut or given up, see Scan::left_out.
inline constexpr int k_max_nesting = 12;  // of one expression in another
inline constexpr int k_max_frames = 32;   // of all functions of the model
inline constexpr std::size_t k_looks_per_token = 200;
inline constexpr std::size_t k_max_tokens_looked_at = 600;  // of one expression
inline constexpr std::size_t k_max_value = 256 * 1024;
inline constexpr std::size_t k_max_variables = 20'000;
inline constexpr std::size_t k_max_variable_bytes = 16 * 1024 * 1024;  // of all values together
inline constexpr std::size_t k_piece = 100'000;                        // tokens; real scripts are one piece
inline constexpr std::size_t k_overlap = 2'000;       // tokens that two pieces share: longer than what is looked at
inline constexpr std::size_t k_longest_path = 4'096;  // PATH_MAX of Linux
inline constexpr std::size_t k_longest_name = 200;    // of the calls that made an object
inline constexpr std::string_view k_unknown = "${_}";

// One more level of the model's functions in each other.
struct Frame {
  int& depth;
  explicit Frame(int& depth_) : depth(depth_) { ++depth; }
  ~Frame() { --depth; }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;
};

}  // namespace skillstow::script_limits
