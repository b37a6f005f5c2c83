// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sort_menu.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QHeaderView>
#include <QMenu>

namespace tscope {

namespace {

struct SortWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::SortMenu)
};

constexpr int asTheyCome = -1;

void sortBy(QHeaderView& header, int column)
{
    const bool isAgain = column != asTheyCome && header.sortIndicatorSection() == column;
    const bool isTurned = isAgain && header.sortIndicatorOrder() == Qt::AscendingOrder;
    header.setSortIndicator(column, isTurned ? Qt::DescendingOrder : Qt::AscendingOrder);
}

} // namespace

void addSortMenu(QMenu& menu, QHeaderView& header)
{
    auto* columns = menu.addMenu(SortWords::tr("Sort by"));
    auto* one = new QActionGroup(columns);
    const auto add = [&](const QString& title, int column) {
        auto* action = columns->addAction(title, &header, [&header, column] { sortBy(header, column); });
        action->setCheckable(true);
        action->setChecked(header.sortIndicatorSection() == column);
        one->addAction(action);
    };
    for (int place = 0; place < header.count(); ++place)
        if (const auto column = header.logicalIndex(place); !header.isSectionHidden(column))
            add(header.model()->headerData(column, Qt::Horizontal).toString(), column);
    columns->addSeparator();
    add(SortWords::tr("As they come"), asTheyCome);
}

void offerSortMenu(QAbstractScrollArea& area, QHeaderView& header)
{
    area.setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(&area, &QWidget::customContextMenuRequested, &header,
                     [&area, &header](const QPoint& position) {
                         auto* menu = new QMenu(&area);
                         menu->setAttribute(Qt::WA_DeleteOnClose);
                         addSortMenu(*menu, header);
                         menu->popup(area.viewport()->mapToGlobal(position));
                     });
}

} // namespace tscope
