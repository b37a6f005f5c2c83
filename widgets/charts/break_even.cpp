// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/break_even.h"

#include "charts/measures.h"
#include "timing/row_comparison.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace tscope::charts {

namespace {

struct BreakEvenWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::BreakEvenWords)
};

// Between the lines of forms that surely pay, and of those given.
std::vector<Crossing> lowerEnvelope(const std::vector<UseLine>& lines, const timing::RowComparison& comparison)
{
    std::vector<std::size_t> places;
    std::vector<timing::UseCost> costs;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].isGiven || lines[i].paysFrom()) {
            places.push_back(i);
            costs.push_back(lines[i].cost());
        }
    std::vector<Crossing> crossings;
    for (const auto& each : timing::cheapestByUses(costs)) {
        Crossing crossing{places[each.form], places[each.before], each.uses};
        const auto &form = lines[crossing.line], &before = lines[crossing.other];
        // Else the form pays off, which its verdict on the form as given has told.
        if (!form.breakEven || form.breakEven->given != before.row) {
            const auto word = comparison.word(form.row, before.row);
            crossing.isApart = word == timing::Word::faster;
            crossing.isSure = before.isGiven ? crossing.isApart
                                             : form.breakEven && before.breakEven &&
                                                   timing::doesOvertake(word, *form.breakEven, *before.breakEven);
        }
        crossings.push_back(crossing);
    }
    return crossings;
}

} // namespace

bool BreakEven::isBetweenConverted(const Crossing& crossing) const
{
    return std::ranges::none_of(pays, [&](const Crossing& other) { return other.uses == crossing.uses; });
}

std::vector<Crossing> BreakEven::marked() const
{
    auto all = pays;
    for (const auto& crossing : best)
        if (isBetweenConverted(crossing))
            all.push_back(crossing);
    return all;
}

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
    all.best = lowerEnvelope(all.lines, timing::RowComparison(session, time));
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
        const auto best = std::ranges::find_if(
            breakEven.best, [i](const Crossing& each) { return each.line == i && each.isSure; });
        row << (best != breakEven.best.end() ? exactNumber(best->uses) : QString());
        table.rows.push_back(row);
    }
    return table;
}

} // namespace tscope::charts
