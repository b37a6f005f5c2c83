// SPDX-License-Identifier: Apache-2.0
#include "cpu/instruction_set.h"

#include <algorithm>
#include <atomic>

namespace tscope::cpu {

namespace {

std::atomic<InstructionSet> g_most{InstructionSet::avx512};

InstructionSet ofThisProcessor()
{
#if defined(__x86_64__)
    const bool hasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (hasAvx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return InstructionSet::avx512;
    if (hasAvx2)
        return InstructionSet::avx2;
#endif
    return InstructionSet::baseline;
}

} // namespace

InstructionSet instructionSet()
{
    static const auto best = ofThisProcessor();
    return std::min(best, g_most.load(std::memory_order_relaxed));
}

InstructionSetLimit::InstructionSetLimit(InstructionSet most)
{
    g_most = most;
}

InstructionSetLimit::~InstructionSetLimit()
{
    g_most = InstructionSet::avx512;
}

} // namespace tscope::cpu
