// SPDX-License-Identifier: Apache-2.0
// What broke the order of entries within slices, place by place: a wrong pointer gives a slice entries of the
// next, and an index out of range is out of order with its neighbours. Only what neither explains is a cause of
// its own.
#include "base/say.h"
#include "layouts/compressed/advice.h"
#include "layouts/compressed/neighbours.h"
#include "layouts/shared/causes.h"
#include "tensor/tensor.h"

#include <algorithm>
#include <map>
#include <set>

namespace tscope::compressed {

namespace {

class OrderBreaks
{
public:
    OrderBreaks(const Reading& reading, const Report& report, const WrongSlots& wrong)
        : m_sizes(reading.tensor().member("compressed").array.geometry.sizes), m_pointers(wrong)
    {
        for (const auto& cause : report.causes)
            if (cause.member == "compressed" && cause.index && !cause.rules.empty())
                m_pointers.emplace(*cause.index, cause.rules.front());
        for (const std::string_view rule : {"5.4", "5.5"})
            if (const auto* range = report.find(rule))
                eachPlace(reading, *range, mostPlacesExplained, [&](const Witness& witness) {
                    if (auto index = extents(witness, "index"); !index.empty()) {
                        const auto k = index.back();
                        index.pop_back();
                        m_entries.emplace(std::pair(std::move(index), k), rule);
                    }
                });
    }

    // The rules whose breaks explain this one; none: nothing does.
    std::set<std::string> of(const Witness& witness) const
    {
        std::set<std::string> out;
        const auto batch = extents(witness, "batch");
        const auto k = number(witness, "k").value_or(-1);
        for (const auto entry : {k, k - 1})
            if (const auto found = m_entries.find({batch, entry}); found != m_entries.end())
                out.emplace(found->second);
        if (const auto i = number(witness, "i"); i && batch.size() + 1 == m_sizes.size())
            for (const auto pointer : {*i, *i - 1}) { // where the slice ends and begins
                auto index = batch;
                index.push_back(pointer);
                if (const auto found = m_pointers.find(positionOf(m_sizes, index)); found != m_pointers.end())
                    out.emplace(found->second);
            }
        return out;
    }

private:
    Extents m_sizes;
    WrongSlots m_pointers;
    std::map<std::pair<Extents, std::int64_t>, std::string_view> m_entries; // by batch and k
};

void bring(Report& report, Finding& finding, const std::string& rule)
{
    const auto cause = std::ranges::find_if(
        report.causes, [&](const Cause& each) { return !each.rules.empty() && each.rules.front() == rule; });
    if (cause == report.causes.end())
        return;
    if (std::ranges::find(cause->rules, finding.rule) == cause->rules.end())
        cause->rules.push_back(finding.rule);
    if (std::ranges::find(finding.consequenceOf, rule) == finding.consequenceOf.end())
        finding.consequenceOf.push_back(rule);
}

} // namespace

std::string orderText(const Reading& reading, const Finding& finding)
{
    if (!finding.witnesses.empty()) {
        const auto& first = finding.witnesses.front();
        auto entry = extents(first, "batch");
        entry.push_back(number(first, "k").value_or(-1));
        if (auto reversed = sayReversed(reading.tensor(), entry))
            return withPlaces(std::move(*reversed), finding);
    }
    std::size_t duplicates = 0;
    for (const auto& witness : finding.witnesses)
        duplicates += word(witness, "kind") == "duplicate";
    auto out = firstPlace(reading, finding);
    if (duplicates > 0 && duplicates < finding.witnesses.size())
        out = say("{0}, repeated and unsorted ones", out);
    return out;
}

void nameOrderBreaks(const Reading& reading, Report& report, const WrongSlots& wrong)
{
    const auto& compressed = reading.tensor().member("compressed");
    if (compressed.array.geometry.sizes.empty())
        return;
    constexpr std::size_t mostOwnPlaces = 16; // enough to say what is wrong with them
    const OrderBreaks breaks(reading, report, wrong);
    for (const std::string_view rule : {"5.6", "CU-5"}) {
        const auto finding = std::ranges::find(report.findings, rule, &Finding::rule);
        if (finding == report.findings.end())
            continue;
        std::set<std::string> rules;
        auto rest = *finding;
        rest.witnesses.clear();
        eachPlace(reading, *finding, mostPlacesExplained, [&](const Witness& witness) {
            const auto of = breaks.of(witness);
            rules.insert(of.begin(), of.end());
            if (!of.empty())
                --rest.count;
            else if (rest.witnesses.size() < mostOwnPlaces)
                rest.witnesses.push_back(witness);
        });
        // Wrong pointers that only this rule tells are its cause, but not of the rest.
        const bool isOnlyTold = rules.erase(std::string(rule)) > 0;
        if (rest.count == 0 || (hasCause(report, rule) && !isOnlyTold)) { // all is explained: by which of them
            for (const auto& each : rules)
                bring(report, *finding, each);
            continue;
        }
        if ((rules.empty() && !isOnlyTold) || rest.witnesses.empty())
            continue; // a cause of its own, as others are
        Cause cause{orderText(reading, rest), {std::string(rule)}, {}, {}};
        if (const auto& place = rest.witnesses.front().place) {
            cause.member = place->member;
            cause.index = place->begin;
        }
        for (const auto& other : report.findings)
            if (rule == "5.6" && other.rule == "CU-5" && !hasCause(report, other.rule))
                cause.rules.push_back(other.rule);
        addCause(report, std::move(cause));
    }
}

} // namespace tscope::compressed
