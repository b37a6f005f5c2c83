// SPDX-License-Identifier: Apache-2.0
#include "cpu/element_types.h"
#include "cpu/elementwise/plain_merge.h"

namespace tscope::cpu {

// NOLINTBEGIN(bugprone-macro-parentheses): what stands in for T and I are types
#define TSCOPE_INSTANTIATE_FOR(T, I)                                                                              \
    template void fillMergedSlices(Binary, const Slices<I>&, const T*, const Slices<I>&, const T*, std::int64_t,  \
                                   std::int64_t, std::int64_t, const std::int64_t*, I*, T*);
#define TSCOPE_INSTANTIATE(T) TSCOPE_INSTANTIATE_FOR(T, std::int32_t) TSCOPE_INSTANTIATE_FOR(T, std::int64_t)
TSCOPE_FOR_INTEGER_TYPES(TSCOPE_INSTANTIATE)
// NOLINTEND(bugprone-macro-parentheses)

} // namespace tscope::cpu
