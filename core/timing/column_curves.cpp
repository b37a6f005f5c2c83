// SPDX-License-Identifier: Apache-2.0
#include "timing/column_curves.h"

#include "base/say.h"
#include "timing/noise.h"
#include "timing/variant_words.h"
#include "timing/verdicts.h"
#include "timing/workload.h"

#include <algorithm>

namespace tscope::timing {

namespace {

using Point = ColumnCurve::Point;
using Curves = std::vector<const ColumnCurve*>; // of one device

const Point* pointAt(const ColumnCurve& curve, std::int64_t columns)
{
    const auto point = std::ranges::find(curve.points, columns, &Point::columns);
    return point == curve.points.end() ? nullptr : &*point;
}

std::vector<std::int64_t> columnsOf(const Curves& curves)
{
    std::vector<std::int64_t> out;
    for (const auto* curve : curves)
        for (const auto& point : curve->points)
            out.push_back(point.columns);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

// Precondition: a curve has it.
const ColumnCurve* fastestAt(const Curves& curves, std::int64_t columns)
{
    const ColumnCurve* fastest = nullptr;
    for (const auto* curve : curves)
        if (const auto* point = pointAt(*curve, columns);
            point != nullptr && (fastest == nullptr || point->time.value < pointAt(*fastest, columns)->time.value))
            fastest = curve;
    return fastest;
}

// What is the fastest stays so until another one is for sure.
std::vector<std::string> sentencesOf(const Session& session, const Noise& noise, const std::string& kind,
                                     const std::string& device, const Curves& curves)
{
    const auto columns = columnsOf(curves);
    const auto* leader = fastestAt(curves, columns.front());
    std::vector<std::string> out;
    auto since = columns.front();
    for (std::size_t i = 1; i < columns.size(); ++i) {
        const auto* now = fastestAt(curves, columns[i]);
        const auto *a = pointAt(*now, columns[i]), *b = pointAt(*leader, columns[i]);
        const bool isFaster =
            b == nullptr || wordFor(heldAgainst(session.rows[a->row], a->time, session.rows[b->row], b->time,
                                                noise)) == Word::faster;
        if (now == leader || !isFaster)
            continue;
        const auto [before, after] = wordsOf(leader->variant, now->variant);
        out.push_back(
            say("{0} on {1}: up to k = {2}, {3} is the fastest or not surely slower; from k = {4} on, {5} "
                "is faster",
                kind, device, columns[i - 1], before, columns[i], after));
        leader = now;
        since = columns[i];
    }
    if (out.empty())
        out.push_back(say("{0} on {1}: no form is surely faster than {2}, from k = {3} to k = {4}", kind, device,
                          text(leader->variant), since, columns.back()));
    return out;
}

} // namespace

ColumnCurves columnCurvesOf(const Session& session, const std::string& tensor, const std::string& op,
                            Figure Row::*figure)
{
    ColumnCurves out{tensor, workloadKindOf(op), {}, {}};
    for (std::size_t r = 0; r < session.rows.size(); ++r) {
        const auto& row = session.rows[r];
        const auto columns = columnsIn(row.op);
        if (row.tensor != tensor || columns == 0 || workloadKindOf(row.op) != out.kind || !isComparable(row) ||
            !(row.*figure).isThere())
            continue;
        auto curve = std::ranges::find_if(out.curves, [&](const ColumnCurve& each) {
            return each.variant == row.variant && each.device == row.device;
        });
        if (curve == out.curves.end())
            curve = out.curves.insert(curve, ColumnCurve{row.variant, row.device, {}});
        if (pointAt(*curve, columns) == nullptr)
            curve->points.push_back({r, columns, (row.*figure).median()});
    }
    std::erase_if(out.curves, [](const ColumnCurve& curve) { return curve.points.size() < 2; });
    const Noise noise(session);
    std::vector<std::string> told;
    for (auto& curve : out.curves)
        std::ranges::sort(curve.points, {}, &Point::columns);
    for (const auto& curve : out.curves) {
        if (std::ranges::find(told, curve.device) != told.end())
            continue;
        told.push_back(curve.device);
        Curves ofDevice;
        for (const auto& each : out.curves)
            if (each.device == curve.device)
                ofDevice.push_back(&each);
        std::ranges::move(sentencesOf(session, noise, out.kind, curve.device, ofDevice),
                          std::back_inserter(out.sentences));
    }
    return out;
}

} // namespace tscope::timing
