// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "judge.h"

// One case of each kind of vector file, asked of the tool and judged.
void judgeInvariants(Judge& judge, const Judge::Json& one);
void judgeContracts(Judge& judge, const Judge::Json& one);
void judgeStrided(Judge& judge, const Judge::Json& one);
void judgeNested(Judge& judge, const Judge::Json& one);
