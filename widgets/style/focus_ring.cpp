// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QApplication>
#include <QEvent>
#include <QPainter>
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

// Those that have a frame: a view without one draws its own sign.
bool isFramed(const QWidget* widget)
{
    const auto* area = qobject_cast<const QAbstractScrollArea*>(widget);
    return area != nullptr && area->frameShape() != QFrame::NoFrame;
}

// Those whose style hardly shows it. They get a ring when keys move the focus, not when they are clicked.
bool isReachedByKeys(const QWidget* widget)
{
    const bool isFaint = qobject_cast<const QAbstractButton*>(widget) != nullptr ||
                         qobject_cast<const QAbstractSlider*>(widget) != nullptr ||
                         qobject_cast<const QTabBar*>(widget) != nullptr;
    return isFaint && widget->window()->testAttribute(Qt::WA_KeyboardFocusChange);
}

} // namespace

FocusRing::FocusRing(QApplication& application) : QObject(&application)
{
    connect(&application, &QApplication::focusChanged, this,
            [this](QWidget* /*before*/, QWidget* focused) { follow(focused); });
}

FocusRing::~FocusRing()
{
    delete m_ring;
}

void FocusRing::follow(QWidget* focused)
{
    if (m_ring) {
        m_ring->parentWidget()->removeEventFilter(this);
        delete m_ring;
    }
    if (!isFramed(focused) && !isReachedByKeys(focused))
        return;
    m_ring = new Ring(focused);
    focused->installEventFilter(this);
}

bool FocusRing::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Resize && m_ring && object == m_ring->parentWidget())
        static_cast<Ring*>(m_ring.data())->fit();
    return QObject::eventFilter(object, event);
}

} // namespace tscope
