# The warnings that our own code is held to; libraries' headers are system headers and stay out of it.
add_library(skillstow_options INTERFACE)
target_compile_options(skillstow_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 and 13 see overlaps and unset bytes in std::string where there are none (GCC bugs 105329 and 105562).
  target_compile_options(skillstow_options INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
endif()
if(SKILLSTOW_WERROR)
  target_compile_options(skillstow_options INTERFACE -Werror)
endif()
target_include_directories(skillstow_options INTERFACE ${PROJECT_SOURCE_DIR}/src)

if(SKILLSTOW_SANITIZE)
  add_compile_options(-fsanitize=${SKILLSTOW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SKILLSTOW_SANITIZE})
endif()
if(SKILLSTOW_FUZZ)
  # Coverage for the fuzzer in every object; the fuzz targets alone link its main.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
