// SPDX-License-Identifier: Apache-2.0
#include "cpu/element_types.h"
#include "cpu/elementwise/plain_elements.h"

namespace tscope::cpu {

#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template void combineLine(Binary, const Line<T>&, const Line<const T>&, const Line<const T>&, std::int64_t);  \
    template void compareLine(const Line<const T>&, const Line<const T>&, std::int64_t, const Tolerance&,         \
                              std::int64_t, std::int64_t, Differences&, std::uint8_t*);
TSCOPE_FOR_REAL_TYPES(TSCOPE_INSTANTIATE)

} // namespace tscope::cpu
