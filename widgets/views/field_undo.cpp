// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/field_undo.h"

#include <QKeyEvent>
#include <QLineEdit>

namespace tscope {

namespace {

class UndoFilter : public QObject
{
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::ShortcutOverride || static_cast<QLineEdit*>(watched)->isModified())
            return false;
        auto* key = static_cast<QKeyEvent*>(event);
        if (!key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo))
            return false;
        key->ignore();
        return true;
    }
};

} // namespace

void leaveUndoToTheWindow(QLineEdit& line)
{
    line.installEventFilter(new UndoFilter(&line));
    QObject::connect(&line, &QLineEdit::editingFinished, &line, [&line] { line.setModified(false); });
}

} // namespace tscope
