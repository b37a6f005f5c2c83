// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/break_even.h"

#include "charts/measures.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace tscope::charts {

namespace {

struct BreakEvenWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::BreakEvenWords)
};

// Between the lines of forms that surely pay, and of those given.
std::vector<Crossing> lowerEnvelope(const std::vector<UseLine>& lines)
{
    std::vector<std::size_t> places;
    std::vector<timing::UseCost> costs;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].isGiven || lines[i].paysFrom()) {
            places.push_back(i);
            costs.push_back(lines[i].cost());
        }
    std::vector<Crossing> crossings;
    for (const auto& each : timing::cheapestByUses(costs))
        crossings.push_back({places[each.form], places[each.before], each.uses});
    return crossings;
}

} // namespace

BreakEven breakEvenOf(const timing::Session& session, const BreakEvenChoice& choice)
{
    BreakEven all;
    const auto time = [&](const timing::Row& row) -> const timing::Figure& { return figureOf(row, choice.time); };
    std::map<std::size_t, timing::BreakEven> breakEvens; // by row
    for (const auto& each : timing::breakEvensOf(session, time))
        breakEvens.emplace(each.row, each);
    std::vector<const timing::Row*> rows;
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        if (!isMeant(choice.cells, row))
            continue;
        if (!timing::hasUseTime(row, time)) {
            ++all.leftOut;
            continue;
        }
        UseLine line;
        line.row = i;
        line.device = row.device;
        line.look = formLookOf(row);
        line.each = time(row).median();
        line.isGiven = !row.conversion.isThere();
        if (!line.isGiven) {
            line.conversion = row.conversion.median();
            line.conversionText = timeText(row.conversion);
        }
        if (const auto found = breakEvens.find(i); found != breakEvens.end())
            line.breakEven = found->second;
        all.lines.push_back(line);
        rows.push_back(&row);
    }
    const auto titles = titlesOf(rows);
    for (std::size_t i = 0; i < titles.size(); ++i)
        all.lines[i].title = titles[i];
    std::ranges::stable_sort(all.lines, {}, [](const UseLine& line) { return line.perUse(); });
    for (std::size_t i = 0; i < all.lines.size(); ++i) {
        const auto& line = all.lines[i];
        if (!line.paysFrom())
            continue;
        const auto given = std::ranges::find(all.lines, line.breakEven->given, &UseLine::row);
        all.pays.push_back({i, static_cast<std::size_t>(given - all.lines.begin()), *line.paysFrom()});
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
                    BreakEvenWords::tr("low (uses)"),
                    BreakEvenWords::tr("high (uses)"),
                    BreakEvenWords::tr("cheapest of all from (uses)")};
    for (std::size_t i = 0; i < breakEven.lines.size(); ++i) {
        const auto& line = breakEven.lines[i];
        QStringList row{line.title, QString::fromStdString(line.device)};
        for (const auto& time : {line.conversion, line.each})
            for (const double number : {time.value, time.low, time.high})
                row << exactNumber(number);
        const auto pays = line.breakEven.value_or(timing::BreakEven{});
        for (const auto& uses : {pays.uses, pays.low, pays.high})
            row << (uses ? exactNumber(*uses) : QString());
        const auto best = std::ranges::find(breakEven.best, i, &Crossing::line);
        row << (best != breakEven.best.end() ? exactNumber(best->uses) : QString());
        table.rows.push_back(row);
    }
    return table;
}

} // namespace tscope::charts
