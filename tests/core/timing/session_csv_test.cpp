// SPDX-License-Identifier: Apache-2.0
#include "timing/session_csv.h"

#include "core/timing/support/made_session.h"
#include "timing/csv_table.h"

#include <gtest/gtest.h>

#include <map>

namespace tscope::timing {

namespace {

using Lines = std::vector<std::vector<std::string>>;

// By the grammar of RFC 4180, letter by letter.
Lines parsed(const std::string& text)
{
    Lines out;
    std::vector<std::string> line;
    std::string field;
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isQuoted) {
            if (text[i] != '"')
                field += text[i];
            else if (i + 1 < text.size() && text[i + 1] == '"')
                field += text[++i];
            else
                isQuoted = false;
        } else if (text[i] == '"') {
            EXPECT_TRUE(field.empty());
            isQuoted = true;
        } else if (text[i] == ',') {
            line.push_back(std::exchange(field, {}));
        } else if (text[i] == '\r') {
            EXPECT_EQ(text[++i], '\n');
            line.push_back(std::exchange(field, {}));
            out.push_back(std::exchange(line, {}));
        } else {
            EXPECT_NE(text[i], '\n');
            field += text[i];
        }
    }
    EXPECT_FALSE(isQuoted);
    EXPECT_TRUE(line.empty() && field.empty()) << "the last line ends too";
    return out;
}

std::map<std::string, std::string> fieldsOf(const Lines& lines, std::size_t line)
{
    std::map<std::string, std::string> out;
    for (std::size_t i = 0; i < lines[0].size(); ++i)
        out[lines[0][i]] = lines.at(line).at(i);
    return out;
}

} // namespace

TEST(CsvTable, QuotesWhatHasToBe)
{
    CsvTable table{"a", "b,c"};
    table.add("say \"hi\"").add("two\r\nlines").endLine();
    table.add(0.1).add(std::optional<double>()).endLine();
    table.add(1e300).add(true).endLine();
    table.add("\r").add("\n").endLine();

    EXPECT_EQ(std::move(table).text(),
              "a,\"b,c\"\r\n\"say \"\"hi\"\"\",two\\x0d\\x0alines\r\n0.1,\r\n1e+300,true\r\n\\x0d,\\x0a\r\n");
}

TEST(CsvTable, HasNoFormulas)
{
    CsvTable table{"name", "number"};
    table.add("=HYPERLINK(\"x\",\"y\")").add(-0.5).endLine();
    table.add("@SUM(A1)").add(-3).endLine();
    table.add("-1+cmd").add("+1+2").endLine();

    EXPECT_EQ(std::move(table).text(), "name,number\r\n\" =HYPERLINK(\"\"x\"\",\"\"y\"\")\",-0.5\r\n"
                                       " @SUM(A1),-3\r\n -1+cmd, +1+2\r\n");
}

TEST(SessionCsv, RowsHaveAllNumbers)
{
    auto row = okRow(form("bsr", {4, 2}), timed(200, 190, 220));
    row.tensor = "a, \"b\"";
    row.conversion = timed(5000);
    row.noise = 0.02;
    row.flops = 600;
    auto session = sessionOf({row, okRow(form("csr"), {})});
    session.machine.processor = "a processor";
    session.takenAt = "2026-11-25T10:00:00Z";
    const auto lines = parsed(rowsCsv(session));

    ASSERT_EQ(lines.size(), 3U);
    auto first = fieldsOf(lines, 1), second = fieldsOf(lines, 2);
    EXPECT_EQ(first["tensor"], "a, \"b\"");
    EXPECT_EQ(first["layout"], "bsr");
    EXPECT_EQ(first["blocksize"], "4x2");
    EXPECT_EQ(first["status"], "ok");
    EXPECT_EQ(first["median_ns"], "200");
    EXPECT_EQ(first["low_ns"], "190");
    EXPECT_EQ(first["high_ns"], "220");
    EXPECT_EQ(first["samples"], "20");
    EXPECT_EQ(first["conversion_median_ns"], "5000");
    EXPECT_EQ(first["cold_median_ns"], "");
    EXPECT_EQ(first["gbps"], "5");
    EXPECT_EQ(first["share_of_limit"], "0.125");
    EXPECT_EQ(first["noise_share"], "0.02");
    EXPECT_EQ(first["gflops"], "3") << "operations in a nanosecond";
    EXPECT_EQ(second["gflops"], "");
    EXPECT_EQ(second["processor"], "a processor");
    EXPECT_EQ(second["taken_at"], "2026-11-25T10:00:00Z");
    EXPECT_EQ(second["median_ns"], "");
    EXPECT_EQ(second["samples"], "0");
    EXPECT_EQ(second["blocksize"], "");
}

TEST(SessionCsv, ARowWithoutATimeSaysWhyInASentence)
{
    auto missing = okRow(form("dia"), {}), leftOut = okRow(form("strided"), {}), stopped = okRow(form("csc"), {});
    missing.status = leftOut.status = Status::unsupported;
    missing.reason = "no kernel";
    leftOut.isLeftOut = true;
    leftOut.reason = "left out: 8 MiB, more than the budget of 1 MiB";
    stopped.status = Status::cancelled;
    const auto lines = parsed(rowsCsv(sessionOf({missing, leftOut, stopped})));
    EXPECT_EQ(fieldsOf(lines, 1)["reason"], "not supported: no kernel");
    EXPECT_EQ(fieldsOf(lines, 1)["status"], "unsupported") << "for programs, as in JSON";
    EXPECT_EQ(fieldsOf(lines, 2)["reason"], leftOut.reason);
    EXPECT_EQ(fieldsOf(lines, 3)["reason"], "not measured");
}

TEST(SessionCsv, SamplesHaveALineEach)
{
    auto row = okRow(form("csr"), {});
    row.warm.samples = {5, 7, 6};
    row.warm.rounds = {2, 1};
    row.cold.samples = {9};

    EXPECT_EQ(samplesCsv(sessionOf({row})), "row,time,round,sample,ns\r\n0,warm,0,0,5\r\n0,warm,0,1,7\r\n"
                                            "0,warm,1,2,6\r\n0,cold,0,0,9\r\n");
}

TEST(SessionCsv, FootprintsAndVerdictsHaveTheirs)
{
    auto session = sessionOf({okRow(form("csr"), timed(1)), okRow(form("coo"), timed(2))});
    session.footprints.push_back({"a", form("csr"), 100, 0, {{"compressed", 88}, {"values", 400}}, 0});
    session.verdicts.push_back({0, 1, {2, 1.5, 2.5}, Word::faster, "csr, sure", "why"});

    EXPECT_EQ(footprintsCsv(session),
              "tensor,layout,blocksize,dtype,index_dtype,member,member_bytes,bytes,entries,fill_elements,"
              "predicted_ns\r\n"
              "a,csr,,float32,int64,compressed,88,488,100,0,\r\na,csr,,float32,int64,values,400,488,100,0,\r\n");
    EXPECT_EQ(verdictsCsv(session),
              "row_a,row_b,word,ratio,low,high,text,why\r\n0,1,faster,2,1.5,2.5,\"csr, sure\",why\r\n");
}

TEST(SessionCsv, AnySessionGivesLinesOfOneLength)
{
    const auto seed = static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()) + 17;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (int i = 0; i < 30; ++i) {
        const auto session = randomSession(random);
        std::size_t samples = 0;
        for (const auto& row : session.rows)
            for (const auto* figure : {&row.warm, &row.cold, &row.call, &row.endToEnd, &row.conversion})
                samples += figure->samples.size();
        EXPECT_EQ(parsed(rowsCsv(session)).size(), session.rows.size() + 1);
        EXPECT_EQ(parsed(samplesCsv(session)).size(), samples + 1);
        for (const auto& text :
             {rowsCsv(session), samplesCsv(session), footprintsCsv(session), verdictsCsv(session)}) {
            const auto lines = parsed(text);
            for (const auto& line : lines)
                EXPECT_EQ(line.size(), lines[0].size());
        }
    }
}

} // namespace tscope::timing
