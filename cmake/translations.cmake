# SPDX-License-Identifier: Apache-2.0
# The languages of the window: resources/translations/*.ts, compiled into the program. Without Qt's LinguistTools it is
# built all the same and speaks English.
find_package(Qt6LinguistTools 6.4 QUIET)
if(NOT Qt6LinguistTools_FOUND)
  message(WARNING "The window will speak English only: its translations need Qt's LinguistTools "
                  "(on Debian qt6-tools-dev and qt6-l10n-tools)")
endif()

set(tscope_translations "${PROJECT_SOURCE_DIR}/resources/translations")
set(tscope_translated app/tensorscope widgets) # where the texts are

# Compiles the translations into the target; `translations` brings the texts of the sources into the files.
function(tscope_translate target)
  if(NOT Qt6LinguistTools_FOUND)
    return()
  endif()
  file(GLOB files CONFIGURE_DEPENDS "${tscope_translations}/*.ts")
  qt_add_lrelease(${target} TS_FILES ${files} OPTIONS -silent QM_FILES_OUTPUT_VARIABLE compiled)
  qt_add_resources(${target} translations PREFIX "/translations" BASE "${CMAKE_CURRENT_BINARY_DIR}" FILES ${compiled})

  add_custom_target(translations
    COMMAND Qt6::lupdate -locations none -no-obsolete ${tscope_translated} -ts "${tscope_translations}/tensorscope_zh_CN.ts"
    COMMAND Qt6::lupdate -locations none -no-obsolete -pluralonly ${tscope_translated} -ts "${tscope_translations}/tensorscope_en.ts"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" VERBATIM)
endfunction()
