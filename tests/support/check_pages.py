#!/usr/bin/env python3
"""Hold the pages against what they promise: check_pages.py PROGRAM [COLLECTION]

Without a collection, one of ordinary and hostile skills is made. Every HTML file of its catalog is parsed: each element is closed,
ids are unique, links within the site lead to something, no script, style, handler or address gets in that is not the site's own,
pages are small. The site is made with 1, 2 and 8 threads, and its bytes must be the same.
"""
import html.parser, json, os, re, subprocess, sys, tempfile

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
MOST_BYTES = 60_000  # of a page without the skill's own text
HOSTILE = ['"><script>alert(1)</script>', "</script><svg onload=alert(1)>", "{{{title}}} {{#x}}", "\u202egnp.exe", "' onclick='x",
           "<!--", "]]>", "javascript:alert(1)", "\x01related\x01", "&lt;b&gt;", "a\u2028b", "${alert(1)}", "`x` ``y``"]


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.path, self.open, self.ids, self.links, self.problems, self.scripts = path, [], [], [], [], 0

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        if len(names) != len(set(names)):
            self.say(f"<{tag}> has an attribute twice")
        for name, value in attributes:
            if name.startswith("on") or name == "style":
                self.say(f"<{tag} {name}=…>")
            if name == "id":
                self.ids.append(value)
            if name in ("href", "src"):
                self.links.append((tag, value))
                if re.match(r"\s*[a-zA-Z][\w+.-]*:", value or "") and not re.match(r"(https?|mailto):", value):
                    self.say(f"<{tag} {name}={value}>")
        if tag in ("img", "iframe", "object", "embed", "form") and not (tag == "form" and self.path.endswith("index.html")):
            self.say(f"<{tag}> in a page")
        self.scripts += tag == "script"
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.say(f"</{tag}> closes nothing at line {self.getpos()[0]}")

    def say(self, what):
        self.problems.append(f"{self.path}: {what}")


def make_collection(root):
    def skill(folder, text, **files):
        os.makedirs(f"{root}/{folder}", exist_ok=True)
        for name, content in {"SKILL.md": text, **files}.items():
            with open(f"{root}/{folder}/{name}", "w", encoding="utf-8", newline="") as file:
                file.write(content)

    for n in range(8):
        skill(f"plain-{n}", f"---\nname: plain-{n}\ndescription: Reads table {n} with python. Use when a table is there.\n---\n\n# Plain {n}\n\n"
              "## When to Use\n\n- a table\n\n## Step 1: Read\n\n```bash\npython3 read.py\n```\n\n## Step 2: Write\n\nDone.\n")
    for n, text in enumerate(HOSTILE):
        quoted = json.dumps(text)
        skill(f"hostile-{n}", f"---\nname: {quoted}\ndescription: {quoted}\nlicense: {quoted}\nallowed-tools: [{quoted}]\ncompatibility: {quoted}\n"
              f"metadata:\n  tags: [{quoted}]\n---\n\n# {text}\n\n## When to Use\n\n- {text}\n\n## Step 1: {text}\n\nx\n\n## Step 2: {text}\n\n"
              f"[{text}]({text}) ![{text}]({text}) <a href=\"{text}\">{text}</a>\n\n| {text} | b |\n|---|---|\n| {text} | {text} |\n\n"
              f"```{text}\n{text}\n```\n\n```bash\n{text}\n```\n\n!`{text}` and `{text}`\n", **{"a'\"><b onload=x>.md": text})
    skill("long-line", "---\nname: long-line\ndescription: Long.\n---\n\n" + "x" * 5_000_000 + "\n")
    skill("deep", "---\nname: deep\ndescription: Deep.\n---\n\n" + "> " * 3000 + "x\n\n" + "- " * 500 + "y\n\n" + "*" * 2000 + "z\n")
    skill("wide-table", "---\nname: wide-table\ndescription: Wide.\n---\n\n" + "|a" * 3000 + "|\n" + "|-" * 3000 + "|\n" + "|b" * 3000 + "|\n")


def catalog(program, collection, output, threads):
    done = subprocess.run([program, "catalog", collection, "-o", output, "--threads", str(threads)], stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, f"catalog ended with {done.returncode}"
    return {os.path.relpath(os.path.join(folder, name), output): open(os.path.join(folder, name), "rb").read()
            for folder, _, names in os.walk(output) for name in names}


def check_page(path, text, site):
    page = Page(path)
    page.feed(text)
    page.close()
    if page.open:
        page.say(f"never closed: {page.open[-3:]}")
    if len(page.ids) != len(set(page.ids)):
        page.say(f"ids twice: {sorted(i for i in set(page.ids) if page.ids.count(i) > 1)[:3]}")
    if page.scripts != (2 if path == "index.html" else 1 if path.startswith("skills/") else 0):
        page.say(f"{page.scripts} scripts")
    for tag, link in page.links:
        target = re.sub(r"[?#].*", "", link)
        if link.startswith("#"):
            if link[1:] not in page.ids and len(link) > 1:
                page.say(f"{link} leads nowhere")
        elif not re.match(r"(https?|mailto):", link) and os.path.normpath(os.path.join(os.path.dirname(path), target)) not in site:
            page.say(f"{link} leads nowhere")
    document = re.search(r'<article class="document">.*</article>', text, re.S)
    own = len(document.group(0)) if document else 0
    if path.startswith("skills/plain") and len(text) - own > MOST_BYTES:
        page.say(f"{len(text) - own} bytes")
    return page.problems


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as work:
        collection = sys.argv[2] if len(sys.argv) > 2 else f"{work}/skills"
        if len(sys.argv) == 2:
            make_collection(collection)
        sites = [catalog(program, collection, f"{work}/site-{threads}", threads) for threads in (1, 2, 8)]
        problems = []
        for other, threads in zip(sites[1:], (2, 8)):
            differing = sorted(path for path in set(sites[0]) | set(other) if sites[0].get(path) != other.get(path))
            if differing:
                problems.append(f"with {threads} threads these differ: {differing[:5]}")
        for path, content in sorted(sites[0].items()):
            text = content.decode("utf-8")  # all of it must be UTF-8
            if "\x01" in text:
                problems.append(f"{path}: a mark is left")
            if path.endswith(".html"):
                problems += check_page(path, text, sites[0])
            if path.endswith(".json"):
                json.loads(text)
        alone = subprocess.run([program, "show", f"{collection}/plain-0", "--format", "html"], stdout=subprocess.PIPE, text=True).stdout
        if len(sys.argv) == 2:
            problems += [p for p in check_page("skills/plain-0", alone, sites[0])]
    print("\n".join(problems[:40]))
    print(f"{len(sites[0])} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
