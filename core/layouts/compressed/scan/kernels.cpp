// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/kernels.h"

#include "layouts/compressed/scan/kernel_sets.h"

namespace tscope::compressed {

namespace {

const KernelSet& chosen()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return avx512Kernels;
    if (__builtin_cpu_supports("avx2"))
        return avx2Kernels;
#endif
    return baselineKernels;
}

const KernelSet& kernelSet()
{
    static const KernelSet& set = chosen();
    return set;
}

} // namespace

template <>
const ScanKernels<std::int32_t>& scanKernels()
{
    return kernelSet().narrow;
}

template <>
const ScanKernels<std::int64_t>& scanKernels()
{
    return kernelSet().wide;
}

} // namespace tscope::compressed
