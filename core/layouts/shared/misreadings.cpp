// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/misreadings.h"

#include "base/say.h"

#include <algorithm>

namespace tscope {

namespace {

// Rewrites each row along the last dim into one of `newLength`; nothing when that is not possible.
template <class Rewrite>
std::optional<Array> rewriteRows(const Member& member, std::int64_t newLength, Rewrite&& rewrite)
{
    const auto numbers = integersOf(member);
    auto sizes = member.array.geometry.sizes;
    if (!numbers || sizes.empty() || sizes.back() < 1)
        return std::nullopt;
    const auto length = sizes.back();
    std::vector<std::int64_t> out;
    for (std::int64_t at = 0; at < static_cast<std::int64_t>(numbers->size()); at += length)
        if (!rewrite(std::span(*numbers).subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(length)),
                     out))
            return std::nullopt;
    sizes.back() = newLength;
    return integerArray(std::move(sizes), out, member.array);
}

} // namespace

std::optional<Array> fromOne(const Member& member)
{
    auto numbers = integersOf(member);
    if (!numbers || numbers->empty() || std::ranges::min(*numbers) < 1)
        return std::nullopt;
    for (auto& number : *numbers)
        --number;
    return integerArray(member.array.geometry.sizes, *numbers, member.array);
}

std::optional<Array> otherWidth(const Array& array)
{
    const bool isNarrow = array.dtype == DType(ElementType::i32);
    if ((!isNarrow && array.dtype != DType(ElementType::i64)) || !array.isReadable() ||
        !isContiguous(array.geometry) || array.geometry.sizes.empty())
        return std::nullopt;
    auto sizes = array.geometry.sizes;
    if (isNarrow && (sizes.back() % 2 != 0 || array.geometry.offset % 2 != 0))
        return std::nullopt;
    const auto length = isNarrow ? std::optional(sizes.back() / 2) : checkedMul(sizes.back(), 2);
    if (!length)
        return std::nullopt;
    sizes.back() = *length;
    const auto offset = isNarrow ? array.geometry.offset / 2 : saturatingMul(array.geometry.offset, 2);
    return Array{array.storage, isNarrow ? ElementType::i64 : ElementType::i32,
                 Geometry::rowMajor(std::move(sizes), offset)};
}

std::optional<Array> sameLengthOtherWidth(const Array& array)
{
    constexpr std::int64_t fewest = 3; // of two, a storage one element short is half as long too
    const bool isNarrow = array.dtype == DType(ElementType::i32);
    if ((!isNarrow && array.dtype != DType(ElementType::i64)) || !isContiguous(array.geometry) ||
        array.geometry.offset != 0 || !array.storage->hasBytes())
        return std::nullopt;
    Array other = array;
    other.dtype = isNarrow ? ElementType::i64 : ElementType::i32;
    const auto count = numel(array.geometry).value_or(0);
    const bool isHalf = count >= fewest && other.storageNumel() == count;
    return (isNarrow || isHalf) && other.isReadable() ? std::optional(std::move(other)) : std::nullopt;
}

std::optional<Array> asInt64(const std::optional<Array>& array)
{
    auto wide =
        array ? cast(*array, ElementType::i64, true) : Result<Array>(invalidArgument(say("there is no array")));
    return wide ? std::optional(std::move(*wide)) : std::nullopt;
}

std::optional<Array> dividedBy(const Member& member, std::int64_t width)
{
    auto numbers = integersOf(member);
    if (!numbers || width < 1)
        return std::nullopt;
    for (auto& number : *numbers) {
        if (number % width != 0)
            return std::nullopt;
        number /= width;
    }
    return integerArray(member.array.geometry.sizes, *numbers, member.array);
}

std::optional<Array> runningSums(const Member& member, bool hasZero)
{
    const auto& sizes = member.array.geometry.sizes;
    if (sizes.empty())
        return std::nullopt;
    return rewriteRows(member, saturatingAdd(sizes.back(), hasZero ? 0 : 1),
                       [&](auto row, std::vector<std::int64_t>& out) {
                           std::int64_t sum = 0;
                           if (!hasZero)
                               out.push_back(0);
                           for (const auto number : row) {
                               const auto next = number < 0 ? std::nullopt : checkedAdd(sum, number);
                               if (!next)
                                   return false;
                               out.push_back(sum = *next);
                           }
                           return !hasZero || row.front() == 0;
                       });
}

std::optional<Array> withLeadingZero(const Member& member)
{
    const auto& sizes = member.array.geometry.sizes;
    if (sizes.empty())
        return std::nullopt;
    return rewriteRows(member, saturatingAdd(sizes.back(), 1), [](auto row, std::vector<std::int64_t>& out) {
        out.push_back(0);
        out.insert(out.end(), row.begin(), row.end());
        return true;
    });
}

Tensor replaced(Tensor tensor, std::string_view role, Array array)
{
    if (auto* member = tensor.find(role))
        member->array = std::move(array);
    return tensor;
}

} // namespace tscope
