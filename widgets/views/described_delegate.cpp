// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/described_delegate.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace tscope {

namespace {

constexpr int describedMargin = 4;

} // namespace

void DescribedDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const
{
    auto own = option;
    initStyleOption(&own, index);
    const auto name = own.text;
    own.text.clear();
    const auto* widget = own.widget;
    const auto* style = widget != nullptr ? widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &own, painter, widget);

    const bool isSelected = (own.state & QStyle::State_Selected) != 0;
    const auto room = own.rect.adjusted(describedMargin, describedMargin, -describedMargin, -describedMargin);
    painter->save();
    painter->setFont(own.font);
    painter->setPen(own.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(room, Qt::AlignLeft | Qt::AlignTop, name);
    if (!isSelected)
        painter->setPen(own.palette.color(QPalette::PlaceholderText));
    painter->drawText(
        room, Qt::AlignLeft | Qt::AlignBottom,
        own.fontMetrics.elidedText(index.data(DescriptionRole).toString(), Qt::ElideRight, room.width()));
    painter->restore();
}

QSize DescribedDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto& metrics = option.fontMetrics;
    const auto width = std::max(metrics.horizontalAdvance(index.data(Qt::DisplayRole).toString()),
                                metrics.horizontalAdvance(index.data(DescriptionRole).toString()));
    return {width + 2 * describedMargin, 2 * metrics.lineSpacing() + 2 * describedMargin};
}

} // namespace tscope
