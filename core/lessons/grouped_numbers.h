// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/value.h"

#include <string_view>

namespace tscope {

// Exactly `count` whole numbers, at least one of which has separators between its thousands, all of one kind:
// "332,666 499,499 200,000", "332 666, 499 499, 200 000", "332'666". Nothing where the text is anything else.
std::optional<Value::List> groupedNumbers(std::string_view typed, std::size_t count);

} // namespace tscope
