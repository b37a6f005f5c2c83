// SPDX-License-Identifier: Apache-2.0
#include "cpu/element_types.h"
#include "cpu/products/plain_scatter.h"

#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template tscope::cpu::ScatterLoops<T, std::int32_t> tscope::cpu::plainScatterLoops();                         \
    template tscope::cpu::ScatterLoops<T, std::int64_t> tscope::cpu::plainScatterLoops();                         \
    template tscope::cpu::RunLoops<T, std::int32_t> tscope::cpu::runLoops();                                      \
    template tscope::cpu::RunLoops<T, std::int64_t> tscope::cpu::runLoops();
TSCOPE_FOR_COMPLEX_TYPES(TSCOPE_INSTANTIATE)
