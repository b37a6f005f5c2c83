// SPDX-License-Identifier: Apache-2.0
#include "memory/changed_runs.h"

#include "base/check.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace tscope {

namespace {

void addChanged(std::span<const std::byte> before, std::span<const std::byte> after, std::int64_t at,
                std::int64_t elementBytes, std::vector<ByteRun>& runs)
{
    const auto size = static_cast<std::int64_t>(after.size());
    for (std::int64_t begin = 0; begin < size; begin += elementBytes) {
        const auto end = std::min(begin + elementBytes, size);
        if (std::memcmp(before.data() + begin, after.data() + begin, static_cast<std::size_t>(end - begin)) == 0)
            continue;
        if (!runs.empty() && runs.back().end == at + begin)
            runs.back().end = at + end;
        else
            runs.push_back({at + begin, at + end});
    }
}

} // namespace

std::vector<ByteRun> changedRuns(const Storage& before, const Storage& after, std::int64_t elementBytes,
                                 std::size_t most)
{
    TSCOPE_CHECK(before.hasBytes() && after.hasBytes() && before.byteSize() == after.byteSize(),
                 "only storages of one size can be compared byte by byte");
    TSCOPE_CHECK(elementBytes > 0 && elementBytes <= patchPageBytes, "elements have bytes, and not too many");
    const auto step = patchPageBytes / elementBytes * elementBytes;
    std::vector<ByteRun> runs;
    std::vector<std::byte> scratchBefore, scratchAfter;
    // One more shows that the last one has ended.
    for (std::int64_t begin = 0; begin < after.byteSize() && runs.size() <= most; begin += step) {
        const auto end = std::min(begin + step, after.byteSize());
        const auto old = before.window(begin, end, scratchBefore), now = after.window(begin, end, scratchAfter);
        if (old.data() != now.data() && std::memcmp(old.data(), now.data(), now.size()) != 0)
            addChanged(old, now, begin, elementBytes, runs);
    }
    runs.resize(std::min(runs.size(), most));
    return runs;
}

} // namespace tscope
