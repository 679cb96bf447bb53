#!/usr/bin/env python3
"""Hold action.yml and .pre-commit-hooks.yaml to what they promise: ci_files.py PROGRAM

The action's scripts run under bash as GitHub runs them, over skills made here, with PROGRAM in the place of the build.
The hooks' patterns are tried on paths, and each entry is a command that PROGRAM takes. Neither file is read by a YAML
library, so both must stay in the plain form that this finds its way in.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GOOD = '---\nname: {0}\ndescription: "Sorts letters by date. Use when a user has a heap of letters."\n---\n\n# Letters\n\nSort them.\n'
BAD = GOOD.replace("name: {0}", "name: other")


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


def inputs_of(action):
    """The inputs with their defaults."""
    block = re.search(r"^inputs:\n(.*?)^\S", action, re.M | re.S).group(1)
    return {name: default.strip().strip('"') for name, default in
            re.findall(r"^  ([\w-]+):\n    description: [^\n]+\n    default: ([^\n]*)$", block, re.M)}


def steps_of(action):
    """Of each step its script, and the input that each variable holds."""
    steps = []
    for text in re.split(r"^    - name: ", action, flags=re.M)[1:]:
        assert "\n      shell: bash\n" in text, "a step of a composite action must name its shell"
        block = re.search(r"^      run: (?:\|\n((?:        [^\n]*\n?|\n)+)|'(.*)'$)", text, re.M)
        script = re.sub(r"^        ", "", block.group(1), flags=re.M) if block.group(1) else block.group(2)
        assert "${{" not in script, "a script takes its inputs from the environment"
        steps.append((script, dict(re.findall(r"^        (\w+): \$\{\{ inputs\.([\w-]+) \}\}$", text, re.M))))
    return steps


def run_action(steps, given, work, action_path):
    summary = os.path.join(work, "summary.md")
    write(summary, "")
    done = None
    for script, variables in steps:
        env = {"PATH": os.environ["PATH"], "HOME": work, "GITHUB_ACTION_PATH": action_path, "GITHUB_STEP_SUMMARY": summary,
               **{name: given[key] for name, key in variables.items()}}
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=work, env=env,
                              capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            break
    with open(summary, encoding="utf-8") as file:
        return done, file.read()


def check_action(program, top):
    action = read("action.yml")
    defaults, steps = inputs_of(action), steps_of(action)
    assert set(defaults) == {"paths", "fail-on", "format", "output", "args", "summary"}, defaults
    assert {key for _, variables in steps for key in variables.values()} == set(defaults), "each input is used"
    place = os.path.join(top, "action path")
    write(os.path.join(place, "dev"), '#!/bin/sh\n[ "$1" = build ]\n', 0o755)
    os.makedirs(os.path.join(place, "build/release"))
    os.symlink(os.path.abspath(program), os.path.join(place, "build/release/skillstow"))
    work = os.path.join(top, "work")
    write(os.path.join(work, "skills/letters/SKILL.md"), GOOD.format("letters"))
    write(os.path.join(work, "more skills/wrong/SKILL.md"), BAD)

    done, summary = run_action(steps, defaults, work, place)
    assert done.returncode == 1 and "::error file=more skills/wrong/SKILL.md,line=2," in done.stdout, done
    assert "| `skills/letters` |" in summary and "2 skills checked" in summary, summary
    done, summary = run_action(steps, {**defaults, "paths": "\nskills\n", "summary": "false"}, work, place)
    assert done.returncode == 0 and done.stdout == "" and summary == "", done
    done, _ = run_action(steps, {**defaults, "paths": "skills\nmore skills", "fail-on": "never", "args": "--threads 1",
                                 "format": "sarif", "output": "out.sarif"}, work, place)
    assert done.returncode == 0 and os.path.getsize(os.path.join(work, "out.sarif")) > 0, done
    for name in defaults:  # no input is a command
        run_action(steps, {**defaults, name: "$(touch taken) `touch taken`; touch taken\ntouch taken"}, work, place)
        assert not os.path.exists(os.path.join(work, "taken")), f"the input {name} is run"
    done, _ = run_action(steps, {**defaults, "paths": "--help"}, work, place)
    assert done.returncode == 3, "a path is never an option"


def check_hooks(program, top):
    hooks = {}
    for text in re.split(r"^- id: ", read(".pre-commit-hooks.yaml"), flags=re.M)[1:]:
        name, *rest = text.split("\n")
        hooks[name] = dict(line.strip().split(": ", 1) for line in rest if line.strip())
    assert set(hooks) == {"skillstow-check", "skillstow-check-all"}, hooks
    for hook in hooks.values():
        assert hook["language"] == "script" and os.access(os.path.join(ROOT, hook["entry"].split()[0]), os.X_OK)

    fires = lambda path: re.search(hooks["skillstow-check"]["files"], path) is not None
    for path in ("SKILL.md", "skill.md", "skills/a/SKILL.md", ".claude/skills/a/Skill.md", "deep/down/.agents/skills/a b/SKILL.MD"):
        assert fires(path), path
    for path in ("MYSKILL.md", "skills/a/README.md", "SKILL.md/notes.txt", "skills/SKILL.mdx"):
        assert not fires(path), path

    # As pre-commit runs them, but for the build: the entry's first two words are "dev run".
    work = os.path.join(top, "repository")
    write(os.path.join(work, ".claude/skills/letters/SKILL.md"), GOOD.format("letters"))
    write(os.path.join(work, "skills/wrong/SKILL.md"), BAD)
    run = lambda hook, *paths: subprocess.run([program, *hooks[hook]["entry"].split()[2:], *paths], cwd=work, text=True,
                                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    assert run("skillstow-check", ".claude/skills/letters/SKILL.md").returncode == 0
    assert run("skillstow-check", ".claude/skills/letters/SKILL.md", "skills/wrong/SKILL.md").returncode == 1
    assert run("skillstow-check-all").returncode == 1


def main():
    if len(sys.argv) != 2 or not shutil.which(sys.argv[1]):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory(prefix="skillstow-ci-") as top:
        check_action(os.path.abspath(sys.argv[1]), os.path.join(top, "action"))
        check_hooks(os.path.abspath(sys.argv[1]), os.path.join(top, "hooks"))
    print("action.yml and .pre-commit-hooks.yaml hold")


if __name__ == "__main__":
    main()
