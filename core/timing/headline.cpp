// SPDX-License-Identifier: Apache-2.0
#include "timing/headline.h"

#include "base/say.h"
#include "timing/noise.h"
#include "timing/number_text.h"
#include "timing/variant_words.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace tscope::timing {

namespace {

constexpr std::string_view bestPattern = "For {0} on {1}, {2} is best: {3} faster than {4}, the present layout.";
constexpr std::string_view paysPattern = "Converting takes {0} and pays off after {1} uses.";
constexpr std::string_view paysAtOncePattern = "Converting takes {0} and pays off with the first use.";
constexpr std::string_view costsPattern = "Converting takes {0}.";
constexpr std::string_view nearPattern = "As fast, as far as can be told: {0}.";
constexpr std::string_view stayPattern =
    "For {0} on {1}, stay with {2}, the present layout: {3} faster than {4}, the next.";
constexpr std::string_view stayNearPattern =
    "For {0} on {1}, stay with {2}, the present layout: no other is faster ({3} may be as fast).";
constexpr std::string_view samePattern =
    "For {0} on {1}, stay with {2}, the present layout: {3}, the fastest, takes the same time ({4}).";
constexpr std::string_view undecidedPattern = "For {0} on {1}, undecided: {2} was the fastest, but may be no "
                                              "faster than {3}, the present layout ({4}). Measure "
                                              "longer to decide.";
constexpr std::string_view alonePattern = "For {0} on {1}, only {2} has a time that can be compared.";
constexpr std::string_view notThePresentPattern =
    "For {0} on {1}, {2} is best; {3}, the present layout, has no time there.";
constexpr std::string_view devicesPattern = "{0} is {1} faster than {2}, each with its best layout.";
constexpr std::string_view devicesUndecidedPattern =
    "{0} may be no faster than {2}, each with its best layout ({1}).";
constexpr std::string_view transferPattern = "With transfers there and back, a call takes {0} on {1}, {2} on {3}.";

constexpr std::string_view steadyPattern = "Repeated rounds differ by {0} (median), {1} (95th percentile).";
constexpr std::string_view noisyPattern = "Noisy: repeated rounds differ by {0} (median), {1} (95th percentile).";
constexpr std::string_view partialPattern = "Not all forms were measured.";
constexpr std::string_view overviewBestPattern = "{0} is best for {1}.";
constexpr std::string_view overviewStayPattern = "The present layout is best for {0}.";
constexpr std::string_view overviewUndecidedPattern = "Undecided for {0}.";

constexpr std::array headlineSentences{steadyPattern,
                                       noisyPattern,
                                       partialPattern,
                                       overviewBestPattern,
                                       overviewStayPattern,
                                       overviewUndecidedPattern,
                                       bestPattern,
                                       paysPattern,
                                       paysAtOncePattern,
                                       costsPattern,
                                       nearPattern,
                                       stayPattern,
                                       stayNearPattern,
                                       samePattern,
                                       undecidedPattern,
                                       alonePattern,
                                       notThePresentPattern,
                                       devicesPattern,
                                       devicesUndecidedPattern,
                                       transferPattern};

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
        out.best = rows.front();
        const auto& present = subjectOf(row)->given;
        const auto given =
            std::ranges::find(rows, present, [&](std::size_t i) { return m_session.rows[i].variant; });
        if (given != rows.end())
            out.given = *given;
        if (const auto pays = std::ranges::find(m_breakEvens, out.best, &BreakEven::row);
            pays != m_breakEvens.end())
            out.pays = *pays;
        if (!out.given)
            tellWithoutGiven(out, present, rows);
        else if (*out.given == out.best)
            tellStay(out, rows);
        else
            tellAgainstGiven(out, rows);
        const auto isMissing = [&](const Row& each) {
            return each.tensor == row.tensor && each.op == row.op && each.device == row.device &&
                   each.status == Status::cancelled;
        };
        if (std::ranges::any_of(m_session.rows, isMissing))
            out.sentences.push_back({partialPattern, {}});
        if (const auto spread = roundSpreadOf(m_session, row.tensor, row.op)) {
            out.isNoisy = spread->isNoisy();
            out.trust.push_back({out.isNoisy ? noisyPattern : steadyPattern,
                                 {percentText(spread->median), percentText(spread->most)}});
        }
        return out;
    }

    void tellWithoutGiven(Headline& out, const Variant& present, const Rows& rows) const
    {
        const auto& best = m_session.rows[out.best];
        const auto [name, other] = wordsOf(best.variant, present);
        out.sentences.push_back({notThePresentPattern, {out.op, out.device, name, other}});
        if (best.conversion.isThere())
            out.sentences.push_back({costsPattern, {conversionText(best)}});
        addNear(out, rows);
    }

    void tellStay(Headline& out, const Rows& rows) const
    {
        out.word = Word::same;
        const auto& best = m_session.rows[out.best].variant;
        if (rows.size() == 1) {
            out.sentences.push_back({alonePattern, {out.op, out.device, text(best)}});
            return;
        }
        if (const auto near = nearOf(out, rows); !near.empty()) {
            out.sentences.push_back({stayNearPattern, {out.op, out.device, text(best), near}});
            return;
        }
        const auto [name, next] = wordsOf(best, m_session.rows[rows[1]].variant);
        out.sentences.push_back(
            {stayPattern, {out.op, out.device, name, timesOf(ratio(out.best, rows[1])), next}});
    }

    void tellAgainstGiven(Headline& out, const Rows& rows) const
    {
        const auto [best, given] = wordsOf(m_session.rows[out.best].variant, m_session.rows[*out.given].variant);
        const auto apart = ratio(out.best, *out.given);
        out.word = wordFor(apart);
        out.speedUp = apart.value;
        if (out.word == Word::same) {
            out.sentences.push_back({samePattern, {out.op, out.device, given, best, intervalText(apart)}});
            return;
        }
        if (out.word != Word::faster) {
            out.word = Word::undecided; // the fastest one can't be surely slower
            out.sentences.push_back({undecidedPattern, {out.op, out.device, best, given, intervalText(apart)}});
            return;
        }
        out.sentences.push_back({bestPattern, {out.op, out.device, best, timesOf(apart), given}});
        if (out.pays && out.pays->uses) {
            const auto conversion = conversionText(m_session.rows[out.best]);
            if (out.pays->high == 1.0)
                out.sentences.push_back({paysAtOncePattern, {conversion}});
            else
                out.sentences.push_back({paysPattern, {conversion, shortText(*out.pays)}});
        }
        addNear(out, rows);
    }

    // Other forms that may be as fast as the best one, by their names.
    std::string nearOf(const Headline& headline, const Rows& rows) const
    {
        constexpr std::size_t mostNamed = 3;
        std::string out;
        std::size_t count = 0;
        for (const auto row : rows) {
            if (row == headline.best || row == headline.given ||
                wordFor(ratio(headline.best, row)) == Word::faster)
                continue;
            if (++count <= mostNamed)
                out += (out.empty() ? "" : ", ") +
                       wordsOf(m_session.rows[row].variant, m_session.rows[headline.best].variant).first;
        }
        return count > mostNamed ? out + ", ..." : out;
    }

    void addNear(Headline& out, const Rows& rows) const
    {
        if (auto near = nearOf(out, rows); !near.empty())
            out.sentences.push_back({nearPattern, {std::move(near)}});
    }

    // The fastest device against the next one.
    void addDevices(Headline& first, const Headline& next) const
    {
        const auto apart = ratio(first.best, next.best);
        const auto word = wordFor(apart);
        first.sentences.push_back(
            {word == Word::faster ? devicesPattern : devicesUndecidedPattern,
             {first.device, word == Word::faster ? timesOf(apart) : intervalText(apart), next.device}});
        const auto whole = [&](const Row& row) -> const Figure& {
            return row.endToEnd.isThere() ? row.endToEnd : row.call;
        };
        const auto &a = m_session.rows[first.best], &b = m_session.rows[next.best];
        const bool doesTravel = a.endToEnd.isThere() || b.endToEnd.isThere();
        if (doesTravel && whole(a).isThere() && whole(b).isThere())
            first.sentences.push_back(
                {transferPattern,
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

std::vector<Sentence> overviewOf(const Session& session, std::span<const Headline> headlines)
{
    std::vector<std::pair<std::string, std::string>> best; // by form, the operations
    std::string stay, undecided;
    const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
    const bool areTensorsMany = std::ranges::count(session.subjects, "", &Subject::patternOf) > 1;
    std::set<std::pair<std::string_view, std::string_view>> told;
    for (const auto& headline : headlines) {
        if (!told.emplace(headline.tensor, headline.op).second)
            continue; // on a slower device
        auto work = (areTensorsMany ? headline.tensor + ": " : std::string()) + headline.op;
        if (!headline.doesConvert()) {
            add(headline.word == Word::undecided ? undecided : stay, work);
            continue;
        }
        const auto& row = session.rows[headline.best];
        auto form =
            headline.given ? wordsOf(row.variant, session.rows[*headline.given].variant).first : text(row.variant);
        if (row.device != "cpu")
            form += say(" on {0}", row.device);
        if (headline.given && headline.speedUp)
            work += " (" + ratioText(*headline.speedUp) + "x)";
        const auto found = std::ranges::find(best, form, &std::pair<std::string, std::string>::first);
        add((found == best.end() ? best.emplace_back(form, "") : *found).second, work);
    }
    if (told.size() < 2)
        return {};
    std::vector<Sentence> out;
    for (auto& [form, works] : best)
        out.push_back({overviewBestPattern, {form, works}});
    if (!stay.empty())
        out.push_back({overviewStayPattern, {stay}});
    if (!undecided.empty())
        out.push_back({overviewUndecidedPattern, {undecided}});
    return out;
}

std::span<const std::string_view> headlinePatterns()
{
    return headlineSentences;
}

} // namespace tscope::timing
