// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tscope {

// Text as a paragraph of Markdown shows it: nothing in it is markup, a link, a mention or HTML. Harmless, in one
// line. Underscores and brackets of names such as col_indices[2] stay as they are where they mean nothing.
std::string markdownText(std::string_view text);

// The same set off as code, in which nothing is ever markup.
std::string markdownCode(std::string_view text);

} // namespace tscope
