// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/strips.h"

namespace tscope {

// Makes handles of the edges of spans that lie over one member, as far as slots of another say where they are:
// the first slot where a span begins, the second, if there is one, where it ends.
class Handles
{
public:
    // Precondition: outlives it.
    // Of pictures whose lines are so much thicker than usual.
    Handles(const Tensor& tensor, const Member& over, const Outline& outline, double strokeScale);

    // `from` and `to` are where the edges are drawn; `top` and `bottom` how far they reach; `slotWidth` of `over`.
    void add(const Span& span, double from, double to, double top, double bottom, double slotWidth,
             std::vector<Handle>& handles) const;

private:
    const Tensor& m_tensor;
    std::int64_t m_most;      // entries that can be pointed into
    std::int64_t m_slotsEach; // slots of one entry
    double m_half;            // of the width of a handle
};

} // namespace tscope
