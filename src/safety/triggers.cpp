#include "safety/triggers.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

#include "base/text.h"

namespace skillstow {
namespace {

struct Literal {
  std::string_view text;  // lower case, at least 3 bytes
  std::uint32_t groups;
};

using namespace trigger;

constexpr Literal k_literals[] = {
    // Commands of a shell.
    {"curl", shell | line},
    {"wget", shell | line},
    {"aria2c", shell},
    {"lwp-", shell},
    {"lynx", shell},
    {"http", shell | address},
    {"| sh", shell},
    {"|sh", shell},
    {"| bash", shell},
    {"|bash", shell},
    {"| sudo", shell},
    {"<(cu", shell},
    {"rm -", shell | line},
    {"rm /", shell},
    {"rm ~", shell},
    {"rm $", shell},
    {"rm \"", shell},
    {"rm '", shell},
    {"rm *", shell},
    {"-rf ", shell},
    {"mv ~", shell},
    {"mv /", shell},
    {"rmdir", shell},
    {"unlink", shell},
    {"shred", shell},
    {"mkfs", shell | line},
    {"wipefs", shell},
    {"dd if", shell | line},
    {"dd of", shell},
    {"dd bs", shell},
    {"find /", shell},
    {"find ~", shell},
    {"find $", shell},
    {"find \"", shell},
    {"-delete", shell},
    {"-exec", shell},
    {"/dev/tcp", shell},
    {"/dev/udp", shell},
    {"/dev/sd", shell},
    {"/dev/nvme", shell},
    {"/dev/disk", shell},
    {"/dev/mem", shell},
    {"nc -", shell},
    {"nc ", shell},
    {"ncat", shell},
    {"netcat", shell},
    {"socat", shell},
    {"mkfifo", shell},
    {"mknod", shell},
    {"base64", shell | line},
    {"base32", shell},
    {"xxd ", shell},
    {"openssl", shell},
    {"gunzip", shell},
    {"zcat", shell},
    {"printf", shell | line},
    {"eval ", shell | line},
    {"eval\t", shell},
    {"chmod", shell},
    {"chown", shell},
    {"crontab", shell},
    {"/cron", shell},
    {"bashrc", shell},
    {"zshrc", shell},
    {"profile", shell},
    {"authorized_keys", shell},
    {"launchctl", shell},
    {"launchagents", shell},
    {"launchdaemons", shell},
    {"systemctl", shell},
    {"systemd/", shell},
    {"autostart", shell},
    {"sudo", shell},
    {"doas ", shell},
    {"sudoers", shell},
    {"pkexec", shell},
    {"setcap", shell},
    {"ld_preload", shell},
    {"nsenter", shell},
    {"docker.sock", shell},
    {"--privileged", shell},
    {"gh auth", shell},
    {"auth token", shell},
    {"generic-password", shell},
    {"internet-password", shell},
    {"dump-keychain", shell},
    {"pbpaste", shell},
    {"xclip", shell},
    {"xsel", shell},
    {"wl-paste", shell},
    {"screencapture", shell},
    {"scrot", shell},
    {"history", shell},
    {"printenv", shell},
    {"env |", shell},
    {"env|", shell},
    {"$(env", shell},
    {"git push", shell},
    {"drop database", shell},
    {"drop schema", shell},
    {"dropdb", shell},
    {"diskutil", shell},
    {"cryptsetup", shell},
    {"sgdisk", shell},
    {"parted", shell},
    {"xattr", shell},
    {"spctl", shell},
    {"csrutil", shell},
    {"setenforce", shell},
    {"ufw disable", shell},
    {"iptables", shell},
    {"auditctl", shell},
    {"xmrig", shell},
    {"stratum+", shell},
    {"minerd", shell},
    {"pip install", shell},
    {"pip3 install", shell},
    {"npm config", shell},
    {"npx ", shell},
    {"--registry", shell},
    {"index-url", shell},
    {"scp ", shell | line},
    {"rsync", shell},
    {"sftp", shell},
    {"telnet", shell},
    {"nslookup", shell},
    {"sendmail", shell},
    {"gist create", shell},
    {"osascript", shell},
    {"hookspath", shell},
    {".git/hooks", shell},
    {"trap ", shell},
    {"kill -9", shell},
    {"/etc/", shell},
    {"(){", shell},
    {"() {", shell},
    {"$ifs", shell},
    {"${ifs", shell},
    {"<<<", shell},
    {"at now", shell},
    {"source <", shell},
    {"bash <", shell | line},
    {"nohup", shell},
    {"insmod", shell},
    {"modprobe", shell},
    {"git config", shell},
    {"--no-verify", shell},
    {"skip-permissions", shell},
    {"tar c", shell},
    {"aws s3", shell | line},
    {"{curl", shell},
    {"ssh ", shell},
    {"python -", shell},
    {"python3 -", shell},
    {"node -", shell},
    {"perl -", shell},
    {"php -", shell},
    {"ruby -", shell},
    {"lua -", shell},
    {"deno ", shell},
    {"go run", shell},
    {"ztcp", shell},
    {"/inet/", shell},
    {"git clone", shell},
    {"npm install", shell},
    {"npm i ", shell},
    {"uvx ", shell},
    {"uv pip", shell},
    {"kubectl ", shell},
    {"gnome-screenshot", shell},
    {"alias ", shell},
    {"useradd", shell},
    {"usermod", shell},
    {"_base_url", shell},
    {"_proxy", shell},
    {"reject_unauth", shell},
    {"insteadof", shell},
    {"sslverify", shell},
    {"claude ", shell},
    {"bypasspermissions", shell},
    {"prompt_command", shell},
    {"node_options", shell},
    {"aws s3 rb", shell},
    {"terraform destroy", shell},
    {"enc -aes", shell},
    // Calls that scripts of other languages have.
    {"shell_exec", code},
    {"passthru", code},
    {"proc_open", code},
    {"os.execute", code},
    {"exec.command", code},
    {"command::new", code},
    {"processbuilder", code},
    {"getruntime", code},
    {"do shell script", code},
    {"wscript.shell", code},
    {"tcpsocket", code},
    {"fsockopen", code},
    {"base64_decode", code},
    {"decode_base64", code},
    {"decode64", code},
    {"file_get_contents", code},
    {"gzinflate", code},
    {"net.dial", code},
    {"tcpstream", code},
    {"process.start", code},
    {"unsafe_load", code},
    {"sendbeacon", code},
    {"localstorage", code},
    {"boto3", code},
    {"unlink(", code},
    {"fernet", code},
    {"write_text", code},
    // PowerShell and cmd.
    {"invoke-", powershell},
    {"iex ", powershell},
    {"iex(", powershell},
    {"| iex", powershell},
    {"|iex", powershell},
    {"irm ", powershell | line},
    {"iwr ", powershell | line},
    {"downloadstring", powershell},
    {"downloadfile", powershell},
    {"downloaddata", powershell},
    {"webclient", powershell},
    {"powershell", powershell},
    {"pwsh", powershell},
    {"frombase64", powershell},
    {"remove-item", powershell},
    {"mppreference", powershell},
    {"certutil", powershell},
    {"bitsadmin", powershell},
    {"start-bits", powershell},
    {"mshta", powershell},
    {"regsvr32", powershell},
    {"rundll32", powershell},
    {"msiexec", powershell},
    {"rd /s", powershell},
    {"rmdir /s", powershell},
    {"del /", powershell},
    {"format c", powershell},
    {"vssadmin", powershell},
    {"bcdedit", powershell},
    {"clear-disk", powershell},
    {"format-volume", powershell},
    {"currentversion\\run", powershell},
    {"schtasks", powershell},
    {"scheduledtask", powershell},
    {"executionpolicy", powershell},
    {"tcpclient", powershell},
    {"sockets.", powershell},
    {"netsh", powershell},
    {"reg add", powershell},
    {"new-service", powershell},
    {"start-process", powershell},
    // Calls of scripts.
    {"exec(", code},
    {"eval(", code},
    {"exec (", code},
    {"eval (", code},
    {"eval)", code},
    {"execsync", code},
    {"spawn", code},
    {"system(", code},
    {"popen", code},
    {"subprocess", code},
    {"child_process", code},
    {"child_", code},
    {"__import__", code},
    {"getattr", code},
    {"importlib", code},
    {"compile(", code},
    {"marshal", code},
    {"pickle.load", code},
    {"b64decode", code},
    {"atob(", code},
    {"buffer.from", code},
    {"fromhex", code},
    {"fromcharcode", code},
    {"codecs", code},
    {"new function", code},
    {"function(", code},
    {"rmtree", code},
    {"rmsync", code},
    {"rimraf", code},
    {"os.remove", code},
    {"shutil", code},
    {"dup2", code},
    {"socket", code},
    {"pty.", code},
    {"requests.", code},
    {"urllib", code},
    {"urlopen", code},
    {"httpx", code},
    {"aiohttp", code},
    {"fetch(", code},
    {"axios", code},
    {"http.", code},
    {"https.", code},
    {"xmlhttprequest", code},
    {"websocket", code},
    {"gethostbyname", code},
    {"smtplib", code},
    {"ftplib", code},
    {"paramiko", code},
    {"pynput", code},
    {"getasynckeystate", code},
    {"pyperclip", code},
    {"imagegrab", code},
    {"mss.", code},
    {"environ", code},
    {"process.env", code},
    {"getenv", code},
    {"ctypes", code},
    {"vm.run", code},
    {"cmdclass", code},
    {"winreg", code},
    {"keyring", code},
    {"document.cookie", code},
    {"expanduser", code},
    {"homedir", code},
    {"path.home", code},
    // Paths of credentials.
    {".ssh", path},
    {".ss?", path},
    {"id_rsa", path},
    {"id_ed25519", path},
    {"id_ecdsa", path},
    {"id_dsa", path},
    {".aws", path},
    {"gcloud", path},
    {".azure", path},
    {".kube", path},
    {".docker/", path},
    {".npmrc", path},
    {".pypirc", path},
    {".netrc", path},
    {"_netrc", path},
    {"git-credentials", path},
    {".gnupg", path},
    {"config/gh", path},
    {"login data", path},
    {"cookies", path},
    {"key4.db", path},
    {"logins.json", path},
    {"keychain", path},
    {"_history", path},
    {"/etc/shadow", path},
    {"/etc/passwd", path},
    {"/etc/sudoers", path},
    {".env", path},
    {".vault-token", path},
    {".pgpass", path},
    {".my.cnf", path},
    {"wallet.dat", path},
    {"keystore", path},
    {".ethereum", path},
    {"solana/id", path},
    {".electrum", path},
    {"exodus", path},
    {"metamask", path},
    {".openclaw", path},
    {".clawdbot", path},
    {".moltbot", path},
    {".claude/", path},
    {".claude.json", path},
    {".codex/", path},
    {".gemini/", path},
    {".cursor/", path},
    {"auth.json", path},
    {"credentials", path},
    {"hosts.yml", path},
    {".password-store", path},
    {"rclone.conf", path},
    {".terraform.d", path},
    {".config/", path},
    {"/proc/", path},
    {"private key", path},
    {"seed phrase", path},
    {"1password", path},
    {"bitwarden", path},
    {"telegram", path},
    // Sentences.
    {"ignore", drop | foreign},
    {"disregard", drop},
    {"forget", drop},
    {"override", drop},
    {"overrule", drop},
    {"supersede", drop},
    {"bypass", drop},
    {"discard", drop},
    {"system", pose},
    {"developer mode", pose},
    {"no restrictions", pose},
    {"unrestricted", pose},
    {"content policy", pose},
    {" as dan", pose},
    {"now dan", pose},
    {"your safety", pose},
    {"no longer bound", pose},
    {"from all restrictions", pose},
    {"take precedence over", pose},
    {"safety restrictions", pose},
    {"backdoor", send | conceal},
    {"and obey", send},
    {"bcc", send | address},
    {"include", send},
    {"attach", send},
    {"embed", send},
    {"encode", send},
    {"follow every", send},
    {"follow all", send},
    {"carry out", send},
    {"do exactly", send},
    {"follow the instr", send},
    {"follow its instr", send},
    {"contacts", send},
    {"tell", conceal},
    {"mention", conceal},
    {"inform", conceal},
    {"reveal", conceal},
    {"disclose", conceal},
    {"alert", conceal},
    {"silently", conceal},
    {"secretly", conceal},
    {"covertly", conceal},
    {"quietly", conceal},
    {"stealthily", conceal},
    {"surreptitiously", conceal},
    {"hide ", conceal},
    {"conceal", conceal},
    {"let the user", conceal},
    {"let them", conceal},
    {"without the user", conceal},
    {"knowledge", conceal},
    {"password", lure},
    {"extract", lure},
    {"](http", lure},
    {"terminal", lure},
    {"powershell", lure},
    {"antivirus", guard},
    {"anti-virus", guard},
    {"defender", guard},
    {"gatekeeper", guard},
    {"send", send},
    {"post", send},
    {"upload", send},
    {"forward", send},
    {"transmit", send},
    {"exfiltrat", send},
    {"transfer", send},
    {"email", send},
    {"submit", send},
    {"leak", send},
    {"deliver", send},
    {"copy", send},
    {"append", send},
    {"ignora", foreign},
    {"ignoriere", foreign},
    {"/:/", shell},  // docker run -v /:/host
    {"source=/,", shell},
    {"missachte", foreign},
    {"vergiss", foreign},
    {"olvida", foreign},
    {"oubliez", foreign},
    {"dimentica", foreign},
    {"zignoruj", foreign},
    {"ignoruj", foreign},
    {"negeer", foreign},
    {"yok say", foreign},
    {"\xD0\xB8\xD0\xB3\xD0\xBD\xD0\xBE", foreign},
    {"\xD0\x98\xD0\xB3\xD0\xBD\xD0\xBE", foreign},
    {"\xE5\xBF\xBD\xE7\x95\xA5", foreign},
    {"\xE7\x84\xA1\xE8\xA6\x96", foreign},
    {"\xEB\xAC\xB4\xEC\x8B\x9C", foreign},
    {"\xD8\xAA\xD8\xAC\xD8\xA7", foreign},
    {"claude.md", agent},
    {"agents.md", agent},
    {"gemini.md", agent},
    {"soul.md", agent},
    {"memory.md", agent},
    {"heartbeat.md", agent},
    {".openclaw/workspace", agent},
    {"<!--", comment},
    // Keys. The providers' own prefixes, as gitleaks and the providers document them.
    {"ghp_", secret},
    {"gho_", secret},
    {"ghu_", secret},
    {"ghs_", secret},
    {"ghr_", secret},
    {"github_pat_", secret},
    {"glpat-", secret},
    {"akia", secret},
    {"asia", secret},
    {"aiza", secret},
    {"sk-ant-", secret},
    {"sk-proj-", secret},
    {"sk_live_", secret},
    {"rk_live_", secret},
    {"xoxb-", secret},
    {"xoxp-", secret},
    {"xoxa-", secret},
    {"xapp-", secret},
    {"npm_", secret},
    {"pypi-", secret},
    {"hf_", secret},
    {"-----begin", secret},
    {"api_key", secret},
    {"apikey", secret},
    {"api-key", secret},
    {"secret", secret},
    {"token", secret},
    {"passwd", secret},
    {"://", secret},
    {"sg.", secret},
    {"dop_v1_", secret},
    {"shpat_", secret},
    {"whsec_", secret},
    {"private_key", secret},
    {"sk-or-", secret},
    {"gsk_", secret},
    // Settings.
    {"base_url", config},
    {"autoapprove", config},
    {"registry", config},
    {"bypasspermissions", config},
    {"allow-all", config},
    {"postinstall", config},
    {"preinstall", config},
    {"mcpservers", config},
    {"<script", config},
    {"onload", config},
    {"pull_request_target", config},
    {"tojson(", config},
    {"gateway", config},
    {"danger", config},
    {"yolo", config},
    {"allowed-tools", config},
    {"defaultmode", config},
};

constexpr std::size_t k_count = std::size(k_literals);

constexpr std::uint32_t folded_word(const char* p) {
  // OR with 0x20 makes letters lower case; what it does to other bytes is the same for table and text.
  return (static_cast<std::uint32_t>(static_cast<unsigned char>(p[0])) |
          static_cast<std::uint32_t>(static_cast<unsigned char>(p[1])) << 8 |
          static_cast<std::uint32_t>(static_cast<unsigned char>(p[2])) << 16 |
          static_cast<std::uint32_t>(static_cast<unsigned char>(p[3])) << 24) |
         0x20202020U;
}

// Literals of 3 bytes are kept with a fourth byte that stands for any: they are entered once for each.
constexpr std::uint32_t hash(std::uint32_t word) { return (word * 0x9E3779B1U) >> 16; }
constexpr std::uint32_t hash3(std::uint32_t word) { return ((word & 0xFFFFFFU) * 0x9E3779B1U) >> 16; }

// A set of 16-bit hashes, one bit each.
struct Hashes {
  std::array<std::uint64_t, 1024> words{};

  constexpr void add(std::uint32_t h) { words[h >> 6] |= std::uint64_t{1} << (h & 63U); }
  constexpr bool has(std::uint32_t h) const { return ((words[h >> 6] >> (h & 63U)) & 1U) != 0; }
};

struct Table {
  Hashes near;                             // of the first 3 bytes, and of the 3 behind the first
  Hashes four;                             // of the first 4 bytes
  Hashes three;                            // of the first 3 bytes, of literals that have no more
  std::array<std::uint16_t, 4096> head{};  // 1 + the first literal of a chain
  std::array<std::uint16_t, k_count> next{};
};

constexpr Table make_table() {
  Table table;
  for (std::size_t i = k_count; i-- > 0;) {
    const bool short_one = k_literals[i].text.size() < 4;
    char bytes[4] = {k_literals[i].text[0], k_literals[i].text[1], k_literals[i].text[2],
                     short_one ? '\0' : k_literals[i].text[3]};
    const std::uint32_t word = folded_word(bytes);
    const std::uint32_t h = short_one ? hash3(word) : hash(word);
    (short_one ? table.three : table.four).add(h);
    table.near.add(hash3(word));
    // Behind a literal of 3 bytes any byte may stand.
    for (std::uint32_t last = short_one ? 0 : 255; last < 256; ++last) {
      table.near.add(hash3(short_one ? (word >> 8 & 0xFFFFU) | (last | 0x20U) << 16 : word >> 8));
    }
    table.next[i] = table.head[h & 4095U];
    table.head[h & 4095U] = static_cast<std::uint16_t>(i + 1);
  }
  return table;
}

constexpr Table k_table = make_table();

constexpr bool all_short_enough() {
  for (const Literal& literal : k_literals) {
    if (literal.text.size() < 3) return false;
  }
  return true;
}
static_assert(all_short_enough());

bool matches(std::string_view text, std::size_t at, std::string_view literal) {
  if (text.size() - at < literal.size()) return false;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (to_lower(text[at + i]) != literal[i]) return false;
  }
  return true;
}

}  // namespace

std::string_view trigger_literal(std::uint16_t literal) { return k_literals[literal].text; }
std::uint16_t trigger_literals() { return static_cast<std::uint16_t>(k_count); }

TriggerHits find_triggers(std::string_view text) {
  TriggerHits found;
  std::array<std::uint32_t, k_count> last;
  last.fill(UINT32_MAX);
  auto chain = [&](std::size_t at, std::uint32_t h) {
    for (std::uint16_t i = k_table.head[h & 4095U]; i != 0; i = k_table.next[i - 1U]) {
      const std::uint16_t id = static_cast<std::uint16_t>(i - 1);
      if (!matches(text, at, k_literals[id].text)) continue;
      found.mask |= k_literals[id].groups;
      const auto offset = static_cast<std::uint32_t>(at);
      if (last[id] != UINT32_MAX && offset - last[id] < 16) continue;
      last[id] = offset;
      found.hits.push_back({offset, id, k_literals[id].groups});
    }
  };
  const auto look = [&](std::size_t at) {
    const std::uint32_t word = folded_word(text.data() + at);
    if (k_table.four.has(hash(word))) chain(at, hash(word));
    if (k_table.three.has(hash3(word))) chain(at, hash3(word));
  };
  // The bytes at at + 1 tell for two places at once whether a literal may start there.
  std::size_t at = 0;
  for (; at + 5 <= text.size(); at += 2) {
    if (!k_table.near.has(hash3(folded_word(text.data() + at + 1)))) continue;
    look(at);
    look(at + 1);
  }
  for (; at + 4 <= text.size(); ++at) look(at);
  for (; at + 3 <= text.size(); ++at) {  // the last three bytes
    const char bytes[4] = {text[at], text[at + 1], text[at + 2], '\0'};
    const std::uint32_t h3 = hash3(folded_word(bytes));
    if (k_table.three.has(h3)) chain(at, h3);
  }
  return found;
}

std::uint32_t TriggerHits::mask_in(std::size_t begin, std::size_t end) const {
  auto hit = std::lower_bound(hits.begin(), hits.end(), begin,
                              [](const TriggerHit& one, std::size_t offset) { return one.offset < offset; });
  std::uint32_t groups = 0;
  for (; hit != hits.end() && hit->offset < end; ++hit) groups |= hit->groups;
  return groups;
}

}  // namespace skillstow
