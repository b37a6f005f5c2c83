// SPDX-License-Identifier: Apache-2.0
// Files of which one tensor can't be read: no command passes over that, and none destroys what is left of it.
#include "app/tscope.h"
#include "support/npy_bytes.h"
#include "support/zip_bytes.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace tscope::app {

namespace {

using testing::HasSubstr;

class PartlyUnreadable : public testing::TestWithParam<std::string>
{
protected:
    // "a" is damaged, "c" is as it was.
    PartlyUnreadable() : m_file(m_folder.path("y" + GetParam()))
    {
        const auto whole = m_folder.write("whole.json", R"({"tensors": {
            "a": {"layout": "strided", "members": {"values": [1, 2]}},
            "c": {"layout": "strided", "members": {"values": [3]}}}})");
        EXPECT_EQ(tscope({"convert", whole, m_file}).exitCode, 0);
        auto bytes = readFile(m_file);
        if (GetParam() == ".npz")
            bytes[bytes.find("\x93NUMPY")] = 'x';
        else
            for (auto at = bytes.find("/data/0"); at != std::string::npos; at = bytes.find("/data/0", at))
                bytes[at + 6] = 'x';
        m_folder.write("y" + GetParam(), bytes);
        m_bytes = bytes;
    }

    void expectTold(const ToolRun& run) const
    {
        EXPECT_EQ(run.exitCode, 2) << run.out << run.err;
        EXPECT_THAT(run.err, HasSubstr("one tensor can't be read"));
    }
    void expectUntouched() const
    {
        EXPECT_EQ(readFile(m_file) == m_bytes, true) << "what could be rescued is gone";
    }

    Folder m_folder;
    std::string m_file, m_bytes;
};

TEST_P(PartlyUnreadable, IsShownAndToldByWhatOnlyReads)
{
    for (const auto* command : {"info", "build"}) {
        const auto run = tscope({command, m_file});
        SCOPED_TRACE(command);
        expectTold(run);
        EXPECT_THAT(run.out, HasSubstr("c  ")) << "the other one is shown";
        const auto answer = ask({command, m_file});
        EXPECT_EQ(answer.exitCode, 2);
        EXPECT_EQ(answer.json["tensors"].size(), 1U);
        EXPECT_THAT(answer.json.value("error", Json::object()).value("text", ""),
                    HasSubstr("one tensor can't be read"));
        EXPECT_EQ(tscope({command, m_file + "::c"}).exitCode, 0) << "nobody asked for the other one";
        expectTold(tscope({command, m_file + "::*"}));
    }
}

TEST_P(PartlyUnreadable, IsRescuedIntoANewFileOnly)
{
    const auto rescued = m_folder.path("rescued.json");
    expectTold(tscope({"convert", m_file, rescued}));
    EXPECT_EQ(tscope({"info", rescued}).exitCode, 0);
    EXPECT_EQ(ask({"convert", m_file, m_folder.path("again.json")}).json["result"]["tensors"].size(), 1U);

    const auto other = m_folder.write("other.json", "mine");
    for (const auto& out : {m_file, other}) {
        for (const auto& from : {m_file, m_file + "::*"}) {
            const auto run = tscope({"convert", from, out});
            expectTold(run);
            EXPECT_THAT(run.err, HasSubstr("--overwrite"));
            EXPECT_EQ(run.out, "");
        }
        EXPECT_EQ(ask({"convert", m_file, out}).exitCode, 2);
    }
    expectUntouched();
    EXPECT_EQ(readFile(other), "mine");
    expectTold(tscope({"convert", m_file + "::c", m_file}));
    expectUntouched();
    EXPECT_EQ(tscope({"convert", m_file + "::c", other}).exitCode, 0);

    std::filesystem::create_symlink(m_file, m_folder.path("link" + GetParam()));
    expectTold(tscope({"convert", m_file, m_folder.path("link" + GetParam())}));
    expectUntouched();
    expectTold(tscope({"convert", m_file, m_file, "--overwrite"}));
    EXPECT_EQ(tscope({"info", m_file}).exitCode, 0) << "the damaged one is gone, as was asked for";
}

TEST_P(PartlyUnreadable, IsNotTakenForAFileOfOneTensor)
{
    const auto out = m_folder.path("out.json"), image = m_folder.path("out.png");
    const std::vector<std::vector<std::string>> calls{
        {"locate", m_file, "--at", "0"},
        {"diff", m_file, m_file},
        {"picture", m_file, image},
        {"repair", m_file, out},
        {"transform", m_file, out, "--ops", "contiguous()"},
        {"run", "sum", m_file, "--out", out},
    };
    for (const auto& command : calls) {
        SCOPED_TRACE(command.front());
        const auto text = expectFailure(command, 2)["text"].get<std::string>();
        EXPECT_THAT(text, HasSubstr("one tensor can't be read"));
        EXPECT_THAT(text, HasSubstr("FILE::NAME"));
        EXPECT_FALSE(std::filesystem::exists(out) || std::filesystem::exists(image));
    }
    for (auto command : calls) {
        SCOPED_TRACE(command.front());
        for (auto& word : command)
            word = word == m_file ? m_file + "::c" : word;
        EXPECT_EQ(tscope(command).exitCode, 0);
        for (auto& word : command)
            word = word == out ? m_file : word;
        if (std::ranges::find(command, m_file) == command.end())
            continue;
        expectTold(tscope(command));
        expectUntouched();
    }
    EXPECT_EQ(tscope({"time", m_file}).exitCode, 2);
}

// The gradients have other names than the tensors, so that all of these would be lost.
TEST_P(PartlyUnreadable, IsNotReplacedByGradients)
{
    const auto run = tscope({"history", m_file + "::c", "--script", "y = c.sum()", "--out", m_file});
    expectTold(run);
    EXPECT_THAT(run.err, HasSubstr("--overwrite"));
    expectUntouched();
}

INSTANTIATE_TEST_SUITE_P(Formats, PartlyUnreadable, testing::Values(".npz", ".pt"),
                         [](const auto& format) { return format.param.substr(1); });

// Sound parts that are no tensors: an array of objects, a file that is no array. A note names them, since all
// tensors were read, but no command may drop them.
TEST(NotOnlyTensors, AreNotReplacedByTheTensorsAlone)
{
    const Folder folder;
    const auto array = test::npyOf("<f4", "(1,)", std::string(4, '\0'));
    const auto objects = readFile(TSCOPE_TEST_DATA "/files/hostile/npy/object_dtype_pickle.npy");
    const auto bytes = test::zipOf({{"c.npy", array}, {"objects.npy", objects}, {"readme.txt", "mine"}});
    const auto file = folder.write("y.npz", bytes), copy = folder.path("copy.npz");
    const std::vector<std::vector<std::string>> calls{{"convert", file, file},
                                                      {"repair", file, file},
                                                      {"transform", file, file, "--ops", "contiguous()"},
                                                      {"run", "sum", file, "--out", file}};
    for (const auto& call : calls) {
        SCOPED_TRACE(call.front());
        const auto run = tscope(call);
        EXPECT_EQ(run.exitCode, 2) << run.out << run.err;
        EXPECT_THAT(run.err, HasSubstr("2 parts of it that are no tensors would be lost"));
        EXPECT_EQ(readFile(file) == bytes, true);
    }
    EXPECT_EQ(tscope({"convert", file, copy}).exitCode, 0);
    EXPECT_EQ(tscope({"convert", file, copy}).exitCode, 0) << "of a file that is not read nothing is lost";
    EXPECT_EQ(tscope({"convert", file, file, "--overwrite"}).exitCode, 0);
    EXPECT_EQ(tscope({"convert", file, file}).exitCode, 0) << "now it holds the tensor alone";
}

TEST(OneOfSeveralTensors, DoesNotReplaceTheOthers)
{
    const Folder folder;
    const auto both = R"({"tensors": {"a": {"layout": "strided", "members": {"values": [1, 2]}},
                                      "c": {"layout": "strided", "members": {"values": [3]}}}})";
    const auto file = folder.write("two.json", both);
    const auto run = tscope({"convert", file + "::c", file});
    EXPECT_EQ(run.exitCode, 2) << run.out;
    EXPECT_THAT(run.err, HasSubstr("another tensor of it would be lost"));
    EXPECT_EQ(readFile(file), both);
    EXPECT_EQ(tscope({"convert", file + "::c", file, "--overwrite"}).exitCode, 0);
}

TEST(WholeFile, IsConvertedOntoItself)
{
    const Folder folder;
    const auto file = folder.write("a.json", readFile(sample("csr")));
    EXPECT_EQ(tscope({"convert", file, file}).exitCode, 0);
    EXPECT_EQ(tscope({"diff", file, sample("csr")}).exitCode, 0);
}

TEST(WholeFile, UnderTheKeysOfSciPyIsConvertedOntoItselfAsItIs)
{
    const Folder folder;
    const std::string text = "{\"format\": \"coo\", \"shape\": [2, 3],\n \"row\": [0, 1],\n \"col\": [2, 0],\n "
                             "\"data\": [16777217, -3]}\n";
    const auto file = folder.write("a.json", text);
    const auto converted = tscope({"convert", file, file});
    EXPECT_EQ(converted.exitCode, 0) << converted.err;
    EXPECT_EQ(readFile(file), text);
}

// A program that was ended while it wrote the file.
TEST(CutJson, IsCheckedAsFarAsTheArrayGoesInWhichItEnds)
{
    const Folder folder;
    const auto cut =
        folder.write("cut.json", R"({"format": "csr", "shape": [2, 3], "indptr": [0, 2, 4], "indices":)"
                                 R"( [0, 1, 1, 2], "data": [1.5, 2.5, 3.)");
    const auto answer = tscope({"check", cut});
    EXPECT_EQ(answer.exitCode, 2);
    EXPECT_THAT(answer.err, HasSubstr("the JSON text ends inside data; the rest is missing"));
    EXPECT_THAT(answer.out, HasSubstr("partly read"));
    EXPECT_THAT(answer.out, HasSubstr("broken under pytorch"));
    const auto json = tscope({"check", cut, "--json"});
    EXPECT_EQ(json.exitCode, 2);
    const auto told = nlohmann::json::parse(json.out);
    EXPECT_FALSE(told["valid"]);
    ASSERT_EQ(told["tensors"].size(), 1U);
    EXPECT_TRUE(told["tensors"][0].contains("partly"));
    EXPECT_FALSE(told["tensors"][0]["findings"].empty());
    ASSERT_EQ(told["errors"].size(), 1U);
    EXPECT_EQ(told["errors"][0]["text"], "the JSON text ends inside data; the rest is missing");
    const auto markdown = tscope({"check", cut, "--markdown"});
    EXPECT_EQ(markdown.exitCode, 2);
    EXPECT_THAT(markdown.out, HasSubstr("partly read"));
    EXPECT_THAT(markdown.out, HasSubstr("Broken rules"));
    const auto whole = tscope({"check", folder.write("whole.json", R"({"shape": [1], "data": [1]})"), "--json"});
    EXPECT_FALSE(nlohmann::json::parse(whole.out)["tensors"][0].contains("partly"));
}

} // namespace

// A matrix as text that is refused is never called valid.
TEST(RefusedMatrix, IsCheckedAsFarAsItCanBeReadAndExitsWithTwo)
{
    Folder folder;
    const auto cut = folder.write("cut.mtx", "%%MatrixMarket matrix coordinate real general\n3 4 6\n1 1 1\n2 2 2\n"
                                             "3 oops 3\n1 3 4\n2 4 5\n3 3 6\n");
    const auto partly = tscope({"check", cut});
    EXPECT_EQ(partly.exitCode, 2);
    EXPECT_THAT(partly.out, HasSubstr("\u25c6 partly read: 2 of 6 entries; what was read is valid under pytorch"));
    EXPECT_THAT(partly.err, HasSubstr("line 5"));
    const auto outside =
        folder.write("outside.mtx", "%%MatrixMarket matrix coordinate real general\n3 4 2\n1 1 1\n"
                                    "7 2 2\n");
    const auto broken = tscope({"check", outside});
    EXPECT_EQ(broken.exitCode, 2);
    EXPECT_THAT(broken.out, HasSubstr("\u25b2 broken under pytorch"));
    EXPECT_THAT(broken.out, HasSubstr("entry 1 at (6, 1) is outside"));
    EXPECT_THAT(broken.err, HasSubstr("the matrix has 3 rows, found row 7 (line 4)"));
    EXPECT_EQ(tscope({"check", outside, "--json"}).exitCode, 2);
}

} // namespace tscope::app
