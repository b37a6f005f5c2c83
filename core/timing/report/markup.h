// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tscope::timing {

// Text as it may stand between tags and in quoted attributes, and what would turn it around made visible.
std::string escaped(std::string_view text);
// About how wide a text is drawn, in pixels, at the size of labels; rather too wide than too narrow.
double widthOf(std::string_view text);
// So much of a text as fits, an ellipsis where something is missing.
std::string shortened(std::string_view text, double width);

} // namespace tscope::timing
