// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tscope {

// By what cells are coloured. Where a pixel stands for many cells: by their mean, largest, least, or by how many
// of them are not finite. Automatic is none, but in maps of tensors that store every element, which would be one
// colour all over: there it is the value, on a scale of logarithms where the values crowd near zero.
enum class Colouring : std::uint8_t { automatic, none, value, logValue, largest, least, notFinite };

} // namespace tscope
