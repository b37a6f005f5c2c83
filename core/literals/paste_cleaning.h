// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "literals/warning_list.h"

#include <string>
#include <string_view>

namespace tscope {

// Takes off what comes along when a print is copied from a prompt, a notebook or a web page: prompts, Markdown
// fences, typographic quotes and minus. Lines keep their numbers. Fails on what is no text literal at all.
Result<std::string> cleanedPaste(std::string_view text, WarningList& warnings, const Watch& watch = {});

} // namespace tscope
