// SPDX-License-Identifier: Apache-2.0
#include "cpu/element_types.h"
#include "cpu/reduce/plain_reduce.h"

#define TSCOPE_INSTANTIATE(T) template tscope::cpu::ReduceLoops<T> tscope::cpu::baselineReduceLoops(Reduce);
TSCOPE_FOR_REAL_TYPES(TSCOPE_INSTANTIATE)
