// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vectors/judge.h"

// What a manifest says of one file, held against what `tscope info` and `tscope check` say of it. The keys are
// explained in the manifest itself.
void judgeFile(Judge& judge, const Judge::Json& expected, const std::filesystem::path& path);
