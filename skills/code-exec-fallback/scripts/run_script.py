#!/usr/bin/env python3
"""Save a program from standard input, run it with a time limit, report as JSON.

    run_script.py NAME [--timeout SECONDS] [--dir FOLDER] [--with PROGRAM] [--replace | --existing] [-- ARGUMENT...]

NAME is where the program is saved, seen from FOLDER (default: the current folder). A different file that has the name
already stays as it is unless --replace is given. Exit status: 0 the program ended with 0, 1 it did not, 2 wrong usage.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

# Of each stream the end is kept, where errors stand; more would only fill the context of the agent that reads it.
KEPT_BYTES = 20_000


def parse_arguments(arguments):
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(description="Save a program, run it with a time limit, report as JSON.")
    parser.add_argument("name", help="file to save the program in")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds; 60 if not given")
    parser.add_argument("--dir", default=".", help="folder to run in")
    parser.add_argument("--with", dest="program", default=sys.executable, help="what runs the file; else this Python")
    saving = parser.add_mutually_exclusive_group()
    saving.add_argument("--replace", action="store_true", help="write over a file of that name")
    saving.add_argument("--existing", action="store_true", help="run the file as it is; standard input stays unread")
    options = parser.parse_args(arguments[:cut])
    if not 0 < options.timeout <= 86_400:
        parser.error("--timeout must be above 0 and at most 86400 seconds")
    options.arguments = arguments[cut + 1 :]
    return options


def save(path, code, replace):
    """Writes the program; gives the reason when it must not or cannot."""
    if not code.strip():
        return "no program on standard input; pass it in a heredoc, or run a saved file with --existing"
    try:
        with open(path, "wb" if replace else "xb") as file:
            file.write(code)
    except FileExistsError:
        with open(path, "rb") as file:
            if file.read() != code:
                return f"{path} exists and differs; choose another name, or write over it with --replace"
    except OSError as error:
        return f"cannot write {path}: {error.strerror}"
    return None


def tail(file):
    """The end of a stream as text, and whether its beginning was left out."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - KEPT_BYTES))
    return file.read().decode("utf-8", "replace"), size > KEPT_BYTES


def stop(process):
    """Ends the program and all that it started: they share one process group."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def run(options):
    """Runs the saved file; its output goes to files, so that no amount of it can block the program."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        command = [options.program, options.name, *options.arguments]
        began = time.monotonic()
        try:
            process = subprocess.Popen(
                command, cwd=options.dir, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True
            )
        except OSError as error:
            return {"status": "not-started", "message": f"cannot run {options.program}: {error.strerror}"}
        try:
            status = "ok" if process.wait(options.timeout) == 0 else "failed"
        except subprocess.TimeoutExpired:
            status = "timeout"
        finally:
            if process.poll() is None:
                stop(process)
        report = {"status": status, "exit": None if status == "timeout" else process.returncode}
        report["seconds"] = round(time.monotonic() - began, 2)
        report["script"] = options.name
        report["stdout"], out_cut = tail(out)
        report["stderr"], err_cut = tail(err)
        if out_cut or err_cut:
            report["cut"] = [name for name, cut in (("stdout", out_cut), ("stderr", err_cut)) if cut]
        return report


def main():
    options = parse_arguments(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that run() stops the program before it goes
    path = os.path.join(options.dir, options.name)
    if not os.path.isdir(options.dir):
        report = {"status": "not-started", "message": f"{options.dir} is not a folder"}
    elif options.existing:
        missing = None if os.path.isfile(path) else f"{path} does not exist"
        report = {"status": "not-started", "message": missing} if missing else run(options)
    else:
        refusal = save(path, sys.stdin.buffer.read(), options.replace)
        report = {"status": "not-started", "message": refusal} if refusal else run(options)
    print(json.dumps(report, indent=2))
    return 0 if report["status"] == "ok" else 1


if __name__ == "__main__":
    sys.exit(main())
