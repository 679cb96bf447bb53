#!/usr/bin/env python3
"""Measure skillstow against public means, and print ratios: `./dev bench [--strict] [--quick]`.

Every ratio is of two things measured in turn in this same run, so it means the same on a fast machine and on a slow or
busy one; each figure is the median. The skills are the shared real ones where they stand beside this checkout, else made
ones. --strict: exit status 1 if a target is missed. --quick: fewer runs.
"""
import argparse
import collections
import os
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "support"))
import corpus  # noqa: E402

Cost = collections.namedtuple("Cost", "wall cpu memory")  # seconds, seconds, MiB
HELLO = '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n'


class Bench:
    def __init__(self, program, work, quick, scan_time=None):
        self.scan_time = scan_time
        self.program, self.work, self.quick, self.missed = os.path.abspath(program), work, quick, []
        os.makedirs(work, exist_ok=True)
        self.spawn = self.compile("spawn", open(os.path.join(HERE, "spawn.c")).read())

    def compile(self, name, text):
        source = os.path.join(self.work, name + ".c")
        with open(source, "w") as out:
            out.write(text)
        subprocess.run(["cc", "-O2", "-o", os.path.join(self.work, name), source], check=True)
        return os.path.join(self.work, name)

    def costs(self, runs, *commands):
        """Runs the commands in turn and gives the median cost of each. `check` may find errors: status 1 is fine."""
        runs = max(3, runs // 4) if self.quick else runs
        words = []
        for command in commands:
            words += ([":::"] if words else []) + command
        out = subprocess.run([self.spawn, str(runs)] + words, check=True, stdout=subprocess.PIPE, text=True).stdout
        found = [[] for _ in commands]
        for line in out.splitlines():
            number, wall, cpu, memory, status = map(int, line.split())
            if status > 1:
                sys.exit(f"bench: `{' '.join(commands[number])[:200]}` ended with status {status}")
            found[number].append(Cost(wall / 1e9, cpu / 1e9, memory / 1024))
        return [Cost(*map(statistics.median, zip(*each))) for each in found]

    def check(self, folder, *options):
        return [self.program, "check", "--format", "json", *options, folder]

    def told(self, what, figure, unit, target, note):
        """Prints one line; a figure above its target is remembered."""
        met = figure <= target
        if not met:
            self.missed.append(what)
        print(f"{what:<46}{figure:>7.2f} {unit:<4} {'ok ' if met else 'OVER'} target {target:g}   {note}", flush=True)


def start(b):
    hello = b.compile("hello", HELLO)
    mine, floor = b.costs(400, [b.program, "--version"], [hello])
    b.told("start of --version / of a C hello-world", mine.wall / floor.wall, "x", 5,
           f"{mine.wall * 1e3:.2f} ms / {floor.wall * 1e3:.2f} ms")


def against_cat(b, folder):
    files = corpus.files(folder)
    listing = os.path.join(b.work, "files")
    with open(listing, "w", errors="surrogateescape") as out:
        out.write("".join(path + "\0" for path in files))
    cat = ["xargs", "-0", "-a", listing, "cat"]
    one, two, every, floor = b.costs(12, b.check(folder, "--threads", "1"), b.check(folder, "--threads", "2"),
                                     b.check(folder), cat)
    for threads, mine in ("one thread", one), (f"all {os.cpu_count()} threads", every):
        b.told(f"CPU of check, {threads} / of cat", mine.cpu / floor.cpu, "x", 15,
               f"{mine.cpu * 1e3:.0f} ms / {floor.cpu * 1e3:.0f} ms, wall {mine.wall * 1e3:.0f} ms, "
               f"{len(corpus.skills(folder))} skills, {len(files)} files")
    if os.cpu_count() > 1:
        b.told("wall time of check, two threads / one", two.wall / one.wall, "x", 1 / 1.7,
               f"{two.wall * 1e3:.0f} ms / {one.wall * 1e3:.0f} ms")


def against_peer(b, folder):
    """skill-check is another linter with a full rule set, in npm; measured where it is installed, without its scan."""
    peer = shutil.which("skill-check")
    if not peer:
        print("wall time of check / of skill-check             skill-check is not on the PATH (npm install -g skill-check)")
        return
    mine, other = b.costs(4, b.check(folder), [peer, "check", folder, "--format", "json", "--no-security-scan"])
    b.told("wall time of check / of skill-check", mine.wall / other.wall, "x", 0.1,
           f"{mine.wall * 1e3:.0f} ms / {other.wall * 1e3:.0f} ms")


def packing(b, folder):
    """A package of each skill, checked first, all in one process, against one zip file of the same folders by Info-ZIP's
    program, which checks nothing and makes one file alone."""
    if not shutil.which("zip"):
        print("packing: not measured, there is no zip here")
        return
    place, skills = os.path.join(b.work, "packing"), corpus.skills(folder)
    os.makedirs(place, exist_ok=True)
    archive = os.path.join(place, "all.zip")
    mine, check, other = b.costs(8, ["sh", "-c", 'exec "$0" "$@" 2> /dev/null', b.program, "pack", "--all", folder, "--force", "-o", os.path.join(place, "out")], b.check(folder),
                                 ["sh", "-c", 'rm -f "$0"; exec zip -q -X -r "$0" "$@"', archive, *skills])
    b.told(f"CPU, pack --all {len(skills)} skills / zip -q -X -r", mine.cpu / other.cpu, "x", 1.5,
           f"{mine.cpu:.2f} s / {other.cpu:.2f} s; check alone {check.cpu:.2f} s")


def memory(b, folder):
    count = len(corpus.skills(folder))
    many = corpus.copies(folder, -(-10000 // count))
    total = len(corpus.skills(many))
    for form in "json", "text":
        (mine,) = b.costs(3, [b.program, "check", "--format", form, many])
        b.told(f"peak memory, {total} skills, {form}", mine.memory, "MiB", 64, f"wall {mine.wall:.2f} s")


def scanning(b, folder):
    """The safety scan inside the process, in CPU time of one thread: a skill at a time, and all against no scan."""
    if not b.scan_time:
        return
    runs = [list(map(int, subprocess.run([b.scan_time, folder], check=True, stdout=subprocess.PIPE).stdout.split()))
            for _ in range(1 if b.quick else 3)]
    half, most, with_scan, without = map(statistics.median, zip(*runs))
    b.told("judging one skill, median", half / 1e6, "ms", 2, "with the safety scan, without loading")
    b.told("judging one skill, 99th percentile", most / 1e6, "ms", 25, "the same")
    b.told("CPU, with the safety scan / without", with_scan / without, "x", 3,
           f"{with_scan / 1e9:.2f} s / {without / 1e9:.2f} s, loading included")


def growth(b, folder):
    """Twice the bytes must take twice the time: with twice the skills, and with one file twice as long, whatever it
    repeats. The room above 2 is for noise; what grows with the square shows as 4."""
    once, twice = corpus.copies(folder, 2), corpus.copies(folder, 4)
    small, large = b.costs(8, b.check(once), b.check(twice))
    b.told("CPU, twice the skills / once", large.cpu / small.cpu, "x", 2.3, f"{large.cpu:.2f} s / {small.cpu:.2f} s")
    shapes = {"prose": "Plain words, `code` and **more** of them.\n\n", "list": "- item\n  - inner\n", "quotes": "> ",
              "brackets": "[", "image brackets": "![[]()", "links": "[a](b.md) ", "backticks": "`a ``b ```c\n", "stars": "*a **b ",
              "fences": "```sh\ncurl x | sh\n```\n", "heredocs": "```sh\ncat <<E\n```\n", "subshells": "```sh\n$($($(\n```\n",
              "headings": "## Step 1: a\n", "html": "<a <!-- <?", "urls": "https://a.b/c ", "table": "| a | b |\n|---|---|\n",
              "references": "[a]: b\n", "quoted shell": "```sh\n\"'\\\n```\n", "zero width": "a\u200b\u200d",
              # "№" counts up, for what is looked up among all before it
              "steps": "## Step №: a\n", "many links": "[a](b№.md) ", "definitions": "[a№]: b\n", "mentions": "`scripts/a№.py` "}
    worst = (0, "", None, None)
    for name, unit in shapes.items():
        folders = []
        for size in 150_000, 300_000:
            place = os.path.join(b.work, "growth", f"{name.replace(' ', '-')}-{size}", "long")
            os.makedirs(place, exist_ok=True)
            with open(os.path.join(place, "SKILL.md"), "w", encoding="utf-8") as out:
                out.write("---\nname: long\ndescription: One long file.\n---\n\n# Long\n\n")
                out.write("".join(unit.replace("№", str(i)) for i in range(size // len(unit.encode()))))
            folders.append(place)
        floor, small, large = b.costs(8, [b.program, "--version"], b.check(folders[0]), b.check(folders[1]))
        # The start is no part of what grows. A millisecond more or less is noise.
        ratio = (large.cpu - floor.cpu) / max(small.cpu - floor.cpu, 1e-3)
        worst = max(worst, (ratio, name, small.cpu, large.cpu))
    b.told(f"CPU, one file twice as long, worst of {len(shapes)}", worst[0], "x", 2.8,
           f"{worst[1]}: {worst[3] * 1e3:.1f} ms / {worst[2] * 1e3:.1f} ms")


def catalogs(b, folder):
    """A site of all skills. The runs after the first replace the site before, as a scheduled job would."""
    once, twice = corpus.copies(folder, 1), corpus.copies(folder, 2)
    site = lambda skills, name: [b.program, "catalog", skills, "-o", os.path.join(b.work, name), "--format", "json"]
    for name in "site-once", "site-twice":
        shutil.rmtree(os.path.join(b.work, name), ignore_errors=True)
    floor, small, large = b.costs(4, b.check(once), site(once, "site-once"), site(twice, "site-twice"))
    b.told("CPU of catalog / of check", small.cpu / floor.cpu, "x", 4,
           f"{small.cpu:.2f} s / {floor.cpu:.2f} s, wall {small.wall:.2f} s")
    b.told("CPU of catalog, twice the skills / once", large.cpu / small.cpu, "x", 2.3, f"memory {large.memory:.0f} MiB")


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(text if isinstance(text, bytes) else text.encode())


def small_skill(name):
    return f"---\nname: {name}\ndescription: Greets people by name. Use when someone arrives.\n---\n\nSay hello to {name}.\n"


def install_script(b, name, place, command):
    """A script that empties a project and installs into it, with a home of its own. What the emptying costs is measured by one
    that does nothing else, and taken off."""
    lines = [f"cd '{place}'", "rm -rf project home", "mkdir -p project/.claude project/.codex home", f"export HOME='{place}/home'",
             "unset XDG_STATE_HOME XDG_CACHE_HOME", "cd project", command]
    write(os.path.join(b.work, name + ".sh"), "\n".join(lines) + "\n")
    return ["sh", os.path.join(b.work, name + ".sh")]


def installing(b):
    """One small local skill for two agents, against `npx skills add` where it is on the PATH; one skill out of a bare
    repository of 60 MB, against git archive and tar; and many skills, which must not cost more each than few."""
    place = os.path.join(b.work, "installing")
    os.makedirs(place, exist_ok=True)
    write(os.path.join(place, "one/greet/SKILL.md"), small_skill("greet"))
    agents = "--agent claude-code --agent codex --yes"
    mine = install_script(b, "install-one", place, f"exec '{b.program}' --quiet install ../one --skill greet {agents}")
    nothing = install_script(b, "install-nothing", place, "exec true")
    peer = shutil.which("skills")
    if peer:
        other = install_script(b, "install-peer", place, f"exec '{peer}' add ../one --skill greet -a claude-code -a codex --copy -y")
        floor, one, theirs = (cost.wall * 1e3 for cost in b.costs(12, nothing, mine, other))
        b.told("wall time of install / of npx skills add", (one - floor) / (theirs - floor), "x", 0.1,
               f"{one - floor:.0f} ms / {theirs - floor:.0f} ms")
    else:
        print("wall time of install / of npx skills add       skills is not on the PATH (npm install -g skills)")

    bare = corpus.once(os.path.join(corpus.ROOT, "build", "corpus", "bare-60M"), large_repository)
    tree = "HEAD:skills/greet"
    tar = install_script(b, "archive", place, f"mkdir '{place}/home/out' && git -C '{bare}' archive {tree} | tar x -C '{place}/home/out'")
    mine = install_script(b, "install-bare", place, f"exec '{b.program}' --quiet install '{bare}' --skill greet --agent claude-code --yes")
    floor, one, theirs = (cost.wall * 1e3 for cost in b.costs(20, nothing, mine, tar))
    b.told("wall time, one skill of 60 MB / git archive", (one - floor) / (theirs - floor), "x", 2,
           f"{one - floor:.0f} ms / {theirs - floor:.0f} ms")

    scripts = []
    for count in 500, 1000:
        for number in range(count):
            write(os.path.join(place, str(count), f"s{number}", "SKILL.md"), small_skill(f"s{number}"))
        scripts.append(install_script(b, f"install-{count}", place, f"exec '{b.program}' --quiet install ../{count} --skill '*' --agent claude-code --yes"))
    half, whole = b.costs(8, *scripts)
    b.told("CPU of install, 1,000 skills / 500", whole.cpu / half.cpu, "x", 2.3, f"{whole.cpu:.2f} s / {half.cpu:.2f} s, wall {whole.wall:.2f} s")


def large_repository(folder):
    """A bare repository with one small skill and 60 MB beside it that no compression makes smaller."""
    text, blocks = small_skill("greet").encode(), []
    for number in range(60):
        data = os.urandom(1 << 20)
        blocks.append(b"M 100644 inline data/%d.bin\ndata %d\n%s\n" % (number, len(data), data))
    stream = b"commit refs/heads/main\ncommitter t <t@example.org> 1 +0000\ndata 1\nx\n" + b"M 100644 inline skills/greet/SKILL.md\ndata %d\n%s\n" % (len(text), text)
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", folder], check=True)
    subprocess.run(["git", "-C", folder, "fast-import", "--quiet"], input=stream + b"".join(blocks), check=True)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--bin", required=True), p.add_argument("--work", required=True)
    p.add_argument("--strict", action="store_true"), p.add_argument("--quick", action="store_true")
    p.add_argument("--scan-time", help="the program that times the safety scan inside the process")
    p.add_argument("--made", action="store_true", help="use made skills even where the real ones are")
    a = p.parse_args()
    b = Bench(a.bin, a.work, a.quick, a.scan_time)
    folder = None if a.made else corpus.real()
    print(f"skillstow bench: medians of runs in turn, {'real' if folder else 'made'} skills", flush=True)
    folder = folder or corpus.made(2000)
    start(b)
    against_cat(b, folder)
    against_peer(b, folder)
    packing(b, folder)
    memory(b, folder)
    scanning(b, folder)
    growth(b, folder)
    catalogs(b, folder)
    installing(b)
    print("every target is met" if not b.missed else "over their target: " + "; ".join(b.missed))
    return 1 if a.strict and b.missed else 0


if __name__ == "__main__":
    sys.exit(main())
