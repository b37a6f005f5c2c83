// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/op_spec.h"
#include "history/gradient_form.h"

#include <initializer_list>
#include <string>

namespace tscope {

// What gradients are computed with: the same operations that tensors are.

// One operation on tensors that are sound; the texts are its parameters, "dim=0,2".
Result<Tensor> computed(const OpSpec& op, const std::vector<Tensor>& inputs, const BackwardOptions& options,
                        const std::vector<std::string>& params = {});

// Undoes the repetition of a strided tensor: the sum over the dims along which one of `size` was repeated.
Result<Tensor> summedTo(Tensor gradient, const Extents& size, const BackwardOptions& options);
// The same elements in row-major order with these sizes. Precondition: there are as many.
Result<Tensor> reshaped(const Tensor& strided, Extents sizes, const BackwardOptions& options);
// Two gradients of one tensor, added up: slot by slot where their values stand at the same places.
Result<Tensor> sumOfGradients(const Tensor& a, const Tensor& b, const BackwardOptions& options);
// Of a strided tensor a gradient may be sparse: the rows of an embedding. This makes it strided.
Result<Tensor> stridedGradient(const Tensor& gradient, const BackwardOptions& options);
// The gradient in the element type of its tensor.
Result<Tensor> inTypeOf(const Tensor& like, Tensor gradient, const BackwardOptions& options);

} // namespace tscope
