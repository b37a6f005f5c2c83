// SPDX-License-Identifier: Apache-2.0
#include "app/small_files.h"
#include "app/tscope.h"
#include "support/deep_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace tscope::app {

namespace {

using testing::HasSubstr;

std::vector<Json> linesOf(const std::string& text)
{
    std::vector<Json> out;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        out.push_back(Json::parse(line));
    return out;
}

class CheckFolder : public testing::Test
{
protected:
    CheckFolder() { std::filesystem::create_directories(m_folder.path("sub/.hidden")); }

    Folder m_folder;
};

TEST_F(CheckFolder, SaysALineOfEachFileInOrder)
{
    m_folder.write("b.mtx", good);
    m_folder.write("sub/a.json", broken);
    m_folder.write("a.txt", "[[1, 2]]");
    m_folder.write("README.md", "# Matrices\n\nSome words.");
    m_folder.write("config.json", R"({"hidden_size": 5})");
    m_folder.write("sub/.hidden/x.mtx", "broken");
    const auto run = tscope({"check", m_folder.path("")});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_EQ(run.err, "");
    EXPECT_THAT(run.out, testing::MatchesRegex(
                             "[^\n]*a\\.txt  1 tensor\n[^\n]*b\\.mtx  1 tensor\n"
                             "[^\n]*sub/a\\.json  1 of 1 tensor broken[^\n]*5\\.5, 1 place\n"
                             "under pytorch: 2 valid, 1 broken, 0 unreadable, 2 passed over as no tensor's\n"));
}

// One damaged tensor of two: a build must not go on, and the other is judged all the same.
TEST_F(CheckFolder, AFileThatIsDamagedInPartsIsUnreadableThere)
{
    m_folder.write("two.json", R"({"tensors": {"a": {"layout": "strided", "members": {"values": [1, 2]}},
        "b": {"layout": "coo", "size": [2], "members": {"indices": [[5]], "values": [1]}},
        "c": {"layout": "strided", "members": {"values": [3]}}}})");
    for (const std::string name : {"a.npz", "b.pt"}) {
        ASSERT_EQ(tscope({"convert", m_folder.path("two.json"), m_folder.path("sub/" + name)}).exitCode, 0);
        auto bytes = readFile(m_folder.path("sub/" + name));
        if (name == "a.npz")
            bytes[bytes.find("\x93NUMPY")] = 'x';
        else
            for (auto at = bytes.find("/data/0"); at != std::string::npos; at = bytes.find("/data/0", at))
                bytes[at + 6] = 'x';
        m_folder.write("sub/" + name, bytes);
    }
    const auto lines = tscope({"check", m_folder.path("sub")});
    EXPECT_EQ(lines.exitCode, 2);
    EXPECT_THAT(lines.out, testing::MatchesRegex(
                               "[^\n]*a\\.npz  one tensor can't be read[^\n]*  1 of [0-9]+ tensors broken[^\n]*\n"
                               "[^\n]*b\\.pt  one tensor can't be read[^\n]*  1 of 2 tensors broken[^\n]*\n"
                               "under pytorch: 0 valid, 0 broken, 2 unreadable\n"));
    const auto one = tscope({"check", m_folder.path("sub/a.npz")});
    EXPECT_EQ(one.exitCode, 2);
    EXPECT_THAT(one.out, testing::HasSubstr("note: \"a\" was left out"));
    EXPECT_THAT(one.err, testing::HasSubstr("one tensor can't be read"));
    EXPECT_EQ(tscope({"check", m_folder.path("sub/b.pt") + "::c"}).exitCode, 0);
    const auto json = tscope({"check", "--json", m_folder.path("sub/b.pt")});
    EXPECT_EQ(json.exitCode, 2);
    const auto answer = Json::parse(json.out);
    EXPECT_EQ(answer["valid"], false);
    EXPECT_EQ(answer["tensors"].size(), 2U);
    EXPECT_EQ(answer["errors"].size(), 1U);
}

// A folder that can't be looked into must not let a build pass, nor hide what lies behind it.
TEST_F(CheckFolder, WhatWasNotLookedAtIsToldAndFails)
{
    m_folder.write("a.mtx", good);
    m_folder.write("z.mtx", good);
    ASSERT_GT(test::makeDeepFolder(m_folder.path("m"), 6000), 20);
    const auto sound = tscope({"check", m_folder.path("")});
    EXPECT_EQ(sound.exitCode, 2) << "only sound files were seen, but not all";
    EXPECT_THAT(sound.out, HasSubstr("can't be looked into: File name too long"));
    EXPECT_THAT(sound.out, HasSubstr("2 valid, 0 broken, 1 unreadable\n"));

    for (int i = 0; i < 40; ++i)
        m_folder.write("sub/" + std::to_string(i) + ".json", broken);
    std::filesystem::create_directory_symlink("/", m_folder.path("root"));
    const auto json = tscope({"check", m_folder.path(""), "--json"});
    EXPECT_EQ(json.exitCode, 2);
    const auto lines = linesOf(json.out);
    EXPECT_EQ(lines.back()["summary"],
              Json({{"valid", 2}, {"broken", 40}, {"unreadable", 2}, {"passed_over", 0}}));
    EXPECT_EQ(std::ranges::count_if(
                  lines, [](const Json& line) { return line.contains("error") && line["error"].is_object(); }),
              2);
    EXPECT_EQ(std::ranges::count(json.err, '\n'), 2) << "people are told as well";
    const auto github = tscope({"check", m_folder.path(""), "--github"});
    EXPECT_EQ(github.exitCode, 2);
    EXPECT_THAT(github.out, HasSubstr("/root,title=unreadable::the folder"));
    EXPECT_THAT(github.out, HasSubstr("is a link to a folder elsewhere, which is not followed"));
    const auto sarif = Json::parse(tscope({"check", m_folder.path(""), "--sarif"}).out, nullptr, false);
    EXPECT_EQ(sarif["runs"][0]["results"].size(), 42U);
}

// Only what looks like a tensor's is told as unreadable when it is.
TEST_F(CheckFolder, OfJsonFilesThoseOfTensorsAreKnownByTheirKeys)
{
    const std::vector<std::string> tensors{R"({"members": {"values": [1}, "layout": "strided"})",
                                           R"({"name": "x", "layout" : "csr", "size": [2,)",
                                           R"({"tensors": {"a": 1, "b")", R"({"sizes": [2], "data": [1, 2, 3]})"};
    const std::vector<std::string> others{
        R"({"layout": "NCHW", "dtype": "float32"})", R"({"a": {"layout": "csr", "members": {}}})",
        R"({"shape": "round", "dtype": "int8"})",    R"(["layout", "csr"])",
        R"({"x": "\"layout\": \"csr\"", "y})",       R"({"tensors": 5})"};
    for (std::size_t i = 0; i < tensors.size(); ++i)
        m_folder.write("sub/t" + std::to_string(i) + ".json", tensors[i]);
    for (std::size_t i = 0; i < others.size(); ++i)
        m_folder.write("sub/x" + std::to_string(i) + ".json", others[i]);
    const auto run = tscope({"check", m_folder.path("sub")});
    EXPECT_THAT(run.out, testing::HasSubstr("0 valid, 0 broken, 4 unreadable, 6 passed over")) << run.out;
}

TEST_F(CheckFolder, AnswersInJsonLinesWithAllThatCheckSays)
{
    m_folder.write("a.json", broken);
    m_folder.write("b.mtx", good);
    m_folder.write("c.npy", "version https://git-lfs.github.com/spec/v1\nsize 5\n");
    const auto run = tscope({"check", m_folder.path(""), "--json", "--contract", "scipy"});
    EXPECT_EQ(run.exitCode, 2) << "what can't be read weighs more than what is broken";
    EXPECT_THAT(run.err, HasSubstr("c.npy")) << "people are told as well";
    const auto lines = linesOf(run.out);
    ASSERT_EQ(lines.size(), 4U);
    for (std::size_t i = 0; i < 3; ++i)
        expectKeys(lines[i],
                   {{"file", "s"},
                    {"valid", "bn"},
                    {"contract", "s"},
                    {"tensors", "a"},
                    {"warnings", "a"},
                    {"error", "on"}},
                   "line");
    EXPECT_EQ(lines[0]["valid"], false);
    EXPECT_FALSE(lines[0]["tensors"][0]["findings"].empty());
    EXPECT_EQ(lines[1]["valid"], true);
    EXPECT_EQ(lines[1]["contract"], "scipy");
    EXPECT_EQ(lines[2]["valid"], nullptr);
    EXPECT_THAT(lines[2]["error"]["text"].get<std::string>(), HasSubstr("git lfs pull"));
    EXPECT_EQ(lines[3]["summary"], Json({{"valid", 1}, {"broken", 1}, {"unreadable", 1}, {"passed_over", 0}}));
}

TEST_F(CheckFolder, PassesOnlyWhereAllTensorsAreFound)
{
    m_folder.write("words.md", "no tensor");
    const auto none = tscope({"check", m_folder.path("")});
    EXPECT_EQ(none.exitCode, 2) << "a folder without tensors is a mistake";
    EXPECT_THAT(none.err, HasSubstr("no tensor's file"));
    m_folder.write("a.mtx", good);
    EXPECT_EQ(tscope({"check", m_folder.path("")}).exitCode, 0);
    EXPECT_EQ(tscope({"check", m_folder.path(""), m_folder.path("words.md")}).exitCode, 2) << "it was named";
    m_folder.write("b.dat", good + "1 1 1\n");
    EXPECT_EQ(tscope({"check", m_folder.path("")}).exitCode, 2) << "its first line says what it is";
}

TEST_F(CheckFolder, ManyFilesKeepTheirOrder)
{
    std::string wanted;
    for (int i = 100; i < 220; ++i) {
        m_folder.write(std::to_string(i) + ".mtx", good);
        wanted += "\u2713 " + m_folder.path(std::to_string(i) + ".mtx") + "  1 tensor\n";
    }
    std::filesystem::remove_all(m_folder.path("sub"));
    const auto folder = m_folder.path("").substr(0, m_folder.path("").size() - 1);
    EXPECT_EQ(tscope({"check", folder}).out, wanted + "under pytorch: 120 valid, 0 broken, 0 unreadable\n");
}

TEST_F(CheckFolder, ManyBrokenTensorsOfAFileAreCut)
{
    std::string text = R"({"tensors":{)";
    for (int i = 0; i < 5; ++i)
        text += (i > 0 ? ",\"t" : "\"t") + std::to_string(i) + "\":" + broken;
    m_folder.write("many.json", text + "}}");
    EXPECT_THAT(tscope({"check", m_folder.path("")}).out,
                HasSubstr("5 of 5 tensors broken  t0: 5.5, 1 place; t1: 5.5, 1 place; t2: 5.5, 1 place; ...\n"));
}

TEST_F(CheckFolder, WhatTheReaderNotedIsSaid)
{
    m_folder.write("a.json", R"({"layout":"strided","size":[1],"members":{"values":[0]},"extra":1,"more":2})");
    EXPECT_THAT(tscope({"check", m_folder.path("")}).out,
                HasSubstr("1 tensor  note: the key extra is not known and was kept as it is (and 1 more)\n"));
}

} // namespace

} // namespace tscope::app
