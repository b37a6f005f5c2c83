// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/value.h"
#include "tensor/tensor.h"

#include <optional>
#include <string>

namespace tscope {

// What a wrong stride of a strided tensor would do: where it puts the element one step along its dim, and what is
// stored there. Nothing where that shows nothing.
std::optional<std::string> aboutStride(const std::string& name, const Tensor& tensor, std::size_t dim,
                                       const Value& given);

// What the first wrong one of typed pointers does to the row or column that ends at it. Nothing of members that
// have none. Precondition: `at` is one of them.
std::optional<std::string> aboutPointer(const std::string& member, const Extents& given, std::size_t at);

// Why a piece can't stand at its position. Precondition: all before it stand right, and it does not.
std::string aboutPiece(const Value::List& given, const Value::List& right, std::size_t at);

} // namespace tscope
