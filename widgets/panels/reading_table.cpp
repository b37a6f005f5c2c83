// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/reading_table.h"

#include <QHeaderView>
#include <QLabel>
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

QLabel* wrappedLabel(const char* name)
{
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

} // namespace tscope
