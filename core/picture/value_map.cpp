// SPDX-License-Identifier: Apache-2.0
#include "picture/value_map.h"

#include "anatomy/outline.h"
#include "anatomy/reading.h"
#include "array/element_reader.h"
#include "base/checked_math.h"
#include "base/say.h"
#include "base/thread_pool.h"
#include "element/visit.h"
#include "facts/outside.h"
#include "layouts/shared/tally_entries.h"
#include "tensor/view_bits.h"

#include <algorithm>
#include <array>
#include <complex>
#include <cstring>
#include <type_traits>

namespace tscope {

namespace {

// Reads the numbers of a member by their slots. Not shared between threads.
class Numbers
{
public:
    // Precondition: the member is readable and its type is known.
    Numbers(const Tensor& tensor, const Member& member)
        : m_reader(member.array), m_dtype(member.array.dtype), m_sign(isNegated(tensor) ? -1 : 1)
    {
    }

    std::int64_t numel() const { return m_reader.numel(); }
    double at(std::int64_t slot)
    {
        const auto bytes = m_reader.read(slot, slot + 1, m_scratch);
        return visitElement(m_dtype, [&]<class T>(std::type_identity<T>) {
            if constexpr (std::is_arithmetic_v<T>) {
                T value;
                std::memcpy(&value, bytes.data(), sizeof value);
                return m_sign * static_cast<double>(value);
            } else {
                const auto number = *magnitudeOf(Element(m_dtype, bytes));
                return m_dtype.elementClass() == ElementClass::complex ? number : m_sign * number;
            }
        });
    }

private:
    ElementReader m_reader;
    ElementReader::Scratch m_scratch;
    DType m_dtype;
    double m_sign;
};

// How many finite numbers other than zero have each binary exponent.
class Magnitudes
{
public:
    void add(double number)
    {
        if (number != 0 && std::isfinite(number))
            ++m_counts[static_cast<std::size_t>(std::ilogb(number) + offset)];
    }
    // Nine of ten are smaller than the largest by a factor of 16 to 32 or more.
    bool areCrowded() const
    {
        constexpr std::size_t far = 5;
        std::int64_t all = 0;
        std::size_t last = 0;
        for (std::size_t i = 0; i < m_counts.size(); ++i) {
            all += m_counts[i];
            last = m_counts[i] > 0 ? i : last;
        }
        std::int64_t small = 0;
        for (std::size_t i = 0; i + far <= last; ++i)
            small += m_counts[i];
        return all > 0 && small * 10 >= all * 9;
    }

private:
    static constexpr int offset = 1074; // of the smallest subnormal number

    std::array<std::int64_t, 2100> m_counts{};
};

// The member that holds the values, if numbers can be read from it.
Result<const Member*> numbersOf(const Tensor& tensor)
{
    const auto at = std::ranges::find(tensor.members, RoleKind::values,
                                      [](const Member& member) { return member.role->kind; });
    if (at == tensor.members.end())
        return unsupported(say("a member that holds values was wanted, found none"));
    if (!at->isReadable() || at->array.dtype.isOpaque())
        return unsupported(
            say("numbers were wanted, found values of type {0} that can't be read", at->array.dtype.name()));
    return &*at;
}

// The part of the tensor that a range of rows of a window shows.
IndexBox boxOf(const Binning& binning, std::int64_t rowBegin, std::int64_t rowEnd)
{
    IndexBox box{Extents(binning.size.size(), 0), {}};
    for (std::size_t d = 0; d < binning.size.size(); ++d) {
        box.first[d] = binning.fixed[d].value_or(0);
        box.last.push_back(binning.fixed[d] ? *binning.fixed[d] : binning.size[d] - 1);
    }
    const auto set = [&](std::optional<std::size_t> dim, std::int64_t begin, std::int64_t end) {
        if (!dim)
            return;
        box.first[*dim] = begin;
        box.last[*dim] = end - 1;
    };
    set(binning.rowDim, rowBegin, rowEnd);
    set(binning.columnDim, binning.columns.begin(), binning.columns.end());
    return box;
}

class Walk
{
public:
    Walk(const Tensor& tensor, const Member& values, ValueMap& map, const Watch& watch)
        : m_tensor(tensor), m_values(values), m_map(map), m_watch(watch)
    {
    }

    // Threads share the rows of bins, so no two write into one bin.
    Result<void> all()
    {
        const auto& rows = m_map.binning.rows;
        constexpr std::int64_t enoughForThreads = 1 << 20;
        const auto parts = numel(m_values.array.geometry).value_or(0) < enoughForThreads
                               ? std::int64_t{1}
                               : std::min<std::int64_t>(threadCount(), rows.count());
        std::vector<Result<void>> done(static_cast<std::size_t>(parts));
        parallelFor(parts, [&](std::int64_t part) {
            const auto begin = rows.first(rows.count() * part / parts);
            const auto end = rows.first(rows.count() * (part + 1) / parts);
            const std::array box{boxOf(m_map.binning, begin, end)};
            done[static_cast<std::size_t>(part)] = visit(box);
        });
        for (auto& each : done)
            if (!each)
                return each.error();
        return {};
    }

    // The first of the rows in each row of bins.
    Result<void> someRows()
    {
        m_map.isSampled = true;
        const auto& rows = m_map.binning.rows;
        std::vector<IndexBox> boxes;
        for (std::int64_t bin = 0; bin < rows.count(); ++bin)
            boxes.push_back(boxOf(m_map.binning, rows.first(bin), rows.first(bin) + 1));
        return visit(boxes);
    }

    // A few elements of each bin, evenly spread: of a tensor that stores all of them, in row-major order.
    Result<void> someElements()
    {
        m_map.isSampled = true;
        const auto& binning = m_map.binning;
        parallelFor(binning.rows.count(), [&](std::int64_t row) {
            Numbers numbers(m_tensor, m_values);
            for (std::int64_t column = 0; column < binning.columns.count() && !m_watch.isStopped(); ++column)
                addSome(numbers, row, column);
        });
        return {};
    }

private:
    Result<void> visit(std::span<const IndexBox> boxes)
    {
        Numbers numbers(m_tensor, m_values);
        const auto& binning = m_map.binning;
        std::uint32_t visits = 0;
        return entriesWithin(m_tensor, boxes, [&](const Extents& index, std::int64_t slot) {
            if (slot >= 0 && slot < numbers.numel()) {
                const auto row = binning.rows.of(binning.rowOf(index));
                bin(row, binning.columns.of(binning.columnOf(index))).add(numbers.at(slot));
            }
            return (++visits & 0xfff) != 0 || !m_watch.isStopped();
        });
    }

    void addSome(Numbers& numbers, std::int64_t row, std::int64_t column)
    {
        constexpr std::int64_t most = 4; // rows, and as many columns
        const auto& binning = m_map.binning;
        const auto rows = std::min(most, binning.rows.width(row));
        const auto columns = std::min(most, binning.columns.width(column));
        auto index = boxOf(binning, 0, 1).first; // of dims that are added up the first
        for (std::int64_t r = 0; r < rows; ++r)
            for (std::int64_t c = 0; c < columns; ++c) {
                if (binning.rowDim)
                    index[*binning.rowDim] = binning.rows.first(row) + binning.rows.width(row) * r / rows;
                if (binning.columnDim)
                    index[*binning.columnDim] =
                        binning.columns.first(column) + binning.columns.width(column) * c / columns;
                std::int64_t slot = 0;
                for (std::size_t d = 0; d < index.size(); ++d)
                    slot = slot * binning.size[d] + index[d];
                if (slot < numbers.numel())
                    bin(row, column).add(numbers.at(slot));
            }
    }

    ValueBin& bin(std::int64_t row, std::int64_t column)
    {
        return m_map.bins[static_cast<std::size_t>(row * m_map.binning.columns.count() + column)];
    }

    const Tensor& m_tensor;
    const Member& m_values;
    ValueMap& m_map;
    const Watch& m_watch;
};

} // namespace

std::optional<double> magnitudeOf(const Element& element)
{
    if (!element.isReadable())
        return std::nullopt;
    return std::visit(
        []<class T>(const T& value) {
            if constexpr (std::is_arithmetic_v<T>)
                return static_cast<double>(value);
            else
                return std::abs(value);
        },
        element.number());
}

Result<ValueMap> valueMapOf(const Tensor& tensor, const DensitySpec& spec)
{
    const auto values = numbersOf(tensor);
    if (!values)
        return values.error();
    auto binning = binningOf(tensor, spec);
    if (!binning)
        return binning.error();
    ValueMap map{std::move(*binning), {}};
    const auto& rows = map.binning.rows;
    map.bins.resize(static_cast<std::size_t>(rows.count() * map.binning.columns.count()));
    if (map.bins.empty())
        return map;
    const auto reading = tensor.layout->read(tensor, {.watch = spec.watch});
    const bool isStoredWhole = !reading->outline().nnz && !reading->hasComponents();
    Walk walk(tensor, **values, map, spec.watch);
    const bool areTooMany = numel((*values)->array.geometry).value_or(0) > spec.most;
    const auto done = !areTooMany ? walk.all() : isStoredWhole ? walk.someElements() : walk.someRows();
    if (!done)
        return done.error();
    if (spec.watch.isStopped())
        return tallyStopped();
    return map;
}

std::optional<NumberRange> numberRange(const Tensor& tensor, const Watch& watch)
{
    const auto values = numbersOf(tensor);
    if (!values)
        return std::nullopt;
    // A moment's work, also where the tensor is a mapped file: there each run costs a seek and what is read ahead.
    constexpr std::int64_t runs = 1 << 7, most = runs << 15;
    Numbers numbers(tensor, **values);
    ValueBin all;
    Magnitudes magnitudes;
    const auto isSampled = numbers.numel() > most;
    const auto length = isSampled ? most / runs : numbers.numel(),
               step = isSampled ? numbers.numel() / runs : length;
    for (std::int64_t run = 0; run < (isSampled ? runs : 1) && !watch.isStopped(); ++run)
        for (std::int64_t slot = run * step; slot < run * step + length; ++slot) {
            const auto number = numbers.at(slot);
            all.add(number);
            magnitudes.add(number);
        }
    if (all.count == 0)
        return std::nullopt;
    return NumberRange{all.least, all.largest, isSampled, magnitudes.areCrowded()};
}

} // namespace tscope
