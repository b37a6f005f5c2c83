// SPDX-License-Identifier: Apache-2.0
#include "picture/density.h"

#include "anatomy/outline.h"
#include "anatomy/reading.h"
#include "base/say.h"
#include "layouts/shared/tally_entries.h"

#include <algorithm>

namespace tscope {

namespace {

// The dims that are shown unless told otherwise.
struct Axes {
    std::optional<std::size_t> rows, columns;
};

Axes usualAxes(const Outline& outline)
{
    const auto dims = outline.size->size();
    const auto isNumber = [](const OuterExtent& extent) { return extent.kind == OuterExtent::Kind::number; };
    const auto ragged = std::ranges::find_if_not(*outline.size, isNumber);
    if (ragged > outline.size->begin() && ragged != outline.size->end())
        return {0, static_cast<std::size_t>(ragged - outline.size->begin())};
    const auto dense = static_cast<std::size_t>(std::max<std::int64_t>(outline.denseDims.value_or(0), 0));
    // Without any sparse dim the dense ones are all there is.
    const auto end = dense < dims ? dims - dense : dims;
    if (end == 0)
        return {};
    return end == 1 ? Axes{std::nullopt, 0} : Axes{end - 2, end - 1};
}

Result<std::size_t> chosenDim(const std::string& what, std::int64_t dim, std::size_t dims)
{
    const auto count = static_cast<std::int64_t>(dims);
    if (dim < -count || dim >= count)
        return invalidArgument(
            say("a dim from {0} to {1} was wanted for {2}, found {3}", -count, count - 1, what, dim));
    return static_cast<std::size_t>(dim < 0 ? dim + count : dim);
}

Result<Axes> axesOf(const DensitySpec& spec, const Outline& outline)
{
    auto axes = usualAxes(outline);
    const auto dims = outline.size->size();
    if (spec.rowDim) {
        const auto dim = chosenDim(say("rows"), *spec.rowDim, dims);
        if (!dim)
            return dim.error();
        // Who picks one of the two that are shown anyway means them the other way round.
        if (axes.columns == *dim && !spec.columnDim)
            axes.columns = axes.rows;
        axes.rows = *dim;
    }
    if (spec.columnDim) {
        const auto dim = chosenDim(say("columns"), *spec.columnDim, dims);
        if (!dim)
            return dim.error();
        if (axes.rows == *dim && !spec.rowDim)
            axes.rows = axes.columns;
        axes.columns = *dim;
    }
    if (axes.rows && axes.rows == axes.columns)
        return invalidArgument(
            say("two different dims were wanted for rows and columns, found dim {0} for both", *axes.rows));
    return axes;
}

// Extents that components differ in are as large as the largest.
Result<Extents> boxOf(const Reading& reading)
{
    auto box = reading.bounds();
    if (box)
        for (auto& extent : *box)
            extent = std::max<std::int64_t>(extent, 0);
    return box;
}

Result<Bins> binsOf(const std::string& what, std::optional<std::size_t> dim, const Extents& size,
                    const std::optional<Range>& window, std::int64_t wanted)
{
    const auto extent = dim ? size[*dim] : 1;
    const auto range = window.value_or(Range{0, extent});
    if (range.begin < 0 || range.end < range.begin || range.end > extent)
        return invalidArgument(say("a window of {0} within [0, {1}) was wanted, found [{2}, {3})", what, extent,
                                   range.begin, range.end));
    if (wanted < 1)
        return invalidArgument(say("at least one bin was wanted for {0}, found {1}", what, wanted));
    return Bins(range.begin, range.end, wanted);
}

Result<void> fix(const DensitySpec& spec, Binning& binning)
{
    binning.fixed.resize(binning.size.size());
    for (const auto& [number, index] : spec.fixed) {
        const auto dim = chosenDim(say("a fixed index"), number, binning.size.size());
        if (!dim)
            return dim.error();
        if (*dim == binning.rowDim || *dim == binning.columnDim)
            return invalidArgument(
                say("an index can be fixed in other dims than those of rows and columns, found dim {0}", *dim));
        if (index < 0 || index >= binning.size[*dim])
            return invalidArgument(
                say("index {0} lies outside size {1} in dim {2}", index, text(binning.size), *dim));
        binning.fixed[*dim] = index;
    }
    return {};
}

// Layouts of which nothing can be read visit nothing and say nothing.
std::optional<Error> whyNothing(const Tensor& tensor)
{
    for (const auto& member : tensor.members)
        if (member.role->kind != RoleKind::values && !member.isReadable())
            return unsupported(say("nothing of the tensor can be read: {0} is not readable", member.role->name));
    return std::nullopt;
}

} // namespace

Result<Binning> binningOf(const Tensor& tensor, const DensitySpec& spec)
{
    const auto reading = tensor.layout->read(tensor, {.watch = spec.watch});
    const auto outline = reading->outline();
    if (!outline.size)
        return sizeUnknown();
    const auto axes = axesOf(spec, outline);
    if (!axes)
        return axes.error();
    auto size = boxOf(*reading);
    if (!size)
        return size.error();
    Binning binning;
    binning.size = std::move(*size);
    binning.rowDim = axes->rows;
    binning.columnDim = axes->columns;
    const auto rows = binsOf(say("rows"), binning.rowDim, binning.size, spec.rows, spec.rowBins);
    if (!rows)
        return rows.error();
    const auto columns = binsOf(say("columns"), binning.columnDim, binning.size, spec.columns, spec.columnBins);
    if (!columns)
        return columns.error();
    binning.rows = *rows;
    binning.columns = *columns;
    binning.most = spec.most;
    const auto cells = checkedMul(rows->count(), columns->count());
    if (!cells || *cells > densityBinLimit)
        return invalidArgument(say("at most {0} bins were wanted, found {1} x {2}", densityBinLimit, rows->count(),
                                   columns->count()));
    if (const auto fixed = fix(spec, binning); !fixed)
        return fixed.error();
    return binning;
}

Result<Density> densityOf(const Tensor& tensor, const DensitySpec& spec)
{
    auto binning = binningOf(tensor, spec);
    if (!binning)
        return binning.error();
    Density out{std::move(*binning), {}};
    out.tally.counts = CountGrid(out.binning.rows.count(), out.binning.columns.count());
    const auto tally = tensor.layout->tally != nullptr ? tensor.layout->tally : tallyEntries;
    if (const auto done = tally(tensor, out.binning, spec.watch, out.tally); !done)
        return done.error();
    const auto summary = out.tally.summary ? *out.tally.summary : out.tally.counts.summary();
    out.total = summary.total;
    out.largest = summary.largest;
    if (out.total == 0)
        if (auto why = whyNothing(tensor))
            return *why;
    return out;
}

} // namespace tscope
