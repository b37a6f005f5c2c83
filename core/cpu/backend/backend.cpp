// SPDX-License-Identifier: Apache-2.0
#include "cpu/backend/kernels.h"
#include "dispatch/linked_backends.h"

#include <cstdint>

namespace {

// A new kernel file is one line here.
std::vector<tscope::kernels::KernelEntry> cpuKernels()
{
    std::vector<tscope::kernels::KernelEntry> list;
    tscope::cpu::addMatmul(list);
    tscope::cpu::addElementwise(list);
    tscope::cpu::addCooElementwise(list);
    tscope::cpu::addReduce(list);
    tscope::cpu::addStoredReduce(list); // what the former do not take
    tscope::cpu::addPatternConversions(list);
    tscope::cpu::addDenseConversions(list);
    tscope::cpu::addCooConversions(list);
    tscope::cpu::addSampled(list);
    tscope::cpu::addDiffer(list);
    tscope::cpu::addSoftmax(list);
    tscope::cpu::addCopy(list);
    tscope::cpu::addPadding(list);
    return list;
}

} // namespace

const tscope_backend* tscope_open_cpu_backend(std::uint32_t hostAbi, tscope_error*)
{
    static const tscope::kernels::KernelList list("cpu", "cpu", cpuKernels());
    return hostAbi == TSCOPE_ABI ? list.backend() : nullptr;
}
