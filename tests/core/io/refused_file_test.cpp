// SPDX-License-Identifier: Apache-2.0
#include "io/refused_file.h"

#include "io/open.h"
#include "support/pickle_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace tscope {
namespace {

namespace fs = std::filesystem;
using namespace test;
using namespace test::py;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;
using Sight = RefusedFile::Sight;

class RefusedFileTest : public testing::Test
{
protected:
    void TearDown() override { fs::remove(m_path); }

    // What there is to see of these bytes as a file that could not be opened.
    RefusedFile look(const std::string& bytes)
    {
        std::ofstream(m_path, std::ios::binary) << bytes;
        const auto opened = openFile(m_path);
        EXPECT_FALSE(opened) << "the file should not open";
        return lookInto(m_path, opened ? Error() : opened.error());
    }

    std::string m_path = (fs::temp_directory_path() / ("refused_" + std::to_string(getpid()))).string();
};

TEST_F(RefusedFileTest, OfAPickleWhatItWouldDoAndTheTensorsInIt)
{
    const auto seen = look(torchZip(dict({{str("w"), tensor(storage("FloatStorage", "0", 2), 0, {2}, {1})},
                                          {str("x"), call(name("os", "system"), {str("touch y")})}}),
                                    {{"0", bytesOf<float>({1, 2})}}));
    EXPECT_EQ(seen.sight, Sight::pickle);
    EXPECT_THAT(seen.lines, Contains(HasSubstr("os.system('touch y')")));
    ASSERT_THAT(seen.readable, SizeIs(1));
    EXPECT_EQ(seen.readable[0].name, "w");
    EXPECT_EQ(seen.readable[0].tensor.member("values").array.at(1).text(), "2");

    const auto lone = look(pickle(call(name("os", "system"), {str("touch y")})));
    EXPECT_THAT(lone.lines, ElementsAre("os.system('touch y')"));
    EXPECT_THAT(lone.readable, IsEmpty());
}

TEST_F(RefusedFileTest, OfAnArchiveItsEntries)
{
    const auto seen = look(zipOf({{.name = "word/document.xml", .bytes = "<x/>"}}));
    EXPECT_EQ(seen.sight, Sight::archive);
    EXPECT_THAT(seen.lines, ElementsAre("word/document.xml: 4 bytes"));
}

TEST_F(RefusedFileTest, OfATextTheLinesAroundTheOneThatIsWrong)
{
    std::string text = "%%MatrixMarket matrix coordinate real general\n30 30 30\n";
    for (int i = 1; i <= 30; ++i)
        text += i == 18 ? "18 oops 1\n" : std::to_string(i) + " 1 1\n";
    const auto seen = look(text);
    EXPECT_EQ(seen.sight, Sight::text);
    ASSERT_THAT(seen.lines, SizeIs(16));
    EXPECT_EQ(seen.lines[8], ">     20  18 oops 1");
    EXPECT_EQ(seen.lines[7], "      19  17 1 1");

    // Of a long line the part that is wrong.
    const auto json =
        look(R"({"layout": "strided", "members": {"values": [)" + std::string(5000, '1') + " ?, 1]}}");
    EXPECT_THAT(json.lines, Contains(HasSubstr("1 ?, 1]}}")));
    EXPECT_THAT(json.lines[0], StartsWith(">      1  ..."));
    EXPECT_LT(json.lines[0].size(), 250U);
}

TEST_F(RefusedFileTest, OfAllElseTheBytesAroundThePlace)
{
    const auto first = look(std::string("\x93NUMPY\x01\x00\x10\x00{'descr': '<f4'", 25));
    EXPECT_EQ(first.sight, Sight::bytes);
    EXPECT_THAT(first.lines[0], HasSubstr("0  93 4e 55 4d 50 59 01 00 10 00 7b 27 64 65 73 63  .NUMPY....{'desc"));

    std::ofstream(m_path, std::ios::binary) << std::string(4096, '\xFF');
    const auto middle = lookInto(m_path, corrupt("wanted sense", "byte 1000"));
    ASSERT_THAT(middle.lines, SizeIs(17));
    EXPECT_THAT(middle.lines[8], StartsWith(">        992  ff ff"));
    const auto beyond = lookInto(m_path, corrupt("wanted more, found the end at byte 99999999999999999999"));
    EXPECT_FALSE(beyond.lines.empty());
}

TEST_F(RefusedFileTest, OfWhatIsNotThereNothing)
{
    for (const auto& path : {std::string("/no/such/file"), std::string("/"), std::string("/dev/zero")}) {
        const auto seen = lookInto(path, corrupt("x"));
        EXPECT_EQ(seen.sight, Sight::nothing) << path;
        EXPECT_THAT(seen.lines, IsEmpty());
    }
    EXPECT_EQ(look("").sight, Sight::nothing);
}

TEST_F(RefusedFileTest, OfEveryHostileFileLittleIsSaid)
{
    int refused = 0, readable = 0;
    for (const auto* folder : {"hostile", "malformed"})
        for (const auto& entry :
             fs::recursive_directory_iterator(TSCOPE_TEST_DATA "/files/" + std::string(folder))) {
            if (!entry.is_regular_file())
                continue;
            const auto path = entry.path().string();
            SCOPED_TRACE(path);
            const auto opened = openFile(path);
            if (opened)
                continue;
            ++refused;
            const auto seen = lookInto(path, opened.error());
            EXPECT_LE(seen.lines.size(), 1001U);
            for (const auto& line : seen.lines)
                EXPECT_LE(line.size(), 600U) << line;
            readable += seen.readable.empty() ? 0 : 1;
        }
    EXPECT_GT(refused, 50);
    EXPECT_GT(readable, 0);
}

} // namespace
} // namespace tscope
