#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "safety/scan_state.h"
#include "safety/script_model.h"

namespace skillstow {

// What a call of a script does, as far as a detector judges it.
enum class ScriptSink : std::uint8_t {
  none,
  code,       // runs its argument as code of the same language
  shell,      // hands its argument to a shell
  spawn,      // starts a program
  network,    // sends its arguments away
  remove,     // deletes
  duplicate,  // puts one open file in place of another
  load,       // makes objects, and so code, of bytes
};
ScriptSink sink_of(const Call& call, Language language);

// What the detectors of one script share.
struct ScriptScan {
  Scan& scan;
  const View& view;
  ScriptModel& model;

  Span span_of(const Call& call) const {
    return model.span(call.first, std::min(call.close, model.tokens().size() - 1));
  }
  // The value of the i-th argument, with what stands in it.
  Value argument(const Call& call, std::size_t i) const;
  void report(const Call& call, std::string_view rule, Risk risk, std::string message, std::string_view help,
              bool firm = false, std::vector<ChainStep> steps = {}) const;
  // Where a value comes from, for those who want to see all of it.
  ChainStep read_step(const Value& value) const {
    return {view.file, value.source_at.length == 0 ? Span{} : view.map.to_source(value.source_at), "is read here"};
  }
  ChainStep fetch_step(const Value& value) const {
    return {view.file, value.remote_at.length == 0 ? Span{} : view.map.to_source(value.remote_at),
            "is downloaded here"};
  }
  bool mentions(std::string_view word) const { return view.text.find(word) != std::string_view::npos; }
};

// Each looks at one call, which is of the kind that its name says.
void judge_code(ScriptScan& script, const Call& call);   // code, load
void judge_shell(ScriptScan& script, const Call& call);  // shell
void judge_spawn(ScriptScan& script, const Call& call);
void judge_network(ScriptScan& script, const Call& call);
void judge_removal(ScriptScan& script, const Call& call);
void judge_duplicate(ScriptScan& script, const Call& call);
void judge_other_call(ScriptScan& script, const Call& call);  // reads, records, files that are written

// Whether the value came from the network or from a decoder, and is run by the call: then it is told.
bool tell_remote(ScriptScan& script, const Call& call, const Value& value);
bool tell_decoded(ScriptScan& script, const Call& call, const Value& value, Language language);
// What is run is longer or deeper than is followed.
void tell_cut(ScriptScan& script, const Call& call, const Value& value);

// Files and functions that hold what was downloaded or is secret; called for all calls before they are judged.
void remember_call(ScriptScan& script, const Call& call);

// What scripts of a skill hand each other: told when all of them have been read.
void judge_imports(Scan& scan);

}  // namespace skillstow
