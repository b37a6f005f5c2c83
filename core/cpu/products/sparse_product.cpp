// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/sparse_product.h"

#include "base/checked_math.h"
#include "cpu/arithmetic.h"
#include "cpu/element_types.h"
#include "cpu/tasks.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace tscope::cpu {

namespace {

struct RowRange {
    std::int64_t first = 0, last = 0;
};

// A row that takes so many multiplications that threads share it: the entries of a in pieces of about as many.
struct GiantRow {
    std::int64_t row = 0;
    std::vector<std::int64_t> cuts; // where each piece begins, and the end

    std::int64_t pieces() const { return std::ssize(cuts) - 1; }
};

// What there is to do, cut by the patterns alone.
struct ProductTasks {
    std::vector<RowRange> ranges; // take about as many multiplications each
    std::vector<GiantRow> giants;
    std::int64_t work = 0;
};

constexpr std::int64_t productsPerTask = 1 << 15;
constexpr std::int64_t mostPiecesOfRow = 4;

template <class I>
std::int64_t productsOf(const Slices<I>& a, const Slices<I>& b, std::int64_t entry)
{
    return b.pointers[a.indices[entry] + 1] - b.pointers[a.indices[entry]];
}

// Each piece has a vector as wide as the product, which has to be worth it.
template <class I>
GiantRow giantRow(const Slices<I>& a, const Slices<I>& b, std::int64_t row, std::int64_t work)
{
    const auto pieces = std::min(mostPiecesOfRow, work / (8 * b.width + productsPerTask));
    GiantRow out{row, {a.pointers[row]}};
    std::int64_t taken = 0;
    for (std::int64_t e = a.pointers[row]; e < a.pointers[row + 1]; ++e) {
        if (out.pieces() + 1 < pieces && taken >= work / pieces * (out.pieces() + 1))
            out.cuts.push_back(e);
        taken += productsOf(a, b, e);
    }
    out.cuts.push_back(a.pointers[row + 1]);
    return out;
}

template <class I>
ProductTasks productTasks(const Slices<I>& a, const Slices<I>& b)
{
    std::vector<std::int64_t> works(static_cast<std::size_t>(a.count), 1);
    std::int64_t total = 0;
    for (std::int64_t row = 0; row < a.count; ++row) {
        auto& work = works[static_cast<std::size_t>(row)];
        for (std::int64_t e = a.pointers[row]; e < a.pointers[row + 1]; ++e)
            work = saturatingAdd(work, productsOf(a, b, e));
        total = saturatingAdd(total, work);
    }
    // Where many rows are heavy each is better left to one thread.
    const auto giant = std::max(8 * productsPerTask, total / 32);
    ProductTasks out;
    out.work = total;
    RowRange range;
    std::int64_t sinceCut = 0;
    const auto cut = [&](std::int64_t next) {
        if (range.first < range.last)
            out.ranges.push_back(range);
        range = {next, next};
        sinceCut = 0;
    };
    for (std::int64_t row = 0; row < a.count; ++row) {
        const auto work = works[static_cast<std::size_t>(row)];
        if (work >= giant)
            if (auto shared = giantRow(a, b, row, work); shared.pieces() > 1) {
                cut(row + 1);
                out.giants.push_back(std::move(shared));
                continue;
            }
        range.last = row + 1;
        sinceCut = saturatingAdd(sinceCut, work);
        if (sinceCut >= productsPerTask)
            cut(row + 1);
    }
    cut(a.count);
    return out;
}

// Calls body(entry of a, entry of b) for each product of these entries of a.
template <class I, class Body>
void forProductsOf(const Slices<I>& a, const Slices<I>& b, std::int64_t first, std::int64_t last, Body&& body)
{
    for (auto ea = first; ea < last; ++ea)
        for (std::int64_t eb = b.pointers[a.indices[ea]]; eb < b.pointers[a.indices[ea] + 1]; ++eb)
            body(ea, eb);
}

// Of all that fall into a row.
template <class I, class Body>
void forEachProduct(const Slices<I>& a, const Slices<I>& b, std::int64_t row, Body&& body)
{
    forProductsOf(a, b, a.pointers[row], a.pointers[row + 1], body);
}

// For giant rows: a vector of all columns for each piece.
template <class V>
class PieceVectors
{
public:
    PieceVectors(std::int64_t pieces, std::int64_t width)
        : m_width(static_cast<std::size_t>(width)), m_all(static_cast<std::size_t>(pieces) * m_width)
    {
    }
    V* of(std::int64_t piece) { return m_all.data() + static_cast<std::size_t>(piece) * m_width; }

private:
    std::size_t m_width;
    std::vector<V> m_all;
};

constexpr std::int64_t columnsPerTask = 1 << 15;

std::int64_t columnTasks(std::int64_t width)
{
    return (width + columnsPerTask - 1) / columnsPerTask;
}

// body(task, first, last) for runs of columns.
template <class Body>
bool forEachColumnRange(std::int64_t width, const Watch& watch, Body&& body)
{
    return runTasks(columnTasks(width), width, {watch.stop}, [&](std::int64_t task) {
        body(task, task * columnsPerTask, std::min(width, (task + 1) * columnsPerTask));
    });
}

// Which columns a giant row has: marks of its pieces, and how many come before each run of columns.
class GiantColumns
{
public:
    template <class I>
    GiantColumns(const Slices<I>& a, const Slices<I>& b, const GiantRow& giant, const Watch& watch)
        : m_width(b.width), m_pieces(giant.pieces()), m_marks(m_pieces, m_width),
          m_begins(static_cast<std::size_t>(columnTasks(m_width) + 1))
    {
        const auto marked = runTasks(m_pieces, leastForThreads, {watch.stop}, [&](std::int64_t piece) {
            auto* marks = m_marks.of(piece);
            forProductsOf(a, b, giant.cuts[static_cast<std::size_t>(piece)],
                          giant.cuts[static_cast<std::size_t>(piece) + 1],
                          [&](auto, auto eb) { marks[b.indices[eb]] = 1; });
        });
        m_isWhole = marked && forEachColumnRange(m_width, watch, [&](auto task, auto first, auto last) {
                        auto* all = m_marks.of(0);
                        std::int64_t count = 0;
                        for (auto column = first; column < last; ++column) {
                            for (std::int64_t piece = 1; piece < m_pieces; ++piece)
                                all[column] |= m_marks.of(piece)[column];
                            count += all[column];
                        }
                        m_begins[static_cast<std::size_t>(task) + 1] = count;
                    });
        std::partial_sum(m_begins.begin(), m_begins.end(), m_begins.begin());
    }

    bool isWhole() const { return m_isWhole; }
    std::int64_t count() const { return m_begins.back(); }

    template <class I>
    bool write(I* columns, const Watch& watch)
    {
        return m_isWhole && forEachColumnRange(m_width, watch, [&](auto task, auto first, auto last) {
                   auto* next = columns + m_begins[static_cast<std::size_t>(task)];
                   for (auto column = first; column < last; ++column)
                       if (m_marks.of(0)[column] != 0)
                           *next++ = static_cast<I>(column);
               });
    }

private:
    std::int64_t m_width, m_pieces;
    PieceVectors<std::uint8_t> m_marks;
    std::vector<std::int64_t> m_begins;
    bool m_isWhole = false;
};

// Which columns a row has seen: those marked with the row's own number.
class Seen
{
public:
    explicit Seen(std::int64_t width) : m_rows(static_cast<std::size_t>(width), -1) {}
    bool isNew(std::int64_t column, std::int64_t row)
    {
        auto& last = m_rows[static_cast<std::size_t>(column)];
        const bool answer = last != row;
        last = row;
        return answer;
    }

private:
    std::vector<std::int64_t> m_rows;
};

// body(memory of the worker, row) for all rows but the giant ones, and shared(giant row) for those.
template <class Memory, class I, class Body, class Shared>
bool forEachRow(const Slices<I>& a, const Slices<I>& b, const Watch& watch, Body&& body, Shared&& shared)
{
    const auto tasks = productTasks(a, b);
    for (const auto& giant : tasks.giants)
        if (watch.isStopped() || !shared(giant))
            return false;
    std::vector<Memory> memories;
    for (int w = 0; w < workersFor(tasks.work); ++w)
        memories.emplace_back(b.width);
    return runTasksWithWorkers(std::ssize(tasks.ranges), tasks.work, watch,
                               [&](std::int64_t worker, std::int64_t task) {
                                   const auto& range = tasks.ranges[static_cast<std::size_t>(task)];
                                   for (auto row = range.first; row < range.last; ++row)
                                       body(memories[static_cast<std::size_t>(worker)], row);
                               });
}

} // namespace

template <class I>
bool countSparseProduct(const Slices<I>& a, const Slices<I>& b, std::int64_t* pointers, const Watch& watch)
{
    pointers[0] = 0;
    const auto one = [&](Seen& seen, std::int64_t row) {
        std::int64_t count = 0;
        forEachProduct(a, b, row, [&](auto, auto eb) { count += seen.isNew(b.indices[eb], row) ? 1 : 0; });
        pointers[row + 1] = count;
    };
    const auto done = forEachRow<Seen>(a, b, watch, one, [&](const GiantRow& giant) {
        const GiantColumns columns(a, b, giant, watch);
        pointers[giant.row + 1] = columns.count();
        return columns.isWhole();
    });
    for (std::int64_t row = 0; row < a.count; ++row)
        pointers[row + 1] += pointers[row];
    return done;
}

template <class I>
bool fillSparseProduct(const Slices<I>& a, const Slices<I>& b, const std::int64_t* pointers, I* columns,
                       const Watch& watch)
{
    const auto one = [&](Seen& seen, std::int64_t row) {
        auto* next = columns + pointers[row];
        forEachProduct(a, b, row, [&](auto, auto eb) {
            if (seen.isNew(b.indices[eb], row))
                *next++ = b.indices[eb];
        });
        std::sort(columns + pointers[row], next);
    };
    return forEachRow<Seen>(a, b, watch, one, [&](const GiantRow& giant) {
        return GiantColumns(a, b, giant, watch).write(columns + pointers[giant.row], watch);
    });
}

template <class T, class I>
bool sparseProductValues(const Slices<I>& a, const T* aValues, const Slices<I>& b, const T* bValues,
                         const std::int64_t* pointers, const I* columns, T* values, const Watch& watch)
{
    using Sum = WideOf<T>;
    struct Sums {
        std::vector<Sum> of;
        explicit Sums(std::int64_t width) : of(static_cast<std::size_t>(width)) {}
    };
    const auto addTo = [&](Sum* of) {
        return [&, of](auto ea, auto eb) {
            auto& sum = of[b.indices[eb]];
            sum = sum + Wide<T>::from(aValues[ea]) * Wide<T>::from(bValues[eb]);
        };
    };
    const auto one = [&](Sums& sums, std::int64_t row) {
        auto* of = sums.of.data(); // all zero between rows
        forEachProduct(a, b, row, addTo(of));
        for (auto e = pointers[row]; e < pointers[row + 1]; ++e) {
            values[e] = Wide<T>::to(of[columns[e]]);
            of[columns[e]] = Sum{};
        }
    };
    return forEachRow<Sums>(a, b, watch, one, [&](const GiantRow& giant) {
        PieceVectors<Sum> sums(giant.pieces(), b.width);
        const auto summed = runTasks(giant.pieces(), leastForThreads, {watch.stop}, [&](std::int64_t piece) {
            forProductsOf(a, b, giant.cuts[static_cast<std::size_t>(piece)],
                          giant.cuts[static_cast<std::size_t>(piece) + 1], addTo(sums.of(piece)));
        });
        const auto begin = pointers[giant.row];
        return summed && forEachColumnRange(pointers[giant.row + 1] - begin, watch,
                                            [&](auto, std::int64_t first, std::int64_t last) {
                                                for (auto e = begin + first; e < begin + last; ++e) {
                                                    auto sum = sums.of(0)[columns[e]];
                                                    for (std::int64_t piece = 1; piece < giant.pieces(); ++piece)
                                                        sum = sum + sums.of(piece)[columns[e]];
                                                    values[e] = Wide<T>::to(sum);
                                                }
                                            });
    });
}

template bool countSparseProduct(const Slices<std::int32_t>&, const Slices<std::int32_t>&, std::int64_t*,
                                 const Watch&);
template bool countSparseProduct(const Slices<std::int64_t>&, const Slices<std::int64_t>&, std::int64_t*,
                                 const Watch&);
template bool fillSparseProduct(const Slices<std::int32_t>&, const Slices<std::int32_t>&, const std::int64_t*,
                                std::int32_t*, const Watch&);
template bool fillSparseProduct(const Slices<std::int64_t>&, const Slices<std::int64_t>&, const std::int64_t*,
                                std::int64_t*, const Watch&);
// NOLINTBEGIN(bugprone-macro-parentheses): what stands in for T and I are types
#define TSCOPE_INSTANTIATE_FOR(T, I)                                                                              \
    template bool sparseProductValues(const Slices<I>&, const T*, const Slices<I>&, const T*,                     \
                                      const std::int64_t*, const I*, T*, const Watch&);
#define TSCOPE_INSTANTIATE(T) TSCOPE_INSTANTIATE_FOR(T, std::int32_t) TSCOPE_INSTANTIATE_FOR(T, std::int64_t)
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE
#undef TSCOPE_INSTANTIATE_FOR
// NOLINTEND(bugprone-macro-parentheses)

} // namespace tscope::cpu
