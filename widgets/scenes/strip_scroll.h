// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/positions.h"
#include "scenes/scene.h"

#include <optional>
#include <vector>

namespace tscope {

// Strips of unlike length, one below the other, are scrolled together, each with a lead of its own: so each can
// show its part of what is asked for. None is scrolled beyond its ends, a short one stays where it is.
class StripScroll
{
public:
    // How wide each strip is, margins included.
    StripScroll(std::vector<double> widths, const SceneRequest& request);

    // Where a strip begins in the content, which is its first pixel where it has no lead.
    Position left(std::size_t strip) const { return Position(m_origin) - Position(at(strip)); }
    // So wide that the end of each strip can be reached.
    double contentWidth() const;
    // The leads that strips really have.
    std::vector<double> leads() const;

    // From and to where on a strip.
    struct Part {
        double begin = 0, end = 0;
    };
    // The leads with which these parts are in sight. A strip that shows its part stays; one of which nothing is
    // wanted goes with one of its own width, as entries of one number stand one above the other.
    std::vector<double> leadsTo(const std::vector<std::optional<Part>>& wanted) const;

private:
    double most(std::size_t strip) const { return std::max(0.0, m_widths[strip] - m_window); }
    double leadOf(std::size_t strip) const { return strip < m_leads.size() ? m_leads[strip] : 0; }
    double at(std::size_t strip) const { return std::clamp(m_origin + leadOf(strip), 0.0, most(strip)); }

    std::vector<double> m_widths, m_leads;
    double m_origin, m_window;
};

// The leads with which each strip shows the first of these places that it has. `rectOn` tells where that is.
template <class Strips, class RectOn>
std::vector<double> leadsTo(const Strips& strips, const SceneRequest& request, const std::vector<Place>& places,
                            const RectOn& rectOn)
{
    std::vector<double> widths;
    std::vector<std::optional<StripScroll::Part>> wanted;
    for (const auto& strip : strips) {
        widths.push_back(strip.width());
        wanted.emplace_back();
        for (auto place = places.begin(); !wanted.back() && place != places.end(); ++place)
            if (const QRectF rect = rectOn(strip, *place); !rect.isEmpty()) {
                const auto left = rect.left() - static_cast<double>(strip.begin);
                wanted.back() = {left, left + rect.width()};
            }
    }
    return StripScroll(std::move(widths), request).leadsTo(wanted);
}

} // namespace tscope
