// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace tscope::timing {

// Places for short labels beside points, so that none lies over another label or point.
class PointLabels
{
public:
    struct Box {
        double left, top, right, bottom;

        bool meets(const Box& other) const
        {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }
    };

    // All points first, and the frame that labels stay within.
    PointLabels(Box frame, double height) : m_frame(frame), m_height(height) {}
    void addPoint(double x, double y, double radius)
    {
        m_taken.push_back({x - radius, y - radius, x + radius, y + radius});
    }
    // The box of a label for the point there. Nothing: there is no room.
    std::optional<Box> place(double x, double y, double width);

private:
    Box m_frame;
    double m_height;
    std::vector<Box> m_taken;
};

} // namespace tscope::timing
