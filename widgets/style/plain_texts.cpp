// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/plain_texts.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>

namespace tscope {

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
    return QObject::eventFilter(object, event);
}

} // namespace tscope
