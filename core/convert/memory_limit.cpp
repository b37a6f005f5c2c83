// SPDX-License-Identifier: Apache-2.0
#include "convert/memory_limit.h"

#include "base/checked_math.h"

#include <unistd.h>

namespace tscope {

std::int64_t halfOfMemory()
{
    const auto pages = sysconf(_SC_PHYS_PAGES);
    const auto pageSize = sysconf(_SC_PAGESIZE);
    return pages > 0 && pageSize > 0 ? saturatingMul(pages, pageSize) / 2 : int64Max;
}

} // namespace tscope
