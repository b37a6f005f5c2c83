// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/probe/device.h"
#include "cuda/probe/report_file.h"
#include "cuda/probe/verbs.h"

#include <optional>

namespace tscope::probe {

// The device of a verb; where it is not to be had, says why.
std::optional<Device> opened(const Options& options);
// What every report says of it.
void tellDevice(const Device& device, ReportFile& report);
// A sentence for people; what was asked for goes into the report.
void say(const std::string& line);

} // namespace tscope::probe
