// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/grouping/members.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tscope {

// The size that a file claims for a tensor: as metadata "NAME.shape" or "NAME.size", else as an array (may be
// null).
std::optional<Extents> claimedSize(const std::string& name, MemberTexts& metadata, const Array* array,
                                   WarningList& warnings);
// What else metadata says of it: types, device, and claims that mean something to a layout.
void takeClaims(const std::string& name, MemberTexts& metadata, Tensor& tensor);

// The metadata from which the two above read all of it back, its layout included.
std::vector<std::pair<std::string, std::string>> metadataOf(const std::string& name, const Tensor& tensor);

} // namespace tscope
