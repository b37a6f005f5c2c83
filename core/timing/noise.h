// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope::timing {

// How far two runs of one cell lie apart for no reason, as a share. Each cell is measured in rounds, so that this
// shows.

// How far the medians of the rounds lie apart, as a share of the least; nothing of fewer than two.
std::optional<double> betweenRounds(const Figure& figure);

// No more than so far, in 95 of 100 of these rows that were really measured.
double noiseOf(std::span<const Row> rows);

// How far the rounds of one cell lie apart, over the cells of one operation on one tensor.
struct RoundSpread {
    double median = 0, most = 0; // shares; the latter is not exceeded in 95 of 100 cells

    // Differences of less than a tenth can't be seen, or a cell is far off.
    bool isNoisy() const { return median > 0.1 || most > 0.5; }
};
// Nothing where no cell was measured twice on a real device.
std::optional<RoundSpread> roundSpreadOf(const Session& session, std::string_view tensor, std::string_view op);

// One round of several: it is not known how far its rounds differ.
inline bool hasOneRoundOf(const Row& row, int rounds)
{
    return rounds > 1 && row.warm.rounds.size() == 1;
}

// The noise of the rows of a session, for verdicts on two rows that can't be compared round by round.
class Noise
{
public:
    explicit Noise(const Session& session);

    // How far the rounds of the row lie apart. For a row that was measured once, no less than what the session
    // says of all, and than the middle one of the rows of the same operation on the same tensor and device.
    double of(const Row& row) const;
    double greatest() const { return m_greatest; } // of all rows; 0: none was measured twice
    // The session was stopped before a second round of the row, which it was to have.
    bool isCut(const Row& row) const { return hasOneRoundOf(row, m_rounds); }
    // "2.1 % (median), 21 % (95th percentile)"; empty: no cell was measured twice.
    std::string text() const;
    // Cells were measured, each once, so verdicts are made without it.
    bool isUnknown() const { return m_isMeasured && !m_middle && m_most == 0; }

private:
    static std::string kindOf(const Row& row);

    int m_rounds = 0;
    bool m_isMeasured = false;
    double m_most = 0; // in 95 of 100 rows
    double m_greatest = 0;
    std::optional<double> m_middle;
    std::map<std::string, double> m_middles; // by kind
};

// What speaks for and against the times of a session, for people: its noise, what was not narrow, what the machine
// did meanwhile.
std::vector<std::string> remarksOnNoise(const Session& session);

} // namespace tscope::timing
