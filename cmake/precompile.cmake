# SPDX-License-Identifier: Apache-2.0
# Half of the time in compiling a small file goes into the same headers. Where TSCOPE_PRECOMPILE is on (our presets) each
# target reads the standard ones once, and files of a folder are compiled several at a time; `./dev lint` shows that
# every file includes what it uses and stands for itself, as it has to where others build it.
option(TSCOPE_PRECOMPILE "Precompile the headers that most files include, and compile small files together" OFF)

set(tscope_common_headers <algorithm> <array> <charconv> <cstdint> <functional> <limits> <memory> <optional> <span>
                          <string> <string_view> <variant> <vector>)
set(tscope_qt_headers <QApplication> <QObject> <QPainter> <QString> <QTreeView> <QVBoxLayout> <QWidget>)

# tscope_precompile(TARGET HEADER...): the common headers, and these.
function(tscope_precompile target)
  if(TSCOPE_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${tscope_common_headers} ${ARGN})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # ccache sees through the header with the first. g++ 12 takes what comes from it for our code, and its optimiser
      # then warns of std::string's own moves; the other presets and clang keep these warnings.
      target_compile_options(${target} PRIVATE -fpch-preprocess -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow
                                               -Wno-stringop-overread)
      # It would look for what it can forget whenever its memory has doubled: a tenth of its time, at under 1 GB.
      target_compile_options(${target} PRIVATE "SHELL:--param ggc-min-heapsize=1048576")
    else()
      target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
  endif()
endfunction()

# tscope_compile_together(TARGET MOST SOURCE...): files of one folder, up to MOST at a time. A file that is added moves
# others of its folder only. What has options of its own stays alone, as CMake says. Twenty files together take two thirds
# of the time that they take by sevens.
function(tscope_compile_together target most)
  if(NOT TSCOPE_PRECOMPILE)
    return()
  endif()
  list(FILTER ARGN INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    if(IS_ABSOLUTE "${folder}") # the same names in every checkout, so that ccache finds there what it compiled here
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
    endif()
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    if(NOT DEFINED "count_${folder}")
      set("count_${folder}" 0)
    endif()
    math(EXPR part "${count_${folder}} / ${most}")
    math(EXPR "count_${folder}" "${count_${folder}} + 1")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}_${part}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # Each folder of the build is compiled once, so names of one file may stand in the types of its templates.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# tscope_compile_lightly(TARGET): what is shown and read, not computed, is waited for by people, who don't see whether it
# is optimised fully; to do so takes a third of the time that it compiles for.
function(tscope_compile_lightly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()
