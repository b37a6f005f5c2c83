// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace tscope {

void checkFailed(const char* condition, const char* why, const char* file, int line)
{
    std::fprintf(stderr, "%s:%d: %s (%s)\n", file, line, why, condition);
    std::abort();
}

} // namespace tscope
