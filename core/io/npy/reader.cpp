// SPDX-License-Identifier: Apache-2.0
#include "io/npy/reader.h"

#include "base/say.h"
#include "element/visit.h"
#include "io/npy/header.h"
#include "io/npy/text_scalar.h"
#include "layouts/strided/strided.h"

#include <algorithm>

namespace tscope {

namespace {

std::uint16_t turned(std::uint16_t value)
{
    return __builtin_bswap16(value);
}
std::uint32_t turned(std::uint32_t value)
{
    return __builtin_bswap32(value);
}
std::uint64_t turned(std::uint64_t value)
{
    return __builtin_bswap64(value);
}

template <class T>
void turn(const std::byte* from, std::byte* to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        storeElement(turned(loadElement<T>(from + i * sizeof(T))), to + i * sizeof(T));
}

std::size_t turnedBytes(const DType& dtype)
{
    const bool isPair = dtype.elementClass() == ElementClass::complex;
    return static_cast<std::size_t>(dtype.itemSize()) / (isPair ? 2 : 1);
}

// `from` and `to` may be the same; `size` is 2, 4 or 8, what is left of `bytes` stays.
void turnAll(const std::byte* from, std::byte* to, std::size_t bytes, std::size_t size)
{
    if (size == 2)
        turn<std::uint16_t>(from, to, bytes / size);
    else if (size == 4)
        turn<std::uint32_t>(from, to, bytes / size);
    else
        turn<std::uint64_t>(from, to, bytes / size);
}

// A copy of big-endian elements in this machine's order.
Result<StoragePtr> turnedRound(const Storage& storage, const DType& dtype, const Watch& watch)
{
    auto builder = StorageBuilder::make(storage.byteSize());
    if (!builder)
        return builder.error();
    const auto size = turnedBytes(dtype);
    constexpr std::size_t step = std::size_t{1} << 20; // a multiple of any size
    const auto out = builder->bytes();
    for (std::size_t begin = 0; begin < out.size(); begin += step) {
        if (watch.isStopped())
            return Error{ErrorCode::cancelled, say("the array was not read to its end"), {}, {}};
        turnAll(storage.data() + begin, out.data() + begin, std::min(step, out.size() - begin), size);
        if (watch.progress)
            watch.progress(static_cast<double>(begin) / static_cast<double>(out.size()));
    }
    return std::move(*builder).seal();
}

Geometry columnMajor(const Extents& sizes)
{
    const auto strides = rowMajorStrides(Extents(sizes.rbegin(), sizes.rend()));
    return {sizes, Extents(strides.rbegin(), strides.rend()), 0};
}

} // namespace

bool turnNpyRound(std::span<std::byte> file)
{
    const auto header = readNpyHeader(file);
    const auto type = header ? npyType(header->descr) : Result<NpyType>(header.error());
    if (!type || !type->isBigEndian || header->dataBegin > std::ssize(file))
        return false;
    const auto elements = file.subspan(static_cast<std::size_t>(header->dataBegin));
    turnAll(elements.data(), elements.data(), elements.size(), turnedBytes(type->dtype));
    return true;
}

static Result<NpyArray> readBehind(const Result<NpyHeader>& header, const StoragePtr& file, const Watch& watch,
                                   bool wasTurned, bool despiteFaults = false)
{
    if (!header)
        return header.error();
    auto type = npyType(header->descr);
    if (!type)
        return placedIn(type.error(), "descr in the header");
    const auto count = numel(header->shape);
    const auto byteSize = count ? checkedMul(*count, type->dtype.itemSize()) : std::nullopt;
    if (!byteSize)
        return corrupt(say("an array of shape {0} has more bytes than 64 bits can count", text(header->shape)),
                       "byte " + std::to_string(header->dataBegin));
    const auto left = file->byteSize() - header->dataBegin;
    if (*byteSize > left && (!despiteFaults || left < 0))
        return corrupt(say("wanted {0} bytes for an array of shape {1}, found {2}: the file was cut short",
                           *byteSize, text(header->shape), left),
                       "byte " + std::to_string(file->byteSize()));
    NpyArray out;
    if (!type->warning.empty())
        out.warnings.push_back(std::move(type->warning));
    if (*byteSize < left)
        out.warnings.push_back(say("{0} bytes behind the elements were left out", left - *byteSize));
    out.array.storage = partOf(file, header->dataBegin, std::min(*byteSize, left));
    out.array.geometry = header->isFortranOrder ? columnMajor(header->shape) : Geometry::rowMajor(header->shape);
    out.array.dtype = std::move(type->dtype);
    if (type->isBigEndian) {
        if (!wasTurned) {
            auto storage = turnedRound(*out.array.storage, out.array.dtype, watch);
            if (!storage)
                return storage.error();
            out.array.storage = std::move(*storage);
        }
        out.warnings.push_back(say("the elements are big-endian in the file; their bytes were turned round"));
    }
    return out;
}

Result<NpyArray> readNpy(const StoragePtr& file, const Watch& watch, bool wasTurned, bool despiteFaults)
{
    return readBehind(readNpyHeader({file->data(), static_cast<std::size_t>(file->byteSize())}), file, watch,
                      wasTurned, despiteFaults);
}

std::optional<NpyArray> readNpyLate(const StoragePtr& file, std::span<const std::byte> head)
{
    const auto header = readNpyHeader(head);
    const auto type = header ? npyType(header->descr) : Result<NpyType>(header.error());
    if (!type || isNpyText(*header) || type->isBigEndian)
        return std::nullopt;
    auto array = readBehind(header, file, {}, false);
    return array ? std::optional(std::move(*array)) : std::nullopt;
}

Result<Document> readNpyFile(const Source& source)
{
    auto read = readNpy(source.bytes, source.watch, false, source.despiteFaults);
    if (!read)
        return read.error();
    auto tensor = makeTensor(stridedLayout(), {{stridedLayout().roles.data(), std::move(read->array)}});
    if (!tensor)
        return tensor.error();
    Document document{{{"", std::move(*tensor)}}, std::move(read->warnings)};
    const auto& array = document.tensors.front().tensor.members.front().array;
    const auto there = array.storageNumel(), wanted = numel(array.geometry).value_or(0);
    if (source.despiteFaults && there < wanted)
        document.partly = say("{0#} of {1|element|elements}", there, wanted);
    return document;
}

} // namespace tscope
