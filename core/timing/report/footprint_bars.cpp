// SPDX-License-Identifier: Apache-2.0
#include "timing/report/footprint_bars.h"

#include "timing/number_text.h"
#include "timing/report/series.h"

#include <algorithm>

namespace tscope::timing {

std::string titleOfRole(const std::string& role)
{
    if (role == "compressed" || role == "crow_indices" || role == "ccol_indices")
        return "pointers";
    return role == "plain" || role == "col_indices" || role == "row_indices" ? "indices" : role;
}

FootprintBars::FootprintBars(const Session& session, const std::vector<std::size_t>& rows, std::size_t firstSeries)
    : m_session(session), m_firstSeries(firstSeries)
{
    for (const auto row : rows)
        if (const auto* footprint = of(session.rows[row])) {
            m_most = std::max(m_most, static_cast<double>(footprint->bytes()));
            for (const auto& member : footprint->members)
                if (const auto title = titleOfRole(member.role);
                    std::ranges::find(m_titles, title) == m_titles.end())
                    m_titles.push_back(title);
        }
}

const FootprintRow* FootprintBars::of(const Row& row) const
{
    const auto found = std::ranges::find_if(m_session.footprints, [&](const FootprintRow& footprint) {
        return footprint.tensor == row.tensor && footprint.variant == row.variant;
    });
    return found == m_session.footprints.end() ? nullptr : &*found;
}

std::size_t FootprintBars::seriesOf(const std::string& title) const
{
    return static_cast<std::size_t>(std::ranges::find(m_titles, title) - m_titles.begin()) + m_firstSeries;
}

Axis FootprintBars::axis(double from, double to) const
{
    return Axis::linear(m_most, from, to, unitOfAmount(m_most));
}

void FootprintBars::draw(Svg& svg, const Row& row, const Axis& axis, const Place& place) const
{
    const auto* footprint = of(row);
    if (footprint == nullptr) {
        svg.text(place.textEnd, place.textY, "?", "faint", Anchor::end);
        return;
    }
    svg.text(place.textEnd, place.textY, amountText(footprint->bytes()), "plain", Anchor::end,
             countText(footprint->bytes()) + " bytes");
    double before = 0;
    for (const auto& member : footprint->members) {
        const auto after = before + static_cast<double>(member.bytes);
        svg.rect(axis.at(before), place.barTop, axis.at(after) - axis.at(before), place.barHeight,
                 fillStyle(seriesOf(titleOfRole(member.role))),
                 titleOfRole(member.role) + ": " + amountText(member.bytes) + " (" + countText(member.bytes) +
                     " bytes)");
        before = after;
    }
}

std::string FootprintBars::legends() const
{
    std::vector<LegendEntry> entries;
    for (const auto& title : m_titles)
        entries.push_back({fillStyle(seriesOf(title)), "bytes of " + title});
    return entries.empty() ? std::string() : legend(entries);
}

} // namespace tscope::timing
