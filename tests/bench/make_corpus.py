#!/usr/bin/env python3
"""make_corpus.py FOLDER COUNT: writes COUNT skills below FOLDER, the same bytes every time.

They are as long and as mixed as published ones: about 7 KB of Markdown with steps, lists, links, tables and fenced
commands, a reference file for every third, a script for every fifth, and now and then a fault for `check` to find.
"""
import os
import random
import sys

WORDS = """agent answer archive audit batch branch browser build cache change check client column command commit config
context copy cost data default deploy design detail diff document draft edit entry error event example export fact
field file filter folder format graph group header image import index input install issue item job key label language
layout level library line link list log map market memory merge message method metric model module name network node
note number object option order output package page parser path pattern plan point policy port problem process profile
project prompt query range reader record region release report request result review role row rule sample schema scope
script search section server service sheet source stage state step store stream string style summary table target task
team template test text token tool topic trace tree type unit update user value version view window worker""".split()
COMMANDS = ["git status --short", "python3 scripts/run.py --input data.csv", "npm ci && npm test", "curl -fsSL $URL -o out.json",
            "grep -rn 'TODO' src | head", "docker compose up -d", "cat notes.md | sort | uniq -c", "mkdir -p out && cp a.txt out/"]


def sentence(r):
    words = r.choices(WORDS, k=r.randint(8, 18))
    if r.random() < 0.3:
        words[3] = f"`{words[3]}`"
    if r.random() < 0.2:
        words[5] = f"**{words[5]}**"
    return " ".join(words).capitalize() + "."


def block(r, name):
    kind = r.randint(0, 9)
    if kind < 5:
        return " ".join(sentence(r) for _ in range(r.randint(2, 5)))
    if kind < 7:
        return "\n".join(f"- {sentence(r)}" for _ in range(r.randint(3, 7)))
    if kind == 7:
        lines = r.choices(COMMANDS, k=r.randint(1, 4))
        return "```bash\n" + "\n".join(lines) + "\n```"
    if kind == 8:
        return "| key | meaning |\n|---|---|\n" + "\n".join(f"| {r.choice(WORDS)} | {sentence(r)} |" for _ in range(4))
    return f"See [the {r.choice(WORDS)} notes](references/{name}.md) and [the site](https://example.org/{r.choice(WORDS)})."


def skill(r, name):
    description = sentence(r) + " Use when " + sentence(r).lower()
    if r.random() < 0.02:
        description = "Note: " + description  # a colon that YAML does not take unquoted
    parts = [f"---\nname: {name}\ndescription: {description}\nlicense: MIT\n---\n\n# {name}"]
    for number in range(1, r.randint(4, 9)):
        parts.append(f"## Step {number}: {r.choice(WORDS).capitalize()} the {r.choice(WORDS)}")
        parts += [block(r, name) for _ in range(r.randint(2, 5))]
    return "\n\n".join(parts) + "\n"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        out.write(text)


def make(folder, count):
    r = random.Random(20260101)
    for number in range(count):
        name = f"{r.choice(WORDS)}-{r.choice(WORDS)}-{number}"
        place = os.path.join(folder, f"set-{number // 100}", name)
        write(os.path.join(place, "SKILL.md"), skill(r, name))
        if number % 3 == 0:
            write(os.path.join(place, "references", name + ".md"), "\n\n".join(block(r, name) for _ in range(20)))
        if number % 5 == 0:
            write(os.path.join(place, "scripts", "run.py"), "".join(f"print({sentence(r)!r})\n" for _ in range(40)))


if __name__ == "__main__":
    if len(sys.argv) != 3 or not sys.argv[2].isdigit():
        sys.exit(__doc__)
    make(sys.argv[1], int(sys.argv[2]))
