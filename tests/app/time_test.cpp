// SPDX-License-Identifier: Apache-2.0
#include "small_files.h"
#include "tscope.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace tscope::app {

namespace {

class TimeCommand : public testing::Test
{
protected:
    TimeCommand() : m_matrix(m_folder.path("m.npz"))
    {
        EXPECT_EQ(
            tscope({"make", "random", m_matrix, "--layout", "csr", "--size", "40,30", "--nnz", "200"}).exitCode,
            0);
    }

    Answer asked(std::vector<std::string> more) const
    {
        std::vector<std::string> arguments{"time", m_matrix, "--budget", "4"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return ask(arguments);
    }

    Folder m_folder;
    std::string m_matrix;
};

TEST_F(TimeCommand, AnswersWithThePromisedKeys)
{
    const auto answer = asked({"--ops", "spmv,spmm:4", "--layouts", "csr,bsr", "--blocksizes", "2x2,5x5"});
    ASSERT_EQ(answer.exitCode, 0) << answer.json.dump();
    for (const char* key : {"machine", "limits", "rows", "footprints", "verdicts"})
        EXPECT_TRUE(answer.json.contains(key)) << key;
    ASSERT_EQ(answer.json["rows"].size(), 6U);
    for (const auto& row : answer.json["rows"]) {
        for (const char* key : {"op", "layout", "blocksize", "dtype", "index_dtype", "device", "status", "reason",
                                "median_ns", "low_ns", "high_ns", "samples", "bytes", "flops", "gbps",
                                "share_of_limit", "convert_ns", "transfer_ns", "checked"})
            EXPECT_TRUE(row.contains(key)) << key;
        EXPECT_EQ(row["status"], "ok") << row["reason"];
        EXPECT_EQ(row["checked"], true);
        EXPECT_LE(row["low_ns"], row["median_ns"]);
        EXPECT_LE(row["median_ns"], row["high_ns"]);
        EXPECT_EQ(row["convert_ns"].is_null(), row["layout"] == "csr");
    }
    for (const auto& verdict : answer.json["verdicts"])
        for (const char* key : {"text", "a", "b", "ratio", "low", "high", "word"})
            EXPECT_TRUE(verdict.contains(key)) << key;
    for (const auto& footprint : answer.json["footprints"]) {
        std::int64_t sum = 0;
        const auto& members = footprint["by_member"];
        for (const auto& member : members.items())
            sum += member.value().get<std::int64_t>();
        EXPECT_EQ(footprint["bytes"], sum);
    }
}

TEST_F(TimeCommand, IsAllOrUnsupportedWithAReasonWhenNothingIsSaid)
{
    const auto answer = asked({});
    ASSERT_EQ(answer.exitCode, 0);
    std::set<std::string> layouts;
    for (const auto& row : answer.json["rows"]) {
        layouts.insert(row["layout"]);
        if (row["status"] != "ok") {
            EXPECT_EQ(row["status"], "unsupported");
            EXPECT_FALSE(row["reason"].get<std::string>().empty());
            EXPECT_TRUE(row["median_ns"].is_null());
        }
    }
    for (const char* layout : {"strided", "coo", "csr", "csc", "bsr", "bsc"})
        EXPECT_TRUE(layouts.contains(layout)) << layout;
}

TEST_F(TimeCommand, LeavesOutDenseFormsBeyondTheBudget)
{
    const auto answer = asked({"--ops", "sum", "--layouts", "csr,strided", "--max-dense", "1000"});
    ASSERT_EQ(answer.exitCode, 0);
    for (const auto& row : answer.json["rows"]) {
        const bool isDense = row["layout"] == "strided";
        EXPECT_EQ(row["left_out"], isDense);
        EXPECT_EQ(row["status"], isDense ? "unsupported" : "ok");
        if (isDense) {
            EXPECT_EQ(row["reason"], "left out: 4.69 KiB, more than the budget of 1000 B"); // 40 x 30 of 4 bytes
        }
    }
    const auto told = tscope(
        {"time", m_matrix, "--budget", "4", "--ops", "sum", "--layouts", "csr,strided", "--max-dense", "0"});
    EXPECT_NE(told.err.find("Measurements: 1, and 1 left out as too large; time: about "), std::string::npos)
        << told.err;
    EXPECT_NE(told.out.find("  strided  left out: 4.69 KiB, more than the budget of 0 B\n"), std::string::npos)
        << told.out;
    EXPECT_EQ(told.out.find("unsupported"), std::string::npos) << told.out;
    EXPECT_EQ(asked({"--max-dense", "-1"}).exitCode, 3);
}

TEST_F(TimeCommand, TheAnswerComesFirst)
{
    const auto session = m_folder.path("s.json");
    const auto answer = asked({"--ops", "spmv,sum", "--layouts", "csr,coo", "--save", session});
    ASSERT_EQ(answer.exitCode, 0);
    ASSERT_EQ(answer.json["headlines"].size(), 2U);
    const auto told = tscope({"time", "--reopen", session}).out;
    std::size_t last = 0;
    for (const auto& headline : answer.json["headlines"]) {
        const auto at = told.find(headline["text"].get<std::string>());
        ASSERT_NE(at, std::string::npos) << told;
        EXPECT_LT(at, told.find("spmv on cpu  "));
        EXPECT_GE(at, last);
        last = at;
    }
}

TEST_F(TimeCommand, MeasuresTheSamePatternWithFewerAndMoreEntries)
{
    const auto answer = asked({"--ops", "spmv", "--layouts", "csr,strided", "--densities", "0.5,3"});
    ASSERT_EQ(answer.exitCode, 0) << answer.json.dump();
    const auto& subjects = answer.json["subjects"];
    ASSERT_EQ(subjects.size(), 3U);
    EXPECT_TRUE(subjects[0]["pattern_of"].is_null());
    EXPECT_EQ(subjects[1]["pattern_of"], subjects[0]["name"]);
    EXPECT_LT(subjects[1]["stored"], 200);
    EXPECT_GT(subjects[2]["stored"], 500);
    EXPECT_EQ(answer.json["rows"].size(), 6U);
    const auto told =
        tscope({"time", m_matrix, "--budget", "4", "--ops", "spmv", "--densities", "0.5", "--quiet"}).out;
    EXPECT_NE(told.find("entries of the elements"), std::string::npos) << told;
    EXPECT_NE(told.find("as given"), std::string::npos) << told;
    EXPECT_EQ(asked({"--densities", "0"}).exitCode, 3);
}

TEST_F(TimeCommand, MeasuresTheProcessorOnceWithEachNumberOfThreads)
{
    const auto answer = asked({"--ops", "spmv", "--layouts", "csr", "--threads", "1"});
    ASSERT_EQ(answer.exitCode, 0) << answer.json.dump();
    ASSERT_EQ(answer.json["rows"].size(), 1U);
    EXPECT_EQ(answer.json["rows"][0]["device"], "cpu (1 thread)");
    EXPECT_EQ(answer.json["rows"][0]["status"], "ok");
    EXPECT_TRUE(answer.json["limits"].contains("cpu (1 thread)"));
    for (const auto* wrong : {"0", "many", "99999"})
        EXPECT_EQ(tscope({"time", m_matrix, "--threads", wrong}).exitCode, 3) << wrong;
}

TEST_F(TimeCommand, SavesWhatItReopensAndComparesWith)
{
    const auto session = m_folder.path("s.json"), csv = m_folder.path("s.csv"), html = m_folder.path("s.html");
    const auto answer =
        asked({"--ops", "spmv", "--layouts", "csr,coo", "--save", session, "--csv", csv, "--html", html});
    ASSERT_EQ(answer.exitCode, 0);
    EXPECT_GT(std::filesystem::file_size(csv), 100U);
    EXPECT_GT(std::filesystem::file_size(html), 1000U);
    const auto other = m_folder.path("other.json");
    ASSERT_EQ(asked({"--ops", "spmv", "--layouts", "csr", "--save", other}).exitCode, 0);
    const auto again = ask({"time", "--reopen", session, "--against", other});
    ASSERT_EQ(again.exitCode, 0);
    EXPECT_EQ(again.json["rows"], answer.json["rows"]);
    EXPECT_TRUE(again.json.contains("against"));
    const auto refused = expectFailure({"time", "--reopen", session, "--against", session}, 3);
    EXPECT_NE(refused["text"].get<std::string>().find("Both are the same measurement"), std::string::npos);
    const auto odd = m_folder.path("odd session.json");
    std::ofstream(odd) << "{\"tensorscope_timing\": 1, \"rows\": 5}";
    EXPECT_NE(expectFailure({"time", "--reopen", odd}, 2)["text"].get<std::string>().find(odd), std::string::npos);
    const auto told = tscope({"time", "--reopen", session});
    EXPECT_NE(told.out.find("spmv on cpu"), std::string::npos) << told.out;
    EXPECT_NE(told.out.find("95 % interval"), std::string::npos);
}

// The command that a session says is run by a shell: it asks for the same plan, so that it says itself.
TEST_F(TimeCommand, TheCommandOfASessionMeasuresTheSame)
{
    const auto file = m_folder.path("it's my file.npz"), first = m_folder.path("1.json"),
               second = m_folder.path("2.json"), html = m_folder.path("r.html");
    std::filesystem::copy_file(m_matrix, file);
    const auto asked = ask({"time",        file,           "--ops",     "spmv,spmm:4", "--layouts",
                            "csr,bsr",     "--blocksizes", "2x2,5x5",   "--dtypes",    "float32,float64",
                            "--densities", "0.5",          "--threads", "1",           "--budget",
                            "3",           "--rounds",     "2",         "--warm-only", "--max-dense",
                            "1000000",     "--save",       first,       "--html",      html});
    ASSERT_EQ(asked.exitCode, 0) << asked.json.dump();
    const auto command = asked.json["command"].get<std::string>();
    ASSERT_TRUE(command.starts_with("tscope time ")) << command;
    const auto again = runTool(
        "/bin/sh", {"-c", std::string(TSCOPE_BINARY) + command.substr(6) + " --save \"$0\" --quiet", second});
    ASSERT_EQ(again.exitCode, 0) << command << '\n' << again.err;
    const auto repeated = Json::parse(readFile(second));
    EXPECT_EQ(repeated["command"], command);
    ASSERT_EQ(repeated["rows"].size(), asked.json["rows"].size());
    for (std::size_t i = 0; i < repeated["rows"].size(); ++i)
        for (const auto* key : {"tensor", "op", "layout", "blocksize", "dtype", "index_dtype", "device"})
            EXPECT_EQ(repeated["rows"][i][key], asked.json["rows"][i][key]) << i << ' ' << key;
    EXPECT_NE(readFile(html).find("--ops spmv,spmm:4 "), std::string::npos);
}

// As the window calls it.
TEST_F(TimeCommand, ATensorWithoutANameIsCalledAsItsFile)
{
    const auto answer = asked({"--ops", "sum", "--layouts", "csr"});
    ASSERT_EQ(answer.exitCode, 0);
    EXPECT_EQ(answer.json["subjects"][0]["name"], "m");
    EXPECT_EQ(answer.json["rows"][0]["tensor"], "m");
}

TEST_F(TimeCommand, TheHelpShowsThatListsAreSeparatedByCommas)
{
    const auto help = tscope({"time", "--help"}).out;
    for (const auto* list : {"--ops A,B", "--columns A,B", "--layouts A,B", "--threads A,B", "--densities A,B"})
        EXPECT_NE(help.find(list), std::string::npos) << list << "\n" << help;
}

TEST_F(TimeCommand, EachOperationIsMeasuredWithEachNumberOfColumns)
{
    const auto answer = asked({"--ops", "spmm,spmv", "--layouts", "csr,coo", "--columns", "1,16"});
    ASSERT_EQ(answer.exitCode, 0) << answer.json.dump();
    std::set<std::string> ops;
    for (const auto& row : answer.json["rows"])
        ops.insert(row["op"]);
    EXPECT_EQ(ops, (std::set<std::string>{"spmm k=1", "spmm k=16", "spmv"}));
    for (const auto* wrong : {"0", "65537", "1,many"})
        expectFailure({"time", m_matrix, "--columns", wrong}, 3);
}

TEST_F(TimeCommand, WordsThatItDoesNotKnowAreRefused)
{
    expectFailure({"time", m_matrix, "--ops", "spvm"}, 3);
    expectFailure({"time", m_matrix, "--layouts", "csx"}, 3);
    expectFailure({"time", m_matrix, "--layouts", "bsr", "--blocksizes", "2by2"}, 3);
    expectFailure({"time", m_matrix, "--budget", "0"}, 3);
    expectFailure({"time"}, 3);
    expectFailure({"time", m_folder.path("none.npz")}, 2);
    std::ofstream(m_folder.path("odd.json")) << "{\"tensorscope_timing\": 1, \"rows\": 5}";
    expectFailure({"time", "--reopen", m_folder.path("odd.json")}, 2);
}

TEST_F(TimeCommand, WhatIsNotSoundIsNotTimed)
{
    const auto broken = m_folder.path("broken.json");
    std::ofstream(broken) << R"({"layout": "csr", "size": [2, 2], "members":
        {"compressed": [0, 1, 2], "plain": [0, 5], "values": [1, 2]}})";
    const auto why = expectFailure({"time", broken}, 1);
    EXPECT_EQ(why["reason"], "unsound");
    EXPECT_NE(why["text"].get<std::string>().find("5.5"), std::string::npos) << why;
}

TEST_F(TimeCommand, NothingThatCanBeMeasuredIsExitCodeFour)
{
    const auto answer = asked({"--ops", "linear", "--layouts", "csr"});
    EXPECT_EQ(answer.exitCode, 4);
    EXPECT_EQ(answer.json["rows"][0]["status"], "unsupported");
    const auto device = asked({"--ops", "spmv", "--layouts", "csr", "--devices", "cuda:9"});
    EXPECT_EQ(device.exitCode, 4);
    EXPECT_FALSE(device.json["rows"][0]["reason"].get<std::string>().empty());
}

TEST_F(TimeCommand, WithoutItsWorkerSaysSo)
{
    const auto alone = m_folder.path("tscope");
    std::filesystem::copy_file(TSCOPE_BINARY, alone);
    const auto told = runTool(alone, {"time", m_matrix});
    EXPECT_EQ(told.exitCode, 4);
    EXPECT_EQ(told.out, "");
    EXPECT_NE(told.err.find("the worker, which has the devices, can't be started"), std::string::npos) << told.err;
}

} // namespace

} // namespace tscope::app
