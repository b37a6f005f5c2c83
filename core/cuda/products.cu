// SPDX-License-Identifier: Apache-2.0
#include "cuda/kernel_lists.h"
#include "cuda/queue.cuh"
#include "kernels/products.h"
#include "kernels/sparse_product.h"

namespace tscope::cuda {

void addProducts(std::vector<kernels::KernelEntry>& list)
{
    kernels::addProducts<Queue>(list);
    kernels::addSparseProducts<Queue>(list);
}

} // namespace tscope::cuda
