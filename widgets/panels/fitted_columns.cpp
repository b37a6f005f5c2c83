// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/fitted_columns.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QHash>
#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tscope {

namespace {

constexpr int mostLines = 4;         // of one row
constexpr int mostRowsWrapped = 300; // each is laid out
constexpr int rowsAtOnce = 6;        // that are laid out between two other events: about a millisecond
constexpr int rowsLookedAt = 50;     // for the width of a column

// Widths of texts in a font. The words of a table are few, and each is measured once.
class TextRuler
{
public:
    explicit TextRuler(const QFont& font) : m_metrics(font), m_space(m_metrics.horizontalAdvance(QLatin1Char(' ')))
    {
    }

    void add(const QString& text, int& longestText, int& longestWord)
    {
        qreal all = -m_space;
        for (const auto& word : QStringView(text).split(QLatin1Char(' '))) {
            const auto width = widthOf(word.toString());
            all += m_space + width;
            longestWord = std::max(longestWord, withMargins(width));
        }
        longestText = std::max(longestText, withMargins(all));
    }

private:
    qreal widthOf(const QString& word)
    {
        auto known = m_words.find(word);
        if (known == m_words.end())
            known = m_words.insert(word, m_metrics.horizontalAdvance(word));
        return *known;
    }
    int withMargins(qreal width) const
    {
        return static_cast<int>(std::ceil(width + 2 * m_metrics.averageCharWidth()));
    }

    QFontMetricsF m_metrics;
    qreal m_space;
    QHash<QString, qreal> m_words;
};

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
    connect(model, &QAbstractItemModel::modelReset, this, &FittedColumns::measure);
    connect(model, &QAbstractItemModel::layoutChanged, this, &FittedColumns::fitRows);
    connect(model, &QAbstractItemModel::rowsInserted, this, &FittedColumns::measure);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &FittedColumns::measure);
    m_rest.setSingleShot(true);
    m_rest.setInterval(0);
    connect(&m_rest, &QTimer::timeout, this, &FittedColumns::fitNextRows);
    table.installEventFilter(this);
    table.viewport()->installEventFilter(this);
    measure();
}

bool FittedColumns::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Resize && object == m_table.viewport())
        fitColumns();
    else if (event->type() == QEvent::FontChange && object == &m_table)
        measure();
    return QObject::eventFilter(object, event);
}

void FittedColumns::measure()
{
    const auto& model = *m_table.model();
    TextRuler ruler(m_table.font());
    m_texts.assign(static_cast<std::size_t>(m_table.horizontalHeader()->count()), {});
    for (int column = 0; column < m_table.horizontalHeader()->count(); ++column) {
        auto& [longest, word] = m_texts[static_cast<std::size_t>(column)];
        ruler.add(model.headerData(column, Qt::Horizontal).toString(), longest, word);
        for (int row = 0; row < std::min(model.rowCount(), rowsLookedAt); ++row)
            ruler.add(model.index(row, column).data().toString(), longest, word);
    }
    fitColumns();
}

void FittedColumns::fitColumns()
{
    const auto& header = *m_table.horizontalHeader();
    const auto room = m_table.viewport()->width();
    const auto wantedBy = [&](std::size_t column) {
        return std::max(m_texts[column].longest, header.sectionSizeHint(static_cast<int>(column)));
    };
    const auto wide = static_cast<std::size_t>(m_wide);
    if (wide >= m_texts.size())
        return; // the model has no columns yet
    std::vector<int> columns, least, wanted;
    for (std::size_t column = 0; column < m_texts.size(); ++column) {
        if (column == wide)
            continue;
        columns.push_back(static_cast<int>(column));
        least.push_back(m_texts[column].longestWord);
        wanted.push_back(wantedBy(column));
    }
    const auto widths = sharedWidths(least, wanted, room - std::min(wantedBy(wide), room * 3 / 10));
    for (std::size_t i = 0; i < columns.size(); ++i)
        m_table.setColumnWidth(columns[i], widths[i]);
    m_table.setColumnWidth(m_wide, std::max(1, room - std::accumulate(widths.begin(), widths.end(), 0)));
    fitRows();
}

void FittedColumns::fitRows()
{
    const auto rows = m_table.model()->rowCount();
    m_table.setWordWrap(rows <= mostRowsWrapped);
    m_table.verticalHeader()->setMaximumSectionSize(mostLines * m_table.fontMetrics().lineSpacing() + 6);
    m_nextRow = m_table.rowAt(0);
    m_rowsLeft = rows <= mostRowsWrapped ? rows : 0;
    fitNextRows();
}

void FittedColumns::fitNextRows()
{
    const auto& view = static_cast<const QAbstractItemView&>(m_table); // in which hints are public
    auto& header = *m_table.verticalHeader();
    for (int i = 0; i < rowsAtOnce && m_rowsLeft > 0; ++i, ++m_nextRow, --m_rowsLeft) {
        if (m_nextRow < 0 || m_nextRow >= header.count())
            m_nextRow = 0; // behind the last one come those above the rows in sight
        header.resizeSection(m_nextRow, std::clamp(view.sizeHintForRow(m_nextRow), header.minimumSectionSize(),
                                                   header.maximumSectionSize()));
    }
    keepFirstRow();
    if (m_rowsLeft > 0)
        m_rest.start();
}

// Rows above it that become higher would push it down. At the end of a table no room is left below the last row.
void FittedColumns::keepFirstRow()
{
    auto& header = *m_table.verticalHeader();
    const auto first = header.sectionPosition(m_table.verticalScrollBar()->value()); // it is scrolled by rows
    const auto offset = std::min(first, std::max(0, header.length() - m_table.viewport()->height()));
    if (offset == header.offset() || first < 0)
        return;
    header.setOffset(offset);
    m_table.viewport()->update();
}

} // namespace tscope
