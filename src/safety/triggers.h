#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace skillstow {

// The literal prefilter. Nearly all text holds nothing that a detector would look at; one pass over the bytes tells
// where one has to. A trigger is never a finding: the detectors parse.
namespace trigger {
inline constexpr std::uint32_t shell = 1U << 0;       // a word of a command that a shell detector judges
inline constexpr std::uint32_t powershell = 1U << 1;  // the same of PowerShell and cmd
inline constexpr std::uint32_t code = 1U << 2;        // a call of a script that a code detector judges
inline constexpr std::uint32_t path = 1U << 3;        // part of the path of a credential
inline constexpr std::uint32_t secret = 1U << 4;      // the start of a provider's key, the name of one
inline constexpr std::uint32_t config = 1U << 5;      // a setting of an agent, a package manager or a picture
inline constexpr std::uint32_t line = 1U << 6;        // a command that prose may hold without mark-up
inline constexpr std::uint32_t drop = 1U << 7;        // sentences: "ignore …"
inline constexpr std::uint32_t foreign = 1U << 8;     // … in other languages
inline constexpr std::uint32_t conceal = 1U << 9;     // … "do not tell …"
inline constexpr std::uint32_t pose = 1U << 10;       // … "SYSTEM: …"
inline constexpr std::uint32_t send = 1U << 11;       // … "send …"
inline constexpr std::uint32_t lure = 1U << 12;       // … "extract with password …"
inline constexpr std::uint32_t guard = 1U << 13;      // … "disable antivirus"
inline constexpr std::uint32_t agent = 1U << 14;      // … "add to CLAUDE.md"
inline constexpr std::uint32_t comment = 1U << 15;    // <!--
inline constexpr std::uint32_t address = 1U << 16;    // what leads to another machine or to somebody
}  // namespace trigger

struct TriggerHit {
  std::uint32_t offset;
  std::uint16_t literal;  // index into the table
  std::uint32_t groups;
};

struct TriggerHits {
  std::vector<TriggerHit> hits;  // by offset; neighbours of one literal within 16 bytes are one hit
  std::uint32_t mask = 0;

  bool has(std::uint32_t groups) const { return (mask & groups) != 0; }
  // The groups that stand in [begin, end).
  std::uint32_t mask_in(std::size_t begin, std::size_t end) const;
  bool any_in(std::uint32_t groups, std::size_t begin, std::size_t end) const {
    return has(groups) && (mask_in(begin, end) & groups) != 0;
  }
};

// Letters' case does not count. One table look-up for two bytes.
TriggerHits find_triggers(std::string_view text);

std::string_view trigger_literal(std::uint16_t literal);
std::uint16_t trigger_literals();  // how many there are

}  // namespace skillstow
