// SPDX-License-Identifier: Apache-2.0
#include "cuda/kernel_lists.h"
#include "cuda/queue.cuh"
#include "kernels/convert_coo.h"
#include "kernels/convert_dense.h"
#include "kernels/convert_patterns.h"

namespace tscope::cuda {

void addConversions(std::vector<kernels::KernelEntry>& list)
{
    kernels::addPatternConversions<Queue>(list);
    kernels::addDenseConversions<Queue>(list);
    kernels::addCooConversions<Queue>(list);
}

} // namespace tscope::cuda
