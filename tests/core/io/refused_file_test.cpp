// SPDX-License-Identifier: Apache-2.0
#include "io/refused_file.h"

#include "core/io/safetensors/bytes.h"
#include "io/open.h"
#include "rules/check.h"
#include "support/npy_bytes.h"
#include "support/pickle_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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

TEST_F(RefusedFileTest, OfAMatrixTheLineWhoseColumnIsTooLarge)
{
    const auto seen = look("%%MatrixMarket matrix coordinate real general\n4 400 2\n1 1 0.5\n2 413 1.5\n");
    EXPECT_THAT(seen.lines, Contains(">      4  2 413 1.5"));
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

std::vector<std::string> namesOf(const RefusedFile& seen)
{
    std::vector<std::string> names;
    for (const auto& entry : seen.readable)
        names.push_back(entry.name);
    return names;
}

TEST_F(RefusedFileTest, OfSafetensorsTheTensorsBesideAWrongOne)
{
    const auto sound = [](const std::string& name, int begin) {
        return '"' + name + R"(":{"dtype":"U8","shape":[2],"data_offsets":[)" + std::to_string(begin) + "," +
               std::to_string(begin + 2) + "]}";
    };
    for (const std::string wrong :
         {R"("x":{"dtype":"f8","shape":[2],"data_offsets":[2,4]})", R"("x":{"dtype":"U8","shape":[2]})",
          R"("x":{"dtype":["U8"],"shape":[2],"data_offsets":[2,4]})",
          R"("x":{"dtype":"U8","shape":[{"a":[1]},2],"data_offsets":[2,4]})",
          R"("x":{"dtype":"U8","shape":[-2],"data_offsets":[2,4]})",
          R"("x":{"dtype":"U8","shape":[2],"data_offsets":[2,3,4]})",
          R"("x":{"dtype":"U8","shape":[2],"shape":[3],"data_offsets":[2,4]})",
          R"("x":{"dtype":"U8","shape":[3],"data_offsets":[2,4]})",
          R"("x":{"dtype":"U8","shape":[2],"data_offsets":[4,2]})",
          R"("x":{"dtype":"F4","shape":[3],"data_offsets":[2,4]})", R"("x":[{"a":1},[2]])", R"("x":7)",
          R"("a":{"dtype":"U8","shape":[2],"data_offsets":[2,4]})", R"("__metadata__":{"k":{"l":1}})",
          R"("__metadata__":3)"}) {
        const auto seen = look(safetensorsFile("{" + sound("a", 0) + "," + wrong + "," + sound("b", 4) + "}",
                                               std::string("\1\2\3\4\5\6", 6)));
        EXPECT_THAT(namesOf(seen), ElementsAre("a", "b")) << wrong;
        EXPECT_THAT(seen.notes, ElementsAre(HasSubstr(" was left out: "))) << wrong;
        const bool isMetadata = wrong.starts_with(R"("__metadata__")");
        EXPECT_EQ(seen.partly, isMetadata ? "" : "2 of 3 tensors") << wrong;
        EXPECT_EQ(seen.sight, Sight::bytes);
        ASSERT_THAT(seen.readable, SizeIs(2));
        EXPECT_EQ(seen.readable[1].tensor.member("values").array.at(0).text(), "5") << wrong;
    }
    // The first fault of a tensor is its reason; each text of the metadata has its own.
    const auto bytes = std::string("\1\2\3\4", 4);
    const auto entry = R"("x":{"dtype":"f8","shape":[-2],"data_offsets":[2]})";
    EXPECT_THAT(
        look(safetensorsFile("{" + sound("a", 0) + "," + entry + "}", bytes)).notes,
        ElementsAre(R"("x" was left out: wanted a dtype that safetensors has (F32, BF16, I64, BOOL, ...), )"
                    R"(found "f8" for "x")"));
    EXPECT_THAT(
        look(safetensorsFile("{" + sound("a", 0) + R"(,"x":{"dtype":"U8","shape":[3],"data_offsets":[2,4]}})",
                             bytes))
            .notes,
        ElementsAre(R"("x" was left out: "x", (3,) of U8, needs 3 bytes, but its data_offsets are 2 to 4)"));
    EXPECT_THAT(look(safetensorsFile(R"({"__metadata__":{"k":1,"l":"kept","k":"again","m":[2]},)" + sound("a", 0) +
                                         "," + sound("b", 2) + "}",
                                     bytes))
                    .notes,
                ElementsAre(StartsWith(R"("k" was left out: wanted a string)"),
                            StartsWith(R"("k" was left out: the key "k" stands twice)"),
                            StartsWith(R"("m" was left out: wanted a string)")));
    EXPECT_THAT(look(safetensorsFile(R"({"__metadata__":{"k":"kept"},"__metadata__":{"l":"lost"},)" +
                                         sound("a", 0) + "," + sound("b", 2) + "}",
                                     bytes))
                    .notes,
                ElementsAre(StartsWith(R"("__metadata__" was left out: the key)")));
    // Up to where the text is no header any more.
    const auto cut = look(safetensorsFile("{" + sound("a", 0) + R"(,"b":{"dtype" "U8"}})", "12"));
    EXPECT_THAT(namesOf(cut), ElementsAre("a"));
    EXPECT_THAT(namesOf(look(safetensorsFile(R"([{"a":1}])", "12"))), IsEmpty());
}

TEST_F(RefusedFileTest, OfSafetensorsThatAreCutShortWhatIsThere)
{
    const auto seen = look(safetensorsFile(R"({"a":{"dtype":"I16","shape":[2],"data_offsets":[0,4]},)"
                                           R"("b":{"dtype":"I16","shape":[3],"data_offsets":[4,10]},)"
                                           R"("c":{"dtype":"I16","shape":[1],"data_offsets":[10,12]}})",
                                           std::string("\1\0\2\0\3\0\4\0", 8)));
    ASSERT_THAT(namesOf(seen), ElementsAre("a", "b"));
    EXPECT_EQ(seen.partly, "2 of 3 tensors");
    EXPECT_THAT(seen.notes, Contains(HasSubstr("\"c\" lies behind the end of the file")));
    EXPECT_TRUE(check(seen.readable[0].tensor).valid);
    const auto report = check(seen.readable[1].tensor);
    ASSERT_THAT(report.findings, SizeIs(1));
    EXPECT_EQ(report.findings[0].rule, "STR-2.1") << "as far as the file goes";
}

// A tensor that was put together of arrays is none that the file stores.
TEST_F(RefusedFileTest, CountsTheArraysOfTheFileAndNotWhatTheyMakeUp)
{
    const auto entry = [](const std::string& name, const std::string& type, int count, int begin, int end) {
        return '"' + name + R"(":{"dtype":")" + type + R"(","shape":[)" + std::to_string(count) +
               R"(],"data_offsets":[)" + std::to_string(begin) + "," + std::to_string(end) + "]}";
    };
    const auto pointers = bytesOf<std::int64_t>({0, 1}), indices = bytesOf<std::int64_t>({0}),
               values = bytesOf<float>({1.5F});
    const auto cut = look(safetensorsFile(
        "{" + entry("w.crow_indices", "I64", 2, 0, 16) + "," + entry("w.col_indices", "I64", 1, 16, 24) + "," +
            entry("w.values", "F32", 1, 24, 28) + "," + entry("lost", "F32", 1, 28, 32) + "}",
        pointers + indices + values));
    EXPECT_THAT(namesOf(cut), ElementsAre("w", "w.crow_indices", "w.col_indices", "w.values"));
    EXPECT_EQ(cut.partly, "3 of 4 tensors");

    // An archive with a damaged entry is open without it.
    const auto archive = zipOf({{.name = "w.crow_indices.npy", .bytes = npyOf("<i8", "(2,)", pointers)},
                                {.name = "w.col_indices.npy", .bytes = npyOf("<i8", "(1,)", indices)},
                                {.name = "w.values.npy", .bytes = npyOf("<f4", "(1,)", values)},
                                {.name = "lost.npy", .bytes = npyOf("<f4", "(2,)", values)}});
    std::ofstream(m_path, std::ios::binary) << archive;
    const auto opened = openFile(m_path);
    ASSERT_TRUE(opened) << opened.error().text;
    EXPECT_EQ(opened->tensors.size(), 4U);
    EXPECT_EQ(opened->partly, "3 of 4 tensors");
}

TEST_F(RefusedFileTest, OfJsonTheTensorsBesideAWrongOne)
{
    const std::string one = R"({"layout":"strided","members":{"values":[1,2]}})";
    const auto shares = [](const std::string& with) {
        return R"({"layout":"strided","members":{"values":{"shape":[2],"dtype":"float32","storage":{"shared":")" +
               with + R"("}}}})";
    };
    const auto seen =
        look(R"({"tensors":{"a":)" + one + R"(,"wrong":{"layout":"triangle"},"before":)" + shares("lost/values") +
             R"(,"b":)" + shares("a/values") + R"(,"lost":)" + shares("wrong/values") + R"(,"behind":)" +
             shares("lost/values") + R"(,"c":)" + one + "}}");
    EXPECT_THAT(namesOf(seen), ElementsAre("a", "b", "c"));
    EXPECT_EQ(seen.partly, "3 of 7 tensors");
    const std::string why =
        R"(.members.values can't be read: a storage shared with wrong/values needs that member, found none)";
    EXPECT_THAT(seen.notes, ElementsAre(HasSubstr("triangle"), "tensors.before" + why, "tensors.lost" + why,
                                        "tensors.behind" + why));
    EXPECT_EQ(seen.sight, Sight::text);
    ASSERT_THAT(seen.readable, SizeIs(3));
    EXPECT_EQ(seen.readable[1].tensor.member("values").array.at(1).text(), "2");
}

TEST_F(RefusedFileTest, OfJsonThatIsCutShortTheTensorsBeforeTheCut)
{
    const std::string one = R"({"layout":"strided","members":{"values":[1,2]}})";
    const auto seen =
        look(R"({"tensors":{"a":)" + one + ",\n" + R"("b":)" + one + ",\n" +
             R"("c":{"layout":"csr","size":[2,2],"members":{"crow_indices":[0,1,2],"col_indices":[0,)");
    EXPECT_THAT(namesOf(seen), ElementsAre("a", "b", "c.crow_indices", "c.col_indices"));
    EXPECT_EQ(seen.partly, "4 tensors before line 3, column 85");
    EXPECT_THAT(seen.notes, ElementsAre("tensors.c.members.col_indices breaks off at line 3, column 85; "
                                        "what is not complete there was left out"));
    EXPECT_EQ(seen.sight, Sight::text);
    ASSERT_THAT(seen.readable, SizeIs(4));
    EXPECT_EQ(seen.readable[1].tensor.member("values").array.at(1).text(), "2");
    EXPECT_EQ(seen.readable[2].tensor.layout->name, "strided");
    EXPECT_EQ(seen.readable[2].tensor.member("values").array.at(2).text(), "2");

    // One that has no complete member is named instead.
    const auto less =
        look(R"({"tensors":{"a":)" + one + R"(,"b":{"layout":"strided","members":{"values":{"shape":[2)");
    EXPECT_THAT(namesOf(less), ElementsAre("a"));
    EXPECT_THAT(less.notes, Contains(StartsWith("tensors.b can't be read: ")));
    EXPECT_THAT(look(R"({"layout":"strided","members":{"values":{"data":[1,2)").readable, IsEmpty());
    EXPECT_THAT(look(R"({"shape":[3],"dtype":"float32","da)").readable, IsEmpty()) << "no array of a shape alone";
}

TEST_F(RefusedFileTest, OfJsonThatIsCutShortWhatIsCompleteInItsOnlyTensor)
{
    const std::string layout = R"({"layout":"csr",)",
                      members = R"("members":{"crow_indices":[0,1,2],"col_indices":[0,1],"values":[1,2])";
    const auto whole = look(layout + R"("size":[2,2],)" + members);
    ASSERT_THAT(namesOf(whole), ElementsAre(""));
    EXPECT_EQ(whole.readable[0].tensor.layout->name, "csr");
    EXPECT_TRUE(check(whole.readable[0].tensor).valid);
    const auto parts = look(layout + members.substr(0, members.size() - 1));
    ASSERT_THAT(namesOf(parts), ElementsAre(""));
    EXPECT_EQ(parts.readable[0].tensor.member("values").array.storageNumel(), 1) << "2 may be the start of 25";
    EXPECT_FALSE(check(parts.readable[0].tensor).valid);
    EXPECT_THAT(parts.notes, ElementsAre(StartsWith("members.values breaks off at line 1, column ")));

    // The last digits of a number may be behind the cut, unless something follows it.
    const auto claim = [&](const std::string& end) {
        const auto seen = look(layout + members + "}," + R"("numel":1)" + end);
        return seen.readable.empty() ? nullptr : seen.readable[0].tensor.claims.find("numel");
    };
    EXPECT_EQ(claim(""), nullptr);
    EXPECT_NE(claim(","), nullptr);
    EXPECT_NE(claim(R"(,"is_coal)"), nullptr);
    EXPECT_NE(claim(R"(,"is_coalesced":tr)"), nullptr);
    EXPECT_EQ(look(layout + members + R"(},"size":[2)").readable.at(0).tensor.size, std::nullopt);

    const auto mistyped = look(layout + members + R"(},"size":[2,?]})");
    EXPECT_THAT(namesOf(mistyped), ElementsAre(""));
    EXPECT_EQ(mistyped.readable[0].tensor.size, std::nullopt);
    EXPECT_THAT(look(layout + members + "}}\nmore").notes,
                ElementsAre("what stands behind line 2, column 1 was not read"));
    EXPECT_THAT(look(R"({"layout":"csr","layout":"csc",)" + members).readable, IsEmpty()) << "a key stands twice";
}

TEST_F(RefusedFileTest, OfJsonThatIsCutShortTheArrayAsFarAsTheFileGoes)
{
    const auto seen = [&](const std::string& text) {
        auto file = look(text);
        const auto opened = openFile(m_path);
        return std::pair{opened ? std::string() : opened.error().text, std::move(file)};
    };
    const std::string head = R"({"format":"csr","shape":[2,3],"indptr":[0,2,3],"indices":[0,1,2],"data":[1.5,2.5)";
    for (const auto* rest : {"", ",", ", ", ",3", ",3.", ",3.1", ",3e", ",-", ",Na"}) {
        const auto [error, file] = seen(head + rest);
        EXPECT_EQ(error, "the JSON text ends inside data; the rest is missing") << rest;
        ASSERT_THAT(namesOf(file), ElementsAre("")) << rest;
        const auto& tensor = file.readable[0].tensor;
        EXPECT_EQ(tensor.layout->name, "csr");
        EXPECT_EQ(tensor.size, (Extents{2, 3}));
        EXPECT_EQ(tensor.member("plain").array.storageNumel(), 3);
        EXPECT_EQ(tensor.member("values").array.storageNumel(), *rest == '\0' ? 1 : 2) << rest;
        EXPECT_EQ(tensor.member("values").array.at(0).text(), "1.5");
        EXPECT_FALSE(check(tensor).findings.empty());
        EXPECT_THAT(file.notes, ElementsAre(StartsWith("data breaks off at line 1, column ")));
    }
    const auto [error, blocks] = seen(R"({"format":"bsr","shape":[2,4],"indptr":[0,2],"indices":[0,1],"data":)"
                                      "[[[1,2],[3,4]],[[5,6],[7,");
    EXPECT_EQ(error, "the JSON text ends inside data; the rest is missing");
    ASSERT_THAT(namesOf(blocks), ElementsAre(""));
    EXPECT_EQ(blocks.readable[0].tensor.member("values").array.geometry.sizes, (Extents{1, 2, 2}));
    const auto coo = seen(R"({"format":"coo","shape":[2,4],"data":[1,2,3],"row":[0,0,1],"col":[2,)").second;
    ASSERT_THAT(namesOf(coo), ElementsAre(""));
    EXPECT_EQ(coo.readable[0].tensor.member("indices").array.geometry.sizes, (Extents{2, 1}));
    EXPECT_EQ(seen(R"({"layout":"csr","members":{"crow_indices":[0],)").first,
              "the JSON text ends inside members; the rest is missing");
    EXPECT_THAT(seen(R"({"layout":"csr",)").first, StartsWith("not a JSON text: "));
    EXPECT_THAT(seen(R"({"format":"csr","data":[1,,)").first, StartsWith("not a JSON text: ")) << "not at the end";
}

// At whatever byte a text is cut, the tensors shown are those of the whole text.
TEST_F(RefusedFileTest, OfJsonThatIsCutAnywhereOnlyItsOwnTensors)
{
    const std::string text =
        R"({"tensors":{"a":{"layout":"coo","size":[3],"members":{"indices":[[12]],"values":[1.5]},"numel":3},)"
        R"("b":{"components":[[1,2],[3]]},"c":{"layout":"strided","shape":[2],"data":[true,false],"dtype":"bool"},)"
        R"("d":{"layout":"strided","members":{"values":{"shape":[1],"storage":{"shared":"a/values"}}}}},)"
        R"("texts":{"note":"x\u00e9"}})";
    const std::vector<std::string> names{"a", "a.indices", "b", "c", "d"};
    for (std::size_t length = 1; length < text.size(); ++length) {
        const auto seen = look(text.substr(0, length));
        for (const auto& [name, tensor] : seen.readable) {
            EXPECT_THAT(names, Contains(name)) << length;
            EXPECT_TRUE(name != "a" || tensor.member("indices").array.at(0).text() == "12") << length;
            (void)check(tensor);
        }
    }
}

TEST_F(RefusedFileTest, OfJsonInTheKeysOfSciPyThatIsCutAnywhereOnlyItsFirstElements)
{
    const std::string text =
        R"({"tensors":{"e":{"format":"csr","shape":[2,3],"indptr":[0,2,3],"indices":[0,2,1],"data":[1.5,2.5,3.5]},)"
        R"("f":{"format":"coo","shape":[12,13],"row":[0,11,1],"col":[10,0,12],"data":[1.5,2,3]},)"
        R"("g":{"format":"coo","shape":[12,13],"data":[1.5,NaN,"NaN"],"coords":[[0,11,1],[10,0,12]]}}})";
    std::ofstream(m_path, std::ios::binary) << text;
    const auto whole = openFile(m_path);
    ASSERT_TRUE(whole) << whole.error().text;
    ASSERT_THAT(whole->tensors, SizeIs(3));
    const auto texts = [](const Array& array) {
        const auto& [sizes, strides, offset] = array.geometry;
        std::vector<std::vector<std::string>> rows(sizes.size() == 2 ? static_cast<std::size_t>(sizes[0]) : 1);
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::int64_t j = 0; j < sizes.back(); ++j)
                rows[i].push_back(array.at(static_cast<std::int64_t>(i) * strides.front() + j).text());
        return rows;
    };
    int compared = 0;
    for (std::size_t length = 1; length < text.size(); ++length) {
        const auto seen = look(text.substr(0, length));
        for (const auto& [name, tensor] : seen.readable) {
            (void)check(tensor);
            const auto like = std::ranges::find(whole->tensors, name.substr(0, 1), &NamedTensor::name);
            ASSERT_NE(like, whole->tensors.end()) << name << " at " << length;
            if (name != like->name)
                continue; // a member alone
            for (const auto& member : tensor.members) {
                const auto rows = texts(member.array), all = texts(like->tensor.member(member.role->name).array);
                ASSERT_LE(rows.size(), all.size()) << name << " at " << length;
                for (std::size_t i = 0; i < rows.size(); ++i)
                    for (std::size_t j = 0; j < rows[i].size(); ++j)
                        EXPECT_EQ(rows[i][j], all.at(i).at(j)) << name << " at " << length;
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 100);
}

TEST_F(RefusedFileTest, OfAnArrayThatIsCutShortItsFirstElements)
{
    for (const char* type : {"<i2", ">i2"}) {
        const auto seen =
            look(npyOf("{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (3,), }\n",
                       type[0] == '<' ? std::string("\7\0\x8\0\x9", 5) : std::string("\0\7\0\x8\0", 5)));
        ASSERT_THAT(seen.readable, SizeIs(1)) << type;
        const auto& values = seen.readable[0].tensor.member("values").array;
        EXPECT_EQ(values.storageNumel(), 2) << type;
        const auto report = check(seen.readable[0].tensor);
        ASSERT_THAT(report.findings, SizeIs(1));
        EXPECT_EQ(report.findings[0].rule, "STR-2.1");
        EXPECT_EQ(seen.partly, "2 of 3 elements");
    }
}

TEST_F(RefusedFileTest, ShowsTheEndOfAnArrayThatIsCutShort)
{
    for (const std::size_t there : {1000U, 1024U}) { // the latter at the end of a line
        auto file = npyOf("<f4", "(1000,)", std::string(4000, '\1'));
        file.resize(there);
        const auto seen = look(file);
        EXPECT_EQ(seen.sight, Sight::bytes);
        ASSERT_FALSE(seen.lines.empty());
        EXPECT_THAT(seen.lines.back(), StartsWith(">")) << there;
    }
}

TEST_F(RefusedFileTest, OfAnArchiveThatIsCutShortTheWholeEntriesAsAPart)
{
    const auto floats = bytesOf<float>({1, 2});
    auto archive = zipOf({{.name = "a.npy", .bytes = npyOf("<f4", "(2,)", floats)},
                          {.name = "b.npy", .bytes = npyOf("<f4", "(2,)", floats)},
                          {.name = "c.npy", .bytes = npyOf("<f4", "(2,)", floats)}});
    archive.resize(archive.find("c.npy") + 3);
    const auto seen = look(archive);
    EXPECT_THAT(namesOf(seen), ElementsAre("a", "b"));
    EXPECT_EQ(seen.partly, "2 tensors before the end of the cut file");
}

TEST_F(RefusedFileTest, OfAMatrixTheEntriesBeforeTheWrongOne)
{
    const std::string general = "%%MatrixMarket matrix coordinate real general\n",
                      symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
    const auto entries = [&](const std::string& text) {
        const auto seen = look(text);
        return seen.readable.empty() ? -1 : *numel(seen.readable[0].tensor.member("values").array.geometry);
    };
    EXPECT_EQ(entries(general + "3 3 3\n1 1 1\n2 2 2\n3 oops 3\n"), 2);
    EXPECT_EQ(entries(general + "3 3 9\n1 1 1\n2 2 2\n"), 2) << "cut short";
    EXPECT_EQ(entries(general + "3 3 9\n1 1 1\n2 2 2"), 1) << "cut within a number, maybe";
    EXPECT_EQ(entries(general + "3 3 9"), 0);
    EXPECT_EQ(entries(general + "3 3 1\n1 1 1\n2 2 2\n"), 1) << "more than said";
    EXPECT_EQ(entries(general + "3 3 2\n0 0 1\n2 2 2\n"), 2) << "the first one lies outside";
    EXPECT_EQ(entries(symmetric + "3 3 3\n2 1 1\n1 2 2\n3 x 3\n"), 2) << "one, and its mirrored one";
    EXPECT_EQ(entries("%%MatrixMarket matrix array real general\n2 2\n1\n2\n"), -1);
    EXPECT_EQ(entries(general + "3 three 3\n1 1 1\n"), -1);
}

TEST_F(RefusedFileTest, OfAMatrixHowManyOfItsEntriesWereRead)
{
    const std::string general = "%%MatrixMarket matrix coordinate real general\n";
    const auto partly = [&](const std::string& text) { return look(general + text).partly; };
    EXPECT_EQ(partly("3 3 3\n1 1 1\n2 2 2\n3 oops 3\n"), "2 of 3 entries");
    EXPECT_EQ(partly("3 3 9\n1 1 1\n2 2 2\n"), "2 of 9 entries");
    EXPECT_EQ(partly("3 3 1\n1 1 1\n2 2 2\n"), "1 of 2 entries");
    EXPECT_EQ(partly("3 3 2\n0 0 1\n2 2 2\n"), "") << "all were read";
}

// One that lies outside is a finding at that entry, as in every other format.
TEST_F(RefusedFileTest, OfAMatrixTheEntriesOutsideIt)
{
    const auto seen = look("%%MatrixMarket matrix coordinate real general\n3 4 6\n1 1 1\n2 2 2\n7 3 3\n1 3 4\n"
                           "0 4 5\n3 -5 6\n");
    ASSERT_THAT(seen.readable, SizeIs(1));
    const auto& tensor = seen.readable[0].tensor;
    EXPECT_EQ(tensor.member("indices").array.at(Extents{0, 2}).text(), "6") << "counted from 0";
    EXPECT_EQ(tensor.member("values").array.at(5).text(), "6");
    const auto report = check(tensor);
    const auto* above = report.find("COO-5.2");
    ASSERT_NE(above, nullptr);
    ASSERT_THAT(above->witnesses, SizeIs(1));
    EXPECT_EQ(above->witnesses[0].place, (Slots{"indices", 2, 3}));
    const auto* below = report.find("COO-5.1");
    ASSERT_NE(below, nullptr);
    ASSERT_THAT(below->witnesses, SizeIs(2));
    EXPECT_EQ(below->witnesses[0].place, (Slots{"indices", 4, 5}));
    EXPECT_EQ(below->witnesses[1].place, (Slots{"indices", 11, 12}));
    // All of them one too low: the file counts from 0.
    const auto fromZero = look("%%MatrixMarket matrix coordinate real general\n3 4 3\n0 0 1\n1 3 2\n2 2 3\n");
    ASSERT_THAT(fromZero.readable, SizeIs(1));
    const auto misreadings = check(fromZero.readable[0].tensor).misreadings;
    ASSERT_FALSE(misreadings.empty());
    EXPECT_EQ(misreadings.front().id, "zero-based");
    EXPECT_EQ(misreadings.front().violations, 0);
    // There is no number below this one.
    const auto least = look("%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 1\n"
                            "-9223372036854775808 1\n");
    EXPECT_EQ(least.partly, "1 of 2 entries");
}

TEST_F(RefusedFileTest, OfATorchFileThatIsCutShortHowManyTensorsAndWhatIsMissing)
{
    const auto whole =
        torchZip(dict({{str("a"), tensor(storage("FloatStorage", "0", 2), 0, {2}, {1})},
                       {str("b"), tensor(storage("FloatStorage", "1", 2), 0, {2}, {1})},
                       {str("lost"), tensor(storage("FloatStorage", "2", 2), 0, {2}, {1})}}),
                 {{"0", bytesOf<float>({1, 2})}, {"1", bytesOf<float>({3, 4})}, {"2", bytesOf<float>({5, 6})}});
    const auto seen = look(whole.substr(0, whole.find("archive/data/2")));
    EXPECT_THAT(namesOf(seen), ElementsAre("a", "b"));
    EXPECT_EQ(seen.partly, "2 of 3 tensors");
    EXPECT_THAT(seen.notes, Contains(HasSubstr("lost")));
    ASSERT_THAT(seen.readable, SizeIs(2));
    EXPECT_EQ(seen.readable[1].tensor.member("values").array.at(1).text(), "4");
}

TEST_F(RefusedFileTest, OfAnArchiveThatIsCutShortWhatStandsBeforeTheCut)
{
    const auto array = [](const char* digits) { return npyOf("|u1", "(4,)", digits); };
    const std::string last = "last of all";
    for (const bool isLater : {false, true}) {
        const auto whole =
            zipOf({{.name = "a.npy", .bytes = array("1234"), .isLater = isLater},
                   {.name = "marks.npy", .bytes = npyOf("|u1", "(9,)", "PK\7\10PK\7\10P"), .isLater = isLater},
                   {.name = "b.npy", .bytes = array("5678"), .deflate = !isLater},
                   {.name = "c.npy", .bytes = array("9abc") + last, .isLater = isLater}});
        const auto cut = [&](std::size_t length) { return look(whole.substr(0, length)); };
        const auto endOfC = whole.find(last);
        const auto seen = cut(endOfC);
        EXPECT_THAT(namesOf(seen), ElementsAre("a", "marks", "b", "c")) << isLater;
        EXPECT_EQ(seen.sight, Sight::archive);
        ASSERT_THAT(seen.readable, SizeIs(4));
        EXPECT_EQ(seen.readable[1].tensor.member("values").array.at(8).text(), "80") << "the letter P";
        EXPECT_EQ(seen.readable[2].tensor.member("values").array.at(3).text(), "56");
        EXPECT_TRUE(check(seen.readable[3].tensor).valid);
        const auto less = cut(endOfC - 2);
        ASSERT_THAT(less.readable, SizeIs(4));
        EXPECT_EQ(less.readable[3].tensor.member("values").array.storageNumel(), 2);
        EXPECT_EQ(check(less.readable[3].tensor).findings.at(0).rule, "STR-2.1");
        EXPECT_THAT(namesOf(cut(whole.find("c.npy"))), ElementsAre("a", "marks", "b"));
        EXPECT_THAT(namesOf(cut(20)), IsEmpty());
    }
    // What can't be known from the front alone ends the list.
    const auto unknown = zipOf({{.name = "a.npy", .bytes = array("1234")},
                                {.name = "b.npy", .bytes = array("1234"), .deflate = true, .isLater = true},
                                {.name = "c.npy", .bytes = array("1234")}});
    EXPECT_THAT(namesOf(look(unknown.substr(0, unknown.size() - 30))), ElementsAre("a"));
}

TEST_F(RefusedFileTest, OfAMatrixOfScipyThatIsCutShortItsArrays)
{
    const auto part = [](const std::string& name, const std::string& bytes) {
        return ZipPart{name + ".npy", bytes};
    };
    const auto whole = zipOf({part("indices", npyOf("<i4", "(2,)", bytesOf<std::int32_t>({1, 0}))),
                              part("indptr", npyOf("<i4", "(3,)", bytesOf<std::int32_t>({0, 1, 2}))),
                              part("format", npyOf("|S3", "()", "csr")),
                              part("shape", npyOf("<i8", "(2,)", bytesOf<std::int64_t>({2, 2}))),
                              part("data", npyOf("<f8", "(2,)", bytesOf<double>({1.5, 2.5})))});
    const auto behind = whole.find("PK\1\2");
    const auto seen = look(whole.substr(0, behind - 8));
    ASSERT_THAT(seen.readable, SizeIs(1));
    EXPECT_EQ(seen.readable[0].tensor.layout->name, "csr");
    EXPECT_FALSE(check(seen.readable[0].tensor).valid) << "the last value is missing";
    EXPECT_THAT(namesOf(look(whole.substr(0, whole.find("data.npy")))), ElementsAre("indices", "indptr", "shape"));
}

// Of files that the libraries themselves wrote, cut anywhere: what is shown is what the whole file holds.
TEST_F(RefusedFileTest, OfArchivesThatAreCutAnywhereOnlyTheirOwnTensors)
{
    int shown = 0;
    for (const auto* folder : {"npz", "pt"})
        for (const auto& entry : fs::directory_iterator(TSCOPE_TEST_DATA "/files/good/" + std::string(folder))) {
            std::ifstream file(entry.path(), std::ios::binary);
            const std::string bytes(std::istreambuf_iterator<char>(file), {});
            const auto whole = openFile(entry.path().string());
            if (!whole || !bytes.starts_with("PK") || bytes.size() > 100'000)
                continue;
            SCOPED_TRACE(entry.path().string());
            for (const std::size_t tenths : {2, 5, 7, 8, 9}) {
                std::ofstream(m_path, std::ios::binary) << bytes.substr(0, bytes.size() * tenths / 10);
                const auto opened = openFile(m_path);
                if (opened)
                    continue;
                for (const auto& [name, tensor] : lookInto(m_path, opened.error()).readable) {
                    ++shown;
                    (void)check(tensor);
                    const auto same = std::ranges::find(whole->tensors, name, &NamedTensor::name);
                    const bool isPart = name == "data" || name == "indices" || name == "indptr" ||
                                        name == "shape" || name == "row" || name == "col" || name == "offsets" ||
                                        name == "_is_array";
                    if (isPart && same == whole->tensors.end())
                        continue; // of a matrix whose other arrays were lost
                    ASSERT_NE(same, whole->tensors.end()) << name;
                    EXPECT_EQ(tensor.layout, same->tensor.layout) << name;
                    const auto& values = tensor.members.back().array;
                    const auto& wanted = same->tensor.members.back().array;
                    ASSERT_EQ(values.geometry.sizes, wanted.geometry.sizes) << name;
                    for (std::int64_t k = 0; values.isReadable() && k < *numel(values.geometry); ++k)
                        ASSERT_EQ(values.at(k).text(), wanted.at(k).text()) << name;
                }
            }
        }
    EXPECT_GT(shown, 20);
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
