// SPDX-License-Identifier: Apache-2.0
#include "cpu/element_types.h"
#include "cpu/products/plain_gather.h"

#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template tscope::cpu::GatherLoops<T, std::int32_t> tscope::cpu::plainGatherLoops();                           \
    template tscope::cpu::GatherLoops<T, std::int64_t> tscope::cpu::plainGatherLoops();
TSCOPE_FOR_INTEGER_TYPES(TSCOPE_INSTANTIATE)
