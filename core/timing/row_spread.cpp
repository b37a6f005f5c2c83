// SPDX-License-Identifier: Apache-2.0
#include "timing/row_spread.h"

#include "base/checked_math.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tscope::timing {

namespace {

constexpr int halfOfCurve = 256; // of its points

// In rising order. Half of them evenly, half by powers, so that the few longest rows are there on each scale.
std::vector<std::int64_t> ranksOfCurve(std::int64_t rows)
{
    std::vector<std::int64_t> ranks;
    const auto count = static_cast<double>(rows);
    for (int i = 0; i <= halfOfCurve; ++i)
        for (const auto rank : {count * i / halfOfCurve, std::pow(count, 1.0 * i / halfOfCurve) - 1})
            ranks.push_back(std::min(static_cast<std::int64_t>(rank), rows - 1));
    std::ranges::sort(ranks);
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

std::size_t evenBin(std::int64_t length, const std::vector<LengthBin>& bins)
{
    return static_cast<std::size_t>(length / (bins.front().last + 1));
}

std::size_t doublingBin(std::int64_t length)
{
    return static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(length)));
}

} // namespace

std::vector<LengthBin> evenBinsOf(std::int64_t greatest)
{
    const auto width = greatest / static_cast<std::int64_t>(mostEvenBins) + 1;
    std::vector<LengthBin> bins;
    for (std::int64_t i = 0; i <= greatest / width; ++i)
        bins.push_back({i * width, saturatingAdd(i * width, width - 1)});
    return bins;
}

std::vector<LengthBin> doublingBinsOf(std::int64_t greatest)
{
    std::vector<LengthBin> bins{{0, 0}};
    for (std::size_t i = 1; i <= doublingBin(greatest); ++i) {
        const auto first = std::int64_t{1} << (i - 1);
        bins.push_back({first, first - 1 + first});
    }
    return bins;
}

void LengthCounts::add(std::int64_t length)
{
    auto& alike = length < fewEntries ? m_short[static_cast<std::size_t>(length)] : m_long[length];
    if (alike.rows++ == 0)
        alike.firstRow = m_rows;
    ++m_rows;
}

std::map<std::int64_t, LengthCounts::Alike> LengthCounts::byLength() const
{
    auto all = m_long;
    for (std::size_t length = 0; length < m_short.size(); ++length)
        if (m_short[length].rows > 0)
            all.emplace(static_cast<std::int64_t>(length), m_short[length]);
    return all;
}

RowSpread LengthCounts::spread() const
{
    RowSpread out;
    if (m_rows == 0)
        return out;
    const auto all = byLength();
    out.rows = m_rows;
    out.empty = m_short[0].rows;
    out.least = all.begin()->first;
    out.greatest = all.rbegin()->first;
    out.firstLongest = all.rbegin()->second.firstRow;
    out.evenBins = evenBinsOf(out.greatest);
    out.doublingBins = doublingBinsOf(out.greatest);
    const auto addTo = [](LengthBin& bin, const Alike& alike) {
        bin.firstRow = bin.rows == 0 ? alike.firstRow : std::min(bin.firstRow, alike.firstRow);
        bin.rows += alike.rows;
    };
    const auto ranks = ranksOfCurve(m_rows);
    auto rank = ranks.begin();
    std::int64_t passed = 0; // rows that are at least as long
    for (auto each = all.rbegin(); each != all.rend(); ++each) {
        const auto& [length, alike] = *each;
        out.entries = saturatingAdd(out.entries, saturatingMul(length, alike.rows));
        addTo(out.evenBins[evenBin(length, out.evenBins)], alike);
        addTo(out.doublingBins[doublingBin(length)], alike);
        if (passed <= m_rows / 2)
            out.median = length;
        passed += alike.rows;
        for (; rank != ranks.end() && *rank < passed; ++rank)
            out.curve.push_back({*rank, length});
    }
    return out;
}

RowSpread spreadOf(const std::vector<std::int64_t>& lengths)
{
    LengthCounts counts;
    for (const auto length : lengths)
        counts.add(length);
    return counts.spread();
}

} // namespace tscope::timing
