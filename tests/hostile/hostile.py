#!/usr/bin/env python3
"""Check skills that were made to break a reader: hostile.py PROGRAM.

Each must end with an exit status of the contract, one JSON document, the finding that fits, and within a budget of time and
memory. Sanitizers make programs slower and larger: with SKILLSTOW_BUDGET=N the budgets are N times as large.
"""
import json, os, subprocess, sys, tempfile

SECONDS, MEGABYTES = 10, 512
HEAD = b'---\nname: x\ndescription: "Reads charts. Use when a user has a chart."\n---\n\n# X\n\n'
MB = 1 << 20

# name: (bytes of SKILL.md, rule that must be among the findings or None)
TEXTS = {
    "empty": (b"", "frontmatter-missing"),
    "twenty-megabytes": (HEAD + b"Text and more text.\n" * MB, "file-large"),
    "one-line": (HEAD + b"a" * (5 * MB), None),
    "zeros": (b"\0" * MB, "encoding"),
    "utf16": ("\ufeff---\nname: x\n---\n".encode("utf-16-le"), "encoding"),
    "latin-1": (HEAD + b"caf\xe9\n", "encoding"),
    "brackets-in-yaml": (b"---\nname: x\ndescription: " + b"[" * 60000 + b"\n---\n", "frontmatter-yaml"),
    "large-yaml": (b"---\nname: x\ndescription: " + b"x" * 100000 + b"\n---\n", "frontmatter-yaml"),
    "brackets": (HEAD + b"[" * 100000, None),
    "quotes": (HEAD + b">" * 100000, None),
    "backticks": (HEAD + b"`" * 500000, None),
    "images": (HEAD + b"![[]()" * 100000, None),
    "html": (HEAD + b"<!-- " * 100000, None),
    "newlines": (HEAD + b"\n" * MB, None),
    "fences": (HEAD + b"```sh\n" * 50000, None),
    "shell": (HEAD + b"```sh\n" + b"$(" * 200000 + b"\n```\n", None),
    "evals": (HEAD + b"```sh\n" + b"eval " * 20000 + b"\n```\n", None),
    "shells": (HEAD + b"```sh\n" + b"sh -c " * 20000 + b"\n```\n", None),
    "calls": (HEAD + b"```python\n" + b"os.system(" * 40000 + b"\n```\n", "code-execution"),
    "heredocs": (HEAD + b"```sh\n" + b"cat <<A\n" * 20000 + b"\n```\n", None),
    "links": (HEAD + b"[a](b.md) " * 50000, None),
    "references": (HEAD + b"".join(b"[r%d]: f%d.md\n" % (i, i) for i in range(20000)), None),
    "headings": (HEAD + b"## Step 1: a\n" * 40000, None),
    "bomb": (b"---\nname: x\na: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
        b"%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n" % ((c, c) + (c - 1,) * 9) for c in range(98, 110)) + b"---\n", "description-missing"),
}


def run(program, *args):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen([program, *args], stdout=out, stderr=err, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), err.seek(0)
        return process.returncode, out.read(), err.read(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    program, factor = os.path.abspath(sys.argv[1]), int(os.environ.get("SKILLSTOW_BUDGET", "1"))
    passed, failed = 0, 0

    def judge(name, path, rule, statuses=(0, 1)):
        nonlocal passed, failed
        status, out, err, seconds, megabytes = run(program, "check", "--format", "json", path)
        problems = []
        if status not in statuses:
            problems.append(f"exit status {status}: {err[-300:].decode(errors='replace')}")
        try:
            answer = json.loads(out)
            rules = {f["rule"] for s in answer["skills"] for f in s["findings"]}
            if rule and rule not in rules:
                problems.append(f"no {rule} among {sorted(rules)}")
        except ValueError:
            problems.append("standard output is not one JSON document")
        if seconds > SECONDS * factor:
            problems.append(f"took {seconds:.1f} s")
        if megabytes > MEGABYTES * factor:
            problems.append(f"took {megabytes:.0f} MB")
        print(f"{'FAIL' if problems else 'ok  '} {name}: {seconds:.2f} s, {megabytes:.0f} MB {'; '.join(problems)}")
        passed, failed = passed + (not problems), failed + bool(problems)

    with tempfile.TemporaryDirectory(prefix="hostile-") as top:
        for name, (data, rule) in TEXTS.items():
            os.makedirs(os.path.join(top, name, "x"))
            with open(os.path.join(top, name, "x", "SKILL.md"), "wb") as file:
                file.write(data)
            judge(name, os.path.join(top, name), rule)
        strange = os.path.join(top, "strange")
        for kind in "folder", "fifo", "loop", "deep":
            os.makedirs(os.path.join(strange, kind))
        os.mkdir(os.path.join(strange, "folder", "SKILL.md"))
        os.mkfifo(os.path.join(strange, "fifo", "SKILL.md"))
        os.symlink("SKILL.md", os.path.join(strange, "loop", "SKILL.md"))
        for kind in "folder", "fifo", "loop":
            judge(kind, os.path.join(strange, kind), "frontmatter-missing", (1,))
        deep = os.path.join(strange, "deep")
        for _ in range(300):
            deep = os.path.join(deep, "d")
            os.mkdir(deep)
        judge("deep folders", os.path.join(strange, "deep"), None, (3,))
        many = os.path.join(top, "many", "x")
        os.makedirs(many)
        with open(os.path.join(many, "SKILL.md"), "wb") as file:
            file.write(HEAD)
        for i in range(25000):
            os.mkdir(os.path.join(many, f"f{i}")) if i % 100 == 0 else open(os.path.join(many, f"{i}.txt"), "w").close()
        judge("many files", os.path.dirname(many), None)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
