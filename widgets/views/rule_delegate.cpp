// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/rule_delegate.h"

#include "models/rules_model.h"
#include "style/palette.h"

#include <QApplication>
#include <QPainter>
#include <QResizeEvent>
#include <QTextLayout>
#include <QTreeView>

#include <cmath>

namespace tscope {

namespace {

constexpr int margin = 3;

// Where the parts of a row go, from its top left corner.
struct Parts {
    QRect head, text, detail;
    int height = 0;
};

// At words, and where a word is longer than a line within it. Returns how high it is.
int breakLines(QTextLayout& layout, int width)
{
    QTextOption option(Qt::AlignLeft | Qt::AlignTop);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    qreal height = 0;
    layout.beginLayout();
    for (auto line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return static_cast<int>(std::ceil(height));
}

// As a text layout takes lines, which knows no other sign for their end.
QString lines(QString text)
{
    return text.replace(QLatin1Char('\n'), QChar(QChar::LineSeparator));
}

QFont headFont(const QFont& font)
{
    auto bold = font;
    bold.setBold(true);
    return bold;
}

// Of one line, as it will be laid out: signs may come from other fonts, which metrics do not always add up right.
int widthOf(const QString& text, const QFont& font)
{
    QTextLayout layout(text, font);
    breakLines(layout, 1 << 20);
    return static_cast<int>(std::ceil(layout.lineAt(0).naturalTextWidth())) + 2;
}

Parts partsOf(const QStyleOptionViewItem& option, const QModelIndex& index, int width)
{
    Parts parts;
    const auto metrics = QFontMetrics(option.font);
    const auto heightOf = [&](const QString& text, int room) {
        QTextLayout layout(lines(text), option.font);
        return text.isEmpty() ? 0 : breakLines(layout, room);
    };
    const auto head = index.data(RulesModel::HeadRole).toString();
    int left = margin;
    if (!head.isEmpty()) {
        const QFontMetrics bold(headFont(option.font));
        parts.head = QRect(margin, margin, widthOf(head, headFont(option.font)), bold.height());
        left = parts.head.right() + metrics.averageCharWidth() * 2;
    }
    const auto room = std::max(width - left - margin, 40);
    const auto text = index.data(RulesModel::TextRole).toString();
    parts.text = QRect(left, margin, room, heightOf(text, room));
    const auto detail = index.data(RulesModel::DetailRole).toString();
    parts.detail = QRect(left, margin + parts.text.height(), room, heightOf(detail, room));
    parts.height = std::max(parts.head.bottom(), parts.detail.top() + parts.detail.height()) + margin;
    return parts;
}

Ink inkOf(RulesModel::State state)
{
    switch (state) {
    case RulesModel::State::violated:
        return Ink::error;
    case RulesModel::State::advisory:
        return Ink::warning;
    case RulesModel::State::holds:
        return Ink::good;
    case RulesModel::State::remark:
        return Ink::axis0;
    case RulesModel::State::notAsked:
        break;
    }
    return Ink::faintText;
}

} // namespace

int RuleDelegate::oneLine(const QFontMetrics& metrics)
{
    return metrics.lineSpacing() + 2 * margin;
}

RuleDelegate::RuleDelegate(QTreeView& view) : QStyledItemDelegate(&view), m_view(view)
{
    view.viewport()->installEventFilter(this);
}

bool RuleDelegate::eventFilter(QObject* object, QEvent* event)
{
    // The type first: the last events come while the view is half gone.
    if (event->type() == QEvent::Resize && object == m_view.viewport()) {
        const auto* resized = static_cast<QResizeEvent*>(event);
        if (resized->size().width() != resized->oldSize().width())
            Q_EMIT sizeHintChanged({}); // of all
    }
    return QStyledItemDelegate::eventFilter(object, event);
}

void RuleDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    auto own = option;
    initStyleOption(&own, index);
    own.text.clear();
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &own, painter, option.widget);

    const auto parts = partsOf(own, index, option.rect.width());
    const auto& palette = Palette::behind(option.palette);
    const bool isSelected = option.state & QStyle::State_Selected;
    const auto draw = [&](const QRect& rect, const QString& text, const QFont& font, const QColor& color) {
        if (text.isEmpty())
            return;
        QTextLayout layout(lines(text), font);
        breakLines(layout, rect.width());
        painter->setPen(isSelected ? option.palette.color(QPalette::HighlightedText) : color);
        layout.draw(painter, rect.topLeft() + option.rect.topLeft());
    };
    const auto state = static_cast<RulesModel::State>(index.data(RulesModel::StateRole).toInt());
    painter->save();
    if (index.data(RulesModel::MarkedRole).toBool()) { // broken at what is pointed at
        painter->setPen(QPen(palette[Ink::selected], 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }
    draw(parts.head, index.data(RulesModel::HeadRole).toString(), headFont(own.font), palette[inkOf(state)]);
    draw(parts.text, index.data(RulesModel::TextRole).toString(), own.font, palette[Ink::text]);
    const bool isBroken = state == RulesModel::State::violated || state == RulesModel::State::advisory;
    draw(parts.detail, index.data(RulesModel::DetailRole).toString(), own.font,
         palette[isBroken ? inkOf(state) : Ink::faintText]);
    painter->restore();
}

QSize RuleDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    auto own = option;
    initStyleOption(&own, index);
    int depth = 1; // the marks that open and close the top rows have a step of their own
    for (auto above = index.parent(); above.isValid(); above = above.parent())
        ++depth;
    const auto width = m_view.viewport()->width() - m_view.indentation() * depth;
    return {std::max(width, 0), partsOf(own, index, width).height};
}

} // namespace tscope
