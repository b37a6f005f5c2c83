// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/bin_plan.h"
#include "facts/moments.h"
#include "facts/rank_search.h"
#include "facts/value_blocks.h"
#include "facts/value_code.h"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace tscope {

inline constexpr std::array quantileShares{0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

// The passes over values of one type. The first one counts what can be counted without knowing the range, and the
// first digit (16 bits) of the codes. Types of more bits take one pass for each further digit, in which the values
// are also counted whose bin the first digit does not tell. Few values are sorted instead, since the tables of
// digits would take longer than all else.
template <class T>
class DistributionScan
{
public:
    // Each value stands for so many.
    DistributionScan(const ValueBlocks& blocks, std::int64_t times)
        : m_blocks(blocks), m_times(times), m_areFew(blocks.count() <= few)
    {
    }

    bool run(const Watch& watch, Distribution& out)
    {
        if (!countFirst(watch))
            return false;
        tellCounts(out);
        const auto finite = m_all.finite;
        if (finite == 0)
            return true;
        if (!measure(watch, out))
            return false;
        std::ranges::sort(m_all.few);
        m_plan = isBool ? BinPlan<P>::ofBools() : BinPlan<P>::of(m_all.least, middle(), m_all.most, finite);
        m_bins.assign(m_plan.starts.size(), 0);
        const auto ranks = isBool ? std::vector<std::int64_t>{} : wantedRanks(finite);
        if (m_areFew)
            lookUpSorted(ranks);
        else if (!search(watch, ranks))
            return false;
        tellSpread(out);
        return true;
    }

private:
    using P = decltype(sortedAs(std::declval<T>()));
    using Code = ValueCode<P>;
    using Bits = typename Code::Bits;
    static constexpr bool isBool = std::same_as<T, BoolByte>;
    static constexpr int topBits = std::min(Code::bitCount, 16);
    static constexpr int topShift = Code::bitCount - topBits;
    static constexpr std::size_t topCount = std::size_t{1} << topBits;
    static constexpr bool hasWholeTops = topShift == 0;           // the first digit is the value
    static constexpr std::int64_t few = cpu::leastForThreads - 1; // no thread helps with these

    struct Counts {
        std::int64_t nans = 0, plus = 0, minus = 0, zeros = 0, finite = 0;
        Bits least = std::numeric_limits<Bits>::max(), most = 0;
        std::vector<std::int64_t> tops;
        std::vector<Bits> few; // the codes, where the values are few
    };
    using Codes = std::array<Bits, ValueBlocks::mostAtOnce>;

    // The codes of the finite values among these; what is not finite is counted.
    static std::size_t decode(std::span<const std::byte> bytes, Codes& codes, Counts& counts)
    {
        std::size_t n = 0;
        for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
            const auto value = sortedAs(loadElement<T>(bytes.data() + at));
            if constexpr (Code::isReal) {
                const auto bits = Code::bitsOf(value);
                const auto magnitude = Code::magnitudeOf(bits);
                if (magnitude >= Code::notFinite()) {
                    if (magnitude > Code::notFinite() || !Code::hasInfinity)
                        ++counts.nans;
                    else
                        ++((bits & Code::topBit) != 0 ? counts.minus : counts.plus);
                    continue;
                }
            }
            codes[n++] = Code::of(value);
        }
        return n;
    }

    static Moments momentsOf(std::span<const Bits> codes, int exponent)
    {
        std::array<double, ValueBlocks::mostAtOnce> numbers;
        for (std::size_t i = 0; i < codes.size(); ++i)
            numbers[i] = Code::numberOf(codes[i]);
        if (exponent != 0)
            for (std::size_t i = 0; i < codes.size(); ++i)
                numbers[i] = std::ldexp(numbers[i], exponent);
        return Moments::of({numbers.data(), codes.size()});
    }

    bool countFirst(const Watch& watch)
    {
        std::vector<Counts> each(static_cast<std::size_t>(m_blocks.workers()));
        for (auto& counts : each)
            counts.tops.assign(m_areFew ? 0 : topCount, 0);
        std::vector<Moments> moments(static_cast<std::size_t>(m_blocks.blocks()));
        const auto isDone = m_blocks.forEach(watch, [&](std::size_t worker, std::int64_t block, auto bytes) {
            auto& counts = each[worker];
            Codes codes;
            const auto n = decode(bytes, codes, counts);
            countCodes({codes.data(), n}, counts);
            if (!hasWholeTops || m_areFew)
                moments[static_cast<std::size_t>(block)].merge(momentsOf({codes.data(), n}, 0));
        });
        m_all = std::move(each.front());
        for (const auto& counts : std::span(each).subspan(1))
            add(counts);
        for (const auto& part : moments) // in the order of the blocks, whichever thread had them
            m_moments.merge(part);
        return isDone;
    }

    void countCodes(std::span<const Bits> codes, Counts& counts) const
    {
        const auto zero = Code::zero();
        auto least = counts.least, most = counts.most;
        std::int64_t zeros = 0;
        for (const auto code : codes) {
            least = std::min(least, code);
            most = std::max(most, code);
            zeros += code == zero;
        }
        if (m_areFew)
            counts.few.insert(counts.few.end(), codes.begin(), codes.end());
        else
            for (const auto code : codes)
                ++counts.tops[static_cast<std::size_t>(code >> topShift)];
        counts.least = least;
        counts.most = most;
        counts.zeros += zeros;
        counts.finite += std::ssize(codes);
    }

    void add(const Counts& counts)
    {
        m_all.nans += counts.nans;
        m_all.plus += counts.plus;
        m_all.minus += counts.minus;
        m_all.zeros += counts.zeros;
        m_all.finite += counts.finite;
        m_all.least = std::min(m_all.least, counts.least);
        m_all.most = std::max(m_all.most, counts.most);
        for (std::size_t top = 0; top < counts.tops.size(); ++top)
            m_all.tops[top] += counts.tops[top];
    }

    void tellCounts(Distribution& out) const
    {
        out.count = m_blocks.count() * m_times;
        out.nans = m_all.nans * m_times;
        out.positiveInfinities = m_all.plus * m_times;
        out.negativeInfinities = m_all.minus * m_times;
        out.zeros = m_all.zeros * m_times;
        if (m_all.finite > 0) {
            out.least = numberOf(m_all.least);
            out.largest = numberOf(m_all.most);
        }
    }

    // Mean and deviation. Where squares of the numbers leave the range of double, the numbers are scaled by a
    // power of two first, which rounds none that matters.
    bool measure(const Watch& watch, Distribution& out)
    {
        int exponent = 0;
        if (hasWholeTops && !m_areFew) {
            for (std::size_t code = 0; code < topCount; ++code)
                if (m_all.tops[code] > 0)
                    m_moments.merge({m_all.tops[code], Code::numberOf(static_cast<Bits>(code)), 0});
        } else {
            constexpr int safe = 450; // the squares of 2^53 numbers fit
            const auto largest =
                std::max(std::abs(Code::numberOf(m_all.least)), std::abs(Code::numberOf(m_all.most)));
            const auto own = largest > 0 ? std::ilogb(largest) : 0;
            if (own > safe || own < -safe) {
                exponent = -own;
                if (!measureScaled(watch, exponent))
                    return false;
            }
        }
        out.mean = std::ldexp(m_moments.mean, -exponent);
        out.deviation = std::ldexp(m_moments.deviation(), -exponent);
        return true;
    }

    bool measureScaled(const Watch& watch, int exponent)
    {
        std::vector<Moments> moments(static_cast<std::size_t>(m_blocks.blocks()));
        const auto isDone = m_blocks.forEach(watch, [&](std::size_t, std::int64_t block, auto bytes) {
            Counts unused;
            Codes codes;
            const auto n = decode(bytes, codes, unused);
            moments[static_cast<std::size_t>(block)].merge(momentsOf({codes.data(), n}, exponent));
        });
        m_moments = {};
        for (const auto& part : moments)
            m_moments.merge(part);
        return isDone;
    }

    // The two values that a quantile lies between are at neighbouring ranks.
    struct Position {
        std::int64_t rank;
        double share; // of the way to the next one
    };
    Position positionOf(double share) const
    {
        const auto last = static_cast<long double>(m_all.finite * m_times - 1);
        const auto at = last * static_cast<long double>(share);
        const auto rank = std::floor(at);
        return {static_cast<std::int64_t>(rank), static_cast<double>(at - rank)};
    }

    std::vector<std::int64_t> wantedRanks(std::int64_t finite) const
    {
        std::vector<std::int64_t> ranks;
        for (const auto share : quantileShares) {
            const auto rank = positionOf(share).rank;
            ranks.push_back(rank / m_times);
            ranks.push_back(std::min((rank + 1) / m_times, finite - 1));
        }
        return ranks;
    }

    // Of the values, or the least one that has the same first digit.
    Bits middle() const
    {
        auto before = m_all.finite / 2;
        if (m_areFew)
            return m_all.few[static_cast<std::size_t>(before)];
        std::size_t top = 0;
        while (before >= m_all.tops[top])
            before -= m_all.tops[top++];
        return std::max(m_all.least, static_cast<Bits>(static_cast<std::uint64_t>(top) << topShift));
    }

    void lookUpSorted(std::span<const std::int64_t> ranks)
    {
        const auto& codes = m_all.few;
        for (const auto rank : ranks)
            m_ranked.push_back(codes[static_cast<std::size_t>(rank)]);
        for (const auto code : codes)
            ++m_bins[m_plan.binOf(code)];
    }

    bool search(const Watch& watch, std::span<const std::int64_t> ranks)
    {
        RankSearch found(ranks);
        found.take(m_all.tops, topBits);
        takeWholeTops();
        for (int known = topBits; known < Code::bitCount; known += topBits)
            if (!countDigit(watch, found, known))
                return false;
        for (std::size_t i = 0; i < ranks.size(); ++i)
            m_ranked.push_back(static_cast<Bits>(found.code(i)));
        return true;
    }

    // Values whose first digit tells their bin are counted by it. The others are left for the next pass.
    void takeWholeTops()
    {
        constexpr auto rest = static_cast<Bits>((std::uint64_t{1} << topShift) - 1);
        m_isMixed.assign(topCount, 0);
        for (std::size_t top = 0; top < topCount; ++top) {
            if (m_all.tops[top] == 0)
                continue;
            const auto low = static_cast<Bits>(static_cast<std::uint64_t>(top) << topShift);
            const auto bin = m_plan.binOf(low);
            if (bin == m_plan.binOf(static_cast<Bits>(low | rest)))
                m_bins[bin] += m_all.tops[top];
            else
                m_isMixed[top] = 1;
        }
    }

    // The digit behind the known bits, for the search, and the bins that are still to be counted.
    bool countDigit(const Watch& watch, RankSearch& found, int known)
    {
        constexpr std::uint8_t mixed = 1, searched = 2;
        const auto& prefixes = found.prefixes();
        const auto shift = Code::bitCount - known - topBits;
        auto tops = std::exchange(m_isMixed, {});
        tops.resize(topCount);
        for (const auto prefix : prefixes)
            tops[static_cast<std::size_t>(prefix >> (known - topBits))] |= searched;

        struct Part {
            std::vector<std::int64_t> digits, bins;
        };
        std::vector<Part> parts(static_cast<std::size_t>(m_blocks.workers()));
        for (auto& part : parts) {
            part.digits.assign(prefixes.size() << topBits, 0);
            part.bins.assign(m_bins.size(), 0);
        }
        const auto isDone = m_blocks.forEach(watch, [&](std::size_t worker, std::int64_t, auto bytes) {
            auto& part = parts[worker];
            Counts unused;
            Codes codes;
            const auto n = decode(bytes, codes, unused);
            for (const auto code : std::span(codes).first(n)) {
                const auto what = tops[static_cast<std::size_t>(code >> topShift)];
                if (what == 0)
                    continue;
                if ((what & mixed) != 0)
                    ++part.bins[m_plan.binOf(code)];
                if ((what & searched) != 0) {
                    const auto prefix = static_cast<std::uint64_t>(code) >> (shift + topBits);
                    const auto at = std::ranges::lower_bound(prefixes, prefix);
                    if (at != prefixes.end() && *at == prefix)
                        ++part.digits[(static_cast<std::size_t>(at - prefixes.begin()) << topBits) |
                                      ((static_cast<std::uint64_t>(code) >> shift) & (topCount - 1))];
                }
            }
        });
        if (!isDone)
            return false;
        for (std::size_t other = 1; other < parts.size(); ++other)
            for (std::size_t i = 0; i < parts[0].digits.size(); ++i)
                parts[0].digits[i] += parts[other].digits[i];
        for (const auto& part : parts)
            for (std::size_t bin = 0; bin < m_bins.size(); ++bin)
                m_bins[bin] += part.bins[bin];
        found.take(parts[0].digits, topBits);
        return true;
    }

    void tellSpread(Distribution& out) const
    {
        for (std::size_t i = 0; 2 * i < m_ranked.size(); ++i)
            out.quantiles.push_back({quantileShares[i], between(m_ranked[2 * i], m_ranked[2 * i + 1],
                                                                positionOf(quantileShares[i]).share)});
        out.histogram.scale = m_plan.scale;
        for (const auto start : m_plan.starts)
            out.histogram.starts.push_back(numberOf(start));
        out.histogram.last = isBool ? Number(true) : numberOf(m_all.most);
        for (const auto count : m_bins)
            out.histogram.counts.push_back(count * m_times);
    }

    static Number between(Bits low, Bits high, double share)
    {
        if (low == high || share == 0)
            return numberOf(low);
        const auto a = Code::numberOf(low), b = Code::numberOf(high);
        const auto length = b - a; // leaves the range of double at its ends
        return std::isfinite(length) ? a + length * share : a * (1 - share) + b * share;
    }

    static Number numberOf(Bits code)
    {
        const auto value = Code::from(code);
        if constexpr (isBool)
            return value != 0;
        else if constexpr (Code::isReal)
            return toDouble(value);
        else if constexpr (std::is_signed_v<P>)
            return static_cast<std::int64_t>(value);
        else
            return static_cast<std::uint64_t>(value);
    }

    const ValueBlocks& m_blocks;
    std::int64_t m_times;
    bool m_areFew;
    Counts m_all;
    Moments m_moments;
    BinPlan<P> m_plan;
    std::vector<std::int64_t> m_bins;
    std::vector<Bits> m_ranked;          // the codes at the wanted ranks
    std::vector<std::uint8_t> m_isMixed; // first digits of values of several bins
};

} // namespace tscope
