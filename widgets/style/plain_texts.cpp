// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/plain_texts.h"

#include <QApplication>
#include <QCursor>
#include <QEvent>
#include <QLabel>

#include <algorithm>

namespace tscope {

namespace {

// Qt wraps only those that are wider than the screen. Words that are longer than a line stay whole.
void wrapTip(QLabel& tip)
{
    const auto metrics = tip.fontMetrics();
    const auto most = 60 * metrics.averageCharWidth();
    const auto text = metrics.size(0, tip.text()).width();
    if (text <= most)
        return;
    tip.setWordWrap(false);
    const auto around = tip.sizeHint().width() - text;
    const auto wrapped =
        metrics.boundingRect(QRect(0, 0, most, QWIDGETSIZE_MAX), Qt::TextWordWrap, tip.text()).width();
    const auto width = std::max(most, wrapped) + around;
    tip.setWordWrap(true);
    const QSize size(width, tip.heightForWidth(width));
    const auto wide = tip.geometry();
    tip.resize(size);
    // One that was moved to the left, to be on the screen, has no need for that any more.
    const auto pointer = QCursor::pos();
    if (!tip.isVisible() && wide.left() < pointer.x() && wide.right() > pointer.x())
        tip.move(std::min(pointer.x(), wide.right() + 1 - width), wide.top());
}

} // namespace

PlainTexts::PlainTexts(QApplication& application) : QObject(&application)
{
    application.installEventFilter(this);
}

// A label is polished before its text is first laid out. Tool tips are labels too.
bool PlainTexts::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Polish)
        if (auto* label = qobject_cast<QLabel*>(object); label != nullptr && label->textFormat() == Qt::AutoText)
            label->setTextFormat(Qt::PlainText);
    if ((event->type() == QEvent::Show || event->type() == QEvent::Resize) && object->inherits("QTipLabel"))
        wrapTip(*qobject_cast<QLabel*>(object));
    return QObject::eventFilter(object, event);
}

} // namespace tscope
