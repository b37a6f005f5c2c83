// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <string>

namespace tscope {

// Why a file can't be written, from the system's code. A name that can't be written to is an invalid argument; a
// full disk and the like are what this machine can't do, whatever the name.
Error cannotWrite(const std::string& path, int systemCode);

} // namespace tscope
