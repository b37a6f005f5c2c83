// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace tscope::timing::patterns {

// The sentences of headlines.

inline constexpr std::string_view best = "For {0} on {1}, {2} is best: {3} faster than {4}, the present layout.";
inline constexpr std::string_view pays = "Converting takes {0} and pays off after {1} uses.";
inline constexpr std::string_view paysAtOnce = "Converting takes {0} and pays off with the first use.";
inline constexpr std::string_view costs = "Converting takes {0}.";
inline constexpr std::string_view mayNotPay = "Converting takes {0}; it is not known whether that ever pays off.";
inline constexpr std::string_view tie = "No difference between {0} and {1} could be measured.";
inline constexpr std::string_view tieBytes =
    "No difference between {0} and {1} could be measured; {0} takes the fewest bytes of them, {2}.";
inline constexpr std::string_view tiePays =
    "No difference between {0} and {1} could be measured; converting to {0} pays off the soonest of them.";
inline constexpr std::string_view stay =
    "For {0} on {1}, stay with {2}, the present layout: {3} faster than {4}, the next.";
inline constexpr std::string_view stayTie = "For {0} on {1}, stay with {2}, the present layout, which needs no "
                                            "conversion: no difference to {3} could be measured.";
inline constexpr std::string_view same =
    "For {0} on {1}, stay with {2}, the present layout, which needs no conversion: {3} takes the same time ({4}).";
inline constexpr std::string_view undecided =
    "For {0} on {1}, stay with {2}, the present layout, which needs no conversion: no difference to {3}, the "
    "fastest, could be measured ({4}). Measure longer to decide.";
inline constexpr std::string_view alone = "For {0} on {1}, only {2} has a time that can be compared.";
inline constexpr std::string_view notThePresent =
    "For {0} on {1}, {2} is best; {3}, the present layout, has no time that can be compared.";
inline constexpr std::string_view devices = "{0} is {1} faster than {2}, each with its best layout.";
inline constexpr std::string_view devicesUndecided =
    "No difference between {0} and {2} could be measured, each with its best layout ({1}).";
inline constexpr std::string_view transfer = "With transfers there and back, a call takes {0} on {1}, {2} on {3}.";

inline constexpr std::string_view steady = "Repeated rounds differ by {0} (median), {1} (95th percentile).";
inline constexpr std::string_view noisy = "Noisy: repeated rounds differ by {0} (median), {1} (95th percentile).";
inline constexpr std::string_view partial = "Not all forms were measured.";

inline constexpr std::string_view moves = "{0} moves {1} in {2}: {3} GB/s.";
inline constexpr std::string_view movesOfLimit = "{0} moves {1} in {2}: {3} GB/s, {4}.";
inline constexpr std::string_view fill = "{0} of the values that {1} stores are {2}.";
inline constexpr std::string_view because = "{0} is faster than {1}: {2}.";
inline constexpr std::string_view unexplained =
    "Neither the bytes nor the fill nor the lengths of rows explain why {0} is faster than {1}.";

inline constexpr std::string_view overviewBest = "{0} is best for {1}.";
inline constexpr std::string_view overviewStay = "Stay with the present layout for {0}.";
inline constexpr std::string_view overviewUndecided =
    "No difference between the present layout and the fastest could be measured for {0}.";

inline constexpr std::array all{
    best,         pays,     paysAtOnce,       costs,       mayNotPay,    tie,          tieBytes,
    tiePays,      stay,     stayTie,          same,        undecided,    alone,        notThePresent,
    devices,      transfer, devicesUndecided, steady,      noisy,        partial,      moves,
    movesOfLimit, fill,     because,          unexplained, overviewBest, overviewStay, overviewUndecided};

} // namespace tscope::timing::patterns
