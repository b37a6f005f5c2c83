// SPDX-License-Identifier: Apache-2.0
#include "timing/verdicts.h"

#include "base/say.h"
#include "timing/number_text.h"
#include "timing/reasons.h"
#include "timing/variant_words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

namespace tscope::timing {

namespace {

// What one session says of two of its rows.
class Judge
{
public:
    explicit Judge(const Session& session) : m_session(session), m_noise(session)
    {
        for (const auto& row : session.rows)
            m_medians.push_back(isComparable(row) ? std::optional(row.warm.median()) : std::nullopt);
    }

    bool canCompare(std::size_t row) const { return m_medians[row].has_value(); }
    double time(std::size_t row) const { return m_medians[row]->value; }

    Verdict verdict(std::size_t a, std::size_t b) const
    {
        Verdict out{a, b, {}, Word::undecided, {}, {}};
        out.ratio = heldAgainst(m_session.rows[a], *m_medians[a], m_session.rows[b], *m_medians[b], m_noise);
        out.word = wordOn(m_session.rows[a], m_session.rows[b], out.ratio, m_noise);
        const InEnglish asSaved;
        out.text = sentenceOf(m_session, out);
        out.why = whyOf(m_session, out);
        return out;
    }

private:
    const Session& m_session;
    const Noise m_noise;
    std::vector<std::optional<Median>> m_medians; // of those that can be compared
};

using Rows = std::vector<std::size_t>;

std::size_t fastestOf(const Rows& rows, const Judge& judge)
{
    return *std::ranges::min_element(rows, {}, [&](std::size_t row) { return judge.time(row); });
}

std::optional<std::size_t> givenOf(const Rows& rows, const Session& session)
{
    const auto& tensor = session.rows[rows.front()].tensor;
    const auto subject = std::ranges::find(session.subjects, tensor, &Subject::name);
    if (subject == session.subjects.end())
        return std::nullopt;
    const auto found =
        std::ranges::find(rows, subject->given, [&](std::size_t row) { return session.rows[row].variant; });
    return found == rows.end() ? std::nullopt : std::optional(*found);
}

template <class Key>
std::vector<Rows> groups(const Session& session, const Judge& judge, const Key& keyOf)
{
    std::map<decltype(keyOf(session.rows.front())), std::size_t> places;
    std::vector<Rows> out; // in the order in which the first of each stands
    for (std::size_t row = 0; row < session.rows.size(); ++row) {
        if (!judge.canCompare(row))
            continue;
        const auto [at, isNew] = places.try_emplace(keyOf(session.rows[row]), out.size());
        if (isNew)
            out.emplace_back();
        out[at->second].push_back(row);
    }
    return out;
}

} // namespace

Ratio widened(Ratio ratio, double noise)
{
    return {ratio.value, ratio.low / (1 + noise), ratio.high * (1 + noise)};
}

Ratio heldAgainst(const Row& a, const Median& timeOfA, const Row& b, const Median& timeOfB, const Noise& noise)
{
    return widened(ratioOf(timeOfB, timeOfA), std::max(noise.of(a), noise.of(b)));
}

Word wordFor(const Ratio& widened)
{
    constexpr double leastSame = 0.95, mostSame = 1.05;
    if (widened.low >= leastSame && widened.high <= mostSame)
        return Word::same;
    return widened.low > 1 ? Word::faster : widened.high < 1 ? Word::slower : Word::undecided;
}

Word turned(Word word)
{
    return word == Word::faster ? Word::slower : word == Word::slower ? Word::faster : word;
}

Word wordOn(const Row& a, const Row& b, const Ratio& held, const Noise& noise)
{
    return noise.isCut(a) || noise.isCut(b) ? Word::undecided : wordFor(held);
}

Word wordOn(const Row& a, const Median& timeOfA, const Row& b, const Median& timeOfB, const Noise& noise)
{
    return wordOn(a, b, heldAgainst(a, timeOfA, b, timeOfB, noise), noise);
}

std::string timesText(const Ratio& ratio, Word word)
{
    const auto shown = word == Word::slower ? Ratio{1 / ratio.value, 1 / ratio.high, 1 / ratio.low} : ratio;
    const auto times = ratioText(shown.value) + "x (" + ratioText(shown.low) + '-' + ratioText(shown.high) + ')';
    return word == Word::slower ? say("{0} slower", times) : say("{0} faster", times);
}

std::string sentenceOf(const Session& session, const Verdict& verdict)
{
    const auto &a = session.rows[verdict.a], &b = session.rows[verdict.b];
    auto [first, second] = wordsOf(a.variant, b.variant);
    auto where = say(" for {0} on {1}", a.op, a.device);
    if (a.device != b.device) {
        where = say(" for {0}", a.op);
        first = say("{0} on {1}", first, a.device);
        second = say("on {0}", b.device); // the same form
    }
    const auto ratio = verdict.word == Word::same || verdict.word == Word::undecided
                           ? intervalText(verdict.ratio)
                           : timesText(verdict.ratio, verdict.word);
    const auto out = verdict.word == Word::same
                         ? say("{0} takes the same time as {1}{3} ({2})", first, second, ratio, where)
                     : verdict.word == Word::undecided
                         ? say("{0} may be faster or slower than {1}{3} ({2})", first, second, ratio, where)
                         : say("{0} is {1} than {2}{3}", first, ratio, second, where);
    return session.subjects.size() > 1 ? say("{0}: {1}", a.tensor, out) : out;
}

std::string whyOf(const Session& session, const Verdict& verdict)
{
    const bool isFaster = verdict.word == Word::faster;
    if (!isFaster && verdict.word != Word::slower)
        return {};
    return whyFaster(session, isFaster ? verdict.a : verdict.b, isFaster ? verdict.b : verdict.a, isFaster);
}

std::string intervalText(const Ratio& ratio)
{
    return ratioText(ratio.value) + "x, " + ratioText(ratio.low) + '-' + ratioText(ratio.high);
}

bool isComparable(const Row& row)
{
    return row.status == Status::ok && row.isChecked && !row.isSimulated && row.warm.isThere() &&
           row.warm.median().low > 0;
}

std::vector<Verdict> verdictsOf(const Session& session)
{
    const Judge judge(session);
    std::vector<Verdict> out;
    for (const auto& rows :
         groups(session, judge, [](const Row& row) { return std::tuple(row.tensor, row.op, row.device); })) {
        const auto fastest = fastestOf(rows, judge);
        for (const auto row : rows)
            if (row != fastest)
                out.push_back(judge.verdict(fastest, row));
        const auto given = givenOf(rows, session);
        for (const auto row : rows)
            if (given && row != *given && row != fastest && *given != fastest)
                out.push_back(judge.verdict(row, *given));
    }
    for (const auto& rows : groups(session, judge, [](const Row& row) {
             return std::tuple(row.tensor, row.op, fullText(row.variant));
         })) {
        const auto fastest = fastestOf(rows, judge);
        for (const auto row : rows)
            if (session.rows[row].device != session.rows[fastest].device)
                out.push_back(judge.verdict(fastest, row));
    }
    return out;
}

} // namespace tscope::timing
