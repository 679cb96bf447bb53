#include "model/junk.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("what systems, editors, programs and package managers leave is junk, at any depth") {
  struct Case {
    const char* path;
    JunkKind kind;
  };
  for (const Case& c : {Case{".DS_Store", JunkKind::system}, Case{"a/b/.ds_store", JunkKind::system},
                        Case{"Thumbs.db", JunkKind::system}, Case{"__MACOSX/._SKILL.md", JunkKind::system},
                        Case{"references/._a.md", JunkKind::system}, Case{"Desktop.ini", JunkKind::system},
                        Case{"references/.a.md.swp", JunkKind::editor}, Case{"SKILL.md~", JunkKind::editor},
                        Case{"#SKILL.md#", JunkKind::editor}, Case{"a.bak", JunkKind::editor},
                        Case{"scripts/__pycache__/a.cpython-312.pyc", JunkKind::cache}, Case{"a.pyc", JunkKind::cache},
                        Case{".mypy_cache/x", JunkKind::cache}, Case{"node_modules/x/index.js", JunkKind::dependencies},
                        Case{".venv/lib/x.py", JunkKind::dependencies}, Case{"venv/bin/python", JunkKind::dependencies},
                        Case{".git/config", JunkKind::repository}, Case{".git", JunkKind::repository},
                        Case{".hg/x", JunkKind::repository}}) {
    INFO(c.path);
    CHECK(junk_at(c.path).kind == c.kind);
    CHECK_FALSE(junk_at(c.path).what.empty());
  }
}

TEST_CASE("files of settings and keys are secrets, their examples are not") {
  for (const char* path :
       {".env", "config/.env", ".env.local", ".env.production", "id_rsa", ".ssh/id_ed25519", ".netrc", "cert.p12"}) {
    INFO(path);
    CHECK(junk_at(path).kind == JunkKind::secret);
  }
  for (const char* path : {".env.example", ".env.sample", ".env.local.example", ".environment", "id_rsa.pub", "env"}) {
    INFO(path);
    CHECK(junk_at(path).kind == JunkKind::none);
  }
}

TEST_CASE("everything else is kept") {
  for (const char* path : {"SKILL.md", "README.md", "_template.md", "templates/.prettierrc", "pkg/__init__.py",
                           "pkg/__main__.py", "metadata.json", ".gitignore", ".github/workflows/ci.yml", "scripts/venv",
                           "~", "a/swp", "dist/x.js", ".vscode/settings.json"}) {
    INFO(path);
    CHECK(junk_at(path).kind == JunkKind::none);
  }
}

TEST_CASE("a private key is known by its first line, a certificate is none") {
  CHECK(may_hold_key("certs/server.pem"));
  CHECK(may_hold_key("server.KEY"));
  CHECK_FALSE(may_hold_key("key.md"));
  CHECK(holds_private_key("-----BEGIN PRIVATE KEY-----\nMII"));
  CHECK(holds_private_key("x\n-----BEGIN OPENSSH PRIVATE KEY-----\n"));
  CHECK(holds_private_key(
      "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n-----BEGIN RSA PRIVATE KEY-----\n"));
  CHECK_FALSE(holds_private_key("-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n"));
  CHECK_FALSE(holds_private_key("-----BEGIN PUBLIC KEY-----\n"));
}
