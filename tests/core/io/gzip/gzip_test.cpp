// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"
#include "io/gzip/gunzip.h"
#include "io/gzip/gzip_file.h"
#include "io/gzip/gzip_sink.h"
#include "io/matrix_market/matrix_market.h"
#include "make/random.h"
#include "support/source.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using namespace std::string_literals;
using test::problemOf;
using testing::HasSubstr;

std::string packed(std::string_view text)
{
    TextSink out;
    GzipSink sink(out);
    sink.put(text);
    EXPECT_TRUE(sink.finish());
    return out.text();
}

struct Unpacked {
    std::string text, problem;
    std::vector<std::string> warnings;
};

Unpacked unpacked(const std::string& bytes)
{
    Unpacked out;
    const auto storage = gunzip(test::sourceOf(bytes), out.warnings);
    out.problem = problemOf(storage);
    if (storage)
        out.text = Source{*storage}.text();
    return out;
}

const std::string matrix = "%%MatrixMarket matrix coordinate real general\n2 2 1\n2 1 5\n";

// "a\n" as gzip writes it, with a name, byte by byte.
const std::string byHand =
    "\x1F\x8B\x08\x08\0\0\0\0\0\x03"s + "name\0"s + "\x4B\xE4\x02\0"s + "\x07\xA1\xEA\xDD"s + "\x02\0\0\0"s;

TEST(Gzip, BytesMadeByHandAreUnpacked)
{
    EXPECT_EQ(unpacked(byHand).problem, "");
    EXPECT_EQ(unpacked(byHand).text, "a\n");
}

TEST(Gzip, WhatIsPackedIsUnpackedAlsoInSeveralMembers)
{
    std::string text;
    for (int i = 0; i < 400'000; ++i)
        text += std::to_string(i % 997 * 7919 % 100'003) + "\n";
    EXPECT_TRUE(unpacked(packed(text)).text == text);
    EXPECT_EQ(unpacked(packed("")).text, "");
    EXPECT_EQ(unpacked(packed("a") + packed("") + packed("b")).text, "ab");
}

TEST(Gzip, WhatFollowsTheLastMemberIsTold)
{
    const auto trailing = unpacked(packed("a") + "rest");
    EXPECT_EQ(trailing.text, "a");
    ASSERT_EQ(trailing.warnings.size(), 1U);
    EXPECT_THAT(trailing.warnings[0], HasSubstr("follow 4 bytes that are no part of it"));
    EXPECT_TRUE(unpacked(packed("a") + std::string(512, '\0')).warnings.empty()) << "a filled-up block";
}

TEST(Gzip, DamageIsSaidWithItsPlace)
{
    const auto whole = packed(matrix);
    for (std::size_t length = 3; length < whole.size(); ++length)
        EXPECT_THAT(unpacked(whole.substr(0, length)).problem,
                    HasSubstr("the file ends (byte " + std::to_string(length) + ")"))
            << length;
    // What came out before the end may be wanted all the same.
    auto source = test::sourceOf(byHand.substr(0, byHand.size() - 5));
    source.despiteFaults = true;
    std::vector<std::string> warnings;
    const auto part = gunzip(source, warnings);
    ASSERT_TRUE(part) << problemOf(part);
    EXPECT_EQ(Source{*part}.text(), "a\n");
    auto wrongSum = whole;
    wrongSum[wrongSum.size() - 6] ^= 1;
    EXPECT_THAT(unpacked(wrongSum).problem, HasSubstr("incorrect data check"));
    auto wrongSize = whole;
    wrongSize.back() ^= 1;
    EXPECT_THAT(unpacked(wrongSize).problem, HasSubstr("incorrect length check"));
    EXPECT_THAT(unpacked("\x1F\x8B\x09\x00\x00\x00\x00\x00\x00\x00"s).problem, HasSubstr("damaged"));
    EXPECT_THAT(unpacked(packed("a") + "\x1F\x8B"s).problem, HasSubstr("cut short"));
}

TEST(Gzip, ABombIsNotUnpackedFarther)
{
    constexpr std::size_t mib = 1 << 20;
    const std::string zeros(70 * mib, ' ');
    EXPECT_THAT(unpacked(packed(zeros)).problem, HasSubstr("; unpack it first"));
    const std::string honest(63 * mib, ' ');
    EXPECT_EQ(unpacked(packed(honest)).text.size(), honest.size());
    // A file that is large for another reason helps no trap at its begin.
    Random random(1);
    std::string noise(mib, ' ');
    for (auto& byte : noise)
        byte = static_cast<char>(random.below(256));
    EXPECT_THAT(unpacked(packed(zeros) + packed(noise)).problem, HasSubstr("; unpack it first"));
    EXPECT_EQ(unpacked(packed(noise) + packed(zeros)).text.size(), noise.size() + zeros.size());
    // Between 250 and 1000 to one there may be 160 MiB.
    std::string sparse(161 * mib, ' ');
    for (std::size_t at = 0; at < sparse.size(); at += 2000)
        sparse[at] = noise[at % mib];
    EXPECT_THAT(unpacked(packed(sparse)).problem, HasSubstr("; unpack it first"));
    sparse.resize(159 * mib);
    EXPECT_EQ(unpacked(packed(sparse)).text.size(), sparse.size());
}

TEST(Gzip, AMatrixMayNotTakeManyTimesItsPackedSizeInMemory)
{
    const auto repeated = [](std::string first, std::string_view line, int count) {
        first.reserve(first.size() + line.size() * static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i)
            first += line;
        return first;
    };
    // 12 MB of text, which are 24 bytes for each 4, or 72 with the mirrored entries.
    const auto general =
        repeated("%%MatrixMarket matrix coordinate pattern general\n2 2 3000000\n", "2 1\n", 3'000'000);
    const auto symmetric =
        repeated("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 3000000\n", "2 1\n", 3'000'000);
    const auto fine = readGzipFile(test::sourceOf(packed(general)));
    ASSERT_TRUE(fine) << fine.error().text;
    EXPECT_EQ(fine->tensors[0].tensor.member("values").array.geometry.sizes, Extents{3'000'000});
    EXPECT_THAT(problemOf(readGzipFile(test::sourceOf(packed(symmetric)))),
                HasSubstr("the 3000000 entries of this packed file take 228000063 bytes in memory"));
    EXPECT_TRUE(readMatrixMarket(test::sourceOf(symmetric))); // as it is it may
    // Values of a symmetric array stand for twice as many.
    const auto array = repeated("%%MatrixMarket matrix array complex symmetric\n2600 2600\n", "1 0\n", 3'381'300);
    EXPECT_THAT(problemOf(readGzipFile(test::sourceOf(packed(array)))), HasSubstr("the 3381300 values of this"));
}

TEST(Gzip, OnlyMatrixMarketIsExpectedInside)
{
    const auto document = readGzipFile(test::sourceOf(packed(matrix) + "x"));
    ASSERT_TRUE(document) << document.error().text;
    EXPECT_EQ(document->tensors[0].tensor.layout->name, "coo");
    EXPECT_EQ(document->warnings.size(), 1U);
    EXPECT_THAT(problemOf(readGzipFile(test::sourceOf(packed("[1, 2]")))),
                HasSubstr("in this one is a text literal"));
    EXPECT_THAT(problemOf(readGzipFile(test::sourceOf(packed("")))), HasSubstr("nothing"));
    EXPECT_THAT(problemOf(readGzipFile(test::sourceOf(packed(matrix + "9")))), HasSubstr("(line 4)"));
}

TEST(Gzip, UnpackingTellsItsProgressAndStops)
{
    std::string text = "%%MatrixMarket matrix coordinate real general\n9 9 200000\n";
    for (int i = 0; i < 200'000; ++i)
        text += "9 " + std::to_string(1 + i % 9) + " " + std::to_string(i) + "\n";
    auto source = test::sourceOf(packed(text));
    double last = 0;
    bool rises = true;
    setThreadCount(1);
    source.watch.progress = [&](double done) {
        rises = rises && done >= last;
        last = done;
    };
    EXPECT_TRUE(readGzipFile(source));
    EXPECT_TRUE(rises);
    EXPECT_EQ(last, 1);
    std::stop_source stop;
    stop.request_stop();
    source.watch.stop = stop.get_token();
    EXPECT_EQ(readGzipFile(source).error().code, ErrorCode::cancelled);
    setThreadCount(0);
}

} // namespace
} // namespace tscope
