// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/slices.h"

#include <vector>

namespace tscope::cpu {

// Two patterns of as many slices, with indices that ascend and are distinct, to be merged slice by slice. A slice
// that holds so much of both that threads have to share it is cut at an index, in both alike: its pieces are
// slices themselves, and what they merge to, one after the other, is what the whole one does. The cuts depend on
// the patterns and the work only.
template <class I>
class SharedSlices
{
public:
    // `perTask`: entries of both that a thread takes at a time.
    SharedSlices(const Slices<I>& a, const Slices<I>& b, std::int64_t perTask);
    SharedSlices(const SharedSlices&) = delete;
    SharedSlices& operator=(const SharedSlices&) = delete;

    bool isCut() const { return !m_giants.empty(); }
    const Slices<I>& a() const { return m_a; } // with pieces as slices; the given one where nothing is cut
    const Slices<I>& b() const { return m_b; }

    struct Giant {
        std::int64_t slice = 0, firstPiece = 0, lastPiece = 0;
    };
    const std::vector<Giant>& giants() const { return m_giants; } // in order

    // Calls body(slice, first piece, last piece) for all slices, in order.
    template <class Body>
    void forEachSlice(Body&& body) const
    {
        auto giant = m_giants.begin();
        std::int64_t slice = 0;
        for (std::int64_t piece = 0; piece < m_a.count; ++slice) {
            const bool isGiant = giant != m_giants.end() && giant->slice == slice;
            const auto last = isGiant ? (giant++)->lastPiece : piece + 1;
            body(slice, piece, last);
            piece = last;
        }
    }

private:
    void findGiants(const Slices<I>& a, const Slices<I>& b, std::int64_t giant);

    Slices<I> m_a, m_b;
    std::vector<I> m_aPointers, m_bPointers; // empty where nothing is cut
    std::vector<Giant> m_giants;
};

} // namespace tscope::cpu
