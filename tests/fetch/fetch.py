#!/usr/bin/env python3
"""Fetch from real servers on the loopback interface: fetch.py PROGRAM TEST

Each function test_NAME below is a test of its own; it gets a Work: a folder with a home, a project and a repository. Exit status 77:
skipped, with the reason.
"""
import base64, contextlib, hashlib, io, json, os, shutil, signal, subprocess, sys, tempfile, time, zipfile
from pathlib import Path
from servers import git, http_server, make_authority, silent_server, skill, ssh_server, tunnel

SKIPPED = 77


class Skip(Exception): pass


class Work:
    def __init__(self, program, top):
        self.program, self.top = program, Path(top)
        self.home, self.project, self.served = self.top / "home", self.top / "project", self.top / "served"
        for folder in (self.home, self.project / ".claude", self.served): folder.mkdir(parents=True)
        self.seed = self.top / "seed"
        self.seed.mkdir()
        git(self.seed, "init", "-q", "-b", "main", ".")
        self.write("skills/greet/SKILL.md", skill("greet"))
        self.write("skills/greet/run.sh", "#!/bin/sh\necho hi\n", 0o755)
        self.write("skills/wave/SKILL.md", skill("wave", "Wave to whoever arrives."))
        self.first = self.commit("one")
        self.repository = self.served / "o/r.git"
        git(self.top, "clone", "-q", "--bare", str(self.seed), str(self.repository))

    def write(self, path, text, mode=0o644):
        file = self.seed / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        file.chmod(mode)

    def commit(self, message):
        git(self.seed, "add", "-A")
        git(self.seed, "commit", "-q", "-m", message)
        return git(self.seed, "rev-parse", "HEAD")

    def push(self, *refs): git(self.seed, "push", "-q", str(self.repository), *(refs or ("main",)))

    def run(self, *words, seconds=60, **env):
        base = {"PATH": os.environ["PATH"], "HOME": str(self.home), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8",
                "SKILLSTOW_TIMEOUT": "20"}
        return subprocess.run([self.program, *words], cwd=self.project, env={**base, **env}, capture_output=True, text=True,
                              timeout=seconds, stdin=subprocess.DEVNULL)

    def install(self, source, *words, **env):
        return self.run("install", source, "--agent", "claude-code", "--yes", *words, **env)

    def installed(self, name="greet"): return self.project / ".claude/skills" / name

    def refused(self, source, kind, *words, **env):
        """A failed fetch: exit status 3, its class in the JSON, and nothing in the project or half-made in the cache."""
        done = self.install(source, "--skill", "greet", "--format", "json", *words, **env)
        check(done.returncode == 3, done)
        error = json.loads(done.stdout)["error"]
        check(error["class"] == kind, f"class {error['class']}, not {kind}: {done.stderr}")
        check(not self.installed().exists(), "something was installed")
        check(not list(self.home.rglob("tmp-*")), "something is left in the cache")
        return done.stderr


def check(holds, what):
    if not holds: raise AssertionError(what)


def ok(done):
    check(done.returncode == 0, f"exit status {done.returncode}: {done.stderr}{done.stdout}")
    return done


def test_http(work):
    with http_server(work.served) as server:
        done = ok(work.install(f"{server.url}/o/r.git", "--skill", "greet", "--format", "json"))
        entry = json.loads(done.stdout)["installed"][0]
        check(entry["commit"] == work.first and entry["source"] == f"{server.url}/o/r.git", entry)
        check(f"{server.url}/o/r.git" in done.stderr, "what it means is not said")
        check((work.installed() / "SKILL.md").read_bytes() == (work.seed / "skills/greet/SKILL.md").read_bytes(), "other bytes")
        check((work.installed() / "run.sh").stat().st_mode & 0o111, "not executable")
        check(not work.installed("wave").exists(), "more than was asked for")
        # The second time nothing but the refs is asked for; and nothing at all with --offline.
        seen = len(server.seen)
        again = ok(work.install(f"{server.url}/o/r.git", "--skill", "greet"))
        check("unchanged" in again.stdout and all(m == "GET" for m, _, _ in server.seen[seen:]), server.seen[seen:])
        seen = len(server.seen)
        ok(work.install(f"{server.url}/o/r.git", "--skill", "wave", "--offline"))
        ok(work.install(f"{server.url}/o/r.git#{work.first}", "--skill", "greet", "--force"))
        check(len(server.seen) == seen, "a server was asked for what the cache has")
        listed = json.loads(ok(work.run("install", f"{server.url}/o/r.git", "--list", "--format", "json")).stdout)
        check([s["path"] for s in listed["skills"]] == ["skills/greet", "skills/wave"], listed)
        url = f"{server.url}/o/r.git"
    # The server is gone now.
    done = ok(work.install(url, "--skill", "greet"))
    check("what was fetched before is used" in done.stderr, done.stderr)


def test_refs(work):
    git(work.seed, "checkout", "-q", "-b", "feature/x")
    work.write("skills/greet/SKILL.md", skill("greet", "Say hello in a new way, by name."))
    new = work.commit("two")
    git(work.seed, "tag", "-m", "one", "v1", work.first)
    git(work.seed, "tag", "both", work.first)
    git(work.seed, "branch", "both", new)
    work.push("--all")
    work.push("--tags")
    with http_server(work.served) as server:
        url = f"{server.url}/o/r"

        def commit(source, *words):
            done = ok(work.install(source, "--force", "--format", "json", *words))
            return json.loads(done.stdout)["installed"][0]["commit"]
        check(commit(f"{url}/tree/feature/x/skills/greet") == new, "a branch with a slash in a page's address")
        check(commit(f"{url}.git#v1:skills/greet") == work.first, "a tag with a message")
        check(commit(f"{url}.git", "--ref", "feature/x", "--path", "skills/greet") == new, "--ref and --path")
        check(commit(f"{url}.git#{work.first}", "--skill", "greet") == work.first, "a commit")
        check(commit(f"{url}.git#refs/heads/both", "--skill", "greet") == new, "a full name")
        done = work.install(f"{url}.git#both", "--skill", "greet")
        check(done.returncode == 2 and "refs/heads/both" in done.stderr and "refs/tags/both" in done.stderr, done)
        shutil.rmtree(work.installed())
        (work.project / "skillstow.lock").unlink()
        check("did you mean feature/x?" in work.refused(f"{url}.git#feature/y", "ref-not-found"), "no hint")
        check("feature/z/skills" in work.refused(f"{url}/tree/feature/z/skills/greet", "ref-not-found"), "not named")
        work.refused(f"{url}.git", "not-found-or-private", "--path", "skills/none")
        # An older commit that only history leads to, from a server that gives out refs alone.
        work.write("skills/greet/SKILL.md", skill("greet", "Say hello in a third way, by name."))
        work.commit("three")
        work.push("--all")
        shutil.rmtree(work.home / ".cache")
        check(commit(f"{url}.git#{work.first}", "--skill", "greet") == work.first, "a commit in the history")
        work.refused_commit = "1" * 40
        shutil.rmtree(work.installed())
        (work.project / "skillstow.lock").unlink()
        work.refused(f"{url}.git#{'1' * 40}", "ref-not-found")


def test_later(work):
    """A cache that was fetched without history serves diff and merge when later and earlier commits come."""
    def text(*lines): return skill("greet", "\n\n".join(lines))
    work.write("skills/greet/SKILL.md", text("One.", "Two.", "Three."))
    work.commit("two")
    work.push()
    with http_server(work.served) as server:
        url = f"{server.url}/o/r.git"
        ok(work.install(url, "--skill", "greet"))
        manifest = work.installed() / "SKILL.md"
        manifest.write_text(manifest.read_text().replace("One.", "Uno."))
        work.write("skills/greet/SKILL.md", text("One.", "Two.", "Drei."))
        work.commit("three")
        work.push()
        check("+Drei." in work.run("diff").stdout and "+Uno." in work.run("diff", "--local").stdout, "no diff")
        ok(work.run("update", "--merge", "--yes"))
        check("Uno." in manifest.read_text() and "Drei." in manifest.read_text(), manifest.read_text())
        ok(work.install(f"{url}#{work.first}", "--skill", "wave"))
        check(work.installed("wave").exists(), "an earlier commit")
    check("+Uno." in work.run("diff", "greet", "--local", "--offline").stdout, "no diff without the server")


def test_offline(work):
    with http_server(work.served) as server:
        url = f"{server.url}/o/r.git"
        check("--offline" in work.refused(url, "network", "--offline"), "no reason")
        check(server.seen == [], server.seen)
    work.refused(url, "network")  # nobody listens there any more


def test_missing(work):
    with http_server(work.served) as server: work.refused(f"{server.url}/o/none.git", "not-found-or-private")
    git(work.top, "init", "-q", "--bare", str(work.served / "o/empty.git"))
    with http_server(work.served) as server:
        check("empty" in work.refused(f"{server.url}/o/empty.git", "not-found-or-private"), "no reason")


def test_credentials(work):
    word = "s3cret-word"
    login = "Basic " + base64.b64encode(f"ann:{word}".encode()).decode()
    with http_server(work.served, login) as server:
        url = f"{server.url}/o/r.git"
        said = work.refused(url, "not-found-or-private")
        check("private" in said, said)
        helper = work.top / "helper"
        helper.write_text(f'#!/bin/sh\n[ "$1" = get ] && printf "username=ann\\npassword={word}\\n"\n')
        helper.chmod(0o755)
        (work.home / ".gitconfig").write_text(f"[credential]\n\thelper = {helper}\n")
        done = ok(work.install(url, "--skill", "greet"))
        check(word not in done.stdout + done.stderr, "the password was printed")
        for file in [*work.home.rglob("*"), *work.project.rglob("*")]:
            check(not file.is_file() or file.name == ".gitconfig" or word.encode() not in file.read_bytes(), f"the password is in {file}")
        helper.write_text('#!/bin/sh\nprintf "username=ann\\npassword=wrong\\n"\n')
        shutil.rmtree(work.installed())
        shutil.rmtree(work.home / ".cache")
        check("refuses" in work.refused(url, "not-found-or-private"), "a wrong password is not told")


class Secret:
    """What only the first server may see: a password of the user's credential helper, given for every address."""
    word = "s3cret-word"
    login = "Basic " + base64.b64encode(f"ann:{word}".encode()).decode()

    def __init__(self, work):
        helper = work.top / "helper"
        helper.write_text(f'#!/bin/sh\n[ "$1" = get ] && printf "username=ann\\npassword={self.word}\\n"\n')
        helper.chmod(0o755)
        (work.home / ".gitconfig").write_text(f"[credential]\n\thelper = {helper}\n")


def asks(request):
    """401 where no credentials came."""
    return not request.headers.get("Authorization") and (request.plain(401, {"WWW-Authenticate": 'Basic realm="git"'}) or True)


def sends_on(to, private, when=lambda request: True):
    """A server's answer: a redirect to the same path of the server at `to`; a private one wants to know first who asks."""
    def answer(request, path):
        if private and asks(request): return True
        if not when(request): return False
        return bool(request.plain(302, {"Location": f"{to}{request.path}"})) or True
    return answer


def is_post(request): return request.command == "POST"


def test_redirect(work):
    """Followed without credentials, never with: the helper's password must not reach where the first server points to."""
    secret = Secret(work)
    with http_server(work.served) as other:
        address = other.url.replace("127.0.0.1", "localhost")
        for to in (other.url, address):  # another port; another host
            for private, when in ((True, lambda request: True), (True, is_post), (False, is_post)):
                with http_server(work.served, special=sends_on(to, private, when)) as server:
                    said = work.refused(f"{server.url}/o/r.git", "other")
                    check(secret.word not in said, "the password was printed")
                    check(other.seen == [], f"{to}: {other.seen}")
                    check(not private or any(login == secret.login for _, _, login in server.seen), "no credentials were given at all")
        # A public one may move.
        with http_server(work.served, special=sends_on(other.url, False)) as server:
            ok(work.install(f"{server.url}/o/r.git", "--skill", "greet"))
        check(all(login is None for _, _, login in other.seen), "credentials were sent on")
    # What a public one is sent on to wants to know who asks: it is not told.
    with http_server(work.served, secret.login) as thief:
        shutil.rmtree(work.home / ".cache")
        shutil.rmtree(work.installed())
        (work.project / "skillstow.lock").unlink()
        with http_server(work.served, special=sends_on(thief.url, False)) as server: work.refused(f"{server.url}/o/r.git", "other")
        check(thief.seen and all(login is None for _, _, login in thief.seen), "credentials were sent on")


def test_redirect_to_other_scheme(work):
    """From https to http and back: another origin too, even on the same host."""
    if not shutil.which("openssl"): raise Skip("openssl is not installed, so there is no certificate to serve with")
    secret = Secret(work)
    authority, context = make_authority(work.top)
    trust = {"SSL_CERT_FILE": str(authority)}
    with http_server(work.served) as plain, http_server(work.served, context=context) as tls:
        for when in (lambda request: True, is_post):
            for first, second in ((context, plain), (None, tls)):
                with http_server(work.served, special=sends_on(second.url, True, when), context=first) as server:
                    work.refused(f"{server.url}/o/r.git", "other", **trust)
                    check(second.seen == [], second.seen)
                    check(any(login == secret.login for _, _, login in server.seen), "no credentials were given at all")
        with http_server(work.served, special=sends_on(plain.url, False), context=context) as server:
            work.refused(f"{server.url}/o/r.git", "other", **trust)
            check(plain.seen == [], "from https to http without a word")
        with http_server(work.served, secret.login, context=context) as server:
            ok(work.install(f"{server.url}/o/r.git", "--skill", "greet", **trust))


def test_proxy(work):
    """Credentials pass an http proxy in a tunnel, to their own server only."""
    if not shutil.which("openssl"): raise Skip("openssl is not installed, so there is no certificate to serve with")
    secret = Secret(work)
    authority, context = make_authority(work.top)
    with http_server(work.served, context=context) as other, tunnel() as proxy:
        env = {"SSL_CERT_FILE": str(authority), "https_proxy": proxy.url, "http_proxy": proxy.url}
        with http_server(work.served, special=sends_on(other.url, True), context=context) as server:
            work.refused(f"{server.url}/o/r.git", "other", **env)
            check(other.seen == [] and set(proxy.seen) == {server.url[8:]}, proxy.seen)
        with http_server(work.served, secret.login, context=context) as server:
            proxy.seen.clear()
            ok(work.install(f"{server.url}/o/r.git", "--skill", "greet", **env))
            check(set(proxy.seen) == {server.url[8:]}, proxy.seen)


def asks_for_pack(request, path):
    """The last request of a fetch; one before it is for where the history ends."""
    return path.endswith("git-upload-pack") and b"done" in request.sent


def before_pack(request):
    """What a server says before the pack: to one that wants no history, where it ends."""
    if b"deepen" not in request.sent: return b"0008NAK\n"
    return b"0034shallow " + request.sent.split(b"want ", 1)[1][:40] + b"00000008NAK\n"


def test_silent(work):
    with silent_server() as url:
        start = time.monotonic()
        work.refused(f"{url}/o/r.git", "timeout", SKILLSTOW_TIMEOUT="2")
        check(time.monotonic() - start < 15, "it took too long")

    def stops_halfway(request, path):
        if not asks_for_pack(request, path): return False
        request.send_response(200)
        request.send_header("Content-Type", "application/x-git-upload-pack-result")
        request.end_headers()
        request.wfile.write(before_pack(request))
        request.wfile.flush()
        time.sleep(60)
        return True
    with http_server(work.served, special=stops_halfway) as server:
        work.refused(f"{server.url}/o/r.git", "timeout", SKILLSTOW_TIMEOUT="2")


def test_too_much(work):
    work.write("big.bin", os.urandom(3 << 20))
    work.commit("big")
    work.push()
    with http_server(work.served) as server:
        check("1 MiB" in work.refused(f"{server.url}/o/r.git", "disk", SKILLSTOW_MAX_FETCH="1"), "the limit is not told")
        ok(work.install(f"{server.url}/o/r.git", "--skill", "greet"))

    def chatters(request, path):
        if not asks_for_pack(request, path): return False
        request.send_response(200)
        request.send_header("Content-Type", "application/x-git-upload-pack-result")
        request.end_headers()
        request.wfile.write(before_pack(request))
        line = b"\2" + b"counting " * 7000
        with contextlib.suppress(OSError):
            while True: request.wfile.write(b"%04x" % (len(line) + 4) + line)
        return True
    shutil.rmtree(work.home / ".cache")
    shutil.rmtree(work.installed())
    (work.project / "skillstow.lock").unlink()
    with http_server(work.served, special=chatters) as server: work.refused(f"{server.url}/o/r.git", "disk")


def test_garbage(work):
    def garbage(request, path): return bool(request.plain(200, {"Content-Type": "text/html"}, b"<html>Hello</html>")) or True
    with http_server(work.served, special=garbage) as server:
        done = work.install(f"{server.url}/o/r.git", "--skill", "greet")
        check(done.returncode == 3 and "help:" in done.stderr, done)

    def broken(request, path):
        if not asks_for_pack(request, path): return False
        return bool(request.plain(200, {"Content-Type": "application/x-git-upload-pack-result"},
                                  before_pack(request) + b"PACK\0\0\0\2\0\0\0\1" + os.urandom(200))) or True
    with http_server(work.served, special=broken) as server:
        done = work.install(f"{server.url}/o/r.git", "--skill", "greet")
        check(done.returncode == 3 and not list(work.home.rglob("tmp-*")), done)


def test_tls(work):
    if not shutil.which("openssl"): raise Skip("openssl is not installed, so there is no certificate to serve with")
    authority, context = make_authority(work.top)
    with http_server(work.served, context=context) as server:
        url = f"{server.url}/o/r.git"
        check("http.sslCAInfo" in work.refused(url, "tls"), "no help")
        ok(work.install(url, "--skill", "greet", SSL_CERT_FILE=str(authority)))
        (work.home / ".gitconfig").write_text(f'[http "{server.url}/"]\n\tsslCAInfo = {authority}\n')
        shutil.rmtree(work.home / ".cache")
        ok(work.install(url, "--skill", "wave"))


def test_instead_of(work):
    with http_server(work.served) as server:
        (work.home / ".gitconfig").write_text(f'[url "{server.url}/"]\n\tinsteadOf = https://github.com/\n')
        done = ok(work.install("o/r", "--skill", "greet", "--format", "json"))
        check(json.loads(done.stdout)["installed"][0]["source"] == "https://github.com/o/r", done.stdout)
        check(server.url in done.stderr, "that another server is asked is not said")


def test_killed(work):
    """A first fetch that is killed at any moment leaves no cache that is believed to be whole."""
    for n in range(40): work.write(f"data/{n}.bin", os.urandom(20000))
    work.commit("more")
    work.push()
    with http_server(work.served) as server:
        url = f"{server.url}/o/r.git"
        start = time.monotonic()
        ok(work.install(url, "--skill", "greet"))
        whole = time.monotonic() - start
        shutil.rmtree(work.installed())
        (work.project / "skillstow.lock").unlink()
        for part in range(1, 9):
            shutil.rmtree(work.home / ".cache")
            env = {"PATH": os.environ["PATH"], "HOME": str(work.home), "GIT_CONFIG_NOSYSTEM": "1"}
            running = subprocess.Popen([work.program, "install", url, "--list"], cwd=work.project, env=env,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(whole * part / 9)
            running.send_signal(signal.SIGKILL)
            running.wait()
            offline = work.install(url, "--skill", "greet", "--offline")
            check(offline.returncode in (0, 3), offline)
            if offline.returncode == 0: check((work.installed() / "run.sh").exists(), "half a repository was believed")
            ok(work.install(url, "--skill", "greet"))
        check(not list(work.home.rglob("tmp-*")), "something is left in the cache")


def crafted(work, entries, inside=True):
    """A bare repository whose skill greet has these entries too: (mode, name, content), as no git would write them."""
    folder = work.top / "crafted.git"
    shutil.rmtree(folder, ignore_errors=True)
    git(work.top, "init", "-q", "--bare", str(folder))

    def store(kind, data):
        return bytes.fromhex(git(folder, "hash-object", "-t", kind, "--literally", "-w", "--stdin", input=data).decode().strip())

    def tree(rows): return store("tree", b"".join(mode + b" " + name + b"\0" + oid for mode, name, oid in rows))
    rows = [(b"100644", b"SKILL.md", store("blob", skill("greet").encode()))]
    extra = [(mode, name, store("blob", content)) for mode, name, content in entries]
    greet = tree(sorted(rows + extra * inside, key=lambda row: row[1]))
    top = tree([(b"40000", b"skills", tree([(b"40000", b"greet", greet)]))] + extra * (not inside))
    commit = store("commit", b"tree " + top.hex().encode() + b"\nauthor t <t@e> 0 +0000\ncommitter t <t@e> 0 +0000\n\nx\n")
    git(folder, "update-ref", "refs/heads/main", commit.hex())
    git(folder, "symbolic-ref", "HEAD", "refs/heads/main")
    return folder


def test_names(work):
    """Names that a disk could read as another place are refused with the reason, and nothing is written anywhere."""
    file = b"100644"
    rows = {b"..": "..", b".": '"."', b"../../evil": "evil", b"a/b": "a/b", b".git": ".git", b".GIT": ".GIT", b"a\\b": "backslash",
            b"a\nb": "control", b"a\x1bb": "control", b"evil.": "dot", b"evil ": "blank", b"CON": "device", b"aux.md": "device",
            b"git~1": "git", b"x" * 300: "255", b"\xff": "UTF-8"}
    before = sorted(work.top.rglob("*"))
    for name, word in rows.items():
        source = crafted(work, [(file, name, b"evil")])
        way = b"/" in name or name in (b".", b"..") or name.lower() == b".git"
        if way:
            check(word in work.refused(str(source), "bad-file-name"), f"{name} is not named")
            work.refused(str(crafted(work, [(file, name, b"evil")], inside=False)), "bad-file-name")
        else:
            done = work.install(str(source), "--skill", "greet", "--format", "json")
            check(done.returncode == 1 and word in done.stderr, f"{name}: {done.returncode} {done.stderr}")
            check([r["reason"] for r in json.loads(done.stdout)["refused"]] == ["unsafe"], done.stdout)
        shutil.rmtree(source)
        check(sorted(work.top.rglob("*")) == before, f"{name}: something was written")
    for names in ([b"Notes.md", b"notes.md"], [b"twice", b"twice"]):
        done = work.install(str(crafted(work, [(file, name, b"x") for name in names])), "--skill", "greet")
        check(done.returncode == 1 and ("twice" in done.stderr or "letter case" in done.stderr), done.stderr)
    for target in (b"/etc/passwd", b"../../outside", b"../wave/SKILL.md"):
        done = work.install(str(crafted(work, [(b"120000", b"link.md", target)])), "--skill", "greet", "--format", "json")
        check([r["reason"] for r in json.loads(done.stdout)["refused"]] == ["escapes"], done.stdout)
    check(not work.installed().exists(), "something was installed")


def test_many_files(work):
    """100,000 files: told, in bounded time."""
    folder = work.top / "many.git"
    git(work.top, "init", "-q", "--bare", str(folder))
    text = skill("greet").encode()
    stream = [b"commit refs/heads/main\ncommitter t <t@e> 0 +0000\ndata 1\nx\n", b"M 100644 inline skills/greet/SKILL.md\ndata %d\n%s\n" % (len(text), text)]
    stream += [b"M 100644 inline skills/greet/%d/%d.md\ndata 1\nx\n" % (n % 100, n) for n in range(100_000)]
    git(folder, "fast-import", "--quiet", input=b"".join(stream))
    git(folder, "symbolic-ref", "HEAD", "refs/heads/main")
    start = time.monotonic()
    done = work.install(str(folder), "--skill", "greet")
    check(done.returncode == 1 and "20,000 files" in done.stderr, done)
    check(time.monotonic() - start < 40, "it took too long")


def test_submodule(work):
    git(work.seed, "update-index", "--add", "--cacheinfo", "160000," + "1" * 40 + ",skills/greet/vendor")
    work.write("skills/greet/model.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 9\n")
    git(work.seed, "add", "skills/greet/model.bin")
    git(work.seed, "commit", "-q", "-m", "sub")
    work.push()
    done = work.install(str(work.repository), "--skill", "greet")
    check("submodule" in done.stderr and "model.bin" in done.stderr and "LFS" in done.stderr, done.stderr)


def sha256(data): return "sha256:" + hashlib.sha256(data).hexdigest()


def zipped(files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in files.items(): archive.writestr(name, text)
    return buffer.getvalue()


def test_package(work):
    package = zipped({"SKILL.md": skill("greet"), "references/more.md": "# More\n"})
    (work.served / "greet.skill").write_bytes(package)
    with http_server(work.served) as server:
        url = f"{server.url}/greet.skill"
        ok(work.install(url, "--skill", "greet"))
        check((work.installed() / "SKILL.md").read_text() == skill("greet"), "other bytes")
        shutil.rmtree(work.installed())
        (work.project / "skillstow.lock").unlink()
        work.refused(f"{server.url}/none.skill", "not-found-or-private")
        (work.served / "bad.skill").write_bytes(package[:-30])
        done = work.install(f"{server.url}/bad.skill")
        check(done.returncode == 3 and not work.installed().exists(), done)
    ok(work.install(url, "--skill", "greet", "--offline"))
    shutil.rmtree(work.installed())
    (work.project / "skillstow.lock").unlink()
    work.refused(url, "network")
    with silent_server() as silent: work.refused(f"{silent}/x.skill", "timeout", SKILLSTOW_TIMEOUT="2")


def test_index(work):
    greet, package = skill("greet").encode(), zipped({"SKILL.md": skill("wave"), "assets/a.txt": "a"})
    folder = work.served / ".well-known/agent-skills"
    folder.mkdir(parents=True)
    (folder / "greet.md").write_bytes(greet)
    (folder / "wave.zip").write_bytes(package)

    def write(**more):
        rows = [{"name": "greet", "type": "skill-md", "description": "x", "url": "greet.md", "digest": sha256(greet)},
                {"name": "wave", "type": "archive", "description": "x", "url": "/.well-known/agent-skills/wave.zip", "digest": sha256(package)}]
        rows[0].update(more)
        (folder / "index.json").write_text(json.dumps({"skills": rows}))
    write()
    with http_server(work.served) as server:
        listed = json.loads(ok(work.run("install", server.url, "--list", "--format", "json")).stdout)
        check([s["name"] for s in listed["skills"]] == ["greet", "wave"], listed)
        seen = len(server.seen)
        ok(work.install(server.url, "--skill", "wave"))
        check(not any("greet.md" in path for _, path, _ in server.seen[seen:]), "more was fetched than was asked for")
        for more, word in (({"digest": "sha256:" + "0" * 64}, "SHA-256"), ({"digest": ""}, "SHA-256"), ({"name": "../x"}, "name"),
                           ({"type": "magic"}, "magic"), ({"url": "http://example.com/x"}, "encrypted")):
            write(**more)
            done = work.install(server.url, "--skill", "*", "--format", "json")
            check(done.returncode == 3 and word in done.stderr and "error" in json.loads(done.stdout), done)
            check(not work.installed().exists(), "something was installed")
        (folder / "index.json").write_text("<html>")
        work.refused(server.url, "other")


def test_ssh(work):
    if not (shutil.which("sshd") or os.path.exists("/usr/sbin/sshd")) or not shutil.which("ssh-keygen"):
        raise Skip("sshd is not installed (openssh-server)")
    keys = work.home / ".ssh"
    keys.mkdir(mode=0o700)
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", keys / "id_ed25519"], check=True)
    with ssh_server(work.top, (keys / "id_ed25519.pub").read_text()) as (port, host_key, user):
        url = f"ssh://{user}@127.0.0.1:{port}{work.repository}"
        check("known_hosts" in work.refused(url, "ssh-key"), "an unknown host is not told")
        kind, key = host_key.split()[:2]
        (keys / "known_hosts").write_text(f"[127.0.0.1]:{port} {kind} {key[:-4]}AAAA\n")
        check("another than the one" in work.refused(url, "ssh-key"), "a changed host is not told")
        (keys / "known_hosts").write_text(f"[127.0.0.1]:{port} {kind} {key}\n")
        ok(work.install(url, "--skill", "greet"))
        check("no such repository" in work.run("install", f"ssh://{user}@127.0.0.1:{port}/none.git", "--list").stderr, "missing")
        # With the key in the agent alone, and the host's name hidden.
        subprocess.run(["ssh-keygen", "-q", "-H", "-f", keys / "known_hosts"], check=True, capture_output=True)
        agent = subprocess.Popen(["ssh-agent", "-D", "-a", work.top / "agent"], stdout=subprocess.DEVNULL)
        try:
            for _ in range(100):
                if (work.top / "agent").exists(): break
                time.sleep(0.05)
            env = {**os.environ, "SSH_AUTH_SOCK": str(work.top / "agent")}
            subprocess.run(["ssh-add", "-q", keys / "id_ed25519"], check=True, env=env)
            (keys / "id_ed25519").unlink()
            shutil.rmtree(work.home / ".cache")
            ok(work.install(url, "--skill", "wave", SSH_AUTH_SOCK=str(work.top / "agent")))
        finally:
            agent.terminate()
            agent.wait()
        shutil.rmtree(work.installed())
        (work.project / "skillstow.lock").unlink()
        shutil.rmtree(work.home / ".cache")
        check("ssh-add" in work.refused(url, "ssh-key"), "no help where no key fits")


def main():
    program, name = os.path.abspath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as top:
        try: globals()["test_" + name](Work(program, os.path.realpath(top)))
        except Skip as reason:
            print(f"skipped: {reason}")
            return SKIPPED
    return 0


if __name__ == "__main__": sys.exit(main())
