// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vectors/judge.h"

// The facts of one tensor: `expected` of the manifest, `actual` of `tscope info --json --stats`.
void judgeFacts(Judge& judge, const std::string& name, const Judge::Json& expected, const Judge::Json& actual);
// Its verdict, of `tscope check --json`.
void judgeFindings(Judge& judge, const std::string& name, const Judge::Json& expected, const Judge::Json& actual);
