// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include "facts/answers.h"

#include <string>
#include <vector>

namespace tscope::timing {

// What became of one cell from one session to another: the same content, operation, form and kind of device,
// whatever files and devices are called. Of several tensors of one content see SubjectPairs. Cells without an
// equal are compared with one that differs in one thing.
struct RowChange {
    std::size_t before = 0, after = 0; // rows
    // Time before by time after: above 1, it became faster. Its interval allows for the noise, and for what the
    // machine took longer in one of the sessions.
    Ratio ratio;
    double noise = 0; // how far the two may lie apart for no reason, as a share
    Word word = Word::undecided;
    std::string bound; // "no change beyond 6 %", where that is undecided and shows no more; else empty
    // "1 thread, before: all 2 threads", and the names of the tensors where they differ; empty: the cells are
    // equal.
    std::string difference;
    std::string text; // "csr is 1.8x (1.7-1.9) faster than before for spmv on cpu", then the difference
};

struct UnmatchedRow {
    std::size_t row = 0;
    std::string what; // "csr float32 int64 for spmv of a on cpu"
    std::string why;  // "the other session does not have this operation"
};

// A cell that both sessions have, but no two times to compare.
struct UntimedCell {
    std::size_t before = 0, after = 0; // rows
    bool isTimedBefore = false, isTimedAfter = false;
    std::string what; // as that of an unmatched row
    std::string why;  // "left out in both: 8 MiB, more than the budget of 1 MiB", "failed after: row 3 differs"
};

struct SessionDiff {
    std::vector<RowChange> changes;                  // in the order of the rows after
    std::vector<UntimedCell> untimed;                // likewise
    std::vector<UnmatchedRow> onlyBefore, onlyAfter; // cells that the other session does not have
    // What else differs and may be the reason: machine, threads, tempo. Also how many pairs differ in one thing.
    std::vector<std::string> remarks;
};

// Why these two are not compared, in a sentence: they are one measurement, or one continues the other. Empty: they
// are independent.
std::string whyNotCompared(const Session& before, const Session& after);

SessionDiff diffOf(const Session& before, const Session& after);

// How many of these comparisons may be called faster or slower by chance; empty: none is called so, or there is
// only one.
std::string remarkOnChance(const SessionDiff& diff);

std::vector<std::string> linesOf(const SessionDiff& diff);
Json jsonOf(const SessionDiff& diff);

} // namespace tscope::timing
