// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/nonzero_loops.h"

namespace tscope::cpu {

constinit const NonzeroKernels avx2Nonzeros = kernels;

} // namespace tscope::cpu
