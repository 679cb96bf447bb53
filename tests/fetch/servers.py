"""Servers on the loopback interface for the tests of fetching: git over HTTP and TLS, one that says nothing, ssh."""
import contextlib, http.server, os, shutil, socket, ssl, subprocess, threading, urllib.parse
from pathlib import Path

GIT = {"PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "LC_ALL": "C.UTF-8",
       "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.org", "GIT_COMMITTER_NAME": "t",
       "GIT_COMMITTER_EMAIL": "t@example.org"}


def git(folder, *words, **more):
    done = subprocess.run(["git", *words], cwd=folder, env={**GIT, "HOME": str(folder)}, check=True, capture_output=True, **more)
    return done.stdout if "input" in more else done.stdout.decode().strip()


def skill(name, text="Say hello to whoever arrives, by name."):
    return f"---\nname: {name}\ndescription: Greets people by name. Use when someone arrives at the door.\n---\n\n{text}\n"


class GitOverHttp(http.server.BaseHTTPRequestHandler):
    """One request: git http-backend answers for what is below server.root. `server` says what else happens."""

    def log_message(self, *_): pass

    def do_GET(self): self.answer()
    def do_POST(self): self.answer()

    def body(self):
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            parts = []
            while size := int(self.rfile.readline(), 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(parts)
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def plain(self, status, headers={}, body=b""):
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items(): self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def answer(self):
        server = self.server
        server.seen.append((self.command, self.path, self.headers.get("Authorization")))
        body = self.sent = self.body()
        path = urllib.parse.urlsplit(self.path)
        if server.special and server.special(self, path.path): return
        if server.login and self.headers.get("Authorization") != server.login:
            return self.plain(401, {"WWW-Authenticate": 'Basic realm="git"'})
        file = Path(server.root) / path.path.lstrip("/")
        if file.is_file() and ".git" not in path.path: return self.plain(200, {}, file.read_bytes())
        env = {**GIT, "GIT_PROJECT_ROOT": server.root, "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": path.path,
               "QUERY_STRING": path.query, "REQUEST_METHOD": self.command, "CONTENT_LENGTH": str(len(body)),
               "CONTENT_TYPE": self.headers.get("Content-Type", ""), "REMOTE_ADDR": "127.0.0.1", "HOME": server.root,
               "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", "")}
        done = subprocess.run(["git", "http-backend"], input=body, env=env, capture_output=True)
        head, _, rest = done.stdout.partition(b"\r\n\r\n")
        lines = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        self.plain(int(lines.pop("Status", "200")[:3]), lines, rest)


@contextlib.contextmanager
def http_server(root, login=None, special=None, context=None):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), GitOverHttp)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # clients may go away
    server.root, server.login, server.special, server.seen = str(root), login, special, []
    if context: server.socket = context.wrap_socket(server.socket, server_side=True)
    server.url = f"http{'s' if context else ''}://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try: yield server
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def silent_server():
    """Accepts connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        held = []

        def accept():
            with contextlib.suppress(OSError):
                while True: held.append(listening.accept()[0])
        threading.Thread(target=accept, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        for one in held: one.close()


@contextlib.contextmanager
def tunnel():
    """An http proxy that knows CONNECT alone, and remembers where to."""
    class Proxy(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_): pass

        def do_CONNECT(self):
            self.server.seen.append(self.path)
            host, port = self.path.rsplit(":", 1)
            with socket.create_connection((host, int(port))) as far:
                self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")

                def pump(source, sink):
                    with contextlib.suppress(OSError):
                        while data := source.recv(65536): sink.sendall(data)
                        sink.shutdown(socket.SHUT_WR)
                back = threading.Thread(target=pump, args=(far, self.connection), daemon=True)
                back.start()
                pump(self.connection, far)
                back.join()
            self.close_connection = True

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    server.daemon_threads, server.seen = True, []
    server.handle_error = lambda *_: None
    server.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try: yield server
    finally:
        server.shutdown()
        server.server_close()


def make_authority(folder):
    """A private certificate authority and a certificate of it for 127.0.0.1: (authority's file, TLS context)."""
    def openssl(*words): subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "30", "-subj",
            "/CN=A test's own authority")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=127.0.0.1")
    Path(folder, "names").write_text("subjectAltName=DNS:127.0.0.1,IP:127.0.0.1\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "server.pem",
            "-days", "30", "-extfile", "names")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(folder, "server.pem"), Path(folder, "server.key"))
    return Path(folder, "ca.pem"), context


@contextlib.contextmanager
def ssh_server(folder, authorized):
    """sshd for the user who runs the test, on a port of 127.0.0.1: (port, the host's key line, user)."""
    import getpass, time
    sshd = shutil.which("sshd") or "/usr/sbin/sshd"
    key = Path(folder, "host_key")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    Path(folder, "authorized").write_text(authorized)
    Path(folder, "authorized").chmod(0o600)
    with socket.create_server(("127.0.0.1", 0)) as probe: port = probe.getsockname()[1]
    config = Path(folder, "sshd_config")
    config.write_text(f"Port {port}\nListenAddress 127.0.0.1\nHostKey {key}\nAuthorizedKeysFile {folder}/authorized\n"
                      f"PidFile {folder}/pid\nUsePAM no\nStrictModes no\nPasswordAuthentication no\n"
                      "KbdInteractiveAuthentication no\nPermitRootLogin yes\n")
    with contextlib.suppress(OSError): os.makedirs("/run/sshd", exist_ok=True)
    running = subprocess.Popen([sshd, "-D", "-e", "-f", config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            time.sleep(0.05)
        yield port, Path(f"{key}.pub").read_text().strip(), getpass.getuser()
    finally:
        running.terminate()
        running.wait()
