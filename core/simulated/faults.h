// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/abi.h"

#include <cstdint>
#include <string_view>

namespace tscope::simulated {

// What is to go wrong, out of TSCOPE_SIMULATED, names with commas between, read anew each time:
//   no_driver  old_driver  no_device  wrong_abi    as the machine might be
//   out_of_memory                                  no memory is to be had on the device
//   fatal                                          whoever waits for a kernel hears that the device is gone
//   hang       slow                                who waits does so for ever, or a second
//   wrong                                          the first byte that comes back is another one
bool has(std::string_view fault);
// How many bytes the device has: 16 GiB, or what TSCOPE_SIMULATED_MEMORY says, read anew each time.
std::int64_t memorySize();

// What waiting for the device comes to.
std::int32_t waitedFor(tscope_error* error);

} // namespace tscope::simulated
