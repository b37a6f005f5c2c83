// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/fitted_columns.h"

#include <QEvent>
#include <QHeaderView>
#include <QStringList>
#include <QTableView>

#include <algorithm>
#include <numeric>
#include <vector>

namespace tscope {

namespace {

constexpr int mostLines = 4;         // of one row
constexpr int mostRowsWrapped = 300; // each is laid out: more would be noticed
constexpr int rowsLookedAt = 50;     // for the width of a word, as for that of a column

// Widths between the least and the wanted ones that fill the room, the same for all that need more.
std::vector<int> sharedWidths(const std::vector<int>& least, const std::vector<int>& wanted, int room)
{
    const auto widths = [&](int most) {
        std::vector<int> all(wanted.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = std::clamp(most, std::min(least[i], wanted[i]), wanted[i]);
        return all;
    };
    int most = 0;
    for (int step = 1 << 14; step > 0; step /= 2)
        if (const auto all = widths(most + step); std::accumulate(all.begin(), all.end(), 0) <= room)
            most += step;
    auto all = widths(most);
    const auto taken = std::accumulate(all.begin(), all.end(), 0);
    if (taken > room) // words are cut
        for (auto& width : all)
            width = width * std::max(room, 0) / taken;
    return all;
}

} // namespace

FittedColumns::FittedColumns(QTableView& table, int wide) : QObject(&table), m_table(table), m_wide(wide)
{
    auto& header = *table.horizontalHeader();
    header.setMinimumSectionSize(1);
    header.setTextElideMode(Qt::ElideRight);
    header.setSectionResizeMode(QHeaderView::Fixed); // also the wide one, whose width rows are wrapped to
    const auto* model = table.model();
    connect(model, &QAbstractItemModel::modelReset, this, &FittedColumns::fit);
    connect(model, &QAbstractItemModel::layoutChanged, this, &FittedColumns::fitRows);
    connect(model, &QAbstractItemModel::rowsInserted, this, &FittedColumns::fit);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &FittedColumns::fit);
    table.installEventFilter(this);
    table.viewport()->installEventFilter(this);
    fit();
}

bool FittedColumns::eventFilter(QObject* object, QEvent* event)
{
    if ((event->type() == QEvent::Resize && object == m_table.viewport()) ||
        (event->type() == QEvent::FontChange && object == &m_table))
        fit();
    return QObject::eventFilter(object, event);
}

void FittedColumns::fit()
{
    const auto& header = *m_table.horizontalHeader();
    const auto& view = static_cast<const QAbstractItemView&>(m_table); // in which hints are public
    const auto room = m_table.viewport()->width();
    const auto wantedBy = [&](int column) {
        return std::max(view.sizeHintForColumn(column), header.sectionSizeHint(column));
    };
    std::vector<int> columns, least, wanted;
    for (int column = 0; column < header.count(); ++column) {
        if (column == m_wide)
            continue;
        columns.push_back(column);
        least.push_back(longestWordIn(column));
        wanted.push_back(wantedBy(column));
    }
    const auto widths = sharedWidths(least, wanted, room - std::min(wantedBy(m_wide), room * 3 / 10));
    for (std::size_t i = 0; i < columns.size(); ++i)
        m_table.setColumnWidth(columns[i], widths[i]);
    m_table.setColumnWidth(m_wide, std::max(1, room - std::accumulate(widths.begin(), widths.end(), 0)));
    fitRows();
}

void FittedColumns::fitRows()
{
    const bool isWrapped = m_table.model()->rowCount() <= mostRowsWrapped;
    m_table.setWordWrap(isWrapped);
    m_table.verticalHeader()->setMaximumSectionSize(mostLines * m_table.fontMetrics().lineSpacing() + 6);
    if (isWrapped)
        m_table.resizeRowsToContents();
}

int FittedColumns::longestWordIn(int column) const
{
    const auto& model = *m_table.model();
    const auto metrics = m_table.fontMetrics();
    int longest = 0;
    const auto add = [&](const QString& text) {
        for (const auto& word : text.split(QLatin1Char(' ')))
            longest = std::max(longest, metrics.horizontalAdvance(word));
    };
    add(model.headerData(column, Qt::Horizontal).toString());
    for (int row = 0; row < std::min(model.rowCount(), rowsLookedAt); ++row)
        add(model.index(row, column).data().toString());
    return longest + 2 * metrics.averageCharWidth(); // the margins
}

} // namespace tscope
