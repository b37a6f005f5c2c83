// SPDX-License-Identifier: Apache-2.0
#include "memory/storage.h"

#include "base/checked_math.h"
#include "memory/lost_pages.h"
#include "support/sanitized.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace tscope {
namespace {

// A folder that is gone after the test.
class MappedFile : public testing::Test
{
protected:
    void SetUp() override
    {
        auto pattern = (std::filesystem::temp_directory_path() / "tscope_XXXXXX").string();
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        m_folder = pattern;
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    std::string path(const std::string& name) const { return m_folder / name; }
    std::string fileOf(std::size_t count) const
    {
        std::string content(count, '\0');
        for (std::size_t i = 0; i < count; ++i)
            content[i] = static_cast<char>(i * 7 + i / 256);
        std::ofstream(path("file"), std::ios::binary) << content;
        return content;
    }

private:
    std::filesystem::path m_folder;
};

TEST_F(MappedFile, holdsTheBytesOfTheFile)
{
    const auto content = fileOf(20'000);
    for (const auto& [begin, count] : {std::pair<std::int64_t, std::int64_t>{0, -1},
                                       {0, 20'000},
                                       {5'000, 10},
                                       {4'096, 4'096},
                                       {19'999, 1},
                                       {8'191, -1},
                                       {20'000, -1},
                                       {20'000, 0}}) {
        const auto storage = mapFile(path("file"), begin, count);
        ASSERT_TRUE(storage) << storage.error().text;
        const auto expected =
            content.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(count < 0 ? 20'000 : count));
        ASSERT_EQ((*storage)->byteSize(), static_cast<std::int64_t>(expected.size()));
        ASSERT_TRUE((*storage)->hasBytes());
        EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(expected)),
                                       std::span((*storage)->data(), expected.size())));
    }
}

// From a page on, where all but the few bytes of a small file are mapped.
TEST_F(MappedFile, holdsTheSameWhetherItIsReadOrMapped)
{
    const auto content = fileOf(9'000'001);
    for (const std::int64_t begin : {0, 1, 4096, 5000})
        for (const std::int64_t byteSize : {std::int64_t{1}, std::int64_t{4} << 20, (std::int64_t{4} << 20) + 1}) {
            const auto storage = *mapFile(path("file"), begin, byteSize);
            ASSERT_EQ(storage->byteSize(), byteSize);
            EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(storage->data()),
                                       static_cast<std::size_t>(byteSize)),
                      std::string_view(content).substr(static_cast<std::size_t>(begin),
                                                       static_cast<std::size_t>(byteSize)));
        }
}

TEST_F(MappedFile, aSmallFileThatIsWrittenAnewStaysWhatItWas)
{
    const auto content = fileOf(5000);
    const auto storage = *mapFile(path("file"));
    std::ofstream(path("file"), std::ios::binary) << "short";
    EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(storage->data()), 5000), content);
}

TEST_F(MappedFile, whatIsCutOffALargeFileBecomesZeros)
{
    surviveLostPages();
    const auto content = fileOf(8'000'000);
    const auto storage = *mapFile(path("file"));
    const auto other = *mapFile(path("file"), 4096);
    const auto before = mappingsWithLostPages();
    ASSERT_EQ(::truncate(path("file").c_str(), 1'000'000), 0);
    EXPECT_EQ(static_cast<char>(storage->data()[999'999]), content[999'999]);
    EXPECT_EQ(mappingsWithLostPages(), before) << "nothing that is lost was looked at";
    EXPECT_EQ(storage->data()[4'000'000], std::byte{0});
    EXPECT_EQ(storage->data()[7'999'999], std::byte{0});
    EXPECT_EQ(mappingsWithLostPages(), before + 1) << "once for each mapping";
    EXPECT_EQ(other->data()[7'000'000], std::byte{0});
    EXPECT_EQ(mappingsWithLostPages(), before + 2);
    EXPECT_EQ(static_cast<char>(storage->data()[5000]), content[5000]) << "what is still there stays";
}

// Lost pages are nobody's business once their mapping is gone, and a new mapping in its place begins whole.
TEST_F(MappedFile, mappingsThatComeLaterLoseTheirOwnPages)
{
    surviveLostPages();
    for (int round = 0; round < 3; ++round) {
        fileOf(8'000'000);
        const auto before = mappingsWithLostPages();
        const auto storage = *mapFile(path("file"));
        ASSERT_EQ(::truncate(path("file").c_str(), 100), 0);
        EXPECT_EQ(storage->data()[6'000'000], std::byte{0});
        EXPECT_EQ(mappingsWithLostPages(), before + 1);
    }
}

TEST(LostPages, OtherCausesOfTheSignalStillEndTheProgram)
{
    EXPECT_EXIT(
        {
            surviveLostPages();
            ::raise(SIGBUS);
        },
        [](int status) {
            return test::isSanitized ? status != 0 // it has a handler of its own, which tells and exits
                                     : testing::KilledBySignal(SIGBUS)(status);
        },
        "");
}

TEST_F(MappedFile, outlivesTheNameOfTheFile)
{
    const auto content = fileOf(10'000);
    const auto storage = mapFile(path("file"));
    ASSERT_TRUE(storage);
    std::filesystem::remove(path("file"));
    EXPECT_EQ((*storage)->data()[9'999], static_cast<std::byte>(content[9'999]));
}

TEST_F(MappedFile, anEmptyFileHasNoBytesButIsNotMissing)
{
    fileOf(0);
    const auto storage = mapFile(path("file"));
    ASSERT_TRUE(storage);
    EXPECT_TRUE((*storage)->hasBytes());
    EXPECT_EQ((*storage)->byteSize(), 0);
    EXPECT_NE((*storage)->data(), nullptr);
}

TEST_F(MappedFile, whatCannotBeMappedIsSaid)
{
    fileOf(50);
    const auto missing = mapFile(path("nothing"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::notFound);
    EXPECT_EQ(missing.error().text, "there is no file '" + path("nothing") + "'");

    const auto folder = mapFile(path(""));
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().text, "'" + path("") + "' is a folder, a file was wanted");

    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    EXPECT_FALSE(mapFile(path("pipe"))); // and does not wait for a writer

    for (const auto& [begin, count] : {std::pair<std::int64_t, std::int64_t>{51, -1},
                                       {51, 0},
                                       {0, 51},
                                       {10, 41},
                                       {50, int64Max},
                                       {int64Max, -1},
                                       {int64Max, int64Max}}) {
        const auto tooShort = mapFile(path("file"), begin, count);
        ASSERT_FALSE(tooShort) << begin << " " << count;
        EXPECT_EQ(tooShort.error().reason, "short");
    }
    EXPECT_EQ(mapFile(path("file"), 10, 100).error().text,
              "wanted 100 bytes from byte 10 of '" + path("file") + "', which has 50 bytes");
    EXPECT_EQ(mapFile(path("file"), -1).error().code, ErrorCode::invalidArgument);
    EXPECT_FALSE(mapFile(path("file") + std::string("\0.txt", 5)));
    EXPECT_EQ(mapFile(path("file"), 0, -2).error().code, ErrorCode::invalidArgument);
}

} // namespace
} // namespace tscope
