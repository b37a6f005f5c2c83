// SPDX-License-Identifier: Apache-2.0
// The sentences of an estimate and of a measurement's progress.
#include "timing/foresight.h"
#include "timing/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tscope::timing {

namespace {

constexpr std::string_view plainPattern = "Measurements: {0}; time: about {1}; memory: up to {2}.";
constexpr std::string_view leftOutPattern =
    "Measurements: {0}, and {3} left out as too large; time: about {1}; memory: up to {2}.";
constexpr std::string_view progressPattern =
    "{0} of {1} measurements, round {2}: about {3} in all, about {4} left.";
constexpr std::string_view tookPattern = "Estimated {0}, measured in {1}.";
constexpr std::string_view preparingPattern =
    "Preparing: step {0} of {1}; {2} measurements follow, about {3} in all.";
constexpr std::array foresightSentences{preparingPattern, plainPattern, leftOutPattern, progressPattern,
                                        tookPattern};

} // namespace

Sentence sentenceOf(const Foresight& foresight)
{
    Sentence out{
        foresight.leftOut > 0 ? leftOutPattern : plainPattern,
        {std::to_string(foresight.cells), roughTimeText(foresight.totalNs), amountText(foresight.bytesAtOnce)}};
    if (foresight.leftOut > 0)
        out.arguments.push_back(std::to_string(foresight.leftOut));
    return out;
}

Sentence sentenceOfPreparing(const Foresight& foresight, std::size_t done, std::size_t all)
{
    return {preparingPattern,
            {std::to_string(done), std::to_string(all), std::to_string(foresight.cells),
             roughTimeText(foresight.totalNs)}};
}

Sentence sentenceOf(const Progress& progress, double elapsedNs, double leftNs)
{
    return {progressPattern,
            {std::to_string(progress.done), std::to_string(progress.all), std::to_string(progress.round),
             roughTimeText(elapsedNs + leftNs), roughTimeText(leftNs)}};
}

Sentence sentenceOnTime(const Foresight& foresight, double tookNs)
{
    return {tookPattern, {roughTimeText(foresight.totalNs), roughTimeText(tookNs)}};
}

std::span<const std::string_view> foresightPatterns()
{
    return foresightSentences;
}

std::string roughTimeText(double nanoseconds)
{
    constexpr double second = 1e9, minute = 60 * second, hour = 60 * minute;
    const auto rounded = [](double value) { return std::to_string(std::llround(std::max(value, 1.0))); };
    if (nanoseconds < 100 * second)
        return rounded(nanoseconds / second) + " s";
    return nanoseconds < 100 * minute ? rounded(nanoseconds / minute) + " min"
                                      : rounded(nanoseconds / hour) + " h";
}

} // namespace tscope::timing
