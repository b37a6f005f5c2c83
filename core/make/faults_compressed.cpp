// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "layouts/shared/rewrites.h"
#include "make/fault_tables.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::string_view C = "compressed", P = "plain", V = "values";

using Numbers = std::vector<std::int64_t>;

bool isRow(const Tensor& tensor)
{
    return tensor.layout->name == "csr" || tensor.layout->name == "bsr";
}

bool isBlocked(const Tensor& tensor)
{
    return tensor.layout->name == "bsr" || tensor.layout->name == "bsc";
}

// What a valid compressed tensor is like, in numbers.
struct Facts {
    int batchDims = 0;
    std::int64_t batches = 1, pointers = 0, entries = 0, plainExtent = 0;
    std::size_t plainDim = 0;

    explicit Facts(const Tensor& tensor)
    {
        const auto& sizes = tensor.member(C).array.geometry.sizes;
        const auto& plain = tensor.member(P).array.geometry.sizes;
        if (sizes.empty() || plain.empty())
            return;
        batchDims = static_cast<int>(sizes.size()) - 1;
        pointers = sizes.back();
        entries = plain.back();
        batches = numel(Extents(sizes.begin(), sizes.end() - 1)).value_or(0);
        plainDim = static_cast<std::size_t>(batchDims + (isRow(tensor) ? 1 : 0));
        const auto& values = tensor.member(V).array.geometry.sizes;
        const auto dim = static_cast<std::size_t>(batchDims + 1 + (isRow(tensor) ? 1 : 0));
        const auto block = isBlocked(tensor) && dim < values.size() ? std::max<std::int64_t>(values[dim], 1) : 1;
        if (tensor.size && plainDim < tensor.size->size())
            plainExtent = (*tensor.size)[plainDim] / block;
    }
};

DType otherIndexType(const DType& type)
{
    return type == DType(ElementType::i32) ? ElementType::i64 : ElementType::i32;
}

template <class Set>
Result<Tensor> withPointer(const Tensor& tensor, std::int64_t batch, Set&& set)
{
    const Facts facts(tensor);
    return withNumbers(tensor, C, [&](Numbers& numbers) {
        return facts.pointers > 0 && set(numbers.data() + batch * facts.pointers, facts.pointers - 1, facts);
    });
}

Result<Tensor> breakFirstPointer(const Tensor& tensor, Slot slot, Random& random)
{
    const auto batch = chosen(slot, Facts(tensor).batches, random, say("batches"));
    if (!batch)
        return batch.error();
    return withPointer(tensor, *batch, [&](std::int64_t* p, std::int64_t last, const Facts&) {
        p[0] = last > 0 && p[1] > 0 ? random.between(1, p[1]) : random.below(2) ? 1 : -1;
        return true;
    });
}

Result<Tensor> breakLastPointer(const Tensor& tensor, Slot slot, Random& random)
{
    const auto batch = chosen(slot, Facts(tensor).batches, random, say("batches"));
    if (!batch)
        return batch.error();
    return withPointer(tensor, *batch, [&](std::int64_t* p, std::int64_t last, const Facts&) {
        if (last > 0 && p[last] > p[last - 1] && random.below(2))
            p[last] -= random.between(1, checkedSub(p[last], p[last - 1]).value_or(1));
        else
            p[last] = saturatingAdd(p[last], 1);
        return last > 0;
    });
}

Result<Tensor> breakStep(const Tensor& tensor, Slot slot, Random& random)
{
    const Facts facts(tensor);
    if (facts.pointers < 3)
        return cantBreak(say("there is no pointer between the first and the last"));
    const auto inner = facts.pointers - 1; // slices of a batch
    const auto at = chosen(slot ? Slot(saturatingAdd(*slot, -1)) : slot, saturatingMul(facts.batches, inner),
                           random, say("slices, counted from 1"));
    if (!at)
        return at.error();
    const auto i = *at % inner + 1;
    return withPointer(tensor, *at / inner, [&](std::int64_t* p, std::int64_t last, const Facts&) {
        // Either pointer of the step may be the wrong one, but not an end: that is 5.1 or 5.2.
        if (i < last && (i == 1 || random.below(2)))
            p[i] = saturatingAdd(p[i - 1], -random.between(1, 3));
        else
            p[i - 1] = saturatingAdd(p[i], random.between(1, 3));
        return true;
    });
}

Result<Tensor> setPlain(const Tensor& tensor, Slot slot, Random& random, bool isNegative)
{
    const Facts facts(tensor);
    const auto entries = numel(tensor.member(P).array.geometry).value_or(0);
    const auto at = chosen(slot, entries, random, say("entries"));
    if (!at)
        return at.error();
    return withNumbers(tensor, P, [&](Numbers& numbers) {
        const auto off = random.below(3);
        numbers[static_cast<std::size_t>(*at)] = isNegative ? -1 - off : saturatingAdd(facts.plainExtent, off);
        return true;
    });
}

// Swaps an entry with the one before it in its slice, or repeats that one.
Result<Tensor> breakOrder(const Tensor& tensor, Slot slot, Random& random, bool duplicates, bool swaps)
{
    const Facts facts(tensor);
    const auto pointers = integersOf(tensor.member(C));
    if (!pointers || facts.pointers < 1)
        return cantBreak(say("compressed can't be read"));
    Numbers places; // flat positions of entries that have one before them in their slice
    for (std::int64_t b = 0; b < facts.batches; ++b)
        for (std::int64_t i = 1; i < facts.pointers; ++i) {
            const auto* p = pointers->data() + b * facts.pointers;
            for (auto k = saturatingAdd(std::max<std::int64_t>(p[i - 1], 0), 1); k < std::min(p[i], facts.entries);
                 ++k)
                places.push_back(b * facts.entries + k);
        }
    if (slot && std::ranges::find(places, *slot) == places.end())
        return cantBreak(say("entry {0} has none before it in its slice", *slot));
    const auto at = chosen({}, static_cast<std::int64_t>(places.size()), random, say("slices of two entries"));
    if (!at)
        return at.error();
    const auto k = static_cast<std::size_t>(slot.value_or(places[static_cast<std::size_t>(*at)]));
    return withNumbers(tensor, P, [&](Numbers& numbers) {
        if (k >= numbers.size()) // its batch is not that of the pointers
            return false;
        if (duplicates && (!swaps || random.below(2)))
            numbers[k] = numbers[k - 1];
        else
            std::swap(numbers[k], numbers[k - 1]);
        return true;
    });
}

Result<Tensor> breakSize(const Tensor& tensor, Slot slot, Random& random)
{
    auto out = tensor;
    if (!out.size)
        return cantBreak(say("the tensor claims no size"));
    const auto way = slot ? 2 : random.below(4);
    if (way == 0)
        out.size->push_back(1);
    else if (way == 1 && !out.size->empty())
        out.size->pop_back();
    else if (const auto dim = chosen(slot, static_cast<std::int64_t>(out.size->size()), random, say("dims")); !dim)
        return dim.error();
    else if (auto& extent = (*out.size)[static_cast<std::size_t>(*dim)]; way == 2)
        extent = saturatingAdd(-1, saturatingMul(extent, -1));
    else
        extent = saturatingAdd(extent, -1); // breaks it where blocks are larger, or the dim is empty
    return out;
}

// A pointer too many or too few, or a size that asks for more slices.
Result<Tensor> breakPointerCount(const Tensor& tensor, Slot, Random& random)
{
    const Facts facts(tensor);
    const auto dim = static_cast<std::size_t>(facts.batchDims + (isRow(tensor) ? 0 : 1));
    const auto slices = facts.pointers - 1;
    switch (random.below(3)) {
    case 0:
        return lengthened(tensor, C, facts.batchDims);
    case 1:
        return shortened(tensor, C, facts.batchDims);
    default:
        break;
    }
    auto out = tensor;
    if (!out.size || dim >= out.size->size() || slices < 1)
        return cantBreak(say("the tensor claims no size"));
    auto& extent = (*out.size)[dim];
    extent = saturatingAdd(extent, extent / slices);
    return out;
}

Result<Tensor> breakValuesShape(const Tensor& tensor, Slot, Random&)
{
    const Facts facts(tensor);
    auto out = tensor;
    auto geometry = tensor.member(V).array.geometry;
    const auto first = static_cast<std::size_t>(facts.batchDims + 1 + (isBlocked(tensor) ? 2 : 0));
    if (first < geometry.sizes.size() && out.size && !out.size->empty()) {
        out.size->back() = saturatingAdd(out.size->back(), 1); // the dense part of size is no more that of values
        return out;
    }
    if (!isBlocked(tensor) || !out.size)
        return cantBreak(say("values has neither blocks nor dense dims"));
    // Blocks without rows: what counts as 1 from then on, so the size counts in blocks.
    const auto along = static_cast<std::size_t>(facts.batchDims);
    if (along + 1 >= geometry.sizes.size() || along >= out.size->size())
        return cantBreak(say("values or the size has too few dims"));
    auto& block = geometry.sizes[along + 1];
    (*out.size)[along] /= std::max<std::int64_t>(block, 1);
    block = 0;
    return withGeometry(std::move(out), V, std::move(geometry));
}

Result<Tensor> breakNumel(const Tensor& tensor, Slot, Random& random)
{
    const auto count = tensor.size ? numel(*tensor.size) : std::nullopt;
    if (!count || *count > int64Max - 16)
        return cantBreak(say("the size has no element count"));
    return withClaim(tensor, "numel", *count + 1 + random.below(8));
}

Result<Tensor> breakIndexRange(const Tensor& tensor, Slot, Random&)
{
    const Facts facts(tensor);
    auto out = withType(tensor, C, ElementType::i32);
    if (out)
        out = withType(std::move(*out), P, ElementType::i32);
    if (!out || !out->size || facts.plainDim >= out->size->size())
        return cantBreak(say("the indices do not fit int32 as they are"));
    out->indexDType = std::nullopt;
    auto& extent = (*out->size)[facts.plainDim];
    const auto block = facts.plainExtent > 0 ? extent / facts.plainExtent : 1;
    extent = saturatingMul(std::int64_t{1} << 31, block);
    return numel(*out->size) ? out : cantBreak(say("the size would overflow"));
}

Result<Tensor> breakIndexType(const Tensor& tensor, Slot, Random&)
{
    auto out = withType(tensor, C, ElementType::i16);
    if (out)
        out = withType(std::move(*out), P, ElementType::i16);
    if (out)
        out->indexDType = std::nullopt;
    return out;
}

Result<Tensor> breakOneIndexType(const Tensor& tensor, std::string_view role)
{
    const auto type = tensor.member(C).array.dtype;
    auto out = withType(tensor, role, otherIndexType(type));
    if (out)
        out->indexDType = type;
    return out;
}

Result<Tensor> breakValuesType(const Tensor& tensor, Slot, Random&)
{
    auto out = tensor;
    out.dtype = tensor.member(V).array.dtype == DType(ElementType::f64) ? ElementType::f32 : ElementType::f64;
    return out;
}

Result<Tensor> valuesOfType(const Tensor& tensor, ElementType type)
{
    auto out = withZeros(tensor, V, type);
    if (out)
        out->dtype = std::nullopt;
    return out;
}

Result<Tensor> breakPinning(const Tensor& tensor, Slot, Random& random)
{
    return withLabel(tensor, random.below(2) ? C : P, {tensor.member(C).array.storage->device(), true});
}

Result<Tensor> onCuda(const Tensor& tensor, std::string_view role)
{
    return withLabel(tensor, role, {Device::parse("cuda:0"), false});
}

Result<Tensor> breakStorage(const Tensor& tensor, Slot slot, Random& random)
{
    const auto member = chosen(slot, static_cast<std::int64_t>(tensor.members.size()), random, say("members"));
    if (!member)
        return member.error();
    return shortStorage(tensor, tensor.members[static_cast<std::size_t>(*member)].role->name);
}

constexpr Fault faults[]{
    {"1.1", [](const Tensor& t, Slot, Random&) { return breakOneIndexType(t, C); }},
    {"1.2", [](const Tensor& t, Slot, Random&) { return breakOneIndexType(t, P); }},
    {"1.3", breakIndexType},
    {"1.4", breakValuesType},
    {"1.5", [](const Tensor& t, Slot, Random&) { return valuesOfType(t, ElementType::u16); }},
    {"1.6", breakIndexRange},
    {"2.1", [](const Tensor& t, Slot, Random&) { return Result(withLayout(t, C, "coo")); }},
    {"2.2", [](const Tensor& t, Slot, Random&) { return Result(withLayout(t, P, "coo")); }},
    {"2.3", [](const Tensor& t, Slot, Random&) { return Result(withLayout(t, V, "coo")); }},
    {"2.4",
     [](const Tensor& t, Slot, Random&) {
         return Result(withClaim(t, "declared_layout", std::string(t.layout->name == "csr" ? "csc" : "csr")));
     }},
    {"3.1", breakSize},
    {"3.2", [](const Tensor& t, Slot, Random&) { return withoutDims(t, C); }},
    {"3.3", [](const Tensor& t, Slot, Random&) { return withLeadingDim(t, P); }},
    {"3.4", [](const Tensor& t, Slot,
               Random&) { return isBlocked(t) || Facts(t).batchDims > 0 ? flattened(t, V) : withoutDims(t, V); }},
    {"3.5", [](const Tensor& t, Slot, Random&) { return spaced(t, C); }},
    {"3.6", [](const Tensor& t, Slot, Random&) { return spaced(t, P); }},
    {"3.7", [](const Tensor& t, Slot, Random&) { return spaced(t, V); }},
    {"3.8", breakPointerCount},
    {"3.9", [](const Tensor& t, Slot,
               Random& random) { return (random.below(2) ? lengthened : shortened)(t, P, Facts(t).batchDims); }},
    {"3.10", breakValuesShape},
    {"3.11", breakNumel},
    {"3.12", [](const Tensor& t, Slot, Random&) { return withUncountableDims(t, V); }},
    {"4.1", [](const Tensor& t, Slot, Random&) { return onDevice(t, "mps"); }},
    {"4.2", [](const Tensor& t, Slot, Random&) { return onCuda(t, C); }},
    {"4.3", [](const Tensor& t, Slot, Random&) { return onCuda(t, P); }},
    {"4.4",
     [](const Tensor& t, Slot, Random&) {
         auto out = onCuda(t, V);
         if (out)
             out->device = Device{};
         return out;
     }},
    {"4.5", breakPinning},
    {"4.6", [](const Tensor& t, Slot, Random&) { return onDevice(t, "meta"); }},
    {"5.1", breakFirstPointer},
    {"5.2", breakLastPointer},
    {"5.3", breakStep},
    {"5.4", [](const Tensor& t, Slot slot, Random& random) { return setPlain(t, slot, random, true); }},
    {"5.5", [](const Tensor& t, Slot slot, Random& random) { return setPlain(t, slot, random, false); }},
    {"5.6", [](const Tensor& t, Slot slot, Random& random) { return breakOrder(t, slot, random, true, true); }},
    {"6.1", [](const Tensor& t, Slot, Random& random) { return Result(withGrad(t, random.below(2) ? C : P)); }},
    {"STR-2.1", breakStorage},
    {"SP-2", [](const Tensor& t, Slot, Random&) { return valuesOfType(t, ElementType::f16); }},
    {"CU-1", [](const Tensor& t, Slot, Random&) { return valuesOfType(t, ElementType::i64); }},
    {"CU-4", [](const Tensor& t, Slot slot, Random& random) { return breakOrder(t, slot, random, true, false); }},
    {"CU-5", [](const Tensor& t, Slot slot, Random& random) { return breakOrder(t, slot, random, false, true); }},
    {"CU-9", [](const Tensor& t, Slot, Random&) { return onDevice(t, "meta"); }},
};

} // namespace

std::span<const Fault> compressedFaults()
{
    return faults;
}

} // namespace tscope
