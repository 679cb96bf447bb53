#!/usr/bin/env python3
"""The worked example of docs/digest.md is true: digest_example.py PROGRAM

Runs the page's block ```sh example with the program on the PATH; it must print what the block ```text example holds.
"""
import os, re, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

with open(os.path.join(ROOT, "docs/digest.md"), encoding="utf-8") as page:
    text = page.read()
commands, expected = (re.search(rf"^```{kind} example\n(.*?)^```$", text, re.M | re.S).group(1) for kind in ("sh", "text"))
with tempfile.TemporaryDirectory() as folder:
    path = os.path.dirname(os.path.abspath(sys.argv[1])) + os.pathsep + os.environ["PATH"]
    done = subprocess.run(["sh", "-euc", commands], cwd=folder, env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, text=True)
if done.returncode or done.stdout != expected:
    sys.exit(f"exit status {done.returncode}; the page says\n{expected}and this is what comes:\n{done.stdout}")
print("the example holds")
