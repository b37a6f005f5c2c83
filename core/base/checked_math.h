// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>

namespace tscope {

// Sizes, strides and offsets are int64 everywhere. The rules are stated in unbounded integers, so what is
// computed from them goes through these: nothing wraps, and "does not fit" is an answer.

inline constexpr std::int64_t int64Max = std::numeric_limits<std::int64_t>::max();
inline constexpr std::int64_t int64Min = std::numeric_limits<std::int64_t>::min();

inline std::optional<std::int64_t> checkedAdd(std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    if (__builtin_add_overflow(a, b, &out))
        return std::nullopt;
    return out;
}

inline std::optional<std::int64_t> checkedSub(std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    if (__builtin_sub_overflow(a, b, &out))
        return std::nullopt;
    return out;
}

inline std::optional<std::int64_t> checkedMul(std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    if (__builtin_mul_overflow(a, b, &out))
        return std::nullopt;
    return out;
}

// The product of extents that are >= 0. Any zero makes it zero, whatever the others are.
inline std::optional<std::int64_t> checkedProduct(std::span<const std::int64_t> extents)
{
    for (const auto extent : extents)
        if (extent == 0)
            return 0;
    std::int64_t product = 1;
    for (const auto extent : extents)
        if (__builtin_mul_overflow(product, extent, &product))
            return std::nullopt;
    return product;
}

inline std::int64_t saturatingMul(std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    if (__builtin_mul_overflow(a, b, &out))
        return (a < 0) == (b < 0) ? int64Max : int64Min;
    return out;
}

inline std::int64_t saturatingAdd(std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    if (__builtin_add_overflow(a, b, &out))
        return a < 0 ? int64Min : int64Max;
    return out;
}

inline std::int64_t saturatingSub(std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    if (__builtin_sub_overflow(a, b, &out))
        return a < 0 ? int64Min : int64Max;
    return out;
}

// A 128-bit integer that stays at its limit instead of wrapping. Products of two int64 always fit; sums of
// many such products can only saturate far outside int64, where the answer "does not fit" is the same.
class Wide
{
public:
    Wide(std::int64_t value = 0) : m_value(value) {}
    static Wide product(std::int64_t a, std::int64_t b) { return Wide(Raw{a} * b, 0); }

    Wide operator+(Wide other) const
    {
        Raw out = 0;
        if (__builtin_add_overflow(m_value, other.m_value, &out))
            return Wide(m_value < 0 ? lowest : highest, 0);
        return Wide(out, 0);
    }

    Wide operator*(Wide other) const
    {
        Raw out = 0;
        if (__builtin_mul_overflow(m_value, other.m_value, &out))
            return Wide((m_value < 0) == (other.m_value < 0) ? highest : lowest, 0);
        return Wide(out, 0);
    }

    bool operator==(const Wide&) const = default;
    auto operator<=>(const Wide&) const = default;

    std::optional<std::int64_t> asInt64() const
    {
        if (m_value < int64Min || m_value > int64Max)
            return std::nullopt;
        return static_cast<std::int64_t>(m_value);
    }
    std::int64_t clamped() const
    {
        return m_value < int64Min ? int64Min : m_value > int64Max ? int64Max : static_cast<std::int64_t>(m_value);
    }
    std::string text() const // all digits
    {
        std::string out;
        auto rest = m_value;
        do {
            const auto digit = static_cast<int>(rest % 10);
            out.insert(out.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
            rest /= 10;
        } while (rest != 0);
        return m_value < 0 ? "-" + out : out;
    }

private:
    __extension__ using Raw = __int128;
    static constexpr Raw highest = ~(Raw{1} << 127);
    static constexpr Raw lowest = Raw{1} << 127;

    Wide(Raw value, int) : m_value(value) {}

    Raw m_value;
};

} // namespace tscope
