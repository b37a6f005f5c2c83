// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/products/product.h"
#include "cpu/reduce/reduce_loops.h"

// Rows and columns of a compressed matrix reduced. A sum of all values is reduceSum over the values. The places
// that have no entry are zeros: they take part in a mean, a minimum and a maximum; for the latter two the indices
// of a slice have to be distinct. An entry's block gives outSize results, each from inSize elements; so for csr
// the blocks are single elements, for bsr and rows `out` are the block's rows, for a dense tail `out` are its
// elements. Returns whether it ran to its end.
namespace tscope::cpu {

// One result (of outSize) for each slice: pattern.count * outSize of SumResult<T> (sum) or T (all other kinds).
template <class T, class I>
bool reduceSlices(Reduce kind, const Slices<I>& pattern, const Blocks<T>& blocks, void* to,
                  const Watch& watch = {});

// One result (of outSize) for each index: pattern.width * outSize.
template <class T, class I>
bool reduceIndices(Reduce kind, const Slices<I>& pattern, const Blocks<T>& blocks, void* to,
                   const Watch& watch = {});

} // namespace tscope::cpu
