// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::test {

// Counts calls of operator new in a program that links heap_use.cpp. Nothing is counted under sanitizers, as they
// have operators of their own.

std::int64_t heapAllocations(); // calls by this thread

// The most bytes that are given out at once, by all threads, beyond those that were when it was made. One at a
// time.
class HeapPeak
{
public:
    HeapPeak();
    std::int64_t bytes() const;

private:
    std::int64_t m_before;
};

} // namespace tscope::test
