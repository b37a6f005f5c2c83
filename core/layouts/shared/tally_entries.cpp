// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/tally_entries.h"

#include "base/say.h"
#include "layouts/shared/member_rules.h"
#include "tensor/tensor.h"

namespace tscope {

namespace {

// Elements that may be visited: a few times what the members hold.
std::int64_t visitLimit(const Tensor& tensor)
{
    std::int64_t limit = 1 << 24;
    for (const auto& member : tensor.members)
        if (member.array.storage->hasBytes())
            limit = saturatingAdd(limit, saturatingMul(member.array.storageNumel(), repetitionLimit));
    return limit;
}

} // namespace

Error tallyStopped()
{
    return {ErrorCode::cancelled, say("stopped")};
}

Result<void> tallyEntries(const Tensor& tensor, const Binning& binning, const Watch& watch, Tally& out)
{
    constexpr std::int64_t lookUpMask = (1 << 12) - 1;
    out.seesOutside = false;
    const auto limit = visitLimit(tensor);
    std::int64_t visited = 0;
    bool isStopped = false;
    const auto walked = tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t) {
        if ((++visited & lookUpMask) == 0)
            isStopped = watch.isStopped();
        if (visited > limit || isStopped)
            return false;
        if (index.size() != binning.size.size() || !binning.takes(index))
            return true;
        const auto row = binning.rowOf(index), column = binning.columnOf(index);
        if (binning.rows.contains(row) && binning.columns.contains(column))
            out.counts.add(binning.rows.of(row), binning.columns.of(column), 1);
        return true;
    });
    if (!walked)
        return walked.error();
    if (isStopped || watch.isStopped())
        return tallyStopped();
    if (visited > limit)
        return unsupported(say(
            "strides make more than {0} elements of few that are stored: too many to count one by one", limit));
    return {};
}

} // namespace tscope
