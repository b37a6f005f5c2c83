// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tscope {

// The processor's own name where the system tells it, else "cpu".
std::string processorName();

} // namespace tscope
