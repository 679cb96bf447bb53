#!/usr/bin/env python3
"""threads_agree.py PROGRAM: `check` must print the same bytes with one thread and with many, over made skills."""
import subprocess
import sys

import corpus

if len(sys.argv) != 2:
    sys.exit(__doc__)
folder = corpus.made(300)
for form in "json", "text":
    outputs = []
    for threads in "1", "2", "8":
        done = subprocess.run([sys.argv[1], "check", "--format", form, "--threads", threads, folder], stdout=subprocess.PIPE)
        if done.returncode not in (0, 1):
            sys.exit(f"check --format {form} --threads {threads} ended with status {done.returncode}")
        outputs.append(done.stdout)
    if len(set(outputs)) != 1 or not outputs[0]:
        sys.exit(f"--format {form}: 1, 2 and 8 threads print {[len(out) for out in outputs]} bytes, not all the same")
    print(f"--format {form}: 1, 2 and 8 threads print the same {len(outputs[0])} bytes")
