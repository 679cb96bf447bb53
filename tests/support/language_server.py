#!/usr/bin/env python3
"""The language server as an editor meets it, over pipes: language_server.py PROGRAM."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""
SKILL = "---\nname: %s\ndescription: Writes a greeting for a person. Use when somebody asks for a greeting card.\n---\n\n# Greet\n\nWrite it.\n"


class Session:
    def __init__(self, home):
        self.process = subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"HOME": home}, cwd=home)

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))


class LanguageServer(unittest.TestCase):
    def setUp(self):
        top = tempfile.TemporaryDirectory()
        self.addCleanup(top.cleanup)
        self.home = os.path.realpath(top.name)
        self.uri = f"file://{self.home}/greet/SKILL.md"
        os.makedirs(f"{self.home}/greet")
        self.session = Session(self.home)
        self.addCleanup(self.session.process.stdout.close)
        self.session.send(id=1, method="initialize", params={"capabilities": {}})
        self.assertEqual(self.session.receive()["result"]["serverInfo"]["name"], "skillstow")
        self.session.send(method="initialized", params={})

    def end(self):
        self.session.process.stdin.close()
        return self.session.process.wait(timeout=20)

    def test_findings_come_and_go_as_one_types(self):
        self.session.send(method="textDocument/didOpen", params={"textDocument": {"uri": self.uri, "text": SKILL % "wave"}})
        found = self.session.receive()["params"]
        self.assertEqual((found["uri"], [one["code"] for one in found["diagnostics"]]), (self.uri, ["name-folder"]))
        self.assertEqual(found["diagnostics"][0]["range"]["start"], {"line": 1, "character": 6})
        self.session.send(method="textDocument/didChange", params={"textDocument": {"uri": self.uri}, "contentChanges": [{"text": SKILL % "greet"}]})
        self.assertEqual(self.session.receive()["params"]["diagnostics"], [])
        self.session.send(id=2, method="shutdown")
        self.assertIsNone(self.session.receive()["result"])
        self.session.send(method="exit")
        self.assertEqual(self.end(), 0)
        self.assertEqual(os.listdir(f"{self.home}/greet"), [])

    def test_an_editor_that_goes_away_ends_it(self):
        self.assertEqual(self.end(), 1)

    def test_what_is_no_message_ends_it_with_a_reason(self):
        self.session.process.stdin.write(b"GET / HTTP/1.1\r\n\r\n")
        self.assertEqual(self.end(), 3)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
