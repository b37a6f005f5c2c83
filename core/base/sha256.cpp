// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tscope {

namespace {

constexpr std::array<std::uint32_t, 64> constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

} // namespace

void Sha256::addBlock(const std::byte* block)
{
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            w[i] = w[i] << 8 | std::to_integer<std::uint32_t>(block[4 * i + j]);
    for (std::size_t i = 16; i < 64; ++i) {
        const auto a = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
        const auto b = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    auto [a, b, c, d, e, f, g, h] = m_state;
    for (std::size_t i = 0; i < 64; ++i) {
        const auto one = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const auto first = h + one + ((e & f) ^ (~e & g)) + constants[i] + w[i];
        const auto zero = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const auto second = zero + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const std::array<std::uint32_t, 8> round{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < round.size(); ++i)
        m_state[i] += round[i];
}

void Sha256::add(std::span<const std::byte> bytes)
{
    m_count += bytes.size();
    while (!bytes.empty()) {
        if (m_held == 0 && bytes.size() >= m_rest.size()) {
            addBlock(bytes.data());
            bytes = bytes.subspan(m_rest.size());
            continue;
        }
        const auto taken = std::min(bytes.size(), m_rest.size() - m_held);
        std::memcpy(m_rest.data() + m_held, bytes.data(), taken);
        m_held += taken;
        bytes = bytes.subspan(taken);
        if (m_held == m_rest.size()) {
            addBlock(m_rest.data());
            m_held = 0;
        }
    }
}

std::string Sha256::hex() &&
{
    const auto bits = m_count * 8;
    const std::array<std::byte, 64> padding{std::byte{0x80}};
    add(std::span(padding).first(m_held < 56 ? 56 - m_held : 120 - m_held));
    std::array<std::byte, 8> length{};
    for (std::size_t i = 0; i < length.size(); ++i)
        length[i] = static_cast<std::byte>(bits >> (56 - 8 * i));
    add(length);
    constexpr auto digits = "0123456789abcdef";
    std::string out;
    for (const auto word : m_state)
        for (int shift = 28; shift >= 0; shift -= 4)
            out += digits[word >> shift & 15];
    return out;
}

} // namespace tscope
