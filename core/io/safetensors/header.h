// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "base/result.h"
#include "base/watch.h"
#include "io/safetensors/types.h"
#include "literals/warning_list.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tscope {

struct SafetensorsEntry {
    std::string name;                      // a key, never a path
    const SafetensorsType* type = nullptr; // never null
    Extents shape;
    std::int64_t begin = 0, end = 0; // its bytes in the file
    std::int64_t told = 0;           // where in the file its name stands
};

// What a safetensors file says of itself before its data.
struct SafetensorsHeader {
    std::vector<SafetensorsEntry> entries; // in the order of the text
    std::vector<std::pair<std::string, std::string>> metadata;
    std::int64_t unread = 0; // entries that were left out because something is wrong with them; warnings say what
};

// How long a header may be, and how many tensors it may tell of.
inline constexpr std::int64_t safetensorsHeaderLimit = std::int64_t{64} << 20;
inline constexpr std::size_t safetensorsTensorLimit = 200'000;

// Reads it and proves what the format promises: each tensor's bytes are as many as its shape and type need, and
// all of them together are the rest of the file, without a hole and without sharing a byte.
// With `despiteFaults` that is not asked: the entries are those that begin within the file, as far as it goes.
Result<SafetensorsHeader> readSafetensorsHeader(std::string_view file, const Watch& watch, WarningList& warnings,
                                                bool despiteFaults = false);

} // namespace tscope
