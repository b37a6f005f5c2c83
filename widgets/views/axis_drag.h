// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "array/transform.h"
#include "scenes/scene.h"
#include "workspace/workspace.h"

#include <optional>
#include <vector>

namespace tscope {

// The numbers of an axis under the mouse. Held and drawn along them they mark a slice of that dim; drawn to the
// other axis they swap the two. What was drawn is told at the end, and what comes of it is for others to do.
class AxisDrag
{
public:
    explicit AxisDrag(const Workspace& workspace) : m_workspace(workspace) {}

    // Whether what lies at that position can be drawn: numbers of a tensor that has such views.
    bool canStart(const Scene& scene, QPointF at, SubjectId subject) const;
    bool start(const Scene& scene, QPointF at, SubjectId subject);
    bool isOn() const { return m_from.has_value(); }
    void move(const Scene& scene, QPointF at);
    std::optional<ViewStep> end(); // nothing: it was only clicked, or marks all of the dim
    void cancel() { m_from.reset(); }
    std::vector<QRectF> marked() const; // in the scene in which it was moved; empty: nothing is meant

private:
    const AxisBand* bandAt(const Scene& scene, QPointF at) const;
    bool can(SubjectId subject, ViewOp op) const;

    const Workspace& m_workspace;
    std::optional<AxisBand> m_from; // nothing: none is held
    std::optional<AxisBand> m_onto; // another one
    bool m_canSlice = false, m_canSwap = false, m_isMoved = false;
    std::int64_t m_size = 0, m_pressed = 0, m_begin = 0, m_end = 0; // of the dim; what is marked of it
};

// As one would write it: "[1:3, :]", "transpose(0, 1)".
QString textOf(const ViewStep& step, std::size_t dims);

} // namespace tscope
