// SPDX-License-Identifier: Apache-2.0
#include "timing/density_curves.h"

#include "base/say.h"
#include "timing/number_text.h"
#include "timing/row_comparison.h"
#include "timing/variant_words.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace tscope::timing {

namespace {

// The share of the elements of a matrix that are entries; nothing: it is none.
std::optional<double> densityOf(const Session& session, const Subject& subject)
{
    const auto elements = numel(subject.size);
    if (!elements || *elements <= 0 || subject.size.size() != 2)
        return std::nullopt;
    const auto counted = std::ranges::find(session.blockTables, subject.name, &BlockTable::tensor);
    const auto entries = counted != session.blockTables.end() ? counted->entries : subject.stored;
    return entries > 0 ? std::optional(static_cast<double>(entries) / static_cast<double>(*elements))
                       : std::nullopt;
}

std::string patternOf(const Session& session, const std::string& tensor)
{
    const auto subject = std::ranges::find(session.subjects, tensor, &Subject::name);
    return subject == session.subjects.end() || subject->patternOf.empty() ? tensor : subject->patternOf;
}

class Turns
{
public:
    Turns(const RowComparison& comparison, const DensityCurves& curves)
        : m_comparison(comparison), m_curves(curves.curves), m_densities(curves.densities())
    {
    }

    // What is the fastest stays so until another one is for sure.
    std::vector<DensityFlip> all() const
    {
        std::vector<DensityFlip> out;
        auto leader = first();
        for (std::size_t i = 1; i < m_densities.size(); ++i) {
            // The form with the least time need not be the one that is surely faster.
            const auto now = fastestAt(m_densities[i], leader);
            if (!now)
                continue;
            out.push_back(flip(leader, *now, m_densities[i - 1], m_densities[i]));
            leader = *now;
        }
        return out;
    }

    std::size_t first() const
    {
        return m_densities.empty() ? 0 : fastestAt(m_densities.front(), std::nullopt).value_or(0);
    }

private:
    // Of all curves, or of those that are surely faster than `other`.
    std::optional<std::size_t> fastestAt(double density, std::optional<std::size_t> other) const
    {
        std::optional<std::size_t> fastest;
        double least = 0;
        for (std::size_t c = 0; c < m_curves.size(); ++c)
            if (const auto* point = pointAt(m_curves[c], density);
                point != nullptr && (!fastest || point->time.value < least) &&
                (!other || (c != *other && isSurelyFaster(c, *other, density)))) {
                fastest = c;
                least = point->time.value;
            }
        return fastest;
    }

    // Also where the other one could not be measured.
    bool isSurelyFaster(std::size_t curve, std::size_t other, double density) const
    {
        const auto *a = pointAt(m_curves[curve], density), *b = pointAt(m_curves[other], density);
        if (a == nullptr || b == nullptr)
            return a != nullptr;
        return m_comparison.word(a->row, b->row) == Word::faster;
    }

    DensityFlip flip(std::size_t before, std::size_t after, double low, double high) const
    {
        DensityFlip out{before, after, std::sqrt(low * high), low, high, isSurelyFaster(before, after, low)};
        // Above 1 where the one that was faster no longer is.
        const auto ratioAt = [&](double density) {
            const auto *a = pointAt(m_curves[before], density), *b = pointAt(m_curves[after], density);
            return a != nullptr && b != nullptr ? std::optional(a->time.value / b->time.value) : std::nullopt;
        };
        const auto atLow = ratioAt(low), atHigh = ratioAt(high);
        if (atLow && atHigh && *atLow < 1 && *atHigh > 1) {
            const auto way = -std::log(*atLow) / (std::log(*atHigh) - std::log(*atLow));
            out.density = low * std::pow(high / low, way);
        }
        return out;
    }

    const RowComparison& m_comparison;
    const std::vector<DensityCurve>& m_curves;
    std::vector<double> m_densities;
};

} // namespace

const DensityCurve::Point* pointAt(const DensityCurve& curve, double density)
{
    const auto point = std::ranges::find(curve.points, density, &DensityCurve::Point::density);
    return point == curve.points.end() ? nullptr : &*point;
}

std::vector<double> DensityCurves::densities() const
{
    std::vector<double> out;
    for (const auto& curve : curves)
        for (const auto& point : curve.points)
            out.push_back(point.density);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

DensityCurves densityCurvesOf(const Session& session, const std::string& tensor, const std::string& op,
                              const std::string& device, Figure Row::*figure)
{
    DensityCurves out{patternOf(session, tensor), op, device, 0, {}, 0, {}};
    const FormNames names(session);
    std::map<std::string_view, double> densities; // of the tensors that have the pattern
    for (const auto& subject : session.subjects)
        if (subject.name == out.pattern || subject.patternOf == out.pattern)
            if (const auto density = densityOf(session, subject))
                densities.emplace(subject.name, *density);
    if (densities.size() < 2 || !densities.contains(out.pattern))
        return out;
    out.here = densities.at(out.pattern);
    for (std::size_t r = 0; r < session.rows.size(); ++r) {
        const auto& row = session.rows[r];
        const auto density = densities.find(row.tensor);
        if (density == densities.end() || row.op != op || row.device != device || !isComparable(row) ||
            !(row.*figure).isThere())
            continue;
        auto curve = std::ranges::find(out.curves, row.variant, &DensityCurve::variant);
        if (curve == out.curves.end())
            curve = out.curves.insert(curve, DensityCurve{row.variant, {}, names.of(row.variant)});
        curve->points.push_back({r, density->second, (row.*figure).median()});
    }
    for (auto& curve : out.curves)
        std::ranges::sort(curve.points, {}, &DensityCurve::Point::density);
    const RowComparison comparison(session, figure);
    const Turns turns(comparison, out);
    out.sparsest = turns.first();
    out.flips = turns.all();
    return out;
}

std::vector<std::string> sentencesOf(const DensityCurves& curves)
{
    if (curves.curves.empty())
        return {};
    const auto measured = curves.densities();
    if (curves.flips.empty())
        return {say("no form is faster than {0} for sure, from {1} to {2} of the elements",
                    curves.curves[curves.sparsest].name, percentText(measured.front()),
                    percentText(measured.back()))};
    std::vector<std::string> out;
    for (const auto& flip : curves.flips) {
        const auto &before = curves.curves[flip.before].name, &after = curves.curves[flip.after].name;
        const auto at = percentText(flip.density), low = percentText(flip.low), high = percentText(flip.high);
        out.push_back(flip.isSure
                          ? say("{0} is faster up to about {1} of the elements, {2} is faster from there on "
                                "(measured at {3} and {4})",
                                before, at, after, low, high)
                          : say("{0} is not slower up to about {1} of the elements, {2} is faster from there "
                                "on (measured at {3} and {4})",
                                before, at, after, low, high));
    }
    return out;
}

} // namespace tscope::timing
