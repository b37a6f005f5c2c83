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

// What a session knows of it. Operations differ: what takes microseconds or all of the memory's rate is seldom as
// quiet as what computes.
class Noise
{
public:
    explicit Noise(const Session& session);

    // That of the row's operation on its device, where there are enough rows to tell, else the session's; at least
    // its own.
    double of(const Row& row) const;
    // Its rounds lie farther apart than those of its like.
    bool isLoud(const Row& row) const { return row.noise.value_or(0) > ofKind(row); }
    // "2.1 %", or by operation: "1.4 % for spmv on cpu, 21 % for sum on cpu"; empty: nothing was measured twice.
    std::string text() const;

private:
    using Kind = std::tuple<std::string, std::string>; // operation, device
    double ofKind(const Row& row) const;

    double m_session = 0;
    std::map<Kind, double> m_kinds;
};

// What speaks for and against the times of a session, for people: its noise, what was loud or not narrow, what the
// machine did meanwhile.
std::vector<std::string> remarksOnNoise(const Session& session);

} // namespace tscope::timing
