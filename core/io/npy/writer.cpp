// SPDX-License-Identifier: Apache-2.0
#include "io/npy/writer.h"

#include "base/say.h"
#include "element/visit.h"
#include "io/lost_claims.h"
#include "io/npy/header.h"
#include "io/packed_runs.h"
#include "layouts/strided/strided.h"

#include <type_traits>

namespace tscope {

namespace {

// The type that NumPy has for these elements, without loss.
DType writtenType(const DType& dtype)
{
    switch (dtype.type()) {
    case ElementType::bf16:
    case ElementType::f8e4m3fn:
    case ElementType::f8e5m2:
        return ElementType::f32;
    case ElementType::c32:
        return ElementType::c64;
    case ElementType::qi8:
        return ElementType::i8;
    case ElementType::qu8:
        return ElementType::u8;
    default:
        return dtype;
    }
}

std::vector<std::byte> widened(std::span<const std::byte> bytes, const DType& dtype)
{
    std::vector<std::byte> out;
    visitElement(dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        constexpr bool isPair = std::is_same_v<T, ComplexHalf>;
        if constexpr (isPair || std::is_same_v<T, BFloat16> || std::is_same_v<T, Float8E4M3FN> ||
                      std::is_same_v<T, Float8E5M2>) {
            using Part = std::conditional_t<isPair, Half, T>;
            const auto count = bytes.size() / sizeof(Part);
            out.resize(count * sizeof(float));
            for (std::size_t i = 0; i < count; ++i)
                storeElement(toFloat(loadElement<Part>(bytes.data() + i * sizeof(Part))),
                             out.data() + i * sizeof(float));
        }
    });
    return out;
}

Result<void> writable(const Array& array)
{
    const auto sizes = text(array.geometry.sizes);
    const auto type = array.dtype.name();
    if (array.dtype.isOpaque())
        return unsupported(say(
            "can't write an array of {0} {1}: its elements are of a type that NumPy does not know", sizes, type));
    if (!numel(array.geometry) || !array.isInBounds())
        return unsupported(say("can't write an array of {0} {1}: it does not lie in its storage of {2} elements",
                               sizes, type, array.storageNumel()));
    if (!array.isReadable())
        return unsupported(
            say("can't write an array of {0} {1}: its storage is declared only and has no bytes", sizes, type));
    return {};
}

// The same elements with the dims in the other order.
Array turnedOver(const Array& array)
{
    const auto& [sizes, strides, offset] = array.geometry;
    return {array.storage,
            array.dtype,
            {Extents(sizes.rbegin(), sizes.rend()), Extents(strides.rbegin(), strides.rend()), offset}};
}

} // namespace

Result<void> writeNpy(const Array& array, Sink& sink, const TakeNote& note)
{
    if (auto fine = writable(array); !fine)
        return fine;
    const auto written = writtenType(array.dtype);
    if (!(written == array.dtype))
        note(say("NumPy has no {0}: the elements were written as {1}", array.dtype.name(), written.name()));
    const auto columns = turnedOver(array);
    const bool isFortranOrder = !isContiguous(array.geometry) && isContiguous(columns.geometry);
    sink.put(npyHeaderText(npyDescr(written), isFortranOrder, array.geometry.sizes));
    const bool isWider = written.itemSize() != array.dtype.itemSize();
    forPackedRuns(isFortranOrder ? columns : array, [&](std::span<const std::byte> bytes) {
        if (isWider)
            sink.put(widened(bytes, array.dtype));
        else
            sink.put(bytes);
        return !sink.isStopped();
    });
    return {};
}

void noteLostClaims(const Tensor& tensor, const TakeNote& note)
{
    if (const auto lost = claimsBesideMembers(tensor); !lost.empty())
        note(say("NumPy's arrays do not keep what this tensor claims beside its elements: {0}", lost));
}

Result<void> writeNpyFile(const Document& document, Sink& sink)
{
    if (document.tensors.size() != 1)
        return unsupported(
            say("a .npy file holds one tensor, not {0}; a .npz file holds any number", document.tensors.size()));
    const auto& tensor = document.tensors.front().tensor;
    if (tensor.layout != &stridedLayout())
        return unsupported(
            say("a .npy file holds a strided tensor, not a {0} one; a .npz file holds any", tensor.layout->name));
    const auto note = [&](std::string text) { sink.note(std::move(text)); };
    noteLostClaims(tensor, note);
    noteLostTexts(document, sink, say("a .npy file"), [](std::string_view) { return false; });
    return writeNpy(tensor.member("values").array, sink, note);
}

} // namespace tscope
