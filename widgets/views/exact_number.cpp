// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/exact_number.h"

#include <QPainter>

#include <algorithm>

namespace tscope {

QRectF exactNumberRect(const Spot& spot, const TextSize& text, const QRectF& sight)
{
    constexpr double margin = 6; // of slots, on both sides together
    const auto wanted = static_cast<double>(spot.value.size()) * text.valueAdvance() + margin;
    if (spot.value.isEmpty() || wanted <= spot.rect.width())
        return {};
    QRectF rect(0, 0, wanted + margin, std::max(spot.rect.height(), text.line + 4));
    rect.moveCenter(spot.rect.center());
    rect.moveLeft(std::max(sight.left(), std::min(rect.left(), sight.right() - rect.width())));
    return rect;
}

void paintExactNumber(QPainter& painter, const Spot& spot, const QRectF& rect, Ink outline, const Palette& palette,
                      const QFont& font)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(palette[outline], 2));
    painter.setBrush(palette[Ink::surface]);
    painter.drawRect(rect);
    painter.setPen(palette[Ink::text]);
    painter.setFont(font);
    painter.drawText(rect, Qt::AlignCenter, spot.value);
    painter.restore();
}

} // namespace tscope
