// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/nonzero_kernels.h"

namespace tscope::cpu {

const NonzeroKernels& nonzeroKernels()
{
    static const NonzeroKernels& chosen = []() -> const NonzeroKernels& {
#if defined(__x86_64__)
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
            return avx512Nonzeros;
        if (__builtin_cpu_supports("avx2"))
            return avx2Nonzeros;
#endif
        return baselineNonzeros;
    }();
    return chosen;
}

} // namespace tscope::cpu
