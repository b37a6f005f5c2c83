// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boundary_drag.h"

#include "style/titles.h"

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

QString titleOf(const Handle& handle, std::int64_t value, const Tensor& tensor)
{
    return titleOfChange(titleOf(handle.slot.member, handle.slot.begin, tensor), QString::number(handle.value),
                         QString::number(value));
}

Result<EditList> editOf(const Tensor& tensor, const Handle& handle, std::int64_t value)
{
    const auto element = Element::from(value, tensor.member(handle.slot.member).array.dtype);
    if (!element)
        return element.error();
    return EditList{{SetElements{std::string(handle.slot.member), handle.slot.begin, {*element}}}};
}

// What the slot becomes. A boundary stops at the ends of what it points into; one from outside comes in at the
// nearest end, as soon as it is moved that way.
std::int64_t valueOf(const Handle& handle, double way)
{
    const auto inside = std::clamp<std::int64_t>(handle.value, 0, handle.most);
    const auto inward = handle.value > inside ? -way : way;
    if (handle.value != inside && inward < 4)
        return handle.value;
    // Far beyond what is in sight it is at an end.
    const auto steps = static_cast<std::int64_t>(std::clamp(std::round(way / handle.step), -1e15, 1e15));
    return std::clamp<std::int64_t>(saturatingAdd(inside, steps), 0, handle.most);
}

} // namespace

const Handle* BoundaryDrag::handleAt(const Scene& scene, QPointF at)
{
    const auto found =
        std::ranges::find_if(scene.handles, [&](const Handle& each) { return each.rect.contains(at); });
    return found == scene.handles.end() ? nullptr : &*found;
}

bool BoundaryDrag::start(const Scene& scene, QPointF at)
{
    const auto* subject = m_workspace.currentSubject();
    const auto* first = handleAt(scene, at);
    // What is drawn may be a change that has not been made.
    if (subject == nullptr || first == nullptr || subject->preview)
        return false;
    m_handles.clear();
    for (const auto& each : scene.handles)
        if (each.rect == first->rect)
            m_handles.push_back(each);
    m_tensor = subject->tensor;
    m_from = at;
    m_moved = nullptr;
    return true;
}

void BoundaryDrag::move(QPointF at)
{
    const auto way = at.x() - m_from.x();
    const auto& handle = handleFor(way);
    const auto value = valueOf(handle, way);
    const auto* moved = value == handle.value ? nullptr : &handle;
    if (moved == m_moved && (moved == nullptr || value == m_value))
        return;
    m_moved = moved;
    m_value = value;
    if (moved == nullptr)
        return m_workspace.dropPreview();
    m_workspace.preview(
        titleOf(handle, value, *m_tensor),
        [handle, value](const Tensor& tensor, const ReportPtr&) -> Result<Change> {
            const auto edits = editOf(tensor, handle, value);
            if (!edits)
                return edits.error();
            return changed(tensor, *edits);
        },
        Workspace::PreviewKind::live);
}

std::optional<Slots> BoundaryDrag::end()
{
    const auto tensor = std::exchange(m_tensor, nullptr);
    m_workspace.dropPreview();
    if (m_moved == nullptr)
        return m_handles.front().slot;
    const auto edits = editOf(*tensor, *m_moved, m_value);
    if (edits) // else a value that its type can't hold: nothing has been seen either
        (void)m_workspace.edit(m_workspace.current(), *edits, titleOf(*m_moved, m_value, *tensor));
    return std::nullopt;
}

void BoundaryDrag::cancel()
{
    if (!isOn())
        return;
    m_tensor = nullptr;
    m_workspace.dropPreview();
}

void BoundaryDrag::cancelIfGone()
{
    const auto* subject = m_workspace.currentSubject();
    if (isOn() && (subject == nullptr || subject->tensor != m_tensor))
        cancel();
}

} // namespace tscope
