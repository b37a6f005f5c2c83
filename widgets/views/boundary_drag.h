// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"
#include "workspace/workspace.h"

#include <optional>
#include <vector>

namespace tscope {

// The edge of a bracket under the mouse: while it is held, the tensor is seen as the slot behind it would make it;
// letting go writes that slot as one undo step.
class BoundaryDrag
{
public:
    explicit BoundaryDrag(Workspace& workspace) : m_workspace(workspace) {}

    // Takes what lies at that position of the scene; false where nothing does.
    bool start(const Scene& scene, QPointF at);
    bool isOn() const { return m_tensor != nullptr; }
    void move(QPointF at);
    std::optional<Slots> end(); // the slot that was meant, if it was only clicked
    void cancel();
    // For another tensor, or another value of it, there is nothing to drag.
    void cancelIfGone();

    static const Handle* handleAt(const Scene& scene, QPointF at);

private:
    // Of those that lie on each other the first goes left and the last goes right, so that none passes another.
    const Handle& handleFor(double way) const { return way < 0 ? m_handles.front() : m_handles.back(); }

    Workspace& m_workspace;
    TensorPtr m_tensor; // null: nothing is held
    std::vector<Handle> m_handles;
    QPointF m_from;
    const Handle* m_moved = nullptr; // of m_handles; null: where it was
    std::int64_t m_value = 0;
};

} // namespace tscope
