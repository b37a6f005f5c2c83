// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/drawing.h"
#include "timing/session.h"

namespace tscope::charts {

// How a form on a device is drawn, the same in every chart of every session: a layout has its colour, its blocks
// and types choose a sign, the device a line.
struct FormLook {
    Ink ink = Ink::axis0;
    Shape shape = Shape::circle;
    Dash dash = Dash::solid;

    bool operator==(const FormLook&) const = default;
};
FormLook formLookOf(const timing::Row& row);

} // namespace tscope::charts
