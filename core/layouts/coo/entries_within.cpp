// SPDX-License-Identifier: Apache-2.0
#include "base/halving.h"
#include "base/thread_pool.h"
#include "layouts/coo/find.h"
#include "layouts/coo/locate.h"

#include <algorithm>

namespace tscope {

namespace {

struct EntryRange {
    std::int64_t begin, end;
};

// Where entries rise: those that can stand in the box, by its leading dims of one number each and the dim behind.
EntryRange halved(const IndexRows& rows, const IndexBox& box)
{
    EntryRange out{0, rows.columns()};
    for (std::int64_t dim = 0; dim < rows.rows(); ++dim) {
        const auto first = box.first[static_cast<std::size_t>(dim)],
                   last = box.last[static_cast<std::size_t>(dim)];
        out.begin = firstNot(out.begin, out.end, [&](std::int64_t k) { return rows.at(dim, k) < first; });
        out.end = firstNot(out.begin, out.end, [&](std::int64_t k) { return rows.at(dim, k) <= last; });
        if (first != last)
            break;
    }
    return out;
}

// Collects the entries of a range whose sparse coordinates lie in one of the boxes.
class Finder
{
public:
    Finder(const IndexRows& rows, std::span<const IndexBox> boxes) : m_rows(rows), m_boxes(boxes) {}

    void find(EntryRange range, std::vector<std::int64_t>& out)
    {
        constexpr std::int64_t atOnce = 1 << 11;
        for (auto begin = range.begin; begin < range.end; begin += atOnce) {
            const auto end = std::min(begin + atOnce, range.end);
            mark(begin, end);
            for (auto k = begin; k < end; ++k)
                if (m_any[static_cast<std::size_t>(k - begin)] != 0)
                    out.push_back(k);
        }
    }

private:
    void mark(std::int64_t begin, std::int64_t end)
    {
        const auto count = static_cast<std::size_t>(end - begin);
        m_any.assign(count, 0);
        for (const auto& box : m_boxes) {
            m_here.assign(count, 1);
            for (std::int64_t dim = 0; dim < m_rows.rows(); ++dim) {
                const auto* row = m_rows.read(dim, begin, end, m_scratch);
                const auto d = static_cast<std::size_t>(dim);
                const auto first = box.first[d], last = box.last[d];
                for (std::size_t i = 0; i < count; ++i)
                    m_here[i] &= static_cast<std::uint8_t>((row[i] >= first ? 1 : 0) & (row[i] <= last ? 1 : 0));
            }
            for (std::size_t i = 0; i < count; ++i)
                m_any[i] |= m_here[i];
        }
    }

    const IndexRows& m_rows;
    std::span<const IndexBox> m_boxes;
    IndexRows::Scratch m_scratch;
    std::vector<std::uint8_t> m_here, m_any;
};

// Visits the elements of entries. Returns false when the visitor has seen enough.
class Visits
{
public:
    // `dense`: the extents of the dense dims.
    Visits(const CooReading& reading, const IndexRows& rows, std::span<const IndexBox> boxes, const Extents& dense,
           const EntryVisitor& visit)
        : m_reading(reading), m_rows(rows), m_boxes(boxes), m_visit(visit),
          m_split(static_cast<std::size_t>(rows.rows()))
    {
        for (const auto& box : boxes)
            m_dense.push_back(inside(box, m_split, dense));
    }

    bool entry(std::int64_t k) const
    {
        Extents index(m_split);
        for (std::size_t d = 0; d < m_split; ++d)
            index[d] = m_rows.at(static_cast<std::int64_t>(d), k);
        for (std::size_t b = 0; b < m_boxes.size(); ++b) {
            if (!holds(m_boxes[b], index))
                continue;
            auto element = index;
            element.resize(m_boxes[b].first.size());
            const auto visitOne = [&](const Extents& dense) {
                std::ranges::copy(dense, element.begin() + static_cast<std::ptrdiff_t>(m_split));
                return m_visit(element, slotOf(k, dense));
            };
            if (!forEachIndex(m_dense[b], visitOne))
                return false;
        }
        return true;
    }

private:
    // -1: values has no such place. Asked of any number of elements, so it is no error with a sentence.
    std::int64_t slotOf(std::int64_t k, const Extents& dense) const
    {
        if (k >= m_reading.nnz())
            return -1;
        for (std::size_t d = 0; d < dense.size(); ++d)
            if (dense[d] >= m_reading.denseSize()[d])
                return -1;
        const auto slot = valueSlot(m_reading, k, dense);
        return slot && *slot < int64Max ? *slot : -1;
    }
    static bool holds(const IndexBox& box, const Extents& sparse)
    {
        for (std::size_t d = 0; d < sparse.size(); ++d)
            if (sparse[d] < box.first[d] || sparse[d] > box.last[d])
                return false;
        return true;
    }

    const CooReading& m_reading;
    const IndexRows& m_rows;
    std::span<const IndexBox> m_boxes;
    const EntryVisitor& m_visit;
    std::size_t m_split;
    std::vector<IndexBox> m_dense; // of each box
};

// One pass over the coordinates of a range, some millions at a time, so that what is found of them needs little
// memory. Returns false when the visitor has seen enough.
bool passOver(EntryRange range, const IndexRows& rows, std::span<const IndexBox> boxes, const Visits& visits)
{
    constexpr std::int64_t perPart = 1 << 16, atOnce = perPart * 64;
    for (auto begin = range.begin; begin < range.end; begin += atOnce) {
        const auto end = std::min(begin + atOnce, range.end);
        const auto parts = (end - begin + perPart - 1) / perPart;
        std::vector<std::vector<std::int64_t>> found(static_cast<std::size_t>(parts));
        parallelFor(parts, [&](std::int64_t part) {
            const auto from = begin + part * perPart;
            Finder(rows, boxes).find({from, std::min(from + perPart, end)}, found[static_cast<std::size_t>(part)]);
        });
        for (const auto& some : found)
            for (const auto k : some)
                if (!visits.entry(k))
                    return false;
    }
    return true;
}

} // namespace

Result<void> entriesOfCooWithin(const Tensor& tensor, std::span<const IndexBox> boxes, const EntryVisitor& visit)
{
    const CooReading reading(tensor, {});
    if (const auto why = whyNotSearchable(reading))
        return unsupported(*why);
    if (auto fitting = haveRank(boxes, saturatingAdd(*reading.sparseDims(), reading.denseDims())); !fitting)
        return fitting;
    const auto rows = reading.rows();
    const auto& size = reading.size();
    // Entries without an element in a box need not be looked for. An unknown size has the values' dense dims.
    const auto split = static_cast<std::size_t>(rows.rows());
    const auto dense =
        size ? Extents(size->begin() + static_cast<std::ptrdiff_t>(split), size->end()) : reading.denseSize();
    std::vector<IndexBox> held(boxes.begin(), boxes.end());
    std::erase_if(held, [&](const IndexBox& box) { return inside(box, split, dense).isEmpty(); });
    if (held.empty())
        return {};
    if (split == 0 || !entriesRise(reading)) {
        passOver({0, rows.columns()}, rows, held, Visits(reading, rows, held, dense, visit));
        return {};
    }
    for (const auto& box : held) {
        const std::span one(&box, 1);
        if (!passOver(halved(rows, box), rows, one, Visits(reading, rows, one, dense, visit)))
            break;
    }
    return {};
}

} // namespace tscope
