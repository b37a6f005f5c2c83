// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/loops.h"

#include "cpu/element_types.h"

namespace tscope::cpu {

template <class T, class I>
GatherLoops<T, I> gatherLoops()
{
    return plainGatherLoops<T, I>();
}

#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template GatherLoops<T, std::int32_t> gatherLoops();                                                          \
    template GatherLoops<T, std::int64_t> gatherLoops();
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE

} // namespace tscope::cpu
