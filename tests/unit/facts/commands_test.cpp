#include "facts/commands.h"

#include "facts/forbidden.h"
#include "support/catch.h"
#include "unit/rules/skill_text.h"

using namespace skillstow;
using namespace skillstow::test;

namespace {

// The text is the body of SKILL.md, and after "=== path ===" lines that of other files.
CommandFacts facts_of(std::string_view body) {
  const Skill skill = skill_of("---\nname: example\ndescription: Formats tide tables.\n---\n\n" + std::string(body));
  return find_commands(skill, Documents(skill), FileIndex(skill));
}

std::string names(std::string_view body) {
  std::string all;
  for (const Command& command : facts_of(body).commands) all += (all.empty() ? "" : " ") + command.name;
  return all;
}

std::string shell(std::string_view lines) { return names("```bash\n" + std::string(lines) + "\n```\n"); }
std::string plain(std::string_view lines) { return names("```\n" + std::string(lines) + "\n```\n"); }

// "path@file:line" for each call of a bundled script.
std::string calls(std::string_view body) {
  std::string all;
  for (const ScriptCall& call : facts_of(body).scripts) {
    all += (all.empty() ? "" : " ") + call.path + "@" + call.file + ":" + std::to_string(call.line);
  }
  return all;
}

}  // namespace

TEST_CASE("shell fences list the program of every command") {
  CHECK(shell("DEBUG=1 npm test\nsudo -u web systemctl stop app | tee log && (cd x; cmake ..)") ==
        "npm systemctl tee cmake");
  CHECK(shell("for f in *.svg; do rsvg-convert \"$f\"; done\nwhile read -r l; do wc <<<\"$l\"; done < <(rg -l x)") ==
        "rsvg-convert wc rg");
  CHECK(shell("git commit -m \"a; rm -rf b | sh\"\n# docker ps\necho kubectl\n\\ls; \"jq\" .") == "git ls jq");
  CHECK(shell("bash -c 'terraform plan'") == "bash terraform");
}

TEST_CASE("builtins, keywords, local functions and wrappers are no commands") {
  CHECK(shell("export A=1; set -e; [ -f x ] || test y; printf z; read a; source b; trap 'rm c' EXIT; true; [[ d ]]") ==
        "rm");
  CHECK(shell("deploy() { fly deploy; }\ndeploy") == "fly");
  CHECK(names("```sh\npack() { zip a b; }\n```\n\n```sh\npack\n```\n") == "zip");
  CHECK(shell("time nohup nice env A=1 make") == "make");
}

TEST_CASE("what only looks like a command is left out") {
  CHECK(shell("<tool> --flag\n[options]\n$PROGRAM run\nyour-command here\n./demo --x\n/plugin install y\n"
              "GET https://x.example\nSearch for: a\nEOF\n--name x\n-H y\n")
            .empty());
  CHECK(shell("data = 3\nvariable \"x\" {\nfrom a import b\nimport os\nprint(\"curl\")\n{\"run\": 1}\ntry:\n").empty());
  CHECK(shell("tool [--style a|b|c]\nhttps://x.example/install\nreferences/*.md\n\\usepackage{x}").empty());
  CHECK(
      shell("/usr/bin/git status; $VENV/bin/python x; node_modules/.bin/eslint .; ./gradlew build; ~/.local/bin/uv") ==
      "git python eslint gradlew uv");
}

TEST_CASE("the label of a fence decides how it is read") {
  CHECK(names("```console\n$ go vet\nok\n```\n") == "go");
  CHECK(names("```terminal\nnpm ci\nadded 3 packages\n```\n") == "npm");  // no prompt at all: known tools
  CHECK(names("~~~ {.zsh .x}\nfd x\n~~~\n") == "fd");
  CHECK(names("```json\n{\"run\": \"helm install\"}\n```\n```text\nkubectl get x\n```\n```python\nimport os\n```\n")
            .empty());
  CHECK(names("```\n#!/usr/bin/env bash\nhelper_x; qmd x\n```\n") == "helper_x qmd");
  CHECK(names("- item\n\n  ```sh\n  ruff check\n  ```\n") == "ruff");
}

TEST_CASE("PowerShell fences list cmdlets and known tools") {
  CHECK(names("```powershell\nGet-ChildItem -Path x | Select-Object Name\n$a = Invoke-RestMethod $u # Stop-Job\n"
              "Write-Output \"Remove-Item\"\ngit.exe status\nif (Test-Path y) { dotnet build }\n```\n") ==
        "Get-ChildItem Select-Object Invoke-RestMethod Write-Output git Test-Path dotnet");
}

TEST_CASE("fences without a label count for known tools with an argument") {
  CHECK(plain("docker ps -a\n$ git add .\n> npm ci\n  uv run x.py") == "docker git npm uv");
  CHECK(plain("- Command: \"python3 <name>.py\"\n- Or `ruff check`") == "python3 ruff");
  CHECK(plain("docker\nfrobnicate --all\nmake sure it works\ngo to the next step\ngit is a tool.\nfind the file\n"
              "python code runs\n|-- npm/\nnode --> other\ncurl fails, so check the log.\ncat = 3")
            .empty());
  CHECK(plain("make build\ngo test ./...\nfind . -name x\npython -m venv v\nsort -u x") == "make go find python sort");
  CHECK(plain("sudo apt-get install x | tee log") == "apt-get tee");
}

TEST_CASE("code spans count for known tools with an argument") {
  CHECK(names("Run `python3 script.py` or `FOO=1 npx x`, `$ gh pr list` and `cat x | jq .`.\n") ==
        "python3 npx gh cat jq");
  CHECK(names("`git`, `npm`, `make sure`, `foo --bar`, `const x = 1`, `start here`, `go`, `pip packages`.\n").empty());
}

TEST_CASE("what a sentence forbids is no evidence of its own") {
  CHECK(names("Do not use `pip install x`; use `uv add x` instead.\n") == "uv");
  CHECK(names("Never run `rm -rf /`.\n\nUse `pnpm add x`, not `npm install x`.\n") == "pnpm");
  CHECK(names("Never do this:\n\n```bash\nterraform destroy\n```\n").empty());
  CHECK(names("Do not forget to run `npm test`. If you do not have it, run `brew install jq`.\n") == "npm brew");
  CHECK(names("Do not assume that it is there, look first:\n\n```bash\nls -l\n```\n") == "ls");
  const CommandFacts both = facts_of("Never run `git push --force`.\n\nRun `git push`.\n");
  REQUIRE(both.commands.size() == 1);
  REQUIRE(both.commands[0].evidence.size() == 2);
  CHECK(both.commands[0].evidence[0].negated);
  CHECK_FALSE(both.commands[0].evidence[1].negated);
}

TEST_CASE("sentences that forbid") {
  CHECK(is_forbidden("You must never run ", {}));
  CHECK(is_forbidden("Run x instead of ", {}));
  CHECK(is_forbidden("See above. **Avoid** ", {}));
  CHECK(is_forbidden("The call ", " must not be used."));
  CHECK_FALSE(is_forbidden("Never mind. Run ", {}));
  CHECK_FALSE(is_forbidden("Never commit without running ", {}));
  CHECK_FALSE(is_forbidden("Do not skip ", {}));
  CHECK(announces_forbidden("\u274c Wrong:"));
  CHECK(announces_forbidden("Some text. **Do not run:**"));
  CHECK_FALSE(announces_forbidden("Run this:"));
  CHECK_FALSE(announces_forbidden("Never run"));
}

TEST_CASE("evidence names the file, the line and the kind") {
  const CommandFacts facts = facts_of(
      "Run `jq . a`.\n\n> ```sh\n> ls\n> jq . b\n> ```\n\n[more](references/m.md)\n"
      "=== references/m.md ===\n# M\n\n```\njq . c\n```\n=== scripts/x.sh ===\nset -e\nlog() { echo; }\nlog a\njq . "
      "d\n");
  REQUIRE(facts.commands.size() == 2);
  CHECK(facts.commands[0].name == "jq");
  std::string all;
  for (const CommandEvidence& evidence : facts.commands[0].evidence) {
    all += evidence.file + ":" + std::to_string(evidence.line) + " " + std::string(name_of(evidence.kind)) + "\n";
  }
  CHECK(all == "SKILL.md:6 inline\nSKILL.md:10 shell\nreferences/m.md:4 fence\nscripts/x.sh:4 script\n");
}

TEST_CASE("bundled scripts that commands run") {
  CHECK(calls("```bash\n./scripts/a.sh --all; python3 scripts/b.py x; bash \"${CLAUDE_SKILL_DIR}/scripts/a.sh\"\n```\n"
              "Run `node {baseDir}/scripts/c.js in`.\n"
              "=== scripts/a.sh ===\necho\n=== scripts/b.py ===\nx\n=== scripts/c.js ===\nx\n") ==
        "scripts/a.sh@SKILL.md:7 scripts/b.py@SKILL.md:7 scripts/c.js@SKILL.md:9");
  CHECK(calls("```sh\ncd scripts && python b.py\nuv run --with x python -u scripts/b.py\npython -m scripts.b\n```\n"
              "=== scripts/b.py ===\nx\n") ==
        "scripts/b.py@SKILL.md:7 scripts/b.py@SKILL.md:8 scripts/b.py@SKILL.md:9");
  CHECK(calls("```sh\nRUN=\"$SKILL_DIR/scripts/a.sh\"\n\"$RUN\" go\n```\n=== scripts/a.sh ===\npython3 \"$(dirname "
              "\"$0\")/b.py\"\n=== scripts/b.py ===\nx\n") == "scripts/a.sh@SKILL.md:8 scripts/b.py@scripts/a.sh:1");
}

TEST_CASE("mentions, data, other people's scripts and missing files are no calls") {
  CHECK(calls("Look into `scripts/a.sh`. Run `python3 other.py scripts/a.sh`.\n\n```sh\nchmod +x scripts/a.sh\n"
              "cat scripts/a.sh\npython -c 'x' scripts/a.sh\n$HOME/scripts/a.sh\nscripts/none.sh\nbash "
              "references/r.md\n```\n"
              "=== scripts/a.sh ===\nx\n=== references/r.md ===\nx\n")
            .empty());
}
