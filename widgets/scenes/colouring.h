// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tscope {

// By what cells are coloured. Where a pixel stands for many cells: by their mean, largest, least, or by how many
// of them are not finite.
enum class Colouring : std::uint8_t { none, value, logValue, largest, least, notFinite };

} // namespace tscope
