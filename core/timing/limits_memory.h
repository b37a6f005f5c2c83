// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <string>
#include <vector>

namespace tscope::timing {

// What devices of this machine were measured to reach, kept from one process to the next: a busy hour can't hide
// what they can do. The file is a session without rows. A process remembers nothing until it is told where.
void rememberLimitsIn(const std::string& path);
// "$XDG_STATE_HOME/tensorscope/limits.json"; empty: this user has no such place.
std::string usualLimitsFile();

// The best of each device of this machine that such a file has; none: there is no such file.
std::vector<Limits> limitsKeptIn(const std::string& path);
// The same of the file in which this process remembers them.
std::vector<Limits> allRememberedLimits();
// The measurements that are kept of a device with the number of threads that kernels may use now; none: nothing is
// remembered, or the file is one of another machine.
std::vector<Limits> rememberedLimits(const std::string& device);
// Keeps those of these measurements that matter most. A file that can't be written is passed over.
void rememberLimits(const std::string& device, std::vector<Limits> measurements);

// At most `most` of these, the older ones dropped first. None is dropped whose rate is the best one, or without
// which a best rate is not confirmed any more, so there may be more.
std::vector<Limits> worthKeeping(std::vector<Limits> measurements, std::size_t most);

} // namespace tscope::timing
