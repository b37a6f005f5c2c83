// SPDX-License-Identifier: Apache-2.0
#include "io/zip/archives_in_row.h"

#include "io/zip/directory.h"

#include <algorithm>
#include <span>

namespace tscope {

namespace {

constexpr std::int64_t endRecordLength = 22;

// Whether the file ends in an end record without a comment. Other endings are not searched for, so that each step
// back costs no more than reading one directory.
bool endsAsArchive(std::span<const std::byte> file)
{
    constexpr unsigned char mark[] = {'P', 'K', 5, 6};
    return std::ssize(file) >= endRecordLength &&
           std::ranges::equal(file.last(endRecordLength).first(4), mark, [](std::byte byte, unsigned char c) {
               return std::to_integer<unsigned char>(byte) == c;
           });
}

} // namespace

std::vector<ZipPlace> archivesInRow(const StoragePtr& file, const ZipArchive& last, std::size_t most,
                                    const Watch& watch)
{
    const std::span bytes(file->data(), static_cast<std::size_t>(file->byteSize()));
    std::vector<ZipPlace> places{{last.begin(), last.end()}};
    while (places.size() < most && places.back().begin > 0 && !watch.isStopped()) {
        const auto end = places.back().begin;
        const auto before = bytes.first(static_cast<std::size_t>(end));
        const auto directory =
            endsAsArchive(before) ? readZipDirectory(before, watch) : Result<ZipDirectory>(Error{});
        if (!directory || directory->begin >= end)
            break;
        places.push_back({directory->begin, end});
    }
    std::ranges::reverse(places);
    return places;
}

} // namespace tscope
