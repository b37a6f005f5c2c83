// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/times.h"

#include <string>
#include <vector>

namespace tscope::test {

// Samples around a median, some of them far from it; always the same ones.
timing::Figure figureAround(double median, std::size_t samples = 30, std::size_t rounds = 3);

// A measured cell of "matrix", "spmv", on a device.
timing::Row cellOf(const std::string& layout, double nanoseconds, const std::string& device = "cpu");

// The cells of "matrix" and "spmv" on all devices.
charts::Cells spmvCells();

// Five forms on two devices, among them one that failed, one that is not supported and one that was cancelled,
// with footprints, limits and a table of blocks.
timing::Session smallSession();
timing::Session oneCell();
// Blocks of many sizes.
timing::Session manyRows(int count = 200, std::size_t samples = 30);
// From a nanosecond to 100 seconds.
timing::Session extremes();
timing::Session longNames();

// The same with the pattern of its first tensor in a tenth and ten times the density: what is slow there gains
// least.
timing::Session inDensities(timing::Session session);

// The same operations on seven tensors.
timing::Session ofSeveral(timing::Session session);

// The same on the processor with ever more threads: what is slow there gains most.
timing::Session onThreads(timing::Session session);

// The cells of a session, checked, and another run of them: each third one takes half the time, the next one more.
struct TwoRuns {
    timing::Session before, after;
};
TwoRuns twoRunsOf(timing::Session session);

struct NamedSession {
    const char* name;
    timing::Session session;
};
// All of these, and an empty one.
std::vector<NamedSession> allSessions();

} // namespace tscope::test
