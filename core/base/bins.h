// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace tscope {

// The numbers [begin, end) cut into bins that are as equal as whole numbers can be: with n numbers and B bins,
// bin b holds those from ceil(b * n / B) on (counted from `begin`), so number x lies in bin floor(x * B / n).
// Never more bins than numbers, so no bin is empty. All of it is exact.
class Bins
{
public:
    Bins() = default; // of nothing: no bins
    // Precondition: 0 <= begin <= end, wanted >= 0.
    Bins(std::int64_t begin, std::int64_t end, std::int64_t wanted)
        : m_begin(begin), m_end(end), m_count(std::min(wanted, end - begin))
    {
        if (m_count > 0 && m_count < numbers())
            m_factor = static_cast<std::uint64_t>(((Raw(m_count) << 64) + Raw(numbers()) - 1) / Raw(numbers()));
    }

    std::int64_t begin() const { return m_begin; }
    std::int64_t end() const { return m_end; }
    std::int64_t numbers() const { return m_end - m_begin; }
    std::int64_t count() const { return m_count; }
    bool contains(std::int64_t number) const { return number >= m_begin && number < m_end; }

    // Where a bin begins; that of bin count() is the end. Precondition: 0 <= bin <= count(), count() > 0.
    std::int64_t first(std::int64_t bin) const
    {
        return m_begin + static_cast<std::int64_t>((Raw(bin) * Raw(numbers()) + Raw(m_count) - 1) / Raw(m_count));
    }
    std::int64_t width(std::int64_t bin) const { return first(bin + 1) - first(bin); }

    // Precondition: contains(number), count() > 0.
    std::int64_t of(std::int64_t number) const
    {
        const auto at = static_cast<std::uint64_t>(number - m_begin);
        if (isOneEach())
            return static_cast<std::int64_t>(at);
        const auto bin = static_cast<std::int64_t>(scaled(at, m_factor));
        return isScaled() || number >= first(bin) ? bin : bin - 1;
    }

    // For loops over many numbers: which of these holds is asked once, outside of them.
    bool isOneEach() const { return m_count == numbers(); }
    // The bin of begin() + at is scaled(at, factor()). The factor is 2^64 * B / n rounded up, so the product is
    // too large by less than n / 2^64: no more than what floor() takes away as long as that is at most 1 / n.
    bool isScaled() const { return !isOneEach() && numbers() <= std::int64_t{1} << 32; }
    std::uint64_t factor() const { return m_factor; }
    static std::uint64_t scaled(std::uint64_t at, std::uint64_t factor)
    {
        return static_cast<std::uint64_t>((Raw(at) * factor) >> 64);
    }

    bool operator==(const Bins&) const = default;

private:
    __extension__ using Raw = unsigned __int128;

    std::int64_t m_begin = 0, m_end = 0, m_count = 0;
    std::uint64_t m_factor = 0;
};

} // namespace tscope
