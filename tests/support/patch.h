// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "memory/storage.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tscope::test {

// A storage in which these bytes stand from `begin` on, as after an edit.
inline StoragePtr withPatch(const StoragePtr& base, std::int64_t begin, std::vector<std::byte> bytes)
{
    const BytePatch patch{begin, std::move(bytes)};
    return patched(base, std::span(&patch, 1));
}

} // namespace tscope::test
