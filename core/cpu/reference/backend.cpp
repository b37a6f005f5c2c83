// SPDX-License-Identifier: Apache-2.0
#include "cpu/reference/kernels.h"
#include "dispatch/linked_backends.h"

#include <cstdint>

namespace {

std::vector<tscope::kernels::KernelEntry> referenceKernels()
{
    using namespace tscope::cpu::reference;
    std::vector<tscope::kernels::KernelEntry> entries;
    addMatmul(entries);
    addElementwise(entries);
    addReduce(entries);
    addCopy(entries);
    addPadding(entries);
    addOthers(entries);
    return entries;
}

} // namespace

const tscope_backend* tscope_open_reference_backend(std::uint32_t hostAbi, tscope_error*)
{
    static const tscope::kernels::KernelList list("reference", "cpu", referenceKernels());
    return hostAbi == TSCOPE_ABI ? list.backend() : nullptr;
}
