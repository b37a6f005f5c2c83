// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tscope {

// Packs `count` elements that lie `stepBytes` apart (0 and negative steps too), from the first one's bytes.
void copySpaced(const std::byte* from, std::int64_t stepBytes, std::int64_t count, std::int64_t itemSize,
                std::byte* to);

} // namespace tscope
