#include <algorithm>
#include <iterator>

#include "safety/script_names.h"
#include "safety/script_scan.h"

// Calls of Python and JavaScript that run text, start programs, send data away or delete. Methods that only share a
// name with them (regex.exec, model.eval) are other calls.
namespace skillstow {
namespace {

struct Row {
  std::string_view path;
  ScriptSink sink;
};

constexpr Row k_rows[] = {
    {"exec", ScriptSink::code},
    {"eval", ScriptSink::code},
    {"vm.runInNewContext", ScriptSink::code},
    {"vm.runInThisContext", ScriptSink::code},
    {"vm.runInContext", ScriptSink::code},
    {"os.system", ScriptSink::shell},
    {"os.popen", ScriptSink::shell},
    {"popen2.popen2", ScriptSink::shell},
    {"commands.getoutput", ScriptSink::shell},
    {"subprocess.getoutput", ScriptSink::shell},
    {"subprocess.getstatusoutput", ScriptSink::shell},
    {"child_process.exec", ScriptSink::shell},
    {"child_process.execSync", ScriptSink::shell},
    {"asyncio.create_subprocess_shell", ScriptSink::shell},
    {"posix.system", ScriptSink::shell},
    {"subprocess.run", ScriptSink::spawn},
    {"subprocess.call", ScriptSink::spawn},
    {"subprocess.Popen", ScriptSink::spawn},
    {"subprocess.check_output", ScriptSink::spawn},
    {"subprocess.check_call", ScriptSink::spawn},
    {"asyncio.create_subprocess_exec", ScriptSink::spawn},
    {"child_process.spawn", ScriptSink::spawn},
    {"child_process.spawnSync", ScriptSink::spawn},
    {"child_process.execFile", ScriptSink::spawn},
    {"child_process.execFileSync", ScriptSink::spawn},
    {"pty.spawn", ScriptSink::spawn},
    {"os.execv", ScriptSink::spawn},
    {"os.execvp", ScriptSink::spawn},
    {"os.execl", ScriptSink::spawn},
    {"os.execlp", ScriptSink::spawn},
    {"os.execve", ScriptSink::spawn},
    {"os.spawnvp", ScriptSink::spawn},
    {"os.startfile", ScriptSink::spawn},
    {"spawn", ScriptSink::spawn},
    {"Popen", ScriptSink::spawn},
    {"Bun.spawn", ScriptSink::spawn},
    {"Deno.Command", ScriptSink::spawn},
    {"shutil.rmtree", ScriptSink::remove},
    {"fs.rmSync", ScriptSink::remove},
    {"fs.rm", ScriptSink::remove},
    {"fs.rmdirSync", ScriptSink::remove},
    {"fs.promises.rm", ScriptSink::remove},
    {"fs/promises.rm", ScriptSink::remove},
    {"rimraf", ScriptSink::remove},
    {"rimraf.sync", ScriptSink::remove},
    {"fs.removeSync", ScriptSink::remove},
    {"fs-extra.removeSync", ScriptSink::remove},
    {"fs-extra.remove", ScriptSink::remove},
    {"rmtree", ScriptSink::remove},
    {"rmSync", ScriptSink::remove},
    {"os.dup2", ScriptSink::duplicate},
    {"marshal.loads", ScriptSink::load},
    {"pickle.loads", ScriptSink::load},
    {"cPickle.loads", ScriptSink::load},
    {"dill.loads", ScriptSink::load},
    {"cloudpickle.loads", ScriptSink::load},
    {"jsonpickle.decode", ScriptSink::load},
    {"yaml.unsafe_load", ScriptSink::load},
};

}  // namespace

ScriptSink sink_of(const Call& call, Language language) {
  const std::string_view path = call.path;
  if (call.indirect) return ScriptSink::code;
  const Row* found =
      std::find_if(std::begin(k_rows), std::end(k_rows), [&](const Row& row) { return row.path == path; });
  if (found != std::end(k_rows)) return found->sink;
  if (language == Language::javascript && (path == "Function" || path == "setTimeout" || path == "setInterval")) {
    return ScriptSink::code;
  }
  // import(…) of what is not a name: a module that was put together.
  if (language == Language::javascript && (path == "require" || path == "execSync")) return ScriptSink::code;
  if (path == "yaml.load") return ScriptSink::load;
  return is_send(call.full) ? ScriptSink::network : ScriptSink::none;
}

}  // namespace skillstow
