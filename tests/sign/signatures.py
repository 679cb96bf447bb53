#!/usr/bin/env python3
"""Signatures of skills against OpenSSL's own program: signatures.py PROGRAM

Keys and certificates are made here. A bundle that is put together by Python and `openssl dgst` must verify; one that `skillstow
sign` makes must verify with `openssl dgst` and `openssl verify`; and whatever is done to a signed skill or to its bundle must be
caught, and be named for what it is.
"""
import base64, hashlib, json, os, shutil, subprocess, sys, tempfile

PROGRAM = os.path.abspath(sys.argv[1])
passed = failed = 0


def tell(name, holds, more=""):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    if not holds: print(f"FAIL {name}: {more}")


def openssl(*args, data=None):
    done = subprocess.run(["openssl", *args], input=data, capture_output=True)
    if done.returncode: raise SystemExit(f"openssl {' '.join(args)}: {done.stderr.decode()}")
    return done.stdout


def make_ca(top, name, curve="P-384"):
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", f"ec_paramgen_curve:{curve}", "-nodes", "-days", "30", "-subj", f"/CN={name}",
            "-keyout", f"{top}/{name}.key", "-out", f"{top}/{name}.pem", "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign")


def make_cert(top, name, ca, curve="P-384", is_ca=False, algorithm=None, days=("-days", "30")):
    kind = algorithm or ["-algorithm", "EC", "-pkeyopt", f"ec_paramgen_curve:{curve}"]
    openssl("genpkey", *kind, "-out", f"{top}/{name}.key")
    openssl("req", "-new", "-key", f"{top}/{name}.key", "-subj", f"/O=Harbour Office/CN={name}", "-out", f"{top}/{name}.csr")
    with open(f"{top}/{name}.ext", "w") as f:
        f.write("basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n" if is_ca else "basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\n")
    openssl("x509", "-req", "-in", f"{top}/{name}.csr", "-CA", f"{top}/{ca}.pem", "-CAkey", f"{top}/{ca}.key", "-CAcreateserial", *days,
            "-extfile", f"{top}/{name}.ext", "-out", f"{top}/{name}.pem")


def make_expired(top, name, ca):
    """openssl x509 takes no dates before version 3.4; its small CA does."""
    make_cert(top, name, ca)
    db = f"{top}/{name}-ca"
    os.makedirs(db)
    open(f"{db}/index.txt", "w").close()
    with open(f"{db}/serial", "w") as f: f.write("1000\n")
    with open(f"{db}/cnf", "w") as f:
        f.write(f"[ca]\ndefault_ca=c\n[c]\ndatabase={db}/index.txt\nserial={db}/serial\nnew_certs_dir={db}\ndefault_md=sha384\npolicy=p\n[p]\nO=optional\nCN=supplied\n")
    openssl("ca", "-batch", "-notext", "-config", f"{db}/cnf", "-in", f"{top}/{name}.csr", "-cert", f"{top}/{ca}.pem", "-keyfile", f"{top}/{ca}.key",
            "-startdate", "20200101000000Z", "-enddate", "20200201000000Z", "-extfile", f"{top}/{name}.ext", "-out", f"{top}/{name}.pem")


def der(pem): return openssl("x509", "-in", pem, "-outform", "DER")


def pae(payload): return b"DSSEv1 28 application/vnd.in-toto+json %d " % len(payload) + payload


def bundle_of(top, skill, signer, chain, digest="-sha384", ignore=("skill.oms.sig",), edit=lambda s: None):
    """A bundle as model_signing writes it, by OpenSSL's program."""
    resources = []
    for folder, _, files in os.walk(skill):
        for name in files:
            path = os.path.relpath(os.path.join(folder, name), skill)
            if path in ignore: continue
            with open(os.path.join(folder, name), "rb") as f:
                resources.append({"name": path, "digest": hashlib.sha256(f.read()).hexdigest(), "algorithm": "sha256"})
    resources.sort(key=lambda r: r["name"])
    root = hashlib.sha256(b"".join(bytes.fromhex(r["digest"]) for r in resources)).hexdigest()
    statement = {"_type": "https://in-toto.io/Statement/v1", "subject": [{"name": "tides", "digest": {"sha256": root}}],
                 "predicateType": "https://model_signing/signature/v1.0",
                 "predicate": {"resources": resources, "serialization": {"method": "files", "hash_type": "sha256", "allow_symlinks": False, "ignore_paths": list(ignore)}}}
    edit(statement)
    payload = json.dumps(statement).encode()
    signature = openssl("dgst", digest, "-sign", f"{top}/{signer}.key", data=pae(payload))
    return {"mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json",
            "verificationMaterial": {"x509CertificateChain": {"certificates": [{"rawBytes": base64.b64encode(der(f"{top}/{c}.pem")).decode()} for c in chain]}, "tlogEntries": []},
            "dsseEnvelope": {"payload": base64.b64encode(payload).decode(), "payloadType": "application/vnd.in-toto+json",
                             "signatures": [{"sig": base64.b64encode(signature).decode(), "keyid": ""}]}}


def write_bundle(skill, bundle):
    with open(f"{skill}/skill.oms.sig", "w") as f: f.write(bundle if isinstance(bundle, str) else json.dumps(bundle))


def make_skill(folder):
    os.makedirs(f"{folder}/scripts")
    with open(f"{folder}/SKILL.md", "w") as f: f.write('---\nname: tides\ndescription: "Reads tide tables. Use when a user asks for the tide."\n---\n\n# Tides\n\nRun [it](scripts/low.sh).\n')
    with open(f"{folder}/scripts/low.sh", "w") as f: f.write("#!/bin/sh\necho low\n")
    os.chmod(f"{folder}/scripts/low.sh", 0o755)


def verify(skill, root=None):
    done = subprocess.run([PROGRAM, "verify", "--oms", skill, "--format", "json", *(["--root", root] if root else [])], capture_output=True, text=True)
    answer = json.loads(done.stdout)
    if "error" in answer: return done.returncode, answer["error"]["message"], {}
    return done.returncode, {c["name"]: c["state"] + ": " + c["message"] for c in answer["checks"]}, {f["path"]: [g["state"] for g in answer["files"] if g["path"] == f["path"]] for f in answer["files"]}


def sign(skill, key, cert, *more):
    return subprocess.run([PROGRAM, "sign", skill, "--key", key, "--cert", cert, *more], capture_output=True, text=True)


def flip(text, at):
    return text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1:]


def install(top, skill, policy, *words):
    """Installs into a fresh project with this policy; gives the exit status, and why it was refused."""
    project = tempfile.mkdtemp(dir=top)
    with open(f"{project}/skillstow-policy.yaml", "w") as f: f.write(policy)
    done = subprocess.run([PROGRAM, "install", skill, "--agent", "claude-code", "--yes", "--format", "json", *words], capture_output=True, text=True, cwd=project,
                          env={**os.environ, "HOME": project, "XDG_CONFIG_HOME": f"{project}/.config"})
    answer = json.loads(done.stdout)
    stands = os.path.exists(f"{project}/.claude/skills/tides/SKILL.md")
    return done.returncode, stands, answer["error"]["message"] if "error" in answer else " ".join(r["message"] for r in answer["refused"])


def policies(top, root):
    """A policy that asks for signatures lets in what is signed, and says of everything else what is wrong."""
    policy = f"signature: required\nsignature_root: {root}\n"
    fresh = lambda name: (make_skill(f"{top}/policy/{name}/tides"), f"{top}/policy/{name}/tides")[1]
    chain = ("--chain", f"{top}/between.pem")
    signed = fresh("signed")
    sign(signed, f"{top}/signer.key", f"{top}/signer.pem", *chain)
    tell("policy: signed", install(top, signed, policy)[:2] == (0, True), install(top, signed, policy))
    shutil.copy(root, f"{top}/here.pem")
    relative = install(top, signed, "signature: required\nsignature_root: ../here.pem\n")
    tell("policy: root from its folder", relative[:2] == (0, True), relative)

    def refused(name, skill, words, policy=policy, status=1):
        for more in (), ("--force",):
            got = install(top, skill, policy, *more)
            tell(f"policy: {name} {more}", got[0] == status and not got[1] and words in got[2], got)

    refused("unsigned", fresh("unsigned"), "skill.oms.sig")
    changed = shutil.copytree(signed, f"{top}/policy/changed/tides")
    with open(f"{changed}/scripts/low.sh", "a") as f: f.write("echo more\n")
    refused("changed file", changed, "(scripts/low.sh changed)")
    more = shutil.copytree(signed, f"{top}/policy/more/tides")
    with open(f"{more}/notes.md", "w") as f: f.write("x\n")
    refused("further file", more, "(notes.md unlisted)")
    mode = shutil.copytree(signed, f"{top}/policy/mode/tides")
    os.chmod(f"{mode}/scripts/low.sh", 0o644)
    refused("mode", mode, "(scripts/low.sh mode)")
    refused("another root", signed, "certificates: ", f"signature: required\nsignature_root: {top}/stranger.pem\n")
    expired = fresh("expired")
    write_bundle(expired, bundle_of(top, expired, "expired", ["expired", "between"]))
    refused("expired", expired, "expired")
    for name, text in (("no root", "signature: required\n"), ("root is gone", f"signature: required\nsignature_root: {top}/gone.pem\n"),
                       ("root is none", f"signature: required\nsignature_root: {signed}/SKILL.md\n")):
        refused(name, signed, "", text, 3)


def main():
    with tempfile.TemporaryDirectory(prefix="signatures-") as top:
        make_ca(top, "root"), make_ca(top, "stranger")
        make_cert(top, "between", "root", is_ca=True)
        make_cert(top, "signer", "between"), make_cert(top, "other", "between"), make_cert(top, "p256", "between", curve="P-256")
        make_cert(top, "p521", "between", curve="P-521"), make_cert(top, "rsa", "between", algorithm=["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
        make_expired(top, "expired", "between")
        root = f"{top}/root.pem"
        pristine = f"{top}/pristine/tides"
        make_skill(pristine)

        # Made by OpenSSL, verified here
        for name, signer, digest in (("P-384", "signer", "-sha384"), ("P-256", "p256", "-sha256")):
            write_bundle(pristine, bundle_of(top, pristine, signer, [signer, "between"], digest))
            status, checks, files = verify(pristine, root)
            good = status == 0 and all(checks[c].startswith("holds") for c in ("signature", "certificates", "digest", "files")) and not files
            tell(f"{name} by OpenSSL", good and checks["modes"].startswith("unknown"), (status, checks, files))

        policies(top, root)

        # Made here, verified by OpenSSL
        os.remove(f"{pristine}/skill.oms.sig")
        with open(f"{top}/chain.pem", "wb") as f:
            for c in ("signer", "between"):
                with open(f"{top}/{c}.pem", "rb") as one: f.write(one.read())
        done = sign(pristine, f"{top}/signer.key", f"{top}/chain.pem")
        tell("sign", done.returncode == 0 and "CN = signer" in done.stdout.replace("=", " = ").replace("  ", " "), done)
        with open(f"{pristine}/skill.oms.sig") as f: ours = json.load(f)
        certificates = ours["verificationMaterial"]["x509CertificateChain"]["certificates"]
        with open(f"{top}/leaf.der", "wb") as f: f.write(base64.b64decode(certificates[0]["rawBytes"]))
        openssl("x509", "-inform", "DER", "-in", f"{top}/leaf.der", "-out", f"{top}/leaf.pem")
        with open(f"{top}/pub.pem", "wb") as f: f.write(openssl("x509", "-in", f"{top}/leaf.pem", "-pubkey", "-noout"))
        with open(f"{top}/sig", "wb") as f: f.write(base64.b64decode(ours["dsseEnvelope"]["signatures"][0]["sig"]))
        payload = base64.b64decode(ours["dsseEnvelope"]["payload"])
        tell("our signature by OpenSSL", b"Verified OK" in openssl("dgst", "-sha384", "-verify", f"{top}/pub.pem", "-signature", f"{top}/sig", data=pae(payload)))
        tell("our chain by OpenSSL", b"OK" in openssl("verify", "-CAfile", root, "-untrusted", f"{top}/between.pem", f"{top}/leaf.pem"))
        statement = json.loads(payload)
        digests = b"".join(bytes.fromhex(r["digest"]) for r in sorted(statement["predicate"]["resources"], key=lambda r: r["name"]))
        tell("our root digest", statement["subject"][0]["digest"]["sha256"] == hashlib.sha256(digests).hexdigest())
        status, checks, files = verify(pristine, root)
        tell("our own signature", status == 0 and checks["modes"].startswith("holds") and not files, (status, checks, files))
        for ending in ("skill", "tar.gz"):
            target = "skill" if ending == "skill" else "well-known"
            subprocess.run([PROGRAM, "--quiet", "pack", pristine, "--for", target, "-o", f"{top}/tides.{ending}"], check=True, stdout=subprocess.DEVNULL)
            tell(f"signature in tides.{ending}", verify(f"{top}/tides.{ending}", root)[0] == 0, verify(f"{top}/tides.{ending}", root))

        # Whatever is done to the files
        def after(name, change, check, words, file=None, state=None, root=root):
            skill = f"{top}/{name.replace(' ', '-')}/tides"
            shutil.copytree(pristine, skill, symlinks=True)
            change(skill)
            status, checks, files = verify(skill, root)
            said = checks if isinstance(checks, str) else checks.get(check, "")
            tell(name, status != 0 and words in said and (file is None or state in files.get(file, [])), (status, checks, files))

        def write(path, text): return lambda skill: (os.makedirs(os.path.dirname(f"{skill}/{path}"), exist_ok=True), open(f"{skill}/{path}", "w").write(text))
        low = "scripts/low.sh"
        after("a file is changed", write(low, "#!/bin/sh\necho high\n"), "files", "broken", low, "changed")
        after("SKILL.md is changed", write("SKILL.md", "---\nname: tides\ndescription: other\n---\n"), "files", "broken", "SKILL.md", "changed")
        after("a file is added", write("scripts/more.sh", "x"), "files", "broken", "scripts/more.sh", "unlisted")
        after("a hidden file is added", write(".hidden", "x"), "files", "broken", ".hidden", "unlisted")
        after("a cache is added", write("scripts/__pycache__/low.pyc", "x"), "files", "broken", "scripts/__pycache__/low.pyc", "unlisted")
        after("a file is removed", lambda s: os.remove(f"{s}/{low}"), "files", "broken", low, "missing")
        after("a file is renamed", lambda s: os.rename(f"{s}/{low}", f"{s}/scripts/new.sh"), "files", "broken", "scripts/new.sh", "unlisted")
        after("two files are swapped", lambda s: (os.rename(f"{s}/{low}", f"{s}/t"), os.rename(f"{s}/SKILL.md", f"{s}/{low}"), os.rename(f"{s}/t", f"{s}/SKILL.md")), "files", "broken", low, "changed")
        after("a file may not be executed any more", lambda s: os.chmod(f"{s}/{low}", 0o644), "modes", "broken", low, "mode")
        after("a file may be executed", lambda s: os.chmod(f"{s}/SKILL.md", 0o755), "modes", "broken", "SKILL.md", "mode")
        after("a file becomes a link", lambda s: (os.remove(f"{s}/{low}"), os.symlink("../SKILL.md", f"{s}/{low}")), "files", "broken", low, "link")
        after("a link is added", lambda s: os.symlink("/etc/passwd", f"{s}/scripts/passwd"), "files", "broken", "scripts/passwd", "unlisted")
        after("no signature", lambda s: os.remove(f"{s}/skill.oms.sig"), None, "the skill is not signed")

        # Whatever is done to the bundle
        def with_bundle(change):
            def do(skill):
                with open(f"{skill}/skill.oms.sig") as f: bundle = json.load(f)
                changed = change(bundle)
                write_bundle(skill, changed if isinstance(changed, str) else bundle)
            return do
        def payload_edit(change):
            def do(bundle):
                statement = json.loads(base64.b64decode(bundle["dsseEnvelope"]["payload"]))
                change(statement)
                bundle["dsseEnvelope"]["payload"] = base64.b64encode(json.dumps(statement).encode()).decode()
            return with_bundle(do)
        envelope = lambda b: b["dsseEnvelope"]
        after("the payload is edited", payload_edit(lambda s: s["subject"][0].update(name="others")), "signature", "broken: it was not made by the key")
        after("a digest in the payload is edited", payload_edit(lambda s: s["predicate"]["resources"][0].update(digest="0" * 64)), "digest", "broken")
        after("the list of ignored paths is edited", payload_edit(lambda s: s["predicate"]["serialization"]["ignore_paths"].append("scripts")), "signature", "broken")
        after("the signature is edited", with_bundle(lambda b: envelope(b)["signatures"][0].update(sig=flip(envelope(b)["signatures"][0]["sig"], 30))), "signature", "broken")
        after("another root", lambda s: None, "certificates", "do not lead to the root", root=f"{top}/stranger.pem")
        after("no root", lambda s: None, "certificates", "unknown: anybody can make certificates", root=None)
        after("the chain is broken", with_bundle(lambda b: b["verificationMaterial"]["x509CertificateChain"]["certificates"].pop()), "certificates", "do not lead to the root")
        resign = lambda *args, **more: lambda skill: write_bundle(skill, bundle_of(top, skill, *args, **more))
        after("another key", resign("other", ["signer", "between"]), "signature", "broken")
        after("an expired certificate", resign("expired", ["expired", "between"]), "certificates", "the signer's certificate has expired")
        after("a stranger's own chain", resign("stranger", ["stranger"]), "certificates", "do not lead to the root")
        after("signed by a certificate that is a root itself", lambda s: write_bundle(s, bundle_of(top, s, "stranger", ["stranger", "root"])), "certificates", "do not lead to the root")
        after("a signer below a signer", lambda s: (make_cert(top, "below", "signer"), write_bundle(s, bundle_of(top, s, "below", ["below", "signer", "between"]))), "certificates", "broken")
        after("the digest of the whole", resign("signer", ["signer", "between"], edit=lambda s: s["subject"][0]["digest"].update(sha256="1" * 64)), "digest", "broken")
        after("a key of another curve", resign("p521", ["p521", "between"], "-sha512"), "signature", "neither of the curve P-256 nor of P-384")
        after("an RSA key", resign("rsa", ["rsa", "between"], "-sha256"), "signature", "neither of the curve P-256 nor of P-384")
        after("a weaker digest", resign("signer", ["signer", "between"], "-sha1"), "signature", "broken")

        # No bundle at all
        for name, change, words in (
            ("not JSON", lambda b: "no bundle", "the signature cannot be read"),
            ("another kind", lambda b: b.update(mediaType="application/json"), "no Sigstore bundle"),
            ("no certificates", lambda b: b["verificationMaterial"].clear(), "brings no certificates"),
            ("damaged base64", lambda b: envelope(b).update(payload="*" + envelope(b)["payload"][1:]), "payload in base64"),
            ("two signatures", lambda b: envelope(b)["signatures"].append(envelope(b)["signatures"][0]), "exactly one signature"),
            ("no signature", lambda b: envelope(b)["signatures"].clear(), "exactly one signature"),
            ("another payload", lambda b: envelope(b).update(payloadType="text/plain"), "no in-toto statement"),
            ("a damaged certificate", lambda b: b["verificationMaterial"]["x509CertificateChain"]["certificates"][0].update(rawBytes="AAAA"), None),
        ):
            after("bundle: " + name, with_bundle(change), "signature", words or "its certificate cannot be read")
        for name, change, words in (
            ("a file twice", lambda s: s["predicate"]["resources"].append(s["predicate"]["resources"][0]), "is listed twice"),
            ("a file outside", lambda s: s["predicate"]["resources"][0].update(name="../x"), "leads out of the skill"),
            ("an ignored path outside", lambda s: s["predicate"]["serialization"]["ignore_paths"].append("../x"), "leads out of the skill"),
            ("everything ignored", lambda s: s["predicate"]["serialization"]["ignore_paths"].append("."), "leads out of the skill"),
            ("two subjects", lambda s: s["subject"].append(s["subject"][0]), "exactly one thing"),
            ("another predicate", lambda s: s.update(predicateType="https://example.org"), "OpenSSF Model Signing"),
            ("another digest", lambda s: s["predicate"]["serialization"].update(hash_type="blake2b"), "by SHA-256"),
            ("no files", lambda s: s["predicate"]["resources"].clear(), "lists no files"),
        ):
            after("statement: " + name, payload_edit(change), None, words)

        # What sign refuses
        def refuses(name, words, *args, status=3):
            done = sign(*args)
            tell("sign: " + name, done.returncode == status and words in done.stderr, done)
        refuses("another key", "not the key of the certificate", pristine, f"{top}/other.key", f"{top}/chain.pem")
        refuses("an RSA key", "neither of the curve", pristine, f"{top}/rsa.key", f"{top}/rsa.pem")
        refuses("a certificate for a key", "no private key", pristine, f"{top}/signer.pem", f"{top}/signer.pem")
        refuses("a key for a certificate", "no certificate", pristine, f"{top}/signer.key", f"{top}/signer.key")
        openssl("pkey", "-in", f"{top}/signer.key", "-aes256", "-passout", "pass:tide", "-out", f"{top}/locked.key")
        refuses("a key with a password", "protected by a password", pristine, f"{top}/locked.key", f"{top}/chain.pem")
        write("skill.oms.sig", "my notes")(pristine)
        refuses("something in its place", "no signature, and is kept", pristine, f"{top}/signer.key", f"{top}/chain.pem", status=1)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
