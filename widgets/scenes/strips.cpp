// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/strips.h"

#include "base/checked_math.h"
#include "scenes/brackets.h"
#include "scenes/broken_places.h"
#include "scenes/fitting.h"
#include "scenes/strip_heading.h"
#include "scenes/strip_scroll.h"

#include <algorithm>
#include <span>

namespace tscope {

namespace {

constexpr int mostLanes = 16;     // further ones would be another picture
constexpr int mostInBlock = 32;   // rows or columns of a block that are drawn as such
constexpr int laneNameLength = 8; // characters: "dim 15" and a gap
constexpr int mostInStep = 4;     // columns of a block as wide as which its index is drawn

std::int64_t product(const Extents& sizes, std::size_t begin, std::size_t end)
{
    std::int64_t all = 1;
    for (auto d = begin; d < end; ++d)
        all = saturatingMul(all, sizes[d]);
    return all;
}

// Of blocks that are matrices, laid out in one of the two ways.
void order(StripShape& shape, const Geometry& geometry, std::size_t batches)
{
    const auto rank = geometry.sizes.size();
    if (rank != batches + 3 || geometry.strides.size() != rank || shape.rows < 2 || shape.columns < 2)
        return;
    const auto down = geometry.strides[rank - 2], across = geometry.strides[rank - 1];
    if (across == 1 && down >= shape.columns) {
        shape.order = BlockOrder::rows;
        shape.fastDim = rank - 1;
    } else if (down == 1 && across >= shape.rows) {
        shape.order = BlockOrder::columns;
        shape.fastDim = rank - 2;
    }
}

// Offsets of a jagged tensor count what lies along the ragged dim, which usually is the first of the values.
bool hasRows(const Tensor& tensor)
{
    return tensor.layout->family == "jagged" && tensor.claims.integer("ragged_idx").value_or(1) == 1;
}

StripShape shapeOf(const Tensor& tensor, std::size_t number, const Outline& outline)
{
    const auto& member = tensor.members[number];
    const auto& sizes = member.array.geometry.sizes;
    StripShape shape;
    shape.member = number;
    shape.length = numel(member.array.geometry).value_or(0);
    if (shape.length == 0)
        return shape;
    const auto rank = sizes.size();
    const auto batches = static_cast<std::size_t>(std::clamp<std::int64_t>(outline.batchDims.value_or(0), 0, 64));
    if (member.role->kind == RoleKind::values && (outline.nnz || hasRows(tensor)) && rank > batches + 1) {
        // Entries with something in them: blocks, dense tails. Two dims of it are drawn, if they are small.
        const auto columns = sizes[rank - 1];
        const auto rows = product(sizes, batches + 1, rank - 1);
        if (columns <= mostInBlock && rows <= mostInBlock) {
            shape.columns = static_cast<int>(columns);
            shape.rows = static_cast<int>(rows);
            shape.entryStep = columns * rows;
            shape.length = product(sizes, 0, batches + 1);
            order(shape, member.array.geometry, batches);
        }
    } else if (member.role->kind == RoleKind::index && rank == 2 && batches == 0 && sizes[0] <= mostLanes) {
        shape.lanes = static_cast<int>(sizes[0]);
        shape.laneStep = sizes[1];
        shape.length = sizes[1];
    } else if (member.role->kind == RoleKind::table && rank == 2 && sizes[1] <= mostLanes) {
        shape.lanes = static_cast<int>(sizes[1]);
        shape.laneStep = 1;
        shape.entryStep = sizes[1];
        shape.length = sizes[0];
    }
    if (batches > 0 && rank > batches)
        shape.group = sizes[batches];
    return shape;
}

} // namespace

StripLayout stripsOf(const SceneRequest& request)
{
    const auto& tensor = *request.tensor;
    const auto outline = tensor.layout->read(tensor, {})->outline();
    StripLayout layout;
    double y = 4;
    std::vector<double> widths;
    int columns = 1;          // of the widest entry
    std::int64_t entries = 0; // of that: whose index stands over it, unless that would be lost in so much room
    for (std::size_t m = 0; m < tensor.members.size(); ++m) {
        Strip strip;
        strip.shape = shapeOf(tensor, m, outline);
        if (strip.shape.columns > columns) {
            columns = strip.shape.columns;
            entries = strip.shape.length;
        }
        layout.strips.push_back(strip);
    }
    for (auto& strip : layout.strips) {
        strip.heading = y;
        strip.title =
            stripHeading(tensor, strip.shape, static_cast<int>((request.size.width() - 8) / request.text.advance));
        strip.top = y + request.text.line * static_cast<double>(strip.title.size()) + request.text.smallLine + 6;
        strip.band = strip.top;
        strip.bandRows = bracketRows(request, tensor.members[strip.shape.member]);
        strip.top += strip.bandRows.count() * Strip::bracketRow(request.text);
        strip.slotHeight = request.text.valueLine() + 4;
        const bool isInStep = columns <= mostInStep && strip.shape.length == entries;
        strip.entryWidth = request.zoom * (isInStep ? columns : strip.shape.columns);
        if (strip.shape.lanes > 1)
            strip.laneRoom = laneNameLength * request.text.smallAdvance;
        y = strip.top + strip.height() + 14;
        widths.push_back(strip.width());
    }
    const StripScroll scroll(std::move(widths), request);
    for (std::size_t i = 0; i < layout.strips.size(); ++i)
        layout.strips[i].begin = scroll.left(i);
    layout.leads = scroll.leads();
    layout.content = QSizeF(std::max(scroll.contentWidth(), 2 * Strip::leftMargin), y);
    return layout;
}

double legibleSlotWidth(const SceneRequest& request)
{
    constexpr std::int64_t asked = 64; // slots of each member
    std::size_t usual = 0, wrong = 0;
    for (const auto& member : request.tensor->members) {
        const auto count = member.isReadable() ? numel(member.array.geometry).value_or(0) : 0;
        const bool isComplex = member.array.dtype.elementClass() == ElementClass::complex;
        const std::size_t longestUsual = isComplex ? 24 : 13; // two numbers each
        const auto lengthAt = [&](std::int64_t slot) { return member.array.at(slot).text().size(); };
        for (std::int64_t slot = 0; slot < std::min(count, asked); ++slot)
            usual = std::max(usual, std::min(lengthAt(slot), longestUsual));
        const BrokenPlaces broken(*request.tensor, request.report.get(), member.role->name);
        const auto most = std::min<std::size_t>(broken.places().size(), asked);
        for (const auto& place : std::span(broken.places()).first(most))
            if (place.begin >= 0 && place.begin < count)
                wrong = std::max(wrong, lengthAt(place.begin));
    }
    const auto widthOf = [&](std::size_t length) {
        return (static_cast<double>(length) + 0.5) * request.text.valueAdvance() + 6;
    };
    // What is wrong may be far longer than all the rest, of which something is to be seen as well.
    const auto most = std::max(widthOf(usual), request.size.width() / 4);
    return std::max({widthOf(usual), std::min(widthOf(wrong), most), 36.0});
}

SceneRequest enlarged(SceneRequest request, double legibleWidth)
{
    request.text = request.text.enlarged(request.zoom / legibleWidth);
    return request;
}

double wholeStripZoom(const SceneRequest& request, QSizeF (*contentSize)(const SceneRequest&))
{
    auto at = request;
    return largestFittingZoom(smallestPictureZoom, largestStripZoom, [&](double zoom) {
        at.zoom = zoom;
        return fitsInto(contentSize(at), request.size);
    });
}

} // namespace tscope
