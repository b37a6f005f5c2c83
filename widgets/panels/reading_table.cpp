// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/reading_table.h"

#include "views/sort_menu.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>

namespace tscope {

QTableView* readingTable(QAbstractItemModel& model, const char* name, const QString& title, int wide)
{
    auto* table = new QTableView;
    table->setObjectName(QString::fromLatin1(name));
    table->setAccessibleName(title);
    table->setModel(&model);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().lineSpacing() + 6);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setResizeContentsPrecision(50); // rows that are looked at
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(wide, QHeaderView::Stretch);
    table->horizontalHeader()->setMinimumSectionSize(60);
    return table;
}

void makeSortable(QTableView& table)
{
    auto& header = *table.horizontalHeader();
    table.setSortingEnabled(true);
    header.setSortIndicatorClearable(true);
    table.sortByColumn(-1, Qt::AscendingOrder);
    offerSortMenu(table, header);
    offerSortMenu(header, header);
    // Columns are as wide as the lines that are looked at, which are others now; to set how they are sized has
    // them measured anew.
    QObject::connect(&header, &QHeaderView::sortIndicatorChanged, &header,
                     [&header] { header.setSectionResizeMode(0, header.sectionResizeMode(0)); });
}

void chooseLine(QTableView& table, int line)
{
    if (line < 0)
        table.selectionModel()->clear(); // what is current too: or to choose it again would tell nobody
    else if (table.currentIndex().row() != line || !table.selectionModel()->hasSelection()) {
        const auto sideways = table.horizontalScrollBar()->value();
        table.selectRow(line); // which scrolls to a column that is seen in part
        table.horizontalScrollBar()->setValue(sideways);
    }
}

QLabel* wrappedLabel(const char* name)
{
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

} // namespace tscope
