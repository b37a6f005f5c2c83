// SPDX-License-Identifier: GPL-3.0-or-later
// The movement window in front of a class.
#include "movement/movement_dialog.h"
#include "movement/movement_view.h"
#include "style/large_tips.h"
#include "style/projected_type.h"

#include <QKeyEvent>
#include <QLayout>
#include <QScreen>
#include <QShortcut>

namespace tscope {

MovementDialog::~MovementDialog() = default;

// Remote controls send the page keys, whichever of the choices has the focus.
void MovementDialog::makeClassKeys()
{
    const auto on = [this](Qt::Key key, auto run) {
        connect(new QShortcut(QKeySequence(key), this), &QShortcut::activated, this, run);
    };
    on(Qt::Key_PageDown, [this] { m_view->step(1); });
    on(Qt::Key_PageUp, [this] { m_view->step(-1); });
    on(Qt::Key_F11, [this] {
        if (m_isEnlarged)
            shrink();
        else if (isFullScreen())
            close(); // it came up over the projector
        else
            enlarge();
    });
}

void MovementDialog::enlarge()
{
    if (m_isEnlarged)
        return;
    m_isEnlarged = true;
    m_usualPlace = geometry();
    const auto place = screen()->geometry();
    auto type = font();
    type.setPointSizeF(projectedPoints(place.size(), logicalDpiY()));
    setFont(type);
    m_tips = std::make_unique<LargeTips>(*this);
    setGeometry(place); // where no window manager does it
    showFullScreen();
    m_view->setFocus(Qt::OtherFocusReason);
}

void MovementDialog::shrink()
{
    m_isEnlarged = false;
    m_tips.reset();
    setFont({}); // the application's
    showNormal();
    layout()->activate(); // its least size is still that of the large type
    setGeometry(m_usualPlace);
}

void MovementDialog::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_isEnlarged)
        return shrink();
    QDialog::keyPressEvent(event);
}

} // namespace tscope
