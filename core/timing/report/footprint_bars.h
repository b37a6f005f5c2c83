// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/report/axis.h"
#include "timing/report/svg.h"
#include "timing/session.h"

#include <string>
#include <vector>

namespace tscope::timing {

// A member by the name that the window has for it: "pointers" for "compressed" of layouts and "crow_indices" of
// readers.
std::string titleOfRole(const std::string& role);

// What the forms of some rows take, member upon member, to one scale.
class FootprintBars
{
public:
    // What is drawn beside has the first series.
    FootprintBars(const Session& session, const std::vector<std::size_t>& rows, std::size_t firstSeries);

    bool areThere() const { return m_most > 0; }
    Axis axis(double from, double to) const;

    struct Place {
        double textEnd, textY, barTop, barHeight;
    };
    void draw(Svg& svg, const Row& row, const Axis& axis, const Place& place) const;
    std::string legends() const;

private:
    const FootprintRow* of(const Row& row) const; // null: not known
    std::size_t seriesOf(const std::string& title) const;

    const Session& m_session;
    std::size_t m_firstSeries;
    std::vector<std::string> m_titles;
    double m_most = 0;
};

} // namespace tscope::timing
