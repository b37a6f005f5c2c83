// SPDX-License-Identifier: Apache-2.0
#include "io/zip/directory.h"

#include "base/checked_math.h"
#include "base/pace.h"
#include "base/say.h"
#include "io/little_endian.h"
#include "io/packed_limit.h"
#include "io/quoted_name.h"
#include "io/zip/fields.h"
#include "io/zip/front_entries.h"
#include "literals/warning_list.h"

#include <algorithm>
#include <optional>

namespace tscope {

namespace {

constexpr std::uint32_t entryMark = 0x02014b50, endMark = 0x06054b50;
constexpr std::uint32_t end64Mark = 0x06064b50, locatorMark = 0x07064b50;
constexpr std::int64_t entryLength = 46, endLength = 22, end64Length = 56, locatorLength = 20;
constexpr std::int64_t longestComment = 0xffff;

constexpr std::int64_t mostOfAnEntry = std::int64_t{4} << 30; // unpacked

// The upper half of the character set that names have where no flag says UTF-8.
constexpr std::u16string_view codePage437 =
    u"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
    u"αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
static_assert(codePage437.size() == 128);

std::string utf8FromCodePage437(std::string_view name)
{
    std::string out;
    for (const auto c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const auto code = byte < 0x80 ? char16_t{byte} : codePage437[byte - 0x80U];
        if (code < 0x80) {
            out += static_cast<char>(code);
        } else if (code < 0x800) {
            out += static_cast<char>(0xc0 | code >> 6);
            out += static_cast<char>(0x80 | (code & 0x3f));
        } else {
            out += static_cast<char>(0xe0 | code >> 12);
            out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
            out += static_cast<char>(0x80 | (code & 0x3f));
        }
    }
    return out;
}

std::string atByte(std::int64_t at)
{
    return "byte " + std::to_string(at);
}

// Numbers of 64 bits that no file can reach count as the largest of ours.
std::int64_t clamped(std::uint64_t value)
{
    return value > static_cast<std::uint64_t>(int64Max) ? int64Max : static_cast<std::int64_t>(value);
}

class DirectoryReader
{
public:
    DirectoryReader(std::span<const std::byte> file, const Watch& watch) : m_file(file), m_silent{watch.stop} {}

    Result<ZipDirectory> read()
    {
        for (const auto step : {&DirectoryReader::findEnd, &DirectoryReader::readEnd,
                                &DirectoryReader::readEntries, &DirectoryReader::lookForOverlap})
            if (auto done = (this->*step)(); !done)
                return done.error();
        const auto end = m_end + endLength + number<std::uint16_t>(m_end + 20); // with the comment
        return ZipDirectory{std::move(m_entries), std::move(m_warnings).take(), m_prefix,
                            std::min(end, fileSize())};
    }

private:
    std::int64_t fileSize() const { return std::ssize(m_file); }
    template <class T>
    T number(std::int64_t at) const // precondition: it lies in the file
    {
        return littleEndian<T>(m_file.data() + at);
    }
    std::string_view text(std::int64_t at, std::int64_t length) const
    {
        return {reinterpret_cast<const char*>(m_file.data() + at), static_cast<std::size_t>(length)};
    }
    bool isMark(std::int64_t at, std::uint32_t mark, std::int64_t length) const
    {
        return at >= 0 && at <= fileSize() - length && number<std::uint32_t>(at) == mark;
    }

    std::string withoutDirectory() const
    {
        if (fileSize() < zipLocalLength || number<std::uint32_t>(0) != zipLocalMark)
            return say("the file ends before the zip directory: it was cut short or is no zip archive");
        if (const auto entry = cutZipEntry(m_file, m_silent))
            return say("the file ends inside {0}, before the zip directory: it was cut short",
                       quotedEntry(*entry));
        return say("the file ends before the end of the zip directory: it was cut short");
    }

    // The end record is the last thing in the file but for a comment, whose length it tells.
    Result<void> findEnd()
    {
        std::optional<std::int64_t> loose;
        for (auto at = fileSize() - endLength; at >= 0 && at >= fileSize() - endLength - longestComment; --at) {
            if (number<std::uint32_t>(at) != endMark)
                continue;
            if (at + endLength + number<std::uint16_t>(at + 20) == fileSize()) {
                m_end = at;
                return {};
            }
            if (!loose)
                loose = at;
        }
        if (!loose)
            return corrupt(withoutDirectory(), atByte(fileSize()));
        m_end = *loose;
        m_warnings.add([&] {
            return say("the end record of the archive (byte {0}) tells of {1} bytes behind it, there are {2}",
                       m_end, number<std::uint16_t>(m_end + 20), fileSize() - m_end - endLength);
        });
        return {};
    }

    // Where the directory lies. Its end is known by where the end records stand; what its offset lacks to that
    // was put before the archive later.
    Result<void> readEnd()
    {
        std::uint64_t disks = number<std::uint16_t>(m_end + 4) + number<std::uint16_t>(m_end + 6);
        std::uint64_t size = number<std::uint32_t>(m_end + 12), offset = number<std::uint32_t>(m_end + 16);
        m_declared = number<std::uint16_t>(m_end + 10);
        m_directoryEnd = m_end;
        if (const auto locator = m_end - locatorLength; isMark(locator, locatorMark, locatorLength)) {
            auto at = clamped(number<std::uint64_t>(locator + 8));
            if (at > locator - end64Length || !isMark(at, end64Mark, end64Length))
                at = locator - end64Length;
            if (!isMark(at, end64Mark, end64Length))
                return corrupt(say("wanted the zip64 end record that the archive speaks of, found none"),
                               atByte(locator));
            disks = std::uint64_t{number<std::uint32_t>(at + 16)} + number<std::uint32_t>(at + 20);
            m_declared = number<std::uint64_t>(at + 32);
            size = number<std::uint64_t>(at + 40);
            offset = number<std::uint64_t>(at + 48);
            m_directoryEnd = at;
        }
        if (disks != 0)
            return unsupported(say("the archive is spread over several files, which is not read"), atByte(m_end));
        const auto room = static_cast<std::uint64_t>(m_directoryEnd);
        if (size > room || offset > room - size)
            return corrupt(say("wanted the directory of the archive before its end record, found it said to be "
                               "{0} bytes from byte {1} on",
                               size, offset),
                           atByte(m_directoryEnd));
        m_directory = m_directoryEnd - static_cast<std::int64_t>(size);
        m_prefix = m_directory - static_cast<std::int64_t>(offset);
        if (m_declared > size / entryLength)
            return corrupt(
                say("the end record tells of {0} entries, more than the {1} bytes of the directory can hold",
                    m_declared, size),
                atByte(m_end));
        if (m_declared > mostZipEntries)
            return tooManyEntries();
        if (m_prefix > 0)
            m_warnings.add([&] { return say("{0} bytes before the archive were left out", m_prefix); });
        return {};
    }

    Error tooManyEntries() const
    {
        return corrupt(say("the archive has more entries than the limit of {0}", mostZipEntries),
                       atByte(m_directory));
    }

    Result<void> readEntries()
    {
        Pace pace(m_silent, entriesBetweenLooks);
        for (auto at = m_directory; at < m_directoryEnd;) {
            if (!pace.goesOn(0, 1))
                return openingCancelled();
            if (m_entries.size() == mostZipEntries)
                return tooManyEntries();
            if (m_directoryEnd - at < entryLength || !isMark(at, entryMark, entryLength))
                return corrupt(
                    say("wanted entry {0} of the archive's directory, found something else", m_entries.size()),
                    atByte(at));
            const std::int64_t name = number<std::uint16_t>(at + 28), extra = number<std::uint16_t>(at + 30);
            const auto length = entryLength + name + extra + number<std::uint16_t>(at + 32);
            if (length > m_directoryEnd - at || name > longestZipName)
                return corrupt(say("entry {0} of the archive's directory has a name of {1} and {2} bytes in all, "
                                   "which is too long",
                                   m_entries.size(), name, length),
                               atByte(at));
            readEntry(at, name, extra);
            at += length;
        }
        if (m_entries.size() != m_declared)
            m_warnings.add([&] {
                return say("the end record tells of {0} entries, the directory has {1}", m_declared,
                           m_entries.size());
            });
        return {};
    }

    void readEntry(std::int64_t at, std::int64_t nameLength, std::int64_t extraLength)
    {
        const auto flags = number<std::uint16_t>(at + 8);
        const auto method = number<std::uint16_t>(at + 10);
        const auto name = text(at + entryLength, nameLength);
        ZipEntry entry;
        entry.name = (flags & 1 << 11) != 0 ? std::string(name) : utf8FromCodePage437(name);
        entry.crc = number<std::uint32_t>(at + 16);
        entry.isDeflated = method == 8;
        std::uint64_t size = number<std::uint32_t>(at + 24), packed = number<std::uint32_t>(at + 20);
        std::uint64_t local = number<std::uint32_t>(at + 42);
        readZipLongNumbers(m_file.subspan(static_cast<std::size_t>(at + entryLength + nameLength),
                                          static_cast<std::size_t>(extraLength)),
                           {&size, &packed, &local});
        entry.size = clamped(size);
        entry.packedSize = clamped(packed);

        place(entry, clamped(local), name);
        if ((flags & 1) != 0)
            entry.whyNot = say("is encrypted");
        else if (method != 0 && method != 8)
            entry.whyNot = say("is packed by method {0}; only stored (0) and deflated (8) ones are read", method);
        if (entry.whyNot.empty())
            judgeSize(entry);
        m_entries.push_back(std::move(entry));
    }

    // Finds where the bytes begin: behind the local header, whose lengths are its own. All its other numbers may
    // be missing and are not looked at.
    void place(ZipEntry& entry, std::int64_t local, std::string_view name)
    {
        const auto header = checkedAdd(local, m_prefix).value_or(int64Max);
        if (header > m_directory - zipLocalLength || !isMark(header, zipLocalMark, zipLocalLength)) {
            entry.whyNot = say("is said to begin at byte {0}, where no entry begins", local);
            return;
        }
        const std::int64_t localName = number<std::uint16_t>(header + 26);
        entry.begin = header + zipLocalLength + localName + number<std::uint16_t>(header + 28);
        if (entry.begin > m_directory || entry.packedSize > m_directory - entry.begin) {
            entry.whyNot = say("is said to have {0} bytes, found {1} before the directory", entry.packedSize,
                               std::max<std::int64_t>(0, m_directory - entry.begin));
            return;
        }
        const auto written = text(header + zipLocalLength, localName);
        if (written != name)
            m_warnings.add([&] {
                return say("the entry {0} of the directory is called {1} where it lies", quotedEntry(entry.name),
                           quotedEntry(utf8FromCodePage437(written)));
            });
        m_ranges.push_back({header, entry.begin + entry.packedSize, m_entries.size()});
    }

    void judgeSize(ZipEntry& entry)
    {
        if (!entry.isDeflated) {
            if (entry.size != entry.packedSize)
                entry.whyNot =
                    say("is stored as it is, but said to have {0} bytes in {1}", entry.size, entry.packedSize);
            return;
        }
        // Of all so far, so that a bomb can't be cut into harmless pieces.
        const auto size = saturatingAdd(m_unpacked, entry.size);
        const auto most = mostUnpackedOf(std::ssize(m_file));
        if (entry.size > mostOfAnEntry || size > most) {
            entry.whyNot =
                entry.size > mostOfAnEntry
                    ? say("is said to unpack from {0} bytes to {1}, which is refused: the limit is 4 GiB",
                          entry.packedSize, entry.size)
                    : say("is said to unpack from {0} bytes to {1}, which is refused: all that is packed in an "
                          "archive "
                          "of {2} bytes may unpack to {3}; saved without compression it opens",
                          entry.packedSize, entry.size, m_file.size(), most);
            return;
        }
        entry.unpackedSoFar = m_unpacked = size;
    }

    Result<void> lookForOverlap()
    {
        std::ranges::stable_sort(m_ranges, {}, &Range::begin);
        for (std::size_t i = 1; i < m_ranges.size(); ++i)
            if (m_ranges[i].begin < m_ranges[i - 1].end)
                return corrupt(say("the entries {0} and {1} of the archive lie over one another",
                                   quotedEntry(m_entries[m_ranges[i - 1].entry].name),
                                   quotedEntry(m_entries[m_ranges[i].entry].name)),
                               atByte(m_ranges[i].begin));
        return {};
    }

    struct Range {
        std::int64_t begin, end;
        std::size_t entry;
    };

    static constexpr std::uint32_t entriesBetweenLooks = 1 << 12;

    std::span<const std::byte> m_file;
    Watch m_silent;         // a directory is read so fast that only stopping is of interest
    std::int64_t m_end = 0; // the end record
    std::int64_t m_directory = 0, m_directoryEnd = 0; // the entries
    std::int64_t m_prefix = 0;                        // bytes before the archive, which offsets don't count
    std::uint64_t m_declared = 0;                     // entries
    std::int64_t m_unpacked = 0;                      // bytes of all deflated entries so far
    std::vector<ZipEntry> m_entries;
    std::vector<Range> m_ranges; // of local headers and what follows them
    WarningList m_warnings;
};

} // namespace

std::string quotedEntry(std::string_view name)
{
    return quotedName(name, 200);
}

Result<ZipDirectory> readZipDirectory(std::span<const std::byte> file, const Watch& watch)
{
    return DirectoryReader(file, watch).read();
}

} // namespace tscope
