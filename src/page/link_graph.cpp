#include "page/link_graph.h"

#include <algorithm>
#include <map>
#include <set>

namespace skillstow {
namespace {

struct Edge {
  std::string_view to;
  std::string_view how;
  std::uint32_t line = 0;
};

using Edges = std::map<std::string_view, std::vector<Edge>, std::less<>>;

Edges edges_of(const SkillFacts& facts) {
  Edges edges;
  for (const Link& link : facts.links) {
    if (link.status == LinkStatus::ok && !link.path.empty())
      edges[link.source->path].push_back({link.path, "link", link.line});
  }
  for (const Mention& mention : facts.mentions) {
    if (!mention.missing) edges[mention.source->path].push_back({mention.path, "mention", mention.line});
  }
  for (const ScriptCall& call : facts.scripts) edges[call.file].push_back({call.path, "command", call.line});
  for (auto& [file, out] : edges) {
    std::stable_sort(out.begin(), out.end(), [](const Edge& a, const Edge& b) { return a.line < b.line; });
  }
  return edges;
}

}  // namespace

LinkGraph link_graph(const Skill& skill, const SkillFacts& facts) {
  const Edges edges = edges_of(facts);
  std::set<std::string_view> files;
  for (const SkillFile& file : skill.files) files.insert(file.entry.path);

  // First each file's nearest way, layer by layer; then the tree in order, with a stack of our own.
  std::map<std::string_view, std::vector<Edge>> children;
  std::set<std::string_view> reached{skill.manifest_name};
  std::vector<std::string_view> queue{skill.manifest_name};
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const auto out = edges.find(queue[at]);
    if (out == edges.end()) continue;
    for (const Edge& edge : out->second) {
      if (!files.contains(edge.to) || !reached.insert(edge.to).second) continue;
      children[queue[at]].push_back(edge);
      queue.push_back(edge.to);
    }
  }
  LinkGraph graph;
  struct Open {
    Edge edge;
    std::size_t depth;
  };
  std::vector<Open> stack{{{skill.manifest_name, "", 0}, 0}};
  while (!stack.empty()) {
    const Open open = stack.back();
    stack.pop_back();
    graph.nodes.push_back({std::string(open.edge.to), open.depth, open.edge.how, open.edge.line});
    const std::vector<Edge>& below = children[open.edge.to];
    for (auto edge = below.rbegin(); edge != below.rend(); ++edge) stack.push_back({*edge, open.depth + 1});
  }
  graph.orphans = facts.orphans;
  for (const SkillFile& file : skill.files) {
    const bool orphan = std::binary_search(facts.orphans.begin(), facts.orphans.end(), file.entry.path);
    if (!orphan && !reached.contains(file.entry.path)) graph.unlinked.push_back(file.entry.path);
  }
  return graph;
}

}  // namespace skillstow
