#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "safety/document.h"
#include "safety/paths.h"

// Commands inside data: package.json scripts, hooks and tasks in JSON and YAML, workflow steps, recipes of Dockerfile
// and Makefile, cells of notebooks. Only keys whose text a machine runs are read; a deny list is none of them.
namespace skillstow {
namespace {

constexpr std::size_t k_max_levels = 64;

bool runs(std::string_view key) {
  for (const std::string_view name : {"command",
                                      "commands",
                                      "cmd",
                                      "run",
                                      "script",
                                      "scripts",
                                      "exec",
                                      "entry",
                                      "execute",
                                      "shell",
                                      "args",
                                      "bash",
                                      "postinstall",
                                      "preinstall",
                                      "install",
                                      "prepare",
                                      "poststart",
                                      "postCreateCommand",
                                      "postStartCommand",
                                      "onCreateCommand",
                                      "initializeCommand",
                                      "before_script",
                                      "after_script",
                                      "entrypoint",
                                      "apiKeyHelper",
                                      "statusLine",
                                      "inline"}) {
    if (key == name) return true;
  }
  return false;
}

// JSON read once, from left to right, without building anything. Gives each text with the keys above it.
class Json {
 public:
  Json(Scan& scan, const SourceFile& file, Span span, bool notebook, Role role)
      : scan_(scan), file_(file), text_(slice(file.text, span)), base_(span.offset), notebook_(notebook), role_(role) {}

  void read() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        text();
      } else {
        if (c == '{' || c == '[') {
          if (levels_.size() < k_max_levels) {
            levels_.push_back(key_);
          } else {
            ++deeper_;
            const View view =
                plain_view(file_, span_between(base_ + at_, base_ + at_ + 1), Language::none, Place::data, role_);
            scan_.left_out(view, {0, 1}, "nests its data more than 64 levels deep");
          }
          key_.clear();
        } else if (c == '}' || c == ']') {
          if (deeper_ > 0) {
            --deeper_;
          } else if (!levels_.empty()) {
            levels_.pop_back();
          }
          key_.clear();
        } else if (c == ',') {
          key_.clear();
        }
        ++at_;
      }
    }
  }

 private:
  void text() {
    const std::size_t begin = ++at_;
    std::string value;
    OffsetMap map;
    map.add(0, base_ + begin);
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        const char c = text_[at_ + 1];
        if (c == 'u' && at_ + 5 < text_.size()) {
          value += '?';
          int code = 0;
          for (std::size_t k = at_ + 2; k < at_ + 6; ++k) {
            const char d = to_lower(text_[k]);
            code = code * 16 + (is_digit(d) ? d - '0' : d >= 'a' && d <= 'f' ? d - 'a' + 10 : 0);
          }
          if (code < 0x80) value.back() = static_cast<char>(code);
          at_ += 6;
        } else {
          value += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
          at_ += 2;
        }
        map.add(value.size(), base_ + at_);
      } else {
        value += text_[at_++];
      }
    }
    at_ = std::min(at_ + 1, text_.size());
    std::size_t next = at_;
    while (next < text_.size() && is_space(text_[next])) ++next;
    if (next < text_.size() && text_[next] == ':') {
      key_ = std::move(value);
      at_ = next + 1;
      return;
    }
    give(std::move(value), std::move(map));
  }

  bool forbidden() const {
    for (const std::string& level : levels_) {
      const std::string lower = to_lower(level);
      if (lower.find("deny") != std::string::npos || lower.find("block") != std::string::npos ||
          lower.find("forbid") != std::string::npos || lower.find("disallow") != std::string::npos ||
          lower.find("exclude") != std::string::npos || lower == "ask") {
        return true;
      }
    }
    return false;
  }

  // A text that has the agent drop its instructions, and more than that: data is read by whoever works with it. A
  // phrase alone is what lists of attacks are made of.
  void speaks(const std::string& value, const OffsetMap& map) {
    constexpr std::size_t k_shortest = 60;
    if (value.size() < k_shortest || role_ != Role::performs) return;
    const std::uint32_t groups = find_triggers(value).mask;
    const bool goes_on = (groups & (trigger::conceal | trigger::path)) != 0 ||
                         ((groups & trigger::send) != 0 && (groups & trigger::address) != 0);
    if ((groups & trigger::drop) == 0 || !goes_on) return;
    View view;
    view.file = &file_;
    view.text = value;
    view.map = map;
    view.place = Place::data;
    view.role = forbidden() ? Role::forbids : Role::instructs;
    scan_prose(scan_, view, groups);
  }

  void give(std::string value, OffsetMap map) {
    if (value.size() < 4) return;
    // In a list the key of the list counts; below "scripts" any key is a script's name.
    std::string_view key = key_;
    bool below_scripts = false;
    for (const std::string& level : levels_) below_scripts = below_scripts || level == "scripts" || level == "hooks";
    if (key.empty() && !levels_.empty()) key = levels_.back();
    speaks(value, map);
    const bool cell = notebook_ && (key == "source");
    if (!cell && !runs(key) && !below_scripts) return;
    if (forbidden()) return;
    View view;
    view.file = &file_;
    view.storage = std::make_unique<std::string>(std::move(value));
    view.text = *view.storage;
    view.map = std::move(map);
    view.place = below_scripts ? Place::hook : Place::build;
    if (key == "postinstall" || key == "preinstall" || key == "install" || key == "prepare") view.place = Place::hook;
    view.role = role_;
    if (role_ != Role::performs) view.place = Place::fence;
    view.language = Language::shell;
    if (cell) {
      view.place = Place::script;
      const bool bang = view.text.starts_with("!");
      view.language =
          bang || view.text.starts_with("%%bash") || view.text.starts_with("%%sh") ? Language::shell : Language::python;
      if (bang) {
        view.text.remove_prefix(1);
        view.map = OffsetMap(view.map.to_source({1, 1}).offset);
      }
    }
    scan_.code(view);
  }

  Scan& scan_;
  const SourceFile& file_;
  std::string_view text_;
  std::size_t base_;
  bool notebook_;
  Role role_;
  std::size_t at_ = 0;
  std::string key_;
  std::vector<std::string> levels_;
  std::size_t deeper_ = 0;
};

struct Line {
  std::size_t begin;
  std::size_t end;
};

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back({at, end});
    at = end + 1;
  }
  return lines;
}

std::size_t indent_of(std::string_view line) {
  std::size_t i = 0;
  while (i < line.size() && (line[i] == ' ' || line[i] == '-')) ++i;
  return i;
}

std::string_view unquoted(std::string_view value) {
  const bool quoted =
      value.size() > 1 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front();
  return quoted ? value.substr(1, value.size() - 2) : value;
}

// "run: …" and "run: |" with the lines below it.
void yaml(Scan& scan, const SourceFile& file, Span span, Role role) {
  const std::string_view text = slice(file.text, span);
  const std::vector<Line> lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = text.substr(lines[i].begin, lines[i].end - lines[i].begin);
    const std::size_t indent = indent_of(line);
    const std::size_t colon = line.find(':', indent);
    if (colon == std::string_view::npos) continue;
    std::string_view key = trim(line.substr(indent, colon - indent));
    // env: NAME: ${{ toJSON(secrets) }}
    if (line.find("toJSON(secrets)") != std::string_view::npos &&
        scan.memory.secret_variables.size() < k_most_remembered) {
      scan.memory.secret_variables[std::string(key)] = {
          "all secrets of the workflow", span_between(span.offset + lines[i].begin, span.offset + lines[i].end)};
    }
    if (!runs(key)) continue;
    std::string_view value = trim(line.substr(colon + 1));
    View view;
    view.file = &file;
    view.language = Language::shell;
    view.place = role == Role::performs ? Place::build : Place::fence;
    view.role = role;
    if (value.starts_with("|") || value.starts_with(">")) {
      std::size_t last = i;
      for (std::size_t k = i + 1; k < lines.size(); ++k) {
        const std::string_view below = text.substr(lines[k].begin, lines[k].end - lines[k].begin);
        std::size_t spaces = 0;
        while (spaces < below.size() && below[spaces] == ' ') ++spaces;
        if (spaces < below.size() && spaces <= line.find_first_not_of(' ')) break;
        last = k;
      }
      if (last == i) continue;
      view.text = text.substr(lines[i + 1].begin, lines[last].end - lines[i + 1].begin);
      view.map = OffsetMap(span.offset + lines[i + 1].begin);
      scan.code(view);
      i = last;
    } else if (value.empty()) {
      // before_script: with a command in each item of the list below it
      const std::size_t own = std::min(line.find_first_not_of(' '), line.size());
      for (std::size_t k = i + 1; k < lines.size(); ++k) {
        const std::string_view below = text.substr(lines[k].begin, lines[k].end - lines[k].begin);
        const std::size_t spaces = std::min(below.find_first_not_of(' '), below.size());
        if (spaces < own || !below.substr(spaces).starts_with("- ")) break;
        const std::string_view item = unquoted(trim(below.substr(spaces + 2)));
        view.text = item;
        view.map = OffsetMap(span.offset + static_cast<std::size_t>(item.data() - text.data()));
        scan.code(view);
      }
    } else if (value.size() > 3) {
      value = unquoted(value);
      view.text = value;
      view.map = OffsetMap(span.offset + static_cast<std::size_t>(value.data() - text.data()));
      scan.code(view);
    }
  }
}

// name = "command" in the tables of task runners, command = "…" and args = ["…"] anywhere.
void toml(Scan& scan, const SourceFile& file, Span span, Role role) {
  const std::string_view text = slice(file.text, span);
  bool tasks = false;
  for (const Line& at : lines_of(text)) {
    const std::string_view line = trim(text.substr(at.begin, at.end - at.begin));
    if (line.starts_with("[")) {
      const std::string lower = to_lower(line);
      tasks = lower.find("task") != std::string::npos || lower.find("script") != std::string::npos ||
              lower.find("hook") != std::string::npos;
      continue;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    std::string_view key = trim(line.substr(0, equals));
    std::string_view value = trim(line.substr(equals + 1));
    if (!(tasks || runs(key)) || value.size() < 6 || (value.front() != '"' && value.front() != '\'')) continue;
    if (value.back() != value.front()) continue;
    value = value.substr(1, value.size() - 2);
    View view;
    view.file = &file;
    view.text = value;
    view.map = OffsetMap(span.offset + static_cast<std::size_t>(value.data() - text.data()));
    view.language = Language::shell;
    view.place = role == Role::performs ? Place::build : Place::fence;
    view.role = role;
    scan.code(view);
  }
}

// Recipes: the lines of commands stay where they are, everything else becomes blanks.
enum class Recipe { docker, make, just };

// ADD https://… /x: a download, as the RUN below it sees.
void added(Scan& scan, Span span, std::size_t at, std::string_view line) {
  const std::vector<std::string_view> words = split(trim(line), ' ');
  if (words.size() < 3 || scan.memory.downloads.size() >= k_most_remembered) return;
  const std::string_view url = words[words.size() - 2];
  if (url.find("://") == std::string_view::npos) return;
  scan.memory.downloads[plain_path(words.back())] = {
      std::string(url), false, span_between(span.offset + at, span.offset + at + line.size()), false};
}

void recipe(Scan& scan, const SourceFile& file, Span span, Recipe kind, Role role) {
  const bool docker = kind == Recipe::docker;
  const std::string_view text = slice(file.text, span);
  std::string commands(text);
  bool goes_on = false;
  for (const Line& line : lines_of(text)) {
    const std::string_view written = text.substr(line.begin, line.end - line.begin);
    std::size_t blank = 0;
    bool command = goes_on;
    if (docker && !goes_on) {
      const std::string_view trimmed = trim_left(written);
      const std::size_t lead = written.size() - trimmed.size();
      for (const std::string_view verb : {"RUN ", "ENTRYPOINT ", "CMD "}) {
        if (!starts_with_ignoring_case(trimmed, verb)) continue;
        command = true;
        blank = lead + verb.size();
        // RUN --mount=… command
        while (blank < written.size() && (is_blank(written[blank]) || written.substr(blank).starts_with("--"))) {
          while (blank < written.size() && !is_blank(written[blank])) ++blank;
          while (blank < written.size() && is_blank(written[blank])) ++blank;
          if (!written.substr(blank).starts_with("--")) break;
        }
      }
    } else if (!docker && !goes_on) {
      // URL := x, URL ?= x: the recipes use it as $(URL), which is a variable to the model below.
      command = written.starts_with("\t") || (kind == Recipe::just && written.starts_with(" "));
      blank = command ? std::min(written.find_first_not_of("\t @-+"), written.size()) : 0;
    }
    const std::string_view end = trim_right(written);
    goes_on = command && end.ends_with("\\");
    // Comments stay: what they say of the command below them counts.
    const bool comment = !command && trim_left(written).starts_with("#");
    const std::size_t upto = command ? blank : comment ? 0 : written.size();
    for (std::size_t k = 0; k < upto; ++k) commands[line.begin + k] = ' ';
    if (docker && starts_with_ignoring_case(trim_left(written), "ADD ")) added(scan, span, line.begin, written);
    // $(NAME) of make is ${NAME} to the shell.
    for (std::size_t k = line.begin; kind == Recipe::make && command && k + 2 < line.end; ++k) {
      if (commands[k] != '$' || commands[k + 1] != '(') continue;
      std::size_t close = k + 2;
      while (close < line.end && is_word(commands[close])) ++close;
      if (close == k + 2 || close >= line.end || commands[close] != ')') continue;
      commands[k + 1] = '{';
      commands[close] = '}';
    }
    // "$$" of make is "$" to the shell; the length must stay.
    if (!docker && command) {
      for (std::size_t k = line.begin; k + 1 < line.end; ++k) {
        if (commands[k] == '$' && commands[k + 1] == '$') commands[k] = ' ';
      }
    }
  }
  View view;
  view.file = &file;
  view.storage = std::make_unique<std::string>(std::move(commands));
  view.text = *view.storage;
  view.map = OffsetMap(span.offset);
  view.language = Language::shell;
  view.place = role == Role::performs ? Place::build : Place::fence;
  view.role = role;
  scan.code(view);
}

}  // namespace

void scan_data(Scan& scan, const SourceFile& file, Span span, std::string_view name, Role role) {
  const std::string lower = to_lower(name);
  const std::string_view base = base_name(lower);
  const std::string_view end = extension(lower);
  if (end == ".json" || end == ".jsonc" || end == ".json5" || end == ".ipynb" || base == "json" || base == "jsonc" ||
      base == "json5") {
    Json(scan, file, span, end == ".ipynb", role).read();
  } else if (end == ".yml" || end == ".yaml" || base == "yaml" || base == "yml") {
    yaml(scan, file, span, role);
  } else if (base.starts_with("dockerfile") || base.ends_with(".dockerfile") || base == "docker" ||
             base.starts_with("containerfile")) {
    recipe(scan, file, span, Recipe::docker, role);
  } else if (end == ".toml") {
    toml(scan, file, span, role);
  } else if (end == ".just" || base == "justfile") {
    recipe(scan, file, span, Recipe::just, role);
  } else if (base.starts_with("makefile") || base == "gnumakefile" || end == ".mk" || base == "make") {
    recipe(scan, file, span, Recipe::make, role);
  }
}

}  // namespace skillstow
