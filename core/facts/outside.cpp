// SPDX-License-Identifier: Apache-2.0
#include "facts/outside.h"

#include "anatomy/reading.h"
#include "base/say.h"
#include "facts/known_size.h"

#include <algorithm>

namespace tscope {

namespace {

// All indices with a number outside the extents, as boxes that do not meet.
std::vector<IndexBox> boxesAround(const Extents& extents)
{
    std::vector<IndexBox> out;
    IndexBox box{Extents(extents.size(), int64Min), Extents(extents.size(), int64Max)};
    for (std::size_t d = 0; d < extents.size(); ++d) {
        const auto extent = std::max<std::int64_t>(extents[d], 0);
        box.last[d] = -1;
        out.push_back(box);
        box.first[d] = extent;
        box.last[d] = int64Max;
        out.push_back(box);
        box.first[d] = 0;
        box.last[d] = extent - 1;
    }
    return out;
}

} // namespace

Result<Outside> outside(const Tensor& tensor, std::int64_t limit, const Watch& watch)
{
    const auto sized = withKnownSize(tensor, watch);
    const auto reading = sized.layout->read(sized, {});
    const auto bounds = reading->bounds();
    if (!bounds)
        return bounds.error();
    Outside out;
    if (reading->hasComponents()) // what no component has room for has no index
        return out;
    const auto walked = entriesWithin(sized, boxesAround(*bounds), [&](const Extents& index, std::int64_t slot) {
        if (std::ssize(out.first) < limit)
            out.first.push_back({index, slot});
        if (++out.count > mostOutsideCounted)
            return false;
        return (out.count & 0xfff) != 0 || !watch.isStopped();
    });
    if (!walked)
        return walked.error();
    if (watch.isStopped())
        return Error{ErrorCode::cancelled, say("stopped")};
    if (out.count > mostOutsideCounted)
        return unsupported(
            say("more than {0} elements lie outside the size: too many to count", mostOutsideCounted));
    return out;
}

Result<void> entriesWithin(const Tensor& tensor, std::span<const IndexBox> boxes, const EntryVisitor& visit)
{
    if (tensor.layout->entriesWithin)
        return tensor.layout->entriesWithin(tensor, boxes, visit);
    return tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        const bool isIn = std::ranges::any_of(
            boxes, [&](const IndexBox& box) { return box.first.size() == index.size() && box.contains(index); });
        return !isIn || visit(index, slot);
    });
}

} // namespace tscope
