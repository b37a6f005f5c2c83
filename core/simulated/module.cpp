// SPDX-License-Identifier: Apache-2.0
// A module that plays a CUDA device in the host's memory: for machines without one, and for tests of all that may
// go wrong with one. What it computes with are the bodies that a GPU runs.
#include "kernels/device_kernels.h"
#include "kernels/host_queue.h"
#include "simulated/devices.h"
#include "simulated/faults.h"

extern "C" __attribute__((visibility("default"))) const tscope_backend* tscope_open(std::uint32_t hostAbi,
                                                                                    tscope_error* error)
{
    using namespace tscope;
    const auto own = TSCOPE_ABI + (simulated::has("wrong_abi") ? 1 : 0);
    if (hostAbi != own) {
        kernels::failed(error, TSCOPE_UNSUPPORTED,
                        "it speaks version " + std::to_string(own) + " of the interface, not " +
                            std::to_string(hostAbi));
        return nullptr;
    }
    static const kernels::KernelList list("simulated", "cuda", kernels::deviceKernels<kernels::HostQueue>(),
                                          kernels::HostQueue::prefix, &simulated::deviceTable());
    return list.backend();
}
