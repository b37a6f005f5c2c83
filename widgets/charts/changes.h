// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/table.h"
#include "style/ink.h"
#include "timing/session_diff.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tscope::charts {

// A form besides the word, so that hue alone tells nothing: "▲ faster".
QString titleOf(timing::Word word);
Ink inkOf(timing::Word word);

// The words for a cell, alone in a line.
struct CellTitle {
    QString work; // "spmv", or "spmv of a" where there are several tensors
    QString form;
    QString device;
    QString op = {}, tensor = {}; // of `work`; the tensor is empty where there is one alone
};

// What became of a cell that has a time in both of two sessions.
struct Change {
    std::size_t before = 0, after = 0; // rows of the two
    CellTitle title;
    timing::Median was, is;
    timing::Ratio ratio; // of what was by what is: above 1, it became faster
    double noise = 0;    // how far the two may lie apart for no reason, as a share
    timing::Word word = timing::Word::undecided;
    QString bound = {};      // "no change beyond 6 %", of one that is undecided; else empty
    QString difference = {}; // "1 thread, before: all 2 threads"; empty: the cells are equal

    QString remark() const; // the bound and the difference
};

enum class Side : std::uint8_t { before, after };

// A cell that lacks a time in one of them, or in both.
struct LoneCell {
    std::optional<std::size_t> before, after; // rows; nothing: that session does not have it
    std::optional<Side> timedIn;              // nothing: neither has a time
    CellTitle title;
    QString why;
};
QString titleOf(const LoneCell& cell); // "– only before", "– in neither"

struct Changes {
    std::vector<Change> changes; // works as they come, the forms of each together
    std::vector<LoneCell> alone;
    QStringList remarks; // what else differs and may be the reason
    QString chance;      // how many may be called faster or slower by chance; empty: not worth a word
    QStringList tensors; // names of both sessions, if they surely timed no tensor of the same content; else empty
};
inline std::size_t rowOf(const Change& change, Side side)
{
    return side == Side::before ? change.before : change.after;
}

// Takes medians of all samples: work for a job.
Changes changesOf(const timing::Session& before, const timing::Session& after);
// With those that are alone, and the remarks.
Table tableOf(const Changes& changes);

// "12 times in both sessions: 3 faster, 1 slower, 8 the same." Then how many of them may be chance.
QString summaryOf(const Changes& changes);
// All that is known of a change, in lines.
QString textOf(const Change& change);
QString nameOf(const Change& change); // "spmv · csr · cpu"

} // namespace tscope::charts
