// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"

namespace tscope {

Result<Path> locateStrided(const Tensor& tensor, const Extents& index);
// All elements that read the same place of the storage as the slot does.
Result<Readers> readersOfStrided(const Tensor& tensor, std::string_view role, std::int64_t slot,
                                 std::int64_t limit);
Result<void> entriesOfStrided(const Tensor& tensor, const EntryVisitor& visit);
Result<void> entriesOfStridedWithin(const Tensor& tensor, std::span<const IndexBox> boxes,
                                    const EntryVisitor& visit);

} // namespace tscope
