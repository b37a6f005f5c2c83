// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/axis_drag.h"

#include "ops/transform.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

double alongOf(const AxisBand& band, QPointF at)
{
    return band.isDown ? at.y() : at.x();
}

// The number there, or the next one in sight.
std::int64_t numberAt(const AxisBand& band, QPointF at)
{
    const auto steps = std::clamp(std::floor((alongOf(band, at) - band.from) / band.step), -1e15, 1e15);
    return std::clamp(band.first + static_cast<std::int64_t>(steps), band.first, band.end - 1);
}

} // namespace

const AxisBand* AxisDrag::bandAt(const Scene& scene, QPointF at) const
{
    const auto found =
        std::ranges::find_if(scene.axes, [&](const AxisBand& each) { return each.rect.contains(at); });
    return found == scene.axes.end() ? nullptr : &*found;
}

bool AxisDrag::can(SubjectId id, ViewOp op) const
{
    const auto* subject = m_workspace.find(id);
    if (subject == nullptr || subject->preview || subject->tensor->layout == nullptr)
        return false; // what is drawn may be a change that has not been made
    const auto ops = viewOpsOf(*subject->tensor->layout);
    return std::ranges::find(ops, op) != ops.end();
}

bool AxisDrag::canStart(const Scene& scene, QPointF at, SubjectId subject) const
{
    return bandAt(scene, at) != nullptr && (can(subject, ViewOp::narrow) || can(subject, ViewOp::transpose));
}

bool AxisDrag::start(const Scene& scene, QPointF at, SubjectId subject)
{
    if (!canStart(scene, at, subject))
        return false;
    m_from = *bandAt(scene, at);
    m_onto.reset();
    m_isMoved = false;
    m_canSlice = can(subject, ViewOp::narrow);
    m_canSwap = can(subject, ViewOp::transpose);
    m_size = scene.extents[static_cast<std::size_t>(m_from->dim)];
    m_pressed = numberAt(*m_from, at);
    m_begin = m_pressed;
    m_end = m_pressed + 1;
    return true;
}

void AxisDrag::move(const Scene& scene, QPointF at)
{
    m_isMoved = true;
    m_onto.reset();
    if (const auto* band = bandAt(scene, at); band != nullptr && band->dim != m_from->dim && m_canSwap) {
        m_onto = *band;
        return;
    }
    const auto number = numberAt(*m_from, at);
    m_begin = std::min(number, m_pressed);
    m_end = std::max(number, m_pressed) + 1;
}

std::optional<ViewStep> AxisDrag::end()
{
    const auto from = std::exchange(m_from, std::nullopt);
    if (!from || !m_isMoved)
        return std::nullopt;
    if (m_onto)
        return ViewStep{ViewOp::transpose,
                        {StepArg(std::int64_t{std::min(from->dim, m_onto->dim)}),
                         StepArg(std::int64_t{std::max(from->dim, m_onto->dim)})}};
    if (!m_canSlice || m_end - m_begin >= m_size)
        return std::nullopt;
    return ViewStep{ViewOp::narrow,
                    {StepArg(std::int64_t{from->dim}), StepArg(m_begin), StepArg(m_end - m_begin)}};
}

std::vector<QRectF> AxisDrag::marked() const
{
    if (!m_from || !m_isMoved)
        return {};
    if (m_onto)
        return {m_from->rect, m_onto->rect};
    if (!m_canSlice)
        return {};
    const auto& band = *m_from;
    const auto from = band.from + band.step * static_cast<double>(m_begin - band.first);
    const auto length = band.step * static_cast<double>(m_end - m_begin);
    const auto all = band.rect | band.cells;
    return {(band.isDown ? QRectF(all.left(), from, all.width(), length)
                         : QRectF(from, all.top(), length, all.height())) &
            all};
}

QString textOf(const ViewStep& step, std::size_t dims)
{
    if (step.op != ViewOp::narrow)
        return QString::fromStdString(text(step));
    const auto number = [&](std::size_t at) { return std::get<std::int64_t>(step.args[at]); };
    QStringList parts;
    for (std::size_t dim = 0; dim < dims; ++dim)
        parts << (static_cast<std::int64_t>(dim) == number(0)
                      ? QStringLiteral("%1:%2").arg(number(1)).arg(number(1) + number(2))
                      : QStringLiteral(":"));
    return QLatin1Char('[') + parts.join(QStringLiteral(", ")) + QLatin1Char(']');
}

} // namespace tscope
