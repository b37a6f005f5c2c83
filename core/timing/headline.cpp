// SPDX-License-Identifier: Apache-2.0
#include "timing/headline.h"

#include "base/say.h"
#include "timing/headline_patterns.h"
#include "timing/headline_reasons.h"
#include "timing/noise.h"
#include "timing/number_text.h"
#include "timing/variant_words.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tscope::timing {

namespace {

// "2.1x (1.9-2.3)"
std::string timesOf(const Ratio& ratio)
{
    return ratioText(ratio.value) + "x (" + ratioText(ratio.low) + '-' + ratioText(ratio.high) + ')';
}

std::string conversionText(const Row& row)
{
    const auto median = row.conversion.median();
    return timeText(median.value, median.low, median.high);
}

class Answers
{
public:
    explicit Answers(const Session& session)
        : m_session(session), m_noise(session), m_breakEvens(breakEvensOf(session))
    {
        for (const auto& row : session.rows)
            m_medians.push_back(isComparable(row) ? std::optional(row.warm.median()) : std::nullopt);
    }

    std::vector<Headline> all() const
    {
        using Work = std::pair<std::string_view, std::string_view>; // tensor, operation
        std::vector<std::vector<Headline>> works;
        std::map<Work, std::size_t> places;
        for (const auto& rows : cells()) {
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
    using Rows = std::vector<std::size_t>;

    const Median& time(std::size_t row) const { return *m_medians[row]; }

    // The comparable rows of each operation on a tensor and a device, the fastest first, in the order of the
    // session.
    std::vector<Rows> cells() const
    {
        std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::size_t> places;
        std::vector<Rows> out;
        for (std::size_t i = 0; i < m_session.rows.size(); ++i) {
            const auto& row = m_session.rows[i];
            const auto* subject = subjectOf(row);
            if (!m_medians[i] || subject == nullptr || !subject->patternOf.empty())
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

    Ratio ratio(std::size_t faster, std::size_t slower) const
    {
        return heldAgainst(m_session.rows[faster], time(faster), m_session.rows[slower], time(slower), m_noise);
    }

    Headline of(const Rows& rows) const
    {
        const auto& row = m_session.rows[rows.front()];
        Headline out;
        out.tensor = row.tensor;
        out.op = row.op;
        out.device = row.device;
        const auto& present = subjectOf(row)->given;
        const auto given =
            std::ranges::find(rows, present, [&](std::size_t i) { return m_session.rows[i].variant; });
        if (given != rows.end())
            out.given = *given;
        out.best = advised(rows, out.given);
        if (const auto pays = std::ranges::find(m_breakEvens, out.best, &BreakEven::row);
            pays != m_breakEvens.end())
            out.pays = *pays;
        if (!out.given)
            tellWithoutGiven(out, present, rows);
        else if (*out.given == out.best)
            tellStay(out, rows);
        else
            tellAgainstGiven(out, rows);
        if (const auto other = out.given && *out.given != out.best ? out.given : fastestBut(out.best, rows))
            out.why = reasonsFor(m_session, out.best, *other, wordFor(ratio(out.best, *other)));
        const auto isMissing = [&](const Row& each) {
            return each.tensor == row.tensor && each.op == row.op && each.device == row.device &&
                   each.status == Status::cancelled;
        };
        if (std::ranges::any_of(m_session.rows, isMissing))
            out.sentences.push_back({patterns::partial, {}});
        if (const auto spread = roundSpreadOf(m_session, row.tensor, row.op)) {
            out.isNoisy = spread->isNoisy();
            out.trust.push_back({out.isNoisy ? patterns::noisy : patterns::steady,
                                 {percentText(spread->median), percentText(spread->most)}});
        }
        return out;
    }

    // The fastest row, or one of those that can't be told apart from it and are surely faster than the present
    // form as well: to which a conversion pays off the soonest, or else which takes the fewest bytes.
    std::size_t advised(const Rows& rows, std::optional<std::size_t> given) const
    {
        auto out = rows.front();
        if (given == out || (given && wordFor(ratio(out, *given)) != Word::faster))
            return out;
        // If any row is surely faster than another one, so is the one with the least upper end.
        const auto surest = *std::ranges::min_element(rows, {}, [&](std::size_t row) { return time(row).high; });
        for (const auto row : rows) {
            if (row == given || !isBetter(row, out) || wordFor(ratio(rows.front(), row)) == Word::faster ||
                wordFor(ratio(surest, row)) == Word::faster ||
                (given && wordFor(ratio(row, *given)) != Word::faster))
                continue;
            out = row;
        }
        return out;
    }

    // Of two forms that are as fast.
    bool isBetter(std::size_t row, std::size_t other) const
    {
        if (doesPaySooner(row, other))
            return true;
        const auto bytes = bytesOf(row);
        return bytes > 0 && bytes < bytesOf(other) && !doesPaySooner(other, row);
    }

    // For sure, by the intervals of both.
    bool doesPaySooner(std::size_t row, std::size_t other) const
    {
        const auto a = std::ranges::find(m_breakEvens, row, &BreakEven::row),
                   b = std::ranges::find(m_breakEvens, other, &BreakEven::row);
        if (a == m_breakEvens.end() || b == m_breakEvens.end() || !a->high)
            return false;
        return !b->low || *a->high < *b->low;
    }

    // 0: not known.
    std::int64_t bytesOf(std::size_t row) const
    {
        const auto& cell = m_session.rows[row];
        const auto found = std::ranges::find_if(m_session.footprints, [&](const FootprintRow& each) {
            return each.tensor == cell.tensor && each.variant == cell.variant;
        });
        return found == m_session.footprints.end() ? 0 : found->bytes();
    }

    static std::optional<std::size_t> fastestBut(std::size_t row, const Rows& rows)
    {
        const auto found = std::ranges::find_if(rows, [row](std::size_t each) { return each != row; });
        return found == rows.end() ? std::nullopt : std::optional(*found);
    }

    void tellWithoutGiven(Headline& out, const Variant& present, const Rows& rows) const
    {
        const auto& best = m_session.rows[out.best];
        const auto [name, other] = wordsOf(best.variant, present);
        out.sentences.push_back({patterns::notThePresent, {out.op, out.device, name, other}});
        if (best.conversion.isThere())
            out.sentences.push_back({patterns::costs, {conversionText(best)}});
        addNear(out, rows);
    }

    void tellStay(Headline& out, const Rows& rows) const
    {
        out.word = Word::same;
        const auto& best = m_session.rows[out.best].variant;
        if (rows.size() == 1) {
            out.sentences.push_back({patterns::alone, {out.op, out.device, text(best)}});
            return;
        }
        if (const auto near = nearTo(out, rows); !near.empty()) {
            out.sentences.push_back(
                {patterns::stayTie, {out.op, out.device, text(best), namesOf(near, out.best)}});
            return;
        }
        const auto [name, second] = wordsOf(best, m_session.rows[rows[1]].variant);
        out.sentences.push_back(
            {patterns::stay, {out.op, out.device, name, timesOf(ratio(out.best, rows[1])), second}});
    }

    void tellAgainstGiven(Headline& out, const Rows& rows) const
    {
        const auto [best, given] = wordsOf(m_session.rows[out.best].variant, m_session.rows[*out.given].variant);
        const auto apart = ratio(out.best, *out.given);
        out.word = wordFor(apart);
        out.speedUp = apart.value;
        if (out.word == Word::same) {
            out.sentences.push_back({patterns::same, {out.op, out.device, given, best, intervalText(apart)}});
            return;
        }
        if (out.word != Word::faster) {
            out.word = Word::undecided; // the fastest one can't be surely slower
            out.sentences.push_back({patterns::undecided, {out.op, out.device, given, best, intervalText(apart)}});
            if (m_session.rows[out.best].conversion.isThere())
                out.sentences.push_back({patterns::mayNotPay, {conversionText(m_session.rows[out.best])}});
            return;
        }
        out.sentences.push_back({patterns::best, {out.op, out.device, best, timesOf(apart), given}});
        if (out.pays && out.pays->uses) {
            const auto conversion = conversionText(m_session.rows[out.best]);
            if (out.pays->high == 1.0)
                out.sentences.push_back({patterns::paysAtOnce, {conversion}});
            else
                out.sentences.push_back({patterns::pays, {conversion, shortText(*out.pays)}});
        }
        addNear(out, rows);
    }

    // Other forms that may be as fast as the best one.
    Rows nearTo(const Headline& headline, const Rows& rows) const
    {
        Rows out;
        for (const auto row : rows)
            if (row != headline.best && row != headline.given &&
                wordFor(ratio(headline.best, row)) != Word::faster &&
                (headline.word != Word::faster || wordFor(ratio(row, *headline.given)) == Word::faster))
                out.push_back(row);
        return out;
    }

    std::string namesOf(const Rows& near, std::size_t best) const
    {
        constexpr std::size_t mostNamed = 3;
        std::string out;
        for (std::size_t i = 0; i < std::min(near.size(), mostNamed); ++i)
            out += (out.empty() ? "" : ", ") +
                   wordsOf(m_session.rows[near[i]].variant, m_session.rows[best].variant).first;
        return near.size() > mostNamed ? out + ", ..." : out;
    }

    void addNear(Headline& out, const Rows& rows) const
    {
        const auto near = nearTo(out, rows);
        if (near.empty())
            return;
        auto best = text(m_session.rows[out.best].variant);
        auto names = namesOf(near, out.best);
        const auto bytes = bytesOf(out.best);
        const bool isChosen = out.best != rows.front();
        if (isChosen && bytes > 0 &&
            std::ranges::all_of(near, [&](std::size_t row) { return bytesOf(row) >= bytes; }))
            out.sentences.push_back({patterns::tieBytes, {std::move(best), std::move(names), amountText(bytes)}});
        else if (isChosen &&
                 std::ranges::all_of(near, [&](std::size_t row) { return doesPaySooner(out.best, row); }))
            out.sentences.push_back({patterns::tiePays, {std::move(best), std::move(names)}});
        else
            out.sentences.push_back({patterns::tie, {std::move(best), std::move(names)}});
    }

    // The fastest device against the next one.
    void addDevices(Headline& first, const Headline& next) const
    {
        const auto apart = ratio(first.best, next.best);
        const auto word = wordFor(apart);
        first.sentences.push_back(
            {word == Word::faster ? patterns::devices : patterns::devicesUndecided,
             {first.device, word == Word::faster ? timesOf(apart) : intervalText(apart), next.device}});
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
    const Noise m_noise;
    const std::vector<BreakEven> m_breakEvens;
    std::vector<std::optional<Median>> m_medians; // of the rows that may be compared
};

} // namespace

std::vector<Headline> headlinesOf(const Session& session)
{
    return Answers(session).all();
}

std::string textWithTrust(const Headline& headline)
{
    auto all = headline.sentences;
    all.insert(all.end(), headline.trust.begin(), headline.trust.end());
    return text(all);
}

std::span<const std::string_view> headlinePatterns()
{
    return patterns::all;
}

} // namespace tscope::timing
