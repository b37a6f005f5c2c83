// SPDX-License-Identifier: Apache-2.0
// How fast rows are fetched that lie anywhere: the limit of what multiplies with them as they lie.
#pragma once

#include "bench/kernel_data.h"

#include <cstddef>

namespace tscope::bench {

// The rows of a dense matrix in the order in which the indices of a pattern name them. Nothing is done but to load
// from each of their lines, or to add to each of them.
struct NamedRows {
    BenchPattern* pattern = nullptr;
    std::byte* data = nullptr;
    const std::byte* values = nullptr; // one for each entry, as wide as a row: read where rows are single elements
    std::int64_t rowBytes = 0;
    bool areWritten = false;
};

// Seconds that this takes at least, with so many threads. Asked for right before and after a measurement:
// on shared machines it changes from second to second.
class FetchTime
{
public:
    FetchTime(const NamedRows& rows, int threads) : m_rows(rows), m_threads(threads) {}
    void measure();
    double best() const { return m_best; }

private:
    NamedRows m_rows;
    int m_threads;
    double m_best = 1e9;
};

} // namespace tscope::bench
