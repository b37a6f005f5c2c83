// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "timing/break_even.h"
#include "timing/sentence.h"
#include "timing/session.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope::timing {

// The answer to "which layout for this operation?" on one device: the fastest form, held against the form in which
// the tensor was given.
struct Headline {
    std::string tensor, op, device;
    // The fastest row of those that are surely faster than the given one, or of those among them that can't be
    // told apart from it the one that is better to convert to. Without such a row: the given one, or one with a
    // lower median that is not surely faster.
    std::size_t best = 0;
    std::optional<std::size_t> given; // the row of the form as given; nothing: it has no time there
    Word word = Word::undecided;      // of the best against the given one
    std::optional<double> speedUp;    // the given time by the best one; nothing: they are one, or one has no time
    std::optional<BreakEven> pays;    // nothing: the best form is the given one, or one of the two has no time
    std::vector<std::size_t> ties;    // surely faster than the given one too, and not told apart from the best
    std::vector<std::size_t>
        open; // not even surely faster than the given one, but not surely slower than the best
    // The best row on the next device, which the sentences compare with it; nothing: this is not the fastest
    // device, or the only one.
    std::optional<std::size_t> onNextDevice;
    std::vector<Sentence> sentences;
    std::vector<Sentence> trust; // how far repeated rounds differ; empty: that is not known
    std::vector<Sentence> why;   // what the best form moves and how near it is to its limit, beside another one
    bool isNoisy = false;

    // A longer measurement may say more.
    bool isWorthLonger() const { return isNoisy || word == Word::undecided; }
    bool isAlone() const { return ties.empty() && open.empty(); }       // the best form is surely the best
    bool doesConvert() const { return word == Word::faster || !given; } // the best form is worth a conversion
};

// One for each operation on each tensor and device where a form has a time that may be compared; of an operation
// the fastest device first. Patterns in other densities have none. None where the watch is stopped.
std::vector<Headline> headlinesOf(const Session& session, const Watch& watch = {});

// Its sentences, and behind them how far they are to be trusted.
std::string textWithTrust(const Headline& headline);

// Of several operations the best form of each, on the fastest device, in one to three sentences; nothing of one
// operation. The headlines are those of the session.
std::vector<Sentence> overviewOf(const Session& session, std::span<const Headline> headlines);

// All patterns of these sentences.
std::span<const std::string_view> headlinePatterns();

} // namespace tscope::timing
