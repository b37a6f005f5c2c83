// SPDX-License-Identifier: Apache-2.0
// Local to the including file, see cpu/arithmetic.h.
#pragma once

namespace tscope::cpu {

namespace {

// Asks for memory that is needed after some dozens of other reads. Only to the second cache: of what is asked for
// to the first one a processor can have a few dozen lines under way at most, the same ones that its reads wait
// for, and asking is then no faster than reading. With it, rows of 128 bytes that lie anywhere come in two thirds
// of the time.
inline void askFromAfar(const void* memory)
{
    __builtin_prefetch(memory, 0, 2);
}

} // namespace

} // namespace tscope::cpu
