// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/break_even.h"

#include "charts/measures.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tscope::charts {

namespace {

struct BreakEvenWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::BreakEvenWords)
};

// After how many uses a becomes cheaper than b; nothing: it always was, or never does.
std::optional<double> crossingOf(const UseLine& a, const UseLine& b)
{
    const auto saved = b.each.value - a.each.value, more = a.conversion.value - b.conversion.value;
    if (saved <= 0 || more <= 0)
        return std::nullopt;
    return more / saved;
}

// From one use on, always to the line that is the next to be the cheapest.
std::vector<Crossing> lowerEnvelope(const std::vector<UseLine>& lines)
{
    std::vector<Crossing> crossings;
    if (lines.empty())
        return crossings;
    const auto first = std::ranges::min_element(lines, {}, [](const UseLine& line) { return line.after(1); });
    auto current = static_cast<std::size_t>(first - lines.begin());
    for (double uses = 1;;) {
        std::optional<std::size_t> next;
        double nextUses = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const auto at = crossingOf(lines[i], lines[current]);
            const bool isSooner =
                at && *at > uses &&
                (*at < nextUses || (*at == nextUses && next && lines[i].each.value < lines[*next].each.value));
            if (isSooner) {
                next = i;
                nextUses = *at;
            }
        }
        if (!next)
            return crossings;
        crossings.push_back({*next, current, nextUses});
        current = *next;
        uses = nextUses;
    }
}

} // namespace

BreakEven breakEvenOf(const timing::Session& session, const BreakEvenChoice& choice)
{
    BreakEven all;
    std::vector<const timing::Row*> rows;
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        if (!isMeant(choice.cells, row))
            continue;
        const auto& figure = figureOf(row, choice.time);
        if (row.status != timing::Status::ok || !figure.isThere()) {
            ++all.leftOut;
            continue;
        }
        UseLine line;
        line.row = i;
        line.device = row.device;
        line.each = figure.median();
        line.isGiven = !row.conversion.isThere();
        if (!line.isGiven)
            line.conversion = row.conversion.median();
        all.lines.push_back(line);
        rows.push_back(&row);
    }
    const auto titles = titlesOf(rows);
    for (std::size_t i = 0; i < titles.size(); ++i)
        all.lines[i].title = titles[i];
    std::ranges::stable_sort(all.lines, {}, [](const UseLine& line) { return line.each.value; });
    for (std::size_t i = 0; i < all.lines.size(); ++i) {
        auto& line = all.lines[i];
        const auto given = std::ranges::find_if(
            all.lines, [&](const UseLine& each) { return each.isGiven && each.device == line.device; });
        if (line.isGiven || given == all.lines.end())
            continue;
        line.paysFrom = crossingOf(line, *given);
        if (line.paysFrom)
            all.pays.push_back({i, static_cast<std::size_t>(given - all.lines.begin()), *line.paysFrom});
    }
    all.best = lowerEnvelope(all.lines);
    return all;
}

Table tableOf(const BreakEven& breakEven)
{
    Table table;
    table.header = {BreakEvenWords::tr("form"),
                    BreakEvenWords::tr("device"),
                    BreakEvenWords::tr("conversion (ns)"),
                    BreakEvenWords::tr("low (ns)"),
                    BreakEvenWords::tr("high (ns)"),
                    BreakEvenWords::tr("each use (ns)"),
                    BreakEvenWords::tr("low (ns)"),
                    BreakEvenWords::tr("high (ns)"),
                    BreakEvenWords::tr("pays off after (uses)"),
                    BreakEvenWords::tr("cheapest of all from (uses)")};
    for (std::size_t i = 0; i < breakEven.lines.size(); ++i) {
        const auto& line = breakEven.lines[i];
        QStringList row{line.title, QString::fromStdString(line.device)};
        for (const auto& time : {line.conversion, line.each})
            for (const double number : {time.value, time.low, time.high})
                row << exactNumber(number);
        row << (line.paysFrom ? exactNumber(*line.paysFrom) : QString());
        const auto best = std::ranges::find(breakEven.best, i, &Crossing::line);
        row << (best != breakEven.best.end() ? exactNumber(best->uses) : QString());
        table.rows.push_back(row);
    }
    return table;
}

} // namespace tscope::charts
