// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "layouts/shared/rewrites.h"
#include "make/fault_tables.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::string_view I = "indices", V = "values";

using Numbers = std::vector<std::int64_t>;

std::int64_t entriesOf(const Tensor& tensor)
{
    const auto& sizes = tensor.member(I).array.geometry.sizes;
    return sizes.size() == 2 ? sizes[1] : 0;
}

std::int64_t sparseDims(const Tensor& tensor)
{
    const auto& sizes = tensor.member(I).array.geometry.sizes;
    return sizes.size() == 2 ? sizes[0] : 0;
}

Result<Tensor> setIndex(const Tensor& tensor, Slot slot, Random& random, bool isNegative)
{
    const auto entries = entriesOf(tensor), dims = sparseDims(tensor);
    const auto k = chosen(slot, entries, random, say("entries"));
    const auto d = chosen({}, dims, random, say("sparse dims"));
    if (!k || !d)
        return k ? d.error() : k.error();
    if (!tensor.size || *d >= static_cast<std::int64_t>(tensor.size->size()))
        return cantBreak(say("the tensor claims no size"));
    return withNumbers(tensor, I, [&](Numbers& numbers) {
        const auto off = random.below(3);
        numbers[static_cast<std::size_t>(*d * entries + *k)] =
            isNegative ? -1 - off : saturatingAdd((*tensor.size)[static_cast<std::size_t>(*d)], off);
        return true;
    });
}

// Swaps an entry's coordinates with those of the one before it, or repeats them.
Result<Tensor> breakOrder(const Tensor& tensor, Slot slot, Random& random, bool duplicates, bool swaps)
{
    const auto entries = entriesOf(tensor), dims = sparseDims(tensor);
    const auto k =
        chosen(slot ? Slot(saturatingAdd(*slot, -1)) : slot, entries - 1, random, say("entries with one before"));
    if (!k)
        return k.error();
    const bool repeats = duplicates && (!swaps || random.below(2));
    return withNumbers(tensor, I, [&](Numbers& numbers) {
        for (std::int64_t d = 0; d < dims; ++d) {
            auto* row = numbers.data() + d * entries + *k;
            if (repeats)
                row[1] = row[0];
            else
                std::swap(row[0], row[1]);
        }
        return dims > 0;
    });
}

Result<Tensor> breakClaim(const Tensor& tensor, Slot slot, Random& random)
{
    auto out = breakOrder(tensor, slot, random, true, true);
    if (out)
        out->claims.set("is_coalesced", true);
    return out;
}

Result<Tensor> breakSize(const Tensor& tensor, Slot slot, Random& random)
{
    auto out = tensor;
    if (!out.size)
        return cantBreak(say("the tensor claims no size"));
    if (!slot && random.below(2) == 0) {
        out.size->push_back(1);
        return out;
    }
    const auto dim = chosen(slot, static_cast<std::int64_t>(out.size->size()), random, say("dims"));
    if (!dim)
        return dim.error();
    auto& extent = (*out.size)[static_cast<std::size_t>(*dim)];
    extent = saturatingAdd(-1, saturatingMul(extent, -1));
    return out;
}

Result<Tensor> breakDenseSize(const Tensor& tensor, Slot, Random&)
{
    auto out = tensor;
    if (!out.size || static_cast<std::int64_t>(out.size->size()) <= sparseDims(tensor))
        return cantBreak(say("values has no dense dims"));
    out.size->back() = saturatingAdd(out.size->back(), 1);
    return out;
}

Result<Tensor> breakNumel(const Tensor& tensor, Slot, Random& random)
{
    const auto count = tensor.size ? numel(*tensor.size) : std::nullopt;
    if (!count || *count > int64Max - 16)
        return cantBreak(say("the size has no element count"));
    return withClaim(tensor, "numel", *count + 1 + random.below(8));
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

Result<Tensor> onCuda(const Tensor& tensor, std::string_view role)
{
    auto out = withLabel(tensor, role, {Device::parse("cuda:0"), false});
    if (out)
        out->device = Device{};
    return out;
}

constexpr Fault faults[]{
    {"COO-1.1", [](const Tensor& t, Slot, Random&) { return withType(t, I, ElementType::i32); }},
    {"COO-1.2", breakValuesType},
    {"COO-1.3", [](const Tensor& t, Slot, Random&) { return valuesOfType(t, ElementType::u16); }},
    {"COO-2.1", [](const Tensor& t, Slot, Random&) { return Result(withLayout(t, I, "coo")); }},
    {"COO-2.2", [](const Tensor& t, Slot, Random&) { return Result(withLayout(t, V, "coo")); }},
    {"COO-2.3",
     [](const Tensor& t, Slot, Random&) { return Result(withClaim(t, "declared_layout", std::string("csr"))); }},
    {"COO-3.1", [](const Tensor& t, Slot, Random&) { return withLeadingDim(t, I); }},
    {"COO-3.2",
     [](const Tensor& t, Slot, Random&) {
         return Result(withClaim(t, "dense_dim", std::int64_t{t.member(V).array.geometry.rank()}));
     }},
    {"COO-3.3",
     [](const Tensor& t, Slot, Random&) { return Result(withClaim(t, "sparse_dim", sparseDims(t) + 1)); }},
    {"COO-3.4",
     [](const Tensor& t, Slot, Random& random) {
         const bool isValues = random.below(2) == 0;
         return (random.below(2) ? lengthened : shortened)(t, isValues ? V : I, isValues ? 0 : 1);
     }},
    {"COO-3.5", breakSize},
    {"COO-3.6", breakDenseSize},
    {"COO-3.7", breakNumel},
    {"COO-3.8", [](const Tensor& t, Slot, Random&) { return withUncountableDims(t, V); }},
    {"COO-4.1", [](const Tensor& t, Slot, Random&) { return onDevice(t, "mps"); }},
    {"COO-4.2", [](const Tensor& t, Slot, Random&) { return onCuda(t, I); }},
    {"COO-4.3", [](const Tensor& t, Slot, Random&) { return onCuda(t, V); }},
    {"COO-4.4",
     [](const Tensor& t, Slot, Random& random) {
         return withLabel(t, random.below(2) ? I : V, {Device{}, true});
     }},
    {"COO-5.1", [](const Tensor& t, Slot slot, Random& random) { return setIndex(t, slot, random, true); }},
    {"COO-5.2", [](const Tensor& t, Slot slot, Random& random) { return setIndex(t, slot, random, false); }},
    {"COO-5.3", breakClaim},
    {"COO-6.1",
     [](const Tensor& t, Slot, Random& random) { return Result(withGrad(t, random.below(2) ? I : V)); }},
    {"STR-2.1", [](const Tensor& t, Slot, Random& random) { return shortStorage(t, random.below(2) ? I : V); }},
    {"SP-2", [](const Tensor& t, Slot, Random&) { return valuesOfType(t, ElementType::f16); }},
    {"SP-4", [](const Tensor& t, Slot slot, Random& random) { return breakOrder(t, slot, random, true, false); }},
    {"CU-1", [](const Tensor& t, Slot, Random&) { return valuesOfType(t, ElementType::i64); }},
    {"CU-4", [](const Tensor& t, Slot slot, Random& random) { return breakOrder(t, slot, random, true, false); }},
    {"CU-6", [](const Tensor& t, Slot slot, Random& random) { return breakOrder(t, slot, random, false, true); }},
    {"CU-8", [](const Tensor& t, Slot, Random& random) { return spaced(t, random.below(2) ? I : V); }},
    {"CU-9", [](const Tensor& t, Slot, Random&) { return onDevice(t, "meta"); }},
};

} // namespace

std::span<const Fault> cooFaults()
{
    return faults;
}

} // namespace tscope
