// SPDX-License-Identifier: Apache-2.0
#include "io/gzip/gunzip.h"

#include "base/checked_math.h"
#include "base/pace.h"
#include "base/say.h"
#include "io/little_endian.h"
#include "io/packed_limit.h"
#include "io/zip/inflate.h"
#include "io/zip/inflater.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace tscope {

namespace {

constexpr std::int64_t mostPerByte = 1032;         // that deflate can make
constexpr std::size_t step = std::size_t{1} << 19; // bytes that come out between two looks at the watch

// Of so many packed bytes: it is text, which is read as a whole.
std::int64_t mostTextOf(std::int64_t packedBytes)
{
    return std::min({gunzipLimit, mostUnpackedOf(packedBytes), mostHeldOf(packedBytes)});
}

class Gunzip
{
public:
    Gunzip(const Source& source, std::vector<std::string>& warnings)
        : m_source(source), m_bytes(source.bytes->data(), static_cast<std::size_t>(source.bytes->byteSize())),
          m_limit(mostTextOf(source.bytes->byteSize())), m_warnings(warnings)
    {
    }

    Result<StoragePtr> unpack()
    {
        // Pages that nothing is written to cost no memory.
        auto builder = StorageBuilder::make(std::min(m_limit, saturatingMul(std::ssize(m_bytes), mostPerByte)));
        if (!builder)
            return builder.error();
        do {
            auto read = skipHeader();
            if (read)
                read = unpackMember(builder->bytes());
            if (!read && !(m_source.despiteFaults && isCut()))
                return read.error();
        } while (!isCut() && startsNextMember());
        return partOf(std::move(*builder).seal(), 0, static_cast<std::int64_t>(m_made));
    }

private:
    std::size_t left() const { return m_bytes.size() - m_taken; }
    template <class T>
    T number(std::size_t ahead) const // precondition: it is there
    {
        return littleEndian<T>(m_bytes.data() + m_taken + ahead);
    }
    std::string place() const { return "byte " + std::to_string(m_taken); }

    bool isCut() const { return m_isCut; }
    Error cutShort()
    {
        m_isCut = true;
        m_taken = m_bytes.size();
        return corrupt(say("the gzip data is cut short: after {0} bytes had been unpacked, the file ends", m_made),
                       place());
    }
    Error damaged(std::string_view how) const
    {
        return corrupt(say("the gzip data is damaged: {0}", how), place());
    }

    // What stands before the packed bytes: marks and a date, then what its flags speak of.
    Result<void> skipHeader()
    {
        constexpr std::size_t length = 10;
        constexpr unsigned sum = 2, extra = 4, name = 8, comment = 16, unknown = 0xe0;
        const auto begin = m_taken;
        if (left() < length)
            return cutShort();
        const auto flags = number<std::uint8_t>(3);
        if (number<std::uint8_t>(2) != 8)
            return damaged(say("unknown compression method"));
        if ((flags & unknown) != 0)
            return damaged(say("unknown header flags set"));
        m_taken += length;
        if ((flags & extra) != 0) {
            if (left() < 2 || left() - 2 < number<std::uint16_t>(0))
                return cutShort();
            m_taken += 2 + std::size_t{number<std::uint16_t>(0)};
        }
        for (const auto flag : {name, comment})
            if ((flags & flag) != 0) {
                const auto end = m_source.text().find('\0', m_taken);
                if (end == std::string_view::npos)
                    return cutShort();
                m_taken = end + 1;
            }
        if ((flags & sum) != 0) {
            if (left() < 2)
                return cutShort();
            if (number<std::uint16_t>(0) != (crc32Of(m_bytes.subspan(begin, m_taken - begin)) & 0xffff))
                return damaged(say("header crc mismatch"));
            m_taken += 2;
        }
        return {};
    }

    // One member, and the sum and length behind it. `out` has room for all members.
    Result<void> unpackMember(std::span<std::byte> out)
    {
        const auto begin = m_taken;
        const auto room = out.subspan(m_made);
        Inflater inflater(m_bytes.subspan(begin), room);
        std::uint32_t sum = 0;
        std::size_t made = 0;
        for (auto state = Inflater::State::paused; state != Inflater::State::done;) {
            if (m_source.watch.isStopped())
                return openingCancelled();
            state = inflater.run(std::min(made + step, room.size()));
            sum = crc32Of(room.subspan(made, inflater.made() - made), sum);
            m_made += inflater.made() - made;
            made = inflater.made();
            m_taken = m_bytes.size() - inflater.unused();
            if (m_source.watch.progress)
                m_source.watch.progress(static_cast<double>(m_taken) / static_cast<double>(m_bytes.size()) / 2);
            // Asked on the way already: a trap is found out before it takes what a file of its size may.
            if (static_cast<std::int64_t>(m_made) > mostTextOf(static_cast<std::int64_t>(m_taken)))
                state = Inflater::State::full;
            if (auto problem = problemOf(state))
                return *problem;
        }
        if (left() < 8)
            return cutShort();
        if (number<std::uint32_t>(0) != sum)
            return damaged(say("incorrect data check"));
        if (number<std::uint32_t>(4) != static_cast<std::uint32_t>(made))
            return damaged(say("incorrect length check"));
        m_taken += 8;
        return {};
    }

    // Another member follows. Zeros behind the last one fill up a block of a tape or disk.
    bool startsNextMember()
    {
        const auto rest = m_source.text().substr(m_taken);
        if (rest.starts_with("\x1F\x8B"))
            return true;
        if (rest.find_first_not_of('\0') != std::string_view::npos)
            m_warnings.push_back(say("behind the gzip data follow {0} bytes that are no part of it", rest.size()));
        return false;
    }

    // What keeps the work from going on; nothing when it may.
    std::optional<Error> problemOf(Inflater::State state)
    {
        switch (state) {
        case Inflater::State::full:
            return corrupt(
                say("the gzip file of {0} bytes unpacks to more than {1}; unpack it first and open what comes out",
                    m_bytes.size(), std::min(m_limit, static_cast<std::int64_t>(m_made))),
                place());
        case Inflater::State::cut:
            return cutShort();
        case Inflater::State::broken:
            return damaged(say("its deflated bytes can't be unpacked beyond byte {0}", m_made));
        default:
            return std::nullopt;
        }
    }

    const Source& m_source;
    std::span<const std::byte> m_bytes;
    std::int64_t m_limit; // bytes that may come out
    std::vector<std::string>& m_warnings;
    std::size_t m_taken = 0, m_made = 0; // bytes
    bool m_isCut = false;                // the file ends before its end
};

} // namespace

Result<StoragePtr> gunzip(const Source& source, std::vector<std::string>& warnings)
{
    return Gunzip(source, warnings).unpack();
}

} // namespace tscope
