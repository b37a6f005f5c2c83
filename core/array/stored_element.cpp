// SPDX-License-Identifier: Apache-2.0
#include "array/stored_element.h"

#include "base/checked_math.h"

namespace tscope {

std::optional<Element> storedElement(const Array& array, std::int64_t position)
{
    const auto& geometry = array.geometry;
    const auto count = numel(geometry);
    if (array.dtype.isOpaque() || array.dtype.itemSize() <= 0 || !array.storage->hasBytes() || !count ||
        geometry.strides.size() != geometry.sizes.size() || position < 0 || position >= *count)
        return std::nullopt;
    Wide offset = geometry.offset;
    for (auto d = geometry.sizes.size(); d-- > 0;) {
        offset = offset + Wide::product(position % geometry.sizes[d], geometry.strides[d]);
        position /= geometry.sizes[d];
    }
    const auto slot = offset.asInt64();
    if (!slot || *slot < 0 || *slot >= array.storageNumel())
        return std::nullopt;
    std::array<std::byte, 16> bytes{};
    const auto own = std::span(bytes).first(static_cast<std::size_t>(array.dtype.itemSize()));
    array.storage->read(*slot * array.dtype.itemSize(), own);
    return Element(array.dtype, own);
}

} // namespace tscope
