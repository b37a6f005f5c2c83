// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/convert/dense_source.h"
#include "cpu/convert/ending.h"
#include "cpu/convert/nonzero_kernels.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tscope::cpu {

// Where the nonzero items of a dense matrix go, row after row. How many there are is not known before: the output
// lies in reserved memory. Each member may be left out.
template <class I>
struct NonzerosOut {
    std::int64_t capacity = 0; // entries that there is room for
    I* pointers = nullptr;     // csr: room for rows + 1
    I* columns = nullptr;
    std::byte* values = nullptr;
    // coo: the rows are those of several dims, of these sizes (their product is the number of rows), and each
    // entry gets its indices in them.
    std::span<const std::int64_t> rowSizes = {};
    std::span<I* const> rowIndices = {};
};

// dense -> csr and coo; dense -> csc with rows and columns of the source exchanged. Reads the source once, in any
// strides. I counts its rows and columns. An item is kept when any of its words is not zero. `entries` tells how
// many there are; after `noRoom` the output is worthless.
template <class I>
Ending storeNonzeros(const DenseSource& source, ZeroTest test, const NonzerosOut<I>& out, std::int64_t& entries,
                     const Watch& watch, const NonzeroKernels& kernels = nonzeroKernels());

} // namespace tscope::cpu
