// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flow_layout.h"

#include <algorithm>

namespace tscope {

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.emplace_back(item);
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    auto* item = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const auto& item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

QSize FlowLayout::sizeHint() const
{
    QSize size; // all on one line
    for (const auto& item : m_items) {
        const auto hint = item->sizeHint();
        size = QSize(size.width() + hint.width() + spacing(), std::max(size.height(), hint.height()));
    }
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    place(rect, true);
}

int FlowLayout::place(const QRect& rect, bool isReal) const
{
    const auto margins = contentsMargins();
    const auto area = rect.marginsRemoved(margins);
    auto at = area.topLeft();
    int lineHeight = 0;
    std::vector<std::pair<QLayoutItem*, QRect>> line; // as if all of it hung from the top
    const auto endLine = [&] {
        for (const auto& [item, top] : line)
            if (isReal)
                item->setGeometry(top.translated(0, (lineHeight - top.height()) / 2));
        line.clear();
    };
    for (const auto& item : m_items) {
        const auto hint = item->sizeHint();
        const auto width = std::clamp(hint.width(), item->minimumSize().width(),
                                      std::max(item->minimumSize().width(), area.width()));
        if (at.x() > area.left() && at.x() + width > area.left() + area.width()) {
            endLine();
            at = {area.left(), at.y() + lineHeight + spacing()};
            lineHeight = 0;
        }
        line.emplace_back(item.get(), QRect(at, QSize(width, hint.height())));
        at.rx() += width + spacing();
        lineHeight = std::max(lineHeight, hint.height());
    }
    endLine();
    return at.y() + lineHeight - rect.top() + margins.bottom();
}

} // namespace tscope
