// SPDX-License-Identifier: Apache-2.0
#include "facts/ordered_sources.h"

#include "layouts/coo/find.h"
#include "layouts/coo/locate.h"

#include <algorithm>

namespace tscope {

namespace {

class OrderedCoo final : public UnitEntries
{
public:
    OrderedCoo(const CooReading& reading, const Extents& size)
        : UnitEntries(reading.denseSize().size()), m_rows(reading.rows())
    {
        m_numbering.rank = size.size();
        m_numbering.extents = size;
        for (std::size_t d = 0; d < size.size(); ++d)
            m_numbering.digits.push_back({d, 1});
    }

private:
    void rewind() override { m_entry = 0; }

    bool readUnits(std::span<std::int64_t> out, std::int64_t& count) override
    {
        count = std::min(std::ssize(out), m_rows.columns() - m_entry);
        std::fill_n(out.begin(), count, 0);
        bool isInside = true;
        for (std::int64_t dim = 0; count > 0 && dim < m_rows.rows(); ++dim) {
            const auto d = static_cast<std::size_t>(dim);
            const auto* row = m_rows.read(dim, m_entry, m_entry + count, m_scratch);
            const auto extent = static_cast<std::uint64_t>(numbering().extents[d]);
            const auto step = static_cast<std::uint64_t>(stride(d));
            bool isRowInside = true;
            for (std::int64_t i = 0; i < count; ++i) {
                const auto coordinate = static_cast<std::uint64_t>(row[i]); // of a negative one: a large one
                isRowInside &= coordinate < extent;
                auto& key = out[static_cast<std::size_t>(i)];
                key = static_cast<std::int64_t>(static_cast<std::uint64_t>(key) + coordinate * step);
            }
            isInside = isInside && isRowInside;
        }
        m_entry += count;
        return isInside;
    }

    IndexRows m_rows;
    IndexRows::Scratch m_scratch;
    std::int64_t m_entry = 0;
};

} // namespace

std::unique_ptr<OrderedEntries> orderedCoo(const Tensor& tensor)
{
    const CooReading reading(tensor, {});
    if (whyNotSearchable(reading) || !reading.size() || !numel(reading.values().array.geometry) ||
        reading.rows().columns() != reading.nnz() || commonDense(reading) != reading.denseSize())
        return nullptr;
    const auto& size = *reading.size();
    const Extents denseOfSize(size.end() - static_cast<std::ptrdiff_t>(reading.denseDims()), size.end());
    const bool hasElements = std::ranges::none_of(size, [](std::int64_t extent) { return extent <= 0; });
    if (denseOfSize != reading.denseSize() || !hasElements)
        return nullptr;
    return std::make_unique<OrderedCoo>(reading, size);
}

} // namespace tscope
