# SPDX-License-Identifier: Apache-2.0
# Half of the time in compiling a small file goes into the same standard headers. Where TSCOPE_PRECOMPILE is on (the
# presets that test) each target reads them once; release shows that every file includes what it uses.
option(TSCOPE_PRECOMPILE "Precompile the headers that most files include" OFF)

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
    else()
      target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
  endif()
endfunction()
