// SPDX-License-Identifier: Apache-2.0
#include "base/halving.h"
#include "layouts/compressed/access.h"
#include "layouts/compressed/tally.h"

#include <algorithm>
#include <memory>

namespace tscope::compressed {

namespace {

class Finder
{
public:
    explicit Finder(Access access) : m_access(std::move(access)) {}

    std::optional<Extents> operator()(const Slots& slots)
    {
        const auto* member = slots.member == "compressed" ? &m_access.compressed()
                             : slots.member == "plain"    ? &m_access.plain()
                             : slots.member == "values"   ? &m_access.values()
                                                          : nullptr;
        if (member == nullptr || slots.begin < 0 || slots.begin >= numel(member->array.geometry).value_or(0))
            return std::nullopt;
        const auto index = indexOf(member->array.geometry.sizes, slots.begin);
        const auto dims = static_cast<std::ptrdiff_t>(m_access.batchDims());
        const Extents batch(index.begin(), index.begin() + dims);
        const auto position = index[static_cast<std::size_t>(dims)];
        const auto pointerLine = m_access.lineOf(m_access.compressed(), batch);
        const auto indexLine = m_access.lineOf(m_access.plain(), batch);
        if (!pointerLine || !indexLine)
            return std::nullopt;
        // A pointer that is wrong makes the slice wrong that it ends.
        if (member == &m_access.compressed())
            return at(batch, std::max<std::int64_t>(position - 1, 0), 0);
        if (position >= m_access.entriesPerLine())
            return std::nullopt;
        return at(batch, sliceOf(*pointerLine, position), m_access.index(*indexLine, position));
    }

private:
    // Blocks may lie so far out that their numbers are not of 64 bits: the limit then tells as much.
    Extents at(Extents batch, std::int64_t slice, std::int64_t index) const
    {
        const bool rows = m_access.kind().rows;
        batch.push_back(saturatingMul(rows ? slice : index, m_access.block()[0]));
        batch.push_back(saturatingMul(rows ? index : slice, m_access.block()[1]));
        batch.resize(m_access.size().size(), 0);
        return batch;
    }

    // The first slice that ends behind the entry: where pointers are in order, the only one that holds it.
    std::int64_t sliceOf(std::int64_t line, std::int64_t entry)
    {
        const auto slices = m_access.pointersPerLine() - 1;
        if (line != m_line) {
            m_ends.resize(static_cast<std::size_t>(std::max<std::int64_t>(slices, 0)));
            std::int64_t highest = int64Min;
            for (std::int64_t s = 0; s < slices; ++s)
                m_ends[static_cast<std::size_t>(s)] = highest = std::max(highest, m_access.pointer(line, s + 1));
            m_line = line;
        }
        const auto slice =
            firstNot(0, slices, [&](std::int64_t s) { return m_ends[static_cast<std::size_t>(s)] <= entry; });
        return std::clamp<std::int64_t>(slice, 0, std::max<std::int64_t>(slices - 1, 0));
    }

    Access m_access;
    std::int64_t m_line = -1;
    std::vector<std::int64_t> m_ends; // of that line's slices, the highest so far
};

} // namespace

IndexOfSlots indexOfSlots(const Tensor& tensor)
{
    auto access = Access::make(tensor);
    if (!access)
        return [](const Slots&) { return std::nullopt; };
    return
        [finder = std::make_shared<Finder>(std::move(*access))](const Slots& slots) { return (*finder)(slots); };
}

} // namespace tscope::compressed
