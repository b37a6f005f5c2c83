// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "timing/pace.h"
#include "timing/plan.h"
#include "timing/sentence.h"
#include "timing/session.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tscope::timing {

// What measuring a plan takes, told before it begins: time within a factor of two on a machine of its own, and
// memory. It counts the work, whatever the machine: bytes that conversions move, products that checks compute.
struct Foresight {
    std::size_t cells = 0;   // that are measured
    std::size_t leftOut = 0; // dense forms beyond the budget
    int rounds = 0;
    std::int64_t bytesConverted = 0; // read and written if each form is converted once in each round
    std::int64_t bytesAtOnce = 0;    // copies of the tensors, and beside them the largest form with what it needs
    std::int64_t checks = 0;         // multiplications of the references of all operations
    double beforeNs = 0;             // before the first cell: entries are counted, limits measured once
    std::vector<double> rowNs; // of each row of the session in one round, its share of the conversion included
    double totalNs = 0;
};

// Estimates a session that is about to begin, from its subjects, footprints and rows.
Foresight foresightOf(const Session& begun, const Plan& plan, const Pace& pace);

// The session of a plan as it begins, of the facts that an estimate needs: nothing is measured, hashed or made.
Session plannedSession(std::span<const PlanSubject> subjects, const Plan& plan, const Watch& watch = {});

// How far a session is that goes on.
struct Progress {
    int round = 1;
    std::size_t done = 0, all = 0; // rows of the present round
    double share = 0;              // of the foreseen time; 0 without a foresight

    bool operator==(const Progress&) const = default;
};

// "Measurements: 32, and 4 left out as too large; time: about 25 s; memory: up to 1.2 GiB."
Sentence sentenceOf(const Foresight& foresight);
// "Preparing: step 3 of 10; 120 measurements follow, about 4 min in all."
Sentence sentenceOfPreparing(const Foresight& foresight, std::size_t done, std::size_t all);
// "12 of 96 measurements, round 1: about 25 s in all, about 21 s left." The progress is of the session that grows:
// what was measured so far corrects the estimate.
Sentence sentenceOf(const Progress& progress, double elapsedNs, double leftNs);
// "Estimated 25 s, measured in 22 s."
Sentence sentenceOnTime(const Foresight& foresight, double tookNs);
std::span<const std::string_view> foresightPatterns();
// "25 s", "4 min": coarse, as it is an estimate.
std::string roughTimeText(double nanoseconds);

Progress progressOf(const Session& session, const Foresight* foresight = nullptr);
// The time that is left after so much, at the pace of what is done; at the beginning as foreseen.
double timeLeft(const Foresight& foresight, const Progress& progress, double elapsedNs);

} // namespace tscope::timing
