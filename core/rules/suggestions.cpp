// SPDX-License-Identifier: Apache-2.0
#include "rules/suggestions.h"

#include "base/checked_math.h"
#include "rules/outcome.h"

#include <algorithm>

namespace tscope {

std::vector<Suggestion> suggestionsFor(const Report& report, const std::vector<Repair>& repairs)
{
    std::vector<Suggestion> suggestions;
    const auto isRepair = [&](std::size_t reading) {
        return std::ranges::any_of(
            repairs, [&](const Repair& repair) { return repair.reading == reading && losesNothing(repair); });
    };
    auto misreading = report.misreadings.begin(); // those that leave the fewest places first
    const auto readUpTo = [&](std::int64_t places) {
        for (; misreading != report.misreadings.end() && misreading->violations <= places; ++misreading)
            if (!isRepair(static_cast<std::size_t>(misreading - report.misreadings.begin())))
                suggestions.emplace_back(&*misreading);
    };
    readUpTo(0); // if another meaning makes the members right, nothing is wrong with them
    for (const auto& repair : repairs) {
        if (!repair.outcome || repair.outcome->placesAfter > 0)
            readUpTo(repair.outcome ? repair.outcome->placesAfter : violationsIn(report));
        suggestions.emplace_back(&repair);
    }
    readUpTo(int64Max);
    return suggestions;
}

std::string_view idOf(const Suggestion& suggestion)
{
    if (const auto* const* misreading = std::get_if<const Misreading*>(&suggestion))
        return (*misreading)->id;
    return std::get<const Repair*>(suggestion)->id;
}

bool losesNothing(const Repair& repair)
{
    return repair.lossless && !repair.invents;
}

} // namespace tscope
