// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace tscope {

// SHA-256 (FIPS 180-4), piece by piece: names the bytes of a file to others.
class Sha256
{
public:
    void add(std::span<const std::byte> bytes);
    std::string hex() &&; // 64 digits

private:
    void addBlock(const std::byte* block);

    std::array<std::uint32_t, 8> m_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::byte, 64> m_rest{};
    std::size_t m_held = 0; // bytes of m_rest
    std::uint64_t m_count = 0;
};

} // namespace tscope
