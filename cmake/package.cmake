# SPDX-License-Identifier: Apache-2.0
# `dev package`: Debian packages (tscope: the tool; tensorscope: the window; libtscope-dev: the core) and one tarball
# with all of them.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME tscope)
set(CPACK_PACKAGE_VENDOR "Tensorscope")
set(CPACK_PACKAGE_CONTACT "Tensorscope developers <tscope@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_COMPONENTS_ALL tools core)
if(TARGET tensorscope)
  list(APPEND CPACK_COMPONENTS_ALL window)
endif()
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME tscope)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_WINDOW_PACKAGE_NAME tensorscope)
set(CPACK_DEBIAN_WINDOW_PACKAGE_SECTION science)
set(CPACK_DEBIAN_WINDOW_PACKAGE_RECOMMENDS qt6-translations-l10n) # Qt's own buttons and dialogs in the window's language
set(CPACK_COMPONENT_WINDOW_DEPENDS tools) # the worker and the modules
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_COMPONENT_WINDOW_DESCRIPTION "Window: a tensor seen from every side, with one selection.")
set(CPACK_DEBIAN_CORE_PACKAGE_NAME libtscope-dev)
set(CPACK_DEBIAN_CORE_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_CORE_PACKAGE_DEPENDS zlib1g-dev) # the static library needs it when something links it
if(TSCOPE_OPENBLAS_LIBRARY AND TSCOPE_OPENBLAS_INCLUDE)
  # Loaded when the first dense product needs it.
  set(CPACK_DEBIAN_CORE_PACKAGE_RECOMMENDS libopenblas0)
  set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS libopenblas0)
endif()
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "Command line tool: anatomy, checks, repairs and conversions of tensors.")
set(CPACK_COMPONENT_CORE_DESCRIPTION "Static library, headers and CMake package of the tensor core.")
include(CPack)
