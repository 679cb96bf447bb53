"""Runs the helper of skills/code-exec-fallback for real: every status that it can give, and what it leaves behind."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HELPER = pathlib.Path(__file__).resolve().parents[2] / "skills/code-exec-fallback/scripts/run_script.py"


class RunScript(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def call(self, *arguments, code=""):
        done = subprocess.run(
            [sys.executable, str(HELPER), *arguments], input=code, text=True, capture_output=True, cwd=self.path
        )
        return done, json.loads(done.stdout) if done.stdout else None

    def test_saves_and_runs_a_program(self):
        done, report = self.call("sum.py", code="print(1 + 2)\n")
        self.assertEqual(done.returncode, 0)
        self.assertEqual((report["status"], report["exit"], report["script"]), ("ok", 0, "sum.py"))
        self.assertEqual((report["stdout"], report["stderr"]), ("3\n", ""))
        self.assertNotIn("cut", report)
        self.assertEqual((self.path / "sum.py").read_text(), "print(1 + 2)\n")
        self.assertEqual([entry.name for entry in self.path.iterdir()], ["sum.py"])

    def test_tells_a_failure_with_its_traceback(self):
        done, report = self.call("bad.py", code="print('before')\nraise ValueError('no')\n")
        self.assertEqual((done.returncode, report["status"], report["exit"]), (1, "failed", 1))
        self.assertEqual(report["stdout"], "before\n")
        self.assertTrue(report["stderr"].endswith("ValueError: no\n"))

    def test_stops_the_program_and_its_children_in_time(self):
        code = (
            "import os, subprocess, time\n"
            "child = subprocess.Popen(['sleep', '60'])\n"
            "print(child.pid, flush=True)\n"
            "time.sleep(60)\n"
        )
        began = time.monotonic()
        done, report = self.call("slow.py", "--timeout", "1.5", code=code)
        self.assertLess(time.monotonic() - began, 30)
        self.assertEqual((done.returncode, report["status"], report["exit"]), (1, "timeout", None))
        self.assertFalse(self.is_running(int(report["stdout"])))

    def test_takes_the_program_along_when_it_is_stopped_itself(self):
        (self.path / "slow.py").write_text("import os, time\nopen('pid', 'w').write(str(os.getpid()))\ntime.sleep(60)\n")
        helper = subprocess.Popen(
            [sys.executable, str(HELPER), "slow.py", "--existing"], cwd=self.path, stdout=subprocess.DEVNULL
        )
        pid = self.path / "pid"
        for _ in range(500):
            if pid.exists() and pid.read_text():
                break
            time.sleep(0.02)
        helper.send_signal(signal.SIGTERM)
        helper.wait(30)
        self.assertFalse(self.is_running(int(pid.read_text())))

    @staticmethod
    def is_running(pid):
        for _ in range(100):  # a killed process stays until its parent has looked
            try:
                state = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
            except (FileNotFoundError, ProcessLookupError):
                return False
            if state == "Z":
                return False
            time.sleep(0.02)
        return True

    def test_leaves_another_file_of_that_name_alone(self):
        (self.path / "mine.py").write_text("# mine\n")
        done, report = self.call("mine.py", code="print(1)\n")
        self.assertEqual((done.returncode, report["status"]), (1, "not-started"))
        self.assertIn("--replace", report["message"])
        self.assertEqual((self.path / "mine.py").read_text(), "# mine\n")
        _, report = self.call("mine.py", "--replace", code="print(1)\n")
        self.assertEqual((report["status"], report["stdout"]), ("ok", "1\n"))
        _, report = self.call("mine.py", code="print(1)\n")
        self.assertEqual(report["status"], "ok")

    def test_runs_a_file_that_is_there_with_arguments_in_another_folder(self):
        (self.path / "in").mkdir()
        (self.path / "in" / "show.py").write_text("import os, sys\nprint(sys.argv[1:], os.path.basename(os.getcwd()))\n")
        _, report = self.call("show.py", "--existing", "--dir", "in", "--", "--timeout", "x y")
        self.assertEqual(report["stdout"], "['--timeout', 'x y'] in\n")

    def test_runs_other_languages(self):
        _, report = self.call("hello.sh", "--with", "sh", code="echo hello\n")
        self.assertEqual(report["stdout"], "hello\n")

    def test_says_why_nothing_ran(self):
        for arguments, code, part in (
            (["a.py"], "", "--existing"),
            (["a.py", "--existing"], "", "does not exist"),
            (["a.py", "--dir", "nowhere"], "print(1)", "is not a folder"),
            (["a.py", "--with", "no-such-program"], "print(1)", "no-such-program"),
            (["no/such/folder.py"], "print(1)", "cannot write"),
        ):
            with self.subTest(arguments=arguments):
                done, report = self.call(*arguments, code=code)
                self.assertEqual((done.returncode, report["status"]), (1, "not-started"))
                self.assertIn(part, report["message"])

    def test_keeps_the_end_of_long_output(self):
        _, report = self.call("long.py", code="print('x' * 100000 + 'end')\n")
        self.assertEqual(report["cut"], ["stdout"])
        self.assertEqual(len(report["stdout"]), 20000)
        self.assertTrue(report["stdout"].endswith("end\n"))

    def test_output_that_is_no_text_does_no_harm(self):
        _, report = self.call("bytes.py", code="import os\nos.write(1, b'a\\xff\\n')\n")
        self.assertEqual(report["stdout"], "a\ufffd\n")

    def test_refuses_wrong_usage(self):
        for arguments in ([], ["a.py", "--timeout", "0"], ["a.py", "--timeout", "nan"], ["a.py", "--replace", "--existing"]):
            with self.subTest(arguments=arguments):
                done, report = self.call(*arguments)
                self.assertEqual((done.returncode, report), (2, None))

    def test_can_be_run_by_itself(self):
        self.assertTrue(os.access(HELPER, os.X_OK))


if __name__ == "__main__":
    unittest.main()
