// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/slot_editor.h"

#include "facts/slot_bytes.h"

#include "style/titles.h"
#include "tensor/view_bits.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QToolTip>

#include <algorithm>

namespace tscope {

std::optional<Slots> editedSlot(const Tensor& tensor, const Place& place, const Related& related)
{
    const auto canBe = [&](const Slots& slot) {
        const auto* member = tensor.find(slot.member);
        return slot.end == slot.begin + 1 && member != nullptr && member->isReadable();
    };
    if (const auto* slot = std::get_if<Slots>(&place))
        return canBe(*slot) ? std::optional(*slot) : std::nullopt;
    // Bytes are the slot that they are read as, where that is one.
    if (const auto* bytes = std::get_if<BytePlace>(&place)) {
        constexpr std::int64_t most = 2;
        for (const auto& member : tensor.members) {
            if (member.array.storage->id() != bytes->storageId || !member.isReadable())
                continue;
            const auto there = slotsIn(member, {bytes->begin, bytes->end}, most);
            if (there.complete && there.slots.size() == 1 && canBe(there.slots.front()))
                return there.slots.front();
        }
        return std::nullopt;
    }
    // An element is its value.
    std::optional<Slots> found;
    for (const auto& slot : related.slots) {
        const auto* member = tensor.find(slot.member);
        if (member == nullptr || !canBe(slot))
            continue;
        if (member->role->kind != RoleKind::values)
            continue;
        if (found)
            return std::nullopt; // the sum of several
        found = slot;
    }
    return found;
}

QString whyNotEdited(const Tensor& tensor, const Place& place, const Related& related, const Spot* spot)
{
    if (spot == nullptr)
        return SlotEditor::tr("Zoom in to edit: single numbers are too small here.");
    const auto* element = std::get_if<ElementPlace>(&place);
    if (element == nullptr)
        return SlotEditor::tr("This is not one number of a member, so it can't be edited here.");
    const auto index = QString::fromStdString(text(element->index));
    const auto values = std::ranges::count_if(related.slots, [&](const Slots& slots) {
        const auto* member = tensor.find(slots.member);
        return member != nullptr && member->role->kind == RoleKind::values;
    });
    if (values > 1)
        return SlotEditor::tr("%1 is the sum of several entries: edit one of them under Members.").arg(index);
    if (values == 1)
        return SlotEditor::tr("%1 can't be read, so it can't be edited.").arg(index);
    // The picture has looked; what is related may not be known yet.
    if (!spot->words.contains(QCoreApplication::translate("tscope::LogicalScene", "not stored")))
        return {};
    return SlotEditor::tr(
               "%1 is not stored, so there is no number to edit. Converted to strided, the tensor has a "
               "number there.")
        .arg(index);
}

void SlotEditor::placeOver(const QRect& rect)
{
    const auto width = std::max(rect.width(), fontMetrics().horizontalAdvance(text()) + 40);
    setGeometry(rect.left(), rect.center().y() - sizeHint().height() / 2, width, sizeHint().height());
}

SlotEditor::SlotEditor(Workspace& workspace, SubjectId subject, const Slots& slot, bool isElement, QRect rect,
                       const QFont& font, QWidget* parent)
    : QLineEdit(parent), m_workspace(workspace), m_subject(subject), m_slot(slot), m_isElement(isElement)
{
    setObjectName(QStringLiteral("slot editor"));
    setFont(font);
    const auto& tensor = *workspace.find(subject)->tensor;
    setAccessibleName(titleOf(slot.member, slot.begin, tensor));
    setText(QString::fromStdString(turned(tensor, tensor.member(slot.member).array.at(slot.begin)).text()));
    placeOver(rect);
    selectAll();
    show();
    setFocus();
    // What it would change may be gone while it is open.
    connect(&workspace, &Workspace::currentChanged, this, &QObject::deleteLater);
    connect(&workspace, &Workspace::subjectChanged, this, [this](SubjectId changed) {
        if (changed == m_subject)
            deleteLater();
    });
}

Element SlotEditor::turned(const Tensor& tensor, const Element& element) const
{
    return m_isElement ? meantElement(tensor, element) : element; // each of the two is its own inverse
}

bool SlotEditor::commit()
{
    const auto* subject = m_workspace.find(m_subject);
    if (subject == nullptr) {
        deleteLater();
        return true;
    }
    const auto& member = subject->tensor->member(m_slot.member);
    const auto typed = parseElement(text().toStdString(), member.array.dtype);
    const auto refuse = [this](const Error& error) {
        QToolTip::showText(mapToGlobal(QPoint(0, height())), QString::fromStdString(error.text), this);
        setAccessibleDescription(QString::fromStdString(error.text));
        return false;
    };
    if (!typed)
        return refuse(typed.error());
    const auto value = turned(*subject->tensor, *typed);
    const auto before = member.array.at(m_slot.begin);
    if (value == before) {
        deleteLater();
        return true;
    }
    const auto title = titleOfChange(titleOf(m_slot.member, m_slot.begin, *subject->tensor),
                                     QString::fromStdString(before.text()), QString::fromStdString(value.text()));
    EditList edits;
    edits.edits.emplace_back(SetElements{std::string(m_slot.member), m_slot.begin, {value}});
    const auto done = m_workspace.edit(m_subject, edits, title);
    return done || refuse(done.error());
}

// As in tables: Tab and Shift+Tab never leave the picture.
bool SlotEditor::focusNextPrevChild(bool next)
{
    if (commit())
        Q_EMIT goesOn(next);
    return true;
}

void SlotEditor::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        parentWidget()->setFocus();
        deleteLater();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        commit();
        return; // and not on to the view, which would open the next editor
    }
    QLineEdit::keyPressEvent(event);
}

void SlotEditor::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    deleteLater();
}

} // namespace tscope
