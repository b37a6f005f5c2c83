// SPDX-License-Identifier: Apache-2.0
#include "rules/remarks.h"

#include "array/index_reader.h"
#include "base/human_numbers.h"
#include "base/say.h"
#include "base/thread_pool.h"
#include "element/visit.h"
#include "layouts/shared/sentences.h"
#include "tensor/tensor.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <type_traits>

namespace tscope {

namespace {

template <class Count>
struct Kinds {
    Count zeros = 0, nans = 0, infinities = 0, oddBools = 0;
};

template <class T, class Count>
void classify(T value, Kinds<Count>& kinds)
{
    if constexpr (std::is_integral_v<T>) {
        kinds.zeros += value == 0;
    } else if constexpr (std::is_floating_point_v<T>) {
        kinds.zeros += value == 0;
        kinds.nans += std::isnan(value);
        kinds.infinities += std::isinf(value);
    } else if constexpr (std::is_same_v<T, BoolByte>) {
        kinds.zeros += value.byte == 0;
        kinds.oddBools += value.byte > 1;
    } else if constexpr (std::is_same_v<T, QInt8> || std::is_same_v<T, QUInt8>) {
        // What a stored integer of a quantised type means is not known here.
    } else {
        const auto parts = [&] {
            if constexpr (std::is_same_v<T, ComplexHalf>)
                return std::pair(toFloat(value.real), toFloat(value.imag));
            else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>)
                return std::pair(value.real(), value.imag());
            else
                return std::pair(toFloat(value), 0.0F);
        }();
        kinds.zeros += parts.first == 0 && parts.second == 0;
        kinds.nans += std::isnan(parts.first) || std::isnan(parts.second);
        kinds.infinities += std::isinf(parts.first) || std::isinf(parts.second);
    }
}

// Values that lie side by side, fewer than 2^31. Counts are narrow and nothing else is in the loop, so that it is
// vectorised.
template <class T>
Kinds<std::int32_t> kindsOfRun(const std::byte* from, std::int64_t count)
{
    Kinds<std::int32_t> kinds;
    for (std::int64_t i = 0; i < count; ++i)
        classify(loadElement<T>(from + i * static_cast<std::int64_t>(sizeof(T))), kinds);
    return kinds;
}

Kinds<std::int64_t> kindsOf(const Array& array, const Watch& watch)
{
    constexpr std::int64_t perPart = std::int64_t{1} << 18;
    const Runs runs(array.geometry);
    const auto itemSize = array.dtype.itemSize();
    const auto* data = array.storage->data();
    std::atomic<std::int64_t> zeros = 0, nans = 0, infinities = 0, oddBools = 0;
    parallelFor((runs.numel() + perPart - 1) / perPart, [&](std::int64_t part) {
        if (watch.isStopped())
            return;
        Kinds<std::int64_t> kinds;
        visitElement(array.dtype, [&](auto tag) {
            using T = typename decltype(tag)::type;
            const auto begin = part * perPart;
            runs.forEach(begin, std::min(begin + perPart, runs.numel()), [&](std::int64_t offset, std::int64_t n) {
                if (data != nullptr && runs.stride() == 1) {
                    const auto run = kindsOfRun<T>(data + offset * itemSize, n);
                    kinds.zeros += run.zeros;
                    kinds.nans += run.nans;
                    kinds.infinities += run.infinities;
                    kinds.oddBools += run.oddBools;
                    return;
                }
                std::byte bytes[sizeof(T)];
                for (std::int64_t i = 0; i < n; ++i) {
                    const auto at = (offset + i * runs.stride()) * itemSize;
                    const auto* from = data ? data + at : bytes;
                    if (!data)
                        array.storage->read(at, bytes);
                    classify(loadElement<T>(from), kinds);
                }
            });
        });
        zeros += kinds.zeros;
        nans += kinds.nans;
        infinities += kinds.infinities;
        oddBools += kinds.oddBools;
    });
    return {zeros, nans, infinities, oddBools};
}

void lookAtValues(const Reading& reading, const Watch& watch, std::vector<Remark>& remarks)
{
    for (const auto& member : reading.tensor().members) {
        const bool isBool = member.array.dtype == DType(ElementType::boolean);
        if ((member.role->kind != RoleKind::values && !isBool) || !member.isReadable() ||
            numel(member.array.geometry).value_or(0) > remarkLimit)
            continue;
        const auto kinds = kindsOf(member.array, watch);
        if (kinds.oddBools > 0)
            remarks.push_back({"bool-byte", kinds.oddBools,
                               say("{0|bool is|bools are} neither 0 nor 1 in {1}", kinds.oddBools,
                                   nameOf(reading.tensor(), member.role->name))});
        if (member.role->kind != RoleKind::values)
            continue;
        const bool isSparse = std::ranges::any_of(reading.tensor().members,
                                                  [](const Member& m) { return m.role->kind == RoleKind::index; });
        if (isSparse && kinds.zeros > 0)
            remarks.push_back(
                {"explicit-zero", kinds.zeros, say("{0|stored value is|stored values are} 0", kinds.zeros)});
        if (kinds.nans > 0)
            remarks.push_back({"nan", kinds.nans, say("{0|value is|values are} NaN", kinds.nans)});
        if (kinds.infinities > 0)
            remarks.push_back(
                {"inf", kinds.infinities, say("{0|value is|values are} infinite", kinds.infinities)});
    }
}

// Entries that no pointer reaches.
void lookForTail(const Reading& reading, std::vector<Remark>& remarks)
{
    constexpr std::int64_t mostBatches = std::int64_t{1} << 16;
    const auto& tensor = reading.tensor();
    const auto* member = tensor.layout->family == "compressed" ? tensor.find("compressed") : nullptr;
    const auto stored = reading.outline().nnz;
    if (!member || !stored || !member->isReadable() || !member->array.dtype.isIndexLike())
        return;
    const auto& sizes = member->array.geometry.sizes;
    const auto count = numel(sizes).value_or(0);
    if (sizes.empty() || sizes.back() < 1 || count / sizes.back() > mostBatches)
        return;
    const IndexReader pointers(member->array);
    std::int64_t tail = 0;
    for (std::int64_t batch = 0; batch < count / sizes.back(); ++batch)
        if (const auto last = pointers.at((batch + 1) * sizes.back() - 1); last >= 0 && last < *stored)
            tail = saturatingAdd(tail, *stored - last);
    if (tail > 0)
        remarks.push_back({"orphan-tail", tail, say("{0|entry lies|entries lie} behind the last pointer", tail)});
}

// Only said of indices that were all looked at and found inside a size that fits.
bool areIndicesInside(const Report& report)
{
    constexpr std::string_view dataRules[]{"5.1", "5.2", "5.3", "5.4", "5.5"};
    return std::ranges::none_of(dataRules, [&](std::string_view rule) {
        return report.find(rule) ||
               std::ranges::find(report.skipped, rule, &Skipped::rule) != report.skipped.end();
    });
}

void lookAtWidth(const Reading& reading, const Report& report, std::vector<Remark>& remarks)
{
    constexpr std::int64_t narrow = std::numeric_limits<std::int32_t>::max();
    const auto& tensor = reading.tensor();
    const auto outline = reading.outline();
    if (tensor.layout->family != "compressed" || !areIndicesInside(report) || !outline.size || !outline.nnz ||
        *outline.nnz > narrow ||
        !std::ranges::all_of(*outline.size, [](const OuterExtent& e) { return e.value <= narrow; }))
        return;
    std::int64_t indices = 0;
    for (const auto& member : tensor.members) {
        if (member.role->kind == RoleKind::values)
            continue;
        if (member.array.dtype != DType(ElementType::i64))
            return;
        indices = saturatingAdd(indices, numel(member.array.geometry).value_or(0));
    }
    if (indices > 0)
        remarks.push_back(
            {"wide-index", indices, say("int32 indices would save {0}", byteSizeText(saturatingMul(indices, 4)))});
}

std::optional<std::pair<std::int64_t, std::int64_t>> bytesOf(const Member& member)
{
    const auto& array = member.array;
    const auto range = array.isInBounds() ? reach(array.geometry) : std::nullopt;
    if (!range || array.dtype.itemSize() == 0)
        return std::nullopt;
    return std::pair(range->first.clamped() * array.dtype.itemSize(),
                     (range->last.clamped() + 1) * array.dtype.itemSize());
}

void lookForAliases(const Reading& reading, std::vector<Remark>& remarks)
{
    const auto& members = reading.tensor().members;
    std::int64_t count = 0;
    std::string text;
    const auto note = [&](const std::string& what) { text += (count++ > 0 ? say("; ") : "") + what; };
    for (std::size_t a = 0; a < members.size(); ++a) {
        const auto range = bytesOf(members[a]);
        if (!range)
            continue;
        const auto& array = members[a].array;
        // More elements than places: some place is read twice.
        if (Wide(numel(array.geometry).value_or(0)) * Wide(array.dtype.itemSize()) >
            Wide(range->second - range->first))
            note(say("elements of {0} share memory", nameOf(reading.tensor(), members[a].role->name)));
        for (std::size_t b = a + 1; b < members.size(); ++b) {
            const auto other = bytesOf(members[b]);
            if (other && members[b].array.storage == array.storage && other->first < range->second &&
                range->first < other->second)
                note(say("{0} and {1} share memory", nameOf(reading.tensor(), members[a].role->name),
                         nameOf(reading.tensor(), members[b].role->name)));
        }
    }
    if (count > 0)
        remarks.push_back({"alias", count, text});
}

void lookAtAlignment(const Reading& reading, std::vector<Remark>& remarks)
{
    std::int64_t count = 0;
    std::string text;
    for (const auto& member : reading.tensor().members) {
        const auto& array = member.array;
        const auto* data = array.storage->data();
        const auto itemSize = array.dtype.itemSize();
        if (!data || array.storage->isPart() || itemSize == 0 || !array.isInBounds() ||
            numel(array.geometry).value_or(0) == 0 ||
            reinterpret_cast<std::uintptr_t>(data) % static_cast<std::uintptr_t>(itemSize) == 0)
            continue;
        text +=
            (count++ > 0 ? say("; ") : "") +
            say("{0} starts at an address that is no multiple of its element size, {1}: some kernels refuse that",
                nameOf(reading.tensor(), member.role->name), byteSizeText(itemSize));
    }
    if (count > 0)
        remarks.push_back({"misaligned", count, text});
}

// Layouts without a rule for it go by their array, whatever size and type are claimed.
void lookAtClaims(const Reading& reading, std::vector<Remark>& remarks)
{
    const auto& tensor = reading.tensor();
    if (tensor.layout->family != "strided")
        return;
    const auto& array = tensor.members.front().array;
    std::vector<std::string> differences;
    if (tensor.size && *tensor.size != array.geometry.sizes)
        differences.push_back(say("the size that is claimed, {0}, is not that of the values, {1}",
                                  text(*tensor.size), text(array.geometry.sizes)));
    if (tensor.dtype && *tensor.dtype != array.dtype)
        differences.push_back(say("the element type that is claimed, {0}, is not that of the values, {1}",
                                  tensor.dtype->name(), array.dtype.name()));
    std::string text;
    for (const auto& difference : differences)
        text += (text.empty() ? "" : say("; ")) + difference;
    if (!text.empty())
        remarks.push_back({"claim", static_cast<std::int64_t>(differences.size()), text});
}

} // namespace

std::vector<Remark> remarksOn(const Reading& reading, const Report& report, const Watch& watch)
{
    std::vector<Remark> remarks;
    lookAtValues(reading, watch, remarks);
    lookForTail(reading, remarks);
    lookAtWidth(reading, report, remarks);
    lookForAliases(reading, remarks);
    lookAtAlignment(reading, remarks);
    lookAtClaims(reading, remarks);
    return remarks;
}

} // namespace tscope
