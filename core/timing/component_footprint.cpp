// SPDX-License-Identifier: Apache-2.0
#include "timing/component_footprint.h"

#include "base/checked_math.h"
#include "dispatch/call.h"

#include <algorithm>

namespace tscope::timing {

namespace {

struct Components {
    std::int64_t count = 0, dims = 0;
    std::int64_t elements = 0; // of all together
    Extents largest;           // in each dim
    int ragged = 0;            // dims in which they differ
};

std::optional<Components> componentsOf(const Tensor& tensor)
{
    const auto reading = tensor.layout->read(tensor, {});
    const auto bounds = reading->bounds();
    if (!reading->hasComponents() || !bounds || bounds->empty())
        return std::nullopt;
    Components out;
    out.count = bounds->front();
    out.dims = std::ssize(*bounds) - 1;
    out.largest.assign(bounds->size() - 1, 0);
    auto least = out.largest;
    for (std::int64_t c = 0; c < out.count; ++c) {
        const auto size = reading->componentSize(c);
        if (!size)
            return std::nullopt;
        out.elements = saturatingAdd(out.elements, numel(*size).value_or(int64Max));
        for (std::size_t d = 0; d < size->size(); ++d) {
            out.largest[d] = std::max(out.largest[d], (*size)[d]);
            least[d] = c == 0 ? (*size)[d] : std::min(least[d], (*size)[d]);
        }
    }
    for (std::size_t d = 0; d < least.size(); ++d)
        out.ragged += least[d] != out.largest[d] ? 1 : 0;
    return out;
}

} // namespace

std::optional<FootprintRow> componentFootprint(const Tensor& tensor, const FormWish& wish)
{
    const auto components = componentsOf(tensor);
    if (!components)
        return std::nullopt;
    FootprintRow row;
    row.variant = variantOf(tensor, wish);
    row.entries = components->elements;
    const auto itemSize = DType::parse(row.variant.dtype).itemSize();
    constexpr std::int64_t word = 8;
    const auto tables = saturatingMul(components->count, components->dims * word);
    const bool isAsGiven = variantOf(tensor) == row.variant;
    if (isAsGiven) { // holes and all
        for (const auto& member : tensor.members)
            row.members.push_back({std::string(member.role->name), member.array.byteSize().value_or(0)});
        row.fill = numel(valuesMember(tensor).array.geometry).value_or(0) - components->elements;
    } else if (wish.isPadded) {
        const auto whole = saturatingMul(components->count, numel(components->largest).value_or(int64Max));
        row.fill = whole - components->elements;
        row.members = {{"values", saturatingMul(whole, itemSize)}};
    } else if (wish.layout->family == "nested") {
        row.members = {{"buffer", saturatingMul(components->elements, itemSize)},
                       {"nested_sizes", tables},
                       {"nested_strides", tables},
                       {"storage_offsets", saturatingMul(components->count, word)}};
    } else if (wish.layout->family == "jagged" && components->ragged <= 1) {
        row.members = {{"values", saturatingMul(components->elements, itemSize)},
                       {"offsets", saturatingMul(saturatingAdd(components->count, 1), word)}};
    } else {
        return std::nullopt;
    }
    return row;
}

RowSpread componentSpread(const Tensor& tensor, const Watch& watch)
{
    constexpr std::int64_t componentsPerLook = 1 << 12;
    const auto reading = tensor.layout->read(tensor, {});
    const auto bounds = reading->bounds();
    if (!reading->hasComponents() || !bounds || bounds->empty())
        return {};
    LengthCounts lengths;
    for (std::int64_t c = 0; c < bounds->front(); ++c) {
        const auto size = reading->componentSize(c);
        if (!size || (c % componentsPerLook == 0 && watch.isStopped()))
            return {};
        lengths.add(numel(*size).value_or(int64Max));
    }
    return lengths.spread();
}

} // namespace tscope::timing
