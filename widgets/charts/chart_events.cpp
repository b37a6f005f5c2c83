// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse and the keys do to a chart.
#include "charts/chart.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMetaMethod>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace tscope::charts {

namespace {

constexpr double keyStep = 1.25; // of zooming
constexpr double wheelRows = 3;

} // namespace

bool Chart::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) // told at once, by the move
        return true;
    return QWidget::event(event);
}

void Chart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::StyleChange)
        refresh();
}

void Chart::resizeEvent(QResizeEvent* /*event*/)
{
    refresh();
}

void Chart::wheelEvent(QWheelEvent* event)
{
    const auto turns = event->angleDelta().y() / 120.0;
    if (isScrolled() && !(event->modifiers() & Qt::ControlModifier))
        scrollTo(m_drawing.fields.front().y.shown.low - turns * wheelRows);
    else
        zoom(event->position(), std::pow(2.0, turns / 4));
    event->accept();
}

void Chart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    m_isPressed = true;
    m_isPulled = false;
    m_pressedAt = m_pulledFrom = event->position();
}

void Chart::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_isPressed)
        return pointAt(event->position());
    if (!m_isPulled && (event->position() - m_pressedAt).manhattanLength() < QApplication::startDragDistance())
        return;
    m_isPulled = true;
    setCursor(Qt::ClosedHandCursor);
    pull(event->position() - m_pulledFrom);
    m_pulledFrom = event->position();
}

void Chart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_isPressed)
        return;
    m_isPressed = false;
    if (const auto item = m_isPulled ? -1 : itemAt(event->position()); item >= 0) {
        choose(item);
        tell(item);
    }
    pointAt(event->position());
}

void Chart::mouseDoubleClickEvent(QMouseEvent* /*event*/)
{
    m_isPressed = false;
    showAll();
}

void Chart::leaveEvent(QEvent* /*event*/)
{
    say({}, {});
}

void Chart::keyPressEvent(QKeyEvent* event)
{
    const QPointF middle = rect().center();
    switch (const auto key = static_cast<Qt::Key>(event->key())) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(middle, keyStep);
    case Qt::Key_Minus:
        return zoom(middle, 1 / keyStep);
    case Qt::Key_0:
    case Qt::Key_Home:
        return showAll();
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        if (itemCount() == 0)
            return;
        choose(next(m_chosen, key));
        return say(textOf(m_chosen), placeOf(m_chosen).toPoint(), m_chosen);
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_chosen >= 0)
            return tell(m_chosen);
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void Chart::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("chart menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy picture"), this, [this] { copy(pictureWork()); });
    if (isSignalConnected(QMetaMethod::fromSignal(&Chart::exportAsked)))
        menu->addAction(tr("Export picture...") + QStringLiteral("\tCtrl+E"), this, &Chart::exportAsked);
    if (hasTable())
        menu->addAction(tr("Copy data as CSV"), this, [this] { copy(tableWork()); });
    menu->popup(event->globalPos());
}

void Chart::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    refresh();
}

void Chart::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    refresh();
}

} // namespace tscope::charts
