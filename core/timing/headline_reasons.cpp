// SPDX-License-Identifier: Apache-2.0
#include "timing/headline_reasons.h"

#include "timing/causes.h"
#include "timing/form_choice.h"
#include "timing/headline_patterns.h"
#include "timing/number_text.h"
#include "timing/reasons.h"
#include "timing/roofs.h"

namespace tscope::timing {

namespace {

void addMoved(std::vector<Sentence>& out, const Session& session, const Row& row, const std::string& name)
{
    const auto limit = limitOf(row, session);
    out.push_back({limit ? patterns::movesOfLimit : patterns::moves,
                   {name, amountText(row.bytes), timeText(row.warm.median().value),
                    significant(row.gigabytesPerSecond(), 3)}});
    if (limit)
        out.back().arguments.push_back(text(*limit));
    if (const auto fill = fillShare(session, row.tensor, row.variant); fill > 0)
        out.push_back({patterns::fill, {percentText(fill), name, fillWord(row.variant)}});
    if (auto cause = whyBelowLimit(session, row, name))
        out.push_back(std::move(*cause));
}

} // namespace

std::vector<Sentence> reasonsFor(const ComparedSession& compared, std::size_t best, std::size_t other, Word word)
{
    const auto& session = compared.session;
    const auto &first = session.rows[best], &second = session.rows[other];
    const auto name = nameWithLoss(session, compared.names, first),
               otherName = nameWithLoss(session, compared.names, second);
    std::vector<Sentence> out;
    addMoved(out, session, first, name);
    addMoved(out, session, second, otherName);
    if (word != Word::faster)
        return out;
    auto why = whyFaster(compared, best, other, true);
    if (why.empty())
        out.push_back({patterns::unexplained, {name, otherName}});
    else
        out.push_back({patterns::because, {name, otherName, std::move(why)}});
    return out;
}

Sentence sentenceOnCost(const std::string& form, const std::string& conversion,
                        const std::optional<BreakEven>& pays)
{
    if (!pays || !pays->earliest)
        return {patterns::mayNotPay, {form, conversion}};
    if (*pays->earliest <= 1)
        return {patterns::mayPayAtOnce, {form, conversion}};
    return {patterns::mayPay, {form, conversion, usesText(*pays->earliest)}};
}

} // namespace tscope::timing
