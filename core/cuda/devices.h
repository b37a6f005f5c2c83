// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/abi.h"

#include <cstdint>

namespace tscope::cuda {

const tscope_devices& deviceTable();

} // namespace tscope::cuda
