// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/backends.h"
#include "timing/session.h"

namespace tscope::timing {

// What copies within a device reach. Precondition: the device is no processor.
Result<Limits> deviceLimits(const DeviceChoice& device);

// Set: the host plays that device.
bool isSimulated(const DeviceChoice& device);

} // namespace tscope::timing
