"""Every real skill is packed twice, from two copies of its folder in two environments, and must become the same bytes; and what
Python's zipfile unpacks from the package must be what `pack --list` lists."""
import hashlib
import json
import os
import random
import shutil
import subprocess
import tempfile
import zipfile

# What must not change a byte: how the copy came about, and where and how the program runs.
BUILDS = [dict(order=1, umask=0o022, threads="1", env=dict(TZ="UTC", LANG="C", LC_ALL="C")),
          dict(order=2, umask=0o077, threads="2", env=dict(TZ="Asia/Tokyo", LANG="tr_TR.UTF-8", LC_ALL="tr_TR.UTF-8"))]


def copy(source, target, order):
    """A copy whose files come into being in another order, at other times and with other rights but for the execute bit."""
    pick = random.Random(order)
    paths = [os.path.relpath(os.path.join(place, name), source) for place, folders, files in os.walk(source)
             for name in files + [folder for folder in folders if os.path.islink(os.path.join(place, folder))]]
    pick.shuffle(paths)
    for path in paths:
        old, new = os.path.join(source, path), os.path.join(target, path)
        os.makedirs(os.path.dirname(new), exist_ok=True)
        if os.path.islink(old):
            os.symlink(os.readlink(old), new)
            continue
        shutil.copyfile(old, new)
        runs = os.stat(old).st_mode & 0o100
        os.chmod(new, pick.choice((0o755, 0o700, 0o775)) if runs else pick.choice((0o644, 0o600, 0o664)))
        os.utime(new, (pick.randrange(10**9), pick.randrange(10**9)))


def run(program, words, build, cwd):
    done = subprocess.run([program, "--quiet", *words, "--format", "json"], cwd=cwd, env={**os.environ, "HOME": cwd, **build["env"]},
                          umask=build["umask"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(words)} ended with status {done.returncode}")
    return json.loads(done.stdout)


def packed(program, build, top):
    """skill's folder -> (path of its package, sha256 of the package as told); None for what no reader would take."""
    found = {}
    told = run(program, ["pack", "--all", "skills", "-o", "out", "--force", "--threads", build["threads"]], build, top)
    for number, one in enumerate(told["skills"]):
        packages = one["packages"]
        if not packages and "of the same name" in (one["refused"] or ""):  # the collection has another of its name
            packages = run(program, ["pack", one["skill"], "--force", "-o", f"{number}.skill"], build, top)["packages"]
        found[one["skill"]] = (os.path.join(top, packages[0]["path"]), packages[0]["sha256"]) if packages else None
    return found


def unpacked(package):
    """path below the skill's folder -> (sha256, executable)"""
    with zipfile.ZipFile(package) as archive:
        return {entry.filename.split("/", 1)[1]: (hashlib.sha256(archive.read(entry)).hexdigest(), bool(entry.external_attr >> 16 & 0o100))
                for entry in archive.infolist()}


def packages(program, folder):
    problems = []
    with tempfile.TemporaryDirectory(prefix="packages-") as outer:
        tops = [os.path.join(outer, "a"), os.path.join(outer, "elsewhere", "b")]
        for build, top in zip(BUILDS, tops):
            copy(folder, os.path.join(top, "skills"), build["order"])
        first, second = [packed(program, build, top) for build, top in zip(BUILDS, tops)]
        if first.keys() != second.keys():
            problems.append(f"other skills: {sorted(first.keys() ^ second.keys())[:5]}")
        same = impossible = around = 0
        for skill in sorted(first.keys() & second.keys()):
            one, two = first[skill], second[skill]
            if one is None and two is None:
                impossible += 1
                continue
            if one is None or two is None:
                problems.append(f"{skill}: packed in one place only")
                continue
            with open(one[0], "rb") as a, open(two[0], "rb") as b:
                bytes_a, bytes_b = a.read(), b.read()
            if bytes_a != bytes_b or hashlib.sha256(bytes_a).hexdigest() != one[1]:
                problems.append(f"{skill}: other bytes")
            listed = {file["path"]: (file["sha256"], file["executable"]) for file in
                      run(program, ["pack", "--list", skill], BUILDS[0], tops[0])["contents"]}
            manifest = [path for path in listed if "/" not in path and path.lower() == "skill.md"]
            if "SKILL.md" not in manifest and manifest:  # written under the name that importers look for
                listed["SKILL.md"] = listed.pop(manifest[0])
            if unpacked(one[0]) != listed and any(other.startswith(skill + "/") for other in first):
                # Named by itself, a folder that holds other skills is taken for a collection, whose files are not all its own.
                alone = run(program, ["pack", skill, "--force", "-o", "alone.skill"], BUILDS[0], tops[0])["packages"]
                one = (os.path.join(tops[0], alone[0]["path"]), "")
                around += 1
            if unpacked(one[0]) != listed:
                problems.append(f"{skill}: unpacks to {sorted(set(unpacked(one[0]).items()) ^ set(listed.items()))[:3]}")
            same += 1
        print(f"{len(first)} skills: {same} packed twice and unpacked, {impossible} that no reader would take, "
              f"{around} that hold other skills and were unpacked as packed alone")
    return problems
