// SPDX-License-Identifier: Apache-2.0
#include "cuda/kernel_lists.h"
#include "cuda/queue.cuh"
#include "kernels/scan_compressed.h"
#include "kernels/scan_coo.h"

namespace tscope::cuda {

void addScans(std::vector<kernels::KernelEntry>& list)
{
    kernels::addScanCompressed<Queue>(list);
    kernels::addScanCoo<Queue>(list);
}

} // namespace tscope::cuda
