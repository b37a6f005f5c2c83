// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tscope {

// What a colour means. Scenes and panels name inks only; a palette says what they look like.
enum class Ink : std::uint8_t {
    none,
    canvas,  // behind everything
    surface, // strips, headers
    text,
    faintText, // coordinates, units, what is not there
    frame,
    grid,
    stored,  // a place that is stored
    zero,    // a stored zero
    absent,  // inside the shape, not stored
    outside, // beyond the claimed size
    block,   // lines between blocks and batches
    hole,    // bytes that nobody reads, gaps
    shared,  // bytes that several elements read
    hover,
    selected,
    related,
    error,
    errorFill,
    warning,
    warningFill,
    good,
    axis0,
    axis1,
    axis2,
    axis3,
    axis4,
    axis5,
    count
};

inline Ink axisInk(int axis)
{
    return static_cast<Ink>(static_cast<int>(Ink::axis0) + axis % 6);
}

} // namespace tscope
