// SPDX-License-Identifier: Apache-2.0
#include "io/zip/front_entries.h"

#include "base/checked_math.h"
#include "io/little_endian.h"
#include "io/packed_limit.h"
#include "io/zip/fields.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace tscope {

namespace {

constexpr std::string_view descriptorMark = "PK\x07\x08";
constexpr unsigned encrypted = 1, hasDescriptor = 1 << 3;

class FrontReader
{
public:
    FrontReader(std::span<const std::byte> file, const Watch& watch) : m_file(file), m_watch(watch) {}

    std::vector<ZipEntry> read()
    {
        while (m_entries.size() < mostZipEntries && !m_watch.isStopped() && readEntry()) {
        }
        return std::move(m_entries);
    }

    const std::optional<std::string>& cut() const { return m_cut; }

private:
    std::int64_t left() const { return std::ssize(m_file) - m_at; }
    template <class T>
    T number(std::int64_t at) const // precondition: it lies in the file
    {
        return littleEndian<T>(m_file.data() + at);
    }

    // The entry at m_at, of which that many bytes are there; whether others may follow.
    bool readEntry()
    {
        if (left() < zipLocalLength || number<std::uint32_t>(m_at) != zipLocalMark)
            return false;
        const auto flags = number<std::uint16_t>(m_at + 6), method = number<std::uint16_t>(m_at + 8);
        const std::int64_t nameLength = number<std::uint16_t>(m_at + 26);
        const std::int64_t extraLength = number<std::uint16_t>(m_at + 28);
        if (left() < zipLocalLength + nameLength + extraLength || nameLength > longestZipName ||
            (flags & encrypted) != 0 || (method != 0 && method != 8))
            return false;
        ZipEntry entry;
        entry.name.assign(reinterpret_cast<const char*>(m_file.data() + m_at + zipLocalLength),
                          static_cast<std::size_t>(nameLength));
        entry.isDeflated = method == 8;
        entry.crc = number<std::uint32_t>(m_at + 14);
        const auto extra = m_at + zipLocalLength + nameLength;
        std::uint64_t packed = number<std::uint32_t>(m_at + 18), size = number<std::uint32_t>(m_at + 22);
        readZipLongNumbers(m_file.subspan(static_cast<std::size_t>(extra), static_cast<std::size_t>(extraLength)),
                           {&size, &packed});
        m_at = entry.begin = extra + extraLength;
        const auto behind = (flags & hasDescriptor) != 0 ? takeUntilDescriptor(entry) : take(entry, size, packed);
        if (!behind)
            return false;
        m_entries.push_back(std::move(entry));
        return *behind;
    }

    // Of known length. Nothing: the entry is of no use. Else whether there may be more behind it.
    std::optional<bool> take(ZipEntry& entry, std::uint64_t size, std::uint64_t packed)
    {
        const bool isWhole = packed <= static_cast<std::uint64_t>(left());
        if (!isWhole)
            m_cut = entry.name;
        if (entry.isDeflated) {
            const auto most = static_cast<std::uint64_t>(mostUnpackedOf(std::ssize(m_file)) - m_unpacked);
            if (!isWhole || size > most)
                return std::nullopt;
            m_unpacked += static_cast<std::int64_t>(size);
            entry.unpackedSoFar = m_unpacked;
            entry.size = static_cast<std::int64_t>(size);
            entry.packedSize = static_cast<std::int64_t>(packed);
        } else {
            entry.size = entry.packedSize = isWhole ? static_cast<std::int64_t>(packed) : left();
        }
        m_at += entry.packedSize;
        return isWhole;
    }

    // Of a length that is only told behind it, together with a mark.
    std::optional<bool> takeUntilDescriptor(ZipEntry& entry)
    {
        constexpr std::int64_t shortLength = 16, longLength = 24;
        if (entry.isDeflated)
            return std::nullopt;
        const auto begin = m_at;
        const auto isLength = [&](std::uint64_t told) { return told == static_cast<std::uint64_t>(m_at - begin); };
        while (findMark()) {
            const bool isShort = left() >= shortLength && isLength(number<std::uint32_t>(m_at + 8)) &&
                                 isLength(number<std::uint32_t>(m_at + 12));
            const bool isLong = !isShort && left() >= longLength && isLength(number<std::uint64_t>(m_at + 8)) &&
                                isLength(number<std::uint64_t>(m_at + 16));
            if (isShort || isLong) {
                entry.crc = number<std::uint32_t>(m_at + 4);
                entry.size = entry.packedSize = m_at - begin;
                m_at += isShort ? shortLength : longLength;
                return true;
            }
            ++m_at;
        }
        m_at = begin;
        m_cut = entry.name;
        entry.size = entry.packedSize = left();
        return false;
    }

    // Goes on to the next mark; false: there is none.
    bool findMark()
    {
        constexpr std::int64_t step = std::int64_t{1} << 24; // between two looks at who waits
        const auto overlap = std::ssize(descriptorMark) - 1;
        for (; left() > 0 && !m_watch.isStopped(); m_at += std::min(step, left())) {
            const std::string_view part(reinterpret_cast<const char*>(m_file.data() + m_at),
                                        static_cast<std::size_t>(std::min(step + overlap, left())));
            if (const auto found = part.find(descriptorMark); found != std::string_view::npos) {
                m_at += static_cast<std::int64_t>(found);
                return true;
            }
        }
        return false;
    }

    std::span<const std::byte> m_file;
    const Watch& m_watch;
    std::int64_t m_at = 0;
    std::int64_t m_unpacked = 0; // of deflated entries so far
    std::vector<ZipEntry> m_entries;
    std::optional<std::string> m_cut; // the entry in which the file ends
};

} // namespace

std::vector<ZipEntry> zipEntriesFromFront(std::span<const std::byte> file, const Watch& watch)
{
    return FrontReader(file, watch).read();
}

std::optional<std::string> cutZipEntry(std::span<const std::byte> file, const Watch& watch)
{
    FrontReader reader(file, watch);
    (void)reader.read();
    return reader.cut();
}

} // namespace tscope
