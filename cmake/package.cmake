# SPDX-License-Identifier: Apache-2.0
# `dev package`: two Debian packages (tscope: the tool; libtscope-dev: the core) and one tarball with both.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME tscope)
set(CPACK_PACKAGE_VENDOR "Tensorscope")
set(CPACK_PACKAGE_CONTACT "Tensorscope developers <tscope@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_COMPONENTS_ALL tools core)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME tscope)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_CORE_PACKAGE_NAME libtscope-dev)
set(CPACK_DEBIAN_CORE_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_CORE_PACKAGE_DEPENDS zlib1g-dev) # the static library needs it when something links it
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "Command line tool: anatomy, checks, repairs and conversions of tensors.")
set(CPACK_COMPONENT_CORE_DESCRIPTION "Static library, headers and CMake package of the tensor core.")
include(CPack)
