// SPDX-License-Identifier: Apache-2.0
#include "facts/info.h"

#include "anatomy/reading.h"
#include "array/contiguity.h"
#include "array/overlap.h"
#include "tensor/member_name.h"

#include <algorithm>

namespace tscope {

namespace {

// Nothing where the elements are not known.
std::optional<std::int64_t> knownElements(const Member& member)
{
    const auto count = numel(member.array.geometry);
    const bool isKnown = member.isReadable() && count && (*count == 0 || member.array.storage->hasBytes());
    return isKnown ? count : std::nullopt;
}

std::optional<std::vector<Element>> shownData(const Member& member, const InfoOptions& options)
{
    constexpr std::int64_t betweenLooks = 1 << 14;
    const auto count = knownElements(member);
    if (!count || *count > options.mostData)
        return std::nullopt;
    std::vector<Element> data;
    data.reserve(static_cast<std::size_t>(*count));
    for (std::int64_t position = 0; position < *count; ++position) {
        if (position % betweenLooks == 0 && options.watch.isStopped())
            return std::nullopt;
        data.push_back(member.array.at(position));
    }
    return data;
}

MemberInfo infoOf(const Member& member, const Layout& layout, const InfoOptions& options)
{
    const auto& array = member.array;
    MemberInfo out;
    out.name = member.role->name;
    out.as = member.as.empty() ? out.name : member.as;
    out.word = readersWord(member, layout);
    out.dtype = array.dtype;
    out.geometry = array.geometry;
    out.storageNumel = array.storageNumel();
    out.storageId = array.storage->id();
    out.bytes = array.byteSize();
    out.device = array.storage->device().text();
    out.pinned = array.storage->isPinned();
    out.contiguous = isContiguous(array.geometry);
    out.data = shownData(member, options);
    out.measured = options.statistics;
    if (options.statistics && member.isReadable() && !array.dtype.isOpaque())
        out.statistics = statisticsOf(array);
    return out;
}

StridedFlags flagsOf(const Geometry& geometry)
{
    StridedFlags out;
    out.channelsLast = isChannelsLast(geometry);
    out.channelsLast3d = isChannelsLast3d(geometry);
    out.channelsLastStrides = hasChannelsLastStrides(geometry);
    out.channelsLast3dStrides = hasChannelsLast3dStrides(geometry);
    out.nonOverlappingAndDense = isNonOverlappingAndDense(geometry);
    out.overlap = name(overlap(geometry));
    out.overlapTorch = name(overlapTorch(geometry));
    if (const auto range = reach(geometry)) {
        out.first = range->first.asInt64();
        out.last = range->last.asInt64();
    }
    out.minStorage = minStorage(geometry);
    return out;
}

std::int64_t distinctStorageBytes(const Tensor& tensor)
{
    std::vector<const Storage*> seen;
    std::int64_t bytes = 0;
    for (const auto& member : tensor.members) {
        const auto* storage = member.array.storage.get();
        if (std::ranges::find(seen, storage) != seen.end())
            continue;
        seen.push_back(storage);
        bytes = saturatingAdd(bytes, storage->byteSize());
    }
    return bytes;
}

// "per_channel_affine, axis 1, scales 0.5, 0.25, zero points 3, 3"; of many numbers the first.
std::string quantizerText(const Claims& claims)
{
    constexpr std::size_t most = 60; // characters of the numbers
    auto out = claims.word("qscheme").value_or("");
    const auto add = [&](std::string_view word, const std::string& value) {
        out += ", " + std::string(word) + ' ';
        out += value.size() <= most ? value : value.substr(0, std::min(value.rfind(',', most), most)) + ", ...";
    };
    if (out.empty())
        return out;
    for (const auto& [claim, word] :
         {std::pair{"axis", "axis"}, std::pair{"scale", "scale"}, std::pair{"scales", "scales"},
          std::pair{"zero_point", "zero point"}, std::pair{"zero_points", "zero points"}})
        if (const auto number = claims.integer(claim))
            add(word, std::to_string(*number));
        else if (const auto numbers = claims.word(claim))
            add(word, *numbers);
    return out;
}

} // namespace

TensorInfo info(const Tensor& tensor, std::string name, const InfoOptions& options)
{
    TensorInfo out;
    out.name = std::move(name);
    out.layout = tensor.layout->name;
    out.dtype = tensor.declaredDType();
    out.device = tensor.declaredDevice().text();
    out.outline = tensor.layout->read(tensor, {})->outline();
    out.isCoalesced = out.outline.coalesced;
    out.contiguous = out.outline.contiguous;
    out.bytes = bytesOf(tensor);
    for (const auto& member : tensor.members)
        out.members.push_back(infoOf(member, *tensor.layout, options));
    out.storageBytes = distinctStorageBytes(tensor);
    out.stored = storedIn(tensor, out.outline);
    if (tensor.layout->family == "strided")
        out.strided = flagsOf(tensor.members.front().array.geometry);
    out.quantizer = quantizerText(tensor.claims);
    if (options.values)
        out.values = distributionOf(tensor, options.watch);
    return out;
}

WrittenElements writtenData(const Tensor& tensor, const InfoOptions& options)
{
    WrittenElements out;
    for (const auto& member : tensor.members) {
        const auto count = knownElements(member);
        auto& sum = count && *count > options.mostData ? out.leftOut : out.written;
        sum = saturatingAdd(sum, count.value_or(0));
        out.isPossible = out.isPossible && count;
    }
    return out;
}

std::optional<std::int64_t> bytesOf(const Tensor& tensor)
{
    std::optional<std::int64_t> sum = 0;
    for (const auto& member : tensor.members) {
        const auto bytes = member.array.byteSize();
        sum = sum && bytes ? checkedAdd(*sum, *bytes) : std::nullopt;
    }
    return sum;
}

std::optional<std::int64_t> storedIn(const Tensor& tensor, const Outline& outline)
{
    std::optional<std::int64_t> stored;
    for (const auto& member : tensor.members)
        if (outline.nnz && member.role->kind == RoleKind::values)
            stored = numel(member.array.geometry);
    return stored;
}

std::optional<double> fillOf(const std::optional<std::int64_t>& stored, const Outline& outline)
{
    if (!stored || !outline.numel || *outline.numel <= 0 || *stored > *outline.numel)
        return std::nullopt;
    return static_cast<double>(*stored) / static_cast<double>(*outline.numel);
}

} // namespace tscope
