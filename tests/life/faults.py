#!/usr/bin/env python3
"""Stop install, update, remove and undo before every system call that writes: faults.py PROGRAM LIBRARY [COMMAND]...

LIBRARY is stop_at.c, built. For each command and each N the program is killed before its Nth write (or that call fails, as on
a full disk or a read-only one). Then each skill's folder holds its old or its new state, whole; and after the next run, which
recovers, files and record agree and nothing is left over. Ends with "N passed, M failed".

SKILLSTOW_STRIDE=K tries every Kth call only, each way of stopping from another call on. The files are in memory where the system has a file system for that: what is
tested is the order of the calls, and a real disk takes ten times as long to flush.
"""
import json, os, shutil, subprocess, sys, tempfile
from pathlib import Path

from life import BODY, GREET, WAVE, Done, need, tree

STRIDE = int(os.environ.get("SKILLSTOW_STRIDE", "1"))
MEMORY = "/dev/shm"
AGENT = ["--agent", "claude-code", "--yes"]
COMMANDS = {
    "install": ["install", "{source}", "--skill", "*", *AGENT],
    "update": ["update", "--yes"],
    "merge": ["update", "--merge", "--yes"],
    "remove": ["remove", "--all", "--yes"],
    "undo": ["undo", "--yes"],
    "sync": ["sync", "--yes"],
    "adopt": ["adopt", "--all", "--yes"],
}


class Scene:
    def __init__(self, program, library, top):
        self.program, self.library, self.top = program, library, Path(os.path.realpath(top))
        self.source, self.project, self.home = self.top / "source", self.top / "project", self.top / "home"

    def write(self, path, text, mode=0o644):
        path = self.top / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)

    def skills(self, body):
        self.write("source/greet/SKILL.md", GREET + body)
        self.write("source/greet/scripts/run.sh", "#!/bin/sh\n" + "".join(f"# {line}\n" for line in body.split("\n")), 0o755)
        self.write("source/wave/SKILL.md", WAVE + body)

    def begin(self, command):
        """The state before the command, in a fresh folder. Made once, then copied."""
        made = self.top / "before"
        if made.exists():
            for folder in self.source, self.project, self.home:
                shutil.rmtree(folder, ignore_errors=True)
                shutil.copytree(made / folder.name, folder, symlinks=True)
            return
        self.make(command)
        for folder in self.source, self.project, self.home:
            shutil.copytree(folder, made / folder.name, symlinks=True)

    def make(self, command):
        for folder in self.source, self.project, self.home:
            shutil.rmtree(folder, ignore_errors=True)
        self.project.mkdir(), self.home.mkdir()
        self.skills(BODY)
        if command == "adopt":
            shutil.copytree(self.source, self.project / ".claude/skills")
        elif command != "install":
            self.run(COMMANDS["install"])
        if command in ("update", "merge", "undo"):
            self.skills(BODY + "More.\n")
        if command == "merge":
            edited = self.project / ".claude/skills/greet/SKILL.md"
            edited.write_text(edited.read_text().replace("hello", "welcome"))
        if command == "undo":
            self.run(COMMANDS["update"])
        if command == "sync":
            shutil.rmtree(self.project / ".claude")

    def run(self, words, **env):
        words = [word.format(source=self.source) for word in words]
        env = {"PATH": os.environ["PATH"], "HOME": str(self.home), **env}
        if "STOP_AT" in env or "STOP_COUNT" in env:
            env["LD_PRELOAD"] = self.library
        return Done(subprocess.run([self.program, *words], cwd=self.project, env=env, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120))

    def folders(self):
        return {name: tree(self.project / ".claude/skills" / name) for name in ("greet", "wave")}

    def state(self):
        """What counts: the skills and the record."""
        record = self.project / "skillstow.lock"
        return self.folders(), record.read_text() if record.exists() else None

    def settle(self):
        """The next run that changes anything recovers first; this one has nothing to do after that."""
        self.run(["remove", "no-such-skill", "--yes"])

    def leftovers(self, backup):
        """`backup`: the files that a command may put aside, as its message names them. An empty folder is none: it stays where its very removal was stopped, and the next install uses it."""
        own = {".skillstow/.gitignore", ".skillstow/folders.json", "skillstow.lock"}
        found = tree(self.project)
        aside = {path for path, what in found.items() if path.startswith(".skillstow/backups/") and what in backup.values()}
        return [path for path in found if path not in own | aside and not path.startswith(".claude/skills/")
                and not ((self.project / path).is_dir() and not os.listdir(self.project / path))]


def stop(scene, command, how, first):
    """Every N, or every STRIDE'th from `first` on. Gives the number of calls."""
    words = COMMANDS[command]
    scene.begin(command)
    old = scene.state()
    scene.run(words, STOP_COUNT=str(scene.top / "count"))
    new, calls = scene.state(), int((scene.top / "count").read_text())
    need(old != new and calls > 10, f"{command} changes nothing, or the calls are not counted ({calls})")
    for n in range(first, calls + 1, STRIDE):
        scene.begin(command)
        done = scene.run(words, STOP_AT=str(n), **how)
        at = f"{command}, {how or 'killed'}, call {n} of {calls}"
        for name, folder in scene.folders().items():
            need(folder in (old[0][name], new[0][name]), f"{at}: {name} is neither old nor new: {sorted(folder)}\n{done.text}")
        if done.code == 0 and how:
            need(scene.folders() == new[0], f"{at}: exit status 0, and it is not done\n{done.text}")
        scene.settle()
        state = scene.state()
        need(state in (old, new), f"{at}: after recovery neither old nor new\n{done.text}")
        left = scene.leftovers(old[0]["greet"] if command == "merge" and state == new else {})
        need(not left, f"{at}: left over: {left}")
        if state == old and command != "adopt":
            need(scene.run(words).code == 0 and scene.state() == new, f"{at}: it cannot be done again")
    return calls


def main():
    program, library, chosen = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:]
    passed, failed = 0, 0
    for command in chosen or COMMANDS:
        for number, how in enumerate(({}, {"STOP_WITH": "ENOSPC"}, {"STOP_WITH": "ENOSPC", "STOP_FOR_GOOD": "1"}, {"STOP_WITH": "EROFS"}, {"STOP_WITH": "EINTR"})):
            with tempfile.TemporaryDirectory(prefix="faults-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as top:
                try:
                    print(f"ok   {command} {how.get('STOP_WITH', 'kill')}{' for good' * ('STOP_FOR_GOOD' in how)}: "
                          f"{stop(Scene(program, library, top), command, how, 1 + number % STRIDE)} calls", flush=True)
                    passed += 1
                except Exception as problem:
                    failed += 1
                    print(f"FAIL {command} {how}: {type(problem).__name__}: {problem}", flush=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
