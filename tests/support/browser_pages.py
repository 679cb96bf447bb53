#!/usr/bin/env python3
"""Use the pages as a reader would, in a real browser: browser_pages.py PROGRAM [FOLDER WITH SKILLS]

Search, filters, order, tabs, copy buttons and the keyboard must work from file://, nothing may be written to the console, and nothing
but the site's own files may be asked for. With AXE=path/to/axe.min.js the pages are audited by axe-core too. Ends with status 77 where
there is no Chromium: the test is passed over.
"""
import base64, json, os, shutil, socket, struct, subprocess, sys, tempfile, time, urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_pages  # noqa: E402


class Browser:
    """The few commands of the DevTools protocol that are needed, over a WebSocket of the standard library's means."""

    def __init__(self, work):
        name = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
        if not name:
            sys.exit(77)
        self.process = subprocess.Popen([name, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
                                         "--allow-file-access-from-files=false", f"--user-data-dir={work}/profile", "--window-size=1280,900",
                                         "--disable-background-networking", "--no-first-run", "about:blank"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port_file = f"{work}/profile/DevToolsActivePort"
        for _ in range(600):
            if os.path.exists(port_file) and open(port_file).read().count("\n"):
                break
            time.sleep(0.1)
        port = open(port_file).read().split("\n")[0]
        target = next(t for t in json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json")) if t["type"] == "page")
        self.socket = socket.create_connection(("127.0.0.1", int(port)), timeout=120)
        key = base64.b64encode(os.urandom(16)).decode()
        path = target["webSocketDebuggerUrl"].split(port, 1)[1]
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        self.buffer = self.buffer.split(b"\r\n\r\n", 1)[1]
        self.number, self.said, self.asked = 0, [], []
        for domain in "Page", "Runtime", "Network", "Log":
            self.call(domain + ".enable")

    def send(self, text):
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        head = bytes([0x81]) + (bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack(">H", size) if size < 65536
                                else bytes([0x80 | 127]) + struct.pack(">Q", size))
        body = bytearray(data)
        for i in range(size):
            body[i] ^= mask[i & 3]
        self.socket.sendall(head + mask + bytes(body))

    def take(self, count):
        while len(self.buffer) < count:
            more = self.socket.recv(1 << 16)
            if not more:
                raise EOFError("the browser hung up")
            self.buffer += more
        got, self.buffer = self.buffer[:count], self.buffer[count:]
        return got

    def receive(self):
        text = b""
        while True:
            first, size = self.take(2)
            size &= 127
            if size == 126:
                size = struct.unpack(">H", self.take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.take(8))[0]
            text += self.take(size)
            if first & 0x80:
                return json.loads(text)

    def event(self, message):
        method, params = message.get("method"), message.get("params", {})
        if method == "Runtime.consoleAPICalled" or method == "Runtime.exceptionThrown" or method == "Log.entryAdded":
            self.said.append(json.dumps(params)[:300])
        if method == "Network.requestWillBeSent":
            self.asked.append(params["request"]["url"])

    def call(self, method, **params):
        self.number += 1
        self.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message["result"]
            self.event(message)

    def run(self, script):
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:500])
        return result["result"].get("value")

    def go(self, url):
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)
        for _ in range(300):
            if self.run("document.readyState") == "complete" and self.run("location.href").startswith("file:"):
                return
            time.sleep(0.1)
        raise RuntimeError(f"{url} is never complete")

    def key(self, key, code=None):
        codes = {"Tab": 9, "Enter": 13, "ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35}
        extra = {"windowsVirtualKeyCode": codes[key]} if key in codes else {"text": key}
        if key == "Enter":
            extra["text"] = "\r"
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=code or key, **extra)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=code or key)

    def close(self):
        self.process.terminate()
        self.process.wait()


class Test:
    def __init__(self, browser):
        self.b, self.problems = browser, []

    def equal(self, what, got, wanted):
        if got != wanted:
            self.problems.append(f"{what}: {got!r}, not {wanted!r}")

    def true(self, what, got):
        if not got:
            self.problems.append(f"{what}: {got!r}")

    def choose(self, field, value):
        self.b.run(f"(() => {{ const f = document.getElementById({field!r}); f.value = {value!r};"
                   " f.dispatchEvent(new Event('input', {bubbles: true})); })()")

    def count(self):
        return self.b.run("document.getElementById('count').textContent")

    def titles(self):
        return self.b.run("[...document.querySelectorAll('#skills h2')].map((h) => h.textContent)")

    def audit(self, what):
        path = os.environ.get("AXE")
        if not path:
            return
        self.b.run(open(path, encoding="utf-8").read() + ";0")
        found = self.b.run("axe.run().then((r) => (r.passes.length > 9 ? [] : [`${r.passes.length} checks alone`]).concat(r.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(' | '))))")
        self.problems += [f"{what}: {violation}" for violation in found]

    def search(self, site, total):
        b = self.b
        b.go(f"file://{site}/index.html")
        self.equal("all skills are counted", self.count(), f"All {total} skills")
        b.key("/")
        self.equal("a slash leads to the search", b.run("document.activeElement.id"), "q")
        for letter in "reads plain-3":
            b.key(letter)
        self.equal("searching finds by words of name and description", self.count(), f"1 of {total} skills")
        self.equal("and shows what it found", self.titles(), ["Plain 3"])
        self.true("the address keeps what was asked for", "q=reads+plain-3" in b.run("location.hash"))
        self.choose("q", "")
        self.choose("command", "python3")
        self.equal("a filter by command", self.count(), f"8 of {total} skills")
        self.choose("sort", "-tokens")
        self.equal("the order changes", len(self.titles()), 8)
        self.choose("command", "")
        self.choose("safety", "pass")
        self.true("a filter by verdict", self.count().endswith(f"of {total} skills"))
        self.choose("safety", "")
        self.choose("cost", "1000")
        self.choose("agent", "codex")
        self.true("filters add up", int(self.count().split()[0]) < total)
        self.choose("q", "nothing has this word")
        self.equal("nothing is found", (self.count(), self.titles()), (f"0 of {total} skills", []))
        b.go(f"file://{site}/index.html#q=plain")
        self.equal("an address brings a search back", self.count(), f"8 of {total} skills")
        self.audit("index")

    def page(self, site):
        b = self.b
        b.go(f"file://{site}/skills/plain-1/index.html")
        panels = "[...document.querySelectorAll('.agent')].filter((p) => p.offsetParent !== null).map((p) => p.id)"
        self.equal("one agent's commands are shown", b.run(panels), ["install-claude-code"])
        b.run("document.querySelector('[role=tab]').focus()")
        b.key("ArrowRight")
        self.equal("an arrow chooses the next agent", b.run(panels), ["install-codex"])
        self.equal("and it has the focus", b.run("document.activeElement.textContent"), "Codex")
        b.key("End")
        self.equal("End chooses the last", b.run(panels), ["install-opencode"])
        b.run("document.querySelector('.agent:not(.off) .copy').focus()")
        b.key("Enter")
        time.sleep(0.5)
        self.true("a copy button says what it did",
                  b.run("document.activeElement.textContent") in ("Copied", "Selected"))
        b.go(f"file://{site}/skills/plain-2/index.html")
        b.key("Tab")
        self.equal("the first stop leads past what is on every page", b.run("document.activeElement.className"), "skip")
        self.true("nothing is wider than the window", b.run("document.documentElement.scrollWidth <= innerWidth"))
        b.call("Emulation.setDeviceMetricsOverride", width=360, height=800, deviceScaleFactor=1, mobile=True)
        self.true("nor on a telephone", b.run("document.documentElement.scrollWidth <= innerWidth"))
        self.audit("page, narrow")
        b.call("Emulation.clearDeviceMetricsOverride")
        for scheme in "light", "dark":
            b.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            self.audit(f"page, {scheme}")

    def hostile(self, site):
        for folder in sorted(os.listdir(f"{site}/skills")):
            if folder.startswith("plain"):
                continue
            self.b.run("0")
            self.b.go(f"file://{site}/skills/{folder}/index.html")
            self.equal(f"{folder} has its parts", self.b.run("document.querySelectorAll('main h2').length > 8 && !!document.querySelector('.foot')"), True)
            self.true(f"{folder} fits the window", self.b.run("document.documentElement.scrollWidth <= innerWidth"))


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as work:
        skills = sys.argv[2] if len(sys.argv) > 2 else f"{work}/skills"
        if len(sys.argv) == 2:
            check_pages.make_collection(skills)
        browser = Browser(work)
        try:
            subprocess.run([program, "catalog", skills, "-o", f"{work}/site"], check=True, stdout=subprocess.DEVNULL)
            test = Test(browser)
            total = len(os.listdir(f"{work}/site/skills"))
            test.search(f"{work}/site", total)
            test.page(f"{work}/site")
            test.hostile(f"{work}/site")
            test.problems += [f"the console has {line}" for line in browser.said]
            test.problems += [f"{url} was asked for" for url in browser.asked if not url.startswith((f"file://{work}/site/", "about:"))]
        finally:
            browser.close()
    print("\n".join(test.problems))
    print(f"{len(browser.asked)} requests, {len(test.problems)} problems")
    return 1 if test.problems else 0


if __name__ == "__main__":
    sys.exit(main())
