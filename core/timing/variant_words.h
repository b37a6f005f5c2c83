// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <string>
#include <utility>

namespace tscope::timing {

// Two forms side by side in one sentence: with those of their types in which they differ.
std::pair<std::string, std::string> wordsOf(const Variant& a, const Variant& b);
// With all types: "bsr 16x16 float32 int64".
std::string fullText(const Variant& variant);
// What is on a device of this name: "cuda" of "cuda:0".
std::string deviceKind(std::string_view device);

} // namespace tscope::timing
