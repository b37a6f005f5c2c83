// SPDX-License-Identifier: Apache-2.0
#include "cuda/kernel_lists.h"
#include "cuda/queue.cuh"
#include "kernels/elementwise.h"
#include "kernels/merge.h"

namespace tscope::cuda {

void addElementwise(std::vector<kernels::KernelEntry>& list)
{
    kernels::addElementwise<Queue>(list);
    kernels::addMerges<Queue>(list);
}

} // namespace tscope::cuda
