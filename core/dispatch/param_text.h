// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/params.h"

#include <string>

namespace tscope {

// The value as parseParams() reads it: "0,1", "yes", "0.5", "float32".
std::string text(const ParamValue& value);

} // namespace tscope
