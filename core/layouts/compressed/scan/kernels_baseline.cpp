// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/kernel_loops.h"
#include "layouts/compressed/scan/kernel_sets.h"

namespace tscope::compressed {

constinit const KernelSet baselineKernels{kernels<std::int32_t>, kernels<std::int64_t>};

} // namespace tscope::compressed
