// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "layouts/shared/rewrites.h"
#include "make/fault_tables.h"

#include <algorithm>

// Faults of the layouts without sparse dims: strided, nested and jagged.
namespace tscope {

namespace {

using Numbers = std::vector<std::int64_t>;

// ---- strided

const Geometry& geometryOf(const Tensor& tensor)
{
    return tensor.member("values").array.geometry;
}

template <class Set>
Result<Tensor> withDim(const Tensor& tensor, Slot slot, Random& random, Set&& set)
{
    auto geometry = geometryOf(tensor);
    const auto dim = chosen(slot, geometry.rank(), random, say("dims"));
    if (!dim)
        return dim.error();
    if (!set(geometry, static_cast<std::size_t>(*dim)))
        return cantBreak(say("dim {0} has no extent to do it with", *dim));
    return withGeometry(tensor, "values", std::move(geometry));
}

// The storage too short for the geometry, or one number of the geometry too large for the storage.
Result<Tensor> reachBeyond(const Tensor& tensor, Slot slot, Random& random)
{
    if (slot || random.below(3) == 0)
        return shortStorage(tensor, "values");
    const auto stored = tensor.member("values").array.storageNumel();
    if (random.below(2) == 0) {
        auto geometry = geometryOf(tensor);
        geometry.offset = saturatingAdd(geometry.offset, stored);
        return withGeometry(tensor, "values", std::move(geometry));
    }
    const bool isStride = random.below(2) == 0;
    return withDim(tensor, slot, random, [&](Geometry& g, std::size_t d) {
        auto& number = (isStride ? g.strides : g.sizes)[d];
        number = saturatingAdd(number, stored);
        return true;
    });
}

constexpr Fault stridedTable[]{
    {"STR-1.1",
     [](const Tensor& t, Slot, Random&) {
         auto geometry = geometryOf(t);
         geometry.strides.push_back(1);
         return withGeometry(t, "values", std::move(geometry));
     }},
    {"STR-1.2",
     [](const Tensor& t, Slot slot, Random& random) {
         return withDim(t, slot, random, [](Geometry& g, std::size_t d) {
             g.sizes[d] = saturatingAdd(-1, saturatingMul(g.sizes[d], -1));
             return true;
         });
     }},
    {"STR-1.3",
     [](const Tensor& t, Slot slot, Random& random) {
         return withDim(t, slot, random, [](Geometry& g, std::size_t d) {
             // Read backwards: the same elements, so nothing else is broken.
             const auto last = saturatingMul(std::max<std::int64_t>(g.sizes[d], 1) - 1, g.strides[d]);
             g.offset = saturatingAdd(g.offset, last);
             g.strides[d] = saturatingMul(g.strides[d], -1);
             return g.strides[d] < 0;
         });
     }},
    {"STR-1.4",
     [](const Tensor& t, Slot, Random& random) {
         auto geometry = geometryOf(t);
         geometry.offset = -1 - random.below(4);
         return withGeometry(t, "values", std::move(geometry));
     }},
    {"STR-1.5",
     [](const Tensor& t, Slot slot, Random& random) {
         return withDim(t, slot, random, [](Geometry& g, std::size_t d) {
             g.sizes[d] = int64Max;
             g.sizes.push_back(4);
             g.strides.push_back(0);
             return std::ranges::find(g.sizes, 0) == g.sizes.end();
         });
     }},
    {"STR-1.6", [](const Tensor& t, Slot, Random&) { return withUncountableDims(t, "values"); }},
    {"STR-2.1", reachBeyond},
    {"CU-1", [](const Tensor& t, Slot, Random&) { return withZeros(t, "values", ElementType::i64); }},
    {"CU-8", [](const Tensor& t, Slot, Random&) { return spaced(t, "values"); }},
    {"CU-9", [](const Tensor& t, Slot, Random&) { return onDevice(t, "meta"); }},
};

// ---- nested

std::int64_t componentsOf(const Tensor& tensor)
{
    const auto& sizes = tensor.member("nested_sizes").array.geometry.sizes;
    return sizes.size() == 2 ? sizes[0] : 0;
}

Result<Tensor> negativeEntry(const Tensor& tensor, std::string_view role, Slot slot, Random& random)
{
    const auto t = chosen(slot, componentsOf(tensor), random, say("components"));
    if (!t)
        return t.error();
    return withNumbers(tensor, role, [&](Numbers& numbers) {
        const auto perComponent = static_cast<std::int64_t>(numbers.size()) / componentsOf(tensor);
        if (perComponent < 1)
            return false;
        numbers[static_cast<std::size_t>(*t * perComponent + random.below(perComponent))] = -1 - random.below(4);
        return true;
    });
}

Result<Tensor> moveComponent(const Tensor& tensor, Slot slot, Random& random, bool beyond)
{
    const auto sizes = integersOf(tensor.member("nested_sizes"));
    const auto count = componentsOf(tensor);
    if (!sizes || count < 1)
        return cantBreak(say("there are no components"));
    const auto dims = static_cast<std::int64_t>(sizes->size()) / count;
    std::vector<std::int64_t> filled; // components that have elements (and, to overlap, one before them that has)
    std::int64_t before = -1;
    std::vector<std::int64_t> previous(static_cast<std::size_t>(count), -1);
    for (std::int64_t t = 0; t < count; ++t) {
        const Extents own(sizes->begin() + t * dims, sizes->begin() + (t + 1) * dims);
        if (numel(own).value_or(0) < 1)
            continue;
        previous[static_cast<std::size_t>(t)] = before;
        if (beyond || before >= 0)
            filled.push_back(t);
        before = t;
    }
    if (slot && std::ranges::find(filled, *slot) == filled.end())
        return cantBreak(say("component {0} has no elements to be moved", *slot));
    const auto at =
        chosen({}, static_cast<std::int64_t>(filled.size()), random, say("components that can be moved"));
    if (!at)
        return at.error();
    const auto t = static_cast<std::size_t>(slot.value_or(filled[static_cast<std::size_t>(*at)]));
    const auto end = numel(tensor.member("buffer").array.geometry).value_or(0);
    return withNumbers(tensor, "storage_offsets", [&](Numbers& offsets) {
        if (t >= offsets.size())
            return false;
        offsets[t] = beyond ? saturatingAdd(end, random.below(4)) : offsets[static_cast<std::size_t>(previous[t])];
        return true;
    });
}

// One size less by one: the buffer holds more than the components ask for.
Result<Tensor> smallerComponent(const Tensor& tensor, Random& random)
{
    return withNumbers(tensor, "nested_sizes", [&](Numbers& numbers) {
        if (numbers.empty())
            return false;
        auto& size = numbers[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(numbers.size())))];
        size = saturatingAdd(size, -1);
        return size >= 0;
    });
}

// A component that reaches beyond the buffer: by where it begins, or by a size or a stride.
Result<Tensor> componentBeyond(const Tensor& tensor, Slot slot, Random& random)
{
    const auto role = random.below(2) ? "nested_sizes" : "nested_strides";
    if (random.below(2) == 0)
        return moveComponent(tensor, slot, random, true);
    const auto t = chosen(slot, componentsOf(tensor), random, say("components"));
    if (!t)
        return t.error();
    const auto end = numel(tensor.member("buffer").array.geometry).value_or(0);
    return withNumbers(tensor, role, [&](Numbers& numbers) {
        const auto perComponent = static_cast<std::int64_t>(numbers.size()) / componentsOf(tensor);
        if (perComponent < 1)
            return false;
        auto& number = numbers[static_cast<std::size_t>(*t * perComponent + random.below(perComponent))];
        number = saturatingAdd(number, saturatingAdd(end, 1));
        return true;
    });
}

Result<Tensor> tableOffCpu(const Tensor& tensor, Slot slot, Random& random)
{
    const auto table = chosen(slot, 3, random, say("tables"));
    if (!table)
        return table.error();
    const auto& role = tensor.members[static_cast<std::size_t>(*table + 1)].role->name;
    return withLabel(tensor, role, {Device::parse("cuda:0"), false});
}

constexpr Fault nestedTable[]{
    {"NST-1.1", [](const Tensor& t, Slot, Random&) { return withType(t, "nested_sizes", ElementType::i32); }},
    {"NST-1.2", [](const Tensor& t, Slot, Random&) { return withType(t, "nested_strides", ElementType::i32); }},
    {"NST-1.3", [](const Tensor& t, Slot, Random&) { return withType(t, "storage_offsets", ElementType::i32); }},
    {"NST-2.1", [](const Tensor& t, Slot, Random&) { return Result(withLayout(t, "buffer", "coo")); }},
    {"NST-2.2", tableOffCpu},
    {"NST-3.1", [](const Tensor& t, Slot, Random&) { return withLeadingDim(t, "buffer"); }},
    {"NST-3.2", [](const Tensor& t, Slot, Random&) { return spaced(t, "nested_sizes"); }},
    {"NST-3.3",
     [](const Tensor& t, Slot, Random& random) {
         return random.below(2) ? spaced(t, "nested_strides") : lengthened(t, "nested_strides", 0);
     }},
    {"NST-3.4", [](const Tensor& t, Slot, Random&) { return lengthened(t, "storage_offsets", 0); }},
    {"NST-4.1",
     [](const Tensor& t, Slot slot, Random& random) { return negativeEntry(t, "nested_sizes", slot, random); }},
    {"NST-4.2",
     [](const Tensor& t, Slot slot, Random& random) { return negativeEntry(t, "nested_strides", slot, random); }},
    {"NST-4.3",
     [](const Tensor& t, Slot slot, Random& random) { return negativeEntry(t, "storage_offsets", slot, random); }},
    {"NST-4.4", componentBeyond},
    {"NST-4.5",
     [](const Tensor& t, Slot, Random& random) {
         return random.below(2) ? lengthened(t, "buffer", 0) : smallerComponent(t, random);
     }},
    {"NST-5.2", [](const Tensor& t, Slot slot, Random& random) { return moveComponent(t, slot, random, false); }},
    {"STR-2.1", [](const Tensor& t, Slot, Random&) { return shortStorage(t, "nested_sizes"); }},
};

// ---- jagged

// From offset to offset; of offsets that are broken already, as far as a number can tell.
std::int64_t lengthBetween(std::int64_t begin, std::int64_t end)
{
    return checkedSub(end, begin).value_or(end < begin ? int64Min : int64Max);
}

// The tensor with lengths, which say what the offsets say already.
Result<Tensor> withLengths(const Tensor& tensor)
{
    if (tensor.find("lengths"))
        return tensor;
    const auto offsets = integersOf(tensor.member("offsets"));
    const auto* role = roleNamed(*tensor.layout, "lengths");
    if (!offsets || offsets->empty() || !role)
        return cantBreak(say("the offsets can't be read"));
    Numbers lengths;
    for (std::size_t t = 1; t < offsets->size(); ++t)
        lengths.push_back(lengthBetween((*offsets)[t - 1], (*offsets)[t]));
    auto array =
        integerArray({static_cast<std::int64_t>(lengths.size())}, lengths, tensor.member("offsets").array);
    if (!array)
        return cantBreak(say("the lengths do not fit the type of the offsets"));
    auto out = tensor;
    out.members.push_back({.role = role, .array = std::move(*array)});
    return out;
}

Result<Tensor> setOffset(const Tensor& tensor, Slot slot, Random& random, std::string_view rule)
{
    return withNumbers(tensor, "offsets", [&](Numbers& offsets) {
        if (offsets.size() < 2)
            return false;
        const auto last = offsets.size() - 1;
        if (rule == "JAG-5.1") {
            offsets[0] = offsets[1] > 0 ? random.between(1, offsets[1]) : -1;
            return true;
        }
        if (rule == "JAG-5.2") {
            offsets[last] =
                saturatingAdd(offsets[last], offsets[last] > offsets[last - 1] && random.below(2) ? -1 : 1);
            return true;
        }
        if (last < 2)
            return false;
        const auto i = slot ? *slot : random.between(1, static_cast<std::int64_t>(last) - 1);
        if (i < 1 || i > static_cast<std::int64_t>(last))
            return false;
        const auto at = static_cast<std::size_t>(i);
        if (at < last)
            offsets[at] = saturatingAdd(offsets[at - 1], -1 - random.below(3));
        else
            offsets[at - 1] = saturatingAdd(offsets[at], 1 + random.below(3));
        return true;
    });
}

Result<Tensor> setLength(const Tensor& tensor, Slot slot, Random& random, std::string_view rule)
{
    const auto out = withLengths(tensor);
    if (!out)
        return out.error();
    const auto offsets = integersOf(tensor.member("offsets"));
    const auto count = numel(out->member("lengths").array.geometry).value_or(0);
    const auto t = chosen(slot, rule == "JAG-5.6" ? count - 1 : count, random, say("components"));
    if (!t)
        return t.error();
    const auto& sizes = tensor.member("values").array.geometry.sizes;
    return withNumbers(*out, "lengths", [&](Numbers& lengths) {
        const auto at = static_cast<std::size_t>(*t);
        if (!offsets || at >= offsets->size())
            return false;
        auto& length = lengths[at];
        if (rule == "JAG-5.4")
            length = -1 - random.below(3);
        else if (rule == "JAG-5.5")
            length =
                sizes.empty() ? 0 : saturatingAdd(lengthBetween((*offsets)[at], sizes[0]), 1 + random.below(3));
        else
            length = saturatingAdd(length, 1);
        return true;
    });
}

Result<Tensor> setCached(const Tensor& tensor, bool isMaximum, Random& random)
{
    const auto offsets = integersOf(tensor.member("offsets"));
    if (!offsets || offsets->size() < 2)
        return cantBreak(say("there are no components"));
    auto extreme = lengthBetween((*offsets)[0], (*offsets)[1]);
    for (std::size_t t = 1; t < offsets->size(); ++t) {
        const auto length = lengthBetween((*offsets)[t - 1], (*offsets)[t]);
        extreme = isMaximum ? std::max(extreme, length) : std::min(extreme, length);
    }
    return withClaim(tensor, isMaximum ? "max_seqlen" : "min_seqlen", saturatingAdd(extreme, 1 + random.below(3)));
}

Result<Tensor> shortTable(const Tensor& tensor, Slot, Random& random)
{
    return shortStorage(tensor, random.below(2) ? "values" : "offsets");
}

constexpr Fault jaggedTable[]{
    {"JAG-1.1",
     [](const Tensor& t, Slot, Random&) {
         auto out = withType(t, "offsets", ElementType::i16);
         if (out && out->find("lengths"))
             out = withType(std::move(*out), "lengths", ElementType::i16);
         return out ? out : withType(t, "offsets", ElementType::f64);
     }},
    {"JAG-1.2",
     [](const Tensor& t, Slot, Random&) {
         auto out = withLengths(t);
         const auto type =
             t.member("offsets").array.dtype == DType(ElementType::i64) ? ElementType::i32 : ElementType::i64;
         return out ? withType(std::move(*out), "lengths", type) : out;
     }},
    {"JAG-2.1", [](const Tensor& t, Slot, Random&) { return Result(withLayout(t, "values", "coo")); }},
    {"JAG-2.2",
     [](const Tensor& t, Slot, Random&) {
         return withLabel(t, "offsets", {Device::parse("cuda:0"), false});
     }},
    {"JAG-3.1", [](const Tensor& t, Slot, Random&) { return withLeadingDim(t, "offsets"); }},
    {"JAG-3.2",
     [](const Tensor& t, Slot, Random&) { return withGeometry(t, "offsets", Geometry::rowMajor({0})); }},
    {"JAG-3.3",
     [](const Tensor& t, Slot, Random&) {
         auto out = withLengths(t);
         return out ? lengthened(std::move(*out), "lengths", 0) : out;
     }},
    {"JAG-3.4",
     [](const Tensor& t, Slot, Random& random) {
         const auto rank = std::int64_t{t.member("values").array.geometry.rank()};
         return Result(withClaim(t, "ragged_idx", random.below(2) ? 0 : rank + 1));
     }},
    {"JAG-5.1", [](const Tensor& t, Slot slot, Random& random) { return setOffset(t, slot, random, "JAG-5.1"); }},
    {"JAG-5.2",
     [](const Tensor& t, Slot slot, Random& random) {
         switch (random.below(4)) {
         case 0:
             return lengthened(t, "values", 0);
         case 1:
             return shortened(t, "values", 0);
         default:
             return setOffset(t, slot, random, "JAG-5.2");
         }
     }},
    {"JAG-5.3", [](const Tensor& t, Slot slot, Random& random) { return setOffset(t, slot, random, "JAG-5.3"); }},
    {"JAG-5.4", [](const Tensor& t, Slot slot, Random& random) { return setLength(t, slot, random, "JAG-5.4"); }},
    {"JAG-5.5", [](const Tensor& t, Slot slot, Random& random) { return setLength(t, slot, random, "JAG-5.5"); }},
    {"JAG-5.6", [](const Tensor& t, Slot slot, Random& random) { return setLength(t, slot, random, "JAG-5.6"); }},
    {"JAG-6.1", [](const Tensor& t, Slot, Random& random) { return setCached(t, false, random); }},
    {"JAG-6.2", [](const Tensor& t, Slot, Random& random) { return setCached(t, true, random); }},
    {"STR-2.1", shortTable},
};

} // namespace

std::span<const Fault> stridedFaults()
{
    return stridedTable;
}

std::span<const Fault> nestedFaults()
{
    return nestedTable;
}

std::span<const Fault> jaggedFaults()
{
    return jaggedTable;
}

} // namespace tscope
