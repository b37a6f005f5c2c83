// SPDX-License-Identifier: Apache-2.0
#include "cpu/element_types.h"
#include "cpu/reduce/plain_reduce.h"

namespace tscope::cpu {

template <class T>
ReduceLoops<T> baselineReduceLoops(Reduce kind)
{
    return plainReduceLoops<T>(kind);
}

#define TSCOPE_INSTANTIATE(T) template ReduceLoops<T> baselineReduceLoops(Reduce);
TSCOPE_FOR_REAL_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE

} // namespace tscope::cpu
