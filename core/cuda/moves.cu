// SPDX-License-Identifier: Apache-2.0
#include "cuda/kernel_lists.h"
#include "cuda/queue.cuh"
#include "kernels/copy.h"
#include "kernels/into_dense.h"
#include "kernels/pad.h"
#include "kernels/softmax.h"

namespace tscope::cuda {

void addMoves(std::vector<kernels::KernelEntry>& list)
{
    kernels::addCopy<Queue>(list);
    kernels::addIntoDense<Queue>(list);
    kernels::addSoftmax<Queue>(list);
    kernels::addPadding<Queue>(list);
}

} // namespace tscope::cuda
