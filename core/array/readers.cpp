// SPDX-License-Identifier: Apache-2.0
#include "array/bounded_sum.h"
#include "array/slots.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t countBudget = 1 << 16; // steps, about 0.1 us each
constexpr std::int64_t listBudget = 1 << 16;  // beyond what the listed ones need
constexpr std::int64_t mostSorted = 4096;     // found in another order, then sorted

// The dims as terms of a sum; with repeats, also those that do not move the offset.
std::vector<SumTerm> termsOf(const Geometry& geometry, bool withRepeats)
{
    std::vector<SumTerm> terms;
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d)
        if (withRepeats || (geometry.strides[d] != 0 && geometry.sizes[d] != 1))
            terms.push_back({geometry.strides[d], 0, geometry.sizes[d] - 1});
    return terms;
}

// The row-major list where solutions of the dims with stride are known, sorted, and the others are free. After
// each dim only `limit` beginnings are kept: every one of them has a completion.
std::vector<Extents> combined(const Geometry& geometry, const std::vector<Extents>& solutions, std::size_t limit)
{
    struct Beginning {
        Extents index;
        std::size_t from, to; // of the solutions that begin so
    };
    std::vector<Beginning> level;
    if (!solutions.empty() && limit > 0)
        level.push_back({{}, 0, solutions.size()});
    std::size_t column = 0;
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
        std::vector<Beginning> next;
        const auto isBound = geometry.strides[d] != 0 && geometry.sizes[d] != 1;
        for (const auto& beginning : level) {
            auto from = beginning.from;
            for (std::int64_t free = 0; next.size() < limit; ++free) {
                if (isBound ? from == beginning.to : free == geometry.sizes[d])
                    break;
                auto to = beginning.to;
                const auto number = isBound ? solutions[from][column] : free;
                if (isBound)
                    for (to = from; to < beginning.to && solutions[to][column] == number;)
                        ++to;
                next.push_back({beginning.index, from, to});
                next.back().index.push_back(number);
                from = isBound ? to : from;
            }
        }
        level = std::move(next);
        column += isBound ? 1 : 0;
    }
    std::vector<Extents> out;
    for (auto& beginning : level)
        out.push_back(std::move(beginning.index));
    return out;
}

// All solutions of the dims with stride, found with large steps first, in row-major order. Nothing when too many.
std::optional<std::vector<Extents>> sortedSolutions(const Geometry& geometry, std::int64_t target)
{
    auto terms = termsOf(geometry, false);
    std::vector<std::size_t> order(terms.size());
    for (std::size_t t = 0; t < order.size(); ++t)
        order[t] = t;
    std::ranges::stable_sort(order, std::greater<>{}, [&](std::size_t t) {
        return terms[t].step < 0 ? Wide::product(terms[t].step, -1) : Wide(terms[t].step);
    });
    std::vector<SumTerm> searched;
    for (const auto t : order)
        searched.push_back(terms[t]);
    SumSearch search(searched, target, listBudget);
    std::vector<Extents> solutions;
    while (search.next()) {
        if (std::ssize(solutions) == mostSorted)
            return std::nullopt;
        auto& solution = solutions.emplace_back(terms.size());
        for (std::size_t t = 0; t < order.size(); ++t)
            solution[order[t]] = search.numbers()[t];
    }
    if (search.ranOut())
        return std::nullopt;
    std::ranges::sort(solutions);
    return solutions;
}

// How many solutions the dims with stride have; nothing when that is too much work.
std::optional<Wide> countSolutions(const Geometry& geometry, std::int64_t target)
{
    auto terms = termsOf(geometry, false);
    sortForSearch(terms);
    SumSearch search(terms, target, countBudget);
    const auto count = search.count(Wide(int64Max) + Wide(1));
    return search.ranOut() ? std::nullopt : std::optional(count);
}

// The first solutions of all dims, found in row-major order; false when that is too much work.
bool listInOrder(SlotReaders& readers, const Geometry& geometry, std::int64_t target, std::size_t limit)
{
    const auto terms = termsOf(geometry, true);
    const auto perReader = static_cast<std::int64_t>(2 * terms.size() + 2);
    const auto wanted = static_cast<std::int64_t>(std::min<std::size_t>(limit, std::size_t{1} << 30));
    SumSearch search(terms, target, saturatingAdd(listBudget, saturatingMul(perReader, wanted)));
    while (readers.indices.size() < limit && search.next())
        readers.indices.push_back(search.numbers());
    return !search.ranOut();
}

} // namespace

SlotReaders readersOf(const Geometry& geometry, std::int64_t slot, std::size_t limit)
{
    SlotReaders readers;
    const auto range = reach(geometry);
    if (!range || Wide(slot) < range->first || Wide(slot) > range->last) {
        readers.count = 0;
        return readers;
    }
    const auto target = checkedSub(slot, geometry.offset);
    if (!target) {
        readers.complete = false;
        return readers;
    }
    const auto moving = countSolutions(geometry, *target);
    if (moving) {
        auto count = *moving;
        for (std::size_t d = 0; d < geometry.sizes.size(); ++d)
            if (geometry.strides[d] == 0)
                count = count * Wide(geometry.sizes[d]);
        readers.count = count.asInt64();
    }
    // Few solutions are found fastest by large steps first and sorted; of many, the first ones in order.
    const auto areFew = moving && *moving <= Wide(mostSorted);
    if (!areFew && listInOrder(readers, geometry, *target, limit))
        return readers;
    if (const auto solutions = sortedSolutions(geometry, *target)) {
        readers.indices = combined(geometry, *solutions, limit);
        return readers;
    }
    readers.complete = areFew && listInOrder(readers, geometry, *target, limit);
    return readers;
}

} // namespace tscope
