#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "safety/detectors/detectors.h"
#include "safety/hosts.h"
#include "safety/scan_state.h"

// Settings that widen what may happen: package sources, agents that ask for nothing, active content in pictures.
namespace skillstow {
namespace {

std::string_view line_around(std::string_view text, std::size_t at, std::size_t& begin) {
  begin = text.rfind('\n', at);
  begin = begin == std::string_view::npos ? 0 : begin + 1;
  if (at - begin > 400) begin = at - 400;
  const std::size_t end = std::min({text.find('\n', at), text.size(), at + 400});
  return text.substr(begin, end - begin);
}

void report(Scan& scan, const View& file, std::size_t begin, std::size_t length, std::string_view rule, Risk risk,
            std::string message, std::string_view help) {
  scan.findings.add(file, span_between(begin, begin + length),
                    {.rule = rule, .risk = risk, .message = std::move(message), .help = std::string(help)});
}

}  // namespace

void find_settings(Scan& scan, const View& file, const TriggerHits& hits) {
  const std::string_view name = base_name(file.file->path);
  const std::string end = to_lower(extension(name));
  for (const TriggerHit& hit : hits.hits) {
    const std::string_view literal = trigger_literal(hit.literal);
    std::size_t begin = 0;
    if (literal == "index-url" &&
        (name.starts_with("requirements") || name == "pip.conf" || name == ".pypirc" || name == "constraints.txt")) {
      const std::string_view line = line_around(file.text, hit.offset, begin);
      const std::string_view url = find_url(line);
      const Url where = parse_url(url);
      if (where.host.empty() || where.host == "pypi.org" || where.host.ends_with("pytorch.org") ||
          where.kind == HostKind::local)
        continue;
      report(scan, file, begin, line.size(), "remote-code", where.plain || where.odd() ? Risk::high : Risk::medium,
             format("installs packages from {}", where.host), "use the public registry, or say whose registry this is");
    }
    if (literal == "registry" && (name == ".npmrc" || name == ".yarnrc")) {
      const std::string_view line = line_around(file.text, hit.offset, begin);
      const Url where = parse_url(find_url(line));
      if (where.host.empty() || where.host.ends_with("npmjs.org") || where.kind == HostKind::local ||
          where.host.ends_with("npm.pkg.github.com") || !(where.plain || where.odd()))
        continue;
      report(scan, file, begin, line.size(), "remote-code", Risk::high, format("installs packages from {}", where.host),
             "use the public registry, or say whose registry this is");
    }
    if ((hit.groups & trigger::config) == 0) continue;
    if ((literal == "<script" || literal == "onload") && end == ".svg") {
      // One that talks to somebody is no ornament.
      const std::string lower = to_lower(file.text.substr(hit.offset, 2'000));
      const bool talks = lower.find("fetch(") != std::string::npos || lower.find("cookie") != std::string::npos ||
                         lower.find("xmlhttp") != std::string::npos || lower.find("eval(") != std::string::npos ||
                         lower.find("location") != std::string::npos;
      report(scan, file, hit.offset, literal.size(), "code-execution", talks ? Risk::high : Risk::medium,
             "is a picture that runs a script when it is opened", "remove the script");
    }
    const bool settings = end == ".json" || end == ".jsonc" || end == ".toml" || end == ".yaml" || end == ".yml";
    if (!settings) continue;
    if (literal == "autoapprove" || literal == "bypasspermissions" || literal == "yolo") {
      const std::string_view line = line_around(file.text, hit.offset, begin);
      const std::string lower = to_lower(line);
      if (lower.find("false") != std::string::npos && lower.find("true") == std::string::npos) continue;
      report(scan, file, hit.offset, literal.size(), "privilege", Risk::medium, "lets an agent act without asking",
             "leave the confirmations on");
    }
    if (literal == "base_url") {
      const std::string_view line = line_around(file.text, hit.offset, begin);
      if (line.find("ANTHROPIC_BASE_URL") == std::string_view::npos &&
          line.find("OPENAI_BASE_URL") == std::string_view::npos)
        continue;
      const Url url = parse_url(find_url(line));
      if (url.host.empty() || url.kind == HostKind::local || url.host.ends_with("anthropic.com") ||
          url.host.ends_with("openai.com"))
        continue;
      report(scan, file, begin, line.size(), "privilege", Risk::high,
             format("sends the agent's conversations and key to {}", url.host),
             "name the service and let the user choose it");
    }
  }
}

// Pictures and links whose address carries what the agent knows: ![](https://…?d={{conversation}}).
void find_address_leaks(Scan& scan, const SourceFile& file, const Markdown& markdown, Role role) {
  for (const MarkdownNode& node : markdown.nodes) {
    const bool shown = node.kind == NodeKind::code_span && node.text.starts_with("![");
    if (node.kind != NodeKind::image && node.kind != NodeKind::link && !shown) continue;
    const std::string_view url = shown ? find_url(node.text) : std::string_view(node.text);
    if (!url.starts_with("http")) continue;
    const std::size_t query = url.find('?');
    if (query == std::string_view::npos) continue;
    const std::string rest = to_lower(url.substr(query));
    const bool filled = rest.find("{{") != std::string::npos || rest.find("%7b") != std::string::npos ||
                        rest.find('$') != std::string::npos || rest.find('{') != std::string::npos ||
                        rest.find('[') != std::string::npos;
    // "?q=BASE64_OF_USER_MESSAGE": a placeholder for what is to be put in.
    const bool placeholder = shown && rest.find("user") != std::string::npos && rest != url.substr(query);
    if (!filled && !placeholder) continue;
    bool secret = placeholder;
    for (const std::string_view word : {"conversation", "history", "context", "secret", "token", "api_key", "apikey",
                                        "_key", "password", "env", "chat", "memory", "prompt", "credential"}) {
      secret = secret || rest.find(word) != std::string::npos;
    }
    const Url to = parse_url(url);
    if (!secret || to.kind == HostKind::local) continue;
    if (node.kind == NodeKind::link && rest.find("conversation") == std::string::npos &&
        rest.find('$') == std::string::npos)
      continue;
    View view = plain_view(file, node.span, Language::none, Place::prose, role == Role::tests ? role : Role::instructs);
    scan.findings.add(
        view, {0, node.span.length},
        {.rule = "exfiltration",
         .risk = Risk::high,
         .message =
             format("puts what the agent knows into an address at {}, which showing the page sends away", to.host),
         .help = "remove it"});
  }
}

}  // namespace skillstow
