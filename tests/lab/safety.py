"""The safety scan against labelled skills: how many dangerous ones it fails, and how many harmless ones it worries about.

The samples stand beside this checkout, as an archive with a manifest: path, label, source, licence, category, evidence
(file:line:column), what the evidence is, note. They are scanned; nothing in them is ever run. A sample with firm evidence is
one that a scan can see; `weak` evidence stands in quoted or negated words only, and without evidence there is nothing to point
at, so that those two are counted but hold nobody to anything.
"""
import csv
import json
import os
import re
import tarfile

import corpus

ARCHIVE = os.path.join(os.path.dirname(corpus.ROOT), "shared", "seccorpus", "labelled.tar.xz")

# Of the samples of a set: the least that must fail, the least that must be told at all (any finding), and for the harmless ones
# the most that may fail and that may carry a note. In per cent: what is measured today.
DETECTS = {  # set: (fails, told, told in the line of the evidence)
    "malicious/own-evasions": (97, 100, 95),
    "malicious/clawhavoc-wild": (100, 100, 33),  # the evidence names the address, the finding the step that uses it
    "malicious/cisco-evals": (100, 100, 100),
    "malicious/nyuway": (80, 100, 80),
    "malicious/skillscan-adversarial": (100, 100, 100),
    "malicious/skillscan-agent-hijacker": (100, 100, 100),
    "malicious/skillscan-showcase": (80, 80, 80),
    "malicious/skill-inject": (72, 77, 0),  # the rest is biased or dishonest content, as docs/safety.md says
}
WORRIES = {  # set: (fails, has a finding)
    "benign/own-lookalikes": (0, 4),
    "benign/skill-inject-clean": (0, 16),
    "benign/skillscan-corpus": (0, 3),
    "benign/security-skills": (0, 23),
    "benign/nyuway": (0, 0),
    "benign/cisco-evals": (0, 0),
    "benign/skillscan-adversarial": (0, 0),
}


def unpack(folder):
    with tarfile.open(ARCHIVE, "r:xz") as archive:
        archive.extractall(folder, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))


def kind(row):
    """firm, weak or none: what the evidence of a sample is worth."""
    evidence, what = row["evidence(file:line:col)"], row["evidence_rule"]
    if evidence in ("", "-") or what.startswith("semantic"):
        return "none"
    return "weak" if what.startswith("weak") or evidence.startswith("weak") else "firm"


def in_line(row, findings):
    """Whether a finding covers the line of the evidence; a line of a file that has none counts as the file."""
    match = re.match(r"(.+?):(\d+):\d+$", row["evidence(file:line:col)"])
    if not match:
        return False
    file, line = match.group(1), int(match.group(2))
    return any(f["file"] == file and (f["line"] == 0 or f["line"] <= line <= f["end_line"]) for f in findings)


def rows_of(folder):
    with open(os.path.join(folder, "manifest.tsv"), encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def safety(skillstow, program, missing):
    """Gives the problems; `skillstow` runs the program, `missing` is raised where the samples are not there."""
    if not os.path.exists(ARCHIVE):
        raise missing(f"the labelled samples are not there ({ARCHIVE}), so no rate was measured")
    folder = corpus.once(os.path.join(corpus.ROOT, "build", "corpus", f"labelled-{os.path.getsize(ARCHIVE)}"), unpack)
    status, out = skillstow(program, "scan", "--format", "json", folder)
    if status not in (0, 1):
        return [f"scan ended with status {status}"]
    answer = {os.path.relpath(skill["path"], folder): skill for skill in json.loads(out)["skills"]}
    sets, problems, no_skills = {}, [], 0
    for row in rows_of(folder):
        below = [skill for path, skill in answer.items() if path == row["path"] or path.startswith(row["path"] + "/")]
        if not os.path.exists(os.path.join(folder, row["path"], "SKILL.md")):
            no_skills += 1
            continue
        if not below:
            problems.append(f"{row['path']} is not in the answer")
            continue
        findings = [f for skill in below for f in skill["findings"] if f["category"] == "safety"]
        name = "/".join(row["path"].split("/")[:2])
        fails = any(skill["safety"] == "fail" for skill in below)
        sets.setdefault((name, kind(row)), []).append((fails, bool(findings), in_line(row, findings)))
    print(f"{'set':34}{'evidence':>10}{'samples':>9}{'fail':>8}{'told':>8}{'in line':>9}")
    for (name, evidence), samples in sorted(sets.items()):
        rates = [100 * sum(sample[k] for sample in samples) / len(samples) for k in range(3)]
        print(f"{name:34}{evidence:>10}{len(samples):9}" + "".join(f"{rate:7.1f}%" for rate in rates[:2]) + f"{rates[2]:8.1f}%")
        if evidence == "firm" and name in DETECTS:
            for what, rate, floor in zip(("fails", "tells", "points at"), rates, DETECTS[name]):
                if rate < floor:
                    problems.append(f"the scan {what} {rate:.1f} % of {name}, less than {floor} %")
        if name in WORRIES:
            for what, rate, most in zip(("fails", "has findings in"), rates, WORRIES[name]):
                if rate > most:
                    problems.append(f"the scan {what} {rate:.1f} % of {name}, which is harmless: more than {most} %")
    print(f"{no_skills} samples without a SKILL.md are no skills, and not counted")
    for name in [*DETECTS, *WORRIES]:
        if not any(key[0] == name for key in sets):
            problems.append(f"there are no samples of {name}, so its rate was not measured")
    return problems
