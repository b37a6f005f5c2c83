// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/related.h"
#include "scenes/scene.h"
#include "workspace/workspace.h"

#include <QLineEdit>

#include <optional>

namespace tscope {

// The one slot that editing a place means: the slot itself, or the value that is found there.
std::optional<Slots> editedSlot(const Tensor& tensor, const Place& place, const Related& related);

// Why a place that is drawn as `spot` has no such slot, and what can be done. `spot` is null where elements and
// slots are too small to be drawn one by one. Empty while what is related to the place is not known.
QString whyNotEdited(const Tensor& tensor, const Place& place, const Related& related, const Spot* spot);

// A line that changes one slot of a member, laid over where it is drawn. What is no value of its type is said
// below it; Enter makes one undo step of it, Tab does so too and goes on, Escape and leaving the line let things
// be.
class SlotEditor : public QLineEdit
{
    Q_OBJECT

public:
    // `isElement`: an element of the tensor is edited, which may be meant conjugated or negated; else what the
    // slot stores. `font`: in which its number is drawn there. Precondition: the slot is one of a readable member.
    SlotEditor(Workspace& workspace, SubjectId subject, const Slots& slot, bool isElement, QRect rect,
               const QFont& font, QWidget* parent);

    void placeOver(const QRect& rect);

Q_SIGNALS:
    void goesOn(bool forth); // by Tab, the number was taken; else by Shift+Tab

protected:
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    bool commit(); // false: it can't be taken, and stays
    // Between the number in the line and the one in the slot, either way.
    Element turned(const Tensor& tensor, const Element& element) const;

    Workspace& m_workspace;
    SubjectId m_subject;
    Slots m_slot;
    bool m_isElement;
};

} // namespace tscope
