#!/usr/bin/env python3
"""Hold a build against the shared lab: `./dev lab [PART]...`, where a folder `shared` stands beside this checkout.

  cases [AREA|ID]...   the bank of cases; without a name what tests/lab/must_hold.txt lists, with `all` the whole bank
  corpus               every real skill is checked, and one thread gives the same bytes as many
  packages             two packages of every real skill, made in different places, are the same, and unpack to what is listed
  safety               what the safety scan says of labelled skills, dangerous and harmless, against its floors
  loads                the real agents list a skill after install, its new text after update, nothing after remove
  truth [ARGUMENT]...  the predictions against what the real agents did; any other program of the lab goes the same way

Without a PART: cases, corpus, packages, safety and loads, which is what must hold. Ends with "N passed, M failed".
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "support"))
import corpus  # noqa: E402
import packages  # noqa: E402
import safety  # noqa: E402

ROOT = corpus.ROOT
LAB = os.path.join(os.path.dirname(ROOT), "shared", "lab")
AGENTS = os.environ.get("AGENT_LAB", os.path.expanduser("~/.cache/agent-lab"))
# The lab's name of each agent that answers without a network, skillstow's id of it, and the program that shows it is there.
REAL = [("claude-code", "claude-code", "claude"), ("codex", "codex", "codex"), ("copilot", "github-copilot", "copilot"),
        ("gemini-cli", "gemini-cli", "gemini"), ("opencode", "opencode", "opencode")]
SKILL = os.path.join(ROOT, "skills", "code-exec-fallback")


class Skipped(Exception):
    """A part that cannot run here; the text says what it needs."""


def skillstow(program, *args, cwd=None, home=None):
    """Runs the program and gives its exit status and standard output."""
    env = {**os.environ, **({"HOME": home} if home else {})}
    done = subprocess.run([program, *args], cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=600)
    return done.returncode, done.stdout


def must_hold():
    with open(os.path.join(HERE, "must_hold.txt")) as lines:
        return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def lab(name, program, args):
    """Runs a program of the lab. Gives no problem if it says that all is well."""
    done = subprocess.run([os.path.join(LAB, name), "--bin", program, *args], stdin=subprocess.DEVNULL)
    return [] if done.returncode == 0 else [f"{name} ended with status {done.returncode}; what does not hold is above"]


def cases(program, names):
    names = [] if names == ["all"] else names or must_hold()
    with tempfile.TemporaryDirectory(prefix="bank-") as top:
        # The bank may stand there without the right to write, and a case that writes needs its folders with it.
        bank = os.path.join(top, "cases")
        shutil.copytree(os.path.join(os.path.dirname(LAB), "cases"), bank, symlinks=True)
        for folder, _, _ in os.walk(bank):
            os.chmod(folder, 0o755)
        return lab("cases", program, ["--bank", bank] + [word for name in names for word in ("--only", name)])


def whole_corpus(program, _):
    folder = corpus.real()
    if folder is None:
        raise Skipped("the real skills are not there")
    problems, outputs = [], {}
    for form in "json", "text":
        for threads in "1", "2", "8":
            status, outputs[form, threads] = skillstow(program, "check", "--format", form, "--threads", threads, folder)
            if status not in (0, 1):
                problems.append(f"check --format {form} --threads {threads} ended with status {status}")
            if outputs[form, threads] != outputs[form, "1"]:
                problems.append(f"--format {form}: {threads} threads give other bytes than one")
    if not problems:
        answer, wanted = json.loads(outputs["json", "1"]), len(corpus.skills(folder))
        print(f"{len(answer['skills'])} skills checked, {len(answer['skipped'])} things skipped, summary {answer['summary']}")
        if len(answer["skills"]) < wanted:
            problems.append(f"{wanted} folders hold a SKILL.md, but the answer has {len(answer['skills'])}")
    return problems


def loads(program, _):
    absent = [tool for _, _, tool in REAL if not os.path.exists(os.path.join(AGENTS, "node_modules", ".bin", tool))]
    if absent:
        raise Skipped(f"agents are not installed ({', '.join(absent)}): run ../shared/lab/loads setup, about 1.3 GB from npm")
    status, out = skillstow(program, "show", "--format", "json", SKILL)
    if status != 0:
        return [f"show {SKILL} ended with status {status}"]
    wanted = json.loads(out)
    # Each agent alone, so that only its own folder can be what it reads; then all of them in one project.
    problems = [problem for each in REAL for problem in listed(program, [each], wanted)]
    return problems + listed(program, REAL, wanted)


def listed(program, agents, wanted):
    """What is wrong when the skill is installed for these agents, changes in its source and is removed, and each of them is
    asked after each step; in a project and in a home."""
    return [problem for scope in ("project", "user") for problem in life(program, agents, wanted, scope)]


def life(program, agents, wanted, scope):
    with tempfile.TemporaryDirectory(prefix="lab-", ignore_cleanup_errors=True) as top:
        top = os.path.realpath(top)
        project, home, source = os.path.join(top, "project"), os.path.join(top, "home"), os.path.join(top, os.path.basename(SKILL))
        os.makedirs(home)
        shutil.copytree(SKILL, source)
        subprocess.run(["git", "init", "-q", project], check=True)
        who = agents[0][0] if len(agents) == 1 else "all"
        where = ["--user"] if scope == "user" else []
        options = [word for _, agent, _ in agents for word in ("--agent", agent)]
        problems = []

        def do(*words):
            status, out = skillstow(program, words[0], *where, *words[1:], cwd=project, home=home)
            if status != 0:
                problems.append(f"{' '.join(words)} ended with status {status}: {out.decode(errors='replace').strip()}")
            return status == 0

        def ask(step, description):
            """None = no agent lists it."""
            words = [os.path.join(LAB, "loads"), who, project] + (["--home", home] if scope == "user" else [])
            asked = subprocess.run(words, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
            if asked.returncode != 0:
                problems.append(f"loads {who} ended with status {asked.returncode}")
                return
            rows = json.loads(asked.stdout)
            for name, _, _ in agents:
                mine = [row for row in rows if row["agent"] == name and row.get("name") == wanted["name"]]
                if [row.get("description") for row in mine[:1]] == ([description] if description else []):
                    print(f"{name}: {step} ({scope}{', all at once' * (len(agents) > 1)})")
                else:
                    problems.append(f"{name} {step} ({scope}): it says {mine or 'nothing'}")

        if not do("install", "--yes", *options, "--", source):
            return problems
        ask("lists it after install", wanted["description"])
        manifest = os.path.join(source, "SKILL.md")
        with open(manifest, encoding="utf-8") as file:
            text = file.read()
        new = wanted["description"] + " Changed since."
        if text.count(wanted["description"]) != 1:
            return problems + ["the description is not one plain line, so it cannot be changed here"]
        with open(manifest, "w", encoding="utf-8") as file:
            file.write(text.replace(wanted["description"], new))
        if do("update", "--yes"):
            ask("lists the new text after update", new)
        if do("remove", "--yes", wanted["name"]):
            ask("lists nothing after remove", None)
        return problems


def same_packages(program, _):
    folder = corpus.real()
    if folder is None:
        raise Skipped("the real skills are not there")
    return packages.packages(program, folder)


def labelled(program, _):
    return safety.safety(skillstow, program, Skipped)


PARTS = {"cases": cases, "corpus": whole_corpus, "packages": same_packages, "safety": labelled, "loads": loads}


def main():
    program = None
    words = sys.argv[1:]
    if words[:1] == ["--bin"] and len(words) > 1:
        program, words = os.path.abspath(words[1]), words[2:]
    if not program or words[:1] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    if not os.path.isdir(LAB):
        print("the shared lab does not stand beside this checkout (../shared/lab); nothing to hold this build against")
        return 0
    # What follows a part that takes arguments belongs to it.
    parts = [(words[0], words[1:])] if words and words[0] not in ("corpus", "packages", "safety", "loads") else [(word, []) for word in words or PARTS]
    results = []
    for name, args in parts:
        if name not in PARTS and not os.access(os.path.join(LAB, name), os.X_OK):
            sys.exit(f"lab: there is no part '{name}'\n\n{__doc__}")
        print(f"\n== {name}", flush=True)
        try:
            problems = PARTS[name](program, args) if name in PARTS else lab(name, program, args)
        except Skipped as reason:
            print(f"skipped: {reason}", flush=True)
            results.append("skipped")
            continue
        for problem in problems:
            print(f"FAIL {name}: {problem}", flush=True)
        results.append("failed" if problems else "passed")
    counts = [f"{results.count(word)} {word}" for word in ("passed", "failed")]
    print("\n" + ", ".join(counts + [f"{results.count('skipped')} skipped"] * ("skipped" in results)))
    return 1 if "failed" in results else 0


if __name__ == "__main__":
    sys.exit(main())
