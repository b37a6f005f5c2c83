// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"

namespace tscope {

// One component inside its padded box: rows of the dims from `split` on, in which only dim `split` is padded.
class BoxRows
{
public:
    BoxRows(const Extents& size, const Extents& box) : m_size(size), m_box(box)
    {
        m_split = size.size();
        while (m_split > 0 && size[m_split - 1] == box[m_split - 1])
            m_rowUnit *= size[--m_split];
        if (m_split > 0)
            --m_split;
        else
            m_isFull = true;
    }

    // Calls gap(begin, count) for every run of padding, as positions in the box, in order.
    template <class Gap>
    void forEachGap(Gap&& gap) const
    {
        if (m_isFull)
            return;
        const auto row = m_box[m_split] * m_rowUnit;
        const auto filled = m_size[m_split] * m_rowUnit;
        std::int64_t rows = 1;
        for (std::size_t d = 0; d < m_split; ++d)
            rows *= m_box[d];
        Extents index(m_split, 0);
        for (std::int64_t r = 0; r < rows; ++r) {
            bool isInside = true;
            for (std::size_t d = 0; isInside && d < m_split; ++d)
                isInside = index[d] < m_size[d];
            gap(r * row + (isInside ? filled : 0), row - (isInside ? filled : 0));
            for (auto d = m_split; d-- > 0;) {
                if (++index[d] < m_box[d])
                    break;
                index[d] = 0;
            }
        }
    }

private:
    const Extents& m_size;
    const Extents& m_box;
    std::size_t m_split = 0;
    std::int64_t m_rowUnit = 1; // elements of the full dims behind the split
    bool m_isFull = false;
};

} // namespace tscope
