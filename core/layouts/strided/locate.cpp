// SPDX-License-Identifier: Apache-2.0
#include "layouts/strided/locate.h"

#include "array/slots.h"
#include "array/stored_element.h"
#include "base/say.h"
#include "layouts/shared/byte_address.h"
#include "layouts/strided/reading.h"
#include "tensor/view_bits.h"

#include <algorithm>

namespace tscope {

namespace {

Result<void> indexIsInside(const Extents& sizes, const Extents& index)
{
    if (index.size() != sizes.size())
        return invalidArgument(say("an index with {0|entry|entries} was wanted for size {1}, found {2}",
                                   sizes.size(), text(sizes), text(index)));
    for (std::size_t d = 0; d < index.size(); ++d)
        if (index[d] < 0 || index[d] >= sizes[d])
            return invalidArgument(say("index {0} lies outside size {1} in dim {2}", text(index), text(sizes), d));
    return {};
}

// "offset 3 + 1*12 (dim 0) + 2*1 (dim 1) = element 17 of the storage; 17 * 4 B = byte 68", by the same sum that
// finds the element.
std::string addressSum(const Array& array, const Extents& index, Wide& at)
{
    const auto& geometry = array.geometry;
    at = geometry.offset;
    auto out = std::to_string(geometry.offset);
    for (std::size_t d = 0; d < index.size(); ++d) {
        out += say(" + {0}*{1} (dim {2})", index[d], geometry.strides[d], d);
        at = at + Wide::product(index[d], geometry.strides[d]);
    }
    // Not a slot, which is a position in a member.
    return say("offset {0} = element {1} of the storage", out, at) + byteAddressText(array, at);
}

// Why the value at that element of the storage can't be read.
std::string whyUnreadable(const Member& member, const Wide& element)
{
    const auto& array = member.array;
    if (member.layout != "strided")
        return say("{0} is not strided but {1}", "values", member.layout);
    if (!array.storage->hasBytes())
        return say("{0} has no data, only its shape is known", "values");
    if (element < Wide(0) || element >= Wide(array.storageNumel()))
        return say("element {0} lies outside the storage of {1} elements (STR-2.1)", element,
                   array.storageNumel());
    if (!numel(array.geometry))
        return say("values has more elements than int64 can count (STR-1.5)");
    return say("values holds {0}, which can't be read", array.dtype.name());
}

// The row-major position of an index, where int64 can say it.
std::optional<std::int64_t> positionIn(const Extents& sizes, const Extents& index)
{
    Wide position = 0;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        position = position * Wide(sizes[d]) + Wide(index[d]);
    return position.asInt64();
}

// The last step of a view that conjugates or negates what is stored.
void readAsMeant(const Tensor& tensor, Path& path)
{
    const auto stored = path.value;
    path.value = meantElement(tensor, stored);
    const auto word = isConjugated(tensor) ? isNegated(tensor) ? say("conjugated and negated") : say("conjugated")
                                           : say("negated");
    path.steps.push_back({say("stored {0}, the view is {1}: {2}", stored.text(), word, path.value.text()),
                          path.steps.back().slots, path.value});
}

std::string unequalRanks(const Geometry& geometry)
{
    return say("{0} sizes but {1} strides: there is no address to compute (STR-1.1)", geometry.sizes.size(),
               geometry.strides.size());
}

} // namespace

Result<Path> locateStrided(const Tensor& tensor, const Extents& index)
{
    const auto& member = tensor.member("values");
    const auto& geometry = member.array.geometry;
    if (const auto inside = indexIsInside(geometry.sizes, index); !inside)
        return inside.error();
    Path path;
    path.value = Element::zero(member.array.dtype);
    if (geometry.strides.size() != geometry.sizes.size()) {
        path.steps.push_back({unequalRanks(geometry)});
        return path;
    }
    path.found = true; // every element of a strided tensor is stored
    Wide at;
    path.steps.push_back({addressSum(member.array, index, at)});
    if (geometry.sizes.empty())
        path.steps.back().text = say("no dims: {0}", path.steps.back().text);
    const auto position = positionIn(geometry.sizes, index);
    if (position && *position < int64Max) {
        const Slots slot{"values", *position, *position + 1};
        path.places.push_back(slot);
        path.steps.back().slots = slot;
    }
    const auto value =
        member.layout == "strided" && position ? storedElement(member.array, *position) : std::nullopt;
    if (!value) {
        path.steps.push_back({whyUnreadable(member, at)});
        path.value = Element(DType::opaque(std::string(member.array.dtype.name())), {}); // nobody knows it
        return path;
    }
    path.value = *value;
    path.steps.back().value = path.value;
    if (hasViewBits(tensor))
        readAsMeant(tensor, path);
    return path;
}

Result<Readers> readersOfStrided(const Tensor& tensor, std::string_view role, std::int64_t slot,
                                 std::int64_t limit)
{
    if (role != "values")
        return invalidArgument(say("member \"{0}\" was wanted, strided has values", role));
    const auto& geometry = tensor.member("values").array.geometry;
    const auto positions = numel(geometry);
    if (slot < 0 || (positions && slot >= *positions))
        return invalidArgument(
            say("a slot of values from 0 to {0} was wanted, found {1}", positions.value_or(0) - 1, slot));
    Readers out;
    const auto range = reach(geometry);
    // Beyond int64 there are no slots, and no element has an address.
    if (!positions || !range || !range->first.asInt64() || !range->last.asInt64())
        return out;
    const auto kept = static_cast<std::size_t>(std::max<std::int64_t>(0, limit));
    const auto readers = readersOf(geometry, offsetOf(geometry, slot), kept);
    out.elements = readers.indices;
    if (!readers.count)
        return Error{ErrorCode::unsupported,
                     say("slot {0} is read by more elements than can be counted in bounded work", slot)};
    out.count = *readers.count;
    out.truncated = out.count > static_cast<std::int64_t>(out.elements.size());
    return out;
}

Result<void> entriesOfStrided(const Tensor& tensor, const EntryVisitor& visit)
{
    const auto& member = tensor.member("values");
    const auto& sizes = member.array.geometry.sizes;
    const auto positions = numel(sizes);
    // Elements outside the storage are not stored; where an address makes no sense nothing is.
    if (member.layout != "strided" || !member.array.isInBounds() || !positions)
        return {};
    Extents index(sizes.size(), 0);
    for (std::int64_t position = 0; position < *positions; ++position) {
        if (!visit(index, position))
            return {};
        for (auto d = index.size(); d-- > 0;) {
            if (++index[d] < sizes[d])
                break;
            index[d] = 0;
        }
    }
    return {};
}

Result<void> entriesOfStridedWithin(const Tensor& tensor, std::span<const IndexBox> boxes,
                                    const EntryVisitor& visit)
{
    const auto& geometry = tensor.member("values").array.geometry;
    if (auto fitting = haveRank(boxes, geometry.rank()); !fitting)
        return fitting;
    if (geometry.strides.size() != geometry.sizes.size())
        return unsupported(unequalRanks(geometry));
    for (const auto& box : boxes) {
        const auto visitOne = [&](const Extents& index) {
            const auto position = positionIn(geometry.sizes, index);
            return visit(index, position && *position < int64Max ? *position : -1);
        };
        if (!forEachIndex(inside(box, 0, geometry.sizes), visitOne))
            return {};
    }
    return {};
}

} // namespace tscope
