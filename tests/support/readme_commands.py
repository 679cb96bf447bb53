#!/usr/bin/env python3
"""Run the commands that the README shows: every fenced block that it opens with ```sh checked.

They run one after the other in a scratch clone of this checkout, as its files are now, with a home of their own and with
the program that they build on the PATH. A block holds if bash, told to stop at the first error, gets through it.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def clone(target):
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, target], check=True, stderr=subprocess.DEVNULL)
    now = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True,
                         stdout=subprocess.PIPE).stdout.decode().split("\0")
    for name in filter(None, now):
        if os.path.lexists(os.path.join(ROOT, name)):
            os.makedirs(os.path.dirname(os.path.join(target, name)), exist_ok=True)
            if os.path.lexists(os.path.join(target, name)):
                os.remove(os.path.join(target, name))  # a link would be copied onto what it leads to
            shutil.copy2(os.path.join(ROOT, name), os.path.join(target, name), follow_symlinks=False)


def main():
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as readme:
        blocks = re.findall(r"^```sh checked\n(.*?)^```$", readme.read(), re.M | re.S)
    if not blocks:
        sys.exit("README.md has no block that opens with ```sh checked")
    with tempfile.TemporaryDirectory(prefix="readme-", ignore_cleanup_errors=True) as top:
        here, home = os.path.join(top, "skillstow"), os.path.join(top, "home")
        os.makedirs(home)
        clone(here)
        env = {**os.environ, "HOME": home, "PATH": f"{here}/build/release:{os.environ['PATH']}"}
        if shutil.which("ccache"):  # what was compiled before may be used again, though the home is another one
            asked = ["ccache", "--get-config", "cache_dir"]
            env["CCACHE_DIR"] = subprocess.run(asked, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        for block in blocks:
            print("".join(f"$ {line}\n" for line in block.splitlines()), end="", flush=True)
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", block], cwd=here, env=env, stdin=subprocess.DEVNULL)
            if done.returncode != 0:
                print(f"FAIL: that ended with status {done.returncode}")
                return 1
    print(f"{len(blocks)} blocks of commands work as the README shows them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
