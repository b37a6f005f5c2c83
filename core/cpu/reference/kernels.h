// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/backend/kernel_entry.h"

namespace tscope::cpu::reference {

void addMatmul(std::vector<KernelEntry>& entries);

} // namespace tscope::cpu::reference
