// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/histogram_view.h"

#include "base/human_numbers.h"
#include "facts/distribution_text.h"
#include "style/palette.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <complex>

namespace tscope {

namespace {

constexpr double edge = 6;
constexpr double barsHeight = 48;

QString fromCore(const std::string& text)
{
    return QString::fromStdString(text);
}

// At the ends of the axis there is room for a few digits.
QString axisText(const Number& number)
{
    constexpr int digits = 3, longest = 6;
    const auto whole = fromCore(shortNumber(number));
    if (whole.size() <= longest)
        return whole;
    const auto real = std::visit([](const auto& value) { return static_cast<double>(std::real(value)); }, number);
    return QString::number(real, 'g', digits);
}

} // namespace

HistogramView::HistogramView(const char* name, QWidget* parent) : QWidget(parent)
{
    setObjectName(QString::fromLatin1(name));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
}

void HistogramView::show(const QString& title, const Histogram& histogram)
{
    m_title = title;
    m_histogram = histogram;
    m_chosen = m_pointed = -1;
    setAccessibleName(title);
    describe();
    update();
}

QString HistogramView::caption() const
{
    if (binCount() == 0)
        return tr("%1: no finite value").arg(m_title);
    if (current() >= 0)
        return fromCore(binText(m_histogram, static_cast<std::size_t>(current())));
    auto title = m_title;
    if (m_histogram.scale == Histogram::Scale::logarithmic)
        title = tr("%1, bins by logarithm").arg(title);
    return m_histogram.needsLogCounts() ? tr("%1, heights by logarithm").arg(title) : title;
}

QSize HistogramView::sizeHint() const
{
    return {240, static_cast<int>(2 * edge + 2 * fontMetrics().height() + barsHeight)};
}

// Between the caption and the numbers of the axes.
QRectF HistogramView::field() const
{
    const auto letters = fontMetrics();
    const auto counts = letters.horizontalAdvance(fromCore(grouped(m_histogram.most()))) + 4.0;
    return QRectF(rect()).adjusted(edge + counts, edge + letters.height(), -edge, -edge - letters.height());
}

QRectF HistogramView::barRect(int bin) const
{
    const auto inside = field();
    const auto width = inside.width() / binCount();
    const auto share = heightOf(m_histogram, static_cast<std::size_t>(bin));
    const auto isEmpty = m_histogram.counts[static_cast<std::size_t>(bin)] == 0;
    const auto height = isEmpty ? 0 : std::max(2.0, share * inside.height()); // one value is seen too
    const auto gap = width > 4 ? 1.0 : 0.0;
    return {inside.left() + bin * width, inside.bottom() - height, width - gap, height};
}

int HistogramView::binAt(QPointF at) const
{
    const auto inside = field();
    if (binCount() == 0 || at.x() < inside.left() || at.x() >= inside.right() || at.y() < inside.top() ||
        at.y() > inside.bottom())
        return -1;
    return std::min(static_cast<int>((at.x() - inside.left()) / inside.width() * binCount()), binCount() - 1);
}

void HistogramView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const auto& colors = Palette::behind(palette());
    painter.setPen(colors[Ink::text]);
    const auto letters = fontMetrics();
    const QRectF line(edge, edge, width() - 2 * edge, letters.height());
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     letters.elidedText(caption(), Qt::ElideRight, static_cast<int>(line.width())));
    if (binCount() > 0) {
        const auto inside = field();
        if (current() >= 0) {
            const auto bar = barRect(current());
            painter.fillRect(QRectF(bar.left(), inside.top(), bar.width(), inside.height()), colors[Ink::surface]);
        }
        for (int bin = 0; bin < binCount(); ++bin)
            painter.fillRect(barRect(bin), colors[bin == current() ? Ink::text : Ink::axis0]);
        paintAxes(painter, inside);
    }
    if (hasFocus()) {
        painter.setPen(QPen(colors[Ink::selected], 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void HistogramView::paintAxes(QPainter& painter, const QRectF& field) const
{
    const auto& colors = Palette::behind(palette());
    painter.setPen(colors[Ink::frame]);
    painter.drawLine(field.bottomLeft(), field.bottomRight());
    painter.drawLine(field.bottomLeft(), field.topLeft());
    painter.setPen(colors[Ink::faintText]);
    const auto letters = fontMetrics();
    const QRectF counts(0, field.top() - letters.height() * 0.25, field.left() - 4, letters.height());
    painter.drawText(counts, Qt::AlignRight | Qt::AlignVCenter, fromCore(grouped(m_histogram.most())));
    painter.drawText(counts.translated(0, field.bottom() - counts.bottom()), Qt::AlignRight | Qt::AlignVCenter,
                     QStringLiteral("0"));

    const QRectF numbers(field.left(), field.bottom(), field.width(), letters.height());
    const auto first = axisText(m_histogram.starts.front()), last = axisText(m_histogram.last);
    painter.drawText(numbers, Qt::AlignLeft | Qt::AlignVCenter, first);
    if (first == last)
        return;
    painter.drawText(numbers, Qt::AlignRight | Qt::AlignVCenter, last);
    const auto middle = static_cast<std::size_t>(binCount() / 2);
    const auto text = axisText(m_histogram.starts[middle]);
    const auto at = field.left() + field.width() * static_cast<double>(middle) / binCount();
    const auto half = letters.horizontalAdvance(text) / 2.0;
    const auto from = field.left() + letters.horizontalAdvance(first) + half + edge;
    const auto to = field.right() - letters.horizontalAdvance(last) - half - edge;
    if (at >= from && at <= to)
        painter.drawText(QRectF(at - half - 1, numbers.top(), 2 * half + 2, numbers.height()), Qt::AlignCenter,
                         text);
}

void HistogramView::mouseMoveEvent(QMouseEvent* event)
{
    moveTo(m_chosen, binAt(event->position()));
    // The caption is cut off where the panel is narrow.
    QToolTip::showText(event->globalPosition().toPoint(), m_pointed >= 0 ? caption() : QString(), this);
}

void HistogramView::mousePressEvent(QMouseEvent* event)
{
    const auto bin = binAt(event->position());
    moveTo(bin, bin);
}

void HistogramView::leaveEvent(QEvent*)
{
    moveTo(m_chosen, -1);
}

void HistogramView::keyPressEvent(QKeyEvent* event)
{
    const auto last = binCount() - 1;
    if (last < 0)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
        return moveTo(std::max(m_chosen - 1, 0), -1);
    case Qt::Key_Right:
        return moveTo(std::min(m_chosen + 1, last), -1);
    case Qt::Key_Home:
        return moveTo(0, -1);
    case Qt::Key_End:
        return moveTo(last, -1);
    default:
        QWidget::keyPressEvent(event);
    }
}

void HistogramView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void HistogramView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    moveTo(-1, m_pointed);
    update();
}

void HistogramView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

void HistogramView::moveTo(int chosen, int pointed)
{
    if (chosen == m_chosen && pointed == m_pointed)
        return;
    m_chosen = chosen;
    m_pointed = pointed;
    describe();
    update();
}

// For who can't see the bars.
void HistogramView::describe()
{
    const auto range =
        binCount() == 0 ? QString()
                        : tr("Bars from %1 to %2, the largest count is %3")
                              .arg(fromCore(shortNumber(m_histogram.starts.front())),
                                   fromCore(shortNumber(m_histogram.last)), fromCore(grouped(m_histogram.most())));
    setAccessibleDescription(current() >= 0 || binCount() == 0 ? caption() : range);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

} // namespace tscope
