# SPDX-License-Identifier: Apache-2.0
# What makes a fault in a reader of files harder to exploit: checked stacks and string functions, code at a random
# address, tables of functions that are read-only once the program runs. tests/lint/hardening.sh looks at the binaries.
include(CheckPIESupported)
check_pie_supported()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

set(tscope_hardened_compile -fstack-protector-strong)
set(tscope_hardened_link LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND tscope_hardened_compile -fstack-clash-protection)
endif()
if(NOT TSCOPE_SANITIZE) # the sanitizers check the same calls themselves, and do not see those that are replaced
  list(APPEND tscope_hardened_compile -U_FORTIFY_SOURCE $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
endif()
target_compile_options(tscope_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${tscope_hardened_compile}>)
target_link_options(tscope_options INTERFACE ${tscope_hardened_link})
