#!/usr/bin/env python3
"""Holds docs/rules/ against what the program itself says of its rules.

usage: rule_docs.py SKILLSTOW FOLDER [--write]
Without --write it changes nothing, tells every page that differs, is missing or belongs to no rule, and fails.
"""

import json
import pathlib
import subprocess
import sys


def ask(program, *words):
    return subprocess.run([program, "explain", *words], check=True, capture_output=True, text=True).stdout


def main():
    program, folder, *rest = sys.argv[1:]
    folder = pathlib.Path(folder)
    pages = {"README.md": ask(program, "--format", "markdown")}
    for rule in json.loads(ask(program, "--format", "json"))["rules"]:
        pages[rule["id"] + ".md"] = ask(program, rule["id"], "--format", "markdown")
    if rest == ["--write"]:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.md"):
            if old.name not in pages:
                old.unlink()
        for name, text in pages.items():
            (folder / name).write_text(text, encoding="utf-8")
        print(f"{len(pages)} pages written")
        return 0
    faults = [name for name, text in pages.items()
              if not (folder / name).is_file() or (folder / name).read_text(encoding="utf-8") != text]
    faults += [old.name for old in folder.glob("*.md") if old.name not in pages]
    for name in sorted(faults):
        print(f"{folder / name}: not what the rule says; ./dev docs writes it anew")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
