// SPDX-License-Identifier: GPL-3.0-or-later
#include "movement/movement_view.h"

#include "style/palette.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

constexpr double travelMs = 4000, stepMs = 1500; // at normal speed: a class follows them
constexpr double keyShare = 0.1;                 // of a step, where there are pictures between
constexpr double nowhere = -1;                   // before a film is shown

} // namespace

MovementView::MovementView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Movement"));
    connect(&m_animation, &QVariantAnimation::valueChanged, this,
            [this](const QVariant& time) { show(time.toDouble()); });
    connect(&m_animation, &QVariantAnimation::stateChanged, this, &MovementView::playingChanged);
}

void MovementView::setFilm(FilmPtr film, double time)
{
    m_animation.stop();
    m_film = std::move(film);
    m_time = nowhere;
    updateScrollBars();
    show(time);
}

QSizeF MovementView::room() const
{
    const auto bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    return maximumViewportSize() - QSize(bar, 0);
}

void MovementView::show(double time)
{
    const auto last = m_film ? double(m_film->steps()) : 0.0;
    time = std::clamp(isContinuous() ? time : std::floor(time), 0.0, last);
    if (time == m_time) // an animation comes by more often than there are whole steps
        return;
    m_time = time;
    setAccessibleDescription(m_film ? m_film->words(time) : QString());
    viewport()->update();
    Q_EMIT moved();
}

void MovementView::setTime(double time)
{
    m_animation.stop();
    show(time);
}

void MovementView::step(int by)
{
    const auto told = isContinuous() ? m_film->toldBeside(m_time, by) : std::nullopt;
    setTime(told ? *told : isContinuous() ? std::round(m_time / keyShare + by) * keyShare : m_time + by);
}

void MovementView::setPlaying(bool isPlaying)
{
    m_animation.stop();
    if (!isPlaying || !m_film)
        return;
    const auto last = double(m_film->steps());
    const auto from = m_time < last ? m_time : 0.0;
    if (m_film->isContinuous() && !m_isInMotion)
        return show(m_time < last ? last : 0.0);
    m_animation.setStartValue(from);
    m_animation.setEndValue(last);
    m_animation.setDuration(
        static_cast<int>((last - from) * (m_film->isContinuous() ? travelMs : stepMs) / m_speed));
    m_animation.setEasingCurve(m_film->isContinuous() && from == 0 ? QEasingCurve::InOutQuad
                                                                   : QEasingCurve::Linear);
    m_animation.start();
}

// A film that plays goes on from where it is.
void MovementView::setSpeed(double speed)
{
    m_speed = speed;
    if (isPlaying())
        setPlaying(true);
}

void MovementView::setInMotion(bool isInMotion)
{
    m_animation.stop();
    m_isInMotion = isInMotion;
    show(m_time);
}

bool MovementView::takes(int key)
{
    switch (key) {
    case Qt::Key_Left:
        step(-1);
        return true;
    case Qt::Key_Right:
        step(1);
        return true;
    case Qt::Key_Home:
        setTime(0);
        return true;
    case Qt::Key_End:
        setTime(m_film ? m_film->steps() : 0);
        return true;
    case Qt::Key_Space:
        setPlaying(!isPlaying());
        return true;
    default:
        return false;
    }
}

QPointF MovementView::origin() const
{
    return QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
}

void MovementView::updateScrollBars()
{
    constexpr double rounding = 0.01;
    const auto size = m_film ? m_film->size() : QSizeF();
    const auto seen = viewport()->size();
    horizontalScrollBar()->setPageStep(seen.width());
    horizontalScrollBar()->setRange(
        0, std::max(0, static_cast<int>(std::ceil(size.width() - rounding)) - seen.width()));
    verticalScrollBar()->setPageStep(seen.height());
    verticalScrollBar()->setRange(
        0, std::max(0, static_cast<int>(std::ceil(size.height() - rounding)) - seen.height()));
}

void MovementView::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), Palette::behind(palette())[Ink::canvas]);
    if (!m_film)
        return;
    painter.translate(-origin());
    const auto whole = QRectF(QPointF(0, 0), m_film->size());
    m_film->paint(painter, m_time, QRectF(origin(), viewport()->size()) & whole);
}

void MovementView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
}

void MovementView::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers() != Qt::NoModifier || !takes(event->key()))
        QAbstractScrollArea::keyPressEvent(event);
}

bool MovementView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !m_film)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto words = m_film->wordsAt(QPointF(help->pos()) + origin(), m_time);
    words.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), words, viewport());
    return true;
}

} // namespace tscope
