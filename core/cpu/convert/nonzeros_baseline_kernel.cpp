// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/nonzero_loops.h"

namespace tscope::cpu {

constinit const NonzeroKernels baselineNonzeros = kernels;

} // namespace tscope::cpu
