// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/path.h"
#include "tensor/tensor.h"

#include <optional>
#include <vector>

namespace tscope {

// The elements, by the tensor's own indices, that are stored in a slot of the storage of its values: the first
// `most` of them. None where the tensor is too broken to tell. Precondition: it has values.
std::vector<Extents> elementsInStorage(const Tensor& tensor, std::int64_t slot, std::size_t most = 1000);

// The slot of the storage of the values in which an element is stored. Nothing where it is not stored, or where
// the tensor has no such element.
std::optional<std::int64_t> storageSlotOf(const Tensor& tensor, const Extents& index);

// The same as a position in the values, of a path that was found before.
std::optional<std::int64_t> valueSlotOf(const Tensor& tensor, const Path& path);

} // namespace tscope
