// SPDX-License-Identifier: Apache-2.0
#include "cuda/kernel_lists.h"
#include "cuda/queue.cuh"
#include "kernels/reduce.h"

namespace tscope::cuda {

void addReductions(std::vector<kernels::KernelEntry>& list)
{
    kernels::addReductions<Queue>(list);
}

} // namespace tscope::cuda
