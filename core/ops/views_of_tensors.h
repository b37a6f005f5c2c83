// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/tensor.h"

#include <string_view>

namespace tscope {

// Views that operations take of proven tensors; none moves a byte.

// The last two dims (of a sparse tensor: its two sparse ones) change places. Fails for tensors that have no two.
Result<Tensor> mirrored(const Tensor& tensor);
// Of strided tensors: one more dim of size 1 before `dim`; without `dim`, which has size 1.
Tensor withDim(const Tensor& strided, std::int64_t dim);
Tensor withoutDim(const Tensor& strided, std::int64_t dim);
// Of a strided tensor: in front of its last `keep` dims come these instead, along which it is repeated. Fails when
// it can't be.
Result<Tensor> repeated(const Tensor& strided, const Extents& batch, std::int64_t keep);

// The size that two come to when dims of size 1 are repeated, the last ones paired. Fails, calling them `what`,
// when they do not go together.
Result<Extents> commonSize(const Extents& a, const Extents& b, std::string_view what);

} // namespace tscope
