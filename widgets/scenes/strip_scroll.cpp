// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/strip_scroll.h"

namespace tscope {

StripScroll::StripScroll(std::vector<double> widths, const SceneRequest& request)
    : m_widths(std::move(widths)), m_leads(request.leads), m_origin(request.origin.x()),
      m_window(request.size.width())
{
}

double StripScroll::contentWidth() const
{
    double width = 0;
    for (std::size_t strip = 0; strip < m_widths.size(); ++strip)
        width = std::max(width, m_widths[strip] - (most(strip) > 0 ? leadOf(strip) : 0));
    return width;
}

std::vector<double> StripScroll::leads() const
{
    std::vector<double> leads;
    for (std::size_t strip = 0; strip < m_widths.size(); ++strip)
        leads.push_back(at(strip) - m_origin);
    return leads;
}

std::vector<double> StripScroll::leadsTo(const std::vector<std::optional<Part>>& wanted) const
{
    auto leads = this->leads();
    std::vector<bool> isPlaced(m_widths.size());
    for (std::size_t strip = 0; strip < m_widths.size(); ++strip) {
        const auto& part = wanted[strip];
        if (!part || isPlaced[strip])
            continue;
        auto now = at(strip);
        if (part->begin < now || part->end > now + m_window) {
            // The middle of it in the middle; the begin of what is wider than the window.
            const auto middle = std::min((part->begin + part->end) / 2, part->begin + m_window / 2);
            now = std::clamp(middle - m_window / 2, 0.0, most(strip));
        }
        for (auto other = strip; other < m_widths.size(); ++other)
            if (m_widths[other] == m_widths[strip]) {
                leads[other] = now - m_origin;
                isPlaced[other] = true;
            }
    }
    return leads;
}

} // namespace tscope
