// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace tscope::timing::patterns {

// The sentences of headlines.

inline constexpr std::string_view best = "For {0} on {1}, {2} is best: {3} faster than {4}, the present layout.";
inline constexpr std::string_view faster = "For {0} on {1}, {2} is {3} faster than {4}, the present layout.";
inline constexpr std::string_view pays = "Converting takes {0} and pays off after {1} uses.";
inline constexpr std::string_view paysAtOnce = "Converting takes {0} and pays off with the first use.";
// The cheapest form by the number of uses: {2} names those between the first and the last.
inline constexpr std::string_view usesKeep = "Below {0} uses keep {1}, {2}, from then on {3}.";
inline constexpr std::string_view usesConvert = "Below {0} uses convert to {1}, from then on to {2}.";
inline constexpr std::string_view usesConvertTwice = "Below {0} uses convert to {1}, {2}, from then on {3}.";
inline constexpr std::string_view costs = "Converting takes {0}.";
inline constexpr std::string_view mayNotPay =
    "Converting to {0} takes {1}; it is not known whether that ever pays off.";
inline constexpr std::string_view mayPay =
    "Converting to {0} takes {1}; it pays off after {2} uses at the earliest, if ever.";
inline constexpr std::string_view mayPayAtOnce =
    "Converting to {0} takes {1}; it pays off with the first use at the earliest, if ever.";
inline constexpr std::string_view tie = "{0} could not be told apart from {1}.";
inline constexpr std::string_view tieBytes =
    "{0} could not be told apart from {1}; {0} takes the least memory of those that are equally fast, {2}.";
inline constexpr std::string_view tieCosts = "{0} could not be told apart from {1}; {0} costs less to convert.";
inline constexpr std::string_view tiePays =
    "{0} could not be told apart from {1}; of these, converting to {0} pays off the soonest.";
inline constexpr std::string_view maybeFaster = "Whether {0} is faster still is undecided.";
inline constexpr std::string_view someMaybeFaster = "Whether one of {0} is faster still is undecided.";
inline constexpr std::string_view stay =
    "For {0} on {1}, stay with {2}, the present layout: {3} faster than {4}, the next.";
inline constexpr std::string_view same =
    "For {0} on {1}, stay with {2}, the present layout, which needs no conversion: {3} takes the same time ({4}).";
inline constexpr std::string_view probably =
    "For {0} on {1}, no decision yet: {3} is probably {4}x faster than {2}, the present layout ({5}x to {6}x). "
    "Measure longer to decide; until then, keep {2}.";
inline constexpr std::string_view probablyDisturbed =
    "For {0} on {1}, no decision yet: {3} is probably {4}x faster than {2}, the present layout ({5}x to {6}x). "
    "Until it is decided, keep {2}.";
inline constexpr std::string_view slowerOrFaster =
    "For {0} on {1}, no decision yet: {3} may be {4}x slower or {5}x faster than {2}, the present layout. "
    "Measure longer to decide; until then, keep {2}.";
inline constexpr std::string_view slowerOrFasterDisturbed =
    "For {0} on {1}, no decision yet: {3} may be {4}x slower or {5}x faster than {2}, the present layout. "
    "Until it is decided, keep {2}.";
inline constexpr std::string_view undecided =
    "For {0} on {1}, stay with {2}, the present layout, which needs no conversion. Whether {3} is faster is "
    "undecided ({4}): measure longer to decide.";
inline constexpr std::string_view undecidedWide = "For {0} on {1}, stay with {2}, the present layout, which needs "
                                                  "no conversion. Undecided: {3} may be from {4}x "
                                                  "slower to {5}x faster; measure longer to decide.";
inline constexpr std::string_view undecidedDisturbed =
    "For {0} on {1}, stay with {2}, the present layout, which needs no conversion. Whether {3} is faster is "
    "undecided ({4}).";
inline constexpr std::string_view undecidedWideDisturbed =
    "For {0} on {1}, stay with {2}, the present layout, which needs no conversion. Undecided: {3} may be from "
    "{4}x slower to {5}x faster.";
// How much other programs used is in a remark on the machine.
inline constexpr std::string_view fewerThreads =
    "With 1 thread other programs disturb less: measure with Threads: 1.";
inline constexpr std::string_view alsoUndecided = "Whether {0} is faster is undecided too.";
inline constexpr std::string_view someAlsoUndecided = "Whether one of {0} is faster is undecided too.";
inline constexpr std::string_view fasterWithLoss = "{0} is {1} faster than {2}.";
inline constexpr std::string_view onlyWithLoss =
    "For {0} on {1}, stay with {2}, the present layout: no other form that was measured keeps all values.";
inline constexpr std::string_view alone = "For {0} on {1}, only {2} has a time that can be compared.";
inline constexpr std::string_view notThePresent =
    "For {0} on {1}, {2} is best; {3}, the present layout, has no time that can be compared.";
inline constexpr std::string_view notThePresentTie =
    "For {0} on {1}, {2} is among the fastest; {3}, the present layout, has no time that can be compared.";
inline constexpr std::string_view devices = "{0} is {1} faster than {2}, each with its best layout.";
inline constexpr std::string_view devicesUndecided =
    "{0} and {2} could not be told apart, each with its best layout ({1}).";
inline constexpr std::string_view transfer = "With transfers there and back, a call takes {0} on {1}, {2} on {3}.";

inline constexpr std::string_view steady = "Repeated rounds of {2} differ by {0} (median), {1} (95th percentile).";
inline constexpr std::string_view noisy =
    "Noisy: repeated rounds of {2} differ by {0} (median), {1} (95th percentile).";
inline constexpr std::string_view steadyOne = "Repeated rounds of {1} differ by {0}.";
inline constexpr std::string_view noisyOne = "Noisy: repeated rounds of {1} differ by {0}.";

inline constexpr std::string_view stop = "The measurement was stopped before its last round ended.";
inline constexpr std::string_view stopMissing = "The measurement was stopped: not all forms were measured.";
inline constexpr std::string_view stopInRound =
    "The measurement was stopped in round {0} of {1}: not all forms were measured in every round.";
inline constexpr std::string_view stopMissingInRound =
    "The measurement was stopped in round {0} of {1}: not all forms were measured.";
inline constexpr std::string_view interrupted = "Interrupted; {0} of {1} measurements were kept.";
inline constexpr std::string_view interruptedInRound =
    "Interrupted in round {2} of {3}; {0} of {1} measurements were kept.";
inline constexpr std::string_view stopOneRound =
    "Forms that were measured in one round only are called faster or slower only if they are more than 2x apart.";

inline constexpr std::string_view moves = "{0} moves {1} in {2}: {3} GB/s.";
inline constexpr std::string_view movesOfLimit = "{0} moves {1} in {2}: {3} GB/s, {4}.";
inline constexpr std::string_view fill = "{0} of the values that {1} stores are {2}.";
inline constexpr std::string_view causeThreads =
    "{0} used {1} of {2} threads, while the limit is that of all of them.";
inline constexpr std::string_view causeShortRows = "{0} is likely held back by short rows: they have {1} entries "
                                                   "in the mean, and each row costs something beside "
                                                   "its entries.";
inline constexpr std::string_view causeGathers =
    "{0} reads the vector at columns far apart: likely a cache line of {2} bytes for each value of {1}.";
inline constexpr std::string_view causeNotBytes = "With caches empty {0} takes no longer ({1} against {2}): its "
                                                  "instructions, not its bytes, likely set the pace.";
inline constexpr std::string_view causeIndices = "For each non-zero value of {2} bytes, {0} reads {1} bytes of "
                                                 "indices and has to find the place that they name.";
inline constexpr std::string_view because = "{0} is faster than {1}: {2}.";
inline constexpr std::string_view unexplained = "Neither the bytes nor the arithmetic nor the fill nor the "
                                                "lengths of rows explain why {0} is faster than {1}.";

inline constexpr std::string_view overviewBest = "{0} is best for {1}.";
inline constexpr std::string_view overviewAmong = "{0} is among the fastest for {1}.";
inline constexpr std::string_view overviewStay = "Stay with the present layout for {0}.";
inline constexpr std::string_view overviewUndecided =
    "Whether another layout than the present one is faster is undecided for {0}.";

inline constexpr std::array all{best,
                                faster,
                                pays,
                                paysAtOnce,
                                usesKeep,
                                usesConvert,
                                usesConvertTwice,
                                costs,
                                mayNotPay,
                                mayPay,
                                mayPayAtOnce,
                                tie,
                                tieBytes,
                                tieCosts,
                                tiePays,
                                maybeFaster,
                                someMaybeFaster,
                                stay,
                                same,
                                probably,
                                probablyDisturbed,
                                slowerOrFaster,
                                slowerOrFasterDisturbed,
                                undecided,
                                undecidedWide,
                                undecidedDisturbed,
                                undecidedWideDisturbed,
                                fewerThreads,
                                alsoUndecided,
                                someAlsoUndecided,
                                fasterWithLoss,
                                onlyWithLoss,
                                alone,
                                notThePresent,
                                notThePresentTie,
                                devices,
                                devicesUndecided,
                                transfer,
                                steady,
                                noisy,
                                steadyOne,
                                noisyOne,
                                moves,
                                movesOfLimit,
                                fill,
                                causeThreads,
                                causeShortRows,
                                causeGathers,
                                causeNotBytes,
                                causeIndices,
                                because,
                                unexplained,
                                overviewBest,
                                overviewAmong,
                                overviewStay,
                                overviewUndecided,
                                stop,
                                stopMissing,
                                stopInRound,
                                stopMissingInRound,
                                interrupted,
                                interruptedInRound,
                                stopOneRound};

} // namespace tscope::timing::patterns
