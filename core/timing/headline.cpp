// SPDX-License-Identifier: Apache-2.0
#include "timing/headline.h"

#include "timing/figure_text.h"
#include "timing/form_choice.h"
#include "timing/headline_advice.h"
#include "timing/headline_patterns.h"
#include "timing/headline_reasons.h"
#include "timing/noise.h"
#include "timing/number_text.h"
#include "timing/stop.h"
#include "timing/timed_device.h"
#include "timing/variant_words.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tscope::timing {

namespace {

std::string conversionText(const Row& row)
{
    return timeAndInterval(row.conversion);
}

Sentence sentenceOn(const RoundSpread& spread, const std::string& op)
{
    auto median = percentText(spread.median), most = percentText(spread.most);
    if (median == most)
        return {spread.isNoisy() ? patterns::noisyOne : patterns::steadyOne, {std::move(median), op}};
    return {spread.isNoisy() ? patterns::noisy : patterns::steady, {std::move(median), std::move(most), op}};
}

class Answers
{
public:
    explicit Answers(const Session& session) : m_session(session), m_compared(session), m_choice(m_compared) {}

    std::vector<Headline> all(const Watch& watch) const
    {
        using Work = std::pair<std::string_view, std::string_view>; // tensor, operation
        std::vector<std::vector<Headline>> works;
        std::map<Work, std::size_t> places;
        for (const auto& rows : cells()) {
            if (watch.isStopped())
                return {};
            auto headline = of(rows);
            const auto& row = m_session.rows[headline.best];
            const auto [at, isNew] = places.try_emplace(Work(row.tensor, row.op), works.size());
            if (isNew)
                works.emplace_back();
            works[at->second].push_back(std::move(headline));
        }
        std::vector<Headline> out;
        for (auto& work : works) {
            std::ranges::stable_sort(work, {}, [&](const Headline& each) { return time(each.best).value; });
            if (work.size() > 1)
                addDevices(work.front(), work[1]);
            std::ranges::move(work, std::back_inserter(out));
        }
        return out;
    }

private:
    using Rows = FormChoice::Rows;

    const Median& time(std::size_t row) const { return m_choice.time(row); }

    // The comparable rows of each operation on a tensor and a device, the fastest first, in the order of the
    // session.
    std::vector<Rows> cells() const
    {
        std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::size_t> places;
        std::vector<Rows> out;
        for (std::size_t i = 0; i < m_session.rows.size(); ++i) {
            const auto& row = m_session.rows[i];
            const auto* subject = subjectOf(row);
            if (!m_choice.canCompare(i) || subject == nullptr || !subject->patternOf.empty())
                continue;
            const auto [at, isNew] = places.try_emplace({row.tensor, row.op, row.device}, out.size());
            if (isNew)
                out.emplace_back();
            out[at->second].push_back(i);
        }
        for (auto& rows : out)
            std::ranges::stable_sort(rows, {}, [&](std::size_t row) { return time(row).value; });
        return out;
    }

    const Subject* subjectOf(const Row& row) const
    {
        const auto found = std::ranges::find(m_session.subjects, row.tensor, &Subject::name);
        return found == m_session.subjects.end() ? nullptr : &*found;
    }

    Ratio ratio(std::size_t row, std::size_t other) const { return m_choice.ratio(row, other); }
    const Variant& form(std::size_t row) const { return m_session.rows[row].variant; }
    std::string nameOf(std::size_t row) const
    {
        return nameWithLoss(m_session, m_compared.names, m_session.rows[row]);
    }

    Headline of(const Rows& rows) const
    {
        const auto& row = m_session.rows[rows.front()];
        Headline out;
        out.tensor = row.tensor;
        out.op = row.op;
        out.device = row.device;
        const auto& present = subjectOf(row)->given;
        const auto given = std::ranges::find(rows, present, [&](std::size_t i) { return form(i); });
        if (given != rows.end())
            out.given = *given;
        if (const auto stop = stopOf(m_session, {row.tensor, row.op, row.device}))
            out.sentences = sentencesOf(*stop);
        const auto advised = m_choice.advised(rows, out.given);
        if (!advised)
            tellStay(out, rows);
        else
            tellConvert(out, *advised, rows, present);
        tellFasterWithLoss(out, rows);
        if (out.best != out.given)
            out.pays = m_choice.paysAfter(out.best);
        if (const auto other = out.given && *out.given != out.best ? out.given : fastestBut(out.best, rows))
            out.why = reasonsFor(m_compared, out.best, *other, m_choice.word(out.best, *other));
        if (const auto spread = roundSpreadOf(m_session, row.tensor, row.op)) {
            out.isNoisy = spread->isNoisy();
            out.trust.push_back(sentenceOn(*spread, row.op));
        }
        return out;
    }

    static std::optional<std::size_t> fastestBut(std::size_t row, const Rows& rows)
    {
        const auto found = std::ranges::find_if(rows, [row](std::size_t each) { return each != row; });
        return found == rows.end() ? std::nullopt : std::optional(*found);
    }

    void tellConvert(Headline& out, std::size_t advised, const Rows& rows, const Variant& present) const
    {
        out.best = advised;
        for (const auto row : rows)
            if (row != out.best && row != out.given && !m_choice.isApart(out.best, row) &&
                (m_choice.keepsValues(row) || !m_choice.keepsValues(out.best)))
                (!out.given || m_choice.isFaster(row, *out.given) ? out.ties : out.open).push_back(row);
        if (out.given)
            tellAgainstGiven(out, rows);
        else
            tellWithoutGiven(out, present);
        if (!out.ties.empty())
            out.sentences.push_back(sentenceOnTies(m_compared, m_choice, out.best, out.ties));
        if (!out.open.empty())
            out.sentences.push_back({out.open.size() == 1 ? patterns::maybeFaster : patterns::someMaybeFaster,
                                     {namesOf(m_compared, out.open)}});
    }

    void tellWithoutGiven(Headline& out, const Variant& present) const
    {
        const auto& conversion = m_session.rows[out.best].conversion;
        out.sentences.push_back({out.isAlone() ? patterns::notThePresent : patterns::notThePresentTie,
                                 {out.op, out.device, nameOf(out.best), m_compared.names.of(present)}});
        if (conversion.isThere())
            out.sentences.push_back({patterns::costs, {conversionText(m_session.rows[out.best])}});
    }

    void tellAgainstGiven(Headline& out, const Rows& rows) const
    {
        const auto apart = ratio(out.best, *out.given);
        out.word = Word::faster;
        out.speedUp = apart.value;
        out.sentences.push_back(
            {out.isAlone() ? patterns::best : patterns::faster,
             {out.op, out.device, nameOf(out.best), ratioWithInterval(apart), nameOf(*out.given)}});
        const auto pays = m_choice.paysAfter(out.best);
        if (!pays || !pays->uses)
            return;
        const auto conversion = conversionText(m_session.rows[out.best]);
        if (pays->high == 1.0)
            out.sentences.push_back({patterns::paysAtOnce, {conversion}});
        else
            out.sentences.push_back({patterns::pays, {conversion, shortText(*pays)}});
        if (auto uses = sentenceOnUses(m_compared, m_choice, out.best, *out.given, rows))
            out.sentences.push_back(std::move(*uses));
    }

    // Forms that lose precision are not recommended beside others, but the fastest of them is named.
    void tellFasterWithLoss(Headline& out, const Rows& rows) const
    {
        const auto other = m_choice.keepsValues(out.best) ? out.best : out.given.value_or(out.best);
        const auto found = std::ranges::find_if(rows, [&](std::size_t row) {
            return row != other && !m_choice.keepsValues(row) && m_choice.isFaster(row, other);
        });
        if (found != rows.end())
            out.sentences.push_back({patterns::fasterWithLoss,
                                     {nameOf(*found), ratioWithInterval(ratio(*found, other)), nameOf(other)}});
    }

    // No form that keeps the values is surely faster than the present one.
    void tellStay(Headline& out, const Rows& all) const
    {
        Rows rows;
        for (const auto row : all)
            if (m_choice.keepsValues(row))
                rows.push_back(row);
        const auto given = *out.given;
        Rows open, same;
        for (const auto row : rows)
            if (const auto word = row == given ? Word::slower : m_choice.word(row, given); word != Word::slower)
                (word == Word::same ? same : open).push_back(row);
        const auto other = !open.empty() ? open.front() : !same.empty() ? same.front() : given;
        // A form that is no faster by its median is no candidate, though it may be faster.
        out.best = other != given && time(other).value < time(given).value ? other : given;
        out.word = open.empty() ? Word::same : Word::undecided;
        if (out.best != given)
            out.speedUp = ratio(out.best, given).value;
        if (rows.size() == 1 && all.size() > 1) {
            out.sentences.push_back({patterns::onlyWithLoss, {out.op, out.device, nameOf(given)}});
        } else if (rows.size() == 1) {
            out.sentences.push_back({patterns::alone, {out.op, out.device, nameOf(given)}});
        } else if (other == given) {
            const auto second = *fastestBut(given, rows);
            out.sentences.push_back(
                {patterns::stay,
                 {out.op, out.device, nameOf(given), ratioWithInterval(ratio(given, second)), nameOf(second)}});
        } else if (open.empty()) {
            out.sentences.push_back(
                {patterns::same,
                 {out.op, out.device, nameOf(given), nameOf(other), intervalText(ratio(other, given))}});
        } else {
            tellUndecided(out, open);
        }
    }

    // Whether other programs took cores that these kernels used. A longer measurement has the same disturbance,
    // but one with one thread finds a free core. False where the operation was measured with one thread as well.
    bool doOthersNeedThreadsOf(const Headline& headline) const
    {
        const auto cores = m_session.machine.threads;
        const auto threadsIn = [cores](const std::string& device) {
            return isProcessor(device) ? threadsOf(device, cores) : 0;
        };
        const double others = m_session.machine.others, threads = threadsIn(headline.device);
        constexpr double least = 0.25, leastShare = 0.1; // cores, and of all of them
        const bool doTheyTake = others > std::max(least, leastShare * cores) && others + threads > cores + least;
        return threads > 1 && doTheyTake && std::ranges::none_of(m_session.rows, [&](const Row& row) {
                   return row.tensor == headline.tensor && row.op == headline.op && threadsIn(row.device) == 1;
               });
    }

    void tellUndecided(Headline& out, const Rows& open) const
    {
        const auto other = open.front();
        const auto apart = ratio(other, *out.given);
        const auto given = nameOf(*out.given), name = nameOf(other);
        const bool isDisturbed = doOthersNeedThreadsOf(out);
        if (isProbablyFaster(apart))
            out.sentences.push_back({isDisturbed ? patterns::probablyDisturbed : patterns::probably,
                                     {out.op, out.device, given, name, ratioText(apart.value),
                                      ratioText(apart.low), ratioText(apart.high)}});
        else if (isOrderOpen(apart))
            out.sentences.push_back(
                {isDisturbed ? patterns::slowerOrFasterDisturbed : patterns::slowerOrFaster,
                 {out.op, out.device, given, name, ratioText(1 / apart.low), ratioText(apart.high)}});
        else if (mayBeMuchSlower(apart) && apart.high > noticeable)
            out.sentences.push_back(
                {isDisturbed ? patterns::undecidedWideDisturbed : patterns::undecidedWide,
                 {out.op, out.device, given, name, ratioText(1 / apart.low), ratioText(apart.high)}});
        else
            out.sentences.push_back({isDisturbed ? patterns::undecidedDisturbed : patterns::undecided,
                                     {out.op, out.device, given, name, intervalText(apart)}});
        Rows others;
        std::set<std::string> told{name};
        for (const auto row : open)
            if (told.insert(nameOf(row)).second)
                others.push_back(row);
        if (!others.empty())
            out.sentences.push_back({others.size() == 1 ? patterns::alsoUndecided : patterns::someAlsoUndecided,
                                     {namesOf(m_compared, others)}});
        if (isDisturbed)
            out.sentences.push_back({patterns::fewerThreads, {}});
        if (m_session.rows[other].conversion.isThere())
            out.sentences.push_back(
                sentenceOnCost(nameOf(other), conversionText(m_session.rows[other]), m_choice.paysAfter(other)));
    }

    // The fastest device against the next one.
    void addDevices(Headline& first, const Headline& next) const
    {
        first.onNextDevice = next.best;
        const auto apart = ratio(first.best, next.best);
        const auto word = m_choice.word(first.best, next.best);
        first.sentences.push_back(
            {word == Word::faster ? patterns::devices : patterns::devicesUndecided,
             {first.device, word == Word::faster ? ratioWithInterval(apart) : intervalText(apart), next.device}});
        const auto whole = [&](const Row& row) -> const Figure& {
            return row.endToEnd.isThere() ? row.endToEnd : row.call;
        };
        const auto &a = m_session.rows[first.best], &b = m_session.rows[next.best];
        const bool doesTravel = a.endToEnd.isThere() || b.endToEnd.isThere();
        if (doesTravel && whole(a).isThere() && whole(b).isThere())
            first.sentences.push_back(
                {patterns::transfer,
                 {timeText(whole(a).median().value), a.device, timeText(whole(b).median().value), b.device}});
    }

    const Session& m_session;
    const ComparedSession m_compared;
    const FormChoice m_choice;
};

} // namespace

std::vector<Headline> headlinesOf(const Session& session, const Watch& watch)
{
    return Answers(session).all(watch);
}

} // namespace tscope::timing
