// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/backend/kernel_entry.h"

namespace tscope::cpu::reference {

void addMatmul(std::vector<KernelEntry>& list);
void addElementwise(std::vector<KernelEntry>& list);
void addReduce(std::vector<KernelEntry>& list);
void addCopy(std::vector<KernelEntry>& list);
void addOthers(std::vector<KernelEntry>& list);

} // namespace tscope::cpu::reference
