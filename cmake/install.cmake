# SPDX-License-Identifier: Apache-2.0
# What an install holds: the command line tool with the modules for devices and the worker that has them for others
# (component tools), the window where it is built (component window; it starts that worker), and
# the library with its CMake package (component core). The core's headers include each other as "base/result.h", so the exported include folder is include/tscope.
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tscope")

install(TARGETS tscope RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
foreach(module tscope_simulated tscope_cuda)
  if(TARGET ${module})
    install(TARGETS ${module} LIBRARY DESTINATION lib/tscope COMPONENT tools) # where the program looks for it
  endif()
endforeach()
install(TARGETS tscope_worker RUNTIME DESTINATION libexec/tscope COMPONENT tools) # where the window looks for it
install(DIRECTORY resources/man/ DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT tools OPTIONAL
        FILES_MATCHING PATTERN "tscope*.1")
install(FILES resources/completions/tscope.bash DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
        RENAME tscope COMPONENT tools OPTIONAL)
install(FILES resources/completions/_tscope DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions"
        COMPONENT tools OPTIONAL)
install(FILES resources/completions/tscope.fish DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d"
        COMPONENT tools OPTIONAL)
install(DIRECTORY resources/samples resources/lessons DESTINATION "${CMAKE_INSTALL_DATADIR}/tscope" COMPONENT tools OPTIONAL)
if(TARGET tensorscope)
  install(TARGETS tensorscope RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT window)
  install(FILES resources/man/tensorscope.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT window)
  install(FILES resources/desktop/tensorscope.desktop DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT window)
  install(FILES resources/desktop/tensorscope.metainfo.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo" COMPONENT window)
  install(FILES resources/desktop/tensorscope.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" COMPONENT window)
  install(FILES resources/icons/tensorscope.svg DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps"
          COMPONENT window)
  install(FILES README.md LICENSE LICENSES/GPL-3.0-or-later.txt DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tensorscope"
          COMPONENT window)
endif()
foreach(component tools core)
  install(FILES README.md LICENSE LICENSES/Apache-2.0.txt DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tscope-${component}"
          COMPONENT ${component})
endforeach()

install(TARGETS tscope_core EXPORT tscope_targets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT core
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tscope")
install(DIRECTORY core/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tscope" COMPONENT core FILES_MATCHING PATTERN "*.h")
install(EXPORT tscope_targets NAMESPACE tscope:: FILE tscope_targets.cmake DESTINATION "${package_dir}" COMPONENT core)

configure_package_config_file(cmake/tscope-config.cmake.in "${CMAKE_BINARY_DIR}/tscope-config.cmake"
                              INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${CMAKE_BINARY_DIR}/tscope-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/tscope-config.cmake" "${CMAKE_BINARY_DIR}/tscope-config-version.cmake"
        DESTINATION "${package_dir}" COMPONENT core)
