#include "site/site_pages.h"

#include "support/catch.h"

using namespace skillstow;

namespace {

SkillEntry entry(std::string name, std::string path) {
  SkillEntry one;
  one.name = one.title = std::move(name);
  one.path = std::move(path);
  return one;
}

}  // namespace

TEST_CASE("a page's folder is the skill's name, or a name that no other can have", "[site_pages]") {
  const std::vector<std::string> folders =
      page_folders({entry("pdf", "a/pdf"), entry("csv", "a/csv"), entry("csv", "b/csv"), entry("../../etc", "c"),
                    entry("CON", "d"), entry("", "e"), entry("\"><script>", "f")});
  CHECK(folders[0] == "pdf");
  CHECK(folders[1].starts_with("csv--"));
  CHECK(folders[2].starts_with("csv--"));
  CHECK(folders[1] != folders[2]);
  for (std::size_t i = 3; i < folders.size(); ++i) CHECK(folders[i].starts_with("skill--"));
}

TEST_CASE("the search index is a call with JSON, whatever the texts hold", "[site_pages]") {
  SkillEntry hostile = entry("x", "x");
  hostile.description = "</script>\u2028<!--\");alert(1)//";
  const std::string script = index_script({hostile});
  CHECK(script.starts_with("skillstow({"));
  CHECK(script.ends_with("});\n"));
  CHECK(script.find("\u2028") == std::string::npos);
  CHECK(script.find("\\\");alert(1)") != std::string::npos);
}

TEST_CASE("lists hold so many skills each", "[site_pages]") {
  CHECK(list_pages(1) == 1);
  CHECK(list_pages(k_listed) == 1);
  CHECK(list_pages(k_listed + 1) == 2);
}
