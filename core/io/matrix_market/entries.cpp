// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/entries.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "base/thread_pool.h"
#include "element/visit.h"
#include "io/matrix_market/entry.h"
#include "io/matrix_market/lines.h"
#include "io/matrix_market/marks.h"
#include "io/matrix_market/numbers.h"

#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <optional>

namespace tscope {

namespace {

template <MtxField field>
struct ValueOf {
    using Type = double;
};
template <>
struct ValueOf<MtxField::integer> {
    using Type = std::int64_t;
};
template <>
struct ValueOf<MtxField::unsignedInteger> {
    using Type = std::uint64_t;
};
template <>
struct ValueOf<MtxField::complex> {
    using Type = std::complex<double>;
};

// What one chunk gave.
struct Outcome {
    std::int64_t count = 0, tooLarge = 0, nonFinite = 0;
    std::optional<Error> error;
    const char* errorAt = nullptr;
};

template <bool isArray, MtxField field>
class ChunkReader
{
public:
    using Value = typename ValueOf<field>::Type;

    // There is room for `capacity` entries.
    ChunkReader(const MtxHeader& header, std::int64_t capacity, std::byte* coordinates, std::byte* values)
        : m_header(header), m_last(capacity), m_rows(coordinates),
          m_columns(coordinates + (isArray ? 0 : capacity * 8)), m_values(values)
    {
    }

    // The entries of a chunk become those from `first` on.
    Outcome read(MtxLines::Chunk chunk, std::int64_t first) const
    {
        Outcome out;
        first = std::min(first, m_last);
        auto k = first;
        MtxMarks marks;
        for (const auto* at = chunk.begin; at < chunk.end && !out.error;) {
            const auto* const piece = at;
            marks.look(piece, std::min(MtxMarks::most, static_cast<std::size_t>(chunk.end - piece)));
            for (const auto place : marks.lineEnds()) {
                const auto* const end = piece + place;
                const bool isPlain =
                    k < m_last && readPlainly(at, end, marks.othersFrom(static_cast<std::size_t>(at - piece)), k);
                if (isPlain)
                    ++k;
                else if (!readLine(at, end, k, out))
                    break;
                at = end + 1;
            }
            if (marks.lineEnds().empty()) { // it is longer than the piece
                const auto* end =
                    static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(chunk.end - at)));
                readLine(at, end, k, out);
                at = end + 1;
            }
        }
        out.count = k - first;
        return out;
    }

private:
    // One line of the plain kind, of which `others` tells what is no digit; false leaves nothing behind but a
    // value that is written again.
    [[gnu::always_inline]] bool readPlainly(const char* at, const char* end, std::uint64_t others,
                                            std::int64_t k) const
    {
        if constexpr (!isArray) {
            MtxEights place{};
            if (!mtxMarkedPair(at, others, place)) {
                others = noneMarked;
                if (!readUnmarked(at, place))
                    return false;
            }
            const auto row = place.first - 1, column = place.second - 1;
            if (row >= static_cast<std::uint64_t>(m_header.rows) ||
                column >= static_cast<std::uint64_t>(m_header.columns))
                return false;
            storeElement(row, m_rows + k * 8);
            storeElement(column, m_columns + k * 8);
            if (field != MtxField::pattern && !mtxIsBlank(*at))
                return false;
        }
        // At most one blank, usually.
        for (; (others & 1) != 0 && mtxIsBlank(*at); ++at)
            others >>= 1;
        Value value = 1;
        if constexpr (field != MtxField::pattern) {
            if (!readValue(at, end, others, value))
                return false;
        }
        storeElement(value, m_values + k * static_cast<std::int64_t>(sizeof(Value)));
        if (at == end)
            return true;
        mtxSkipBlanks(at);
        at += *at == '\r' ? 1 : 0;
        return at == end;
    }

    static bool readUnmarked(const char*& at, MtxEights& place)
    {
        mtxSkipBlanks(at);
        if (!mtxPlain(at, place.first) || !mtxIsBlank(*at))
            return false;
        mtxSkipBlanks(at);
        return mtxPlain(at, place.second);
    }

    [[gnu::always_inline]] static bool readValue(const char*& at, const char* end, std::uint64_t others,
                                                 Value& value)
    {
        if constexpr (std::is_same_v<Value, double>) {
            const char* const begin = at;
            MtxDecimal decimal;
            if (mtxMarkedMantissa(at, others, decimal))
                return (at == end || mtxExponent(at, decimal)) && mtxNearest(decimal, begin, at, value);
        }
        return readUnmarkedValue(at, value);
    }

    [[gnu::noinline]] static bool readUnmarkedValue(const char*& at, Value& value) { return mtxPlain(at, value); }

    // Any line; false: it is wrong.
    bool readLine(const char* at, const char* end, std::int64_t& k, Outcome& out) const
    {
        const std::string_view line(at, static_cast<std::size_t>(end - at));
        if (isMtxRemark(line))
            return true;
        const auto read = k < m_last ? readCarefully(line, k, out) : tooMany();
        ++k;
        if (read)
            return true;
        out.error = read.error();
        out.errorAt = at;
        return false;
    }

    Result<void> readCarefully(std::string_view line, std::int64_t k, Outcome& out) const
    {
        const auto entry = readMtxEntry(line, m_header);
        if (!entry)
            return entry.error();
        if constexpr (!isArray) {
            storeElement(entry->row, m_rows + k * 8);
            storeElement(entry->column, m_columns + k * 8);
        }
        Value value{};
        if constexpr (field == MtxField::integer)
            value = entry->integer;
        else if constexpr (field == MtxField::unsignedInteger)
            value = entry->natural;
        else if constexpr (field == MtxField::complex)
            value = entry->real;
        else
            value = entry->real.real();
        storeElement(value, m_values + k * static_cast<std::int64_t>(sizeof(Value)));
        out.tooLarge += entry->isTooLarge ? 1 : 0;
        out.nonFinite += std::isfinite(entry->real.real()) && std::isfinite(entry->real.imag()) ? 0 : 1;
        return {};
    }

    Error tooMany() const
    {
        return corrupt(
            m_header.isArray
                ? say("an array of this size has {0|value|values}, but here stands one more", m_header.entries)
                : say("the header tells of {0|entry|entries}, but here stands one more", m_header.entries));
    }

    static constexpr auto noneMarked = ~std::uint64_t{0}; // every byte may be something else

    const MtxHeader& m_header;
    std::int64_t m_last;
    std::byte *m_rows, *m_columns, *m_values;
};

// Where the entries of each chunk begin. One thread learns that as it goes; several must be told, by counting what
// is quick to count where that gives what the header says.
std::vector<std::int64_t> countedStarts(const MtxLines& lines, std::int64_t entries, const Watch& watch)
{
    const auto& chunks = lines.chunks();
    std::vector<std::int64_t> counts(chunks.size());
    const auto count = [&](std::int64_t (*countIn)(MtxLines::Chunk)) {
        parallelFor(std::ssize(chunks), [&](std::int64_t part) {
            const auto c = static_cast<std::size_t>(part);
            counts[c] = watch.isStopped() ? 0 : countIn(chunks[c]);
        });
        return std::reduce(counts.begin(), counts.end());
    };
    if (count(countLineEnds) > entries)
        count(countEntries); // there are empty lines or comments, or too many entries
    std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), std::int64_t{0});
    return counts;
}

class EntryReader
{
public:
    EntryReader(const MtxHeader& header, const MtxLines& lines, const Watch& watch)
        : m_header(header), m_lines(lines), m_watch(watch)
    {
    }

    template <class Chunks>
    Result<Outcome> read(const Chunks& reader)
    {
        const auto& chunks = m_lines.chunks();
        std::vector<Outcome> outcomes(chunks.size());
        const auto parse = [&](std::size_t c, std::int64_t first) {
            if (m_watch.isStopped())
                return;
            outcomes[c] = reader.read(chunks[c], first);
            tellProgress(chunks[c]);
        };
        if (threadCount() == 1 || chunks.size() == 1) {
            std::int64_t first = 0;
            for (std::size_t c = 0; c < chunks.size() && !m_watch.isStopped(); ++c) {
                parse(c, first);
                first += outcomes[c].count;
                if (outcomes[c].error)
                    break;
            }
        } else {
            const auto starts = countedStarts(m_lines, m_header.entries, m_watch);
            parallelFor(std::ssize(chunks), [&](std::int64_t part) {
                const auto c = static_cast<std::size_t>(part);
                parse(c, starts[c]);
            });
        }
        if (m_watch.isStopped())
            return Error{ErrorCode::cancelled, say("opening was cancelled"), {}, {}};
        return summed(outcomes);
    }

private:
    void tellProgress(MtxLines::Chunk chunk)
    {
        if (!m_watch.progress)
            return;
        const auto bytes = static_cast<std::size_t>(chunk.end - chunk.begin);
        const auto done = m_done.fetch_add(bytes) + bytes;
        m_watch.progress(static_cast<double>(done) / static_cast<double>(std::max(m_lines.byteSize(), done)));
    }

    Result<Outcome> summed(const std::vector<Outcome>& outcomes) const
    {
        Outcome sum;
        for (const auto& outcome : outcomes) {
            if (outcome.error) {
                auto error = *outcome.error;
                error.where = "line " + std::to_string(m_lines.lineNumber(outcome.errorAt));
                return error;
            }
            sum.count += outcome.count;
            sum.tooLarge += outcome.tooLarge;
            sum.nonFinite += outcome.nonFinite;
        }
        if (sum.count < m_header.entries)
            return corrupt(
                m_header.isArray
                    ? say("wanted {0} values for an array of this size, found {1} up to the end of the file",
                          m_header.entries, sum.count)
                    : say("wanted {0} entries, found {1} up to the end of the file", m_header.entries, sum.count),
                "line " + std::to_string(m_header.firstLine - 1));
        return sum;
    }

    const MtxHeader& m_header;
    const MtxLines& m_lines;
    const Watch& m_watch;
    std::atomic<std::size_t> m_done{0};
};

} // namespace

ElementType mtxValueType(MtxField field)
{
    switch (field) {
    case MtxField::integer:
        return ElementType::i64;
    case MtxField::unsignedInteger:
        return ElementType::u64;
    case MtxField::complex:
        return ElementType::c128;
    default:
        return ElementType::f64;
    }
}

Result<MtxEntries> readMtxEntries(std::string_view text, const MtxHeader& header, const Watch& watch,
                                  std::size_t chunkBytes)
{
    const auto lines = MtxLines::cut(text, header, chunkBytes);
    if (!lines)
        return lines.error();
    // A header that says more than there is room for is wrong.
    const auto capacity = std::min(header.entries, mtxMostEntries(lines->byteSize()));
    auto coordinates = StorageBuilder::make(header.isArray ? 0 : capacity * 16);
    if (!coordinates)
        return coordinates.error();
    auto values = StorageBuilder::make(capacity * DType(mtxValueType(header.field)).itemSize());
    if (!values)
        return values.error();

    const auto read = [&]<bool isArray, MtxField field>() {
        const ChunkReader<isArray, field> chunks(header, capacity, coordinates->bytes().data(),
                                                 values->bytes().data());
        return EntryReader(header, *lines, watch).read(chunks);
    };
    const auto readField = [&]<bool isArray>() -> Result<Outcome> {
        switch (header.field) {
        case MtxField::integer:
            return read.template operator()<isArray, MtxField::integer>();
        case MtxField::unsignedInteger:
            return read.template operator()<isArray, MtxField::unsignedInteger>();
        case MtxField::complex:
            return read.template operator()<isArray, MtxField::complex>();
        case MtxField::pattern:
            return read.template operator()<isArray, MtxField::pattern>();
        default:
            return read.template operator()<isArray, MtxField::real>();
        }
    };
    const auto outcome = header.isArray ? readField.operator()<true>() : readField.operator()<false>();
    if (!outcome)
        return outcome.error();
    return MtxEntries{std::move(*coordinates), std::move(*values), outcome->tooLarge, outcome->nonFinite};
}

} // namespace tscope
