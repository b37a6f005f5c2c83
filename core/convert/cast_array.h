// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/watch.h"
#include "convert/cast_losses.h"

namespace tscope {

struct CastArray {
    Array array;
    CastLosses losses;
};

// The same elements as another type, in a new row-major storage; each as castElement() makes it. Fails where one
// does not fit (`isIndex`: and calls it an index), when stopped, and when it would take more than `maxBytes`.
// Precondition: readable.
Result<CastArray> castArray(const Array& array, const DType& type, bool isIndex, std::int64_t maxBytes,
                            const Watch& watch);

} // namespace tscope
