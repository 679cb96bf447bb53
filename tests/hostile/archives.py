#!/usr/bin/env python3
"""A zoo of packages made to deceive or to break whoever unpacks them: archives.py PROGRAM

Each must be refused as a whole, with exit status 3 and the reason, in bounded time and memory, and nothing may be written. Beside
them stand honest packages of many makers, which must be read. SKILLSTOW_BUDGET=N makes the budgets N times as large.
"""
import gzip, io, json, os, struct, subprocess, sys, tarfile, tempfile, zipfile, zlib

SECONDS, MEGABYTES = 5, 250
SKILL = b'---\nname: x\ndescription: "Reads charts. Use when a user has a chart."\n---\n\n# X\n\nRead the chart.\n'


# Zip files, byte by byte (APPNOTE.TXT 6.3.10). An entry is a dict: what is not given is as an honest tool writes it.
def zip_of(*entries, before=b"", between=b"", comment=b"", end=None, tail=b"", count=None, offset=None, size=None, disk=0):
    body, directory = before, b""
    for e in entries:
        e = dict(dict(name=b"x/SKILL.md", data=SKILL, method=0, flags=0, mode=0o100644, made_on=3, extra=b"", local_extra=b"", gap=b""), **e)
        packed = e.get("packed", e["data"])
        if e["method"] == 8 and "packed" not in e:
            deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
            packed = deflate.compress(e["data"]) + deflate.flush()
        crc, length = e.get("crc", zlib.crc32(e["data"])), e.get("size", len(e["data"]))
        body += e["gap"]
        at = e.get("at", len(body))
        behind = e["flags"] & 8
        local = (e["method"], 0, 0x21) + ((0, 0, 0) if behind else (e.get("local_crc", crc), len(packed), e.get("local_size", length)))
        name = e.get("local_name", e["name"])
        if "at" not in e:
            body += struct.pack("<4s5H3L2H", b"PK\3\4", 20, e.get("local_flags", e["flags"]), *local, len(name), len(e["local_extra"])) + name + e["local_extra"] + packed
            if behind:
                body += e.get("descriptor", struct.pack("<4s3L", b"PK\7\x08", crc, len(packed), length))
        directory += struct.pack("<4s2B5H3L5H2L", b"PK\1\2", 20, e["made_on"], 20, e["flags"], e["method"], 0, 0x21, crc,
                                 e.get("packed_size", len(packed)), length, len(e["name"]), len(e["extra"]), 0, e.get("disk", 0), 0,
                                 e.get("attributes", e["mode"] << 16), at) + e["name"] + e["extra"]
    start = len(body) + len(between)
    if end is None:
        end = struct.pack("<4s4H2LH", b"PK\5\6", disk, disk, len(entries) if count is None else count, len(entries) if count is None else count,
                          len(directory) if size is None else size, start if offset is None else offset, len(comment)) + comment
    return body + between + directory + end + tail


def entry(name, data=b"x\n", **more):
    return dict(name=name if isinstance(name, bytes) else name.encode(), data=data, **more)


GOOD = entry("x/SKILL.md", SKILL)


# Tar files, block by block (POSIX, pax).
def tar_entry(name, data=b"", kind=b"0", link="", mode=0o644, prefix="", size=None, magic=b"ustar\x0000", sum_of=None, size_field=None):
    header = struct.pack("100s8s8s8s12s12s8sc100s8s32s32s8s8s155s12x", name if isinstance(name, bytes) else name.encode(),
                         b"%07o\0" % mode, b"0000000\0", b"0000000\0", size_field or b"%011o\0" % (len(data) if size is None else size),
                         b"00000000000\0", b" " * 8, kind, link.encode(), magic, b"", b"", b"0000000\0", b"0000000\0", prefix.encode())
    total = sum(header) if sum_of is None else sum_of
    return header[:148] + b"%06o\0 " % total + header[156:] + data + b"\0" * (-len(data) % 512)


def pax(**records):
    text = b""
    for key, value in records.items():
        rest = b" " + key.replace("__", ".").encode() + b"=" + (value if isinstance(value, bytes) else str(value).encode()) + b"\n"
        length = len(rest) + 1
        while len(str(length)) + len(rest) != length:
            length += 1
        text += str(length).encode() + rest
    return text


def tar_of(*parts, end=b"\0" * 1024):
    return tar_entry("x/SKILL.md", SKILL) + b"".join(parts) + end


def gz(data):
    return gzip.compress(data, mtime=0)


def tgz_of(*parts, **more):
    return gz(tar_of(*parts, **more))


def raw_bomb():
    """Files that share one deflated stream: the directory points many times at the same data."""
    first = zip_of(entry("x/a", b"\0" * (1 << 20), method=8))
    return zip_of(entry("x/a", b"\0" * (1 << 20), method=8), *[entry(f"x/a{i}", b"\0" * (1 << 20), method=8, at=0) for i in range(50)]), first


def zip64_end(narrow_count, wide_count, directory_size, offset):
    wide = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, wide_count, wide_count, directory_size, offset)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, offset + directory_size, 1)
    return wide + locator + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, narrow_count, narrow_count, directory_size, offset, 0)


DIRECTORY_BYTES = 46 + len("x/SKILL.md")
LOCAL_BYTES = 30 + len("x/SKILL.md") + len(SKILL)
UNICODE_NAME = struct.pack("<2HBL", 0x7075, 5 + len(b"x/evil.sh"), 1, zlib.crc32(b"x/SKILL.md")) + b"x/evil.sh"

def refused():
    """name: (bytes, words of the reason)"""
    return {
        # Names that lead elsewhere
        "slip.zip": (zip_of(GOOD, entry("../evil.sh")), "leads out of the archive"),
        "slip-inside.zip": (zip_of(GOOD, entry("x/../../evil.sh")), "leads out of the archive"),
        "slip-folder.zip": (zip_of(GOOD, entry("../", b"", mode=0o40755)), "leads out of the archive"),
        "slip-backslash.zip": (zip_of(GOOD, entry("..\\evil.sh")), "backslash"),
        "backslash.zip": (zip_of(GOOD, entry("x\\scripts\\run.sh")), "backslash"),
        "absolute.zip": (zip_of(GOOD, entry("/etc/cron.d/evil")), "absolute path"),
        "drive.zip": (zip_of(GOOD, entry("C:/Windows/evil.dll")), "starts with a drive"),
        "dot.zip": (zip_of(GOOD, entry("x/./a")), 'or a "."'),
        "two-slashes.zip": (zip_of(GOOD, entry("x//a")), "empty part"),
        "no-name.zip": (zip_of(GOOD, entry("")), "it has no name"),
        "nul-in-name.zip": (zip_of(GOOD, entry(b"x/SKILL.md\0.txt")), "control character"),
        "escape-in-name.zip": (zip_of(GOOD, entry(b"x/\x1b[2Ja")), "control character"),
        "latin-1-name.zip": (zip_of(GOOD, entry(b"x/caf\xe9.md")), "not UTF-8"),
        "long-name.zip": (zip_of(GOOD, entry("x/" + "a" * 300)), "more than 255 bytes"),
        "long-path.zip": (zip_of(GOOD, entry("x/" + "a/" * 800 + "b")), "more than 1024 bytes"),
        "deep.zip": (zip_of(GOOD, entry("a/" * 70 + "b")), "folders deep"),
        "slip.tar.gz": (tgz_of(tar_entry("../evil.sh", b"x")), "leads out of the archive"),
        "slip-after-dot.tar.gz": (tgz_of(tar_entry("./../evil.sh", b"x")), "leads out of the archive"),
        "slip-in-prefix.tar.gz": (tgz_of(tar_entry("evil.sh", b"x", prefix="..")), "leads out of the archive"),
        "slip-in-pax.tar.gz": (tgz_of(tar_entry("pax", pax(path="../evil.sh"), b"x"), tar_entry("x/a", b"x")), "leads out of the archive"),
        "slip-in-long-name.tar.gz": (tgz_of(tar_entry("././@LongLink", b"../evil.sh\0", b"L"), tar_entry("x/a", b"x")), "leads out of the archive"),
        "absolute.tar.gz": (tgz_of(tar_entry("/etc/passwd", b"x")), "absolute path"),
        # The same name twice
        "twice.zip": (zip_of(GOOD, entry("x/SKILL.md", b"other")), "two entries of that name"),
        "case.zip": (zip_of(GOOD, entry("x/skill.md")), "one name on disks"),
        "case-of-folders.zip": (zip_of(GOOD, entry("X/run.sh")), "one name on disks"),
        "unicode-forms.zip": (zip_of(GOOD, entry("x/caf\u00e9", flags=1 << 11), entry("x/cafe\u0301", flags=1 << 11)), "one name on disks"),
        "file-and-folder.zip": (zip_of(GOOD, entry("x/SKILL.md/evil")), "nothing can stand below it"),
        "twice.tar.gz": (tgz_of(tar_entry("x/SKILL.md", b"other")), "two entries of that name"),
        "twice-by-dot.tar.gz": (tgz_of(tar_entry("./x/SKILL.md", b"other")), "two entries of that name"),
        "case.tar.gz": (tgz_of(tar_entry("x/Skill.md", b"other")), "one name on disks"),
        # Links and what is no file
        "link-out.zip": (zip_of(GOOD, entry("x/a", b"../../etc/passwd", mode=0o120777)), "outside the archive"),
        "link-absolute.zip": (zip_of(GOOD, entry("x/a", b"/etc/passwd", mode=0o120777)), "outside the archive"),
        "link-then-file.zip": (zip_of(GOOD, entry("x/a", b"b", mode=0o120777), entry("x/a/evil.sh")), "nothing can stand below it"),
        "link-to-nowhere.zip": (zip_of(GOOD, entry("x/a", b"", mode=0o120777)), "no path"),
        "device.zip": (zip_of(GOOD, entry("x/null", b"", mode=0o020666)), "a device"),
        "pipe.zip": (zip_of(GOOD, entry("x/pipe", b"", mode=0o010644)), "a device, a pipe"),
        "folder-with-content.zip": (zip_of(GOOD, entry("x/a/", b"hidden", mode=0o40755)), "folder with content"),
        "folder-by-mode.zip": (zip_of(GOOD, entry("x/a", b"", mode=0o40755)), "disagree about whether it is a folder"),
        "link-out.tar.gz": (tgz_of(tar_entry("x/a", b"", b"2", "../../etc/passwd")), "outside the archive"),
        "link-through-link.tar.gz": (tgz_of(tar_entry("x/d/e/up", b"", b"2", "../../.."), tar_entry("x/z", b"", b"2", "d/e/up/../secret")), "outside the archive"),
        "hard-link.tar.gz": (tgz_of(tar_entry("x/a", b"", b"1", "/etc/passwd")), "hard link"),
        "hard-link-inside.tar.gz": (tgz_of(tar_entry("x/a", b"", b"1", "x/SKILL.md")), "hard link"),
        "character-device.tar.gz": (tgz_of(tar_entry("x/a", b"", b"3")), "a device or a pipe"),
        "block-device.tar.gz": (tgz_of(tar_entry("x/a", b"", b"4")), "a device or a pipe"),
        "pipe.tar.gz": (tgz_of(tar_entry("x/a", b"", b"6")), "a device or a pipe"),
        "sparse.tar.gz": (tgz_of(tar_entry("x/a", b"", b"S")), "sparse file"),
        "sparse-in-pax.tar.gz": (tgz_of(tar_entry("pax", pax(GNU__sparse__major=1), b"x"), tar_entry("x/a", b"x")), "sparse files"),
        "unknown-kind.tar.gz": (tgz_of(tar_entry("x/a", b"", b"V")), "not known here"),
        # Encrypted, damaged, cut short
        "encrypted.zip": (zip_of(dict(GOOD, flags=1)), "encrypted"),
        "strongly-encrypted.zip": (zip_of(dict(GOOD, flags=1 << 6)), "encrypted"),
        "aes.zip": (zip_of(dict(GOOD, extra=struct.pack("<2H7s", 0x9901, 7, b"\2\0AE\3\x08\0"))), "encrypted"),
        "bad-sum.zip": (zip_of(dict(GOOD, crc=1)), "check sum"),
        "bad-deflate.zip": (zip_of(dict(GOOD, method=8, packed=b"\xff" * 30)), "compressed data is damaged"),
        "short-deflate.zip": (zip_of(dict(GOOD, method=8, packed=zlib.compress(SKILL)[2:20])), "compressed data is damaged"),
        "method.zip": (zip_of(dict(GOOD, method=12)), "bzip2"),
        "cut-short.zip": (zip_of(GOOD, entry("x/a", b"a" * 500))[:-300], "cut short"),
        "half-a-directory.zip": (zip_of(GOOD)[:-30], "cut short"),
        "half-an-end.zip": (zip_of(GOOD)[:-3], "cut short"),
        "broken-extra.zip": (zip_of(dict(GOOD, extra=b"\1\0\xff\0a")), "extra fields"),
        "parts.zip": (zip_of(GOOD, disk=1), "several parts"),
        "cut-short.tar.gz": (tgz_of()[:-30], "cut short"),
        "bad-sum.tar.gz": (tgz_of()[:-8] + b"\0" * 8, "stream is damaged"),
        "no-end.tar.gz": (tgz_of(end=b""), "its end is missing"),
        "half-an-entry.tar.gz": (tgz_of(tar_entry("x/a", b"", size=100000)), "cut short in an entry"),
        "bad-header-sum.tar.gz": (tgz_of(tar_entry("x/a", b"x", sum_of=1)), "check sum of a header"),
        "bad-size.tar.gz": (tgz_of(tar_entry("x/a", b"x", size_field=b"99999999999\0")), "a size is no number"),
        "huge-size.tar.gz": (tgz_of(tar_entry("x/a", b"x", size_field=b"\x80" + b"\x7f" * 11)), "a size is no number"),
        "bad-pax.tar.gz": (tgz_of(tar_entry("pax", b"99 path=x\n", b"x"), tar_entry("x/a")), "pax record"),
        "pax-for-all.tar.gz": (tgz_of(tar_entry("pax", pax(path="x/b"), b"g"), tar_entry("x/a")), "given to all entries"),
        "pax-without-entry.tar.gz": (tgz_of(tar_entry("pax", pax(path="x/b"), b"x")), "a long name has no entry"),
        "no-tar.tar.gz": (gz(b"not a tar file, though long enough to be one " * 50), "damaged"),
        # Two archives in one file
        "two-directories.zip": (zip_of(entry("x/other.md")) + zip_of(GOOD), "not where its end says"),
        "prefix.zip": (b"#!/bin/sh\nexit 0\n" + zip_of(GOOD), "no archive that is read here"),
        "second-end-in-comment.zip": (zip_of(GOOD, comment=struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0, 0, 0, 0, 0)), "two directories"),
        "mark-in-comment.zip": (zip_of(GOOD, comment=b"PK\5\6 is the mark of an end"), "mark of a second directory"),
        "bytes-behind.zip": (zip_of(GOOD, tail=b"#!/bin/sh\n"), "bytes follow its end"),
        "hidden-entry.zip": (zip_of(dict(GOOD, gap=zip_of(entry("x/SKILL.md", b"hidden"))[:60])), "no entry of the directory owns"),
        "hidden-at-the-end.zip": (zip_of(GOOD, between=b"hidden bytes"), "no entry of it owns"),
        "count-too-small.zip": (zip_of(GOOD, entry("x/a"), count=1), "holds more than"),
        "count-too-large.zip": (zip_of(GOOD, count=2), "directory is damaged"),
        "offset-wrong.zip": (zip_of(GOOD, offset=3), "not where its end says"),
        "size-wrong.zip": (zip_of(GOOD, size=10), "not where its end says"),
        "two-names.zip": (zip_of(dict(GOOD, local_name=b"x/SKILL.sh")), "before its data it is called"),
        "two-sizes.zip": (zip_of(dict(GOOD, local_size=3)), "tools disagree"),
        "two-sums.zip": (zip_of(dict(GOOD, local_crc=3)), "tools disagree"),
        "two-flags.zip": (zip_of(dict(GOOD, local_flags=1)), "tools disagree"),
        "unicode-name.zip": (zip_of(dict(GOOD, extra=UNICODE_NAME)), "a second name"),
        "bad-descriptor.zip": (zip_of(dict(GOOD, flags=8, descriptor=struct.pack("<4s3L", b"PK\7\x08", 1, 2, 3))), "sizes behind its data"),
        "two-ends.zip": (zip_of(GOOD, end=zip64_end(2, 1, DIRECTORY_BYTES, LOCAL_BYTES)), "different things"),
        "stored-with-two-sizes.zip": (zip_of(dict(GOOD, size=3)), "two sizes"),
        "more-than-told.zip": (zip_of(dict(GOOD, method=8, size=3, local_size=3)), "more than the directory says"),
        "less-than-told.zip": (zip_of(dict(GOOD, method=8, size=3000, local_size=3000)), "less than the directory says"),
        "behind-the-data.zip": (zip_of(dict(GOOD, method=8, packed=zlib.compress(SKILL)[2:-4] + b"hidden")), "left behind its compressed data"),
        "two-streams.tar.gz": (tgz_of() + tgz_of(), "behind its gzip stream"),
        "bytes-behind.tar.gz": (tgz_of(end=b"\0" * 1024 + tar_entry("x/evil.sh", b"x") + b"\0" * 1024), "behind its end"),
        # Too much
        "bomb.zip": (zip_of(GOOD, entry("x/a", b"\0" * (64 << 20), method=8)), "a bomb"),
        "bomb-of-many.zip": (zip_of(GOOD, *[entry(f"x/{i}", b"\0" * (1 << 20), method=8) for i in range(100)]), "a bomb"),
        "overlapping-bomb.zip": (raw_bomb()[0], "a bomb"),
        "overlap.zip": (zip_of(entry("x/a", SKILL), entry("x/a", SKILL, at=0)), "overlaps"),
        "told-huge.zip": (zip_of(dict(GOOD, size=0xFFFFFFF0, packed_size=10)), "unpacks to more than"),
        "many.zip": (zip_of(*[entry(f"x/{i}", b"") for i in range(20001)]), "at most 20,000"),
        "many-folders.zip": (zip_of(*[entry("/".join(f"{i}-{j}" for j in range(20)) + "/f", b"") for i in range(1200)]), "20,000 files and folders"),
        "bomb.tar.gz": (gz(tar_of(tar_entry("x/a", b"\0" * (64 << 20)))), "a bomb"),
        "bomb-of-headers.tar.gz": (gz(tar_of(*[tar_entry("pax", pax(comment="a" * 400), b"x")] * 41000, tar_entry("x/a"))), "bomb"),
        "many.tar.gz": (gz(tar_of(*[tar_entry(f"x/{i}") for i in range(20001)])), "20,000 files and folders"),
        # Something else under the name of a package
        "empty.zip": (b"", "it is empty"),
        "page.zip": (b"<!DOCTYPE html><title>404</title>", "web page"),
        "rar.zip": (b"Rar!\x1a\7\1\0" + b"\0" * 100, "RAR"),
        "seven.zip": (b"7z\xbc\xaf\x27\x1c" + b"\0" * 100, "7z"),
        "part.zip": (b"PK\7\x08" + zip_of(GOOD), "several parts"),
    }


def honest():
    """Packages as well-known tools write them; each holds x/SKILL.md, or SKILL.md at its root."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("x/", "")
        z.writestr("x/SKILL.md", SKILL)
        z.writestr("x/caf\u00e9.md", "x" * 3000)
        z.comment = b"made by a test"
    yield "python.zip", made.getvalue()

    class Pipe(io.RawIOBase):  # no seeking: sizes stand behind the data
        def __init__(self): self.data = b""
        def writable(self): return True
        def write(self, b): self.data += bytes(b); return len(b)
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("SKILL.md", SKILL)
        with z.open("a.md", "w", force_zip64=True) as f:
            f.write(b"a" * 100)
    yield "streamed.zip", pipe.data
    yield "stored-behind.zip", zip_of(dict(GOOD, flags=8, descriptor=struct.pack("<3L", zlib.crc32(SKILL), len(SKILL), len(SKILL))))
    yield "zip64.zip", zip_of(GOOD, end=zip64_end(0xFFFF, 1, DIRECTORY_BYTES, LOCAL_BYTES))
    yield "no-modes.zip", zip_of(dict(GOOD, made_on=0, attributes=0x20))
    yield "link-inside.zip", zip_of(GOOD, entry("x/a", b"SKILL.md", mode=0o120777))
    yield "name.skill", zip_of(GOOD, entry("x/__MACOSX/._SKILL.md"))
    for name, form in (("ustar", tarfile.USTAR_FORMAT), ("pax", tarfile.PAX_FORMAT), ("gnu", tarfile.GNU_FORMAT)):
        made = io.BytesIO()
        with tarfile.open(fileobj=made, mode="w:gz", format=form) as t:
            folder = tarfile.TarInfo("./x")
            folder.type, folder.mode = tarfile.DIRTYPE, 0o755
            t.addfile(folder)
            for path, data in (("./x/SKILL.md", SKILL), ("./x/" + "long-folder-name/" * 8 + "a" * 90 + ".md", b"x" * 3000)):
                info = tarfile.TarInfo(path)
                info.size, info.mtime = len(data), 1.5 if name == "pax" else 1
                t.addfile(info, io.BytesIO(data))
            link = tarfile.TarInfo("./x/a")
            link.type, link.linkname = tarfile.SYMTYPE, "SKILL.md"
            t.addfile(link)
        yield name + ".tar.gz", made.getvalue()
    yield "plain.tar", tar_of()
    yield "git.tgz", gz(tar_entry("pax_global_header", pax(comment="a" * 40), b"g") + tar_of())
    yield "named-otherwise.dat", zip_of(GOOD)


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def run(program, folder, *args):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen([program, *args], stdout=out, stderr=err, stdin=subprocess.DEVNULL, cwd=folder, env={**os.environ, "HOME": folder})
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), err.seek(0)
        return process.returncode, out.read(), err.read().decode(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    program, factor = os.path.abspath(sys.argv[1]), int(os.environ.get("SKILLSTOW_BUDGET", "1"))
    passed = failed = 0

    def tell(name, problems, cost):
        nonlocal passed, failed
        if problems:
            print(f"FAIL {name}: {cost} {'; '.join(problems)}")
        passed, failed = passed + (not problems), failed + bool(problems)

    with tempfile.TemporaryDirectory(prefix="archives-") as top:
        # Bombs are large while they are made. A child makes them: what this process holds counts as memory of those it starts.
        if os.fork() == 0:
            for name, (data, _) in (zoo := refused()).items():
                write(os.path.join(top, name, name), data)
            for name, data in honest():
                write(os.path.join(top, "honest", name), data)
            write(os.path.join(top, "reasons"), json.dumps({name: reason for name, (_, reason) in zoo.items()}).encode())
            os._exit(0)
        os.wait()
        with open(os.path.join(top, "reasons")) as file:
            reasons = json.load(file)
        for name, reason in reasons.items():
            folder, problems = os.path.join(top, name), []
            status, out, err, seconds, megabytes = run(program, folder, "check", "--format", "json", name)
            if status != 3 or reason not in err or name not in err:
                problems.append(f"exit status {status}, not refused with \"{reason}\": {err[-300:]}")
            if json.loads(out)["skills"]: problems.append("its skills were judged all the same")
            problems += [f"{command} takes it" for command in ("scan", "show") if run(program, folder, command, name)[0] != 3]
            if seconds > SECONDS * factor: problems.append(f"took {seconds:.1f} s")
            if megabytes > MEGABYTES * factor: problems.append(f"took {megabytes:.0f} MB")
            if os.listdir(folder) != [name]: problems.append("something was written")
            tell(name, problems, f"{seconds:.2f} s, {megabytes:.0f} MB")
        if len(os.listdir(top)) != len(reasons) + 2: tell("the folder around", ["something was written"], "")
        folder = os.path.join(top, "honest")
        for name in sorted(os.listdir(folder)):
            status, out, err, _, _ = run(program, folder, "check", "--format", "json", name)
            found = [s["name"] for s in json.loads(out)["skills"]] if status in (0, 1) else []
            tell(name, [] if found == ["x"] else [f"exit status {status}, skills {found}: {err[-300:]}"], "")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
