// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/kernel_entry.h"

namespace tscope::cuda {

// The kernels by files, so that several compilers can work on them.
void addMoves(std::vector<kernels::KernelEntry>& list);
void addConversions(std::vector<kernels::KernelEntry>& list);
void addElementwise(std::vector<kernels::KernelEntry>& list);
void addProducts(std::vector<kernels::KernelEntry>& list);
void addReductions(std::vector<kernels::KernelEntry>& list);

} // namespace tscope::cuda
