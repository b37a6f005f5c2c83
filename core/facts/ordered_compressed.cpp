// SPDX-License-Identifier: Apache-2.0
#include "facts/ordered_sources.h"

#include "layouts/compressed/access.h"

#include <algorithm>
#include <optional>

namespace tscope {

namespace {

using compressed::Access;

// Pointers are read a window at a time; what they say is checked as it is met, since what lies in a file may
// change.
class OrderedCompressed final : public UnitEntries
{
public:
    OrderedCompressed(const Access& access, std::int64_t lines, std::size_t unitDigits)
        : UnitEntries(unitDigits), m_pointers(access.compressed().array), m_indices(access.plain().array),
          m_lines(lines), m_slices(access.sliceExtent()), m_indexExtent(access.indexExtent()),
          m_entries(access.entriesPerLine()), m_batchDims(static_cast<std::size_t>(access.batchDims()))
    {
        const auto [blockRows, blockColumns] = access.block();
        const auto row = m_batchDims, column = m_batchDims + 1;
        const bool rowsFirst = access.kind().rows;
        m_numbering.rank = access.size().size();
        for (std::size_t d = 0; d < m_batchDims; ++d)
            add(d, 1, access.size()[d]);
        add(rowsFirst ? row : column, rowsFirst ? blockRows : blockColumns, m_slices);
        add(rowsFirst ? column : row, rowsFirst ? blockColumns : blockRows, m_indexExtent);
        if (access.kind().blocks) {
            add(row, 1, blockRows);
            add(column, 1, blockColumns);
        }
        for (std::size_t d = 0; d < access.dense().size(); ++d)
            add(m_batchDims + 2 + d, 1, access.dense()[d]);
    }

private:
    void add(std::size_t dim, std::int64_t scale, std::int64_t extent)
    {
        m_numbering.digits.push_back({dim, scale});
        m_numbering.extents.push_back(extent);
    }

    void rewind() override
    {
        m_line = m_slice = m_entry = 0;
        m_windowBegin = m_windowEnd = 0;
        m_batchKey = 0;
        m_sliceEnd = 0;
        m_isLineOpen = false;
    }

    bool readUnits(std::span<std::int64_t> out, std::int64_t& count) override
    {
        count = 0;
        while (count < std::ssize(out) && m_line < m_lines) {
            if (!m_isLineOpen && !openLine())
                return false;
            if (m_entry == m_entries) {
                if (!closeLine())
                    return false;
                continue;
            }
            const auto some = std::min(std::ssize(out) - count, m_entries - m_entry);
            const auto place = out.subspan(static_cast<std::size_t>(count), static_cast<std::size_t>(some));
            m_indices.read(m_line * m_entries + m_entry, place);
            if (!addSlices(place))
                return false;
            count += some;
        }
        return true;
    }

    // Precondition: slices remain that are not done with.
    std::int64_t pointer(std::int64_t p)
    {
        if (p < m_windowBegin || p >= m_windowEnd) {
            m_window.resize(static_cast<std::size_t>(std::min<std::int64_t>(1024, m_slices + 1 - p)));
            m_pointers.read(m_line * (m_slices + 1) + p, m_window);
            m_windowBegin = p;
            m_windowEnd = p + std::ssize(m_window);
        }
        return m_window[static_cast<std::size_t>(p - m_windowBegin)];
    }

    bool openLine()
    {
        m_windowBegin = m_windowEnd = 0;
        m_slice = m_entry = 0;
        m_sliceEnd = 0;
        m_isLineOpen = true;
        m_batchKey = 0;
        auto rest = m_line;
        for (auto d = m_batchDims; d-- > 0;) {
            m_batchKey += rest % numbering().extents[d] * stride(d);
            rest /= numbering().extents[d];
        }
        return pointer(0) == 0 && (m_slices == 0 || openSlice());
    }

    // The bounds of the next slice according to the pointers.
    bool openSlice()
    {
        const auto end = pointer(m_slice + 1);
        const bool isFine = end >= m_entry && end <= m_entries;
        m_sliceEnd = end;
        return isFine;
    }

    // Turns the indices of the entries from m_entry on into keys.
    bool addSlices(std::span<std::int64_t> place)
    {
        const auto extent = static_cast<std::uint64_t>(m_indexExtent);
        const auto step = static_cast<std::uint64_t>(stride(m_batchDims + 1));
        bool isInside = true;
        while (!place.empty()) {
            if (m_entry == m_sliceEnd) {
                if (++m_slice >= m_slices || !openSlice())
                    return false;
                continue;
            }
            const auto some = std::min(std::ssize(place), m_sliceEnd - m_entry);
            const auto base = static_cast<std::uint64_t>(m_batchKey + m_slice * stride(m_batchDims));
            for (auto& key : place.first(static_cast<std::size_t>(some))) {
                const auto index = static_cast<std::uint64_t>(key); // of a negative one: a large one
                isInside &= index < extent;
                key = static_cast<std::int64_t>(base + index * step);
            }
            place = place.subspan(static_cast<std::size_t>(some));
            m_entry += some;
        }
        return isInside;
    }

    // All entries were met: the slices that are left are empty.
    bool closeLine()
    {
        if (m_slices == 0)
            return endLine();
        if (m_sliceEnd != m_entries)
            return false;
        while (++m_slice < m_slices)
            if (!openSlice())
                return false;
        return endLine();
    }

    bool endLine()
    {
        ++m_line;
        m_isLineOpen = false;
        return m_sliceEnd == m_entries;
    }

    IndexReader m_pointers, m_indices;
    std::int64_t m_lines, m_slices, m_indexExtent, m_entries;
    std::size_t m_batchDims;

    std::int64_t m_line = 0, m_slice = 0, m_entry = 0, m_sliceEnd = 0, m_batchKey = 0;
    bool m_isLineOpen = false;
    std::vector<std::int64_t> m_window; // pointers [m_windowBegin, m_windowEnd) of the line
    std::int64_t m_windowBegin = 0, m_windowEnd = 0;
};

// The members have as many batch entries, slices and elements in an entry as the size tells, no more and no less.
std::optional<std::int64_t> linesOfEqualMembers(const Access& access)
{
    const auto& size = access.size();
    const auto& pointers = access.compressed().array.geometry.sizes;
    const auto& indices = access.plain().array.geometry.sizes;
    const auto& values = access.values().array.geometry;
    const auto batchDims = static_cast<std::size_t>(access.batchDims());
    const auto isRepeated = [](const Member& member, std::size_t d) {
        return member.array.geometry.strides[d] == 0 && member.array.geometry.sizes[d] > 1;
    };
    for (std::size_t d = 0; d < batchDims; ++d)
        if (size[d] <= 0 || pointers[d] != size[d] || indices[d] != size[d] || values.sizes[d] != size[d] ||
            isRepeated(access.compressed(), d) || isRepeated(access.plain(), d))
            return std::nullopt;
    const auto [blockRows, blockColumns] = access.block();
    const auto slices = access.sliceExtent(), index = access.indexExtent();
    const auto rows = checkedMul(access.kind().rows ? slices : index, blockRows);
    const auto columns = checkedMul(access.kind().rows ? index : slices, blockColumns);
    const Extents tail(size.begin() + static_cast<std::ptrdiff_t>(batchDims) + 2, size.end());
    const auto blockDims = access.kind().blocks ? 2 : 0;
    const Extents stored(values.sizes.begin() + static_cast<std::ptrdiff_t>(batchDims) + 1 + blockDims,
                         values.sizes.end());
    const bool isEqual =
        rows == size[batchDims] && columns == size[batchDims + 1] && access.pointersPerLine() - 1 == slices &&
        access.entriesPerLine() == access.valuesPerLine() && tail == stored && numel(values) && *numel(values) > 0;
    if (!isEqual)
        return std::nullopt;
    if (blockDims > 0 && (values.sizes[batchDims + 1] != blockRows || values.sizes[batchDims + 2] != blockColumns))
        return std::nullopt;
    return checkedProduct(std::span(size).first(batchDims));
}

} // namespace

std::unique_ptr<OrderedEntries> orderedCompressed(const Tensor& tensor)
{
    const auto access = Access::make(tensor);
    if (!access)
        return nullptr;
    const auto lines = linesOfEqualMembers(*access);
    if (!lines)
        return nullptr;
    const auto unitDigits = access->dense().size() + (access->kind().blocks ? 2 : 0);
    return std::make_unique<OrderedCompressed>(*access, *lines, unitDigits);
}

} // namespace tscope
