// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/kernel_entry.h"

namespace tscope::cpu::reference {

using namespace kernels;

void addMatmul(std::vector<KernelEntry>& list);
void addElementwise(std::vector<KernelEntry>& list);
void addReduce(std::vector<KernelEntry>& list);
void addCopy(std::vector<KernelEntry>& list);
void addPadding(std::vector<KernelEntry>& list);
void addOthers(std::vector<KernelEntry>& list);

} // namespace tscope::cpu::reference
