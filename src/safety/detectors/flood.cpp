#include "base/format.h"
#include "base/text.h"
#include "safety/detectors/standing.h"
#include "safety/hosts.h"
#include "safety/shell_programs.h"
#include "safety/shell_scan.h"

// Loops that ask one host again and again, as fast as they can: somebody's server is to fall over.
namespace skillstow {
namespace {

constexpr std::size_t k_many = 500;

bool is_endless(const ShellModel& model, std::uint32_t loop) {
  // The first command inside is the condition.
  for (std::uint32_t i = loop + 1; i < model.runs.size(); ++i) {
    if (model.command(i).group != loop) continue;
    return model.runs[i].name == "true" || model.runs[i].name == ":";
  }
  return false;
}

// {1..1000}, $(seq 1 1000)
bool counts_far(const ShellCommand& loop) {
  for (const ShellWord& word : loop.words) {
    const std::string_view text = word.text;
    const bool range = text.find("..") != std::string_view::npos || text.find("seq ") != std::string_view::npos;
    std::size_t number = 0;
    for (std::size_t i = 0; range && i < text.size(); ++i) {
      number = is_digit(text[i]) && number < 1'000'000'000 ? number * 10 + static_cast<std::size_t>(text[i] - '0') : 0;
      if (number >= k_many) return true;
    }
  }
  return false;
}

}  // namespace

void find_flood(ShellScan& shell, std::uint32_t loop) {
  const ShellModel& model = shell.model;
  const ShellCommand& command = model.command(loop);
  const bool endless = command.form == ShellForm::while_loop && is_endless(model, loop);
  if (!endless && !(command.form == ShellForm::for_loop && counts_far(command))) return;
  std::string host;
  for (std::uint32_t i = loop + 1; i < model.runs.size() && model.command(i).span.offset < command.span.end(); ++i) {
    const std::string_view name = model.runs[i].name;
    if (name == "sleep" || name == "break" || name == "exit" || name == "return" || name == "read" || name == "wait")
      return;
    const Download download = download_of(model.runs[i]);
    // An address that changes each time asks for something else each time.
    const std::string_view written = slice(shell.view.text, model.command(i).span);
    if (download.is && is_foreign_host(download.url) && written.find('$') == std::string_view::npos)
      host = parse_url(download.url).host;
  }
  if (host.empty()) return;
  shell.report(command.span, {.rule = "destructive",
                              .risk = Risk::high,
                              .message = format("asks {} {} without a pause, which can stop it", host,
                                                endless ? "for ever" : "hundreds of times"),
                              .help = "ask once, or wait between the requests"});
}

}  // namespace skillstow
