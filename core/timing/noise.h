// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace tscope::timing {

// How far two runs of one cell lie apart for no reason, as a share. Each cell is measured in rounds, so that this
// shows.

// How far the medians of the rounds lie apart, as a share of the least; nothing of fewer than two.
std::optional<double> betweenRounds(const Figure& figure);

// No more than so far, in 95 of 100 of these rows that were really measured.
double noiseOf(std::span<const Row> rows);

// What a session knows of it: of each row what its rounds did. Few rounds may be alike by luck, so it is at least
// the middle one of the rows of its operation; of a row that was measured once, what the session says of all.
class Noise
{
public:
    explicit Noise(const Session& session);

    double of(const Row& row) const;
    // "2.1 % apart in the middle, up to 21 % in 95 of 100"; empty: nothing was measured twice.
    std::string text() const;

private:
    double m_session = 0;
    std::optional<double> m_middle;                                   // of all rows
    std::map<std::tuple<std::string, std::string>, double> m_middles; // by operation and device
};

// What speaks for and against the times of a session, for people: its noise, what was loud or not narrow, what the
// machine did meanwhile.
std::vector<std::string> remarksOnNoise(const Session& session);

} // namespace tscope::timing
