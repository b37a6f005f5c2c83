// SPDX-License-Identifier: Apache-2.0
#include "facts/member_changes.h"

#include "array/differences.h"
#include "base/say.h"
#include "facts/slot_moves.h"
#include "layouts/shared/sentences.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t mostListed = 12;   // numbers of one member
constexpr std::int64_t mostOfOneRun = 4; // numbers of a run, on each side

struct Differences {
    std::int64_t count = 0;
    std::vector<std::int64_t> first = {};
};

Differences differencesOf(const Array& before, const Array& after, const Watch& watch)
{
    Differences out;
    forEachDifference(before, after, watch, [&](std::int64_t i) {
        ++out.count;
        if (out.first.size() < mostListed)
            out.first.push_back(i);
        return true;
    });
    return out;
}

bool isSame(const Array& a, const Array& b)
{
    return a.storage == b.storage && a.geometry == b.geometry && a.dtype == b.dtype;
}

// Appends positions to the runs of one member; false when there are too many.
class RunList
{
public:
    RunList(std::string_view member, std::size_t most, std::vector<Slots>& runs)
        : m_member(member), m_most(most), m_runs(runs)
    {
    }

    bool add(std::int64_t begin, std::int64_t end)
    {
        if (!m_runs.empty() && m_runs.back().member == m_member && m_runs.back().end == begin) {
            m_runs.back().end = end;
            return true;
        }
        if (m_runs.size() == m_most)
            return false;
        m_runs.push_back({m_member, begin, end});
        return true;
    }

private:
    std::string_view m_member;
    std::size_t m_most;
    std::vector<Slots>& m_runs;
};

// What is new or another number. Where numbers were taken out and nothing was put in their place, the first one
// behind them, which has moved there.
void addUnkept(const SlotMoves& moves, std::int64_t count, RunList& list)
{
    std::int64_t at = 0, shift = 0;
    for (const auto& kept : moves.kept()) {
        if (kept.begin > at) {
            if (!list.add(at, kept.begin))
                return;
        } else if (kept.shift < shift && !list.add(kept.begin, kept.begin + 1)) {
            return;
        }
        at = kept.end;
        shift = kept.shift;
    }
    if (at < count)
        list.add(at, count);
}

std::string slotText(const std::string& member, std::int64_t slot)
{
    return member + '[' + std::to_string(slot) + ']';
}

std::string becomes(const std::string& what, const std::string& before, const std::string& after)
{
    return say("{0}: {1} becomes {2}", what, before, after);
}

std::string arrow(const std::string& before, const std::string& after)
{
    return before + " \u2192 " + after;
}

// "[7] 40 → 38, [9] 52 → 54"
std::string listOf(const Differences& differences, const Array& before, const Array& after)
{
    std::string list;
    for (const auto i : differences.first)
        list += (list.empty() ? "[" : ", [") + std::to_string(i) + "] " +
                arrow(before.at(i).text(), after.at(i).text());
    return list;
}

// The first numbers of a run: "1, 0 …"
std::string numbersIn(const Array& array, const Slots& run)
{
    std::string list;
    const auto end = std::min(run.end, run.begin + mostOfOneRun);
    for (auto i = run.begin; i < end; ++i)
        list += (list.empty() ? "" : ", ") + array.at(i).text();
    return end < run.end ? list + " \u2026" : list;
}

std::string changeOf(const std::string& name, const Array& before, const Array& after, const Watch& watch)
{
    if (isSame(before, after))
        return {};
    if (before.dtype != after.dtype)
        return becomes(name, std::string(before.dtype.name()), std::string(after.dtype.name()));
    if (!before.isReadable() || !after.isReadable())
        return say("{0} changes", name);
    const auto differences = differencesOf(before, after, watch);
    const auto had = *numel(before.geometry), has = *numel(after.geometry);
    if (had != has) {
        const auto from = differences.first.empty() ? std::min(had, has) : differences.first.front();
        return say("{0}: {1#} numbers become {2#}, from {3} on", name, had, has, slotText(name, from));
    }
    if (differences.count == 0)
        return before.geometry == after.geometry
                   ? std::string()
                   : becomes(name, text(before.geometry.sizes) + '/' + text(before.geometry.strides),
                             text(after.geometry.sizes) + '/' + text(after.geometry.strides));
    if (differences.count == 1) {
        const auto only = differences.first.front();
        return becomes(slotText(name, only), before.at(only).text(), after.at(only).text());
    }
    const auto list = listOf(differences, before, after);
    const auto more = differences.count - static_cast<std::int64_t>(differences.first.size());
    return more == 0 ? say("{0}: {1#} of {2#} numbers change: {3}", name, differences.count, had, list)
                     : say("{0}: {1#} of {2#} numbers change: {3} and {4#} more", name, differences.count, had,
                           list, more);
}

std::string sizeText(const std::optional<Extents>& size)
{
    return size ? text(*size) : say("none");
}

std::string claimText(const ClaimValue* value)
{
    if (value == nullptr)
        return say("none");
    if (const auto* flag = std::get_if<bool>(value))
        return *flag ? say("yes") : say("no");
    if (const auto* integer = std::get_if<std::int64_t>(value))
        return std::to_string(*integer);
    return std::get<std::string>(*value);
}

void tellClaims(const Tensor& before, const Tensor& after, std::vector<std::string>& out)
{
    const auto tell = [&](const std::string& name) {
        const auto *had = before.claims.find(name), *has = after.claims.find(name);
        out.push_back(becomes(name, claimText(had), claimText(has)));
    };
    for (const auto& claim : before.claims.all())
        if (const auto* has = after.claims.find(claim.name); has == nullptr || !(*has == claim.value))
            tell(claim.name);
    for (const auto& claim : after.claims.all())
        if (before.claims.find(claim.name) == nullptr)
            tell(claim.name);
}

void tellType(const std::string& what, const std::optional<DType>& before, const std::optional<DType>& after,
              std::vector<std::string>& out)
{
    const auto typeText = [](const std::optional<DType>& type) {
        return type ? std::string(type->name()) : say("none");
    };
    if (before != after)
        out.push_back(becomes(what, typeText(before), typeText(after)));
}

} // namespace

std::vector<std::string> memberChanges(const Tensor& before, const Tensor& after, const Watch& watch)
{
    std::vector<std::string> out;
    for (const auto& member : after.members) {
        const auto* own = before.find(member.role->name);
        const auto name = nameOf(after, member.role->name);
        auto change = own == nullptr                           ? say("{0} is new", name)
                      : own->isStrided() && member.isStrided() ? changeOf(name, own->array, member.array, watch)
                                                               : std::string();
        if (!change.empty())
            out.push_back(std::move(change));
    }
    for (const auto& member : before.members)
        if (after.find(member.role->name) == nullptr)
            out.push_back(say("{0} is removed", nameOf(before, member.role->name)));
    if (before.size != after.size)
        out.push_back(becomes(say("size"), sizeText(before.size), sizeText(after.size)));
    tellType(say("the declared element type"), before.dtype, after.dtype, out);
    tellType(say("the declared index type"), before.indexDType, after.indexDType, out);
    tellClaims(before, after, out);
    return out;
}

std::string changeText(const Tensor& before, const Tensor& after, const Slots& run)
{
    const auto *had = before.find(run.member), *has = after.find(run.member);
    if (had == nullptr || has == nullptr || !had->isReadable() || !has->isReadable())
        return {};
    const auto count = numel(has->array.geometry).value_or(0);
    if (numel(had->array.geometry).value_or(0) != count || run.begin < 0 || run.begin >= run.end ||
        run.end > count)
        return {};
    const auto name = nameOf(after, has->role->name);
    const auto place = run.end - run.begin == 1
                           ? slotText(name, run.begin)
                           : name + '[' + std::to_string(run.begin) + ".." + std::to_string(run.end - 1) + ']';
    return place + ": " + arrow(numbersIn(had->array, run), numbersIn(has->array, run));
}

std::vector<Slots> changedSlots(const Tensor& before, const Tensor& after, std::size_t most, const Watch& watch)
{
    std::vector<Slots> runs;
    for (const auto& member : after.members) {
        const auto* own = before.find(member.role->name);
        if (own == nullptr || !own->isReadable() || !member.isReadable() || isSame(own->array, member.array) ||
            own->array.dtype != member.array.dtype)
            continue;
        RunList list(member.role->name, most, runs);
        if (const auto moves = SlotMoves::between(own->array, member.array, watch)) {
            addUnkept(*moves, *numel(member.array.geometry), list);
            continue;
        }
        forEachDifference(own->array, member.array, watch, [&](std::int64_t i) { return list.add(i, i + 1); });
        const auto had = *numel(own->array.geometry), has = *numel(member.array.geometry);
        if (has > had)
            list.add(had, has);
    }
    return runs;
}

} // namespace tscope
