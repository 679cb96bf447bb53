# Turns the files below templates/ into C++: cmake -DFOLDER=<templates> -DOUTPUT=<file.cpp> -P EmbedTemplates.cmake
# Files come in the order of their paths and nothing of this machine gets in, so the same files give the same bytes.
file(GLOB_RECURSE paths RELATIVE ${FOLDER} LIST_DIRECTORIES false ${FOLDER}/*)
list(SORT paths COMPARE STRING)

set(rows "")
foreach(path IN LISTS paths)
  file(READ ${FOLDER}/${path} content)
  string(FIND "${content}" ")~~~\"" end_mark)
  if(NOT end_mark EQUAL -1)
    message(FATAL_ERROR "templates/${path} holds the mark that ends a C++ literal: )~~~\"")
  endif()
  # Scripts are known by their first line: the mode of a file is lost on some disks.
  set(executable false)
  if(content MATCHES "^#!")
    set(executable true)
  endif()
  string(APPEND rows "    {\"${path}\", ${executable}, R\"~~~(${content})~~~\"},\n")
endforeach()

file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[// Made from templates/ by cmake/EmbedTemplates.cmake.
#include "structure/templates.h"

namespace skillstow {
namespace {
constexpr EmbeddedFile k_files[] = {
@rows@};
}
std::span<const EmbeddedFile> embedded_templates() { return k_files; }
}  // namespace skillstow
]])
