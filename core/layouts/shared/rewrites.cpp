// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/rewrites.h"

#include "array/index_reader.h"
#include "base/check.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "element/visit.h"
#include "layouts/shared/member_rules.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tscope {

namespace {

Storage::Label labelOf(const Array& array)
{
    return {array.storage->device(), array.storage->isPinned()};
}

Result<Array> sealed(StorageBuilder builder, const Array& like, DType type, Extents sizes)
{
    return Array{std::move(builder).seal(labelOf(like)), std::move(type), Geometry::rowMajor(std::move(sizes))};
}

bool isRepeated(const Array& array)
{
    const auto count = numel(array.geometry).value_or(int64Max);
    return Wide(count) > Wide::product(array.storageNumel(), repetitionLimit);
}

Error tooRepeated()
{
    return unsupported(
        say("an array that repeats its storage more than {0} times is not copied", repetitionLimit));
}

Number sum(const Number& a, const Number& b)
{
    if (const auto* left = std::get_if<std::complex<double>>(&a))
        if (const auto* right = std::get_if<std::complex<double>>(&b))
            return *left + *right;
    if (const auto* left = std::get_if<double>(&a))
        if (const auto* right = std::get_if<double>(&b))
            return *left + *right;
    if (const auto* left = std::get_if<std::int64_t>(&a))
        if (const auto* right = std::get_if<std::int64_t>(&b))
            return static_cast<std::int64_t>(static_cast<std::uint64_t>(*left) +
                                             static_cast<std::uint64_t>(*right));
    if (const auto* left = std::get_if<std::uint64_t>(&a))
        if (const auto* right = std::get_if<std::uint64_t>(&b))
            return *left + *right;
    if (const auto* left = std::get_if<bool>(&a))
        if (const auto* right = std::get_if<bool>(&b))
            return *left || *right;
    return a;
}

Result<void> addElements(const DType& type, std::byte* to, const std::byte* from, std::int64_t count)
{
    const auto size = static_cast<std::size_t>(type.itemSize());
    for (std::int64_t i = 0; i < count; ++i, to += size, from += size) {
        const auto total =
            Element::from(sum(Element(type, {to, size}).number(), Element(type, {from, size}).number()), type);
        if (!total)
            return total.error();
        std::memcpy(to, total->bytes().data(), size);
    }
    return {};
}

} // namespace

std::int64_t bytesToRewrite(const Member& member)
{
    constexpr std::int64_t copies = 6; // the numbers, an order or choice of them in growing vectors, the new ones
    return saturatingMul(numel(member.array.geometry).value_or(int64Max),
                         copies * std::int64_t{sizeof(std::int64_t)});
}

std::optional<std::vector<std::int64_t>> integersOf(const Member& member)
{
    if (!member.isReadable() || !member.array.dtype.isIndexLike() || isRepeated(member.array) ||
        bytesToRewrite(member) > memoryBudget())
        return std::nullopt;
    if (numel(member.array.geometry) == 0)
        return std::vector<std::int64_t>{};
    const IndexReader reader(member.array);
    std::vector<std::int64_t> out(static_cast<std::size_t>(reader.numel()));
    reader.read(0, out);
    return out;
}

std::optional<Array> integerArray(Extents sizes, std::span<const std::int64_t> values, const Array& like)
{
    TSCOPE_CHECK(numel(sizes) == static_cast<std::int64_t>(values.size()), "one value per element");
    if (!like.dtype.isIndexLike())
        return std::nullopt;
    auto builder = StorageBuilder::make(static_cast<std::int64_t>(values.size()) * like.dtype.itemSize());
    if (!builder)
        return std::nullopt;
    const bool fits = visitIndexType(like.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        auto* to = builder->bytes().data();
        for (const auto value : values) {
            if (!std::in_range<T>(value))
                return false;
            storeElement(static_cast<T>(value), to);
            to += sizeof(T);
        }
        return true;
    });
    if (!fits)
        return std::nullopt;
    return *sealed(std::move(*builder), like, like.dtype, std::move(sizes));
}

Result<Array> relabelled(const Array& array, const Storage::Label& label)
{
    Array out = array;
    if (!array.storage->hasBytes()) {
        out.storage = declaredStorage(array.storage->byteSize(), label);
        return out;
    }
    auto builder = StorageBuilder::make(array.storage->byteSize());
    if (!builder)
        return builder.error();
    array.storage->read(0, builder->bytes());
    out.storage = std::move(*builder).seal(label);
    return out;
}

namespace {

// Indices as another type of indices, a run at a time: those before the first run in which one does not fit.
// Returns how many they are.
std::int64_t castIndices(const Array& array, const DType& type, std::byte* to)
{
    constexpr std::int64_t longestRun = 4096;
    const IndexReader reader(array);
    std::int64_t run[longestRun];
    return visitIndexType(type, [&](auto tag) {
        using T = typename decltype(tag)::type;
        for (std::int64_t begin = 0; begin < reader.numel(); begin += longestRun) {
            const auto count = std::min(longestRun, reader.numel() - begin);
            reader.read(begin, std::span(run).first(static_cast<std::size_t>(count)));
            T cast[longestRun];
            std::int64_t lost = 0;
            for (std::int64_t i = 0; i < count; ++i) {
                cast[i] = static_cast<T>(run[i]);
                lost |= run[i] ^ static_cast<std::int64_t>(cast[i]);
            }
            if (lost != 0)
                return begin;
            std::memcpy(to + begin * static_cast<std::int64_t>(sizeof(T)), cast,
                        static_cast<std::size_t>(count) * sizeof(T));
        }
        return reader.numel();
    });
}

} // namespace

Result<Array> cast(const Array& array, const DType& type, bool exact)
{
    if (type.isOpaque() || array.dtype.isOpaque())
        return unsupported(say("elements of an opaque type can't be cast"));
    if (!array.isReadable() && !array.storage->hasBytes())
        return Array::declared(type, array.geometry.sizes, labelOf(array));
    if (isRepeated(array))
        return tooRepeated();
    const auto count = numel(array.geometry).value_or(0);
    auto builder = StorageBuilder::make(saturatingMul(count, type.itemSize()));
    if (!builder)
        return builder.error();
    const bool areIndices = array.dtype.isIndexLike() && type.isIndexLike() && array.isReadable();
    auto i = areIndices ? castIndices(array, type, builder->bytes().data()) : std::int64_t{0};
    if (i == count)
        return sealed(std::move(*builder), array, type, array.geometry.sizes);
    const auto from = packed(array);
    if (!from)
        return from.error();
    auto* to = builder->bytes().data() + i * type.itemSize();
    for (; i < count; ++i, to += type.itemSize()) {
        const auto before = from->at(i);
        const auto after = Element::from(before.number(), type);
        if (!after)
            return after.error();
        if (exact) {
            const auto back = Element::from(after->number(), array.dtype);
            if (!back || !(*back == before))
                return invalidArgument(
                    say("casting to {0} would change element {1}, {2}", type.name(), i, before.text()));
        }
        std::memcpy(to, after->bytes().data(), after->bytes().size());
    }
    return sealed(std::move(*builder), array, type, array.geometry.sizes);
}

Result<Array> reshaped(const Array& array, Extents sizes)
{
    if (numel(sizes) != numel(array.geometry))
        return invalidArgument(
            say("an array of size {0} can't be given the size {1}", text(array.geometry.sizes), text(sizes)));
    if (!array.storage->hasBytes())
        return Array::declared(array.dtype, std::move(sizes), labelOf(array));
    if (isContiguous(array.geometry) && array.isInBounds())
        return Array{array.storage, array.dtype, Geometry::rowMajor(std::move(sizes), array.geometry.offset)};
    if (isRepeated(array))
        return tooRepeated();
    auto out = packed(array);
    if (!out)
        return out.error();
    out->geometry = Geometry::rowMajor(std::move(sizes));
    return out;
}

Result<Array> gathered(const Array& array, int dim, const Picks& picks)
{
    const auto& sizes = array.geometry.sizes;
    TSCOPE_CHECK(dim >= 0 && dim < array.geometry.rank(), "entries lie along one of the dims");
    auto newSizes = sizes;
    newSizes[static_cast<std::size_t>(dim)] = picks.count;
    if (!array.storage->hasBytes())
        return Array::declared(array.dtype, std::move(newSizes), labelOf(array));
    if (isRepeated(array))
        return tooRepeated();
    const auto from = packed(array);
    if (!from)
        return from.error();
    const auto itemSize = array.dtype.itemSize();
    std::int64_t batches = 1, inner = 1;
    for (int d = 0; d < array.geometry.rank(); ++d)
        if (auto& extent = d < dim ? batches : inner; d != dim)
            extent = saturatingMul(extent, sizes[static_cast<std::size_t>(d)]);
    const auto groups = sizes[static_cast<std::size_t>(dim)];
    const auto bytesPerGroup = saturatingMul(inner, itemSize);
    if (Wide(static_cast<std::int64_t>(picks.first.size())) != Wide::product(batches, picks.count))
        return invalidArgument(say("the members have different batch dims"));
    // Extents beside a zero may be anything; nothing is copied then.
    if (picks.first.empty())
        return packed(Array{array.storage, array.dtype, Geometry::rowMajor(std::move(newSizes))});
    auto builder = StorageBuilder::make(saturatingMul(batches * picks.count, bytesPerGroup));
    if (!builder)
        return builder.error();
    std::vector<std::byte> all(static_cast<std::size_t>(batches * groups * bytesPerGroup));
    from->storage->read(0, all);
    auto* to = builder->bytes().data();
    const auto group = [&](std::int64_t place, std::int64_t pick) {
        const auto batch = picks.count > 0 ? place / picks.count : 0;
        return all.data() + (batch * groups + pick) * bytesPerGroup;
    };
    for (std::size_t place = 0; place < picks.first.size(); ++place)
        if (bytesPerGroup > 0 && picks.first[place] >= 0)
            std::memcpy(to + static_cast<std::int64_t>(place) * bytesPerGroup,
                        group(static_cast<std::int64_t>(place), picks.first[place]),
                        static_cast<std::size_t>(bytesPerGroup));
    for (const auto& [place, pick] : picks.added)
        if (const auto done = addElements(array.dtype, to + place * bytesPerGroup, group(place, pick), inner);
            !done)
            return done.error();
    return sealed(std::move(*builder), array, array.dtype, std::move(newSizes));
}

} // namespace tscope
