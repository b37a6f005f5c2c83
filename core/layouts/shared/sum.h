// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/element.h"

#include <optional>
#include <span>

namespace tscope {

// What several stored entries of one place mean together: integers add up as the type does (they wrap), bools
// are or-ed, reals and complex numbers add up in double and are rounded once. Nothing for types that can't be
// added (quantised, opaque). Precondition: all of one type, at least one.
std::optional<Element> sumOf(std::span<const Element> elements);

} // namespace tscope
