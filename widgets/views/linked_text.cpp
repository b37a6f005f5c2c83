// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/linked_text.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <memory>

namespace tscope {

namespace {

constexpr qreal gap = 4; // between lines
constexpr qreal large = 1.3;
constexpr int mostLargeRows = 2; // a text that needs more is not large

QFont largeFont(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * large);
    return font;
}

bool hasLink(const LinkedLine& line)
{
    return line.linkBegin < line.linkEnd;
}

// The line broken into rows of this width.
std::unique_ptr<QTextLayout> rowsOf(const LinkedLine& line, const QFont& font, const QBrush& colour, int width)
{
    auto layout = std::make_unique<QTextLayout>(line.text, font);
    QTextOption option(Qt::AlignLeft);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout->setTextOption(option);
    if (hasLink(line)) {
        QTextLayout::FormatRange link{
            static_cast<int>(line.linkBegin), static_cast<int>(line.linkEnd - line.linkBegin), {}};
        link.format.setFontUnderline(true);
        link.format.setForeground(colour);
        layout->setFormats({link});
    }
    qreal height = 0;
    layout->beginLayout();
    for (auto row = layout->createLine(); row.isValid(); row = layout->createLine()) {
        row.setLineWidth(std::max(width, 1));
        row.setPosition({0, height});
        height += row.height();
    }
    layout->endLayout();
    return layout;
}

} // namespace

LinkedText::LinkedText(QWidget* parent) : QWidget(parent)
{
    setMouseTracking(true);
    auto policy = QSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void LinkedText::setLines(std::vector<LinkedLine> lines)
{
    m_lines = std::move(lines);
    m_current.reset();
    pointAt(std::nullopt);
    bool any = false;
    for (const auto& line : m_lines)
        any = any || hasLink(line);
    setFocusPolicy(any ? Qt::StrongFocus : Qt::NoFocus);
    setAccessibleDescription(text());
    updateGeometry();
    update();
}

QString LinkedText::text() const
{
    QStringList lines;
    for (const auto& line : m_lines)
        lines << line.text;
    return lines.join(QLatin1Char('\n'));
}

qreal LinkedText::layOut(int width, std::size_t count, const LineVisitor& visit) const
{
    qreal top = 0;
    for (std::size_t number = 0; number < std::min(count, m_lines.size()); ++number) {
        const auto& line = m_lines[number];
        auto rows = rowsOf(line, line.isLarge ? largeFont(font()) : font(), palette().link(), width);
        if (line.isLarge && rows->lineCount() > mostLargeRows)
            rows = rowsOf(line, font(), palette().link(), width);
        if (visit)
            visit(number, *rows, {0, top});
        top += rows->boundingRect().height() + gap;
    }
    return top;
}

int LinkedText::heightForWidth(int width) const
{
    return heightOfLines(m_lines.size(), width);
}

int LinkedText::heightOfLines(std::size_t count, int width) const
{
    return static_cast<int>(std::ceil(layOut(width, count, {})));
}

std::optional<std::size_t> LinkedText::linkAt(const QPointF& place) const
{
    std::optional<std::size_t> found;
    layOut(width(), m_lines.size(), [&](std::size_t number, QTextLayout& layout, const QPointF& at) {
        const auto& line = m_lines[number];
        for (int i = 0; i < layout.lineCount(); ++i) {
            const auto row = layout.lineAt(i);
            if (!row.naturalTextRect().translated(at).contains(place))
                continue;
            const auto letter = row.xToCursor(place.x() - at.x(), QTextLine::CursorOnCharacter);
            if (line.linkBegin <= letter && letter < line.linkEnd)
                found = number;
        }
    });
    return found;
}

void LinkedText::pointAt(std::optional<std::size_t> line)
{
    if (line == m_hovered)
        return;
    m_hovered = line;
    setCursor(line ? Qt::PointingHandCursor : Qt::ArrowCursor);
    Q_EMIT hovered(line);
}

bool LinkedText::event(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        updateGeometry();
    if (event->type() == QEvent::FocusIn && !m_current)
        step(1);
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto line = lineAt(help->pos());
        QToolTip::showText(help->globalPos(), line ? m_lines[*line].tip : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

std::optional<std::size_t> LinkedText::lineAt(const QPointF& place) const
{
    std::optional<std::size_t> found;
    layOut(width(), m_lines.size(), [&](std::size_t line, QTextLayout& layout, const QPointF& at) {
        if (place.y() >= at.y() && place.y() < at.y() + layout.boundingRect().height())
            found = line;
    });
    return found;
}

void LinkedText::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    layOut(width(), m_lines.size(), [&](std::size_t number, QTextLayout& layout, const QPointF& at) {
        layout.draw(&painter, at);
        if (!hasFocus() || m_current != number)
            return;
        painter.save();
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        for (int i = 0; i < layout.lineCount(); ++i) {
            const auto row = layout.lineAt(i);
            const auto begin = std::max<qsizetype>(m_lines[number].linkBegin, row.textStart());
            const auto end = std::min<qsizetype>(m_lines[number].linkEnd, row.textStart() + row.textLength());
            if (begin >= end)
                continue;
            const auto left = row.cursorToX(static_cast<int>(begin)), right = row.cursorToX(static_cast<int>(end));
            painter.drawRect(
                QRectF(at.x() + left, at.y() + row.y(), right - left, row.height()).adjusted(1, 1, -1, -1));
        }
        painter.restore();
    });
}

void LinkedText::mouseMoveEvent(QMouseEvent* event)
{
    pointAt(linkAt(event->position()));
}

void LinkedText::mouseReleaseEvent(QMouseEvent* event)
{
    if (const auto line = linkAt(event->position()); line && event->button() == Qt::LeftButton) {
        m_current = line;
        update();
        Q_EMIT activated(*line);
    }
}

void LinkedText::leaveEvent(QEvent* event)
{
    pointAt(std::nullopt);
    QWidget::leaveEvent(event);
}

// To the next line with a link.
void LinkedText::step(int direction)
{
    const auto count = static_cast<std::ptrdiff_t>(m_lines.size());
    auto at = m_current ? static_cast<std::ptrdiff_t>(*m_current) : direction > 0 ? -1 : count;
    for (at += direction; at >= 0 && at < count; at += direction)
        if (hasLink(m_lines[static_cast<std::size_t>(at)])) {
            m_current = static_cast<std::size_t>(at);
            return update();
        }
}

void LinkedText::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(text());
    else if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up)
        step(event->key() == Qt::Key_Down ? 1 : -1);
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space) &&
             m_current)
        Q_EMIT activated(*m_current);
    else
        QWidget::keyPressEvent(event);
}

void LinkedText::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), this, [this] { QGuiApplication::clipboard()->setText(text()); });
    const auto line = event->reason() == QContextMenuEvent::Keyboard ? m_current : lineAt(event->pos());
    if (line && !m_lines[*line].tip.isEmpty())
        menu->addAction(
                tr("What is this?"), this,
                [this, tip = m_lines[*line].tip, at = event->globalPos()] { QToolTip::showText(at, tip, this); })
            ->setObjectName(QStringLiteral("what is this"));
    menu->popup(event->globalPos());
}

} // namespace tscope
