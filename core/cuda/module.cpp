// SPDX-License-Identifier: Apache-2.0
// The module for GPUs of NVIDIA: whoever loads it has its kernels and devices, or hears why not.
#include "cuda/devices.h"
#include "cuda/kernel_lists.h"
#include "kernels/call.h"

namespace {

std::vector<tscope::kernels::KernelEntry> cudaKernels()
{
    std::vector<tscope::kernels::KernelEntry> list;
    tscope::cuda::addLibraries(list); // asked first
    tscope::cuda::addMoves(list);
    tscope::cuda::addElementwise(list);
    tscope::cuda::addProducts(list);
    tscope::cuda::addReductions(list);
    tscope::cuda::addConversions(list);
    tscope::cuda::addScans(list);
    return list;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const tscope_backend* tscope_open(std::uint32_t hostAbi,
                                                                                    tscope_error* error)
{
    if (hostAbi != TSCOPE_ABI) {
        tscope::kernels::failed(error, TSCOPE_UNSUPPORTED,
                                "it speaks version " + std::to_string(TSCOPE_ABI) + " of the interface, not " +
                                    std::to_string(hostAbi));
        return nullptr;
    }
    static const tscope::kernels::KernelList list("cuda", "cuda", cudaKernels(), "cuda.",
                                                  &tscope::cuda::deviceTable());
    return list.backend();
}
