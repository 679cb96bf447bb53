#include "agents/loader/serde_codex.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>

#include "agents/loader/serde_events.h"
#include "base/format.h"

namespace skillstow::loader {
namespace {

using Event = YamlEvent::Kind;

// What serde's derived structs have in common, read from the events. The first error ends the reading.
class StructReader {
 public:
  explicit StructReader(std::string_view text) : document_(read_serde_document(text)) {}

  // Reads the one document by `root`, which is given the place of its node.
  template <class Root>
  std::string read(Root root) {
    if (!document_.events.empty()) root(follow(0));
    if (error_.empty()) error_ = document_.error;
    if (error_.empty() && document_.several) error_ = k_serde_several;
    return std::move(error_);
  }

  bool fail(std::string message) {
    error_ = std::move(message);
    return false;
  }

  bool once(bool& seen, std::string_view key) {
    if (seen) return fail(format("duplicate field `{}`", key));
    seen = true;
    return true;
  }

  // A struct: a mapping, or an empty plain scalar, which has all fields absent; "~" does not. `field(key, value)` reads
  // a value and says whether all is well.
  template <class Field>
  bool structure(std::size_t at, std::string_view name, Field field) {
    at = follow(at);
    if (is_empty_scalar(at)) return true;
    if (event(at).kind != Event::mapping_start) return fail(format("invalid type: expected struct {}", name));
    for (++at; at < document_.events.size() && event(at).kind != Event::mapping_end;) {
      const std::size_t key = follow(at);
      if (event(key).kind != Event::scalar) return fail("invalid type: expected field identifier");
      const std::size_t value = skip_serde_node(document_, at);
      if (value >= document_.events.size()) return true;  // the stream broke off: its own error follows
      if (!field(event(key).value, value)) return false;
      at = skip_serde_node(document_, value);
    }
    return true;
  }

  // Option<…>: a plain null or nothing is None. False with an error for a value that its tag forbids.
  bool is_none(std::size_t at, bool& none) {
    const YamlEvent& scalar = event(follow(at));
    none = false;
    if (scalar.kind != Event::scalar || scalar.style != ScalarStyle::plain) return true;
    if (!scalar.has_tag) {
      none = scalar.value.empty() || is_serde_null(scalar.value);
      return true;
    }
    if (scalar.tag != "tag:yaml.org,2002:null") return true;
    none = is_serde_null(scalar.value);
    return none || fail(format("invalid value: string \"{}\", expected null", scalar.value));
  }

  // Option<String>: any scalar is text, whatever it looks like.
  bool text(std::size_t at, std::optional<std::string>& out) {
    bool none = false;
    if (!is_none(at, none) || none) return error_.empty();
    const YamlEvent& scalar = event(follow(at));
    if (scalar.kind != Event::scalar) return fail("invalid type: expected a string");
    out = scalar.value;
    return true;
  }

  // Option<bool>: a plain word.
  bool boolean(std::size_t at, std::optional<bool>& out) {
    bool none = false;
    if (!is_none(at, none) || none) return error_.empty();
    const YamlEvent& scalar = event(follow(at));
    const bool open = scalar.style == ScalarStyle::plain && (!scalar.has_tag || scalar.tag.starts_with('!'));
    const bool tagged = scalar.has_tag && scalar.tag == "tag:yaml.org,2002:bool";
    if (scalar.kind != Event::scalar || (!open && !tagged) || !is_serde_bool(scalar.value)) {
      return fail("invalid type: expected a boolean");
    }
    out = is_serde_true(scalar.value);
    return true;
  }

  // Vec<…>: a sequence, or nothing at all, which is an empty one.
  template <class Item>
  bool list(std::size_t at, Item item) {
    at = follow(at);
    if (is_empty_scalar(at)) return true;
    if (event(at).kind != Event::sequence_start) return fail("invalid type: expected a sequence");
    for (++at; at < document_.events.size() && event(at).kind != Event::sequence_end;) {
      if (!item(at)) return false;
      at = skip_serde_node(document_, at);
    }
    return true;
  }

  // The name of an enum's variant without content: a scalar's text, or its own tag where it has one.
  bool variant(std::size_t at, std::string& out) {
    const YamlEvent& scalar = event(follow(at));
    if (scalar.kind != Event::scalar) return fail("invalid type: expected a variant");
    const bool own_tag = scalar.has_tag && scalar.tag.starts_with('!') && scalar.tag.size() > 1;
    out = own_tag ? scalar.tag.substr(1) : scalar.value;
    return true;
  }

 private:
  const YamlEvent& event(std::size_t at) const { return document_.events[at]; }
  // An alias leads to its target; bounded, since a target stands before its alias.
  std::size_t follow(std::size_t at) const {
    while (event(at).kind == Event::alias) at = document_.targets[at];
    return at;
  }
  bool is_empty_scalar(std::size_t at) const {
    return event(at).kind == Event::scalar && event(at).style == ScalarStyle::plain && event(at).value.empty();
  }

  SerdeDocument document_;
  std::string error_;
};

// Structs whose fields are all Option<String>: only their errors count here.
bool texts_struct(StructReader& reader, std::size_t at, std::string_view name,
                  std::span<const std::string_view> fields) {
  std::uint32_t seen = 0;
  return reader.structure(at, name, [&](const std::string& key, std::size_t value) {
    const auto field = std::find(fields.begin(), fields.end(), key);
    if (field == fields.end()) return true;
    const std::uint32_t bit = 1u << (field - fields.begin());
    bool again = (seen & bit) != 0;
    seen |= bit;
    std::optional<std::string> unused;
    return reader.once(again, key) && reader.text(value, unused);
  });
}

constexpr std::string_view k_metadata[] = {"short-description"};
constexpr std::string_view k_interface[] = {"display_name", "short_description", "icon_small",
                                            "icon_large",   "brand_color",       "default_prompt"};
constexpr std::string_view k_tool[] = {"type", "value", "description", "transport", "command", "url"};
// Product's variants and their aliases.
constexpr std::string_view k_products[] = {"chatgpt", "CHATGPT", "codex", "CODEX", "atlas", "ATLAS"};

bool read_policy(StructReader& reader, std::size_t at, CodexPolicy& out) {
  bool has_allow = false;
  bool has_products = false;
  return reader.structure(at, "Policy", [&](const std::string& key, std::size_t value) {
    if (key == "allow_implicit_invocation") {
      std::optional<bool> allow;
      if (!reader.once(has_allow, key) || !reader.boolean(value, allow)) return false;
      out.allow_implicit_invocation = allow.value_or(true);
    } else if (key == "products") {
      if (!reader.once(has_products, key)) return false;
      bool any = false;
      bool codex = false;
      const auto product = [&](std::size_t item) {
        std::string name;
        if (!reader.variant(item, name)) return false;
        if (std::find(std::begin(k_products), std::end(k_products), name) == std::end(k_products)) {
          return reader.fail(format("unknown variant `{}`", name));
        }
        any = true;
        codex = codex || name == "codex" || name == "CODEX";
        return true;
      };
      if (!reader.list(value, product)) return false;
      out.for_codex = codex || !any;
    }
    return true;
  });
}

}  // namespace

CodexFrontmatter serde_yaml_codex(std::string_view text) {
  StructReader reader(text);
  CodexFrontmatter out;
  bool name = false;
  bool description = false;
  bool metadata = false;
  out.error = reader.read([&](std::size_t root) {
    reader.structure(root, "SkillFrontmatter", [&](const std::string& key, std::size_t value) {
      if (key == "name") return reader.once(name, key) && reader.text(value, out.name);
      if (key == "description") return reader.once(description, key) && reader.text(value, out.description);
      if (key == "metadata") {
        return reader.once(metadata, key) && texts_struct(reader, value, "SkillFrontmatterMetadata", k_metadata);
      }
      return true;
    });
  });
  return out;
}

CodexPolicy serde_yaml_codex_policy(std::string_view text) {
  StructReader reader(text);
  CodexPolicy out;
  bool interface = false;
  bool dependencies = false;
  bool policy = false;
  // Each is an Option: null is as good as absent.
  const auto optional = [&](bool& seen, const std::string& key, std::size_t value, auto read) {
    bool none = false;
    return reader.once(seen, key) && reader.is_none(value, none) && (none || read());
  };
  std::string error = reader.read([&](std::size_t root) {
    reader.structure(root, "SkillMetadataFile", [&](const std::string& key, std::size_t value) {
      if (key == "interface") {
        return optional(interface, key, value, [&] { return texts_struct(reader, value, "Interface", k_interface); });
      }
      if (key == "dependencies") {
        return optional(dependencies, key, value, [&] {
          bool tools = false;
          return reader.structure(value, "Dependencies", [&](const std::string& field, std::size_t list) {
            if (field != "tools") return true;
            return reader.once(tools, field) && reader.list(list, [&](std::size_t item) {
              return texts_struct(reader, item, "DependencyTool", k_tool);
            });
          });
        });
      }
      if (key == "policy") return optional(policy, key, value, [&] { return read_policy(reader, value, out); });
      return true;
    });
  });
  if (!error.empty()) {
    out = {};
    out.error = std::move(error);
  }
  return out;
}

}  // namespace skillstow::loader
