// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/distribution.h"
#include "facts/value_code.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tscope {

// The bins of a histogram, by the codes of their first values. These are values of the type, so which bin a value
// is in never depends on how an edge is rounded.
template <class P>
struct BinPlan {
    using Code = ValueCode<P>;
    using Bits = typename Code::Bits;

    Histogram::Scale scale = Histogram::Scale::linear;
    std::vector<Bits> starts;

    static BinPlan ofBools() { return {Histogram::Scale::each, {0, 1}}; }
    // About half of the values are below the middle one. Precondition: least <= middle <= most.
    static BinPlan of(Bits least, Bits middle, Bits most, std::int64_t count)
    {
        BinPlan out;
        const auto low = Code::numberOf(least), high = Code::numberOf(most);
        const bool isInteger = !Code::isReal;
        const auto range = static_cast<Bits>(most - least);
        if (isInteger && range < mostHistogramBins) {
            out.scale = Histogram::Scale::each;
            for (unsigned i = 0; i <= range; ++i)
                out.starts.push_back(static_cast<Bits>(least + i));
            return out;
        }
        const auto wanted = wantedBins(count);
        out.starts.push_back(least);
        if (isCrowded(low, Code::numberOf(middle), high)) {
            out.scale = Histogram::Scale::logarithmic;
            const auto first = std::log2(std::abs(low)), last = std::log2(std::abs(high));
            out.cut(low, high, wanted,
                    [&](double share) { return std::copysign(std::exp2(first + (last - first) * share), low); });
        } else if (isInteger) {
            out.cutEvenly(range, wanted);
        } else {
            out.cut(low, high, wanted, [&](double share) {
                const auto length = high - low; // leaves the range of double at its ends
                return std::isfinite(length) ? low + length * share : low * (1 - share) + high * share;
            });
        }
        return out;
    }

    std::size_t binOf(Bits code) const
    {
        const auto behind = std::upper_bound(starts.begin(), starts.end(), code) - starts.begin();
        return static_cast<std::size_t>(std::max<std::ptrdiff_t>(behind, 1) - 1);
    }

private:
    // By the rule of Rice: few values in many bins show nothing but gaps.
    static int wantedBins(std::int64_t count)
    {
        const auto rice = std::ceil(2 * std::cbrt(static_cast<double>(count)));
        return static_cast<int>(std::clamp(rice, 4.0, static_cast<double>(mostHistogramBins)));
    }

    // Whether bins of equal width would put half of the values into the one or two next to zero, while all have
    // one sign and a logarithm.
    static bool isCrowded(double low, double middle, double high)
    {
        constexpr double enough = 30;
        if (high < 0)
            return isCrowded(-high, -middle, -low);
        return low > 0 && high / low > enough && (middle - low) * enough < high - low;
    }

    // Bins of equally many integers, but for the last.
    void cutEvenly(Bits range, int wanted)
    {
        const auto width = static_cast<std::uint64_t>(range) / static_cast<unsigned>(wanted) + 1;
        for (std::uint64_t at = 0; range - at >= width;) {
            at += width;
            starts.push_back(static_cast<Bits>(starts.front() + at));
        }
    }

    // At the shares 1 / wanted, 2 / wanted, ... of the range; where the type has no value between two of these,
    // the bins are fewer.
    template <class At>
    void cut(double low, double high, int wanted, At&& at)
    {
        for (int i = 1; i < wanted; ++i) {
            const auto number = at(static_cast<double>(i) / wanted);
            if (!(number > low && number < high))
                continue;
            if (const auto code = Code::atLeast(number); code > starts.back())
                starts.push_back(code);
        }
    }
};

} // namespace tscope
