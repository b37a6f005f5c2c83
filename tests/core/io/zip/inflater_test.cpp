// SPDX-License-Identifier: Apache-2.0
#include "io/zip/inflater.h"

#include "support/zip_bytes.h"
#include "support/zlib_oracle.h"

#include <gtest/gtest.h>

#include <random>
#include <span>
#include <string>

namespace tscope {
namespace {

using Bytes = std::vector<std::byte>;
using State = Inflater::State;

struct Outcome {
    State state = State::paused;
    Bytes bytes;
    std::size_t used = 0;
    int runs = 0;
};

Outcome unpacked(const Bytes& packed, std::size_t room, std::size_t step)
{
    // In runs of their own, so that a sanitizer sees each step beyond them.
    const Bytes in(packed);
    Outcome out{.bytes = Bytes(room)};
    Inflater inflater(in, out.bytes);
    while (out.state == State::paused && out.runs < 1'000'000) {
        const auto before = inflater.made();
        out.state = inflater.run(std::min(before + step, room));
        ++out.runs;
        EXPECT_GE(inflater.made(), before);
        EXPECT_LE(inflater.made(), room);
    }
    out.bytes.resize(inflater.made());
    out.used = packed.size() - inflater.unused();
    return out;
}

Bytes packed(const Bytes& raw, int level, int strategy)
{
    const auto out = test::deflated({reinterpret_cast<const char*>(raw.data()), raw.size()}, level, strategy);
    const auto bytes = std::as_bytes(std::span(out));
    return {bytes.begin(), bytes.end()};
}

// Noise, few values, repetitions near and far, runs, slopes, numbers.
Bytes someBytes(std::mt19937& random)
{
    Bytes out(random() % 3 == 0 ? random() % 300'000 : random() % 5000);
    const auto kind = random() % 6;
    const auto reach = 1 + random() % 40'000;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto noise = random();
        const auto back = 1 + random() % reach;
        out[i] = kind == 0   ? static_cast<std::byte>(noise)
                 : kind == 1 ? static_cast<std::byte>(noise % 4)
                 : kind == 2 ? (back <= i && noise % 8 != 0 ? out[i - back] : static_cast<std::byte>(noise))
                 : kind == 3 ? std::byte{7}
                 : kind == 5 ? static_cast<std::byte>(i % 8 == 7   ? 0x3f
                                                      : i % 8 == 6 ? 0xe0 + noise % 16
                                                                   : noise)
                             : static_cast<std::byte>(i / 50);
    }
    if (kind == 2) // whole stretches of what stood before
        for (int copies = 0; copies < 50 && out.size() > 600; ++copies) {
            const auto to = 300 + random() % (out.size() - 600);
            std::copy_n(out.begin() + static_cast<std::ptrdiff_t>(random() % to), 3 + random() % 290,
                        out.begin() + static_cast<std::ptrdiff_t>(to));
        }
    return out;
}

void expectAsZlib(const Bytes& bytes, std::size_t room, std::size_t step)
{
    const auto wanted = test::unpackedByZlib(bytes, room);
    const auto found = unpacked(bytes, room, step);
    ASSERT_EQ(found.state == State::done, wanted.has_value()) << "state " << static_cast<int>(found.state);
    if (wanted) {
        ASSERT_EQ(found.bytes, wanted->bytes);
        ASSERT_EQ(found.used, wanted->used);
    }
}

TEST(Inflater, UnpacksAllThatZlibPacks)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    for (int turn = 0; turn < 150; ++turn) {
        SCOPED_TRACE("turn " + std::to_string(turn));
        const auto raw = someBytes(random);
        auto bytes = packed(raw, static_cast<int>(random() % 10), static_cast<int>(random() % 5));
        bytes.insert(bytes.end(), random() % 20, std::byte{0x55}); // what does not belong to it
        const auto found = unpacked(bytes, raw.size(), 1 + random() % 50'000);
        ASSERT_EQ(found.state, State::done);
        ASSERT_EQ(found.bytes, raw);
        expectAsZlib(bytes, raw.size() + random() % 100, 1 + random() % 50'000);
    }
}

TEST(Inflater, JudgesDamagedDataAsZlibDoes)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    for (int turn = 0; turn < 3000; ++turn) {
        SCOPED_TRACE("turn " + std::to_string(turn));
        auto raw = someBytes(random);
        raw.resize(std::min<std::size_t>(raw.size(), 3000));
        auto bytes = packed(raw, static_cast<int>(random() % 10), static_cast<int>(random() % 5));
        for (auto damages = 1 + random() % 3; damages > 0 && !bytes.empty(); --damages)
            if (random() % 5 == 0)
                bytes.resize(random() % bytes.size());
            else // headers are more telling than what follows them
                bytes[random() % (random() % 2 == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 60))] ^=
                    static_cast<std::byte>(1U << random() % 8);
        expectAsZlib(bytes, raw.size() + random() % 50, 1 + random() % 3000);
    }
}

TEST(Inflater, JudgesNoiseAsZlibDoes)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    for (int turn = 0; turn < 20'000; ++turn) {
        SCOPED_TRACE("turn " + std::to_string(turn));
        Bytes bytes(random() % 100);
        for (auto& byte : bytes)
            byte = static_cast<std::byte>(random());
        expectAsZlib(bytes, random() % 500, 1 + random() % 300);
    }
}

// Bits as they are read: the lowest of each byte first; codes of symbols begin with their highest.
class Bits
{
public:
    Bits& put(std::uint32_t value, int count)
    {
        for (int i = 0; i < count; ++i, ++m_count) {
            if (m_count % 8 == 0)
                m_bytes.push_back({});
            m_bytes.back() |= static_cast<std::byte>((value >> i & 1) << m_count % 8);
        }
        return *this;
    }
    Bits& code(std::uint32_t value, int count)
    {
        for (int i = count; i-- > 0;)
            put(value >> i & 1, 1);
        return *this;
    }
    const Bytes& bytes() const { return m_bytes; }

private:
    Bytes m_bytes;
    int m_count = 0;
};

Bits fixedBlock()
{
    return Bits().put(1, 1).put(1, 2);
}

TEST(Inflater, SaysWhatIsWrong)
{
    const auto stateOf = [](const Bytes& bytes, std::size_t room = 100) {
        expectAsZlib(bytes, room, 1000);
        return unpacked(bytes, room, 1000).state;
    };
    EXPECT_EQ(stateOf({}), State::cut);
    EXPECT_EQ(stateOf(Bits().put(7, 3).bytes()), State::broken) << "a block of no kind";
    EXPECT_EQ(stateOf(Bits().put(1, 8).put(2, 16).put(3, 16).bytes()), State::broken) << "lengths that disagree";
    EXPECT_EQ(stateOf(Bits().put(1, 8).put(2, 16).put(0xfffd, 16).put(65, 8).bytes()), State::cut);
    EXPECT_EQ(stateOf(fixedBlock().code(0, 7).bytes(), 0), State::done) << "nothing, in no room";
    EXPECT_EQ(stateOf(fixedBlock().code(0x30, 8).code(0, 7).bytes(), 0), State::full);
    EXPECT_EQ(stateOf(fixedBlock().code(0x30, 8).code(0, 7).bytes(), 1), State::done);
    EXPECT_EQ(stateOf(fixedBlock().code(0xc6, 8).put(0, 32).bytes()), State::broken) << "length symbol 286";
    EXPECT_EQ(stateOf(fixedBlock().code(0x30, 8).code(1, 7).code(30, 5).put(0, 32).bytes()), State::broken);
    EXPECT_EQ(stateOf(fixedBlock().code(0x30, 8).code(1, 7).code(1, 5).put(0, 32).bytes()), State::broken)
        << "from before the beginning";
    EXPECT_EQ(stateOf(fixedBlock().code(0x30, 8).code(1, 7).code(0, 5).code(0, 7).bytes()), State::done);
    EXPECT_EQ(stateOf(fixedBlock().code(0x30, 8).code(1, 7).code(0, 5).code(0, 7).bytes(), 3), State::full);
    EXPECT_EQ(stateOf(fixedBlock().code(0x30, 8).bytes()), State::cut) << "no end of the block";
}

// What zlib gives of data before it asks for more, or for more room.
std::size_t madeByZlib(std::span<const std::byte> packed, std::size_t room)
{
    std::vector<Bytef> out(room + 1);
    z_stream stream{};
    ::inflateInit2(&stream, -MAX_WBITS);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(room);
    ::inflate(&stream, Z_SYNC_FLUSH);
    ::inflateEnd(&stream);
    return stream.total_out;
}

// Codes of two and three bits, of which a table tells two at a time.
TEST(Inflater, GivesEachByteOfAPairWhereDataOrRoomEnd)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Bytes raw(800);
    for (auto& byte : raw)
        byte = static_cast<std::byte>(random() % 6);
    const auto whole = packed(raw, 9, Z_HUFFMAN_ONLY);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto found = unpacked({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)}, 800, 37);
        ASSERT_EQ(found.state, State::cut);
        ASSERT_EQ(found.bytes.size(), madeByZlib(std::span(whole).first(length), 800)) << length;
        ASSERT_TRUE(std::equal(found.bytes.begin(), found.bytes.end(), raw.begin())) << length;
    }
    for (std::size_t room = 0; room < raw.size(); ++room) {
        const auto found = unpacked(whole, room, 800);
        ASSERT_EQ(found.state, State::full);
        ASSERT_EQ(found.bytes.size(), room);
        ASSERT_TRUE(std::equal(found.bytes.begin(), found.bytes.end(), raw.begin())) << room;
    }
}

TEST(Inflater, PausesAmongBlocksThatGiveNothing)
{
    Bytes bytes;
    for (int i = 0; i < 100'000; ++i)
        for (const unsigned char byte : {0x00, 0x00, 0x00, 0xff, 0xff})
            bytes.push_back(std::byte{byte});
    const auto out = unpacked(bytes, 10, 10);
    EXPECT_EQ(out.state, State::cut);
    EXPECT_GT(out.runs, 100);
}

TEST(Inflater, PausesNearWhereItIsToldTo)
{
    const Bytes raw(1 << 20, std::byte{3});
    const auto bytes = packed(raw, 6, Z_DEFAULT_STRATEGY);
    Bytes out(raw.size());
    Inflater inflater(bytes, out);
    for (std::size_t until = 10'000; until < raw.size(); until += 10'000) {
        ASSERT_EQ(inflater.run(until), State::paused);
        ASSERT_GE(inflater.made(), until);
        ASSERT_LT(inflater.made(), until + 1000);
    }
    EXPECT_EQ(inflater.run(raw.size()), State::done);
    EXPECT_EQ(out, raw);
}

} // namespace
} // namespace tscope
