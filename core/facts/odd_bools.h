// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/document.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tscope {

inline constexpr std::int64_t oddBoolsLookedAt = std::int64_t{1} << 22; // elements of a document

// Which tensors hold bools whose byte is neither 0 nor 1, a sentence each. Only so many elements are looked at, as
// nothing else about a document asks for all of its elements; a check looks at them all.
std::vector<std::string> oddBoolNotes(const Document& document, std::int64_t most = oddBoolsLookedAt);

} // namespace tscope
