// SPDX-License-Identifier: Apache-2.0
#include "timing/content_hash.h"

#include "dispatch/call.h"
#include "facts/outside.h"
#include "make/random.h"
#include "timing/rows_at_hand.h"
#include "timing/small_strided.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <vector>

namespace tscope::timing {

namespace {

constexpr std::int64_t mostWhole = 1 << 18; // logical elements of which each is looked at
constexpr std::int64_t rowsOfLarge = 256;

// Two sums of 64 bits, of numbers that each stand for one element: the order of storing does not matter.
struct Sums {
    std::uint64_t first = 0, second = 0;

    void add(std::uint64_t seed)
    {
        Random random(seed);
        first += random.next();
        second += random.next();
    }
};

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word)
{
    hash ^= word + 0x9e3779b97f4a7c15U + (hash << 6U) + (hash >> 2U);
    hash *= 0xff51afd7ed558ccdU;
    return hash ^ (hash >> 33U);
}

std::uint64_t hashOf(const Extents& index)
{
    std::uint64_t hash = index.size();
    for (const auto number : index)
        hash = mixed(hash, static_cast<std::uint64_t>(number));
    return hash;
}

std::uint64_t hashOf(std::uint64_t place, const std::complex<double>& number)
{
    const auto bits = [](double part) { return std::bit_cast<std::uint64_t>(part == 0 ? 0.0 : part); };
    return mixed(mixed(place, bits(number.real())), bits(number.imag()));
}

// One stored element: where it stands, as a hash of its index.
struct Place {
    std::uint64_t hash = 0;
    std::complex<double> number;
};

// All rows, or some that are the same for each tensor of that size.
std::vector<IndexBox> boxesOf(const Extents& bounds)
{
    IndexBox whole{Extents(bounds.size(), 0), bounds};
    for (auto& last : whole.last)
        --last;
    const auto count = numel(bounds).value_or(int64Max);
    if (count <= mostWhole || bounds.size() < 2)
        return {whole};
    std::vector<IndexBox> boxes;
    const auto rows = bounds.front();
    for (std::int64_t i = 0; i < std::min(rows, rowsOfLarge); ++i) {
        auto& box = boxes.emplace_back(whole);
        box.first.front() = box.last.front() = rows <= rowsOfLarge ? i : i * (rows / rowsOfLarge);
    }
    return boxes;
}

} // namespace

std::string contentHashOf(const Tensor& given, const Watch& watch)
{
    const auto tensor = withRowsAtHand(given, watch);
    const auto bounds = tensor.layout->read(tensor, {})->bounds();
    if (!bounds)
        return {};
    Sums sums;
    sums.add(hashOf(*bounds));
    const auto& values = valuesMember(tensor).array;
    if (!values.isReadable()) // of a type whose encoding is not known
        return {};
    std::vector<Place> places;
    const auto walked = entriesWithin(tensor, boxesOf(*bounds), [&](const Extents& index, std::int64_t slot) {
        if (slot >= 0)
            places.push_back({hashOf(index), complexOf(values.at(slot))});
        return !watch.isStopped();
    });
    if (!walked || watch.isStopped())
        return {};
    std::ranges::stable_sort(places, {}, &Place::hash);
    for (std::size_t i = 0; i < places.size();) {
        auto sum = places[i].number; // duplicates are one element
        const auto hash = places[i].hash;
        while (++i < places.size() && places[i].hash == hash)
            sum += places[i].number;
        if (sum != std::complex<double>())
            sums.add(hashOf(hash, sum));
    }
    std::array<char, 33> text{};
    std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(sums.first),
                  static_cast<unsigned long long>(sums.second));
    return text.data();
}

} // namespace tscope::timing
