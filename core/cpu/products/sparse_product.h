// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/slices.h"

// The product of two csr matrices as a third, in two steps; a.width == b.count. A place has an entry where any
// product falls on it, also one that comes to zero; the columns of a row are ascending. Columns of a and b may be
// in any order and come more than once. Each step takes a vector of b.width for each thread, the second one also
// what the longest row of the product takes.
namespace tscope::cpu {

// Fills the a.count + 1 row pointers of the product, of which the last is its number of entries.
template <class I>
bool countSparseProduct(const Slices<I>& a, const Slices<I>& b, std::int64_t* pointers, const Watch& watch = {});

// Fills columns and values, given the pointers of the first step. Each value is summed in the order of the entries
// of a and, in each, of b; of a giant row, which threads share, in up to four pieces of its entries that are
// joined in order.
template <class T, class I>
bool fillSparseProduct(const Slices<I>& a, const T* aValues, const Slices<I>& b, const T* bValues,
                       const std::int64_t* pointers, I* columns, T* values, const Watch& watch = {});

} // namespace tscope::cpu
