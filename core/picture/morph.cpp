// SPDX-License-Identifier: Apache-2.0
#include "picture/morph.h"

#include "anatomy/layout.h"
#include "base/checked_math.h"
#include "base/say.h"
#include "facts/logical_shape.h"
#include "facts/slot_bytes.h"
#include "facts/wording.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tscope {

namespace {

using ByteKey = std::tuple<std::uint64_t, std::int64_t, std::int64_t>; // storage, begin, end

// One slot of a tensor, and whether a piece has it.
struct Stop {
    MorphEnd end;
    bool isTaken = false;

    std::optional<ByteKey> bytes() const
    {
        if (!end.bytes)
            return std::nullopt;
        return ByteKey{end.bytes->storageId, end.bytes->begin, end.bytes->end};
    }
};

struct Stops {
    std::vector<Stop> values; // by slot
    std::vector<Stop> others;
    std::vector<std::size_t> stored; // slots of the values in the order in which entries are stored, each once
    std::optional<Extents> extents;  // nothing: not known
};

void add(std::vector<Stop>& out, const Member& member)
{
    const auto count = numel(member.array.geometry).value_or(0);
    for (std::int64_t slot = 0; slot < count; ++slot) {
        Stop stop;
        stop.end.slot = {member.role->name, slot, slot + 1};
        if (const auto bytes = bytesOf(member, stop.end.slot, 1); !bytes.runs.empty())
            stop.end.bytes = {member.array.storage->id(), bytes.runs.front().begin, bytes.runs.front().end};
        out.push_back(std::move(stop));
    }
}

Result<void> checkSize(const Tensor& tensor)
{
    std::int64_t all = 0;
    for (const auto& member : tensor.members) {
        const auto count = numel(member.array.geometry);
        if (!count)
            return invalidArgument(say("there are more elements than 64 bits can count"));
        all = saturatingAdd(all, *count);
    }
    if (all > mostMorphed)
        return invalidArgument(
            say("wanted tensors that store at most {0#} numbers, indices included, so that each can "
                "be followed; found one of {1} that stores {2#}",
                mostMorphed, tensor.layout->name, all));
    return {};
}

Result<Stops> stopsOf(const Tensor& tensor, const Watch& watch)
{
    if (const auto small = checkSize(tensor); !small)
        return small.error();
    Stops all;
    for (const auto& member : tensor.members)
        add(member.role->kind == RoleKind::values ? all.values : all.others, member);
    if (const auto shape = logicalShape(tensor))
        all.extents = shape->extents;
    const auto read = tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        const auto at = static_cast<std::size_t>(slot);
        if (slot >= 0 && at < all.values.size() && !all.values[at].end.index) {
            all.values[at].end.index = index;
            all.stored.push_back(at);
        }
        return !watch.isStopped();
    });
    if (!read)
        return read.error();
    return all;
}

class MorphMatcher
{
public:
    MorphMatcher(Stops source, Stops result) : m_source(std::move(source)), m_result(std::move(result)) {}

    Result<Morph> match()
    {
        matchBytes(m_source.values, m_result.values, true);
        matchBytes(m_source.others, m_result.others, false);
        const bool areOfOneSize = m_source.extents == m_result.extents;
        if (m_morph.pieces.empty() && !areOfOneSize)
            return invalidArgument(
                say("wanted two tensors of one size, or two that read the same bytes; found neither"));
        if (areOfOneSize)
            matchIndices();
        for (const auto& stop : m_source.values)
            leave(stop, stop.end.index ? Travel::leftOut : Travel::leftUnused);
        for (const auto& stop : m_source.others)
            leave(stop, Travel::replaced);
        for (const auto& stop : m_result.values)
            arrive(stop, Travel::filled);
        for (const auto& stop : m_result.others)
            arrive(stop, Travel::writtenAnew);
        return std::move(m_morph);
    }

private:
    void add(MorphPiece piece) { m_morph.pieces.push_back(std::move(piece)); }
    void join(Travel travel, bool isValue, Stop& from, Stop& to)
    {
        from.isTaken = to.isTaken = true;
        add({travel, isValue, from.end, to.end});
    }
    // Bytes are counted once, however many slots read them.
    void countWritten(const Stop& to)
    {
        if (to.end.bytes && m_written.insert(*to.bytes()).second)
            m_morph.bytesMoved += to.end.bytes->end - to.end.bytes->begin;
    }

    // Slots of both that are the same bytes, in their order.
    void matchBytes(std::vector<Stop>& from, std::vector<Stop>& to, bool areValues)
    {
        std::map<ByteKey, std::vector<Stop*>> readers;
        for (auto& stop : from)
            if (const auto key = stop.bytes())
                readers[*key].push_back(&stop);
        for (auto& stop : to) {
            const auto key = stop.bytes();
            const auto found = key ? readers.find(*key) : readers.end();
            if (found == readers.end())
                continue;
            const auto free = std::ranges::find(found->second, false, &Stop::isTaken);
            if (free != found->second.end()) {
                join(Travel::stays, areValues, **free, stop);
            } else if (areValues) {
                stop.isTaken = true;
                add({Travel::readAgain, true, std::nullopt, stop.end});
            }
        }
    }

    // Values of one index, in stored order. Where the result has fewer, duplicates were added up.
    void matchIndices()
    {
        std::map<Extents, std::vector<Stop*>> targets;
        for (const auto slot : m_result.stored)
            if (auto& stop = m_result.values[slot]; !stop.isTaken)
                targets[*stop.end.index].push_back(&stop);
        std::map<Extents, std::size_t> used;
        for (const auto slot : m_source.stored) {
            auto& stop = m_source.values[slot];
            const auto found = stop.isTaken ? targets.end() : targets.find(*stop.end.index);
            if (found == targets.end())
                continue;
            auto& next = used[*stop.end.index];
            auto& all = found->second;
            if (next < all.size()) {
                countWritten(*all[next]);
                join(Travel::copied, true, stop, *all[next++]);
            } else {
                join(Travel::addedUp, true, stop, *all.back());
            }
        }
    }

    void leave(const Stop& stop, Travel travel)
    {
        if (!stop.isTaken)
            add({travel, travel != Travel::replaced, stop.end, std::nullopt});
    }
    void arrive(const Stop& stop, Travel travel)
    {
        if (stop.isTaken)
            return;
        countWritten(stop);
        add({travel, travel != Travel::writtenAnew, std::nullopt, stop.end});
    }

    Stops m_source, m_result;
    Morph m_morph;
    std::set<ByteKey> m_written;
};

} // namespace

std::int64_t Morph::count(Travel travel, bool areValues) const
{
    return std::ranges::count_if(
        pieces, [&](const MorphPiece& piece) { return piece.travel == travel && piece.isValue == areValues; });
}

Result<Morph> morphOf(const Tensor& source, const Tensor& result, const Watch& watch)
{
    auto from = stopsOf(source, watch);
    if (!from)
        return from.error();
    auto to = stopsOf(result, watch);
    if (!to)
        return to.error();
    return MorphMatcher(*std::move(from), *std::move(to)).match();
}

std::vector<std::string> morphLines(const Morph& morph)
{
    std::string written;
    const auto add = [&](std::int64_t count, auto&& part) {
        if (count > 0 && morph.bytesMoved > 0)
            written += (written.empty() ? "" : "; ") + part(count);
    };
    add(morph.count(Travel::copied, true), [](auto n) { return say("{0|value|values}, copied", n); });
    add(morph.count(Travel::filled, true), [](auto n) { return say("{0|slot|slots}, filled", n); });
    add(morph.count(Travel::writtenAnew, false),
        [](auto n) { return say("{0|index number|index numbers}, computed anew", n); });
    const auto bytes = bytesText(morph.bytesMoved);
    std::vector<std::string> lines{written.empty() ? say("{0} moved.", bytes)
                                                   : say("{0} written: {1}.", bytes, written)};
    const auto tell = [&](std::int64_t count, auto&& sentence) {
        if (count > 0)
            lines.push_back(sentence(count));
    };
    const auto values = std::ranges::count_if(
        morph.pieces, [](const MorphPiece& piece) { return piece.isValue && piece.from.has_value(); });
    tell(morph.count(Travel::stays, true), [&](auto n) {
        return n == values ? say("The {0|value stays|values stay} in the same bytes.", n)
                           : say("{0|value stays|values stay} in the same bytes.", n);
    });
    tell(morph.count(Travel::addedUp, true),
         [](auto n) { return say("{0|duplicate is|duplicates are} added to the entry of the same index.", n); });
    tell(morph.count(Travel::leftOut, true),
         [](auto n) { return say("{0|value is|values are} not part of the result.", n); });
    tell(morph.count(Travel::leftUnused, true),
         [](auto n) { return say("{0|unused slot is|unused slots are} left behind.", n); });
    tell(morph.count(Travel::readAgain, true),
         [](auto n) { return say("{0|element reads|elements read} bytes that another one reads too.", n); });
    tell(morph.count(Travel::stays, false),
         [](auto n) { return say("{0|index number stays|index numbers stay} in the same bytes.", n); });
    return lines;
}

} // namespace tscope
