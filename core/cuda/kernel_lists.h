// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/kernel_entry.h"

#include <cstdint>

namespace tscope::cuda {

// The kernels by files, so that several compilers can work on them.
void addMoves(std::vector<kernels::KernelEntry>& list);
void addConversions(std::vector<kernels::KernelEntry>& list);
void addElementwise(std::vector<kernels::KernelEntry>& list);
void addProducts(std::vector<kernels::KernelEntry>& list);
void addLibraries(std::vector<kernels::KernelEntry>& list);
void addReductions(std::vector<kernels::KernelEntry>& list);
void addScans(std::vector<kernels::KernelEntry>& list);

// What there is to say of the libraries of the toolkit, line by line; null behind the last.
const char* librariesRemark(std::int32_t number);

} // namespace tscope::cuda
