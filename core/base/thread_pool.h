// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace tscope {

// How many threads work may use: the machine's, unless set. 1 means that no thread is ever started.
int threadCount();
void setThreadCount(int count); // 0 restores the machine's number

// The most threads that took a part of one parallelFor(), of all calls in this process since it was reset; 1,
// where no other thread helped the caller.
int threadsUsed();
void resetThreadsUsed();

// Runs body(part) for part = 0 .. parts-1 on up to threadCount() threads, the caller's among them, and returns
// when all are done. Parts are taken in order, one at a time, so uneven parts even out. The pool's threads
// are started by the first call with more than one part and kept. May be called from several threads and
// from inside a body (an inner call then runs on the caller's thread).
// The first exception that a body throws ends the loop and is thrown here.
void parallelFor(std::int64_t parts, const std::function<void(std::int64_t part)>& body);

} // namespace tscope
