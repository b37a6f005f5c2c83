// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/compressed/scan/kernels.h"

namespace tscope::compressed {

// The same loops as the compiler makes them for one instruction set. On machines other than x86-64 all three are
// the same.
struct KernelSet {
    ScanKernels<std::int32_t> narrow;
    ScanKernels<std::int64_t> wide;
};

extern const KernelSet baselineKernels, avx2Kernels, avx512Kernels;

} // namespace tscope::compressed
