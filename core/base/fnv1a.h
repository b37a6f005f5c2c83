// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tscope {

inline constexpr std::uint64_t fnv1aBegin = 0xcbf29ce484222325U;

// The hash FNV-1a of the text. Not against forgers: who wants two texts of one hash finds them. `begin` is the
// hash of what stands before the text.
constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t begin = fnv1aBegin)
{
    for (const char letter : text)
        begin = (begin ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
    return begin;
}

} // namespace tscope
