// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/related.h"
#include "workspace/workspace.h"

#include <QLineEdit>

#include <optional>

namespace tscope {

// The one slot that editing a place means: the slot itself, or the value that is found there.
std::optional<Slots> editedSlot(const Tensor& tensor, const Place& place, const Related& related);

// A line that changes one slot of a member, laid over where it is drawn. What is no value of its type is said
// below it; Enter makes one undo step of it, Escape and leaving the line let things be.
class SlotEditor : public QLineEdit
{
    Q_OBJECT

public:
    // Precondition: the slot is one of a readable member.
    SlotEditor(Workspace& workspace, SubjectId subject, const Slots& slot, QRect rect, QWidget* parent);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void commit();

    Workspace& m_workspace;
    SubjectId m_subject;
    Slots m_slot;
};

} // namespace tscope
