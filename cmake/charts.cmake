# SPDX-License-Identifier: Apache-2.0
# QCustomPlot draws the charts of the window; only widgets/charts knows it. Its package looks for no Qt, and a build for
# Qt 5 of the same name lies beside it on Debian.
find_package(Qt6 6.4 REQUIRED COMPONENTS PrintSupport)
find_package(QCustomPlotQt6 QUIET)
if(NOT TARGET QCustomPlotQt6::QCustomPlotQt6)
  find_library(TSCOPE_QCUSTOMPLOT_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6)
  find_path(TSCOPE_QCUSTOMPLOT_INCLUDE qcustomplot.h)
  if(NOT TSCOPE_QCUSTOMPLOT_LIBRARY OR NOT TSCOPE_QCUSTOMPLOT_INCLUDE)
    message(FATAL_ERROR "The window needs QCustomPlot built for Qt 6: install it (on Debian libqcustomplot-dev), "
                        "or leave the window out with -DTSCOPE_WINDOW=OFF.")
  endif()
  add_library(QCustomPlotQt6::QCustomPlotQt6 UNKNOWN IMPORTED)
  set_target_properties(QCustomPlotQt6::QCustomPlotQt6 PROPERTIES
                        IMPORTED_LOCATION "${TSCOPE_QCUSTOMPLOT_LIBRARY}"
                        INTERFACE_INCLUDE_DIRECTORIES "${TSCOPE_QCUSTOMPLOT_INCLUDE}"
                        INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport")
endif()
