// SPDX-License-Identifier: Apache-2.0
#include "timing/headline_advice.h"

#include "base/say.h"
#include "timing/cheapest_by_uses.h"
#include "timing/headline_patterns.h"
#include "timing/number_text.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <vector>

namespace tscope::timing {

std::string namesOf(const ComparedSession& compared, const FormChoice::Rows& rows)
{
    constexpr std::size_t mostNamed = 3;
    std::string out;
    for (std::size_t i = 0; i < std::min(rows.size(), mostNamed); ++i)
        out += (out.empty() ? "" : ", ") +
               nameWithLoss(compared.session, compared.names, compared.session.rows[rows[i]]);
    return rows.size() > mostNamed ? out + ", ..." : out;
}

namespace {

// A number of uses at which another form becomes the cheapest; the sentence has no interval that tells its digits.
std::string crossingText(double uses)
{
    return uses < wholeUsesBelow ? usesText(uses) : say("about {0}", usesText(uses));
}

} // namespace

Sentence sentenceOnTies(const ComparedSession& compared, const FormChoice& choice, std::size_t best,
                        const FormChoice::Rows& ties)
{
    std::vector<std::string> names{namesOf(compared, {best}), namesOf(compared, ties)};
    if (std::ranges::all_of(ties, [&](std::size_t row) { return choice.doesPaySooner(best, row); }))
        return {patterns::tiePays, std::move(names)};
    const auto bytes = choice.bytesOf(best);
    if (bytes > 0 && std::ranges::all_of(ties, [&](std::size_t row) { return choice.bytesOf(row) > bytes; })) {
        names.push_back(amountText(bytes));
        return {patterns::tieBytes, std::move(names)};
    }
    if (std::ranges::all_of(ties, [&](std::size_t row) { return choice.isCheaperToMake(best, row); }))
        return {patterns::tieCosts, std::move(names)};
    return {patterns::tie, std::move(names)};
}

std::optional<Sentence> sentenceOnUses(const ComparedSession& compared, const FormChoice& choice, std::size_t best,
                                       std::size_t given, const FormChoice::Rows& rows)
{
    FormChoice::Rows forms{given};
    std::vector<UseCost> costs{{0, choice.time(given).value}};
    for (const auto row : rows) {
        const auto pays = choice.paysAfter(row);
        if (!pays || !pays->uses || !(row == best || choice.keepsValues(row)))
            continue;
        forms.push_back(row);
        costs.push_back({compared.session.rows[row].conversion.median().value, pays->each});
    }
    const auto changes = cheapestByUses(costs);
    if (changes.empty() || forms[changes.back().form] != best || forms[changes.front().before] == best)
        return std::nullopt;
    const auto isCertain = [&](std::size_t form) {
        const auto row = forms[form];
        return row == given || row == best || choice.doesOvertake(best, row);
    };
    if (!std::ranges::all_of(changes, isCertain, &Cheaper::before))
        return std::nullopt;
    const auto name = [&](std::size_t form) { return namesOf(compared, {forms[form]}); };
    std::string between;
    for (std::size_t i = 0; i + 1 < changes.size(); ++i)
        between += (i == 0 ? "" : ", ") + say("from {0} to {1} {2}", crossingText(changes[i].uses),
                                              crossingText(changes[i + 1].uses), name(changes[i].form));
    const auto first = changes.front();
    const bool keepsFirst = first.before == 0;
    if (keepsFirst && between.empty()) // as the sentence on the conversion says
        return std::nullopt;
    Sentence out{between.empty() ? patterns::usesConvert
                 : keepsFirst    ? patterns::usesKeep
                                 : patterns::usesConvertTwice,
                 {crossingText(first.uses), name(first.before)}};
    if (!between.empty())
        out.arguments.push_back(between);
    out.arguments.push_back(name(changes.back().form));
    return out;
}

bool mayBeMuchSlower(const Ratio& ratio)
{
    return ratio.low * noticeable < 1;
}

bool isProbablyFaster(const Ratio& ratio)
{
    return ratio.value > mostSameRatio && !mayBeMuchSlower(ratio);
}

bool isOrderOpen(const Ratio& ratio)
{
    return ratio.value > mostSameRatio && mayBeMuchSlower(ratio);
}

} // namespace tscope::timing
