#include "parse/shell.h"

#include <algorithm>
#include <chrono>

#include "support/catch.h"

using namespace skillstow;

namespace {

// The programs of a text, in order; "-" for a simple command without one.
std::string programs(std::string_view text) {
  std::string names;
  for (const ShellCommand& command : parse_shell(text).commands) {
    if (command.form != ShellForm::simple) continue;
    if (!names.empty()) names += ' ';
    names += command.program == k_no_command ? "-" : std::string(command.name());
  }
  return names;
}

// The first command's words, in brackets.
std::string words(std::string_view text) {
  std::string all;
  const ShellScript script = parse_shell(text);
  REQUIRE_FALSE(script.commands.empty());
  for (const ShellWord& word : script.commands[0].words) all += "[" + word.text + "]";
  return all;
}

const ShellCommand& named(const ShellScript& script, std::string_view name) {
  for (const ShellCommand& command : script.commands) {
    if (command.name() == name) return command;
  }
  FAIL("no command " << name);
  return script.commands[0];
}

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

}  // namespace

TEST_CASE("words lose quotes and escapes, expansions stay") {
  CHECK(words(R"(cp "my file" 'it''s' a\ b "q\"q" x"$HOME/y"z)") == R"([cp][my file][its][a b][q"q][x$HOME/yz])");
  CHECK(words(R"(echo $'a\tb\x41\u00e9\'' $"hi" ${x:-"a b"} $((1 + (2))) `date` $(pwd))") ==
        "[echo][a\tbA\u00e9'][hi][${x:-\"a b\"}][$((1 + (2)))][`date`][$(pwd)]");
  CHECK(words("rsync -a \\\n  src/ \\\r\n  d\\\nst") == "[rsync][-a][src/][dst]");
  CHECK(words("echo '' a#b # c") == "[echo][][a#b]");
}

TEST_CASE("words tell whether they are quoted and literal") {
  const ShellScript script = parse_shell("x 'a' b* $c {1..3} {} ~/d e{f [ '*' \\g");
  const auto& found = script.commands[0].words;
  REQUIRE(found.size() == 11);
  const std::vector<bool> quoted{false, true, false, false, false, false, false, false, false, true, true};
  const std::vector<bool> literal{true, true, false, false, false, true, false, true, true, true, true};
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO(found[i].text);
    CHECK(found[i].quoted == quoted[i]);
    CHECK(found[i].literal == literal[i]);
  }
}

TEST_CASE("a word's parts say what it is made of") {
  const std::string_view text = "a'b'\"c $d\"$(e)\\f";
  const ShellScript script = parse_shell(text);
  const ShellWord& word = script.commands[0].words[0];
  REQUIRE(word.text == "abc $d$(e)f");
  REQUIRE(word.part_count == 6);
  const ShellPart* parts = &script.parts[word.first_part];
  const auto text_of = [&](const ShellPart& part) { return word.text.substr(part.begin, part.end - part.begin); };
  CHECK(text_of(parts[0]) == "a");
  CHECK(parts[1].quote == ShellQuote::single);
  CHECK(slice(text, parts[1].span) == "b");
  CHECK(text_of(parts[2]) == "c ");
  CHECK(parts[2].quote == ShellQuote::double_quote);
  CHECK(parts[3].kind == ShellPartKind::variable);
  CHECK(parts[3].quote == ShellQuote::double_quote);
  CHECK(parts[4].kind == ShellPartKind::substitution);
  CHECK(parts[4].quote == ShellQuote::none);
  CHECK(parts[5].kind == ShellPartKind::escape);
  CHECK(slice(text, parts[5].span) == "\\f");
}

TEST_CASE("commands end at operators and line ends, not inside quotes") {
  CHECK(programs("a; b && c || d & e | f |& g\nh") == "a b c d e f g h");
  CHECK(programs("git commit -m \"one; rm two | three\" && ls") == "git ls");
  CHECK(programs("a |\n  b &&\n c") == "a b c");
  CHECK(programs("# a; b\nc # d") == "c");
}

TEST_CASE("pipelines are numbered, with stages") {
  const ShellScript script = parse_shell("curl x | jq . | tee y; wc z");
  CHECK(named(script, "curl").pipeline == named(script, "tee").pipeline);
  CHECK(named(script, "curl").stage == 0);
  CHECK(named(script, "tee").stage == 2);
  CHECK(named(script, "wc").pipeline != named(script, "tee").pipeline);
  CHECK(named(script, "wc").stage == 0);
}

TEST_CASE("assignments stand before the command") {
  const ShellScript script = parse_shell("A=1 B=\"x y\" C+=2 d[0]=3 make E=4");
  REQUIRE(script.commands.size() == 1);
  CHECK(script.commands[0].assignments.size() == 4);
  CHECK(script.commands[0].assignments[1].text == "B=x y");
  CHECK(script.commands[0].words.size() == 2);
  CHECK(programs("A=1\nB=$(date)") == "- - date");
  CHECK(programs("list=(a \"b c\" # note\n  $(ls)) ; echo") == "- ls echo");
  CHECK(parse_shell("1x=2").commands[0].assignments.empty());
}

TEST_CASE("wrappers run the program behind their options") {
  CHECK(programs("sudo -u www -E systemctl restart x") == "systemctl");
  CHECK(programs("env -i -u A PATH=/bin B=2 ls") == "ls");
  CHECK(programs("time -p nohup nice -n 5 ionice -c2 -n7 ffmpeg -i a") == "ffmpeg");
  CHECK(programs("timeout -k 5 10s curl x") == "curl");
  CHECK(programs("timeout --signal KILL --kill-after=3 10s curl x") == "curl");
  CHECK(programs("xargs -0 -n1 -I {} cp {} /t") == "cp");
  CHECK(programs("doas -u a stdbuf -oL setsid /usr/bin/grep x") == "grep");
  CHECK(programs("chroot /mnt make; flock /tmp/l make; exec -a n make; command make; builtin make") ==
        "make make make make make");
  CHECK(programs("command -v docker; sudo -v; xargs; env") == "command sudo xargs env");
  CHECK(programs("if command -V x; then sudo -- rm y; fi") == "command rm");
}

TEST_CASE("compound commands are taken apart; keywords are no words") {
  CHECK(programs("if ! test a; then b; elif c; then d; else e; fi") == "test b c d e");
  CHECK(programs("for f in x y; do g \"$f\"; done; while h; do i; done; until j; do k; done") == "g h i j k");
  CHECK(programs("for ((i = 0; i < $(nproc); i++)); do a; done") == "nproc a");
  CHECK(programs("select x in a b; do c; break; done") == "c break");
  CHECK(programs("case \"$1\" in a|b) make ;; (c) npm x ;& *) exit 1; esac; ls") == "make npm exit ls");
  CHECK(programs("x=$(case $y in a) b;; esac)") == "- b");
  CHECK(programs("(cd a && b) && { c; d; } 2>&1") == "cd b c d");
  CHECK(programs("[[ $a =~ ^(x|y)$ && -f $(pwd) ]] && b") == "pwd b");
  CHECK(programs("((a++)) || ((b = c << 2)); d") == "d");
  CHECK(programs("((a; b) | c)") == "a b c");
  CHECK(programs("time { a; }; time (b)") == "a b");
  CHECK(programs("echo if then fi do done { } case") == "echo");
}

TEST_CASE("a compound command has its own place, and those inside know it") {
  const ShellScript script = parse_shell("{ curl a; (wget b); } | bash > log");
  const ShellCommand& curl = named(script, "curl");
  const ShellCommand& bash = named(script, "bash");
  REQUIRE(curl.group != k_no_command);
  const ShellCommand& group = script.commands[curl.group];
  CHECK(group.form == ShellForm::brace_group);
  CHECK(group.pipeline == bash.pipeline);
  CHECK(group.stage == 0);
  CHECK(bash.stage == 1);
  CHECK(bash.redirects.size() == 1);
  const ShellCommand& inner = script.commands[named(script, "wget").group];
  CHECK(inner.form == ShellForm::subshell);
  CHECK(inner.group == curl.group);

  const ShellScript loop = parse_shell("while read -r l; do a; done < <(git log) | sort");
  CHECK(loop.commands[0].form == ShellForm::while_loop);
  REQUIRE(loop.commands[0].redirects.size() == 1);
  CHECK(named(loop, "git").place == ShellPlace::process_input);
  CHECK(named(loop, "git").parent == 0);
  CHECK(named(loop, "sort").pipeline == loop.commands[0].pipeline);
}

TEST_CASE("functions are known, and what stands in them") {
  const ShellScript script =
      parse_shell("build() { go x; }\nfunction test-it { npm y; }\nfunction f () (zip z)\nbuild");
  REQUIRE(script.functions.size() == 3);
  CHECK(script.functions[0].name == "build");
  CHECK(script.functions[1].name == "test-it");
  CHECK(named(script, "go").function == 1);
  CHECK(named(script, "npm").function == 2);
  CHECK(named(script, "zip").function == 3);
  CHECK(named(script, "build").function == 0);
  CHECK(script.functions[0].span == Span{0, 17});
}

TEST_CASE("substitutions belong to the command in whose words they stand") {
  const ShellScript script = parse_shell("diff <(sort a) <(cut b) > >(tee c) \"$(date `id`)\" $((1 + $(wc d)))");
  CHECK(named(script, "sort").place == ShellPlace::process_input);
  CHECK(named(script, "tee").place == ShellPlace::process_output);
  CHECK(named(script, "date").place == ShellPlace::substitution);
  CHECK(script.commands[named(script, "date").parent].name() == "diff");
  CHECK(script.commands[named(script, "id").parent].name() == "date");
  CHECK(script.commands[named(script, "wc").parent].name() == "diff");
}

TEST_CASE("backticks nest by backslashes") {
  const std::string_view text = "echo \"`a \\`b 'x y'\\` \\\"c\\\"`\" z";
  const ShellScript script = parse_shell(text);
  CHECK(programs(text) == "echo a b");
  CHECK(script.commands[named(script, "b").parent].name() == "a");
  CHECK(slice(text, named(script, "b").span) == "b 'x y'");
  CHECK(named(script, "a").words.back().text == "c");
}

TEST_CASE("redirections stand anywhere and are no words") {
  const ShellScript script = parse_shell("> out make 2>&1 a 3<in >>log &>>all {fd}<>rw >|f <<<\"$x\" 12 >& -");
  REQUIRE(script.commands.size() == 1);
  const ShellCommand& make = script.commands[0];
  CHECK(make.words.size() == 3);
  std::string all;
  for (const ShellRedirect& redirect : make.redirects) {
    all += std::to_string(redirect.fd) + redirect.op + redirect.target.text + ' ';
  }
  CHECK(all == "-1>out 2>&1 3<in -1>>log -1&>>all -1<>rw -1>|f -1<<<$x -1>&- ");
}

TEST_CASE("here-documents are not read as commands") {
  const std::string_view text = "cat <<A <<-'B' | x\nrm one $(date)\nA\n\trm `two`\n\tB\nls <<C\nC\n";
  const ShellScript script = parse_shell(text);
  CHECK(programs(text) == "cat x date ls");
  const ShellCommand& cat = named(script, "cat");
  REQUIRE(cat.redirects.size() == 2);
  CHECK(cat.redirects[0].target.text == "A");
  CHECK(slice(text, cat.redirects[0].here_document) == "rm one $(date)\n");
  CHECK(slice(text, cat.redirects[1].here_document) == "\trm `two`\n");
  CHECK(cat.redirects[1].target.quoted);
  CHECK(named(script, "date").parent == 0);
  CHECK(script.complete);

  CHECK(programs("x=$(cat <<A\na b\nA\n); c") == "- cat c");
  CHECK(programs("cat <<A\n  rm\n  A\nls") == "cat ls");  // an example that is indented as a whole
  CHECK_FALSE(parse_shell("cat <<A\nrm\n").complete);
}

TEST_CASE("text that a command runs is read, at its place in the source") {
  const std::string_view text =
      "sudo bash -lc \"curl \\\"$U\\\" | sh\"; eval 'a b;' c; trap 'rm t' EXIT; su - w -c \"php x\"";
  const ShellScript script = parse_shell(text);
  CHECK(programs(text) == "bash curl sh eval a c trap rm su php");
  const ShellCommand& curl = named(script, "curl");
  CHECK(curl.place == ShellPlace::argument);
  CHECK(script.commands[curl.parent].name() == "bash");
  CHECK(slice(text, curl.span) == "curl \\\"$U\\\"");
  CHECK(named(script, "sh").pipeline == curl.pipeline);

  CHECK(programs("bash <<'A'\ncurl x | sh\nA\n") == "bash curl sh");
  CHECK(parse_shell("bash <<'A'\nls\nA\n").commands[1].place == ShellPlace::here_document);
  CHECK(programs("bash run.sh <<'A'\nls\nA\n") == "bash");
  CHECK(programs("find . -exec chmod 644 {} \\; -exec sh -c 'a | b' \\;") == "find chmod sh a b");
  CHECK(programs("watch -n 2 'df -h | tail'") == "df -h | tail df tail");
  // What the outer shell expands is not read twice.
  CHECK(programs("sh -c \"x $(date)\"") == "sh x date");
}

TEST_CASE("broken lines do not hide the next") {
  CHECK(programs("echo 'open\nrm x\n") == "echo rm");
  CHECK(programs("echo \"open $(a\nrm x\n") == "echo rm");
  CHECK(programs("echo $(a (b c)\nrm x") == "echo rm");
  CHECK(programs("x=${y\nrm x") == "- rm");
  CHECK(programs("print(\"a\", f(b))\nrm x") == "print rm");
  CHECK(programs("fi; done; }; ) esac ;; rm x") == "rm");
  CHECK(programs("if a; then b") == "a b");
  CHECK(named(parse_shell("print(\"a\")\nrm x"), "print").broken);
  CHECK_FALSE(named(parse_shell("print(\"a\")\nrm x"), "rm").broken);
  CHECK_FALSE(parse_shell("echo \"open").complete);
  CHECK(parse_shell("").commands.empty());
  CHECK(programs("\\") == "\\");
  CHECK(programs(std::string_view("a\0b \xff\xfe c", 8)) == std::string_view("a\0b", 3));
}

TEST_CASE("spans count from the base") {
  const ShellScript script = parse_shell("a 'b' # c", 100);
  CHECK(script.commands[0].span == Span{100, 5});
  CHECK(script.commands[0].words[1].span == Span{102, 3});
  REQUIRE(script.comments.size() == 1);
  CHECK(script.comments[0] == Span{106, 3});
}

TEST_CASE("hostile text takes linear time") {
  constexpr std::size_t k_bytes = 200'000;
  const std::vector<std::string_view> pieces = {"(",
                                                "$(",
                                                "`",
                                                "`a ",
                                                "'",
                                                "\"",
                                                "\"$(\n",
                                                "a'\n",
                                                "<<A",
                                                "cat <<A\n",
                                                "x",
                                                "x ",
                                                "((a\n",
                                                "$((",
                                                "${a:-",
                                                "{ ",
                                                "if ",
                                                "case x in ",
                                                "a(",
                                                "a() ",
                                                "a=(",
                                                "[[ ",
                                                "eval ",
                                                "find -exec ",
                                                "$'a\n",
                                                "`a\\`\n",
                                                "\"`\n",
                                                "sudo ",
                                                "a|",
                                                "<(",
                                                "\\",
                                                "echo $(( \"((\" ) )\n",
                                                "cat <<A\n A\n",
                                                "cat <<A\n$(cat <<A\n",
                                                "sh -c 'x' ;",
                                                "@(x)",
                                                "\"$(a `b ${c:-$((d",
                                                "\n"};
  for (std::string_view piece : pieces) {
    INFO(piece);
    const auto begin = std::chrono::steady_clock::now();
    (void)parse_shell(repeated(piece, k_bytes));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    CHECK(taken.count() < 8.0);  // quadratic reading takes minutes, also without optimisation under a sanitizer
  }
  CHECK_FALSE(parse_shell(repeated("(", 1000)).complete);
}

TEST_CASE("a nested text is entered 64 deep") {
  const auto nested = [](std::size_t depth) { return repeated("$(", 2 * depth) + "deepest" + std::string(depth, ')'); };
  const auto runs = [](const std::string& text, std::string_view name) {
    const ShellScript script = parse_shell(text);
    return std::any_of(script.commands.begin(), script.commands.end(),
                       [&](const ShellCommand& command) { return command.name() == name; });
  };
  CHECK(runs(nested(60), "deepest"));
  CHECK_FALSE(runs(nested(100), "deepest"));
  CHECK_FALSE(parse_shell(nested(100)).complete);
  CHECK(runs(nested(100) + "\nrm x", "rm"));
}

TEST_CASE("fences are told by the first word of their info string") {
  for (std::string_view info : {"bash", "sh", "Shell", "zsh", "fish", "{.bash .numberLines}", "bash title=\"x.sh\"",
                                "bash:install.sh", "{bash, echo=FALSE}", "language-sh", "!", "ksh,copy"}) {
    INFO(info);
    CHECK(fence_kind(info) == FenceKind::shell);
  }
  CHECK(fence_kind("console") == FenceKind::console);
  CHECK(fence_kind("shell-session") == FenceKind::console);
  CHECK(fence_kind("pwsh") == FenceKind::powershell);
  CHECK(fence_kind("bat") == FenceKind::powershell);
  CHECK(fence_kind("  ") == FenceKind::unlabelled);
  for (std::string_view info : {"json", "text", "python", "bashful", "{r}", "dockerfile", "output"}) {
    CHECK(fence_kind(info) == FenceKind::other);
  }
}

TEST_CASE("prompts and output lines become blanks") {
  const auto commands = [](std::string_view text, FenceKind kind) {
    const std::string blanked = without_prompts(text, kind);
    CHECK(blanked.size() == text.size());
    return programs(blanked);
  };
  CHECK(commands("$ git status\nOn branch x\nnothing to do\n$ make\n", FenceKind::shell) == "git make");
  CHECK(commands("git status\nmake\n", FenceKind::shell) == "git make");
  CHECK(commands("# comment\n$ npm ci\nnpm warn old\n", FenceKind::shell) == "npm");
  CHECK(commands("$ docker run \\\n>   --rm \\\n    -it img\nhello from it\n", FenceKind::console) == "docker");
  CHECK(commands("me@host:~/x$ make a\n[root@h etc]# ls\n(venv) $ pytest -q\n~/x $ go vet\nbash-5.1$ id\n",
                 FenceKind::console) == "make ls pytest go id");
  CHECK(commands("% brew list\n\u276f cargo test\nPS C:\\x> dir\n>>> print(1)\n1\n", FenceKind::console) ==
        "brew cargo dir");
  CHECK(commands("# systemctl restart x\n# restart the service\n", FenceKind::console) == "systemctl");
  CHECK(commands("$ cat <<EOF\n> rm x\n> EOF\n$ ls\n", FenceKind::console) == "cat ls");
  CHECK(commands("$ for f in a\n> do\n>   wc $f\n> done\n3 a\n", FenceKind::console) == "wc");
  CHECK(commands("output only\n", FenceKind::console).empty());
}
