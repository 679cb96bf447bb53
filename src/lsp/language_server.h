#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "lsp/skill_session.h"

namespace skillstow {

// A server of the Language Server Protocol 3.17 without its streams: JSON messages in, JSON messages out. It publishes
// the findings of every skill that has an open document, offers their fixes as code actions, and explains a finding's
// rule on hovering. One thread; nothing is written to the disk.
class LanguageServer {
 public:
  LanguageServer(std::string home, std::string version) : home_(std::move(home)), version_(std::move(version)) {}

  // Takes one message in and gives those that answer it.
  std::vector<std::string> handle(std::string_view message);

  // Judges the skills that changed since the last call. To be called when no message waits, so that fast typing costs
  // one judgement, not one for each key.
  std::vector<std::string> publish();

  bool ended() const { return ended_; }
  bool ended_as_agreed() const { return shut_down_; }  // "shutdown" came before "exit"

 private:
  std::string answer(const JsonValue& id, std::string_view method, const JsonValue* parameters);
  void take(std::string_view method, const JsonValue* parameters);
  std::string initialize(const JsonValue* parameters);
  std::string code_actions(const JsonValue* parameters) const;
  std::string hover(const JsonValue* parameters) const;
  void open(const JsonValue* parameters);
  void change(const JsonValue* parameters);
  void close(const JsonValue* parameters);
  void touch(const std::string& file);
  const JudgedSkill* skill_of(const std::string& file) const;
  void publish_skill(const std::string& folder, std::vector<std::string>& messages);

  std::string home_;
  std::string version_;
  OpenDocuments documents_;
  std::map<std::string, JudgedSkill> skills_;           // by folder
  std::map<std::string, std::set<std::string>> shown_;  // by folder: files that findings were published for
  std::set<std::string> changed_;                       // folders to judge anew
  std::string told_;                                    // the last problem that was told
  bool renames_files_ = false;                          // the client can rename files
  bool initialized_ = false;
  bool shut_down_ = false;
  bool ended_ = false;
};

}  // namespace skillstow
