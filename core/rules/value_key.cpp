// SPDX-License-Identifier: Apache-2.0
#include "rules/value_key.h"

#include "array/differences.h"
#include "layouts/shared/member_rules.h"

#include <cstdint>

namespace tscope {

namespace {

// Two sums over the bytes, each of them of 64 bits.
std::string sumsOfElements(const Array& array, const Watch& watch)
{
    constexpr std::int64_t block = 4096;
    const ElementReader reader(array);
    ElementReader::Scratch scratch;
    std::uint64_t first = 0xcbf29ce484222325U, second = 0x9e3779b97f4a7c15U;
    for (std::int64_t at = 0; at < reader.numel() && !watch.isStopped(); at += block)
        for (const auto byte : reader.read(at, std::min(reader.numel(), at + block), scratch)) {
            const auto number = static_cast<std::uint64_t>(byte);
            first = (first ^ number) * 0x100000001b3U;
            second = (second + number + 1) * 0xff51afd7ed558ccdU;
            second ^= second >> 29U;
        }
    return std::to_string(first) + ' ' + std::to_string(second);
}

bool hasSameElements(const Array& before, const Array& after, const Watch& watch)
{
    bool isSame = true;
    forEachDifference(before, after, watch, [&](std::int64_t) { return isSame = false; });
    return isSame && !watch.isStopped();
}

std::string elementsPart(const Member& before, const Member& after, const Watch& watch)
{
    const auto &one = before.array, &other = after.array;
    if (one.storage == other.storage && one.geometry == other.geometry && one.dtype == other.dtype)
        return "kept";
    // What has no bytes is like all else without, and members that repeat their storage too often are never gone
    // through, as no repair rewrites them. Where a storage lies says nothing: another one may lie there later.
    if (!after.isReadable() || whyTooRepeated(after))
        return (one.storage == other.storage ? "kept storage from " : "storage from ") +
               std::to_string(other.geometry.offset) + " of " + std::to_string(other.storage->byteSize());
    if (before.isReadable() && !whyTooRepeated(before) && one.dtype == other.dtype &&
        one.geometry.sizes == other.geometry.sizes && hasSameElements(one, other, watch))
        return "kept";
    return sumsOfElements(other, watch);
}

std::string memberPart(const Member& before, const Member& after, const Watch& watch)
{
    const auto& array = after.array;
    std::string key(after.role->name);
    key += ' ' + after.layout + ' ' + std::string(array.dtype.name()) + ' ' + text(array.geometry.sizes) +
           text(array.geometry.strides) + ' ' + array.storage->device().text() +
           (array.storage->isPinned() ? " pinned" : "") + (after.requiresGrad ? " grad " : " ");
    return key + elementsPart(before, after, watch);
}

std::string claimPart(const ClaimValue& value)
{
    if (const auto* word = std::get_if<std::string>(&value))
        return '"' + *word + '"';
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? "true" : "false";
    return std::to_string(std::get<std::int64_t>(value));
}

} // namespace

std::string valueKey(const Tensor& original, const Tensor& made, const Watch& watch)
{
    std::string key(made.layout->name);
    key += made.size ? text(*made.size) : "?";
    for (const auto* type : {&made.dtype, &made.indexDType})
        key += ' ' + (*type ? std::string((*type)->name()) : "?");
    key += ' ' + (made.device ? made.device->text() : "?");
    for (const auto& claim : made.claims.all())
        key += ' ' + claim.name + '=' + claimPart(claim.value);
    for (const auto& member : made.members) {
        const auto* before = original.find(member.role->name);
        key += '\n' + memberPart(before == nullptr ? member : *before, member, watch);
    }
    return key;
}

} // namespace tscope
