// SPDX-License-Identifier: Apache-2.0
#include "io/packed_runs.h"

#include "array/runs.h"
#include "array/spaced_copy.h"
#include "base/check.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t runBytes = std::int64_t{1} << 20;

// Elements that do not lie one after the other.
void gather(const Storage& storage, std::int64_t offset, std::int64_t stride, std::int64_t count,
            std::int64_t itemSize, std::byte* to)
{
    if (const auto* data = storage.data())
        return copySpaced(data + offset * itemSize, stride * itemSize, count, itemSize, to);
    for (std::int64_t i = 0; i < count; ++i)
        storage.read((offset + i * stride) * itemSize, {to + i * itemSize, static_cast<std::size_t>(itemSize)});
}

} // namespace

void forPackedRuns(const Array& array, const std::function<bool(std::span<const std::byte>)>& take)
{
    TSCOPE_CHECK(array.isReadable(), "what is written can be read");
    const auto itemSize = array.dtype.itemSize();
    const Runs runs(array.geometry);
    const auto perRun = runBytes / itemSize;
    std::vector<std::byte> buffer, scratch;
    bool isWanted = true;
    for (std::int64_t begin = 0; begin < runs.numel() && isWanted; begin += perRun) {
        const auto end = std::min(begin + perRun, runs.numel());
        std::size_t filled = 0;
        runs.forEach(begin, end, [&](std::int64_t offset, std::int64_t count) {
            const auto bytes = static_cast<std::size_t>(count * itemSize);
            if (runs.stride() == 1 && count == end - begin) {
                isWanted = take(array.storage->window(offset * itemSize, (offset + count) * itemSize, scratch));
                return;
            }
            buffer.resize(static_cast<std::size_t>((end - begin) * itemSize));
            if (runs.stride() == 1)
                array.storage->read(offset * itemSize, {buffer.data() + filled, bytes});
            else
                gather(*array.storage, offset, runs.stride(), count, itemSize, buffer.data() + filled);
            filled += bytes;
        });
        if (filled > 0)
            isWanted = take(std::span<const std::byte>(buffer).first(filled));
    }
}

} // namespace tscope
