#!/usr/bin/env python3
"""Run one case of the command line: cli_case.py PROGRAM FILE.case

A case is a text file. Lines that start with "=== " open a part; what stands before the first is the case's own words.

    === file PATH [MODE]     a file to write first (MODE in octal, 0644 by default); its text follows
    === bytes PATH           the same, the text in Python's escapes: \\xff \\0 \\n; line ends of the case are left out
    === link PATH -> TARGET  a symbolic link
    === folder PATH          an empty folder
    === shell                lines for sh, run in the work folder
    === run ARGUMENTS        run the program; words as a shell splits them; NAME=VALUE before them sets the environment
    === exit N               the exit status of that run (0 if not said)
    === stdout               what it must print, to the byte but for the last line end
    === stderr               the same for messages; nothing if not said
    === has PATH             a file that must be there now; with text below: its exact content
    === hasnt PATH           must not be there, not even as a link
    === mode PATH MODE       the permissions that a file must have
    === points PATH -> TARGET  must be this link

Parts are done from top to bottom. The work folder stands as $WORK in what is compared. A line "…" in an expected text stands for
any number of lines. HOME is $WORK/home. With UPDATE_SNAPSHOTS=1 the texts and exit statuses of the runs are written into the case.
"""
import codecs, difflib, os, re, shlex, shutil, stat, subprocess, sys, tempfile


def parts_of(text):
    parts, head = [], []
    for line in text.split("\n"):
        match = re.match(r"=== (\w+) ?(.*)$", line)
        if match:
            parts.append([match.group(1), match.group(2), []])
        elif parts:
            parts[-1][2].append(line)
        else:
            head.append(line)
    if parts and parts[-1][2] and parts[-1][2][-1] == "":
        parts[-1][2].pop()  # the case's own last line end
    return head, parts


def matches(expected, got):
    """Whether the lines are the same, with "…" for any lines."""
    if "…" not in expected:
        return expected == got
    first, *rest = [list(g) for g in split_on(expected, "…")]
    if got[: len(first)] != first:
        return False
    at = len(first)
    for n, group in enumerate(rest):
        if n == len(rest) - 1:
            return len(got) - len(group) >= at and got[len(got) - len(group):] == group
        while got[at: at + len(group)] != group:
            at += 1
            if at + len(group) > len(got):
                return False
        at += len(group)
    return True


def split_on(lines, mark):
    group = []
    for line in lines:
        if line == mark:
            yield group
            group = []
        else:
            group.append(line)
    yield group


class Case:
    def __init__(self, program, path):
        self.program, self.path = os.path.abspath(program), path
        with open(path, encoding="utf-8", newline="") as file:
            self.head, self.parts = parts_of(file.read())
        self.update = os.environ.get("UPDATE_SNAPSHOTS") == "1"
        self.problems = []
        self.done = None

    def place(self, path):
        path = path.replace("$WORK", self.work)
        return os.path.join(self.work, path)

    def write(self, path, data, mode=0o644):
        place = self.place(path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(data)
        os.chmod(place, mode)

    def environment(self, extra):
        keep = {k: os.environ[k] for k in ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LD_LIBRARY_PATH") if k in os.environ}
        return {**keep, "HOME": os.path.join(self.work, "home"), "LC_ALL": "C", "TMPDIR": self.temp, **extra}

    def run_program(self, arguments):
        words, extra = shlex.split(arguments.replace("$WORK", self.work)), {}
        while words and re.match(r"[A-Z_]+=", words[0]):
            name, _, value = words.pop(0).partition("=")
            extra[name] = value
        done = subprocess.run([self.program] + words, cwd=self.work, env=self.environment(extra), stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=120)
        hide = lambda data: data.decode("utf-8", "backslashreplace").replace(self.work, "$WORK")
        return {"exit": done.returncode, "stdout": hide(done.stdout), "stderr": hide(done.stderr)}

    def differ(self, what, expected, got):
        diff = difflib.unified_diff(expected, got, "expected " + what, "got " + what, lineterm="", n=2)
        self.problems.append("\n".join(diff))

    def judge_run(self, run, said):
        """Compare a run with the parts that follow it, or write them anew."""
        got = {"exit": run["exit"], "stdout": lines_of(run["stdout"]), "stderr": lines_of(run["stderr"])}
        if run["exit"] not in (0, 1, 2, 3):
            self.problems.append(f"exit status {run['exit']}\n{run['stderr']}")
        if self.update:
            return got
        if int(said.get("exit", "0")) != got["exit"]:
            self.problems.append(f"exit status {got['exit']}, not {said.get('exit', '0')}\n{run['stderr']}")
        for stream in ("stdout", "stderr"):
            expected = said.get(stream, [] if stream == "stderr" else None)
            if expected is not None and not matches(expected, got[stream]):
                self.differ(stream, expected, got[stream])
        return got

    def run(self):
        with tempfile.TemporaryDirectory(prefix="skillstow-case-") as top:
            top = os.path.realpath(top)
            self.work, self.temp = os.path.join(top, "work"), os.path.join(top, "temp")
            os.mkdir(self.work), os.mkdir(self.temp), os.mkdir(os.path.join(self.work, "home"))
            out, at = [], 0
            while at < len(self.parts):
                kind, rest, lines = self.parts[at]
                at += 1
                out.append([kind, rest, lines])
                if kind != "run":
                    self.do(kind, rest, lines)
                    continue
                said = {}
                while at < len(self.parts) and self.parts[at][0] in ("exit", "stdout", "stderr"):
                    k, r, l = self.parts[at]
                    said[k] = r if k == "exit" else l
                    at += 1
                got = self.judge_run(self.run_program(rest), said)
                if got["exit"] != 0:
                    out.append(["exit", str(got["exit"]), []])
                if "stdout" in said or self.update and got["stdout"]:
                    keep = said.get("stdout", []) if "…" in said.get("stdout", []) else got["stdout"]
                    out.append(["stdout", "", keep])
                if got["stderr"]:
                    keep = said.get("stderr", []) if "…" in said.get("stderr", []) else got["stderr"]
                    out.append(["stderr", "", keep])
            make_removable(self.work)
        if self.update:
            text = "\n".join(self.head + [f"=== {k} {r}".rstrip() + "".join("\n" + x for x in l) for k, r, l in out]) + "\n"
            with open(self.path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        return self.problems

    def do(self, kind, rest, lines):
        text = "".join(line + "\n" for line in lines)
        if kind == "file":
            path, _, mode = rest.partition(" ") if re.search(r" 0[0-7]{3}$", rest) else (rest, "", "0644")
            self.write(path, text.encode(), int(mode, 8))
        elif kind == "bytes":
            self.write(rest, codecs.escape_decode("".join(lines).encode())[0])
        elif kind == "link":
            path, target = rest.split(" -> ")
            os.makedirs(os.path.dirname(self.place(path)), exist_ok=True)
            os.symlink(target.replace("$WORK", self.work), self.place(path))
        elif kind == "folder":
            os.makedirs(self.place(rest), exist_ok=True)
        elif kind == "shell":
            subprocess.run(["sh", "-eu", "-c", text], cwd=self.work, env=self.environment({}), check=True, stdin=subprocess.DEVNULL, timeout=120)
        elif kind == "has":
            if not os.path.lexists(self.place(rest)):
                self.problems.append(f"{rest} is not there")
            elif lines:
                with open(self.place(rest), encoding="utf-8", errors="backslashreplace", newline="") as file:
                    got = file.read()
                if got != text:
                    self.differ(rest, text.splitlines(), got.splitlines())
        elif kind == "hasnt":
            if os.path.lexists(self.place(rest)):
                self.problems.append(f"{rest} is there")
        elif kind == "mode":
            path, mode = rest.rsplit(" ", 1)
            got = stat.S_IMODE(os.stat(self.place(path)).st_mode)
            if got != int(mode, 8):
                self.problems.append(f"{path} has mode {got:04o}, not {mode}")
        elif kind == "points":
            path, target = rest.split(" -> ")
            got = os.readlink(self.place(path)) if os.path.islink(self.place(path)) else "no link"
            if got != target.replace("$WORK", self.work):
                self.problems.append(f"{path} points to {got}, not {target}")
        else:
            self.problems.append(f'unknown part "=== {kind}"')


def lines_of(text):
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def make_removable(top):
    for folder, folders, _ in os.walk(top):
        for name in folders:
            place = os.path.join(folder, name)
            if not os.path.islink(place):
                os.chmod(place, 0o755)


def main():
    if len(sys.argv) != 3 or not shutil.which(sys.argv[1]) and not os.access(sys.argv[1], os.X_OK):
        sys.exit(__doc__)
    problems = Case(sys.argv[1], sys.argv[2]).run()
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
