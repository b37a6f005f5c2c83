// SPDX-License-Identifier: Apache-2.0
#include "timing/report/point_labels.h"

#include <algorithm>
#include <array>

namespace tscope::timing {

std::optional<PointLabels::Box> PointLabels::place(double x, double y, double width)
{
    // Nearest first: right, left, above, below, corners; then a step farther.
    constexpr std::array<std::pair<double, double>, 8> sides{
        {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}}};
    for (const double gap : {6.0, 14.0, 24.0})
        for (const auto& [right, down] : sides) {
            const auto centreX = x + right * (gap + width / 2), centreY = y + down * (gap + m_height / 2);
            const Box box{centreX - width / 2, centreY - m_height / 2, centreX + width / 2,
                          centreY + m_height / 2};
            const bool isInside = box.left >= m_frame.left && box.right <= m_frame.right &&
                                  box.top >= m_frame.top && box.bottom <= m_frame.bottom;
            if (!isInside || std::ranges::any_of(m_taken, [&](const Box& other) { return box.meets(other); }))
                continue;
            m_taken.push_back(box);
            return box;
        }
    return std::nullopt;
}

} // namespace tscope::timing
