// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/strided_copy.h"

#include <algorithm>
#include <cstring>

namespace tscope {

namespace {

struct Dim {
    std::int64_t size, from, to; // strides on both sides
};

// The dims that matter, slowest first: size 1 left out, dims that continue each other on both sides joined.
std::vector<Dim> joinedDims(const Geometry& from, const Extents& to)
{
    std::vector<Dim> dims;
    for (std::size_t d = 0; d < from.sizes.size(); ++d) {
        const Dim dim{from.sizes[d], from.strides[d], to[d]};
        if (dim.size == 1)
            continue;
        if (!dims.empty() && dims.back().from == dim.from * dim.size && dims.back().to == dim.to * dim.size)
            dims.back() = {dims.back().size * dim.size, dim.from, dim.to};
        else
            dims.push_back(dim);
    }
    return dims;
}

template <std::size_t size>
void copySpaced(const std::byte* from, std::byte* to, const Dim& row)
{
    for (std::int64_t i = 0; i < row.size; ++i)
        std::memcpy(to + i * row.to * static_cast<std::int64_t>(size),
                    from + i * row.from * static_cast<std::int64_t>(size), size);
}

void copyRow(const std::byte* from, std::byte* to, const Dim& row, std::int64_t itemSize)
{
    if (row.from == 1 && row.to == 1) {
        std::memcpy(to, from, static_cast<std::size_t>(row.size * itemSize));
        return;
    }
    switch (itemSize) {
    case 1:
        return copySpaced<1>(from, to, row);
    case 2:
        return copySpaced<2>(from, to, row);
    case 4:
        return copySpaced<4>(from, to, row);
    case 8:
        return copySpaced<8>(from, to, row);
    default:
        for (std::int64_t i = 0; i < row.size; ++i)
            std::memcpy(to + i * row.to * itemSize, from + i * row.from * itemSize,
                        static_cast<std::size_t>(itemSize));
    }
}

// One row out of a storage whose bytes do not lie in one run.
void copyScattered(const Storage& storage, std::int64_t offset, std::byte* to, const Dim& row,
                   std::int64_t itemSize)
{
    if (row.from == 1 && row.to == 1)
        return storage.read(offset * itemSize, {to, static_cast<std::size_t>(row.size * itemSize)});
    for (std::int64_t i = 0; i < row.size; ++i)
        storage.read((offset + i * row.from) * itemSize,
                     {to + i * row.to * itemSize, static_cast<std::size_t>(itemSize)});
}

// Calls copy(offset, place, row) for each row.
template <class Copy>
void forEachRow(const Geometry& from, const Extents& to, Copy&& copy)
{
    if (numel(from) == 0)
        return;
    auto dims = joinedDims(from, to);
    const auto row = dims.empty() ? Dim{1, 1, 1} : dims.back();
    if (!dims.empty())
        dims.pop_back();
    Extents index(dims.size(), 0);
    auto offset = from.offset;
    std::int64_t place = 0;
    while (true) {
        copy(offset, place, row);
        auto d = dims.size();
        for (; d-- > 0;) {
            offset += dims[d].from;
            place += dims[d].to;
            if (++index[d] < dims[d].size)
                break;
            offset -= dims[d].from * dims[d].size;
            place -= dims[d].to * dims[d].size;
            index[d] = 0;
        }
        if (d == static_cast<std::size_t>(-1))
            return;
    }
}

} // namespace

void copyElements(const Array& from, const CopyTarget& target)
{
    const auto itemSize = from.dtype.itemSize();
    if (const auto* data = from.storage->data(); data != nullptr)
        return copyElements(data, from.geometry, itemSize, target);
    forEachRow(from.geometry, target.strides, [&](std::int64_t offset, std::int64_t place, const Dim& row) {
        copyScattered(*from.storage, offset, target.begin + place * itemSize, row, itemSize);
    });
}

void copyElements(const std::byte* from, const Geometry& geometry, std::int64_t itemSize, const CopyTarget& target)
{
    forEachRow(geometry, target.strides, [&](std::int64_t offset, std::int64_t place, const Dim& row) {
        copyRow(from + offset * itemSize, target.begin + place * itemSize, row, itemSize);
    });
}

void fillElements(std::byte* begin, std::int64_t count, std::span<const std::byte> element)
{
    if (count <= 0 || element.empty())
        return;
    const auto total = static_cast<std::size_t>(count) * element.size();
    if (std::ranges::all_of(element, [&](std::byte b) { return b == element[0]; })) {
        std::memset(begin, std::to_integer<int>(element[0]), total);
        return;
    }
    // What is written doubles, so a long gap costs a few large copies.
    std::memcpy(begin, element.data(), element.size());
    for (auto done = element.size(); done < total;) {
        const auto more = std::min(done, total - done);
        std::memcpy(begin + done, begin, more);
        done += more;
    }
}

} // namespace tscope
