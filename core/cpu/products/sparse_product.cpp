// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/sparse_product.h"

#include "base/checked_math.h"
#include "cpu/arithmetic.h"
#include "cpu/element_types.h"
#include "cpu/tasks.h"

#include <algorithm>
#include <vector>

namespace tscope::cpu {

namespace {

// Runs of rows of the product that take about as many multiplications each.
struct ProductTasks {
    std::vector<std::int64_t> firstRows; // and the end
    std::int64_t work = 0;

    std::int64_t count() const { return std::ssize(firstRows) - 1; }
};

template <class I>
ProductTasks productTasks(const Slices<I>& a, const Slices<I>& b)
{
    constexpr std::int64_t perTask = 1 << 15;
    ProductTasks out;
    out.firstRows.push_back(0);
    std::int64_t sinceCut = 0;
    for (std::int64_t row = 0; row < a.count; ++row) {
        for (std::int64_t e = a.pointers[row]; e < a.pointers[row + 1]; ++e)
            sinceCut += b.pointers[a.indices[e] + 1] - b.pointers[a.indices[e]];
        ++sinceCut;
        if (sinceCut >= perTask || row + 1 == a.count) {
            out.firstRows.push_back(row + 1);
            out.work = saturatingAdd(out.work, sinceCut);
            sinceCut = 0;
        }
    }
    return out;
}

// Calls body(entry of a, entry of b) for each product that falls into a row.
template <class I, class Body>
void forEachProduct(const Slices<I>& a, const Slices<I>& b, std::int64_t row, Body&& body)
{
    for (std::int64_t ea = a.pointers[row]; ea < a.pointers[row + 1]; ++ea)
        for (std::int64_t eb = b.pointers[a.indices[ea]]; eb < b.pointers[a.indices[ea] + 1]; ++eb)
            body(ea, eb);
}

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

// body(memory of the worker, row), for all rows.
template <class Memory, class I, class Body>
bool forEachRow(const Slices<I>& a, const Slices<I>& b, const Watch& watch, Body&& body)
{
    const auto tasks = productTasks(a, b);
    std::vector<Memory> memories;
    for (int w = 0; w < workersFor(tasks.work); ++w)
        memories.emplace_back(b.width);
    return runTasksWithWorkers(tasks.count(), tasks.work, watch, [&](std::int64_t worker, std::int64_t task) {
        auto& memory = memories[static_cast<std::size_t>(worker)];
        for (auto row = tasks.firstRows[static_cast<std::size_t>(task)];
             row < tasks.firstRows[static_cast<std::size_t>(task) + 1]; ++row)
            body(memory, row);
    });
}

} // namespace

template <class I>
bool countSparseProduct(const Slices<I>& a, const Slices<I>& b, std::int64_t* pointers, const Watch& watch)
{
    pointers[0] = 0;
    const auto done = forEachRow<Seen>(a, b, watch, [&](Seen& seen, std::int64_t row) {
        std::int64_t count = 0;
        forEachProduct(a, b, row, [&](auto, auto eb) { count += seen.isNew(b.indices[eb], row) ? 1 : 0; });
        pointers[row + 1] = count;
    });
    for (std::int64_t row = 0; row < a.count; ++row)
        pointers[row + 1] += pointers[row];
    return done;
}

template <class I>
bool fillSparseProduct(const Slices<I>& a, const Slices<I>& b, const std::int64_t* pointers, I* columns,
                       const Watch& watch)
{
    return forEachRow<Seen>(a, b, watch, [&](Seen& seen, std::int64_t row) {
        auto* next = columns + pointers[row];
        forEachProduct(a, b, row, [&](auto, auto eb) {
            if (seen.isNew(b.indices[eb], row))
                *next++ = b.indices[eb];
        });
        std::sort(columns + pointers[row], next);
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
    return forEachRow<Sums>(a, b, watch, [&](Sums& sums, std::int64_t row) {
        auto* of = sums.of.data(); // all zero between rows
        forEachProduct(a, b, row, [&](auto ea, auto eb) {
            auto& sum = of[b.indices[eb]];
            sum = sum + Wide<T>::from(aValues[ea]) * Wide<T>::from(bValues[eb]);
        });
        for (auto e = pointers[row]; e < pointers[row + 1]; ++e) {
            values[e] = Wide<T>::to(of[columns[e]]);
            of[columns[e]] = Sum{};
        }
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
