// SPDX-License-Identifier: Apache-2.0
#include "timing/verdicts.h"

#include "base/say.h"
#include "timing/number_text.h"
#include "timing/reasons.h"

#include <algorithm>
#include <cmath>

namespace tscope::timing {

Ratio widened(Ratio ratio, double noise)
{
    return {ratio.value, ratio.low / (1 + noise), ratio.high * (1 + noise)};
}

Word wordFor(const Ratio& widened)
{
    if (widened.low >= leastSameRatio && widened.high <= mostSameRatio)
        return Word::same;
    return widened.low > 1 ? Word::faster : widened.high < 1 ? Word::slower : Word::undecided;
}

Word turned(Word word)
{
    return word == Word::faster ? Word::slower : word == Word::slower ? Word::faster : word;
}

bool isFarApart(const Ratio& widened, double greatestNoise)
{
    const auto least = std::max(2.0, 1 + greatestNoise);
    return widened.low > least || widened.high * least < 1;
}

std::string timesText(const Ratio& ratio, Word word)
{
    const auto shown = word == Word::slower ? inverseOf(ratio) : ratio;
    const auto times = ratioWithInterval(shown);
    return word == Word::slower ? say("{0} slower", times) : say("{0} faster", times);
}

// Few rounds are a likely reason why a pair is undecided. Empty: there are enough, or their number is not known.
static std::string fewRoundsText(const Row& a, const Row& b)
{
    constexpr std::size_t enough = 3;
    const auto rounds = std::min(a.warm.rounds.size(), b.warm.rounds.size());
    return rounds == 0 || rounds >= enough ? std::string()
           : rounds == 1                   ? say("; 1 round only")
                                           : say("; {0} rounds only", rounds);
}

std::string sentenceOf(const ComparedSession& compared, const Verdict& verdict)
{
    const auto& session = compared.session;
    const auto& names = compared.names;
    const auto &a = session.rows[verdict.a], &b = session.rows[verdict.b];
    auto first = names.of(a.variant), second = names.of(b.variant);
    auto where = say(" for {0} on {1}", a.op, a.device);
    if (a.device != b.device) {
        where = say(" for {0}", a.op);
        first = say("{0} on {1}", first, a.device);
        second = a.variant == b.variant ? say("on {0}", b.device) : say("{0} on {1}", second, b.device);
    }
    const auto ratio = verdict.word == Word::same || verdict.word == Word::undecided
                           ? intervalText(verdict.ratio)
                           : timesText(verdict.ratio, verdict.word);
    const auto out = verdict.word == Word::same
                         ? say("{0} takes the same time as {1}{3} ({2})", first, second, ratio, where)
                     : verdict.word == Word::undecided
                         ? say("{0} may be faster or slower than {1}{3} ({2})", first, second, ratio, where)
                         : say("{0} is {1} than {2}{3}", first, ratio, second, where);
    return (session.subjects.size() > 1 ? say("{0}: {1}", a.tensor, out) : out) +
           (verdict.word == Word::undecided ? fewRoundsText(a, b) : std::string());
}

std::string whyOf(const ComparedSession& compared, const Verdict& verdict)
{
    const bool isFaster = verdict.word == Word::faster;
    if (!isFaster && verdict.word != Word::slower)
        return {};
    return whyFaster(compared, isFaster ? verdict.a : verdict.b, isFaster ? verdict.b : verdict.a, isFaster);
}

std::string intervalText(const Ratio& ratio)
{
    const auto texts = ratioTexts(ratio);
    return texts.value + "x, " + texts.range();
}

std::string boundText(const Ratio& widened)
{
    constexpr double most = 1.1;
    const auto bound = std::max(widened.high, 1 / widened.low);
    if (!(bound <= most))
        return {};
    constexpr double grain = 1e-6; // 1.06 - 1 is a little more than 0.06
    return say("no change beyond {0} %", std::to_string(std::lround(std::ceil((bound - 1) * 100 - grain))));
}

bool isComparable(const Row& row)
{
    return row.status == Status::ok && row.isChecked && !row.isSimulated && row.warm.isThere() &&
           row.warm.median().low > 0;
}

} // namespace tscope::timing
