// SPDX-License-Identifier: Apache-2.0
// Exercises to which many typed answers are right, judged by going through all elements.
#include "core/lessons/dull_marker.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace tscope {

namespace {

// Every slot that a grid with these strides reads, one for each element.
Numbers slotsOfGrid(std::int64_t rows, std::int64_t columns, std::int64_t down, std::int64_t right)
{
    Numbers slots;
    std::int64_t begin = 0;
    for (std::int64_t i = 0; i < rows; ++i, begin += down) {
        auto slot = begin;
        for (std::int64_t j = 0; j < columns; ++j, slot += right)
            slots.push_back(slot);
    }
    return slots;
}

bool isStripReadOtherwise(const Exercise& exercise, const GivenAnswer& answer)
{
    const auto strides = numbersOf(answer);
    if (!strides || strides->size() != 2 || strides->front() < 1 || strides->back() < 1)
        return false;
    const auto rows = drawn(exercise, "rows"), columns = drawn(exercise, "columns");
    const auto slots = slotsOfGrid(rows, columns, strides->front(), strides->back());
    const auto asked = static_cast<std::size_t>(drawn(exercise, "p") * columns + drawn(exercise, "q"));
    return slots[asked] == drawn(exercise, "target") &&
           std::ranges::all_of(slots, [&](auto slot) { return slot < rows * columns; }) &&
           std::ssize(std::set(slots.begin(), slots.end())) == rows * columns;
}

GivenAnswer columnMajorStrides(const Exercise& exercise, std::mt19937_64&)
{
    return {textsOf({1, drawn(exercise, "rows")})};
}

bool usesSoManySlots(const Exercise& exercise, const GivenAnswer& answer)
{
    const auto strides = numbersOf(answer);
    if (!strides || strides->size() != 2 || std::ranges::any_of(*strides, [](auto s) { return s < 0 || s > 9; }))
        return false;
    const auto slots =
        slotsOfGrid(drawn(exercise, "rows"), drawn(exercise, "columns"), strides->front(), strides->back());
    return std::ssize(std::set(slots.begin(), slots.end())) == drawn(exercise, "wanted");
}

GivenAnswer stridesOfSoManySlots(const Exercise& exercise, std::mt19937_64& random)
{
    for (;;) {
        GivenAnswer answer{textsOf({between(random, 0, 9), between(random, 0, 9)})};
        if (usesSoManySlots(exercise, answer))
            return answer;
    }
}

bool sharesOneElement(const Exercise& exercise, const GivenAnswer& answer)
{
    const auto view = numbersOf(answer);
    if (!view || view->size() != 3)
        return false;
    const auto n = drawn(exercise, "n"), step = drawn(exercise, "p");
    const auto offset = (*view)[0], size = (*view)[1], stride = (*view)[2];
    if (size < 3 || size > n || stride < 1)
        return false;
    std::set<std::int64_t> ofY;
    for (std::int64_t slot = 0; slot < n; slot += step)
        ofY.insert(slot);
    int shared = 0;
    for (std::int64_t k = 0, slot = offset; k < size; ++k, slot += stride) {
        if (slot < 0 || slot >= n)
            return false;
        shared += ofY.contains(slot) ? 1 : 0;
    }
    return shared == 1;
}

GivenAnswer viewSharingOne(const Exercise& exercise, std::mt19937_64& random)
{
    for (;;) {
        GivenAnswer answer{textsOf({between(random, 0, 9), between(random, 3, 4), between(random, 1, 4)})};
        if (sharesOneElement(exercise, answer))
            return answer;
    }
}

// What both parts of a hybrid store, counted number by number.
std::int64_t storedWith(const Numbers& counts, std::int64_t width)
{
    std::int64_t stored = 0;
    for (const auto count : counts) {
        for (std::int64_t slot = 0; slot < width; ++slot)
            stored += 2;
        for (auto entry = width; entry < count; ++entry)
            stored += 3;
    }
    return stored;
}

bool isBestWidth(const Exercise& exercise, const GivenAnswer& answer)
{
    const auto width = numbersOf(answer);
    if (!width || width->size() != 1 || width->front() < 0 || width->front() > 7)
        return false;
    const auto counts = drawnList(exercise, "counts");
    for (std::int64_t other = 0; other <= 7; ++other)
        if (storedWith(counts, other) < storedWith(counts, width->front()))
            return false;
    return true;
}

GivenAnswer bestWidth(const Exercise& exercise, std::mt19937_64& random)
{
    for (;;) {
        GivenAnswer answer{textsOf({between(random, 0, 7)})};
        if (isBestWidth(exercise, answer))
            return answer;
    }
}

bool isOrderByLength(const Exercise& exercise, const GivenAnswer& answer)
{
    const auto order = numbersOf(answer);
    const auto counts = drawnList(exercise, "counts");
    if (!order || order->size() != counts.size())
        return false;
    std::vector<bool> seen(counts.size());
    std::int64_t before = 1'000'000;
    for (const auto row : *order) {
        if (row < 0 || row >= std::ssize(counts) || seen[static_cast<std::size_t>(row)])
            return false;
        seen[static_cast<std::size_t>(row)] = true;
        const auto count = counts[static_cast<std::size_t>(row)];
        if (count > before)
            return false;
        before = count;
    }
    return true;
}

GivenAnswer orderByLength(const Exercise& exercise, std::mt19937_64& random)
{
    const auto counts = drawnList(exercise, "counts");
    Numbers rows(counts.size());
    std::iota(rows.begin(), rows.end(), 0);
    std::ranges::shuffle(rows, random); // rows of one length in any order
    std::ranges::stable_sort(rows, [&](auto a, auto b) {
        return counts[static_cast<std::size_t>(a)] > counts[static_cast<std::size_t>(b)];
    });
    return {textsOf(rows)};
}

} // namespace

std::vector<DullExercise> dullTypedExercises()
{
    return {
        {"01-a-grid-on-a-strip", "The same strip, read otherwise", isStripReadOtherwise, columnMajorStrides},
        {"04-stride-zero-and-overlap", "Fewer slots than cells", usesSoManySlots, stridesOfSoManySlots},
        {"06-sharing", "Exactly one element", sharesOneElement, viewSharingOne},
        {"18-hybrid-and-jds", "The best width", isBestWidth, bestWidth},
        {"18-hybrid-and-jds", "Sort the rows", isOrderByLength, orderByLength},
    };
}

} // namespace tscope
