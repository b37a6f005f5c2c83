// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timing/session.h"

#include <QString>

#include <array>
#include <optional>

namespace tscope::charts {

// What the bytes of a tensor are spent on.
enum class Part : std::uint8_t { pointers, indices, values, fill };
inline constexpr int partCount = 4;
QString titleOf(Part part);

struct FootprintBar {
    std::array<double, partCount> parts{}; // bytes

    double bytes() const { return parts[0] + parts[1] + parts[2] + parts[3]; }
};

// Of the form in which the row's tensor was measured; nothing: the session does not tell.
std::optional<FootprintBar> footprintOf(const timing::Session& session, const timing::Row& row);

} // namespace tscope::charts
