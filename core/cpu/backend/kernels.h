// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/kernel_entry.h"

namespace tscope::cpu {

using namespace kernels;

// What is registered of each operation.
void addMatmul(std::vector<KernelEntry>& list);
void addElementwise(std::vector<KernelEntry>& list);
void addCooElementwise(std::vector<KernelEntry>& list);
void addReduce(std::vector<KernelEntry>& list);
void addStoredReduce(std::vector<KernelEntry>& list);
void addPatternConversions(std::vector<KernelEntry>& list);
void addDenseConversions(std::vector<KernelEntry>& list);
void addCooConversions(std::vector<KernelEntry>& list);
void addSampled(std::vector<KernelEntry>& list);
void addDiffer(std::vector<KernelEntry>& list);
void addSoftmax(std::vector<KernelEntry>& list);
void addCopy(std::vector<KernelEntry>& list);
void addPadding(std::vector<KernelEntry>& list);

} // namespace tscope::cpu
