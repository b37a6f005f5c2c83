// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "layouts/coo/reading.h"

namespace tscope {

// The dense extents that both the values and the size have: elements beyond are of one of them only. Precondition:
// searchable, and there is a size.
Extents commonDense(const CooReading& reading);

Result<Path> locateCoo(const Tensor& tensor, const Extents& index);
Result<Readers> readersOfCoo(const Tensor& tensor, std::string_view role, std::int64_t slot, std::int64_t limit);
Result<void> entriesOfCoo(const Tensor& tensor, const EntryVisitor& visit);
Result<void> entriesOfCooWithin(const Tensor& tensor, std::span<const IndexBox> boxes, const EntryVisitor& visit);

} // namespace tscope
