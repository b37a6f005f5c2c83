// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/watch.h"
#include "io/pickle/tree.h"

namespace tscope {

// An array of NumPy that lies in a pickle with its elements, as ndarray.__reduce__ and __reduce_ex__ put it there.
// Its elements are copied out of the pickle, which `bytesLeft` pays for. Fails for what is no such array, and for
// elements that no tensor holds.
Result<Array> pickledNumpyArray(const PickleTree& tree, PickleTree::Id value, std::int64_t& bytesLeft,
                                const Watch& watch);

} // namespace tscope
