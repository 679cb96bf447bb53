# Turns the files below a folder into C++:
#   cmake -DFOLDER=<folder> -DOUTPUT=<file.cpp> -DFUNCTION=<name> -DHEADER=<its header> [-DEXCEPT=<regex>] -P EmbedTemplates.cmake
# Files come in the order of their paths and nothing of this machine gets in, so the same files give the same bytes.
file(GLOB_RECURSE paths RELATIVE ${FOLDER} LIST_DIRECTORIES false ${FOLDER}/*)
if(EXCEPT)
  list(FILTER paths EXCLUDE REGEX ${EXCEPT})
endif()
list(SORT paths COMPARE STRING)

set(rows "")
foreach(path IN LISTS paths)
  file(READ ${FOLDER}/${path} content)
  if(path MATCHES "\\.css$")
    # A page that stands alone carries its style sheet: blanks that mean nothing stay here.
    string(REGEX REPLACE "\n +" "\n" content "${content}")
    string(REPLACE "; }" "}" content "${content}")
    foreach(mark "{" ";" "," ":")
      string(REPLACE "${mark} " "${mark}" content "${content}")
    endforeach()
    string(REPLACE " {" "{" content "${content}")
  endif()
  string(FIND "${content}" ")~~~\"" end_mark)
  if(NOT end_mark EQUAL -1)
    message(FATAL_ERROR "${path} holds the mark that ends a C++ literal: )~~~\"")
  endif()
  # Scripts are known by their first line: the mode of a file is lost on some disks.
  set(executable false)
  if(content MATCHES "^#!")
    set(executable true)
  endif()
  string(APPEND rows "    {\"${path}\", ${executable}, R\"~~~(${content})~~~\"},\n")
endforeach()

file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[// Made by cmake/EmbedTemplates.cmake.
#include "@HEADER@"

namespace skillstow {
namespace {
constexpr EmbeddedFile k_files[] = {
@rows@};
}
std::span<const EmbeddedFile> @FUNCTION@() { return k_files; }
}  // namespace skillstow
]])
