#!/usr/bin/env python3
"""The same package everywhere: same_bytes.py PROGRAM [SKILL...]

Packs each skill (those of this checkout, and one made to be awkward, if none is named) for every target under different time
zones, locales, umasks, current folders and orders of the files on the disk, and compares the bytes. Then what tools that we did
not write find in the packages is compared with `pack --list`: Python's zipfile and tarfile, and unzip and tar where they are.
"""
import hashlib, io, json, os, random, shutil, stat, subprocess, sys, tarfile, tempfile, zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGETS = ["skill", "gemini", "well-known", "oci", "claude-plugin", "gemini-extension"]
PLACES = [dict(TZ="UTC", LANG="C", LC_ALL="C"), dict(TZ="Asia/Tokyo", LANG="de_DE.UTF-8"), dict(TZ="America/St_Johns", LC_ALL="tr_TR.UTF-8")]


def copy_in_order(source, target, order):
    """A copy whose files were made in another order, at another time and with other rights but for the execute bit."""
    paths = [os.path.relpath(os.path.join(d, f), source) for d, _, files in os.walk(source) for f in files]
    order.shuffle(paths)
    for path in paths:
        place = os.path.join(target, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copyfile(os.path.join(source, path), place, follow_symlinks=False)
        if not os.path.islink(place):
            runs = os.stat(os.path.join(source, path)).st_mode & stat.S_IXUSR
            os.chmod(place, order.choice((0o755, 0o700, 0o775)) if runs else order.choice((0o644, 0o600, 0o664)))
            os.utime(place, (order.randrange(10**9), order.randrange(10**9)))


def pack(program, skill, out, env, umask, cwd):
    done = subprocess.run([program, "--quiet", "pack", skill, "--force", "--format", "json", "-o", out] + [w for t in TARGETS for w in ("--for", t)],
                          cwd=cwd, env={**os.environ, "HOME": out, **env}, umask=umask, capture_output=True)
    if done.returncode: raise SystemExit(f"{skill}: {done.stderr.decode()}")
    return json.loads(done.stdout)


def files_in(path):
    """What an independent reader finds: path -> (sha256, executable)."""
    with open(path, "rb") as file: data = file.read()
    if path.endswith((".zip", ".skill")):
        with zipfile.ZipFile(io.BytesIO(data)) as z:
            assert z.testzip() is None
            return {i.filename: (hashlib.sha256(z.read(i)).hexdigest(), bool(i.external_attr >> 16 & 0o100)) for i in z.infolist()}
    with tarfile.open(fileobj=io.BytesIO(data)) as t:
        return {i.name: (hashlib.sha256(t.extractfile(i).read()).hexdigest(), bool(i.mode & 0o100)) for i in t if i.isfile()}


def unpacked(path, folder):
    """The same by unzip or tar, or None where they are not."""
    tool = ["unzip", "-q", path, "-d", folder] if path.endswith((".zip", ".skill")) else ["tar", "-xf", path, "-C", folder]
    if not shutil.which(tool[0]): return None
    os.makedirs(folder, exist_ok=True)
    subprocess.run(tool, check=True, stdout=subprocess.DEVNULL)
    found = {}
    for d, _, files in os.walk(folder):
        for name in files:
            place = os.path.join(d, name)
            with open(place, "rb") as file:
                found[os.path.relpath(place, folder)] = (hashlib.sha256(file.read()).hexdigest(), bool(os.stat(place).st_mode & 0o100))
    return found


def awkward(folder):
    os.makedirs(os.path.join(folder, "data/" + "deep/" * 30))
    for path, data, mode in [("SKILL.md", b'---\nname: awkward\ndescription: "Reads charts. Use when a user has a chart."\n---\n\n# A\n\nRead.\n', 0o644),
                             ("scripts/run.sh", b"#!/bin/sh\n", 0o755), ("data/empty", b"", 0o644), ("data/caf\u00e9 \u6f6e.txt", b"x" * 70000, 0o644),
                             ("data/noise.bin", random.Random(1).randbytes(200000), 0o644), ("data/" + "deep/" * 30 + "n.md", b"n", 0o644),
                             ("B.md", b"b", 0o644), ("a.md", b"a", 0o644), ("data-x", b"x", 0o644), ("data.x", b"y", 0o644), (".hidden", b"h", 0o644)]:
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        with open(os.path.join(folder, path), "wb") as file: file.write(data)
        os.chmod(os.path.join(folder, path), mode)
    os.symlink("scripts/run.sh", os.path.join(folder, "start"))


def main():
    program, skills, failed = os.path.abspath(sys.argv[1]), sys.argv[2:], 0
    with tempfile.TemporaryDirectory(prefix="same-bytes-") as top:
        if not skills:
            awkward(os.path.join(top, "awkward"))
            skills = [os.path.join(top, "awkward")] + sorted(d for d, _, files in os.walk(os.path.join(ROOT, "skills")) if "SKILL.md" in files)
        for number, skill in enumerate(skills):
            order, seen, problems = random.Random(number), {}, []
            for turn, env in enumerate(PLACES):
                copy = os.path.join(top, str(number), str(turn), os.path.basename(skill))
                copy_in_order(skill, copy, order)
                out = os.path.join(top, str(number), "out%d" % turn)
                os.makedirs(out)
                told = pack(program, copy if turn else os.path.relpath(copy, top), out, env, (0o022, 0o077, 0)[turn], "/" if turn else top)
                for package in told["packages"]:
                    with open(package["path"], "rb") as file: data = file.read()
                    if hashlib.sha256(data).hexdigest() != package["sha256"]: problems.append(f"{package['target']}: another sha256 than told")
                    if seen.setdefault(package["target"], data) != data: problems.append(f"{package['target']} differs in {env}")
            want = {f["path"]: (f["sha256"], f["executable"]) for f in told["contents"]}
            for package in told["packages"]:
                if package["target"] == "oci": continue
                readers = [files_in(package["path"]), unpacked(package["path"], os.path.join(top, str(number), package["target"]))]
                for found in filter(None, readers):
                    if len({p.split("/")[0] for p in found}) > 1 and package["target"] == "skill": problems.append("skill: more than one folder at the top")
                    found = {path[len(told["name"]) + 1:] if package["target"] == "skill" else path.removeprefix("skills/%s/" % told["name"]): one
                             for path, one in found.items() if not path.endswith(("plugin.json", "extension.json"))}
                    if found != want: problems.append(f"{package['target']}: holds {sorted(set(found.items()) ^ set(want.items()))[:4]}")
            shutil.rmtree(os.path.join(top, str(number)))
            failed += bool(problems)
            for problem in problems: print(f"FAIL {skill}: {problem}")
    print(f"{len(skills) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
