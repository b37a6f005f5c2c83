// SPDX-License-Identifier: Apache-2.0
#include "io/zip/archive.h"
#include "memory/lost_pages.h"

#include "support/zip_bytes.h"

#include <gtest/gtest.h>

#include <cstring>

namespace tscope {
namespace {

using test::crcOf;
using test::deflated;
using test::storageOf;
using test::zipOf;
using test::ZipPart;

using namespace std::string_literals;

ZipArchive opened(const std::string& bytes)
{
    auto archive = ZipArchive::open(storageOf(bytes));
    EXPECT_TRUE(archive) << archive.error().text;
    return archive ? *archive : *ZipArchive::open(storageOf(zipOf({})));
}

std::string refusal(const std::string& bytes)
{
    const auto archive = ZipArchive::open(storageOf(bytes));
    EXPECT_FALSE(archive);
    return archive ? "" : archive.error().text;
}

// What an entry holds, or the sentence of why it can't be had; a warning stands behind a bar.
std::string contentOf(const ZipArchive& archive, std::string_view name)
{
    const auto* entry = archive.find(name);
    if (entry == nullptr)
        return "(no entry)";
    std::string warning;
    const auto bytes = archive.bytes(*entry, warning);
    return (bytes ? test::textOf(**bytes) : bytes.error().text) + (warning.empty() ? "" : "|" + warning);
}

std::string contentOf(const ZipPart& part)
{
    return contentOf(opened(zipOf({part})), part.name);
}

bool has(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

std::string joined(const std::vector<std::string>& texts)
{
    std::string out;
    for (const auto& text : texts)
        out += text + '\n';
    return out;
}

TEST(ZipArchive, StoredAndDeflatedEntriesAreFoundInTheirOrder)
{
    const std::string many(100000, 'x');
    const auto archive =
        opened(zipOf({{"b", "stored"}, {"a/c.npy", many, true}, {"empty", ""}, {"e2", "", true}}));
    ASSERT_EQ(archive.entries().size(), 4U);
    EXPECT_EQ(archive.entries()[0].name, "b");
    EXPECT_EQ(archive.entries()[1].name, "a/c.npy");
    EXPECT_EQ(archive.entries()[1].size, 100000);
    EXPECT_EQ(contentOf(archive, "b"), "stored");
    EXPECT_EQ(contentOf(archive, "a/c.npy"), many);
    EXPECT_EQ(contentOf(archive, "empty"), "");
    EXPECT_EQ(contentOf(archive, "e2"), "");
    EXPECT_EQ(contentOf(archive, "A"), "(no entry)");
    EXPECT_TRUE(archive.warnings().empty());
}

TEST(ZipArchive, StoredBytesAreNotCopied)
{
    const auto file = storageOf(zipOf({{"a", "some bytes"}}));
    const auto archive = ZipArchive::open(file);
    ASSERT_TRUE(archive);
    std::string warning;
    const auto bytes = archive->bytes(archive->entries()[0], warning);
    ASSERT_TRUE(bytes);
    EXPECT_EQ((*bytes)->data(), file->data() + archive->entries()[0].begin);
}

TEST(ZipArchive, AnEmptyArchiveIsLegal)
{
    EXPECT_TRUE(opened(zipOf({})).entries().empty());
}

TEST(ZipArchive, NumbersOfSixtyFourBitsAreReadWhereTheShortOnesAreFull)
{
    const auto archive = opened(zipOf({{.name = "a", .bytes = "one", .isLong = true},
                                       {.name = "b", .bytes = "two", .deflate = true, .isLong = true}},
                                      {.isLong = true}));
    EXPECT_EQ(contentOf(archive, "a"), "one");
    EXPECT_EQ(contentOf(archive, "b"), "two");
}

TEST(ZipArchive, SizesBehindTheBytesAndPaddingBeforeThemDoNotMatter)
{
    const auto archive = opened(zipOf({{.name = "a", .bytes = "one", .localExtra = "FB\4\0ZZZZ"s, .isLater = true},
                                       {.name = "b", .bytes = "two", .deflate = true, .isLater = true}}));
    EXPECT_EQ(contentOf(archive, "a"), "one");
    EXPECT_EQ(contentOf(archive, "b"), "two");
}

TEST(ZipArchive, WhatStandsBeforeOrBehindIsLeftOutWithAWarning)
{
    for (const bool isLong : {false, true}) {
        const auto prefixed = opened(zipOf({{"a", "one"}}, {.prefix = std::string(100, '#'), .isLong = isLong}));
        EXPECT_EQ(contentOf(prefixed, "a"), "one");
        EXPECT_TRUE(has(joined(prefixed.warnings()), "100 bytes before"));
        const auto followed = opened(zipOf({{"a", "one"}}, {.rest = "rest", .isLong = isLong}));
        EXPECT_EQ(contentOf(followed, "a"), "one");
        EXPECT_TRUE(has(joined(followed.warnings()), "tells of 0 bytes behind it, there are 4"));
    }
    const auto commented = opened(zipOf({{"a", "one"}}, {.comment = std::string(65535, 'c')}));
    EXPECT_EQ(contentOf(commented, "a"), "one");
    EXPECT_TRUE(commented.warnings().empty());
}

TEST(ZipArchive, NamesAreCodePage437UnlessAFlagSaysUtf8)
{
    EXPECT_EQ(opened(zipOf({{.name = "\x81.npy", .bytes = "", .flags = 0}})).entries()[0].name, "ü.npy");
    EXPECT_EQ(opened(zipOf({{.name = "\xe0\xfe", .bytes = "", .flags = 0}})).entries()[0].name, "α■");
    EXPECT_EQ(opened(zipOf({{.name = "ü.npy", .bytes = ""}})).entries()[0].name, "ü.npy");
    EXPECT_EQ(opened(zipOf({{"a\0b"s, "x"}})).entries()[0].name, "a\0b"s);
}

TEST(ZipArchive, OfOneNameTheFirstIsTakenAndTheOthersTold)
{
    const auto archive = opened(zipOf({{"a", "one"}, {"b", ""}, {"a", "two"}, {"a", "three"}}));
    EXPECT_EQ(contentOf(archive, "a"), "one");
    EXPECT_EQ(archive.find("a"), archive.entries().data());
    EXPECT_TRUE(has(joined(archive.warnings()), "2 entries have the name of another, such as \"a\""));
}

TEST(ZipArchive, AWrongSumIsTold)
{
    EXPECT_TRUE(has(contentOf({.name = "a", .bytes = "one", .crc = 7}), "one|the check sum of \"a\""));
    EXPECT_TRUE(
        has(contentOf({.name = "a", .bytes = "one", .deflate = true, .crc = 7}), "one|the check sum of \"a\""));
}

TEST(ZipArchive, WhatCannotBeReadIsRefusedAloneAndSaysWhy)
{
    const auto archive = opened(zipOf({{.name = "secret", .bytes = "x", .flags = 1},
                                       {.name = "odd", .bytes = "x", .method = 12},
                                       {.name = "good", .bytes = "fine"},
                                       {.name = "long", .bytes = "x", .size = 2},
                                       {.name = "far", .bytes = "x", .size = 1 << 20, .packedSize = 1 << 20},
                                       {.name = "nowhere", .bytes = "x", .local = 3},
                                       {.name = "beyond", .bytes = "x", .local = ~0ULL, .isLong = true}}));
    EXPECT_EQ(contentOf(archive, "good"), "fine");
    EXPECT_EQ(contentOf(archive, "secret"), "the entry \"secret\" is encrypted");
    EXPECT_TRUE(has(contentOf(archive, "odd"), "method 12"));
    EXPECT_TRUE(has(contentOf(archive, "long"), "2 bytes in 1"));
    EXPECT_TRUE(has(contentOf(archive, "far"), "is said to have 1048576 bytes, found"));
    EXPECT_TRUE(has(contentOf(archive, "nowhere"), "byte 3, where no entry begins"));
    EXPECT_TRUE(has(contentOf(archive, "beyond"), "where no entry begins"));
}

TEST(ZipArchive, BytesEndBeforeTheDirectory)
{
    // The last entry would take one byte of the directory with it.
    const auto archive = opened(zipOf({{.name = "a", .bytes = "x", .size = 2, .packedSize = 2}}));
    EXPECT_TRUE(has(contentOf(archive, "a"), "is said to have 2 bytes, found 1 before the directory"));
}

TEST(ZipArchive, ADeflatedEntryEndsExactlyWhereItSays)
{
    const std::string text(5000, 'q');
    EXPECT_TRUE(
        has(contentOf({.name = "a", .bytes = text, .deflate = true, .size = 4999}), "to more than the 4999"));
    EXPECT_TRUE(
        has(contentOf({.name = "a", .bytes = text, .deflate = true, .size = 5001}), "ends after 5000 of 5001"));
    EXPECT_TRUE(has(contentOf({.name = "a", .bytes = text, .deflate = true, .size = 0}), "to more than the 0"));
    const auto packed = deflated("0123456789 and no more");
    const auto cut = packed.substr(0, packed.size() - 4);
    EXPECT_TRUE(has(contentOf({.name = "a", .bytes = "0123456789 and no more", .deflate = true, .packed = cut}),
                    "\"a\" ends after"));
    EXPECT_TRUE(has(contentOf({.name = "a", .bytes = text, .deflate = true, .packed = "\xff\xff\xff\xff"}),
                    "\"a\" is damaged"));
    EXPECT_TRUE(has(contentOf({.name = "a", .bytes = "x", .deflate = true, .packed = deflated("x") + "rest"}),
                    "x|4 bytes behind the end of \"a\""));
}

TEST(ZipArchive, BombsAreRefusedBeforeTheyAreUnpacked)
{
    const auto claim = [](std::uint64_t size, std::size_t packedSize) {
        return ZipPart{.name = "a",
                       .bytes = "",
                       .deflate = true,
                       .size = size,
                       .packed = std::string(packedSize, '\0'),
                       .isLong = true};
    };
    const auto refusedFor = [&](const ZipPart& part) { return opened(zipOf({part})).entries()[0].whyNot; };
    constexpr std::uint64_t mib = 1 << 20;
    EXPECT_EQ(refusedFor(claim(64 * mib, 63'000)), ""); // too small to do harm
    EXPECT_TRUE(has(refusedFor(claim(64 * mib + 1, 63'000)), "may unpack to 671"));
    EXPECT_EQ(refusedFor(claim(1000 * mib, mib)), "");
    EXPECT_TRUE(has(refusedFor(claim(1001 * mib, mib)), "bytes may unpack to 1048"));
    EXPECT_TRUE(has(refusedFor(claim(4096 * mib + 1, 17 * mib)), "limit is 4 GiB"));
    EXPECT_EQ(refusedFor(claim(4096 * mib, 17 * mib)), "");
    // As many small ones come to the same.
    auto other = claim(40 * mib, 39'000);
    other.name = "b";
    const auto archive = opened(zipOf({claim(40 * mib, 39'000), other}));
    EXPECT_EQ(archive.entries()[0].whyNot, "");
    EXPECT_TRUE(has(archive.entries()[1].whyNot, "may unpack to"));
    // What is packed well counts together with what is not.
    auto plain = claim(mib, mib);
    plain.name = "b";
    EXPECT_EQ(opened(zipOf({claim(200 * mib, 180'000), plain})).entries()[0].whyNot, "");
}

// Zeros with a one in each block, so that they do not pack as well as zeros alone; the last byte is 7.
std::string sparseBytes(std::size_t size)
{
    std::string bytes(size, '\0');
    for (std::size_t at = 0; at < size; at += 3000)
        bytes[at] = static_cast<char>(at / 3000 % 250);
    bytes.back() = 7;
    return bytes;
}

TEST(ZipArchive, MuchThatIsPackedIsUnpackedWhenItIsLookedAt)
{
    constexpr std::size_t mib = 1 << 20;
    const auto first = sparseBytes(60 * mib), second = sparseBytes(10 * mib);
    const auto archive = opened(
        zipOf({{.name = "a", .bytes = first, .deflate = true}, {.name = "b", .bytes = second, .deflate = true}}));
    const auto &a = archive.entries()[0], &b = archive.entries()[1];
    EXPECT_FALSE(ZipArchive::isBetterLate(a));
    ASSERT_TRUE(ZipArchive::isBetterLate(b));
    const auto head = archive.head(b, 5000);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(head.data()), head.size()), second.substr(0, 5000));
    EXPECT_EQ(archive.head(b, std::int64_t{1} << 40).size(), second.size());

    const auto late = archive.lateBytes(b);
    EXPECT_TRUE(late->isLate());
    EXPECT_EQ(late->byteSize(), std::ssize(second));
    const auto lost = mappingsWithLostPages();
    EXPECT_EQ(std::memcmp(late->data(), second.data(), second.size()), 0);
    EXPECT_EQ(mappingsWithLostPages(), lost);
    std::string warning;
    const auto now = archive.bytes(b, warning); // it may be asked for at once too
    ASSERT_TRUE(now);
    EXPECT_EQ(std::memcmp((*now)->data(), second.data(), second.size()), 0);
}

TEST(ZipArchive, WhatIsFoundDamagedLateCountsAsLost)
{
    constexpr std::size_t mib = 1 << 20;
    const auto first = sparseBytes(64 * mib);
    for (const bool isSumWrong : {false, true}) {
        ZipPart bad{.name = "b", .bytes = sparseBytes(mib), .deflate = true};
        if (isSumWrong)
            bad.crc = 1;
        else
            bad.packed = deflated(bad.bytes).substr(0, 300);
        const auto archive = opened(zipOf({{.name = "a", .bytes = first, .deflate = true}, bad}));
        const auto late = archive.lateBytes(archive.entries()[1]);
        const auto lost = mappingsWithLostPages();
        ASSERT_NE(late->data(), nullptr);
        EXPECT_EQ(late->data()[mib - 1], isSumWrong ? std::byte{7} : std::byte{0});
        EXPECT_EQ(mappingsWithLostPages(), lost + 1);
    }
}

TEST(ZipArchive, WhatIsHeldAtOnceIsBoundMoreTightly)
{
    constexpr std::size_t mib = 1 << 20;
    const auto archive = opened(zipOf({{.name = "a", .bytes = sparseBytes(170 * mib), .deflate = true}}));
    EXPECT_EQ(archive.entries()[0].whyNot, "");
    std::string warning;
    const auto bytes = archive.bytes(archive.entries()[0], warning);
    ASSERT_FALSE(bytes);
    EXPECT_TRUE(has(bytes.error().text, "all that is unpacked at once of an archive"));
}

TEST(ZipArchive, EntriesOverOneAnotherMakeTheArchiveUnfit)
{
    EXPECT_TRUE(
        has(refusal(zipOf({{"a", "x"}, {.name = "b", .bytes = "y", .local = 0}})), "lie over one another"));
    // One that reaches into the next.
    EXPECT_TRUE(has(refusal(zipOf({{.name = "a", .bytes = "x", .size = 3, .packedSize = 3}, {"b", "yyyy"}})),
                    "\"a\" and \"b\" of the archive lie over one another"));
}

TEST(ZipArchive, OfAFileCutShortTheEntryInWhichItEndsIsNamed)
{
    const auto whole = zipOf({{"a", "one"}, {"b", std::string(1000, 'x')}});
    EXPECT_TRUE(has(refusal(whole.substr(0, 600)),
                    "the file ends inside \"b\", before the zip directory: it was cut short"));
    EXPECT_TRUE(has(refusal(whole.substr(0, whole.size() - 1)),
                    "the file ends before the end of the zip directory: it was cut short"));
    EXPECT_TRUE(has(refusal("no zip archive at all, and longer than a header"), "or is no zip archive"));
}

TEST(ZipArchive, ADirectoryThatCannotBeIsRefused)
{
    const auto whole = zipOf({{"a", "one"}});
    EXPECT_TRUE(has(refusal(whole.substr(0, whole.size() - 1)), "cut short"));
    EXPECT_TRUE(has(refusal(whole.substr(0, whole.size() / 2)), "cut short"));
    EXPECT_TRUE(has(refusal("PK"), "cut short"));
    EXPECT_TRUE(has(refusal(zipOf({{"a", "one"}}, {.declared = 2})), "tells of 2 entries"));
    EXPECT_TRUE(has(refusal(zipOf({{"a", "one"}}, {.directorySize = 1 << 20})), "said to be 1048576 bytes"));
    EXPECT_TRUE(has(refusal(zipOf({{"a", "one"}}, {.directoryOffset = 1 << 20})), "from byte 1048576"));
    EXPECT_TRUE(has(refusal(zipOf({{"a", "one"}}, {.directorySize = 46})), "something else"));
    EXPECT_TRUE(has(refusal(zipOf({{"a", "one"}}, {.declared = 1ULL << 60, .isLong = true})), "entries"));
    EXPECT_TRUE(
        has(refusal(zipOf({}, {.directorySize = ~0ULL, .directoryOffset = ~0ULL, .isLong = true})), "bytes"));
    EXPECT_TRUE(has(refusal(zipOf({{std::string(5000, 'n'), "one"}})), "too long"));
    auto noRecord = zipOf({{"a", "one"}}, {.isLong = true});
    noRecord[noRecord.find("PK\6\6")] = 'X';
    EXPECT_TRUE(has(refusal(noRecord), "zip64 end record"));
    auto disks = whole;
    disks[disks.rfind("PK\5\6") + 4] = 1;
    EXPECT_TRUE(has(refusal(disks), "several files"));
}

TEST(ZipArchive, ACountThatIsTooSmallIsOnlyTold)
{
    const auto archive = opened(zipOf({{"a", "one"}, {"b", "two"}}, {.declared = 1}));
    EXPECT_EQ(archive.entries().size(), 2U);
    EXPECT_TRUE(has(joined(archive.warnings()), "tells of 1 entries, the directory has 2"));
}

TEST(ZipArchive, ANameThatDiffersWhereTheEntryLiesIsTold)
{
    const auto archive = opened(zipOf({{.name = "a", .bytes = "one", .localName = "other"}}));
    EXPECT_EQ(contentOf(archive, "a"), "one");
    EXPECT_TRUE(has(joined(archive.warnings()), "\"a\" of the directory is called \"other\""));
}

TEST(ZipArchive, UnpackingCanBeStopped)
{
    const auto archive = opened(zipOf({{"a", std::string(5 << 20, 'x'), true}}));
    std::stop_source stop;
    stop.request_stop();
    std::string warning;
    const auto bytes = archive.bytes(archive.entries()[0], warning, {}, {stop.get_token()});
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().code, ErrorCode::cancelled);
}

TEST(ZipArchive, EveryCutAndEveryChangedByteIsSurvived)
{
    const auto whole = zipOf({{"a", "one"}, {.name = "b", .bytes = "twotwotwo", .deflate = true, .isLong = true}},
                             {.comment = "c", .isLong = true});
    const auto readAll = [](const std::string& bytes) {
        const auto archive = ZipArchive::open(storageOf(bytes));
        if (!archive)
            return;
        for (const auto& entry : archive->entries()) {
            std::string warning;
            static_cast<void>(archive->bytes(entry, warning));
        }
    };
    for (std::size_t i = 0; i < whole.size(); ++i) {
        readAll(whole.substr(0, i));
        for (const char byte : {'\0', '\x7f', '\xff'}) {
            auto changed = whole;
            changed[i] = byte;
            readAll(changed);
        }
    }
}

} // namespace
} // namespace tscope
