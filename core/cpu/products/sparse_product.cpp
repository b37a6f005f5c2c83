// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/sparse_product.h"

#include "cpu/element_types.h"
#include "cpu/products/giant_row.h"
#include "cpu/products/product_tasks.h"
#include "cpu/products/row_sums.h"
#include "cpu/tasks.h"

#include <algorithm>
#include <vector>

namespace tscope::cpu {

namespace {

// Which columns a row has seen: those marked with the row's own number.
class Seen
{
public:
    explicit Seen(std::int64_t width) : m_rows(static_cast<std::size_t>(width), -1) {}

    // A loop of its own, with the registers to itself.
    template <class I>
    [[gnu::noinline]] std::int64_t countColumns(const Slices<I>& a, const Slices<I>& b, std::int64_t row)
    {
        auto* rows = m_rows.data();
        std::int64_t count = 0;
        forProductsOf(a, b, a.pointers[row], a.pointers[row + 1], [&](auto, auto eb) {
            auto& last = rows[b.indices[eb]];
            count += last != row ? 1 : 0;
            last = row;
        });
        return count;
    }

private:
    std::vector<std::int64_t> m_rows;
};

// body(memory of the worker, row) for all rows but the giant ones, and shared(giant row) for those. make() gives a
// worker its memory.
template <class I, class Make, class Body, class Shared>
bool forEachRow(const Slices<I>& a, const Slices<I>& b, const Watch& watch, Make&& make, Body&& body,
                Shared&& shared)
{
    const auto tasks = productTasks(a, b);
    for (const auto& giant : tasks.giants)
        if (watch.isStopped() || !shared(giant))
            return false;
    std::vector<decltype(make())> memories;
    for (int w = 0; w < workersFor(tasks.work); ++w)
        memories.push_back(make());
    return runTasksWithWorkers(std::ssize(tasks.ranges), tasks.work, watch,
                               [&](std::int64_t worker, std::int64_t task) {
                                   const auto& range = tasks.ranges[static_cast<std::size_t>(task)];
                                   for (auto row = range.first; row < range.last; ++row)
                                       body(memories[static_cast<std::size_t>(worker)], row);
                               });
}

std::int64_t longestRow(const std::int64_t* pointers, std::int64_t rows)
{
    std::int64_t longest = 0;
    for (std::int64_t row = 0; row < rows; ++row)
        longest = std::max(longest, pointers[row + 1] - pointers[row]);
    return longest;
}

} // namespace

template <class I>
bool countSparseProduct(const Slices<I>& a, const Slices<I>& b, std::int64_t* pointers, const Watch& watch)
{
    pointers[0] = 0;
    const auto one = [&](Seen& seen, std::int64_t row) { pointers[row + 1] = seen.countColumns(a, b, row); };
    const auto done = forEachRow(
        a, b, watch, [&] { return Seen(b.width); }, one,
        [&](const GiantRow& giant) {
            const GiantColumns columns(a, b, giant, watch);
            pointers[giant.row + 1] = columns.count();
            return columns.isWhole();
        });
    for (std::int64_t row = 0; row < a.count; ++row)
        pointers[row + 1] += pointers[row];
    return done;
}

template <class T, class I>
bool fillSparseProduct(const Slices<I>& a, const T* aValues, const Slices<I>& b, const T* bValues,
                       const std::int64_t* pointers, I* columns, T* values, const Watch& watch)
{
    const auto longest = longestRow(pointers, a.count);
    const auto one = [&](RowSums<T, I>& sums, std::int64_t row) {
        const auto begin = pointers[row];
        sums.compute(a, aValues, b, bValues, row, begin, columns + begin, values + begin);
    };
    const auto make = [&] { return RowSums<T, I>(b.width, longest); };
    return forEachRow(a, b, watch, make, one, [&](const GiantRow& giant) {
        const auto begin = pointers[giant.row];
        return GiantColumns(a, b, giant, watch).write(columns + begin, watch) &&
               giantValues(a, aValues, b, bValues, giant, columns + begin, pointers[giant.row + 1] - begin,
                           values + begin, watch);
    });
}

template bool countSparseProduct(const Slices<std::int32_t>&, const Slices<std::int32_t>&, std::int64_t*,
                                 const Watch&);
template bool countSparseProduct(const Slices<std::int64_t>&, const Slices<std::int64_t>&, std::int64_t*,
                                 const Watch&);
// NOLINTBEGIN(bugprone-macro-parentheses): what stands in for T and I are types
#define TSCOPE_INSTANTIATE_FOR(T, I)                                                                              \
    template bool fillSparseProduct(const Slices<I>&, const T*, const Slices<I>&, const T*, const std::int64_t*,  \
                                    I*, T*, const Watch&);
#define TSCOPE_INSTANTIATE(T) TSCOPE_INSTANTIATE_FOR(T, std::int32_t) TSCOPE_INSTANTIATE_FOR(T, std::int64_t)
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE
#undef TSCOPE_INSTANTIATE_FOR
// NOLINTEND(bugprone-macro-parentheses)

} // namespace tscope::cpu
