// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace tscope {

// xoshiro256**, seeded through splitmix64: the same numbers for a seed on every machine.
class Random
{
public:
    explicit Random(std::uint64_t seed)
    {
        for (auto& word : m_state) {
            seed += 0x9e3779b97f4a7c15U;
            auto z = seed;
            z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
            z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
            word = z ^ (z >> 31U);
        }
    }

    std::uint64_t next()
    {
        const auto result = rotated(m_state[1] * 5, 7) * 9;
        const auto shifted = m_state[1] << 17U;
        m_state[2] ^= m_state[0];
        m_state[3] ^= m_state[1];
        m_state[1] ^= m_state[2];
        m_state[0] ^= m_state[3];
        m_state[2] ^= shifted;
        m_state[3] = rotated(m_state[3], 45);
        return result;
    }

    // Each of 0 .. count-1 equally likely. Precondition: count > 0.
    std::int64_t below(std::int64_t count)
    {
        const auto bound = static_cast<std::uint64_t>(count);
        const auto leftOver = (0 - bound) % bound; // draws below it would favour small results
        for (;;)
            if (const auto draw = next(); draw >= leftOver)
                return static_cast<std::int64_t>(draw % bound);
    }
    std::int64_t between(std::int64_t low, std::int64_t high) { return low + below(high - low + 1); }

private:
    static std::uint64_t rotated(std::uint64_t value, unsigned by)
    {
        return (value << by) | (value >> (64U - by));
    }

    std::array<std::uint64_t, 4> m_state{};
};

} // namespace tscope
