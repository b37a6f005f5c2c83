// SPDX-License-Identifier: GPL-3.0-or-later
// The spots of a view: which lies under a point, where each is on the screen, and which is selected.
#include "views/scene_view.h"

#include "selection/selection.h"
#include "views/exact_number.h"
#include "views/slot_editor.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QLineF>
#include <QStatusTipEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tscope {

const Spot& SceneView::shownSpot(std::size_t number) const
{
    const auto& spots = m_scene->spots;
    const auto& brackets = m_scene->brackets;
    if (number < spots.size())
        return spots[number];
    number -= spots.size();
    return number < brackets.size() ? brackets[number] : m_scene->violations[number - brackets.size()];
}

// Cells and slots hide marks, whose words they have too, and these hide brackets. A mark is small and stands for a
// smaller place, so the nearest one catches the pointer also a little beside it. What is drawn later hides what is
// drawn earlier.
std::optional<std::size_t> SceneView::shownSpotAt(QPointF position) const
{
    const auto at = inScene(position);
    const auto lastIn = [&](std::size_t begin, std::size_t end) -> std::optional<std::size_t> {
        while (end-- > begin)
            if (shownSpot(end).rect.contains(at))
                return end;
        return std::nullopt;
    };
    const auto cells = m_scene->spots.size(), marks = cells + m_scene->brackets.size();
    if (const auto found = lastIn(0, cells))
        return found;
    constexpr double reach = 3; // pixels
    std::optional<std::size_t> nearest;
    double least = 0;
    for (auto number = marks; number < shownSpots(); ++number) {
        const auto& rect = shownSpot(number).rect;
        const auto distance = QLineF(rect.center(), at).length();
        if (rect.adjusted(-reach, -reach, reach, reach).contains(at) && (!nearest || distance < least)) {
            nearest = number;
            least = distance;
        }
    }
    return nearest ? nearest : lastIn(cells, marks);
}

const Spot* SceneView::spotAt(QPointF position) const
{
    const auto number = shownSpotAt(position);
    return number ? &shownSpot(*number) : nullptr;
}

std::optional<std::size_t> SceneView::selectedNumber() const
{
    const auto* selected = here(m_selection.selected());
    if (selected != nullptr)
        for (std::size_t i = 0; i < shownSpots(); ++i)
            if (shownSpot(i).place == selected->place)
                return i;
    return std::nullopt;
}

// Of cells and slots, not of brackets.
const Spot* SceneView::selectedSpot() const
{
    const auto number = selectedNumber();
    return number && *number < m_scene->spots.size() ? &shownSpot(*number) : nullptr;
}

// A pointer or an index that is looked at is read to its last digit.
void SceneView::paintExact(QPainter& painter) const
{
    const auto* subject = shownSubject();
    if (subject == nullptr)
        return;
    const auto paint = [&](const std::optional<Pointed>& pointed, Ink outline) {
        const auto* own = here(pointed);
        const auto* slot = own == nullptr ? nullptr : std::get_if<Slots>(&own->place);
        const auto* member = slot == nullptr ? nullptr : subject->shown().tensor->find(slot->member);
        if (member == nullptr || member->role->kind == RoleKind::values)
            return;
        const auto spot = std::ranges::find(m_scene->spots, own->place, &Spot::place);
        if (spot == m_scene->spots.end())
            return;
        const QRectF sight(m_origin - m_scene->origin, QSizeF(viewport()->size()));
        if (const auto rect = exactNumberRect(*spot, m_scene->text, sight); !rect.isEmpty())
            paintExactNumber(painter, *spot, rect, outline, *m_palette, m_fonts.enlarged(m_scene->text).value);
    };
    paint(m_selection.selected(), Ink::selected);
    paint(m_selection.hovered(), Ink::hover);
}

QRect SceneView::rectOf(const Spot& spot) const
{
    return spot.rect.translated(m_scene->origin - m_origin).toAlignedRect();
}

QRect SceneView::rectOnScreen(const Spot& spot) const
{
    const auto rect = rectOf(spot);
    return {viewport()->mapToGlobal(rect.topLeft()), rect.size()};
}

void SceneView::select(const Spot& spot)
{
    const auto place = spot.place; // the spot may be gone before all have been told
    m_selection.select(m_subject, place, this);
}

// Tells a screen reader which spot the keyboard is on now; not again while that stays the same.
void SceneView::announceSelection()
{
    const auto number = QAccessible::isActive() && hasFocus() ? selectedNumber() : std::nullopt;
    if (!number)
        return m_announced.reset();
    const std::pair now(*number, shownSpot(*number).place);
    if (std::exchange(m_announced, now) == now)
        return;
    QAccessibleEvent event(this, QAccessible::Focus);
    event.setChild(static_cast<int>(*number));
    QAccessible::updateAccessibility(&event);
}

// A line over the selected spot, if one slot is meant by it.
void SceneView::editSelected()
{
    const auto* selected = here(m_selection.selected());
    const auto* subject = shownSubject();
    if (selected == nullptr || subject == nullptr || covering() == Covering::numbers)
        return;
    const auto slot = editedSlot(*subject->tensor, selected->place, selected->related);
    const auto* spot = selectedSpot();
    if (!slot || spot == nullptr) {
        QStatusTipEvent why(whyNotEdited(*subject->tensor, selected->place, selected->related, spot));
        if (!why.tip().isEmpty())
            QCoreApplication::sendEvent(this, &why); // the window says it in its status line
        return;
    }
    if (subject->preview) {
        const auto at = spot->rect.translated(m_scene->origin - m_origin).bottomLeft().toPoint();
        QToolTip::showText(viewport()->mapToGlobal(at), tr("A preview is shown: apply or drop it to edit."),
                           viewport());
        return;
    }
    auto* editor =
        new SlotEditor(m_workspace, subject->id, *slot, std::holds_alternative<ElementPlace>(selected->place),
                       rectOf(*spot), m_fonts.enlarged(m_scene->text).value, viewport());
    connect(editor, &SlotEditor::goesOn, this, &SceneView::editNext);
    // A strip may scroll to the slot, which is elsewhere then.
    connect(this, &SceneView::sceneChanged, editor, [this, editor, place = spot->place] {
        const auto now = std::ranges::find(m_scene->spots, place, &Spot::place);
        if (now != m_scene->spots.end())
            editor->placeOver(rectOf(*now));
    });
}

// As the picture draws them. At the end of what is drawn the focus comes back to the picture.
void SceneView::editNext(bool forth)
{
    setFocus();
    const auto* subject = shownSubject();
    const auto* own = selectedSpot();
    if (subject == nullptr || own == nullptr)
        return;
    const auto& spots = m_scene->spots;
    const auto last = forth ? spots.data() + spots.size() - 1 : spots.data();
    while (own != last) {
        own += forth ? 1 : -1;
        if (!editedSlot(*subject->tensor, own->place, {}))
            continue;                  // what is found at an element is known only after it was selected
        const auto place = own->place; // the scene may be another one after this
        select(*own);
        goTo({place});
        return editSelected();
    }
}

// The nearest spot in that direction becomes the selected one; the first of all where none is.
void SceneView::step(int dx, int dy)
{
    const auto& spots = m_scene->spots;
    if (spots.empty())
        return;
    const auto* own = selectedSpot();
    if (own == nullptr)
        return select(spots.front());
    const auto from = own->rect.center();
    const Spot* best = nullptr;
    double least = 0;
    for (const auto& spot : spots) {
        const auto way = spot.rect.center() - from;
        const auto along = way.x() * dx + way.y() * dy, across = std::abs(way.x() * dy) + std::abs(way.y() * dx);
        if (along < 0.5)
            continue;
        const auto distance = along + 4 * across;
        if (best == nullptr || distance < least) {
            best = &spot;
            least = distance;
        }
    }
    if (best == nullptr)
        return;
    const auto place = best->place; // the scene may be another one after this
    select(*best);
    goTo({place});
}

} // namespace tscope
