// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "make/changes.h"

#include <span>
#include <string_view>

namespace tscope {

// How one rule of a family is broken.
struct Fault {
    std::string_view rule;
    Change change;
};

std::span<const Fault> compressedFaults();
std::span<const Fault> cooFaults();
std::span<const Fault> stridedFaults();
std::span<const Fault> nestedFaults();
std::span<const Fault> jaggedFaults();

} // namespace tscope
