// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/history_delegate.h"

#include "build/words.h"
#include "models/history_model.h"
#include "style/brief.h"
#include "style/palette.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace tscope {

namespace {

constexpr int linesOfText = 3;

int rowMargin(const QFontMetrics& metrics)
{
    return std::max(2, metrics.height() / 5);
}

int rowHeightOf(const QFontMetrics& metrics)
{
    return linesOfText * metrics.lineSpacing() + 2 * rowMargin(metrics);
}

// Lanes and marks of one row. Distances follow the size of the text.
class LanePainter
{
public:
    LanePainter(QPainter& painter, const QRect& rect, const QFontMetrics& metrics)
        : m_painter(painter), m_rect(rect), m_step(metrics.height() * 1.1)
    {
    }

    double widthOf(int lanes) const { return (lanes + 0.5) * m_step; }

    void paint(const HistoryLanes::Row& row, const QPen& pen)
    {
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(pen);
        for (auto left = row.above & row.below; left != 0; left &= left - 1) {
            const auto lane = std::countr_zero(left);
            const auto isThere = [&](const HistoryLanes::Input& input) { return input.lane == lane; };
            if (lane != row.lane || std::ranges::none_of(row.inputs, isThere))
                line(lane, m_rect.top(), m_rect.bottom() + 1);
        }
        if (((row.below >> static_cast<unsigned>(row.lane)) & 1U) != 0)
            line(row.lane, middle(), m_rect.bottom() + 1);
        for (const auto& input : row.inputs) {
            auto own = pen;
            if (input.isView)
                own.setDashPattern({2, 2});
            m_painter.setPen(own);
            QPainterPath path(QPointF(x(input.lane), m_rect.top()));
            path.cubicTo(QPointF(x(input.lane), middle()), QPointF(x(row.lane), m_rect.top()),
                         QPointF(x(row.lane), middle()));
            m_painter.drawPath(path);
        }
    }

    void mark(const HistorySight::Row& row, int lane, const QColor& line, const QColor& inside)
    {
        const auto r = m_step * 0.36;
        const QPointF at(x(lane), middle());
        m_painter.setPen(QPen(line, 2));
        m_painter.setBrush(inside);
        if (row.words.isProblem)
            polygon(std::array{at + QPointF(0, -r), at + QPointF(r, r), at + QPointF(-r, r)});
        else if (row.kind == HistorySight::Kind::step)
            m_painter.drawEllipse(at, r, r);
        else if (row.kind == HistorySight::Kind::begins)
            m_painter.drawRect(QRectF(at - QPointF(r, r), QSizeF(2 * r, 2 * r)));
        else
            polygon(std::array{at + QPointF(0, -r), at + QPointF(r, 0), at + QPointF(0, r), at + QPointF(-r, 0)});
    }

private:
    // At whole pixels, so that lines are sharp.
    double x(int lane) const { return m_rect.left() + std::floor((lane + 0.75) * m_step); }
    double middle() const { return m_rect.top() + std::floor(m_rect.height() / 2.0); }
    template <std::size_t count>
    void polygon(const std::array<QPointF, count>& corners)
    {
        m_painter.drawConvexPolygon(corners.data(), static_cast<int>(count));
    }
    void line(int lane, double from, double to) { m_painter.drawLine(QLineF(x(lane), from, x(lane), to)); }

    QPainter& m_painter;
    QRect m_rect;
    double m_step;
};

} // namespace

HistoryDelegate::HistoryDelegate(const HistoryModel& model, QObject* parent)
    : QStyledItemDelegate(parent), m_model(model)
{
}

void HistoryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    auto own = option;
    initStyleOption(&own, index);
    own.text.clear();
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &own, painter, option.widget);
    const auto* row = m_model.rowAt(index);
    if (row == nullptr)
        return;
    const auto& sight = *m_model.sight();
    const auto& lanes = sight.lanes.rows[static_cast<std::size_t>(index.row())];
    const auto& palette = Palette::behind(option.palette);
    const bool isSelected = option.state & QStyle::State_Selected;
    const auto inked = [&](Ink ink) {
        return isSelected ? option.palette.color(QPalette::HighlightedText) : palette[ink];
    };
    const QFontMetrics metrics(own.font);
    const bool isCurrent = index.row() == m_model.rowOf(m_model.current());

    painter->save();
    LanePainter drawn(*painter, option.rect, metrics);
    drawn.paint(lanes, QPen(inked(Ink::frame), 2));
    drawn.mark(*row, lanes.lane,
               inked(row->words.isProblem ? Ink::error
                     : isCurrent          ? Ink::selected
                                          : Ink::text),
               isCurrent    ? palette[Ink::hover]
               : isSelected ? option.palette.color(QPalette::Highlight)
                            : palette[Ink::canvas]);

    auto bold = own.font;
    bold.setBold(true);
    const QFontMetrics boldMetrics(bold);
    const auto left =
        option.rect.left() + static_cast<int>(drawn.widthOf(sight.lanes.width)) + metrics.averageCharWidth();
    const auto width = std::max(0, option.rect.right() - left - metrics.averageCharWidth());
    auto top = option.rect.top() + rowMargin(metrics);
    const auto draw = [&](const QFont& font, Ink ink, int x, int room, const std::string& words) {
        const auto text = brief(qt(words), longestLine).replace(QLatin1Char('\n'), QLatin1Char(' '));
        painter->setFont(font);
        painter->setPen(inked(ink));
        painter->drawText(QRect(x, top, room, metrics.lineSpacing()),
                          Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          QFontMetrics(font).elidedText(text, Qt::ElideRight, room));
    };
    // A long name leaves room for what made it.
    const auto gap = metrics.averageCharWidth() * 2;
    const auto callWidth =
        row->words.call.empty() ? 0 : gap + metrics.horizontalAdvance(brief(qt(row->words.call))) + 2;
    const auto titleWidth = std::min(boldMetrics.horizontalAdvance(brief(qt(row->words.title))) + 2,
                                     std::max(width - callWidth, row->words.call.empty() ? width : width * 2 / 5));
    draw(bold, Ink::text, left, titleWidth, row->words.title);
    if (callWidth > 0)
        draw(own.font, Ink::text, left + titleWidth + gap, width - titleWidth - gap, row->words.call);
    top += metrics.lineSpacing();
    draw(own.font, Ink::faintText, left, width, row->words.form);
    top += metrics.lineSpacing();
    draw(own.font, row->words.isProblem ? Ink::error : Ink::text, left, width, row->words.note);
    painter->restore();
}

QSize HistoryDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const
{
    return {0, rowHeightOf(option.fontMetrics)};
}

} // namespace tscope
