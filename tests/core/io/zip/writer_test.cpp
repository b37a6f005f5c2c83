// SPDX-License-Identifier: Apache-2.0
#include "io/zip/writer.h"

#include "io/zip/archive.h"
#include "support/zip_bytes.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

std::span<const std::byte> bytesOf(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

std::string soundContentOf(const ZipArchive& archive, std::string_view name)
{
    const auto* entry = archive.find(name);
    std::string warning;
    const auto bytes = archive.bytes(*entry, warning);
    EXPECT_TRUE(bytes) << bytes.error().text;
    EXPECT_EQ(warning, "");
    return test::textOf(**bytes);
}

TEST(ZipWriter, WhatIsWrittenReadsBack)
{
    const std::string many(300000, 'm');
    TextSink sink;
    ZipWriter writer(sink);
    ASSERT_TRUE(writer.add("a/b.npy", bytesOf("stored"), {}));
    ASSERT_TRUE(writer.add("packed", bytesOf(many), {.deflate = true}));
    ASSERT_TRUE(writer.add("ü", bytesOf(""), {}));
    ASSERT_TRUE(writer.add("in runs",
                           [](Sink& to) -> Result<void> {
                               for (const auto* run : {"one ", "two ", "three"})
                                   to.put(std::string_view(run));
                               return {};
                           },
                           {.deflate = true}));
    ASSERT_TRUE(writer.finish());
    const auto archive = ZipArchive::open(test::storageOf(sink.text()));
    ASSERT_TRUE(archive) << archive.error().text;
    EXPECT_TRUE(archive->warnings().empty());
    ASSERT_EQ(archive->entries().size(), 4U);
    EXPECT_EQ(soundContentOf(*archive, "a/b.npy"), "stored");
    EXPECT_EQ(soundContentOf(*archive, "packed"), many);
    EXPECT_LT(sink.text().size(), 5000U);
    EXPECT_EQ(soundContentOf(*archive, "ü"), "");
    EXPECT_EQ(soundContentOf(*archive, "in runs"), "one two three");
}

TEST(ZipWriter, EntriesStartWhereTheyAreWanted)
{
    TextSink sink;
    ZipWriter writer(sink);
    for (int i = 0; i < 70; ++i)
        ASSERT_TRUE(
            writer.add(std::string(static_cast<std::size_t>(i + 1), 'n'), bytesOf("data"), {.alignment = 64}));
    ASSERT_TRUE(writer.finish());
    const auto archive = ZipArchive::open(test::storageOf(sink.text()));
    ASSERT_TRUE(archive) << archive.error().text;
    for (const auto& entry : archive->entries()) {
        EXPECT_EQ(entry.begin % 64, 0);
        EXPECT_EQ(soundContentOf(*archive, entry.name), "data");
    }
}

TEST(ZipWriter, ManyEntriesTakeTheLongEndRecords)
{
    TextSink sink;
    ZipWriter writer(sink);
    for (int i = 0; i < 70000; ++i)
        ASSERT_TRUE(writer.add(std::to_string(i), bytesOf(""), {}));
    ASSERT_TRUE(writer.finish());
    const auto archive = ZipArchive::open(test::storageOf(sink.text()));
    ASSERT_TRUE(archive) << archive.error().text;
    EXPECT_EQ(archive->entries().size(), 70000U);
    EXPECT_TRUE(archive->warnings().empty());
}

TEST(ZipWriter, ANameStandsOnce)
{
    TextSink sink;
    ZipWriter writer(sink);
    EXPECT_TRUE(writer.add("a", bytesOf(""), {}));
    const auto again = writer.add("a", bytesOf(""), {});
    ASSERT_FALSE(again);
    EXPECT_NE(again.error().text.find("\"a\" twice"), std::string::npos);
    EXPECT_FALSE(writer.add("", bytesOf(""), {}));
    EXPECT_FALSE(writer.add(std::string(5000, 'n'), bytesOf(""), {}));
}

TEST(ZipWriter, AFailureInsideAnEntryIsHandedOn)
{
    TextSink sink;
    ZipWriter writer(sink);
    for (const bool deflate : {false, true}) {
        const auto added =
            writer.add(deflate ? "a" : "b", [](Sink&) -> Result<void> { return corrupt("no such bytes"); },
                       {.deflate = deflate});
        ASSERT_FALSE(added);
        EXPECT_EQ(added.error().text, "no such bytes");
    }
}

} // namespace
} // namespace tscope
