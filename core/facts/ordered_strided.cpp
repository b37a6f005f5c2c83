// SPDX-License-Identifier: Apache-2.0
#include "facts/ordered_sources.h"

#include <algorithm>

namespace tscope {

namespace {

// Rows of the last dim; all of them are one where no dim is larger in the box.
class OrderedStrided final : public OrderedEntries
{
public:
    explicit OrderedStrided(const Extents& sizes) : m_numel(numel(sizes).value_or(0))
    {
        m_numbering.rank = sizes.size();
        m_numbering.extents = sizes;
        for (std::size_t d = 0; d < sizes.size(); ++d)
            m_numbering.digits.push_back({d, 1});
    }

    bool fits(const Extents&) const override { return true; }

    void begin(const Extents& box) override
    {
        m_strides = rowMajorStrides(box);
        const auto& sizes = numbering().extents;
        m_row = box == sizes || sizes.empty() ? m_numel : sizes.back();
        m_slot = 0;
    }

    State next(EntryChunk& chunk) override
    {
        if (m_slot == m_numel)
            return State::end;
        const auto& sizes = numbering().extents;
        const auto key = m_row == m_numel ? 0 : keyOf(indexOf(sizes, m_slot));
        chunk = {{}, key, m_slot, m_row};
        m_slot += m_row;
        return State::some;
    }

private:
    std::int64_t keyOf(const Extents& index) const
    {
        std::int64_t key = 0;
        for (std::size_t d = 0; d < index.size(); ++d)
            key += index[d] * m_strides[d];
        return key;
    }

    std::int64_t m_numel;
    Extents m_strides;
    std::int64_t m_row = 0, m_slot = 0;
};

} // namespace

std::unique_ptr<OrderedEntries> orderedStrided(const Tensor& tensor)
{
    const auto& member = tensor.member("values");
    if (!member.isStrided() || !member.array.isInBounds() || !numel(member.array.geometry))
        return nullptr;
    return std::make_unique<OrderedStrided>(member.array.geometry.sizes);
}

} // namespace tscope
