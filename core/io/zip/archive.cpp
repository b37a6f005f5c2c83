// SPDX-License-Identifier: Apache-2.0
#include "io/zip/archive.h"

#include "base/check.h"
#include "base/pace.h"
#include "base/say.h"
#include "io/packed_limit.h"
#include "io/zip/directory.h"
#include "io/zip/front_entries.h"
#include "io/zip/inflate.h"
#include "io/zip/inflater.h"
#include "memory/late_storage.h"

#include <algorithm>
#include <numeric>

namespace tscope {

namespace {

// So many bytes of stored entries are summed: some ms.
constexpr std::int64_t mostSummed = std::int64_t{32} << 20;

std::span<const std::byte> bytesOf(const StoragePtr& storage)
{
    return {storage->data(), static_cast<std::size_t>(storage->byteSize())};
}

Result<std::uint32_t> sumOf(std::span<const std::byte> bytes, const Watch& watch)
{
    constexpr std::size_t step = std::size_t{1} << 20; // between two looks at who waits
    std::uint32_t sum = 0;
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(step, bytes.size()))) {
        if (watch.isStopped())
            return openingCancelled();
        sum = crc32Of(bytes.first(std::min(step, bytes.size())), sum);
    }
    return sum;
}

std::string sumDiffers(const ZipEntry& entry)
{
    return say("the check sum of {0} does not agree with its bytes: they are not those that were written",
               quotedEntry(entry.name));
}

Error aboutEntry(const ZipEntry& entry, Error error)
{
    error.text = say("the entry {0} {1}", quotedEntry(entry.name), error.text);
    if (entry.begin > 0)
        error.where = "byte " + std::to_string(entry.begin);
    return error;
}

} // namespace

Result<ZipArchive> ZipArchive::open(StoragePtr file, const Watch& watch, bool despiteFaults)
{
    TSCOPE_CHECK(file->data() != nullptr, "an archive lies in one run");
    auto directory = readZipDirectory(bytesOf(file), watch);
    const bool isCutShort = !directory && despiteFaults;
    if (isCutShort)
        directory = ZipDirectory{zipEntriesFromFront(bytesOf(file), watch), {}, 0, file->byteSize()};
    if (!directory)
        return directory.error();
    ZipArchive archive;
    archive.m_file = std::move(file);
    archive.m_entries = std::move(directory->entries);
    archive.m_warnings = std::move(directory->warnings);
    archive.m_begin = directory->begin;
    archive.m_end = directory->end;
    archive.m_isCutShort = isCutShort;
    archive.m_mostUnpacked = mostHeldOf(archive.m_file->byteSize());
    for (auto left = mostSummed; auto& entry : archive.m_entries)
        if (!entry.isDeflated) {
            entry.isSummed = entry.size <= left;
            left -= entry.isSummed ? entry.size : 0;
        }
    archive.m_byName.resize(archive.m_entries.size());
    std::iota(archive.m_byName.begin(), archive.m_byName.end(), 0U);
    const auto nameAt = [&](std::uint32_t i) { return std::string_view(archive.m_entries[i].name); };
    std::ranges::stable_sort(archive.m_byName, {}, nameAt);
    std::int64_t others = 0;
    std::string_view example;
    for (std::size_t i = 1; i < archive.m_byName.size(); ++i)
        if (nameAt(archive.m_byName[i - 1]) == nameAt(archive.m_byName[i])) {
            ++others;
            example = nameAt(archive.m_byName[i]);
        }
    if (others > 0)
        archive.m_warnings.push_back(
            others == 1
                ? say("1 entry has the name of another, such as {0}; the first of each name was taken",
                      quotedEntry(example))
                : say("{0} entries have the name of another, such as {1}; the first of each name was taken",
                      others, quotedEntry(example)));
    return archive;
}

const ZipEntry* ZipArchive::find(std::string_view name) const
{
    const auto nameAt = [&](std::uint32_t i) { return std::string_view(m_entries[i].name); };
    const auto at = std::ranges::lower_bound(m_byName, name, {}, nameAt);
    return at != m_byName.end() && nameAt(*at) == name ? &m_entries[*at] : nullptr;
}

Result<StoragePtr> ZipArchive::bytes(const ZipEntry& entry, std::string& warning, Storage::Label label,
                                     const Watch& watch,
                                     const std::function<void(std::span<std::byte> unpacked)>& change) const
{
    if (!entry.whyNot.empty())
        return aboutEntry(entry, corrupt(entry.whyNot));
    if (!entry.isDeflated) {
        auto part = partOf(m_file, entry.begin, entry.size, std::move(label));
        if (!entry.isSummed)
            return part;
        const auto sum = sumOf(bytesOf(part), watch);
        if (!sum)
            return sum.error();
        if (*sum != entry.crc)
            warning = sumDiffers(entry);
        return part;
    }
    if (entry.unpackedSoFar > m_mostUnpacked)
        return aboutEntry(
            entry,
            corrupt(say("is said to unpack from {0} bytes to {1}, which is refused: all that is unpacked at once "
                        "of an archive of {2} bytes may have {3}; saved without compression it opens",
                        entry.packedSize, entry.size, m_file->byteSize(), m_mostUnpacked)));
    auto builder = StorageBuilder::unset(entry.size); // inflateInto writes them all, or fails
    if (!builder)
        return aboutEntry(entry,
                          {builder.error().code, say("can't be unpacked: {0}", builder.error().text), {}, {}});
    const auto inflated = inflateInto(packed(entry), builder->bytes(), watch);
    if (!inflated)
        return aboutEntry(entry, inflated.error());
    if (inflated->crc != entry.crc)
        warning = sumDiffers(entry);
    else if (inflated->unused > 0)
        warning = say("{0} bytes behind the end of {1} were left out", inflated->unused, quotedEntry(entry.name));
    if (change)
        change(builder->bytes());
    return std::move(*builder).seal(std::move(label));
}

std::span<const std::byte> ZipArchive::packed(const ZipEntry& entry) const
{
    return bytesOf(m_file).subspan(static_cast<std::size_t>(entry.begin),
                                   static_cast<std::size_t>(entry.packedSize));
}

std::int64_t ZipArchive::unpackedInAll() const
{
    std::int64_t all = 0;
    for (const auto& entry : m_entries)
        if (entry.unpackedSoFar <= m_mostUnpacked)
            all = std::max(all, entry.unpackedSoFar);
    return all;
}

bool ZipArchive::isBetterLate(const ZipEntry& entry)
{
    return entry.isDeflated && entry.whyNot.empty() && entry.unpackedSoFar > unpackedOfAnyFile;
}

std::vector<std::byte> ZipArchive::head(const ZipEntry& entry, std::int64_t count) const
{
    TSCOPE_CHECK(isBetterLate(entry), "only of late entries a head is asked for");
    std::vector<std::byte> out(static_cast<std::size_t>(std::min(count, entry.size)));
    Inflater inflater(packed(entry), out);
    for (auto state = Inflater::State::paused; state == Inflater::State::paused && inflater.made() < out.size();)
        state = inflater.run(out.size());
    out.resize(inflater.made());
    return out;
}

StoragePtr ZipArchive::lateBytes(const ZipEntry& entry) const
{
    TSCOPE_CHECK(isBetterLate(entry), "other entries are unpacked at once");
    const auto unpack = [file = m_file, packed = packed(entry), crc = entry.crc](std::span<std::byte> out) {
        const auto inflated = inflateInto(packed, out, {});
        return inflated && inflated->crc == crc;
    };
    return lateStorage(entry.size, unpack);
}

} // namespace tscope
