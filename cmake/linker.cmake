# SPDX-License-Identifier: Apache-2.0
# A change in the core links some forty programs of the tests anew. LLVM's linker takes a fifth of the time of GNU ld, gold
# a half; what is shipped is linked by the compiler's own.
if(TSCOPE_TESTS)
  find_program(TSCOPE_LLD ld.lld)
  find_program(TSCOPE_GOLD ld.gold)
  if(TSCOPE_LLD)
    set(linker lld)
  elseif(TSCOPE_GOLD)
    set(linker gold)
  endif()
  if(linker)
    target_link_options(tscope_options INTERFACE $<$<LINK_LANGUAGE:CXX>:-fuse-ld=${linker}>)
  endif()
endif()
