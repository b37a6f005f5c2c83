// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/frozen_columns.h"

#include "panels/reading_table.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <utility>

namespace tscope {

FrozenColumns::FrozenColumns(QTableView& table, int last)
    : QTableView(&table), m_table(table), m_last(last), m_further(last)
{
    hide();
    setObjectName(table.objectName() + QStringLiteral(" names"));
    setAccessibleName(table.accessibleName());
    setModel(table.model());
    const auto* own = selectionModel();
    setSelectionModel(table.selectionModel());
    delete own;
    setSelectionBehavior(table.selectionBehavior());
    setEditTriggers(table.editTriggers());
    setShowGrid(table.showGrid());
    setWordWrap(table.wordWrap());
    setVerticalScrollMode(table.verticalScrollMode());
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::NoFrame);
    setAutoScroll(false); // it follows the table
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(table.verticalHeader()->defaultSectionSize());
    const auto& titles = *table.horizontalHeader();
    auto& header = *horizontalHeader();
    header.setHighlightSections(titles.highlightSections());
    header.setDefaultAlignment(titles.defaultAlignment());
    header.setMinimumSectionSize(titles.minimumSectionSize());
    header.setSectionResizeMode(QHeaderView::Fixed);
    header.setSectionsClickable(true);
    connect(&header, &QHeaderView::sectionClicked, this, &FrozenColumns::sortBy);
    // Several are resized one after the other, and until the last is the widths of some are older ones.
    connect(&titles, &QHeaderView::sectionResized, this, &FrozenColumns::place, Qt::QueuedConnection);
    connect(table.horizontalScrollBar(), &QScrollBar::valueChanged, this, &FrozenColumns::place);
    connect(table.horizontalScrollBar(), &QScrollBar::rangeChanged, this, &FrozenColumns::place);
    connect(table.verticalScrollBar(), &QScrollBar::valueChanged, this, &FrozenColumns::place);
    connect(table.model(), &QAbstractItemModel::modelReset, this, &FrozenColumns::place, Qt::QueuedConnection);
    table.viewport()->installEventFilter(this);
}

bool FrozenColumns::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table.viewport() && event->type() == QEvent::Resize)
        place();
    return QTableView::eventFilter(watched, event);
}

void FrozenColumns::freezeBesides(int further)
{
    if (std::exchange(m_further, further) != further)
        place();
}

int FrozenColumns::widthUpTo(int last) const
{
    int width = 0;
    for (int column = 0; column <= last; ++column)
        if (!m_table.isColumnHidden(column))
            width += m_table.columnWidth(column);
    return width;
}

void FrozenColumns::place()
{
    if (m_isPlacing)
        return;
    m_isPlacing = true;
    const auto& seen = *m_table.viewport();
    const auto last = 2 * widthUpTo(m_further) <= seen.width() ? m_further : m_last;
    const auto width = widthUpTo(last);
    for (int column = 0; column < model()->columnCount(); ++column) {
        const bool isShown = column <= last && !m_table.isColumnHidden(column);
        setColumnHidden(column, !isShown);
        if (isShown)
            setColumnWidth(column, m_table.columnWidth(column));
    }
    const auto titles = m_table.horizontalHeader()->height();
    setVisible(m_table.horizontalScrollBar()->value() > 0 && width > 0 && 2 * width <= seen.width());
    if (isVisible()) {
        horizontalHeader()->setFixedHeight(titles);
        setGeometry(seen.x(), seen.y() - titles, width, titles + seen.height());
        raise();
        executeDelayedItemsLayout(); // or the range of its scroll bar may be an older one
        updateGeometries();
        verticalScrollBar()->setValue(m_table.verticalScrollBar()->value());
    }
    m_isPlacing = false;
}

void FrozenColumns::sortBy(int column)
{
    auto& titles = *m_table.horizontalHeader();
    const bool isAscending =
        titles.sortIndicatorSection() == column && titles.sortIndicatorOrder() == Qt::AscendingOrder;
    titles.setSortIndicator(column, isAscending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

// The table chooses the row, and does not scroll back to the column that was clicked.
void FrozenColumns::mousePressEvent(QMouseEvent* event)
{
    const auto row = rowAt(event->position().toPoint().y());
    if (event->button() != Qt::LeftButton || row < 0)
        return;
    m_table.setFocus(Qt::MouseFocusReason);
    chooseLine(m_table, row);
}

void FrozenColumns::wheelEvent(QWheelEvent* event)
{
    QCoreApplication::sendEvent(m_table.viewport(), event);
}

} // namespace tscope
