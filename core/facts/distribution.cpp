// SPDX-License-Identifier: Apache-2.0
#include "facts/distribution.h"

#include "anatomy/reading.h"
#include "base/say.h"
#include "facts/distribution_scan.h"
#include "facts/info.h"
#include "facts/unread_slots.h"

#include <algorithm>

namespace tscope {

namespace {

Result<const Member*> readableValues(const Tensor& tensor)
{
    const auto at = std::ranges::find(tensor.members, RoleKind::values,
                                      [](const Member& member) { return member.role->kind; });
    if (at == tensor.members.end())
        return unsupported(say("a member that holds values was wanted, found none"));
    if (at->array.dtype.isOpaque())
        return unsupported(say("values of a known type were wanted, found {0}", at->array.dtype.name()));
    if (!at->isReadable())
        return unsupported(
            say("values that can be read were wanted, but {0} reaches outside its storage or has no bytes",
                at->role->name));
    return &*at;
}

// What is to be read of a tensor: of elements that strides repeat only one, which then stands for `times`.
struct Reduced {
    Tensor tensor;
    std::int64_t times = 1;
};

Reduced withoutRepeats(const Tensor& tensor, const Member& values)
{
    Reduced out{tensor};
    auto& geometry = out.tensor.members[static_cast<std::size_t>(&values - tensor.members.data())].array.geometry;
    if (numel(geometry).value_or(0) == 0 || tensor.layout->read(tensor, {})->hasComponents())
        return out; // components name the slots as they are
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d)
        if (geometry.strides[d] == 0)
            out.times *= std::exchange(geometry.sizes[d], 1);
    return out;
}

// Short runs, evenly spread.
std::vector<SlotRange> sampleOf(std::int64_t count)
{
    constexpr std::int64_t runs = 1 << 14, length = 64;
    std::vector<SlotRange> out;
    const auto apart = count / runs;
    for (std::int64_t run = 0; run < runs; ++run)
        out.push_back({run * apart, run * apart + std::min(length, apart)});
    return out;
}

// All runs but the holes between components.
std::vector<SlotRange> readRuns(const Tensor& tensor, const Member& values, std::int64_t count, const Watch& watch)
{
    std::vector<SlotRange> out;
    std::int64_t reached = 0;
    const auto add = [&](std::int64_t end) {
        if (end > reached)
            out.push_back({reached, end});
    };
    if (tensor.layout->read(tensor, {})->hasComponents())
        for (const auto& hole : unreadSlots(tensor, values.role->name, 0, count, false, watch)) {
            add(hole.begin);
            reached = hole.end;
        }
    add(count);
    return out;
}

// What is counted is known of the elements that are stored; of those that are not, that they are zeros.
void tellShares(const Tensor& tensor, Distribution& out)
{
    const auto outline = tensor.layout->read(tensor, {})->outline();
    const auto zeros = static_cast<double>(out.zeros);
    if (!outline.nnz) {
        if (out.count > 0)
            out.zeroShare = zeros / static_cast<double>(out.count);
        return;
    }
    const auto fill = fillOf(storedIn(tensor, outline), outline);
    if (!fill)
        return;
    out.notStoredShare = 1 - *fill;
    if (out.count > 0 || *fill == 0)
        out.zeroShare = *out.notStoredShare + (out.count > 0 ? zeros / static_cast<double>(out.count) * *fill : 0);
}

Result<Distribution> scanned(const Tensor& tensor, const Member& values, std::vector<SlotRange> runs,
                             std::int64_t times, const Watch& watch)
{
    if (auto fine = StoredValues::of(tensor); !fine)
        return fine.error();
    Distribution out;
    out.dtype = values.array.dtype;
    out.isOfMagnitudes = out.dtype.elementClass() == ElementClass::complex;
    const ValueBlocks blocks(tensor, std::move(runs));
    const auto isDone = visitElement(out.dtype, [&](auto type) {
        return DistributionScan<typename decltype(type)::type>(blocks, times).run(watch, out);
    });
    if (!isDone)
        return Error{ErrorCode::cancelled, say("stopped")};
    return out;
}

} // namespace

std::int64_t Histogram::most() const
{
    return counts.empty() ? 0 : *std::ranges::max_element(counts);
}

bool Histogram::needsLogCounts() const
{
    constexpr std::int64_t enough = 100;
    std::vector<std::int64_t> some;
    std::ranges::copy_if(counts, std::back_inserter(some), [](std::int64_t count) { return count > 0; });
    if (some.size() < 3)
        return false;
    const auto middle = some.begin() + std::ssize(some) / 2;
    std::ranges::nth_element(some, middle);
    return most() / *middle >= enough;
}

Result<Distribution> distributionOf(const Tensor& tensor, const Watch& watch)
{
    const auto values = readableValues(tensor);
    if (!values)
        return values.error();
    const auto reduced = withoutRepeats(tensor, **values);
    const auto& array = reduced.tensor.member((*values)->role->name).array;
    const auto count = numel(array.geometry).value_or(0);
    constexpr std::int64_t alwaysRead = 1 << 24;
    const bool isSampled = count > std::max(alwaysRead, saturatingMul(2, array.storageNumel()));
    auto runs = isSampled ? sampleOf(count) : readRuns(tensor, **values, count, watch);
    std::int64_t read = 0;
    for (const auto& run : runs)
        read += run.end - run.begin;
    auto out = scanned(reduced.tensor, **values, std::move(runs), isSampled ? 1 : reduced.times, watch);
    if (!out)
        return out;
    if (isSampled)
        out->sampledFrom = numel((*values)->array.geometry);
    else
        out->unread = (count - read) * reduced.times;
    tellShares(tensor, *out);
    return out;
}

Result<Distribution> distributionOf(const Tensor& tensor, std::span<const SlotRange> runs, const Watch& watch)
{
    const auto values = readableValues(tensor);
    if (!values)
        return values.error();
    return scanned(tensor, **values, {runs.begin(), runs.end()}, 1, watch);
}

} // namespace tscope
