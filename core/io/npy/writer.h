// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/result.h"
#include "io/sink.h"
#include "tensor/document.h"

#include <functional>
#include <string>

namespace tscope {

// Told of what a file can't keep as it is.
using TakeNote = std::function<void(std::string)>;

// One array as NumPy writes it: in row-major order, or in column-major order where it lies so; any other strides
// are compacted. Element types that NumPy lacks are written as the next wider one, which `note` is told.
// Fails, before it writes anything, where elements can't be read.
Result<void> writeNpy(const Array& array, Sink& sink, const TakeNote& note);

// What a strided tensor claims beside its array, which a plain array does not keep.
void noteLostClaims(const Tensor& tensor, const TakeNote& note);

// One strided tensor.
Result<void> writeNpyFile(const Document& document, Sink& sink);

} // namespace tscope
