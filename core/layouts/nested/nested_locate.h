// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"

namespace tscope {

// What the nested layout says about its elements; see Layout.
Result<Path> locateNested(const Tensor& tensor, const Extents& index);
Result<Readers> readersOfNested(const Tensor& tensor, std::string_view role, std::int64_t slot,
                                std::int64_t limit);
Result<void> entriesOfNested(const Tensor& tensor, const EntryVisitor& visit);
Result<void> entriesOfNestedWithin(const Tensor& tensor, std::span<const IndexBox> boxes,
                                   const EntryVisitor& visit);

} // namespace tscope
