// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/jagged_locate.h"

#include "base/say.h"
#include "layouts/jagged/jagged_reading.h"
#include "layouts/shared/byte_address.h"
#include "layouts/shared/component_path.h"

#include <algorithm>

namespace tscope {

namespace {

Result<void> checkIndex(const JaggedReading& reading, const Extents& index)
{
    const auto& shape = reading.values().array.geometry.sizes;
    if (index.size() != shape.size() + 1)
        return invalidArgument(say("wanted an index of {0} numbers, found {1}", shape.size() + 1, text(index)));
    const auto count = reading.components();
    if (count && (index[0] < 0 || index[0] >= *count))
        return invalidArgument(
            say("component {0} is not one of the {1} components, in index {2}", index[0], *count, text(index)));
    const auto ragged = reading.raggedDim();
    for (std::size_t d = 0; d < shape.size(); ++d)
        if (d != ragged && (index[d + 1] < 0 || index[d + 1] >= shape[d]))
            return invalidArgument(
                say("the extent of dim {0} is {1}, index {2} lies outside", d + 1, shape[d], text(index)));
    return {};
}

// Reads what says where component b begins and ends. Precondition: it has entries.
void readRun(Path& path, const JaggedReading& reading, std::int64_t b)
{
    const auto component = say("component {0}", b);
    const auto begin = reading.offset(b);
    const auto end = Wide(begin) + reading.length(b);
    const auto run = runText(begin, end.clamped());
    if (reading.hasLengths()) {
        readSlots(path, reading.offsetsMember(), b, b + 1,
                  say("{0}: begins at {1} = {2}", component, slotsText("offsets", b, b + 1), begin));
        readSlots(path, *reading.lengthsMember(), b, b + 1,
                  say("{0}: has {1} = {2} entries, {3}", component, slotsText("lengths", b, b + 1),
                      reading.storedLength(b), run));
    } else {
        const auto pair = say("{0}: {1} = {2}, {3} = {4}", component, slotsText("offsets", b, b + 1), begin,
                              slotsText("offsets", b + 1, b + 2), end);
        readSlots(path, reading.offsetsMember(), b, b + 2,
                  end == Wide(begin) + Wide(1) ? say("{0}: entry {1}", pair, run)
                                               : say("{0}: entries {1}", pair, run));
    }
}

} // namespace

Result<Path> locateJagged(const Tensor& tensor, const Extents& index)
{
    const JaggedReading reading(tensor);
    if (auto inside = checkIndex(reading, index); !inside)
        return inside.error();
    Path path;
    path.value = unknownValue();
    const auto ragged = reading.raggedDim();
    if (!ragged) {
        path.steps.push_back({say("which dim is ragged can't be told: JAG-3.4 is broken")});
        return path;
    }
    if (const auto because = reading.whyRunsUnknown()) {
        path.steps.push_back({say("where the components are can't be read: {0}", *because)});
        return path;
    }
    const auto b = index[0];
    const auto within = index[*ragged + 1];
    if (within < 0 || Wide(within) >= reading.length(b))
        return invalidArgument(say("component {0} has {1} entries along dim {2}, index {3} lies outside", b,
                                   reading.length(b).clamped(), *ragged + 1, text(index)));
    readRun(path, reading, b);

    const auto& array = reading.values().array;
    const auto row = Wide(reading.offset(b)) + Wide(within);
    const auto sum = say("component {0}: offset {1} + {2} = {3} in dim {4} of values", b, reading.offset(b),
                         within, row.clamped(), *ragged);
    if (row < Wide(0) || row >= Wide(*reading.raggedExtent())) {
        path.steps.push_back({say("{0}, outside its extent {1}", sum, *reading.raggedExtent())});
        return path;
    }
    Extents inner(index.begin() + 1, index.end());
    inner[*ragged] = row.clamped();
    if (reading.values().layout != "strided" || !numel(array.geometry)) {
        path.steps.push_back({say("{0}; values is no strided array of a countable size", sum)});
        return path;
    }
    if (!array.isInBounds()) {
        path.steps.push_back({say("{0}; values reaches outside its storage", sum)});
        return path;
    }
    const auto slot = positionOf(array.geometry.sizes, inner);
    const auto element = offsetOf(array.geometry, inner);
    const auto found = slot == element ? say("{0}: values{1} = slot {2}", sum, subscript(inner), slot)
                                       : say("{0}: values{1} = slot {2}, element {3} of the storage", sum,
                                             subscript(inner), slot, element);
    readValue(path, reading.values(), element, slot, found + byteAddressText(array, element));
    return path;
}

Result<Readers> readersOfJagged(const Tensor& tensor, std::string_view role, std::int64_t slot, std::int64_t limit)
{
    const auto* member = tensor.find(role);
    if (!member)
        return invalidArgument(say("this jagged tensor has no member {0}", role));
    if (auto inside = checkSlot(*member, slot); !inside)
        return inside.error();
    const JaggedReading reading(tensor);
    Readers readers;
    const auto ragged = reading.raggedDim();
    if (!ragged || reading.whyRunsUnknown())
        return readers; // locate stops before it reads any element
    const auto count = *reading.components();
    if (member != &reading.values()) {
        // Without lengths an offset ends one component and begins the next.
        const bool endsOneToo = !reading.hasLengths();
        for (auto b = endsOneToo ? slot - 1 : slot; b <= slot; ++b)
            if (b >= 0 && b < count)
                addAllElements(readers, {b}, *reading.componentSize(b), limit);
        return readers;
    }
    const auto& geometry = member->array.geometry;
    if (!numel(geometry) || member->layout != "strided" || !member->array.isInBounds())
        return readers;
    const auto inner = indexOf(geometry.sizes, slot);
    for (std::int64_t b = 0; b < count; ++b) {
        const auto within = Wide(inner[*ragged]) + Wide::product(reading.offset(b), -1);
        if (within < Wide(0) || within >= reading.length(b) || !within.asInt64())
            continue;
        Extents index{b};
        index.insert(index.end(), inner.begin(), inner.end());
        index[*ragged + 1] = within.clamped();
        addElement(readers, std::move(index), limit);
    }
    return readers;
}

Result<void> entriesOfJagged(const Tensor& tensor, const EntryVisitor& visit)
{
    const JaggedReading reading(tensor);
    const auto ragged = reading.raggedDim();
    const auto& values = reading.values();
    const auto& shape = values.array.geometry.sizes;
    const auto slots = numel(values.array.geometry);
    if (!ragged || reading.whyRunsUnknown() || values.layout != "strided" || !slots || !values.array.isInBounds())
        return {};
    if (*slots == 0)
        return {};
    for (std::int64_t b = 0; b < *reading.components(); ++b) {
        // What lies outside values is left out.
        const auto begin = reading.offset(b);
        const auto low = std::max<std::int64_t>(0, begin);
        const auto high = std::min((Wide(begin) + reading.length(b)).clamped(), shape[*ragged]);
        // What an index of 64 bits can't say is no element.
        if (low >= high || !checkedSub(high, begin))
            continue;
        auto size = shape;
        size[*ragged] = high - low;
        Extents within(size.size(), 0), inner, index(size.size() + 1);
        do {
            inner = within;
            inner[*ragged] += low;
            index[0] = b;
            std::ranges::copy(inner, index.begin() + 1);
            index[*ragged + 1] -= begin;
            if (!visit(index, positionOf(shape, inner)))
                return {};
        } while (advance(within, size));
    }
    return {};
}

Result<void> entriesOfJaggedWithin(const Tensor& tensor, std::span<const IndexBox> boxes,
                                   const EntryVisitor& visit)
{
    const JaggedReading reading(tensor);
    const auto& values = reading.values();
    const auto& shape = values.array.geometry.sizes;
    if (auto fitting = haveRank(boxes, std::ssize(shape) + 1); !fitting)
        return fitting;
    const auto ragged = reading.raggedDim();
    if (!ragged)
        return unsupported(say("which dim is ragged can't be told: JAG-3.4 is broken"));
    if (const auto because = reading.whyRunsUnknown())
        return unsupported(say("where the components are can't be read: {0}", *because));
    if (values.layout != "strided" || !numel(values.array.geometry))
        return unsupported(say("values is no strided array of a countable size"));
    if (!values.array.isInBounds())
        return unsupported(say("values reaches outside its storage"));
    for (const auto& box : boxes) {
        const auto last = std::min(box.last[0], *reading.components() - 1);
        for (auto b = std::max<std::int64_t>(box.first[0], 0); b <= last; ++b) {
            // Only what stands inside values is stored.
            const auto begin = Wide(reading.offset(b)), extent = Wide(shape[*ragged]);
            auto within = inside(box, 1, *reading.componentSize(b));
            within.first[*ragged] = std::max(Wide(within.first[*ragged]), begin * Wide(-1)).clamped();
            within.last[*ragged] =
                std::min(Wide(within.last[*ragged]), extent + begin * Wide(-1) + Wide(-1)).clamped();
            const auto visitOne = [&](const Extents& inner) {
                Extents index{b};
                index.insert(index.end(), inner.begin(), inner.end());
                auto place = inner;
                place[*ragged] += reading.offset(b);
                return visit(index, positionOf(shape, place));
            };
            if (!forEachIndex(within, visitOne))
                return {};
        }
    }
    return {};
}

} // namespace tscope
