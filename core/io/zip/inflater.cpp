// SPDX-License-Identifier: Apache-2.0
#include "io/zip/inflater.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tscope {

namespace {

using State = Inflater::State;

constexpr int blocksBetweenPauses = 256; // tables are laid out for each: some ms

constexpr int lengthRoot = 11, distanceRoot = 8; // with so many bits the tables are asked
constexpr std::size_t lengthSymbols = 288, distanceSymbols = 32;

// What stands for literals, the end of a block and lengths, in the order of the symbols.
constexpr auto lengthCodes = [] {
    constexpr unsigned extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2,
                                  2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5};
    std::array<std::uint64_t, lengthSymbols> out{};
    for (unsigned symbol = 0; symbol < 256; ++symbol)
        out[symbol] = DeflateCode::ofLiteral(symbol, lengthRoot);
    out[256] = DeflateCode::of(0, 0, 0, DeflateCode::isNoLength | DeflateCode::endOfBlock);
    std::uint32_t least = 3;
    for (std::size_t i = 0; i < std::size(extra); ++i) {
        out[257 + i] = DeflateCode::of(least, extra[i], distanceRoot);
        least += 1U << extra[i];
    }
    out[285] = DeflateCode::of(258, 0, distanceRoot);
    out[286] = out[287] = DeflateCode::of(0, 0, 0, DeflateCode::isNoLength | DeflateCode::noCode);
    return out;
}();

constexpr auto distanceCodes = [] {
    std::array<std::uint64_t, distanceSymbols> out{};
    std::uint32_t least = 1;
    for (std::size_t symbol = 0; symbol < 30; ++symbol) {
        const auto extra = symbol < 2 ? 0U : static_cast<unsigned>(symbol) / 2 - 1;
        out[symbol] = DeflateCode::of(least, extra, lengthRoot);
        least += 1U << extra;
    }
    out[30] = out[31] = DeflateCode::of(0, 0, 0, DeflateCode::isNoLength | DeflateCode::noCode);
    return out;
}();

// The code by which the lengths of the others are written: symbols 16 to 18 repeat.
constexpr int metaRoot = 7;
constexpr auto metaCodes = [] {
    std::array<std::uint64_t, 19> out{};
    for (std::uint32_t symbol = 0; symbol < out.size(); ++symbol)
        out[symbol] = DeflateCode::of(symbol, 0);
    return out;
}();
constexpr std::array<std::uint8_t, 19> metaOrder{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

constexpr std::uint64_t lowBits(int count)
{
    return (std::uint64_t{1} << count) - 1;
}

template <class T>
T loaded(const std::byte* at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    if constexpr (std::endian::native == std::endian::big && sizeof(T) == 8)
        value = __builtin_bswap64(value);
    return value;
}

// As many bits of a word as the second byte of `field` says, from the one on that the first says. A single step
// where the processor has one, and what waits for a table's answer waits for this too; compilers don't find it.
[[maybe_unused, gnu::always_inline]] inline std::uint64_t bitField(std::uint64_t word, std::uint64_t field)
{
#if defined(__x86_64__)
    std::uint64_t out;
    asm("bextrq %2, %1, %0" : "=r"(out) : "r"(word), "r"(field) : "cc");
    return out;
#else
    return word >> (field & 0xff) & lowBits(static_cast<int>(field >> 8 & 0xff));
#endif
}

// What a copy may write behind its end.
constexpr std::ptrdiff_t copySlack = 64;
constexpr std::ptrdiff_t longestCopy = 258;

// Repeats the last `words` words before `out`, which are read once: what was just written can't be read soon.
template <std::size_t words>
void repeatWords(std::byte* out, const std::byte* end)
{
    std::uint64_t all[words];
    std::memcpy(all, out - sizeof all, sizeof all);
    do {
        std::memcpy(out, all, sizeof all);
        out += sizeof all;
    } while (out < end);
}

// The same of a part of a word.
void repeatBytes(std::byte* out, std::size_t distance, const std::byte* end)
{
    auto word = loaded<std::uint64_t>(out - distance) & lowBits(8 * static_cast<int>(distance));
    for (auto known = distance; known < 8; known *= 2)
        word |= word << 8 * known;
    if constexpr (std::endian::native == std::endian::big)
        word = __builtin_bswap64(word);
    const auto step = 8 - 8 % distance;
    do {
        std::memcpy(out, &word, 8);
        out += step;
    } while (out < end);
}

// False: not of such a distance. Inlined: a call in the loop of the decoder costs all of it a tenth.
inline bool repeatLong(std::byte* out, std::size_t distance, const std::byte* end)
{
    switch (distance) {
    case 8:
        repeatWords<1>(out, end);
        return true;
    case 16:
        repeatWords<2>(out, end);
        return true;
    case 24:
        repeatWords<3>(out, end);
        return true;
    case 32:
        repeatWords<4>(out, end);
        return true;
    case 40:
        repeatWords<5>(out, end);
        return true;
    case 48:
        repeatWords<6>(out, end);
        return true;
    case 56:
        repeatWords<7>(out, end);
        return true;
    default:
        break;
    }
    if (distance < 8)
        repeatBytes(out, distance, end);
    return distance < 8;
}

// Repeats what stands `distance` before `out`. Writes up to copySlack bytes more.
[[gnu::always_inline]] inline void copyFast(std::byte* out, std::size_t distance, std::size_t length)
{
    constexpr std::size_t isLong = 64;
    const auto* from = out - distance;
    auto* const end = out + length;
    if (length >= isLong && repeatLong(out, distance, end))
        return;
    if (distance >= 16) {
        do {
            std::memcpy(out, from, 16);
            out += 16;
            from += 16;
        } while (out < end);
    } else if (distance == 1) {
        const auto word = 0x0101010101010101 * std::to_integer<std::uint64_t>(*from);
        do {
            std::memcpy(out, &word, 8);
            out += 8;
        } while (out < end);
    } else if (distance >= 8) {
        do {
            std::memcpy(out, from, 8);
            out += 8;
            from += 8;
        } while (out < end);
    } else {
        // The first bytes of each word are right, the others are written again.
        do {
            std::uint64_t word;
            std::memcpy(&word, from, 8);
            std::memcpy(out, &word, 8);
            out += distance;
            from += distance;
        } while (out < end);
    }
}

} // namespace

Inflater::Inflater(std::span<const std::byte> packed, std::span<std::byte> out)
    : m_in(packed.data()), m_inEnd(packed.data() + packed.size()), m_out(out.data()), m_outBegin(out.data()),
      m_outEnd(out.data() + out.size())
{
}

State Inflater::run(std::size_t until)
{
    for (int blocks = 0; m_state == State::paused; ++blocks) {
        if (!m_isInBlock && m_isLastBlock)
            return m_state = State::done;
        if (blocks == blocksBetweenPauses || (made() >= until && m_out < m_outEnd))
            break;
        if (!m_isInBlock)
            m_state = beginBlock();
        if (m_state == State::paused && m_isInBlock)
            m_state = decode(until);
    }
    return m_state;
}

std::size_t Inflater::unused() const
{
    return static_cast<std::size_t>(m_inEnd - m_in) + static_cast<std::size_t>(m_count) / 8;
}

bool Inflater::has(int bits)
{
    for (; m_count < bits && m_in < m_inEnd; m_count += 8)
        m_bits |= std::to_integer<std::uint64_t>(*m_in++) << m_count;
    return m_count >= bits;
}

void Inflater::drop(int bits)
{
    m_bits >>= bits;
    m_count -= bits;
}

std::uint32_t Inflater::take(int bits)
{
    const auto value = static_cast<std::uint32_t>(m_bits & lowBits(bits));
    drop(bits);
    return value;
}

// ---- blocks ----

State Inflater::beginBlock()
{
    if (!has(3))
        return State::cut;
    m_isLastBlock = take(1) != 0;
    switch (take(2)) {
    case 0:
        return copyStored();
    case 1:
        useFixedCodes();
        m_isInBlock = true;
        return State::paused;
    case 2:
        m_hasFixedCodes = false;
        m_isInBlock = true;
        return readCodes();
    default:
        return State::broken;
    }
}

State Inflater::copyStored()
{
    drop(m_count % 8);
    if (!has(32))
        return State::cut;
    const auto length = std::size_t{take(16)};
    if (take(16) != (length ^ 0xffff))
        return State::broken;
    m_in -= m_count / 8; // whole bytes that were read ahead
    m_bits = 0;
    m_count = 0;
    const auto there = std::min(length, static_cast<std::size_t>(m_inEnd - m_in));
    const auto fits = std::min(there, static_cast<std::size_t>(m_outEnd - m_out));
    if (fits > 0)
        std::memcpy(m_out, m_in, fits);
    m_in += fits;
    m_out += fits;
    return fits == length ? State::paused : fits < there ? State::full : State::cut;
}

void Inflater::useFixedCodes()
{
    if (m_hasFixedCodes)
        return;
    std::array<std::uint8_t, lengthSymbols> lengths{};
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
        lengths[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
    layOutCode(lengths, lengthCodes, lengthRoot, m_lengths);
    std::array<std::uint8_t, distanceSymbols> distances{};
    distances.fill(5);
    layOutCode(distances, distanceCodes, distanceRoot, m_distances);
    m_hasFixedCodes = true;
}

State Inflater::readCodes()
{
    if (!has(14))
        return State::cut;
    const std::size_t lengthCount = 257 + take(5), distanceCount = 1 + take(5), metaCount = 4 + take(4);
    if (lengthCount > 286 || distanceCount > 30)
        return State::broken;
    std::array<std::uint8_t, 19> metaLengths{};
    for (std::size_t i = 0; i < metaCount; ++i) {
        if (!has(3))
            return State::cut;
        metaLengths[metaOrder[i]] = static_cast<std::uint8_t>(take(3));
    }
    std::array<std::uint64_t, std::size_t{1} << metaRoot> meta{};
    // Here even a code of a single bit must have both its values.
    if (std::ranges::count(metaLengths, 0) > 17 || !layOutCode(metaLengths, metaCodes, metaRoot, meta))
        return State::broken;
    std::array<std::uint8_t, 286 + 30> all{};
    const auto lengths = std::span(all).first(lengthCount + distanceCount);
    if (const auto read = readLengths(lengths, meta); read != State::paused)
        return read;
    const bool canEnd = lengths[256] != 0;
    const bool isWhole = canEnd && layOutCode(lengths.first(lengthCount), lengthCodes, lengthRoot, m_lengths) &&
                         layOutCode(lengths.subspan(lengthCount), distanceCodes, distanceRoot, m_distances);
    return isWhole ? State::paused : State::broken;
}

State Inflater::readLengths(std::span<std::uint8_t> lengths, std::span<const std::uint64_t> table)
{
    for (std::size_t i = 0; i < lengths.size();) {
        std::uint64_t code = 0;
        if (const auto found = nextCode(table, metaRoot, code); found != State::paused)
            return found;
        const auto symbol = DeflateCode::value(code);
        if (symbol < 16) {
            lengths[i++] = static_cast<std::uint8_t>(symbol);
            continue;
        }
        if (symbol == 16 && i == 0)
            return State::broken; // nothing stands before it
        const int extra = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
        if (!has(extra))
            return State::cut;
        const auto times = (symbol == 18 ? 11U : 3U) + take(extra);
        if (times > lengths.size() - i)
            return State::broken;
        const auto repeated = symbol == 16 ? lengths[i - 1] : std::uint8_t{0};
        std::ranges::fill(lengths.subspan(i, times), repeated);
        i += times;
    }
    return State::paused;
}

// ---- what lies in a coded block ----

State Inflater::decode(std::size_t until)
{
    // Far from both ends nothing has to be asked for each symbol.
    constexpr std::ptrdiff_t room = 3 * 2 + longestCopy + copySlack;
    while (m_isInBlock) {
        const bool isDue = made() >= until && m_out < m_outEnd;
        if (isDue)
            return State::paused;
        auto state = State::paused;
        if (m_outEnd - m_out > room && m_inEnd - m_in >= 16) {
            const auto wanted =
                std::min<std::size_t>(until, static_cast<std::size_t>(m_outEnd - m_outBegin - room));
            state = decodeFast(m_outBegin + std::max(wanted, made() + 1));
        } else {
            state = decodeOne();
        }
        if (state != State::paused)
            return state;
    }
    return State::paused;
}

// A code without the extra bits behind it.
State Inflater::nextCode(std::span<const std::uint64_t> table, int rootBits, std::uint64_t& code)
{
    has(15); // as far as there are any
    code = table[m_bits & lowBits(rootBits)];
    if (DeflateCode::isLink(code))
        code = table[DeflateCode::value(code) + (m_bits >> rootBits & lowBits(DeflateCode::ownBits(code)))];
    if (DeflateCode::ownBits(code) > m_count)
        return State::cut;
    if ((code & (DeflateCode::noCode | DeflateCode::literal)) == DeflateCode::noCode)
        return State::broken;
    drop(DeflateCode::ownBits(code));
    return State::paused;
}

State Inflater::nextNumber(std::span<const std::uint64_t> table, int rootBits, std::size_t& number)
{
    std::uint64_t code = 0;
    if (const auto found = nextCode(table, rootBits, code); found != State::paused)
        return found;
    return extended(code, number);
}

State Inflater::extended(std::uint64_t code, std::size_t& number)
{
    const int extra = DeflateCode::extraBits(code);
    if (!has(extra))
        return State::cut;
    number = DeflateCode::value(code) + take(extra);
    return State::paused;
}

// One symbol, with all questions asked.
State Inflater::decodeOne()
{
    std::uint64_t code = 0;
    if (const auto found = nextCode(m_lengths, lengthRoot, code); found != State::paused)
        return found;
    if ((code & DeflateCode::literal) != 0) {
        if (m_out == m_outEnd)
            return State::full;
        *m_out++ = DeflateCode::byte(code);
        return State::paused;
    }
    if ((code & DeflateCode::endOfBlock) != 0) {
        m_isInBlock = false;
        return State::paused;
    }
    std::size_t length = 0, distance = 0;
    if (const auto read = extended(code, length); read != State::paused)
        return read;
    if (const auto read = nextNumber(m_distances, distanceRoot, distance); read != State::paused)
        return read;
    if (distance > made())
        return State::broken;
    const auto fits = std::min(length, static_cast<std::size_t>(m_outEnd - m_out));
    for (std::size_t i = 0; i < fits; ++i, ++m_out)
        *m_out = *(m_out - distance);
    return fits == length ? State::paused : State::full;
}

// As many symbols as bring the output to `limit`. Preconditions: 16 bytes can be read, and behind `limit` there is
// room for what one turn of the loop writes. A table is asked for the next symbol as early as its bits are known,
// before the last one is written: what takes time is waiting for its answer.
template <bool hasBmi>
[[gnu::always_inline]] inline State Inflater::decodeLoop(std::byte* limit)
{
    const auto* const inLimit = m_inEnd - 16;
    const auto* const lengths = m_lengths.data();
    const auto* const distances = m_distances.data();
    const auto* in = m_in;
    auto* out = m_out;
    auto bits = m_bits;
    auto count = static_cast<std::uint32_t>(m_count);
    const auto use = [&](std::uint64_t code) {
        bits >>= code & 63;
        count -= code & 0xff;
    };
    // Brings them to 56 at least. The bits above are right too, and come again.
    const auto refill = [&] {
        bits |= loaded<std::uint64_t>(in) << count;
        in += (63 - count) >> 3;
        count |= 56;
    };
    // The value of a code whose bits were used, with the extra ones that stood behind it in `before`.
    const auto valueOf = [](std::uint64_t code, std::uint64_t before) {
        const auto extra = hasBmi ? bitField(before, code >> 48)
                                  : before >> DeflateCode::ownBits(code) & lowBits(DeflateCode::extraBits(code));
        return DeflateCode::value(code) + static_cast<std::size_t>(extra);
    };
    // With which bits the table is asked behind this code, whose bits were not used yet.
    const auto next = [&](std::uint64_t code, int rootBits) {
        return hasBmi ? bitField(bits, code) : bits >> (code & 63) & lowBits(rootBits);
    };
    const auto putLiterals = [&](std::uint64_t code) {
        auto both = static_cast<std::uint16_t>(code >> 16);
        if constexpr (std::endian::native == std::endian::big)
            both = __builtin_bswap16(both);
        std::memcpy(out, &both, 2);
        out += DeflateCode::value(code);
    };
    const auto pause = [&](State state) {
        m_in = in;
        m_out = out;
        m_count = static_cast<int>(count);
        m_bits = bits & lowBits(m_count);
        return state;
    };

    refill();
    auto code = lengths[bits & lowBits(lengthRoot)];
    while (out < limit && in <= inLimit) {
        // Most symbols are literals where numbers lie. Two entries of them and a length take up to 42 bits.
        std::uint64_t at = 0;
        if ((code & DeflateCode::literal) != 0) {
            at = next(code, lengthRoot);
            use(code);
            putLiterals(code);
            code = lengths[at];
            if ((code & DeflateCode::literal) != 0) {
                at = next(code, lengthRoot);
                use(code);
                putLiterals(code);
                code = lengths[at];
                if ((code & DeflateCode::literal) != 0) {
                    at = next(code, lengthRoot);
                    use(code);
                    putLiterals(code);
                    code = lengths[at]; // its bits are there: it need not wait for others
                    refill();
                    continue;
                }
            }
        }
        if ((code & DeflateCode::isNoLength) != 0) {
            if (DeflateCode::isLink(code))
                code =
                    lengths[DeflateCode::value(code) + (bits >> lengthRoot & lowBits(DeflateCode::ownBits(code)))];
            if ((code & DeflateCode::literal) != 0) {
                use(code);
                *out++ = DeflateCode::byte(code);
                refill();
                code = lengths[bits & lowBits(lengthRoot)];
                continue;
            }
            if ((code & DeflateCode::endOfBlock) != 0) {
                use(code);
                m_isInBlock = false;
                return pause(State::paused);
            }
            if ((code & DeflateCode::noCode) != 0)
                return pause(State::broken);
        }
        const auto length = valueOf(code, bits);
        at = next(code, distanceRoot);
        use(code);
        code = distances[at];
        refill(); // a distance takes up to 28 bits
        if ((code & DeflateCode::isNoLength) != 0) {
            if (DeflateCode::isLink(code))
                code = distances[DeflateCode::value(code) +
                                 (bits >> distanceRoot & lowBits(DeflateCode::ownBits(code)))];
            if ((code & DeflateCode::noCode) != 0)
                return pause(State::broken);
        }
        const auto distance = valueOf(code, bits);
        at = next(code, lengthRoot);
        use(code);
        if (distance > static_cast<std::size_t>(out - m_outBegin))
            return pause(State::broken);
        code = lengths[at]; // at least 28 bits are left
        refill();
        copyFast(out, distance, length);
        out += length;
    }
    return pause(State::paused);
}

#if defined(__x86_64__)
// A shift by what was just read is a part of each step; with these instructions it takes the least time.
[[gnu::target("bmi,bmi2")]] State Inflater::decodeWithBmi(std::byte* limit)
{
    return decodeLoop<true>(limit);
}
#endif

State Inflater::decodeFast(std::byte* limit)
{
#if defined(__x86_64__)
    static const bool hasBmi = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    if (hasBmi)
        return decodeWithBmi(limit);
#endif
    return decodeLoop<false>(limit);
}

} // namespace tscope
