// SPDX-License-Identifier: Apache-2.0
#include "lessons/wrong_numbers.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "lessons/stored_in.h"

#include <algorithm>

namespace tscope {

namespace {

std::string elementNamed(const std::string& name, const Extents& index)
{
    return name + text(valueOf(index));
}

} // namespace

std::optional<std::string> aboutStride(const std::string& name, const Tensor& tensor, std::size_t dim,
                                       const Value& given)
{
    const auto* stride = given.as<std::int64_t>();
    if (stride == nullptr || tensor.layout->name != "strided" || tensor.members.size() != 1)
        return std::nullopt;
    const auto& geometry = tensor.members.front().array.geometry;
    if (dim >= geometry.sizes.size() || geometry.sizes[dim] < 2)
        return std::nullopt;
    const auto slot = checkedAdd(geometry.offset, *stride);
    if (!slot || *slot < 0)
        return std::nullopt;
    Extents index(geometry.sizes.size(), 0);
    index[dim] = 1;
    const auto there = elementsInStorage(tensor, *slot, 1);
    if (there.empty())
        return say("With stride {0}, {1} would lie in slot {2}, where no element of {3} is stored.", *stride,
                   elementNamed(name, index), *slot, name);
    return say("With stride {0}, {1} would lie in slot {2}, and that holds {3}.", *stride,
               elementNamed(name, index), *slot, elementNamed(name, there.front()));
}

std::optional<std::string> aboutPointer(const std::string& member, const Extents& given, std::size_t at)
{
    const bool isByColumn = member == "ccol_indices";
    if (at == 0 || (member != "crow_indices" && !isByColumn))
        return std::nullopt;
    const auto count = checkedSub(given[at], given[at - 1]);
    const auto slice = at - 1;
    if (!count)
        return std::nullopt;
    if (*count < 0)
        return isByColumn
                   ? say("With {0}[{1}] = {2}, column {3} ends before it begins.", member, at, given[at], slice)
                   : say("With {0}[{1}] = {2}, row {3} ends before it begins.", member, at, given[at], slice);
    if (*count == 0)
        return isByColumn
                   ? say("With {0}[{1}] = {2}, column {3} is empty, and it is not.", member, at, given[at], slice)
                   : say("With {0}[{1}] = {2}, row {3} is empty, and it is not.", member, at, given[at], slice);
    return isByColumn ? say("With {0}[{1}] = {2}, column {3} has {4|entry|entries}; count them again.", member, at,
                            given[at], slice, *count)
                      : say("With {0}[{1}] = {2}, row {3} has {4|entry|entries}; count them again.", member, at,
                            given[at], slice, *count);
}

std::string aboutPiece(const Value::List& given, const Value::List& right, std::size_t at)
{
    const auto& piece = given[at];
    const auto wanted = std::ranges::count(right, piece);
    if (wanted == 0)
        return say("\"{0}\" is none of the pieces.", text(piece));
    const auto end = given.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    if (std::count(given.begin(), end, piece) > wanted)
        return say("\"{0}\" stands there twice.", text(piece));
    return at == 0 ? say("\"{0}\" does not come first.", text(piece))
                   : say("\"{0}\" comes too early; all before it is right.", text(piece));
}

} // namespace tscope
