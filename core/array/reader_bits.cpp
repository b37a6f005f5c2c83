// SPDX-License-Identifier: Apache-2.0
#include "array/reader_bits.h"

#include <algorithm>
#include <bit>

namespace tscope {

namespace {

// 64 bits from any bit position, zeros outside.
std::uint64_t bitsFrom(const std::vector<std::uint64_t>& words, std::int64_t position)
{
    const auto index = position >> 6;
    const auto shift = static_cast<int>(position & 63);
    const auto at = [&](std::int64_t i) {
        return i >= 0 && i < static_cast<std::int64_t>(words.size()) ? words[static_cast<std::size_t>(i)] : 0;
    };
    return shift == 0 ? at(index) : at(index) >> shift | at(index + 1) << (64 - shift);
}

} // namespace

ReaderBits::ReaderBits(std::int64_t slots)
    : m_slots(slots), m_any(static_cast<std::size_t>((slots + 63) / 64)), m_many(m_any.size())
{
}

bool ReaderBits::anyShared() const
{
    return std::ranges::any_of(m_many, [](std::uint64_t bits) { return bits != 0; });
}

void ReaderBits::addRun(std::int64_t count)
{
    count = std::min(count, m_slots);
    m_used = std::max(m_used, count);
    for (std::int64_t at = 0; at < count; at += 64) {
        const auto bits = count - at >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (count - at)) - 1;
        m_many[word(at)] |= m_any[word(at)] & bits;
        m_any[word(at)] |= bits;
    }
}

void ReaderBits::add(const ReaderBits& other, std::int64_t shift)
{
    if (shift >= m_slots || other.m_used + shift <= 0)
        return;
    const auto end = std::min(m_slots, other.m_used + shift);
    // From the top down: when other is this, the words it still needs are not yet changed.
    for (auto at = (end - 1) & ~std::int64_t{63}; at >= 0 && at > shift - 64; at -= 64) {
        const auto any = bitsFrom(other.m_any, at - shift), many = bitsFrom(other.m_many, at - shift);
        m_many[word(at)] |= many | (m_any[word(at)] & any);
        m_any[word(at)] |= any;
    }
    m_used = std::max(m_used, end);
    if (const auto tail = m_slots & 63; tail != 0 && end == m_slots) {
        const auto mask = (std::uint64_t{1} << tail) - 1;
        m_any.back() &= mask;
        m_many.back() &= mask;
    }
}

void ReaderBits::repeat(std::uint64_t copies, std::uint64_t step)
{
    const auto limit = static_cast<std::uint64_t>(m_slots);
    copies = std::min(copies, limit / step + 1); // the others begin outside
    ReaderBits power = *this;                    // 2^j copies
    std::uint64_t done = copies & 1;
    if (done == 0) {
        m_any.assign(m_any.size(), 0);
        m_many.assign(m_many.size(), 0);
        m_used = 0;
    }
    for (std::uint64_t bit = 1; (copies >> 1) >= bit; bit *= 2) {
        power.add(power, static_cast<std::int64_t>(std::min(limit, bit * step)));
        if ((copies & (bit * 2)) != 0) {
            add(power, static_cast<std::int64_t>(std::min(limit, done * step)));
            done += bit * 2;
        }
    }
}

} // namespace tscope
