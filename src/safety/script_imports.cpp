#include "base/text.h"
#include "safety/script_model.h"

// The names that modules bring into a script.
namespace skillstow {

void ScriptModel::set_path(std::string_view name, std::string path) {
  Value value;
  value.code_path = std::move(path);
  set(name, std::move(value));
}

std::size_t ScriptModel::imports(std::size_t i) {
  const std::size_t end = end_of_statement(i);
  return language_ == Language::python ? python_imports(i, end) : javascript_imports(i, end);
}

// import a.b as c, d · from a import b as c
std::size_t ScriptModel::python_imports(std::size_t i, std::size_t end) {
  if (tokens_[i].is("from")) {
    std::string module;
    std::size_t k = i + 1;
    while (k < end && !tokens_[k].is("import")) module += tokens_[k++].raw;
    for (++k; k < end; ++k) {
      if (tokens_[k].kind != Token::Kind::name) continue;
      const std::string path = module + "." + std::string(tokens_[k].raw);
      const bool renamed = k + 2 < end && tokens_[k + 1].is("as");
      set_path(tokens_[renamed ? k + 2 : k].raw, path);
      if (renamed) k += 2;
    }
    return end;
  }
  for (std::size_t k = i + 1; k < end; ++k) {
    std::string module;
    while (k < end && !tokens_[k].is(",") && !tokens_[k].is("as")) module += tokens_[k++].raw;
    if (k + 1 < end && tokens_[k].is("as")) {
      set_path(tokens_[k + 1].raw, module);
      k += 2;
    }
  }
  return end;
}

// import {a as b} from "c" · import c from "c" · the module's name stands last
std::size_t ScriptModel::javascript_imports(std::size_t i, std::size_t end) {
  std::size_t from = end;
  while (from > i && tokens_[from - 1].kind != Token::Kind::text) --from;
  if (from == i) return end;
  const std::string_view written = tokens_[from - 1].text;
  const std::string module(written.starts_with("node:") ? written.substr(5) : written);
  bool braces = false;
  for (std::size_t k = i + 1; k + 1 < from; ++k) {
    if (tokens_[k].is("{")) braces = true;
    if (tokens_[k].is("}")) braces = false;
    if (tokens_[k].kind != Token::Kind::name || tokens_[k].is("from") || tokens_[k].is("type")) continue;
    const std::string path = braces ? module + "." + std::string(tokens_[k].raw) : module;
    const bool renamed = k + 2 < from && (tokens_[k + 1].is("as") || tokens_[k + 1].is(":"));
    set_path(tokens_[renamed ? k + 2 : k].raw, path);
    if (renamed) k += 2;
  }
  return end;
}

}  // namespace skillstow
