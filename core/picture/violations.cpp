// SPDX-License-Identifier: Apache-2.0
#include "picture/violations.h"

#include "layouts/shared/tally_entries.h"

#include <algorithm>
#include <map>

namespace tscope {

namespace {

// For layouts that do not say themselves where slots speak: the first element that reads one.
IndexOfSlots firstReader(const Tensor& tensor)
{
    return [&tensor](const Slots& slots) -> std::optional<Extents> {
        const auto readers = tensor.layout->readersOf(tensor, slots.member, slots.begin, 1);
        if (!readers || readers->elements.empty())
            return std::nullopt;
        return readers->elements.front();
    };
}

std::int64_t inside(std::int64_t number, std::int64_t extent)
{
    return std::clamp<std::int64_t>(number, 0, std::max<std::int64_t>(extent - 1, 0));
}

} // namespace

Result<Violations> violationsOf(const Tensor& tensor, const Report& report, const Binning& binning,
                                const Watch& watch)
{
    const auto indexOf =
        tensor.layout->indexOfSlots != nullptr ? tensor.layout->indexOfSlots(tensor) : firstReader(tensor);
    Violations out;
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> bins;
    for (const auto& finding : report.findings) {
        if (finding.level != Level::violation)
            continue;
        auto unplaced = static_cast<std::uint64_t>(finding.count);
        for (const auto& witness : finding.witnesses) {
            if (watch.isStopped())
                return tallyStopped();
            auto index = witness.place ? indexOf(*witness.place) : std::nullopt;
            if (!index || index->size() != binning.size.size())
                continue;
            --unplaced;
            for (std::size_t d = 0; d < index->size(); ++d)
                (*index)[d] = inside((*index)[d], binning.size[d]);
            const auto row = binning.rowOf(*index), column = binning.columnOf(*index);
            if (!binning.takes(*index) || !binning.rows.contains(row) || !binning.columns.contains(column)) {
                ++out.elsewhere;
                continue;
            }
            ++out.shown;
            ++bins[{binning.rows.of(row), binning.columns.of(column)}];
        }
        out.withoutPlace += unplaced;
    }
    for (const auto& [bin, places] : bins)
        out.bins.push_back({bin.first, bin.second, places});
    return out;
}

} // namespace tscope
