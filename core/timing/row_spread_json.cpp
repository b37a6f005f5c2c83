// SPDX-License-Identifier: Apache-2.0
#include "timing/row_spread_json.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "facts/json_fields.h"

#include <algorithm>

namespace tscope::timing {

namespace {

constexpr Within<std::int64_t> anyLength{0, int64Max};

template <class Items, class Member>
Json columnOf(const Items& items, Member member)
{
    auto out = Json::array();
    for (const auto& item : items)
        out.push_back(item.*member);
    return out;
}

// Fills bins that have their lengths already.
void readBins(FieldsReader& from, const char* key, const char* firstKey, std::int64_t rows,
              std::vector<LengthBin>& bins)
{
    const auto counts = from.wholes(key, anyLength, bins.size());
    const auto firsts = from.wholes(firstKey, {-1, rows - 1}, bins.size());
    if (counts.size() != bins.size())
        return from.refuse(key, say("a number of rows for each of {0} bins", bins.size()));
    if (firsts.size() != bins.size())
        return from.refuse(firstKey, say("the first row of each of {0} bins", bins.size()));
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        bins[i].rows = counts[i];
        bins[i].firstRow = firsts[i];
        sum = saturatingAdd(sum, counts[i]);
        if ((counts[i] == 0) != (firsts[i] == -1))
            from.refuse(firstKey, say("-1 for bins without rows, and for no others"));
    }
    if (sum != rows)
        from.refuse(key, say("bins of {0} rows together", rows));
}

void readCurve(FieldsReader& from, RowSpread& out)
{
    const auto ranks = from.wholes("ranks", {0, out.rows - 1}, mostCurvePoints);
    const auto lengths = from.wholes("lengths", {out.least, out.greatest}, mostCurvePoints);
    if (ranks.size() != lengths.size())
        return from.refuse("lengths", say("a length for each of {0} ranks", ranks.size()));
    for (std::size_t i = 0; i < ranks.size(); ++i)
        out.curve.push_back({ranks[i], lengths[i]});
    const auto rises = [](const RankedLength& a, const RankedLength& b) { return a.rank >= b.rank; };
    const auto isLonger = [](const RankedLength& a, const RankedLength& b) { return a.length < b.length; };
    if (ranks.empty() || ranks.front() != 0 || ranks.back() != out.rows - 1 ||
        std::ranges::adjacent_find(out.curve, rises) != out.curve.end())
        from.refuse("ranks", say("ranks that rise from 0 to {0}", out.rows - 1));
    else if (lengths.front() != out.greatest || lengths.back() != out.least ||
             std::ranges::adjacent_find(out.curve, isLonger) != out.curve.end())
        from.refuse("lengths", say("lengths that fall from {0} to {1}", out.greatest, out.least));
}

} // namespace

Json jsonOf(const RowSpread& spread)
{
    if (spread.rows == 0)
        return nullptr;
    JsonFields out(13);
    out.add("rows", spread.rows)
        .add("entries", spread.entries)
        .add("empty", spread.empty)
        .add("least", spread.least)
        .add("median", spread.median)
        .add("greatest", spread.greatest)
        .add("first_longest", spread.firstLongest)
        .add("doubling_rows", columnOf(spread.doublingBins, &LengthBin::rows))
        .add("doubling_first", columnOf(spread.doublingBins, &LengthBin::firstRow))
        .add("even_rows", columnOf(spread.evenBins, &LengthBin::rows))
        .add("even_first", columnOf(spread.evenBins, &LengthBin::firstRow))
        .add("ranks", columnOf(spread.curve, &RankedLength::rank))
        .add("lengths", columnOf(spread.curve, &RankedLength::length));
    return out.object();
}

RowSpread rowSpreadIn(FieldsReader& from)
{
    RowSpread out;
    out.rows = from.whole("rows", {1, int64Max});
    out.greatest = from.whole("greatest", anyLength);
    out.median = from.whole("median", {0, out.greatest});
    out.least = from.whole("least", {0, out.median});
    out.entries =
        from.whole("entries", {saturatingMul(out.least, out.rows), saturatingMul(out.greatest, out.rows)});
    out.firstLongest = from.whole("first_longest", {0, out.rows - 1});
    out.doublingBins = doublingBinsOf(out.greatest);
    out.evenBins = evenBinsOf(out.greatest);
    readBins(from, "doubling_rows", "doubling_first", out.rows, out.doublingBins);
    readBins(from, "even_rows", "even_first", out.rows, out.evenBins);
    const auto empty = out.doublingBins.front().rows;
    out.empty = from.whole("empty", {empty, empty});
    readCurve(from, out);
    return out;
}

} // namespace tscope::timing
