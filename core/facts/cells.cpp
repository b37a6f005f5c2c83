// SPDX-License-Identifier: Apache-2.0
#include "facts/cells.h"

#include "anatomy/reading.h"
#include "array/stored_element.h"
#include "base/say.h"
#include "facts/known_size.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/sum.h"
#include "tensor/view_bits.h"

#include <algorithm>
#include <limits>
#include <map>

namespace tscope {

namespace {

Result<std::int64_t> countCells(const CellWindow& window)
{
    const auto rows = checkedSub(window.rowEnd, window.rowBegin);
    const auto columns = checkedSub(window.columnEnd, window.columnBegin);
    if (!rows || !columns || *rows < 0 || *columns < 0)
        return invalidArgument(say("a window from a lower to a higher row and column was wanted, found rows {0} "
                                   "to {1} and columns {2} to {3}",
                                   window.rowBegin, window.rowEnd, window.columnBegin, window.columnEnd));
    const auto count = saturatingMul(*rows, *columns);
    if (count > mostCells)
        return invalidArgument(
            say("a window of at most {0} cells was wanted, found {1} by {2}", mostCells, *rows, *columns));
    return count;
}

Result<void> haveDims(const CellWindow& window)
{
    const auto rank = static_cast<int>(window.fixed.size());
    for (const auto dim : {window.rowDim, window.columnDim})
        if (dim < -1 || dim >= rank)
            return invalidArgument(say("a dim of {0} was wanted, found {1}", rank, dim));
    if (window.rowDim >= 0 && window.rowDim == window.columnDim)
        return invalidArgument(
            say("two dims were wanted as rows and columns, found dim {0} for both", window.rowDim));
    return {};
}

const Member& valuesOf(const Tensor& tensor)
{
    return *std::ranges::find_if(tensor.members,
                                 [](const Member& member) { return member.role->kind == RoleKind::values; });
}

Element unknownValue()
{
    return Element(DType::opaque("unknown"), {});
}

bool isBelow(const Extents& extents, std::span<const std::int64_t> index)
{
    for (std::size_t d = 0; d < extents.size(); ++d)
        if (index[d] < 0 || index[d] >= extents[d])
            return false;
    return true;
}

class Builder
{
public:
    Builder(const Tensor& tensor, const CellWindow& window, std::int64_t count, const Watch& watch)
        : m_tensor(tensor), m_window(window), m_watch(watch), m_values(valuesOf(tensor)),
          m_isReadable(m_values.isReadable()), m_isMeantOtherwise(hasViewBits(tensor)),
          m_reading(tensor.layout->read(tensor, {}))
    {
        Cell absent;
        absent.value = Element::zero(tensor.declaredDType());
        m_out.cells.assign(static_cast<std::size_t>(count), absent);
    }

    Result<Cells> run() &&
    {
        if (m_reading->hasComponents()) {
            markBeyondComponents();
            m_boxes = {windowBox()};
        } else {
            const auto bounds = m_reading->bounds();
            if (!bounds)
                return bounds.error();
            if (bounds->size() != m_window.fixed.size())
                return invalidArgument(say("an index of {0} numbers was wanted as what is held, found {1}",
                                           bounds->size(), text(m_window.fixed)));
            markOutside(*bounds);
            m_boxes = boxesIn(*bounds);
        }
        if (!isShown(m_window.rowDim, m_window.rowBegin, m_window.rowEnd) ||
            !isShown(m_window.columnDim, m_window.columnBegin, m_window.columnEnd))
            m_boxes.clear();
        const auto walked = walk();
        if (!walked)
            return walked.error();
        if (m_watch.isStopped())
            return Error{ErrorCode::cancelled, say("stopped")};
        addUp();
        if (m_reading->hasComponents())
            markMissing();
        return std::move(m_out);
    }

private:
    // Of a dim that the tensor does not have there is only number 0.
    static bool isShown(int dim, std::int64_t begin, std::int64_t end)
    {
        return dim >= 0 ? begin < end : begin <= 0 && 0 < end;
    }

    // Calls f(cell, index) for all cells that have an index.
    template <class F>
    void forEachCell(F&& f)
    {
        auto index = m_window.fixed;
        auto* cell = m_out.cells.data();
        for (auto row = m_window.rowBegin; row < m_window.rowEnd; ++row)
            for (auto column = m_window.columnBegin; column < m_window.columnEnd; ++column, ++cell) {
                cell->outsideComponent = true;
                if (!isShown(m_window.rowDim, row, row + 1) || !isShown(m_window.columnDim, column, column + 1))
                    continue;
                if (m_window.rowDim >= 0)
                    index[static_cast<std::size_t>(m_window.rowDim)] = row;
                if (m_window.columnDim >= 0)
                    index[static_cast<std::size_t>(m_window.columnDim)] = column;
                f(*cell, std::as_const(index));
            }
    }

    void markOutside(const Extents& extents)
    {
        forEachCell([&](Cell& cell, const Extents& index) { cell.outsideComponent = !isBelow(extents, index); });
    }

    void markBeyondComponents()
    {
        std::optional<std::int64_t> asked; // the component whose extents were asked last
        std::optional<Extents> extents;
        forEachCell([&](Cell& cell, const Extents& index) {
            if (index.empty())
                return;
            if (asked != index[0])
                extents = m_reading->componentSize(index[0]);
            asked = index[0];
            cell.outsideComponent =
                !extents || extents->size() + 1 != index.size() || !isBelow(*extents, std::span(index).subspan(1));
        });
    }

    // A component stores all of its elements.
    void markMissing()
    {
        for (auto& cell : m_out.cells)
            if (!cell.outsideComponent && cell.entries == 0) {
                cell.state = Cell::State::unreadable;
                cell.value = unknownValue();
            }
    }

    IndexBox windowBox() const
    {
        IndexBox box{m_window.fixed, m_window.fixed};
        const auto set = [&](int dim, std::int64_t begin, std::int64_t end) {
            if (dim < 0 || begin >= end)
                return;
            box.first[static_cast<std::size_t>(dim)] = begin;
            box.last[static_cast<std::size_t>(dim)] = end - 1;
        };
        set(m_window.rowDim, m_window.rowBegin, m_window.rowEnd);
        set(m_window.columnDim, m_window.columnBegin, m_window.columnEnd);
        return box;
    }

    // What the window shows of the inside, and on each side of it what lies outside.
    std::vector<IndexBox> boxesIn(const Extents& extents) const
    {
        const auto shown = inside(windowBox(), 0, extents);
        std::vector<IndexBox> out{shown};
        for (const auto dim : {m_window.rowDim, m_window.columnDim}) {
            if (dim < 0)
                continue;
            const auto d = static_cast<std::size_t>(dim);
            auto beside = shown;
            beside.first[d] = int64Min;
            beside.last[d] = -1;
            out.push_back(beside);
            beside.first[d] = std::max<std::int64_t>(extents[d], 0);
            beside.last[d] = int64Max;
            out.push_back(beside);
        }
        std::erase_if(out, [](const IndexBox& box) { return box.isEmpty(); });
        return out;
    }

    // Entries that repeat their storage, blocks of any size among them, can have any number of elements in a
    // window.
    std::int64_t mostVisits() const
    {
        std::int64_t most = 1 << 22;
        for (const auto& member : m_tensor.members)
            if (member.array.storage->hasBytes())
                most = saturatingAdd(most, saturatingMul(member.array.storageNumel(), repetitionLimit));
        return most;
    }

    Result<void> walk()
    {
        std::int64_t visits = 0;
        const auto most = mostVisits();
        const auto walked = entriesWithin(m_tensor, m_boxes, [&](const Extents& index, std::int64_t slot) {
            if (const auto cell = cellAt(index))
                addEntry(*cell, slot);
            else
                addOutside(index, slot);
            return ++visits < most && ((visits & 0xfff) != 0 || !m_watch.isStopped());
        });
        if (walked && visits == most)
            return unsupported(say(
                "more than {0} elements of entries lie in the window or beside it: too many to look at", most));
        return walked;
    }

    std::optional<std::size_t> cellAt(const Extents& index) const
    {
        const auto number = [&](int dim) { return dim < 0 ? 0 : index[static_cast<std::size_t>(dim)]; };
        const auto row = number(m_window.rowDim), column = number(m_window.columnDim);
        if (row < m_window.rowBegin || row >= m_window.rowEnd || column < m_window.columnBegin ||
            column >= m_window.columnEnd)
            return std::nullopt;
        const auto at = (row - m_window.rowBegin) * (m_window.columnEnd - m_window.columnBegin) +
                        (column - m_window.columnBegin);
        if (m_out.cells[static_cast<std::size_t>(at)].outsideComponent)
            return std::nullopt;
        return static_cast<std::size_t>(at);
    }

    std::optional<Element> valueAt(std::int64_t slot) const
    {
        auto value = m_isReadable && slot >= 0      ? std::optional(m_values.array.at(slot))
                     : m_values.layout == "strided" ? storedElement(m_values.array, slot)
                                                    : std::nullopt;
        if (value && m_isMeantOtherwise)
            value = meantElement(m_tensor, *value);
        return value;
    }

    void addEntry(std::size_t at, std::int64_t slot)
    {
        auto& cell = m_out.cells[at];
        if (cell.entries < std::numeric_limits<std::int32_t>::max())
            ++cell.entries;
        if (cell.entries == 1)
            cell.valueSlot = slot;
        const auto stored = valueAt(slot);
        if (cell.state == Cell::State::unreadable || !stored) {
            cell.state = Cell::State::unreadable;
            cell.value = unknownValue();
            return;
        }
        const auto& value = *stored;
        if (cell.entries == 1) {
            cell.state = Cell::State::stored;
            cell.value = value;
            return;
        }
        auto& terms = m_terms[at];
        if (terms.empty())
            terms.push_back(cell.value);
        cell.state = Cell::State::duplicate;
        if (m_termsLeft > 0)
            terms.push_back(value);
        m_termsLeft -= m_termsLeft > 0 ? 1 : 0;
    }

    void addOutside(const Extents& index, std::int64_t slot)
    {
        if (std::ssize(m_out.outside.first) < mostOutsideListed)
            m_out.outside.first.push_back({index, slot});
        ++m_out.outside.count;
    }

    void addUp()
    {
        for (const auto& [at, terms] : m_terms) {
            auto& cell = m_out.cells[at];
            if (cell.state != Cell::State::duplicate)
                continue;
            const auto isAll = static_cast<std::int64_t>(terms.size()) == cell.entries;
            cell.value = isAll ? sumOf(terms).value_or(unknownValue()) : unknownValue();
        }
    }

    const Tensor& m_tensor;
    const CellWindow& m_window;
    const Watch& m_watch;
    const Member& m_values;
    bool m_isReadable, m_isMeantOtherwise;
    std::unique_ptr<Reading> m_reading;
    std::vector<IndexBox> m_boxes; // no two meet
    std::map<std::size_t, std::vector<Element>> m_terms;
    std::int64_t m_termsLeft = mostDuplicatesAdded;
    Cells m_out;
};

} // namespace

Result<Cells> cells(const Tensor& tensor, const CellWindow& window, const Watch& watch)
{
    if (auto meant = haveDims(window); !meant)
        return meant.error();
    const auto count = countCells(window);
    if (!count)
        return count.error();
    const auto sized = withKnownSize(tensor, watch);
    return Builder(sized, window, *count, watch).run();
}

} // namespace tscope
