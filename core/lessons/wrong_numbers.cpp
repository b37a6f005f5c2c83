// SPDX-License-Identifier: Apache-2.0
#include "lessons/wrong_numbers.h"

#include "array/slots.h"
#include "base/checked_math.h"
#include "base/say.h"
#include "dispatch/call.h"

#include <algorithm>

namespace tscope {

std::string elementNamed(const std::string& name, const Extents& index)
{
    return name + text(valueOf(index));
}

std::optional<std::string> aboutStride(const std::string& name, const Tensor& tensor, std::size_t dim,
                                       const Value& given)
{
    const auto* stride = given.as<std::int64_t>();
    const auto& geometry = valuesMember(tensor).array.geometry;
    if (stride == nullptr || dim >= geometry.sizes.size() || geometry.sizes[dim] < 2)
        return std::nullopt;
    const auto slot = checkedAdd(geometry.offset, *stride);
    if (!slot)
        return std::nullopt;
    // Other layouts than the strided one keep their elements in an array that has its own indices.
    const auto array = tensor.layout->name == "strided" ? name : std::string("values");
    Extents index(geometry.sizes.size(), 0);
    index[dim] = 1;
    const auto element = elementNamed(array, index);
    if (*slot < 0)
        return say("With stride {0}, {1} would lie in slot {2}, before the storage begins.", *stride, element,
                   *slot);
    const auto there = readersOf(geometry, *slot, 1).indices;
    if (there.empty())
        return say("With stride {0}, {1} would lie in slot {2}, where no element of {3} is stored.", *stride,
                   element, *slot, array);
    return say("With stride {0}, {1} would lie in slot {2}, and that holds {3}.", *stride, element, *slot,
               elementNamed(array, there.front()));
}

namespace {

// A row of CSR, a column of CSC, and so on.
std::string sliceNamed(const std::string& member, const Tensor& tensor, std::int64_t slice)
{
    if (member == "offsets")
        return say("component {0}", slice);
    const bool isBlocked = tensor.layout->name == "bsr" || tensor.layout->name == "bsc";
    if (member == "ccol_indices")
        return isBlocked ? say("block column {0}", slice) : say("column {0}", slice);
    return isBlocked ? say("block row {0}", slice) : say("row {0}", slice);
}

} // namespace

std::optional<std::string> aboutPointer(const std::string& member, const Tensor& tensor, const Extents& given,
                                        std::size_t at)
{
    if (member != "crow_indices" && member != "ccol_indices" && member != "offsets")
        return std::nullopt;
    if (at == 0 && given[0] == 0)
        return std::nullopt; // wrong only where the right pointers begin elsewhere
    if (at == 0)
        return given[0] > 0 ? say("With {0}[0] = {1}, slot 0 belongs to nothing.", member, given[0])
                            : say("With {0}[0] = {1}, {2} begins before slot 0.", member, given[0],
                                  sliceNamed(member, tensor, 0));
    const auto count = checkedSub(given[at], given[at - 1]);
    const auto slice = sliceNamed(member, tensor, static_cast<std::int64_t>(at) - 1);
    if (!count)
        return std::nullopt;
    const auto slots =
        std::to_string(given[at]) + " - " + std::to_string(given[at - 1]) + " = " + std::to_string(*count);
    if (*count < 0)
        return say("With {0}[{1}] = {2}, {3} ends before it begins: {4}.", member, at, given[at], slice, slots);
    if (*count == 0)
        return say("With {0}[{1}] = {2}, {3} is empty, and it is not: {4}.", member, at, given[at], slice, slots);
    return say("With {0}[{1}] = {2}, {3} takes {4|slot|slots}: {5}. Count its entries again.", member, at,
               given[at], slice, *count, slots);
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
