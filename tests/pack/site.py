#!/usr/bin/env python3
"""A site that skills are installed from, as a client of Agent Skills discovery 0.2.0 sees it: site.py PROGRAM

Serves what `skillstow index` wrote over http on the loopback, reads the index, fetches every file, holds it against its digest and
unpacks it the way clients do: plain ustar names, SKILL.md at the root. Then `skillstow install` takes the skills from there, and a
file that is not the one of its digest is refused.
"""
import functools, hashlib, http.server, io, json, os, subprocess, sys, tarfile, tempfile, threading, urllib.parse, urllib.request

PROGRAM = os.path.abspath(sys.argv[1])


def make_skill(folder, more):
    os.makedirs(folder)
    with open(f"{folder}/SKILL.md", "w") as f:
        f.write(f'---\nname: {os.path.basename(folder)}\ndescription: "Reads tide tables: all. Use when a user asks for the tide."\n---\n\n# Tides\n\nRead.\n')
    for path, text in more.items():
        os.makedirs(os.path.dirname(f"{folder}/{path}"), exist_ok=True)
        with open(f"{folder}/{path}", "w") as f: f.write(text)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_): pass


def files_in(folder):
    """path -> (bytes, executable)"""
    found = {}
    for place, _, files in os.walk(folder):
        for name in files:
            path = os.path.join(place, name)
            with open(path, "rb") as f: found[os.path.relpath(path, folder)] = (f.read(), bool(os.stat(path).st_mode & 0o100))
    return found


def install(top, origin, name):
    """What `skillstow install` says and leaves behind, in a fresh project."""
    project = os.path.join(top, name)
    os.makedirs(project)
    env = {**{k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}, "HOME": project, "XDG_CACHE_HOME": f"{project}/.cache"}
    done = subprocess.run([PROGRAM, "install", origin, "--skill", "*", "--agent", "claude-code", "--yes", "--format", "json"], cwd=project, env=env, capture_output=True, text=True, timeout=120)
    return done, {skill: files_in(f"{project}/.claude/skills/{skill}") for skill in ("harbour", "tides")}


def installed(top, site, origin):
    problems = []
    done, found = install(top, origin, "installed")
    want = {skill: files_in(f"{top}/skills/{skill}") for skill in found}
    if done.returncode or found != want: problems.append(f"install from the site: status {done.returncode}, {done.stdout}{done.stderr}")
    with open(f"{site}/.well-known/agent-skills/tides/SKILL.md", "a") as f: f.write("Slipped in.\n")
    done, found = install(top, origin, "tampered")
    if done.returncode == 0 or found["tides"] or "its SHA-256 is not the one that the index says" not in done.stderr: problems.append(f"a file of another digest: status {done.returncode}, {done.stdout}{done.stderr}")
    return problems


def main():
    problems = []
    with tempfile.TemporaryDirectory(prefix="site-") as top:
        make_skill(f"{top}/skills/tides", {})
        make_skill(f"{top}/skills/harbour", {"scripts/run.sh": "#!/bin/sh\n", "references/" + "long-name-" * 9 + "/" + "b" * 90 + ".md": "x" * 5000})
        os.chmod(f"{top}/skills/harbour/scripts/run.sh", 0o755)
        subprocess.run([PROGRAM, "index", f"{top}/skills", "-o", f"{top}/site"], check=True, stdout=subprocess.DEVNULL)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=f"{top}/site"))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}/.well-known/agent-skills/index.json"
        get = lambda url: urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=20).read()
        index = json.loads(get(base))
        if index["$schema"] != "https://schemas.agentskills.io/discovery/0.2.0/schema.json": problems.append("another schema")
        if [(s["name"], s["type"]) for s in index["skills"]] != [("harbour", "archive"), ("tides", "skill-md")]: problems.append(f"index: {index}")
        for skill in index["skills"]:
            data = get(urllib.parse.urljoin(base, skill["url"]))
            if skill["digest"] != "sha256:" + hashlib.sha256(data).hexdigest(): problems.append(f"{skill['name']}: digest")
            if skill["description"] != "Reads tide tables: all. Use when a user asks for the tide.": problems.append(f"{skill['name']}: description")
            want = {}
            for folder, _, files in os.walk(f"{top}/skills/{skill['name']}"):
                for name in files:
                    with open(os.path.join(folder, name), "rb") as f: want[os.path.relpath(f.name, f"{top}/skills/{skill['name']}")] = f.read()
            if skill["type"] == "skill-md":
                found = {"SKILL.md": data}
            else:
                with tarfile.open(fileobj=io.BytesIO(data)) as t:
                    found = {i.name: t.extractfile(i).read() for i in t}
                    if any(i.pax_headers or not i.isfile() for i in t.getmembers()): problems.append("more than plain ustar files")
            if found != want: problems.append(f"{skill['name']}: holds {sorted(found)}, not {sorted(want)}")
        problems += installed(top, f"{top}/site", f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
    for problem in problems: print("FAIL", problem)
    print(f"{1 if not problems else 0} passed, {1 if problems else 0} failed")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
