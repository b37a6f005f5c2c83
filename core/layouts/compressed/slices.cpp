// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/slices.h"

#include "base/say.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

bool isRowLayout(const Tensor& tensor)
{
    return tensor.layout->name == "csr" || tensor.layout->name == "bsr";
}

std::optional<std::size_t> sparseDim(const Reading& reading, bool isFirst)
{
    const auto& tensor = reading.tensor();
    const auto rank = tensor.member("compressed").array.geometry.rank();
    if (!tensor.size || rank < 1)
        return std::nullopt;
    const auto dim = static_cast<std::size_t>(rank - 1 + (isFirst ? 0 : 1));
    return dim < tensor.size->size() ? std::optional(dim) : std::nullopt;
}

} // namespace

bool Slices::areInOrder() const
{
    for (std::int64_t b = 0; b < batches; ++b) {
        const auto* p = pointersOf(b);
        if (p[0] != 0 || p[pointerCount - 1] > entries || !std::is_sorted(p, p + pointerCount))
            return false;
    }
    return true;
}

std::optional<std::size_t> plainDim(const Reading& reading)
{
    return sparseDim(reading, !isRowLayout(reading.tensor()));
}

std::optional<std::size_t> compressedDim(const Reading& reading)
{
    return sparseDim(reading, isRowLayout(reading.tensor()));
}

std::optional<Slices> slicesOf(const Reading& reading)
{
    const auto& tensor = reading.tensor();
    const auto& compressed = tensor.member("compressed").array.geometry;
    const auto& plain = tensor.member("plain").array.geometry;
    const auto& values = tensor.member("values").array.geometry;
    const auto rank = compressed.sizes.size();
    if (rank < 1 || plain.sizes.size() != rank || values.sizes.size() < rank ||
        !std::equal(compressed.sizes.begin(), compressed.sizes.end() - 1, plain.sizes.begin()) ||
        !std::equal(compressed.sizes.begin(), compressed.sizes.end() - 1, values.sizes.begin()))
        return std::nullopt;
    auto pointers = integersOf(tensor.member("compressed"));
    auto entries = integersOf(tensor.member("plain"));
    if (!pointers || !entries || compressed.sizes.back() < 1)
        return std::nullopt;
    Slices out;
    out.batches = static_cast<std::int64_t>(pointers->size()) / compressed.sizes.back();
    out.pointerCount = compressed.sizes.back();
    out.entries = plain.sizes.back();
    out.stored = values.sizes[rank - 1];
    out.pointers = std::move(*pointers);
    out.plain = std::move(*entries);
    const auto outline = reading.outline();
    const bool isBlocked = tensor.layout->name == "bsr" || tensor.layout->name == "bsc";
    if (const auto dim = plainDim(reading)) {
        const auto extent = (*tensor.size)[*dim];
        const auto block = outline.blocksize && isBlocked
                               ? std::max<std::int64_t>((*outline.blocksize)[isRowLayout(tensor) ? 1 : 0], 1)
                               : 1;
        if (extent >= 0 && extent % block == 0)
            out.plainExtent = extent / block;
    }
    return out;
}

Result<EditList> withPointers(const Tensor& tensor, const Slices& slices)
{
    const auto& member = tensor.member("compressed");
    auto sizes = member.array.geometry.sizes;
    sizes.back() = slices.pointerCount;
    auto array = integerArray(std::move(sizes), slices.pointers, member.array);
    if (!array)
        return invalidArgument(say("the new pointers do not fit the type of compressed"));
    return EditList{{ReplaceArray{"compressed", std::move(*array)}}};
}

Result<EditList> withEntries(const Tensor& tensor, const Slices& slices, const Picks& picks)
{
    auto list = withPointers(tensor, slices);
    if (!list)
        return list;
    const auto dim = tensor.member("compressed").array.geometry.rank() - 1;
    for (const std::string_view role : {"plain", "values"}) {
        const auto& member = tensor.member(role);
        auto picked = picks;
        if (role == "plain")
            picked.added.clear();
        auto array = gathered(member.array, dim, picked);
        if (!array)
            return array.error();
        list->edits.push_back(ReplaceArray{std::string(role), std::move(*array), member.layout});
    }
    return list;
}

} // namespace tscope::compressed
