// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "timing/session.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tscope::timing {

// Measures, between the cells of a session, how long the processor takes for a few fixed pieces of work. Others on
// the same host slow it down for seconds at a time, which the rounds of a short session can't show: two sessions
// show it when both tell their tempo.
class TempoWatch
{
public:
    // `maxBytes`: that a tensor may take, of which its memory is a small share; 0: half of the machine's. Looks
    // that come sooner than `pause` after the last one, or would take more than a small share of the time, are
    // left out; without a pause none is.
    explicit TempoWatch(std::int64_t maxBytes = 0,
                        std::chrono::nanoseconds pause = std::chrono::milliseconds(200));
    ~TempoWatch();
    TempoWatch(const TempoWatch&) = delete;
    TempoWatch& operator=(const TempoWatch&) = delete;

    // Returns whether there is something new.
    bool look(int round, const Watch& watch = {});
    std::vector<Tempo> tempo() const;

private:
    using Clock = std::chrono::steady_clock;
    struct Ground; // memory that the work is done on
    struct Piece {
        std::string work;
        std::function<void(std::int64_t thread)> run;
        Figure took = {};
        int lastRound = -1;
    };

    void begin();
    double oneTime(const Piece& piece) const;

    std::int64_t m_maxBytes;
    std::chrono::nanoseconds m_pause;
    std::unique_ptr<Ground> m_ground; // null: there was no look
    std::vector<Piece> m_pieces;
    Clock::time_point m_next = {};
};

// How much longer one machine surely took, in one of two sessions, for the same work as in the other: so much
// longer may have taken, for no reason of its own, whatever else it measured there. Of two machines nothing is
// told: that they differ is what one wants to see.
class TempoChanges
{
public:
    TempoChanges(const Session& before, const Session& after);

    // By how much times may have grown, at the least 1: after, by what they were before, and the other way round.
    struct Slowdown {
        double after = 1, before = 1;
        std::string work = {}; // by which it shows most; empty: it does not
    };
    // Of the work that touches memory as far from the processor as the row does. None for a row of a device.
    Slowdown of(const Row& row) const;

private:
    struct Change {
        Slowdown slowdown;
        std::int64_t fromBytes = 0; // what touches less does not go so far
    };
    std::vector<Change> m_changes;
};
// "A fixed piece of work (adding in place) ran 1.9x slower in the second session; ..."; empty where it is not
// worth a word.
std::string remarkOn(const TempoChanges::Slowdown& slowdown);

// "A fixed test loop took up to 1.9x as long in some rounds."; empty where it did not.
std::string remarkOnTempo(std::span<const Tempo> tempo);

} // namespace tscope::timing
