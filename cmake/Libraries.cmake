# The libraries, all from the distribution. cmark, libgit2 and utf8proc are asked of pkg-config: their CMake packages are
# missing or check for programs that only other packages install.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(tl-expected REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(ZLIB REQUIRED)
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)
pkg_check_modules(libgit2 REQUIRED libgit2>=1.5)  # headers only: the library is opened when a repository is read
pkg_check_modules(libcurl REQUIRED libcurl>=7.85)  # headers only, in the same way

# Names a static archive if the system has one and SKILLSTOW_STATIC asks for it, else the shared library.
function(skillstow_archive target archive shared)
  add_library(${target} INTERFACE)
  if(SKILLSTOW_STATIC)
    find_library(${target}_archive ${archive})
  endif()
  if(${target}_archive)
    target_link_libraries(${target} INTERFACE ${${target}_archive})
  else()
    target_link_libraries(${target} INTERFACE ${shared})
  endif()
endfunction()

find_package(yaml-cpp REQUIRED)
if(NOT TARGET yaml-cpp::yaml-cpp)  # before 0.8 the target had no namespace
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()
pkg_check_modules(cmark REQUIRED IMPORTED_TARGET libcmark)
skillstow_archive(skillstow_cmark libcmark.a PkgConfig::cmark)
target_compile_definitions(skillstow_cmark INTERFACE CMARK_STATIC_DEFINE)
skillstow_archive(skillstow_yaml libyaml-cpp.a yaml-cpp::yaml-cpp)
skillstow_archive(skillstow_utf8proc libutf8proc.a PkgConfig::utf8proc)
skillstow_archive(skillstow_crypto libcrypto.a OpenSSL::Crypto)
skillstow_archive(skillstow_zlib libz.a ZLIB::ZLIB)
