// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/advice.h"
#include "layouts/shared/misreadings.h"

#include <algorithm>

namespace tscope::coo {

namespace {

bool isBroken(const Report& report, std::initializer_list<std::string_view> rules)
{
    return std::ranges::any_of(rules, [&](std::string_view rule) { return report.find(rule) != nullptr; });
}

// The two rows of coordinates the other way round; nothing when there are not two.
std::optional<Array> exchanged(const Member& indices)
{
    const auto& sizes = indices.array.geometry.sizes;
    const auto numbers = sizes.size() == 2 && sizes[0] == 2 ? integersOf(indices) : std::nullopt;
    if (!numbers)
        return std::nullopt;
    auto out = *numbers;
    std::rotate(out.begin(), out.begin() + sizes[1], out.end());
    return integerArray(sizes, out, indices.array);
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
        offer("one-based", "coo, counted from 1", "coordinates start at 1", fromOne(indices));
    if (isBroken(report, {"COO-5.2"}))
        offer("swapped-coordinates", "coo with its two coordinates swapped", "the column stands before the row",
              exchanged(indices));
    if (isBroken(report, {"COO-3.3", "COO-3.4", "COO-3.5"}))
        offer("swapped-coordinates", "coo with indices transposed", "indices has a row for each entry",
              turned(indices));
    if (isBroken(report, {"COO-1.1", "COO-3.4", "COO-5.1", "COO-5.2", "COO-5.3"})) {
        offer("wrong-width", "indices of the other width",
              "the bytes of the indices are integers of another width", otherWidth(indices.array));
        offer("wrong-width", "indices of int64", "the bytes of the indices are int64",
              sameLengthWider(indices.array));
    }
    return all;
}

} // namespace tscope::coo

namespace tscope {

constinit const Advice cooAdvice{coo::causes, coo::reinterpretations, coo::repairs, coo::plan};

} // namespace tscope
