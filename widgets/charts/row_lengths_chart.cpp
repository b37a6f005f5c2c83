// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/row_lengths_chart.h"

#include "charts/row_lengths_drawing.h"

#include <algorithm>

namespace tscope::charts {

RowLengthsChart::RowLengthsChart(QWidget* parent) : Chart(tr("Lengths of rows"), false, parent) {}

void RowLengthsChart::setLengths(timing::RowSpread lengths)
{
    if (lengths == m_lengths)
        return; // what is chosen and zoomed stays so
    m_lengths = std::move(lengths);
    choose(-1);
    preferLog(static_cast<double>(std::max<std::int64_t>(m_lengths.least, 1)),
              static_cast<double>(m_lengths.greatest));
    showAll();
}

Chart::Content RowLengthsChart::content() const
{
    return {[lengths = m_lengths](const Look& look) { return drawRowLengths(lengths, look); },
            [lengths = m_lengths] { return tableOf(lengths); }};
}

Drawing RowLengthsChart::draw(const Look& look) const
{
    return drawRowLengths(m_lengths, look);
}

int RowLengthsChart::itemCount() const
{
    return static_cast<int>(binsOf(m_lengths, isLog()).size());
}

QString RowLengthsChart::textOf(int item) const
{
    return charts::textOf(binsOf(m_lengths, isLog())[static_cast<std::size_t>(item)], m_lengths);
}

void RowLengthsChart::tell(int item)
{
    const auto& bin = binsOf(m_lengths, isLog())[static_cast<std::size_t>(item)];
    Q_EMIT lengthsChosen(bin.first, bin.last, bin.firstRow);
}

} // namespace tscope::charts
