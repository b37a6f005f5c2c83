// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/slices.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tscope::bench {

// A pattern and its values as plain arrays.
template <class I, class T>
struct Held {
    std::int64_t rows = 0, columns = 0;
    std::vector<I> pointers, indices;
    std::vector<I> rowOfEach; // coo
    std::vector<T> values;

    cpu::Slices<I> slices() const
    {
        return {static_cast<std::int64_t>(pointers.size()) - 1, columns, pointers.data(), indices.data()};
    }
};

// "uniform-1e7", "stencil5-1e7" as csr; "bd16-1e7" with blocks as bsr (values of all items), without as csr;
// "rmat-1e7" as coo.
template <class I, class T>
Held<I, T> heldNamed(const std::string& name, bool hasBlocks = false);
// The entries of a csr as coo, in no order.
template <class I, class T>
void shuffleToCoo(Held<I, T>& held);

// 8192 x 8192 floats: each not zero with this chance; or blocks of 16 x 16 of them.
std::vector<float> denseOf(double density, std::int64_t block = 1);

} // namespace tscope::bench
