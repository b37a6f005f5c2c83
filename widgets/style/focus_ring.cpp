// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QApplication>
#include <QDialog>
#include <QEvent>
#include <QPainter>
#include <QScrollArea>
#include <QTabBar>

namespace tscope {

namespace {

constexpr int thickness = 2;

class Ring : public QWidget
{
public:
    explicit Ring(QWidget* around) : QWidget(around)
    {
        setObjectName(QStringLiteral("focus ring"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
        setFocusPolicy(Qt::NoFocus);
        fit();
        show();
        raise();
    }
    void fit()
    {
        const auto rect = parentWidget()->rect();
        setGeometry(rect);
        // What is inside need not be painted anew.
        setMask(QRegion(rect) - QRegion(rect.adjusted(thickness, thickness, -thickness, -thickness)));
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter(this).fillRect(rect(), palette().color(QPalette::Highlight));
    }
};

// Those that have a frame, and those that only scroll: a view without a frame draws its own sign.
bool isFramed(const QWidget* widget)
{
    const auto* area = qobject_cast<const QAbstractScrollArea*>(widget);
    return area != nullptr &&
           (area->frameShape() != QFrame::NoFrame || qobject_cast<const QScrollArea*>(area) != nullptr);
}

// Those whose style hardly shows it. They get a ring when keys move the focus, not when they are clicked.
bool isReachedByKeys(const QWidget* widget)
{
    const bool isFaint = qobject_cast<const QAbstractButton*>(widget) != nullptr ||
                         qobject_cast<const QAbstractSlider*>(widget) != nullptr ||
                         qobject_cast<const QTabBar*>(widget) != nullptr;
    return isFaint && widget->window()->testAttribute(Qt::WA_KeyboardFocusChange);
}

// Scrolls what keys have come to into sight: Qt does so only where the focus was in the same area before. What is
// pressed with the mouse stays where it is, or it would be let go of over something else.
void reveal(QWidget* widget)
{
    if (widget == nullptr || QGuiApplication::mouseButtons() != Qt::NoButton ||
        !widget->window()->testAttribute(Qt::WA_KeyboardFocusChange))
        return;
    for (auto* at = widget->parentWidget(); at != nullptr; at = at->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(at))
            area->ensureWidgetVisible(widget);
}

} // namespace

FocusRing::FocusRing(QApplication& application) : QObject(&application)
{
    application.installEventFilter(this);
    connect(&application, &QApplication::focusChanged, this,
            [this](QWidget* /*before*/, QWidget* focused) { follow(focused); });
}

FocusRing::~FocusRing()
{
    delete m_ring;
}

void FocusRing::follow(QWidget* focused)
{
    delete m_ring;
    reveal(focused);
    if (!isFramed(focused) && !isReachedByKeys(focused))
        return;
    m_ring = new Ring(focused);
}

bool FocusRing::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Resize && m_ring && object == m_ring->parentWidget())
        static_cast<Ring*>(m_ring.data())->fit();
    // Where the focus begins in a dialog is seen before any key is pressed.
    if (event->type() == QEvent::Show)
        if (auto* dialog = qobject_cast<QDialog*>(object))
            dialog->setAttribute(Qt::WA_KeyboardFocusChange);
    return QObject::eventFilter(object, event);
}

} // namespace tscope
