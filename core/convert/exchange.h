// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/convert.h"

namespace tscope {

// Between nested and jagged, whose components stay what they are: tables are made anew, and elements move only
// where they do not lie one behind the other.

// Precondition: isOfComponents() of both layouts, which differ.
Result<Converted> exchange(const Tensor& tensor, const Layout& to, std::int64_t maxBytes);
RouteStep guessedExchange(const Tensor& tensor, const Layout& to);

} // namespace tscope
