// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/batch_fold.h"

#include "base/checked_math.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

// One level of the walk below: where it stands in its dim, and the lines that agree with all dims so far.
struct Level {
    std::int64_t at = 0;
    std::size_t begin = 0, end = 0;
};

} // namespace

std::int64_t BatchFold::repeats() const
{
    std::int64_t repeats = 1;
    for (std::size_t d = 0; d < batch.size(); ++d)
        if (folded[d])
            repeats = saturatingMul(repeats, batch[d]);
    return repeats;
}

std::vector<BatchFold::Entry> BatchFold::expand(const std::vector<std::int64_t>& lines, std::int64_t limit) const
{
    Extents real = batch;
    for (std::size_t d = 0; d < real.size(); ++d)
        if (folded[d])
            real[d] = 1;
    const auto given = std::min(static_cast<std::int64_t>(lines.size()), limit);
    std::vector<Extents> coordinates;
    for (std::int64_t i = 0; i < given; ++i)
        coordinates.push_back(indexOf(real, lines[static_cast<std::size_t>(i)]));

    // Depth first through the dims: a folded dim takes each of its values with all lines, any other only the
    // values that a line has. So no step leads nowhere.
    std::vector<Entry> entries;
    if (given == 0)
        return entries;
    const auto rank = batch.size();
    Extents index(rank, 0);
    std::vector<Level> levels{{0, 0, static_cast<std::size_t>(given)}};
    const auto enter = [&](std::size_t d, Level& level) { // the value of dim d at this level
        level.at = folded[d] ? 0 : coordinates[level.begin][d];
    };
    if (rank > 0)
        enter(0, levels[0]);
    while (!levels.empty() && static_cast<std::int64_t>(entries.size()) < limit) {
        const auto d = levels.size() - 1;
        auto& level = levels.back();
        if (d == rank) {
            entries.push_back({index, lines[level.begin]});
            levels.pop_back();
            continue;
        }
        if (level.begin == level.end || (folded[d] && level.at == batch[d])) {
            levels.pop_back();
            continue;
        }
        Level inner{0, level.begin, level.end};
        index[d] = level.at;
        if (folded[d]) {
            ++level.at;
        } else {
            inner.end = inner.begin;
            while (inner.end < level.end && coordinates[inner.end][d] == level.at)
                ++inner.end;
            level.begin = inner.end;
            if (level.begin < level.end)
                level.at = coordinates[level.begin][d];
        }
        if (d + 1 < rank)
            enter(d + 1, inner);
        levels.push_back(inner);
    }
    return entries;
}

} // namespace tscope::compressed
