# skillstow_library(NAME SOURCES a.cpp ... DEPENDS base ... LIBRARIES fmt::fmt ...)
# One static library for each folder of src/. DEPENDS names other folders, so the layers are what the linker allows.
function(skillstow_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;LIBRARIES" ${ARGN})
  add_library(skillstow_${name} STATIC ${arg_SOURCES})
  list(TRANSFORM arg_DEPENDS PREPEND skillstow_)
  target_link_libraries(skillstow_${name} PUBLIC skillstow_options ${arg_DEPENDS} PRIVATE ${arg_LIBRARIES})
endfunction()

# skillstow_unit_test(FOLDER SOURCES a_test.cpp ... DEPENDS base ...): one test program for each folder of tests/unit/.
function(skillstow_unit_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;LIBRARIES" ${ARGN})
  add_executable(unit_${name} ${arg_SOURCES})
  list(TRANSFORM arg_DEPENDS PREPEND skillstow_)
  target_include_directories(unit_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(unit_${name} PRIVATE skillstow_options ${arg_DEPENDS} ${arg_LIBRARIES} Catch2::Catch2WithMain)
  add_test(NAME unit/${name} COMMAND unit_${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endfunction()
