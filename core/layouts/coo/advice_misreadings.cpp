// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "layouts/coo/advice.h"
#include "layouts/shared/misreadings.h"

#include <algorithm>

namespace tscope::coo {

namespace {

bool isBroken(const Report& report, std::initializer_list<std::string_view> rules)
{
    return std::ranges::any_of(rules, [&](std::string_view rule) { return report.find(rule) != nullptr; });
}

// Coordinates with two rows the other way round, for each pair of rows after whose exchange all are below the
// size.
struct Exchange {
    std::int64_t a = 0, b = 0; // the dims
    Array indices;
};

std::vector<Exchange> exchanges(const Tensor& tensor)
{
    constexpr std::int64_t mostDims = 4;
    const auto& member = tensor.member("indices");
    const auto& sizes = member.array.geometry.sizes;
    if (sizes.size() != 2 || sizes[0] > mostDims || !tensor.size ||
        static_cast<std::int64_t>(tensor.size->size()) < sizes[0])
        return {};
    const auto numbers = integersOf(member);
    if (!numbers || numbers->empty())
        return {};
    const auto rowAt = [&](auto& from, std::int64_t d) { return from.begin() + d * sizes[1]; };
    std::vector<std::int64_t> largest;
    for (std::int64_t d = 0; d < sizes[0]; ++d)
        largest.push_back(*std::max_element(rowAt(*numbers, d), rowAt(*numbers, d + 1)));
    std::vector<Exchange> out;
    for (std::int64_t a = 0; a < sizes[0]; ++a)
        for (std::int64_t b = a + 1; b < sizes[0]; ++b) {
            auto order = largest;
            std::swap(order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)]);
            if (!std::equal(order.begin(), order.end(), tensor.size->begin(), std::less<>()))
                continue;
            auto exchanged = *numbers;
            std::swap_ranges(rowAt(exchanged, a), rowAt(exchanged, a + 1), rowAt(exchanged, b));
            if (auto array = integerArray(sizes, exchanged, member.array))
                out.push_back({a, b, std::move(*array)});
        }
    return out;
}

// Each number one more, as if 1 had been subtracted from what counts from 0. One wrong entry looks like that in
// its own dim, so the lowest has to be -1 in all.
std::optional<Array> fromZero(const Member& indices)
{
    const auto& sizes = indices.array.geometry.sizes;
    auto numbers = sizes.size() == 2 ? integersOf(indices) : std::nullopt;
    if (!numbers || numbers->empty() || std::ranges::max(*numbers) == int64Max)
        return std::nullopt;
    for (std::int64_t d = 0; d < sizes[0]; ++d)
        if (*std::min_element(numbers->begin() + d * sizes[1], numbers->begin() + (d + 1) * sizes[1]) != -1)
            return std::nullopt;
    for (auto& number : *numbers)
        ++number;
    return integerArray(sizes, *numbers, indices.array);
}

// One row per entry read as one row per dim.
std::optional<Array> turned(const Member& indices)
{
    auto array = indices.array;
    if (array.geometry.rank() != 2 || !array.geometry.isWellFormed())
        return std::nullopt;
    std::swap(array.geometry.sizes[0], array.geometry.sizes[1]);
    std::swap(array.geometry.strides[0], array.geometry.strides[1]);
    return array;
}

} // namespace

std::vector<Reinterpretation> reinterpretations(const Reading& reading, const Report& report)
{
    const auto& tensor = reading.tensor();
    const auto& indices = tensor.member("indices");
    std::vector<Reinterpretation> all;
    const auto offer = [&](std::string_view id, std::string as, std::string text,
                           const std::optional<Array>& array) {
        if (array)
            all.push_back({id, std::move(as), std::move(text), replaced(tensor, "indices", *array)});
    };
    if (isBroken(report, {"COO-5.2"}))
        offer("one-based", say("coo, counted from 1"), say("coordinates start at 1"), fromOne(indices));
    if (isBroken(report, {"COO-5.1"}))
        offer("zero-based", say("coo, counted from 0"),
              say("coordinates are one too low, as those that count from 0 are when a reader takes 1 away"),
              fromZero(indices));
    if (isBroken(report, {"COO-5.2", "COO-5.3"}))
        for (const auto& [a, b, array] : exchanges(tensor)) {
            const bool isPlane = array.geometry.sizes[0] == 2;
            offer("swapped-coordinates",
                  isPlane ? say("coo with its two coordinates swapped")
                          : say("coo with coordinates {0} and {1} swapped", a, b),
                  isPlane ? say("the column stands before the row")
                          : say("two coordinates are the other way round"),
                  array);
        }
    if (isBroken(report, {"COO-3.3", "COO-3.4", "COO-3.5"}))
        offer("swapped-coordinates", say("coo with indices transposed"), say("indices has a row for each entry"),
              turned(indices));
    if (isBroken(report, {"COO-1.1", "COO-3.4", "COO-5.1", "COO-5.2", "COO-5.3", "STR-2.1"})) {
        for (const auto reread : {otherWidth, sameLengthOtherWidth})
            offer("wrong-width", say("indices of the other width"),
                  say("the bytes of the indices are integers of another width"), asInt64(reread(indices.array)));
    }
    return all;
}

} // namespace tscope::coo

namespace tscope {

constinit const Advice cooAdvice{coo::causes, coo::reinterpretations, coo::repairs, coo::plan};

} // namespace tscope
