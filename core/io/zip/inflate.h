// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tscope {

// The CRC-32 of zip, gzip and PNG.
std::uint32_t crc32Of(std::span<const std::byte> bytes, std::uint32_t before = 0);

struct Inflated {
    std::uint32_t crc = 0;   // of what came out
    std::int64_t unused = 0; // packed bytes behind the end of the stream
};

// Unpacks raw deflate data whose length is known into `out`, and never writes beyond it. Fails unless the data end
// exactly where `out` does; the sentence begins with a verb: "ends after ...".
Result<Inflated> inflateInto(std::span<const std::byte> packed, std::span<std::byte> out, const Watch& watch);

} // namespace tscope
