// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse and the keys do in a view.
#include "views/scene_view.h"

#include "selection/selection.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <cmath>

namespace tscope {

void SceneView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag.isOn() && !(event->buttons() & Qt::LeftButton))
        m_drag.cancel(); // it was let go elsewhere
    if (m_drag.isOn())
        return m_drag.move(inScene(event->position()));
    if (m_axisDrag.isOn() && !(event->buttons() & Qt::LeftButton))
        m_axisDrag.cancel();
    if (m_axisDrag.isOn()) {
        m_axisDrag.move(*m_scene, inScene(event->position()));
        return viewport()->update();
    }
    if (!m_selection.isPointing(event->globalPosition()))
        return;
    const auto* handle = BoundaryDrag::handleAt(*m_scene, inScene(event->position()));
    const bool isAxis = m_axisDrag.canStart(*m_scene, inScene(event->position()), m_subject);
    viewport()->setCursor(handle != nullptr ? Qt::SizeHorCursor : isAxis ? Qt::OpenHandCursor : Qt::ArrowCursor);
    if (handle != nullptr)
        m_selection.hover(m_subject, handle->slot);
    else if (const auto* spot = spotAt(event->position()))
        m_selection.hover(m_subject, spot->place);
    else
        m_selection.leave();
}

void SceneView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (m_drag.start(*m_scene, inScene(event->position())))
        return;
    if (m_axisDrag.start(*m_scene, inScene(event->position()), m_subject))
        return;
    if (const auto* spot = spotAt(event->position()))
        m_selection.pick(m_subject, spot->place, this);
    else
        m_selection.clear();
}

void SceneView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_axisDrag.isOn()) {
        const auto step = m_axisDrag.end();
        viewport()->update();
        if (step)
            offer(*step, event->globalPosition().toPoint());
        return;
    }
    if (event->button() != Qt::LeftButton || !m_drag.isOn())
        return;
    if (const auto clicked = m_drag.end())
        m_selection.select(m_subject, *clicked, this);
}

void SceneView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        editSelected();
}

void SceneView::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    setZoom(m_zoom * std::pow(2.0, event->angleDelta().y() / 480.0), event->position());
    event->accept();
}

void SceneView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(1.25);
    case Qt::Key_Minus:
        return zoomBy(0.8);
    case Qt::Key_0:
        return fit();
    case Qt::Key_Z:
        return zoomToSelected();
    case Qt::Key_Left:
        return step(-1, 0);
    case Qt::Key_Right:
        return step(1, 0);
    case Qt::Key_Up:
        return step(0, -1);
    case Qt::Key_Down:
        return step(0, 1);
    case Qt::Key_Space:
        if (const auto* spot = selectedSpot())
            m_selection.pick(m_subject, spot->place, this);
        return;
    case Qt::Key_F2:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return editSelected();
    case Qt::Key_Escape:
        if (!m_drag.isOn() && !m_axisDrag.isOn() && !m_selection.selected())
            return event->ignore(); // the window may have a use for it
        m_drag.isOn() ? m_drag.cancel() : m_axisDrag.isOn() ? m_axisDrag.cancel() : m_selection.clear();
        return viewport()->update();
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

bool SceneView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) // onto a scroll bar too
        m_selection.leave();
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto* handle = BoundaryDrag::handleAt(*m_scene, inScene(help->pos()));
        const auto* spot = spotAt(help->pos());
        const auto ofAxis = m_axisDrag.canStart(*m_scene, inScene(help->pos()), m_subject)
                                ? tr("Drag along the numbers to slice, onto the other axis to swap the two dims")
                                : QString();
        QToolTip::showText(help->globalPos(),
                           handle != nullptr ? handle->words
                           : spot == nullptr ? ofAxis
                                             : spot->words,
                           viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace tscope
