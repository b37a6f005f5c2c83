// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/footprint_bars.h"

#include "element/dtype.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope::charts {

namespace {

struct PartWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::PartWords)
};

// By the words of layouts and by those of readers: "plain" and "col_indices".
Part partOf(std::string_view role)
{
    if (role == "values" || role == "buffer")
        return Part::values;
    const bool isIndex = role == "plain" || role == "indices" || role == "col_indices" || role == "row_indices";
    return isIndex ? Part::indices : Part::pointers;
}

} // namespace

QString titleOf(Part part)
{
    switch (part) {
    case Part::pointers:
        return PartWords::tr("pointers");
    case Part::indices:
        return PartWords::tr("indices");
    case Part::values:
        return PartWords::tr("values");
    case Part::fill:
        return PartWords::tr("fill");
    }
    return {};
}

std::optional<FootprintBar> footprintOf(const timing::Session& session, const timing::Row& row)
{
    const auto found = std::ranges::find_if(session.footprints, [&](const timing::FootprintRow& each) {
        return each.tensor == row.tensor && each.variant == row.variant;
    });
    if (found == session.footprints.end())
        return std::nullopt;
    FootprintBar bar;
    for (const auto& member : found->members)
        bar.parts[static_cast<std::size_t>(partOf(member.role))] += static_cast<double>(member.bytes);
    // Fill lies among the values.
    auto& values = bar.parts[static_cast<std::size_t>(Part::values)];
    const auto fill =
        std::min(values, static_cast<double>(found->fill * DType::parse(row.variant.dtype).itemSize()));
    values -= fill;
    bar.parts[static_cast<std::size_t>(Part::fill)] = fill;
    return bar;
}

} // namespace tscope::charts
