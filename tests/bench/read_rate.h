// SPDX-License-Identifier: Apache-2.0
// How fast memory is read: the limit of what looks at everything once.
#pragma once

#include "tensor/tensor.h"

#include <initializer_list>
#include <span>

namespace tscope::bench {

// A loop that sums words, for a part of an array.
using ReadingLoop = void (*)(const std::int64_t* words, std::int64_t count);

// The arrays read once with the threads that are set.
void readAll(std::span<const std::span<const std::byte>> arrays, ReadingLoop loop);
// The loop that does it fastest: processors differ in what they fetch by themselves.
ReadingLoop fastestReadingLoop(std::span<const std::span<const std::byte>> arrays);

// Bytes a second in which some members of a tensor can be read, with as many threads as a check of it has. Where a
// machine is shared, what memory gives changes from second to second; so this is asked right before and after.
class ReadRate
{
public:
    ReadRate(const Tensor& tensor, std::initializer_list<const char*> members);
    void measure();
    double best() const { return m_best; }

private:
    std::vector<std::span<const std::byte>> m_arrays;
    double m_best = 0;
};

} // namespace tscope::bench
