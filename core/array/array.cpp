// SPDX-License-Identifier: Apache-2.0
#include "array/array.h"

#include "array/element_reader.h"
#include "base/check.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "element/visit.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace tscope {

Array Array::declared(DType dtype, Extents sizes, Storage::Label label)
{
    auto geometry = Geometry::rowMajor(std::move(sizes));
    Array out{nullptr, std::move(dtype), std::move(geometry)};
    out.storage = declaredStorage(out.byteSize().value_or(0), std::move(label));
    return out;
}

Array Array::fromBytes(DType dtype, Extents sizes, std::span<const std::byte> bytes, Storage::Label label)
{
    Array out{heapStorage(bytes, std::move(label)), std::move(dtype), Geometry::rowMajor(std::move(sizes))};
    TSCOPE_CHECK(out.byteSize() == out.storage->byteSize(), "the bytes are those of the elements");
    return out;
}

Array Array::fromInts(Extents sizes, std::span<const std::int64_t> values, DType dtype)
{
    const auto itemSize = dtype.itemSize();
    const auto byteSize = checkedMul(static_cast<std::int64_t>(values.size()), itemSize);
    TSCOPE_CHECK(byteSize && numel(sizes) == static_cast<std::int64_t>(values.size()), "one value per element");
    auto builder = StorageBuilder::make(*byteSize);
    TSCOPE_CHECK(builder, "memory for the values can be had");
    auto* to = builder->bytes().data();
    if (dtype.isIndexLike()) {
        visitIndexType(dtype, [&](auto tag) {
            using T = typename decltype(tag)::type;
            for (const auto value : values) {
                TSCOPE_CHECK(std::in_range<T>(value), "every value fits the type");
                storeElement(static_cast<T>(value), to);
                to += sizeof(T);
            }
        });
    } else {
        for (const auto value : values) {
            const auto element = Element::from(value, dtype);
            TSCOPE_CHECK(element, "every value fits the type");
            std::memcpy(to, element->bytes().data(), element->bytes().size());
            to += itemSize;
        }
    }
    return {std::move(*builder).seal(), std::move(dtype), Geometry::rowMajor(std::move(sizes))};
}

std::int64_t Array::storageNumel() const
{
    const auto itemSize = dtype.itemSize();
    if (itemSize <= 0)
        return 0;
    if ((itemSize & (itemSize - 1)) == 0) // nearly always; a division would take as long as all else that is asked
        return storage->byteSize() >> std::countr_zero(static_cast<std::uint64_t>(itemSize));
    return storage->byteSize() / itemSize;
}

bool Array::isInBounds() const
{
    return tscope::isInBounds(geometry, storageNumel());
}

bool Array::isReadable() const
{
    const auto count = numel(geometry);
    return !dtype.isOpaque() && count && isInBounds() && (*count == 0 || storage->hasBytes());
}

std::optional<std::int64_t> Array::byteSize() const
{
    const auto count = numel(geometry);
    if (!count || *count == 0)
        return count;
    return dtype.itemSize() > 0 ? checkedMul(*count, dtype.itemSize()) : std::nullopt;
}

Element Array::at(std::int64_t position) const
{
    const auto [begin, end] = byteRange(position);
    std::array<std::byte, 16> bytes{};
    const auto own = std::span(bytes).first(static_cast<std::size_t>(end - begin));
    storage->read(begin, own);
    return Element(dtype, own);
}

Element Array::at(const Extents& index) const
{
    return at(positionOf(geometry.sizes, index));
}

std::pair<std::int64_t, std::int64_t> Array::byteRange(std::int64_t position) const
{
    TSCOPE_CHECK(isReadable() && position >= 0 && position < *numel(geometry), "the element is there to be read");
    const auto begin = offsetOf(geometry, position) * dtype.itemSize();
    return {begin, begin + dtype.itemSize()};
}

Result<Array> packed(const Array& array)
{
    const auto name = std::string(array.dtype.name());
    if (array.dtype.isOpaque())
        return unsupported(say("elements of type '{0}' can't be read, since their encoding is not known", name));
    const auto byteSize = array.byteSize();
    if (!byteSize)
        return Error{ErrorCode::overflow,
                     say("an array of {0} {1} elements has no size in bytes", text(array.geometry.sizes), name),
                     {},
                     {}};
    if (!array.isInBounds())
        return invalidArgument(
            say("an array of size {0}, strides {1} and offset {2} does not lie in its storage of {3} elements",
                text(array.geometry.sizes), text(array.geometry.strides), array.geometry.offset,
                array.storageNumel()));
    if (!array.isReadable())
        return unsupported(say("the storage of the array is declared only and has no bytes"));

    // Strides can make any number of elements of few bytes. What less may be used, callers know.
    if (*byteSize > memoryOfProcess())
        return overBudget(say("a copy of an array of {0} {1} elements", text(array.geometry.sizes), name),
                          *byteSize, memoryOfProcess());
    auto builder = StorageBuilder::make(*byteSize);
    if (!builder)
        return builder.error();
    const ElementReader reader(array);
    ElementReader::Scratch scratch;
    reader.copy(0, reader.numel(), builder->bytes().data(), scratch);
    return Array{std::move(*builder).seal({array.storage->device(), array.storage->isPinned()}), array.dtype,
                 Geometry::rowMajor(array.geometry.sizes)};
}

} // namespace tscope
