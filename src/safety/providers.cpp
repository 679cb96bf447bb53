#include "safety/providers.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace skillstow {
namespace {

struct Service {
  std::string_view variable;  // how the names of its variables begin
  std::string_view host;      // what its hosts' names hold
};

constexpr Service k_services[] = {{"AWS", "amazonaws"},
                                  {"OPENAI", "openai"},
                                  {"ANTHROPIC", "anthropic"},
                                  {"GITHUB", "github"},
                                  {"GH", "github"},
                                  {"GITLAB", "gitlab"},
                                  {"GOOGLE", "google"},
                                  {"GEMINI", "google"},
                                  {"AZURE", "azure"},
                                  {"STRIPE", "stripe"},
                                  {"SLACK", "slack"},
                                  {"NPM", "npm"},
                                  {"PYPI", "pypi"},
                                  {"HF", "huggingface"},
                                  {"HUGGINGFACE", "huggingface"},
                                  {"DISCORD", "discord"},
                                  {"TELEGRAM", "telegram"},
                                  {"NOTION", "notion"},
                                  {"LINEAR", "linear"},
                                  {"DATABASE", "database"},
                                  {"DB", "database"},
                                  {"SSH", "ssh"},
                                  {"TWILIO", "twilio"},
                                  {"SENDGRID", "sendgrid"},
                                  {"CLOUDFLARE", "cloudflare"}};

}  // namespace

std::string_view provider_of(std::string_view variable) { return variable.substr(0, variable.find('_')); }

std::size_t foreign_providers(const std::vector<std::string>& variables, std::string_view host) {
  std::vector<std::string_view> hosts;
  for (const std::string& variable : variables) {
    const std::string_view provider = provider_of(variable);
    const Service* found = std::find_if(std::begin(k_services), std::end(k_services),
                                        [&](const Service& service) { return service.variable == provider; });
    if (found == std::end(k_services) || host.find(found->host) != std::string_view::npos) continue;
    if (host.find(to_lower(provider)) != std::string_view::npos) continue;
    if (std::find(hosts.begin(), hosts.end(), found->host) == hosts.end()) hosts.push_back(found->host);
  }
  return hosts.size();
}

}  // namespace skillstow
