#!/usr/bin/env python3
"""The manual page and the shells' completions say what --help says: descriptions.py PROGRAM."""
import re
import shutil
import subprocess
import sys
import unittest

PROGRAM = ""


def output(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def commands():
    """Every command of --help."""
    return re.findall(r"^  ([a-z]+) ", re.split(r"(?im)^subcommands:", output("--help"))[1], re.M)


def options(command):
    columns = re.findall(r"^ +(-\S.*?)(?: {2,}[A-Z]|$)", output(command, "--help"), re.M)
    return set(re.findall(r"(?<![\w-])--[a-z-]+", "\n".join(columns)))


class Manual(unittest.TestCase):
    def test_names_every_command_and_option(self):
        page = output("--manual").replace("\\-", "-")
        for command in commands():
            with self.subTest(command=command):
                section = re.search(rf"^\.SS {command}\n(.*?)(?=^\.S[SH] )", page, re.M | re.S)
                self.assertIsNotNone(section)
                for option in options(command) - {"--help"}:
                    self.assertIn(f"\\fB{option}\\fR", section[1])

    @unittest.skipUnless(shutil.which("groff"), "groff is not here")
    def test_is_sound_roff(self):
        done = subprocess.run(["groff", "-man", "-ww", "-z"], input=output("--manual"), text=True, stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Completion(unittest.TestCase):
    def completed(self, *words):
        script = output("--completion", "bash")
        ask = 'COMP_WORDS=(skillstow "$@"); COMP_CWORD=$#; _skillstow; printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-c", script + ask, "ask", *words], check=True, stdout=subprocess.PIPE, text=True)
        return done.stdout.split()

    def test_completes_commands(self):
        self.assertEqual(sorted(self.completed("")), sorted(commands()))
        self.assertEqual(self.completed("ins"), ["install"])

    def test_completes_options_of_the_command(self):
        for command in commands():
            with self.subTest(command=command):
                self.assertLessEqual(options(command) - {"--help"}, set(self.completed(command, "--")))

    def test_completes_values(self):
        self.assertEqual(self.completed("check", "--fail-on", "n"), ["note", "never"])

    def test_leaves_paths_to_the_shell(self):
        self.assertEqual(self.completed("check", "sk"), [])

    def test_fish_and_zsh_have_every_command(self):
        for shell in ("fish", "zsh"):
            script = output("--completion", shell)
            for command in commands():
                self.assertIn(command, script)

    @unittest.skipUnless(shutil.which("fish"), "fish is not here")
    def test_fish_reads_it(self):
        subprocess.run(["fish", "--no-execute", "/dev/stdin"], input=output("--completion", "fish"), text=True, check=True)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
