// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/tensor.h"

#include <cstddef>
#include <span>

namespace tscope {

// PyTorch conjugates and negates without touching an element: the tensor says by a bit ("conj", "neg") that its
// elements are meant so. A member shows the elements that are stored. Whatever asks for an element of the tensor
// (at an index, to compute, to compare, for files that have no such bits) takes the one that is meant.
bool hasViewBits(const Tensor& tensor);
bool isConjugated(const Tensor& tensor);
bool isNegated(const Tensor& tensor);
bool hasNegatives(const DType& type); // numbers that can be negated: no unsigned integers, no bools

// One element that the tensor stores, as it is meant. Where the type has no negative numbers it stays as it is.
Element meantElement(const Tensor& tensor, const Element& stored);

// The same tensor with the elements that are meant, in a new storage and without bits. One that has no bits, or no
// elements that could be read, stays as it is. Fails where the type has no negative numbers, and where there is no
// memory.
Result<Tensor> withMeantElements(const Tensor& tensor);

// For readers of elements that copy no tensor: whether the elements that are meant are others than those that are
// stored, and how these become meant ones, in place. canBeMeant() fails where the type has no negative numbers.
// Preconditions of makeMeant(): changesElements() and canBeMeant().
bool changesElements(const Tensor& tensor);
Result<void> canBeMeant(const Tensor& tensor);
void makeMeant(const Tensor& tensor, std::span<std::byte> elements);

} // namespace tscope
