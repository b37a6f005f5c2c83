// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/value.h"
#include "tensor/tensor.h"

#include <optional>
#include <string>

namespace tscope {

// As questions write an element: "x[1, 2]".
std::string elementNamed(const std::string& name, const Extents& index);

// The effect of a wrong stride of a tensor's values: in which slot it puts the element one step along its dim, and
// which element is stored there. Nothing where that shows nothing.
std::optional<std::string> aboutStride(const std::string& name, const Tensor& tensor, std::size_t dim,
                                       const Value& given);

// The effect of the first wrong one of typed pointers on the row, column or component that ends at it, with the
// difference that shows it. Nothing for other members. Precondition: `at` is its position.
std::optional<std::string> aboutPointer(const std::string& member, const Tensor& tensor, const Extents& given,
                                        std::size_t at);

// Why a piece can't stand at its position. Precondition: all before it stand right, and it does not.
std::string aboutPiece(const Value::List& given, const Value::List& right, std::size_t at);

} // namespace tscope
