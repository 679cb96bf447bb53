"""A folder with many skills to check: the shared real ones where they stand beside this checkout, else made ones.

Real or made, the files are only ever read; nothing in them is run.
"""
import os
import shutil
import sys
import tarfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ARCHIVE = os.path.join(os.path.dirname(ROOT), "shared", "corpus", "skills.tar.xz")
sys.path.insert(0, os.path.join(ROOT, "tests", "bench"))
import make_corpus  # noqa: E402


def once(folder, fill):
    """Fills the folder if that was not done before; a fill that was broken off is done again."""
    done = folder + ".done"
    if not os.path.exists(done):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        fill(folder)
        open(done, "w").close()
    return folder


def unpack(folder):
    with tarfile.open(ARCHIVE, "r:xz") as archive:
        archive.extractall(folder, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))


def real():
    """The folder with the shared real skills, or None where they are not there."""
    if not os.path.exists(ARCHIVE):
        return None
    return once(os.path.join(ROOT, "build", "corpus", f"real-{os.path.getsize(ARCHIVE)}"), unpack)


def made(count):
    return once(os.path.join(ROOT, "build", "corpus", f"made-{count}"), lambda folder: make_corpus.make(folder, count))


def copies(folder, count):
    """A folder with the given one in it `count` times over; the copies are hard links and take no room."""
    def fill(target):
        for number in range(count):
            shutil.copytree(folder, os.path.join(target, str(number)), symlinks=True, copy_function=os.link)
    return once(f"{folder}-x{count}", fill)


def skills(folder):
    """The skill folders below the folder."""
    return sorted(place for place, _, files in os.walk(folder) if "SKILL.md" in files)


def files(folder):
    """Every regular file of every skill below the folder, sorted."""
    found = set()
    for place in skills(folder):
        for inner, _, names in os.walk(place):
            found.update(os.path.join(inner, name) for name in names)
    return sorted(path for path in found if os.path.isfile(path) and not os.path.islink(path))
