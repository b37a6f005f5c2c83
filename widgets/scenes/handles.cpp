// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/handles.h"

#include "base/checked_math.h"
#include "style/titles.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope {

namespace {

struct HandleWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::Handles)
};

} // namespace

Handles::Handles(const Tensor& tensor, const Member& over, const Outline& outline, double strokeScale)
    : m_tensor(tensor), m_most(0), m_slotsEach(1), m_half(4 * strokeScale)
{
    const auto& sizes = over.array.geometry.sizes;
    const auto batches = static_cast<std::size_t>(std::clamp<std::int64_t>(outline.batchDims.value_or(0), 0, 64));
    if (batches >= sizes.size())
        return;
    m_most = std::max<std::int64_t>(0, sizes[batches]);
    for (auto d = batches + 1; d < sizes.size(); ++d)
        m_slotsEach = saturatingMul(m_slotsEach, sizes[d]);
}

void Handles::add(const Span& span, double from, double to, double top, double bottom, double slotWidth,
                  std::vector<Handle>& handles) const
{
    const auto* member = m_tensor.find(span.from.member);
    if (member == nullptr || !member->isReadable() || m_slotsEach <= 0)
        return;
    const auto valueAt = [&](std::int64_t slot) { return member->array.at(slot).asIndex(); };
    const auto first = valueAt(span.from.begin);
    const auto make = [&](std::int64_t slot, std::int64_t value, double edge) {
        // What lies outside can be taken apart from what lies at that end.
        const auto at = value < 0 ? edge - 2 * m_half : value > m_most ? edge + 2 * m_half : edge;
        const Slots own{span.from.member, slot, slot + 1};
        if (!handles.empty() && handles.back().slot == own)
            return; // one ends where the next begins
        handles.push_back({QRectF(at - m_half, top, 2 * m_half, bottom - top), own, value, m_most,
                           slotWidth * static_cast<double>(m_slotsEach),
                           HandleWords::tr("%1 = %2, drag it to another place")
                               .arg(titleOf(own.member, slot, m_tensor))
                               .arg(value)});
    };
    if (first)
        make(span.from.begin, *first, from);
    // The end is another slot's only where that is what ends it: there may be lengths instead.
    const auto last = span.from.end == span.from.begin + 2 ? valueAt(span.from.begin + 1) : std::nullopt;
    if (last == span.claimedEnd)
        make(span.from.begin + 1, *last, to);
}

} // namespace tscope
