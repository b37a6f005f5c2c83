// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/row_lengths.h"

#include "charts/measures.h"

#include <QCoreApplication>

namespace tscope::charts {

namespace {

struct LengthWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::LengthWords)
};

} // namespace

Table tableOf(const timing::RowSpread& lengths)
{
    Table table;
    table.header = {LengthWords::tr("what"), LengthWords::tr("from"), LengthWords::tr("to"),
                    LengthWords::tr("rows or length"), LengthWords::tr("first row")};
    const auto add = [&](const QString& what, std::int64_t from, std::int64_t to, std::int64_t number,
                         std::int64_t firstRow = -1) {
        table.rows.push_back({what, QString::number(from), QString::number(to), QString::number(number),
                              firstRow < 0 ? QString() : QString::number(firstRow)});
    };
    if (lengths.rows > 0) {
        add(LengthWords::tr("rows"), 0, lengths.rows - 1, lengths.rows);
        add(LengthWords::tr("rows without entries"), 0, 0, lengths.empty);
        add(LengthWords::tr("entries of all rows"), 0, lengths.rows - 1, lengths.entries);
        add(LengthWords::tr("length of the median row"), lengths.rows / 2, lengths.rows / 2, lengths.median);
        table.rows.push_back({LengthWords::tr("mean length"), QStringLiteral("0"),
                              QString::number(lengths.rows - 1), exactNumber(lengths.mean()), QString()});
    }
    for (const auto& bin : lengths.evenBins)
        add(LengthWords::tr("rows with lengths, even bins"), bin.first, bin.last, bin.rows, bin.firstRow);
    for (const auto& bin : lengths.doublingBins)
        add(LengthWords::tr("rows with lengths, doubling bins"), bin.first, bin.last, bin.rows, bin.firstRow);
    for (const auto& point : lengths.curve)
        add(LengthWords::tr("length of the row of this rank"), point.rank, point.rank, point.length);
    return table;
}

} // namespace tscope::charts
