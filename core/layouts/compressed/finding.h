// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"

namespace tscope::compressed {

Result<Path> locate(const Tensor& tensor, const Extents& index);
Result<Readers> readersOf(const Tensor& tensor, std::string_view role, std::int64_t slot, std::int64_t limit);
Result<void> entries(const Tensor& tensor, const EntryVisitor& visit);
Result<void> entriesWithin(const Tensor& tensor, std::span<const IndexBox> boxes, const EntryVisitor& visit);

} // namespace tscope::compressed
