// SPDX-License-Identifier: Apache-2.0
#include "make/pattern.h"

#include "base/say.h"

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

Error tooLarge(std::string_view what)
{
    return invalidArgument(say("a made tensor has at most {0} elements, wanted more {1}", makeLimit, what));
}

Result<void> noCount(const MakeSpec& spec)
{
    if (spec.nnz || spec.density)
        return invalidArgument(say(
            "kind {0} fills the places it fills: a number of stored entries (nnz) and a density have no meaning",
            spec.kind));
    return {};
}

// How many of the places are to be filled.
Result<std::int64_t> wantedOf(const MakeSpec& spec, std::int64_t places)
{
    if (spec.nnz && spec.density)
        return invalidArgument(say("either a number of stored entries (nnz) or a density is wanted, found both"));
    if (spec.nnz) {
        if (*spec.nnz < 0 || *spec.nnz > places)
            return invalidArgument(
                say("a number of stored entries (nnz) from 0 to {0} is wanted, found {1}", places, *spec.nnz));
        return *spec.nnz;
    }
    const auto density = spec.density.value_or(0.1);
    if (!(density >= 0 && density <= 1))
        return invalidArgument(say("a density between 0 and 1 is wanted"));
    const auto wanted = std::round(density * static_cast<double>(places));
    if (wanted > static_cast<double>(makeLimit))
        return tooLarge(say("entries"));
    return std::min(static_cast<std::int64_t>(wanted), places);
}

// Ascending, in pieces between which it can be stopped.
bool sorted(std::vector<std::int64_t>& numbers, const Making& making)
{
    const auto count = static_cast<std::ptrdiff_t>(numbers.size());
    const auto at = [&](std::ptrdiff_t place) { return numbers.begin() + std::min(place, count); };
    constexpr std::ptrdiff_t piece = 1 << 20;
    for (std::ptrdiff_t begin = 0; begin < count; begin += piece) {
        if (making.watch.isStopped())
            return false;
        std::sort(at(begin), at(begin + piece));
    }
    for (auto length = piece; length < count; length *= 2)
        for (std::ptrdiff_t begin = 0; begin + length < count; begin += 2 * length) {
            if (making.watch.isStopped())
                return false;
            std::inplace_merge(at(begin), at(begin + length), at(begin + 2 * length));
        }
    return true;
}

// `count` distinct numbers below `places`, ascending. Fewer if it is stopped.
std::vector<std::int64_t> distinct(std::int64_t count, std::int64_t places, Making& making)
{
    std::vector<std::int64_t> chosen;
    if (count > places / 2) {
        // Most are chosen: walk all of them. Each is taken with the chance of being among those still wanted.
        for (std::int64_t place = 0, left = count; left > 0 && !making.isStopped(place); ++place)
            if (making.random.below(places - place) < left) {
                chosen.push_back(place);
                --left;
            }
        return chosen;
    }
    while (static_cast<std::int64_t>(chosen.size()) < count) {
        const auto before = chosen.size();
        for (auto missing = count - static_cast<std::int64_t>(before); missing > 0; --missing) {
            chosen.push_back(making.random.below(places));
            making.tell(0, static_cast<std::int64_t>(chosen.size()), 2 * count);
            if (making.isStopped(missing))
                return {};
        }
        if (!sorted(chosen, making))
            return {};
        chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    }
    return chosen;
}

Result<Pattern> randomPattern(const MakeSpec& spec, const Grid& grid, Making& making)
{
    const auto places = checkedMul(grid.rows, grid.columns);
    if (!places)
        return invalidArgument(
            say("a made tensor has at most {0} elements, wanted more places than 64 bits count", makeLimit));
    const auto wanted = wantedOf(spec, *places);
    if (!wanted)
        return wanted.error();
    if (*wanted > makeLimit || grid.rows > makeLimit)
        return tooLarge(say("entries or rows"));
    Pattern out;
    out.rowEnds.assign(static_cast<std::size_t>(grid.rows), 0);
    const auto chosen = distinct(*wanted, *places, making);
    if (making.watch.isStopped())
        return stoppedMaking();
    out.columns.reserve(chosen.size());
    for (const auto place : chosen) {
        ++out.rowEnds[static_cast<std::size_t>(place / grid.columns)];
        out.columns.push_back(place % grid.columns);
    }
    std::int64_t sum = 0;
    for (auto& end : out.rowEnds)
        end = sum += end;
    return out;
}

// Each row from `first` to `last` (both included) of its columns, as f says.
template <class F>
Result<Pattern> rowPattern(const Grid& grid, const Making& making, F&& columnsOf)
{
    if (grid.rows > makeLimit)
        return tooLarge(say("rows"));
    Pattern out;
    for (std::int64_t row = 0; row < grid.rows; ++row) {
        columnsOf(row, out.columns);
        if (out.nnz() > makeLimit)
            return tooLarge(say("entries"));
        making.tell(0, row, grid.rows);
        if (making.isStopped(row))
            return stoppedMaking();
        out.rowEnds.push_back(out.nnz());
    }
    return out;
}

void addRange(std::int64_t first, std::int64_t last, std::vector<std::int64_t>& columns)
{
    for (auto column = first; column <= last && static_cast<std::int64_t>(columns.size()) <= makeLimit; ++column)
        columns.push_back(column);
}

Result<Pattern> bandedPattern(const MakeSpec& spec, const Grid& grid, const Making& making)
{
    if (spec.bandwidth < 0)
        return invalidArgument(say("a bandwidth of 0 or more is wanted, found {0}", spec.bandwidth));
    const auto widest = std::min(grid.columns, saturatingAdd(saturatingMul(spec.bandwidth, 2), 1));
    if (saturatingMul(std::min(grid.rows, saturatingAdd(grid.columns, spec.bandwidth)), widest) > 2 * makeLimit)
        return tooLarge(say("entries"));
    return rowPattern(grid, making, [&](std::int64_t row, std::vector<std::int64_t>& columns) {
        addRange(std::max<std::int64_t>(0, row - spec.bandwidth),
                 std::min(grid.columns - 1, saturatingAdd(row, spec.bandwidth)), columns);
    });
}

Result<Pattern> stencilPattern(const Grid& grid, const Making& making)
{
    if (grid.rows != grid.columns)
        return invalidArgument(say("kind stencil5 wants a square matrix, one row for each point of a grid, found "
                                   "{0} rows and {1} columns",
                                   grid.rows, grid.columns));
    if (grid.rows > makeLimit)
        return tooLarge(say("rows")); // before a width is looked for
    // The points lie on the grid that is nearest to a square.
    auto width = static_cast<std::int64_t>(std::sqrt(static_cast<double>(grid.rows)));
    while (width > 1 && grid.rows % width != 0)
        --width;
    const auto across = width > 0 ? grid.rows / width : 0;
    return rowPattern(grid, making, [&](std::int64_t point, std::vector<std::int64_t>& columns) {
        const auto x = point % across;
        if (point >= across)
            columns.push_back(point - across);
        if (x > 0)
            columns.push_back(point - 1);
        columns.push_back(point);
        if (x + 1 < across)
            columns.push_back(point + 1);
        if (point + across < grid.rows)
            columns.push_back(point + across);
    });
}

// A few long rows and many short ones: the k-th longest has about 1/k of the longest.
Result<Pattern> powerlawPattern(const MakeSpec& spec, const Grid& grid, Making& making)
{
    const auto places = checkedMul(grid.rows, grid.columns);
    if (!places || grid.rows > makeLimit)
        return tooLarge(say("rows"));
    const auto wanted = wantedOf(spec, *places);
    if (!wanted)
        return wanted.error();
    if (*wanted > makeLimit)
        return tooLarge(say("entries"));
    std::vector<std::int64_t> rank(static_cast<std::size_t>(grid.rows));
    for (std::size_t row = 0; row < rank.size(); ++row) {
        const auto other = static_cast<std::size_t>(making.random.below(static_cast<std::int64_t>(row) + 1));
        rank[row] = rank[other];
        rank[other] = static_cast<std::int64_t>(row);
    }
    double sum = 0;
    for (std::int64_t k = 1; k <= grid.rows; ++k)
        sum += 1.0 / static_cast<double>(k);
    std::vector<std::int64_t> length(rank.size());
    auto left = *wanted;
    for (std::size_t row = 0; row < rank.size(); ++row) {
        const auto share = static_cast<double>(*wanted) / (sum * static_cast<double>(rank[row] + 1));
        length[row] = std::min({static_cast<std::int64_t>(share), grid.columns, left});
        left -= length[row];
    }
    // What rounding and full rows left over goes to the rows that have room.
    for (std::size_t row = 0; left > 0 && row < rank.size(); ++row) {
        const auto more = std::min(left, grid.columns - length[row]);
        const auto fair = std::min(more, 1 + left / static_cast<std::int64_t>(rank.size() - row));
        length[row] += fair;
        left -= fair;
    }
    for (std::size_t row = 0; left > 0 && row < rank.size(); ++row) {
        const auto more = std::min(left, grid.columns - length[row]);
        length[row] += more;
        left -= more;
    }
    return rowPattern(grid, making, [&](std::int64_t row, std::vector<std::int64_t>& columns) {
        const auto chosen = distinct(length[static_cast<std::size_t>(row)], grid.columns, making);
        columns.insert(columns.end(), chosen.begin(), chosen.end());
    });
}

// Dense blocks at random places, however the layout stores them.
Result<Pattern> blockPattern(const MakeSpec& spec, const Grid& grid, Making& making)
{
    const auto high = spec.blocksize[0], wide = spec.blocksize[1];
    if (grid.block != std::array<std::int64_t, 2>{1, 1})
        return randomPattern(spec, grid, making); // each place is a block already
    if (high < 1 || wide < 1 || grid.rows % high != 0 || grid.columns % wide != 0)
        return invalidArgument(say("kind blocks wants a size that blocks of {0} x {1} divide, found {2} x {3}",
                                   high, wide, grid.rows, grid.columns));
    auto coarse = spec;
    const auto area = checkedMul(high, wide);
    if (!area || *area > makeLimit)
        return tooLarge(say("elements in a block"));
    if (coarse.nnz) {
        if (*coarse.nnz % *area != 0)
            return invalidArgument(say("kind blocks wants a number of stored entries (nnz) that is a multiple of "
                                       "{0}, the elements of a block, found {1}",
                                       *area, *coarse.nnz));
        *coarse.nnz /= *area;
    }
    const auto blocks = randomPattern(coarse, {grid.rows / high, grid.columns / wide}, making);
    if (!blocks)
        return blocks.error();
    return rowPattern(grid, making, [&](std::int64_t row, std::vector<std::int64_t>& columns) {
        const auto r = static_cast<std::size_t>(row / high);
        for (auto k = r == 0 ? 0 : blocks->rowEnds[r - 1]; k < blocks->rowEnds[r]; ++k) {
            const auto first = blocks->columns[static_cast<std::size_t>(k)] * wide;
            addRange(first, first + wide - 1, columns);
        }
    });
}

} // namespace

Result<Pattern> patternOf(const MakeSpec& spec, const Grid& grid, Making& making)
{
    const auto fixed = [&](auto&& make) -> Result<Pattern> {
        if (const auto fine = noCount(spec); !fine)
            return fine.error();
        return make();
    };
    if (spec.kind == "random")
        return randomPattern(spec, grid, making);
    if (spec.kind == "powerlaw")
        return powerlawPattern(spec, grid, making);
    if (spec.kind == "blocks")
        return blockPattern(spec, grid, making);
    if (spec.kind == "dense" || spec.kind == "arange")
        return fixed([&]() -> Result<Pattern> {
            if (saturatingMul(grid.rows, grid.columns) > makeLimit)
                return tooLarge(say("entries")); // before any of them is made
            return rowPattern(grid, making, [&](std::int64_t, std::vector<std::int64_t>& columns) {
                addRange(0, grid.columns - 1, columns);
            });
        });
    if (spec.kind == "banded")
        return fixed([&] { return bandedPattern(spec, grid, making); });
    if (spec.kind == "stencil5")
        return fixed([&] { return stencilPattern(grid, making); });
    return fixed([&]() -> Result<Pattern> { // ragged: rows of any length, filled from the left
        if (grid.columns > makeLimit)
            return tooLarge(say("columns"));
        return rowPattern(grid, making, [&](std::int64_t, std::vector<std::int64_t>& columns) {
            addRange(0, making.random.below(grid.columns + 1) - 1, columns);
        });
    });
}

} // namespace tscope
