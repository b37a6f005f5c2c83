// SPDX-License-Identifier: Apache-2.0
#include "timing/column_curves.h"

#include "base/say.h"
#include "timing/row_comparison.h"
#include "timing/variant_words.h"
#include "timing/verdicts.h"
#include "timing/workload.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

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

// Null: none of these has a time there.
const ColumnCurve* fastestAt(const Curves& curves, std::int64_t columns)
{
    const ColumnCurve* fastest = nullptr;
    for (const auto* curve : curves)
        if (const auto* point = pointAt(*curve, columns);
            point != nullptr && (fastest == nullptr || point->time.value < pointAt(*fastest, columns)->time.value))
            fastest = curve;
    return fastest;
}

// The curves of one device, compared at each number of columns.
class LeadingForms
{
public:
    LeadingForms(const RowComparison& comparison, Curves curves)
        : m_comparison(comparison), m_curves(std::move(curves)), m_columns(columnsOf(m_curves))
    {
        m_leaders.push_back(fastestAt(m_curves, m_columns.front()));
        for (std::size_t i = 1; i < m_columns.size(); ++i)
            m_leaders.push_back(leaderAfter(*m_leaders.back(), m_columns[i]));
    }

    std::vector<std::string> sentences(const std::string& kind, const std::string& device) const
    {
        if (std::ranges::count(m_leaders, m_leaders.front()) == std::ssize(m_leaders))
            return {sentenceOfOne(kind, device)};
        std::vector<std::string> out;
        for (std::size_t first = 0, end = 0; first < m_columns.size(); first = end) {
            const auto verdict = verdictAt(first);
            for (end = first + 1; end < m_columns.size() && verdictAt(end) == verdict;)
                ++end;
            out.push_back(end == first + 1
                              ? say("{0} on {1}, k = {2}: {3}", kind, device, m_columns[first], verdict)
                              : say("{0} on {1}, k = {2} to {3}: {4}", kind, device, m_columns[first],
                                    m_columns[end - 1], verdict));
        }
        return out;
    }

private:
    // The form that leads there, against each other form that has a time there.
    std::string verdictAt(std::size_t at) const
    {
        const auto& leader = *m_leaders[at];
        std::string slower, open;
        for (const auto* curve : m_curves) {
            if (curve == &leader || pointAt(*curve, m_columns[at]) == nullptr)
                continue;
            auto& list = isFaster(leader, *curve, m_columns[at]) ? slower : open;
            list += (list.empty() ? "" : ", ") + curve->name;
        }
        const auto name = leader.name;
        if (slower.empty())
            return open.empty() ? say("only {0} has a time", name)
                                : say("no form is surely faster than {0}", name);
        return open.empty() ? say("{0} is the fastest", name)
                            : say("{0} is faster than {1}; undecided against {2}", name, slower, open);
    }

    bool isFaster(const ColumnCurve& curve, const ColumnCurve& other, std::int64_t columns) const
    {
        const auto *a = pointAt(curve, columns), *b = pointAt(other, columns);
        if (a == nullptr || b == nullptr)
            return false;
        return m_comparison.word(a->row, b->row) == Word::faster;
    }

    // One form leads everywhere, but need not be surely the fastest everywhere.
    std::string sentenceOfOne(const std::string& kind, const std::string& device) const
    {
        const auto& leader = *m_leaders.front();
        const auto name = leader.name;
        std::vector<bool> isSure;
        for (const auto columns : m_columns)
            isSure.push_back(isFastestForSure(leader, columns));
        const auto sure = static_cast<std::size_t>(std::ranges::count(isSure, true));
        if (sure == 0)
            return say("{0} on {1}: no form is surely faster than {2}, from k = {3} to k = {4}", kind, device,
                       name, m_columns.front(), m_columns.back());
        if (sure == m_columns.size())
            return say("{0} on {1}: {2} is the fastest, from k = {3} to k = {4}", kind, device, name,
                       m_columns.front(), m_columns.back());
        if (std::ranges::is_sorted(isSure, std::greater()))
            return say(
                "{0} on {1}: {2} is the fastest up to k = {3}; from k = {4} on it is undecided which form is "
                "the fastest",
                kind, device, name, m_columns[sure - 1], m_columns[sure]);
        std::string where;
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (isSure[i])
                where += (where.empty() ? "" : ", ") + std::to_string(m_columns[i]);
        return say(
            "{0} on {1}: {2} is the fastest for k = {3}; for other k it is undecided which form is the fastest",
            kind, device, name, where);
    }

    // Surely faster than each other form that has a time there. False where there is no other.
    bool isFastestForSure(const ColumnCurve& leader, std::int64_t columns) const
    {
        const auto hasTime = [&](const ColumnCurve* curve) { return pointAt(*curve, columns) != nullptr; };
        return std::ranges::count_if(m_curves, hasTime) > 1 &&
               std::ranges::all_of(m_curves, [&](const ColumnCurve* curve) {
                   return curve == &leader || !hasTime(curve) || isFaster(leader, *curve, columns);
               });
    }

    // A form leads until another one is surely faster, or until it has no time. The form with the least time need
    // not be the one that is surely faster.
    const ColumnCurve* leaderAfter(const ColumnCurve& leader, std::int64_t columns) const
    {
        if (pointAt(leader, columns) == nullptr)
            return fastestAt(m_curves, columns);
        Curves faster;
        std::ranges::copy_if(m_curves, std::back_inserter(faster),
                             [&](const ColumnCurve* curve) { return isFaster(*curve, leader, columns); });
        return faster.empty() ? &leader : fastestAt(faster, columns);
    }

    const RowComparison& m_comparison;
    Curves m_curves;
    std::vector<std::int64_t> m_columns;
    Curves m_leaders; // at each of them
};

} // namespace

ColumnCurves columnCurvesOf(const Session& session, const std::string& tensor, const std::string& op,
                            Figure Row::*figure)
{
    ColumnCurves out{tensor, workloadKindOf(op), {}, {}};
    const FormNames names(session);
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
            curve = out.curves.insert(curve, ColumnCurve{row.variant, row.device, {}, names.of(row.variant)});
        if (pointAt(*curve, columns) == nullptr)
            curve->points.push_back({r, columns, (row.*figure).median()});
    }
    std::erase_if(out.curves, [](const ColumnCurve& curve) { return curve.points.size() < 2; });
    const RowComparison comparison(session, figure);
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
        std::ranges::move(LeadingForms(comparison, std::move(ofDevice)).sentences(out.kind, curve.device),
                          std::back_inserter(out.sentences));
    }
    return out;
}

} // namespace tscope::timing
