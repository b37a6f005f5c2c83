// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/probe/device.h"
#include "cuda/probe/spread.h"

#include <cstdint>

namespace tscope::probe {

// What a copy of so many bytes within the device takes. Bytes read and bytes written both count: this is the 100 %
// of kernels.
Result<Spread> copyWithin(const Device& device, std::int64_t bytes);
double gigabytesPerSecond(std::int64_t bytes, double microseconds);

} // namespace tscope::probe
