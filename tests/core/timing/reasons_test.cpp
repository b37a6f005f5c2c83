// SPDX-License-Identifier: Apache-2.0
#include "timing/reasons.h"

#include "core/timing/support/made_session.h"
#include "proof/prove.h"
#include "support/from_json.h"
#include "timing/footprint_rows.h"
#include "timing/session_json.h"
#include "timing/verdicts.h"

#include <gtest/gtest.h>

namespace tscope::timing {

namespace {

Session twoRows(Row fast, Row slow)
{
    fast.bytes = 1000;
    slow.bytes = 1000;
    return sessionOf({std::move(fast), std::move(slow)});
}

} // namespace

TEST(Reasons, AreNoneWhereNothingExplains)
{
    const auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("coo"), timed(200)));
    EXPECT_EQ(verdictsOf(session).front().why, "");
}

TEST(Reasons, EntriesThatAreNotInTheOrderOfRowsAreOne)
{
    auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("coo"), timed(300)));
    auto& subject = session.subjects.front();
    subject.given = form("coo");
    subject.isInRowOrder = false;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false), "its entries are not in the order of rows");
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true),
              "the entries of the other are not in the order of rows");
    for (const auto* op : {"sum", "add", "spmv_t"}) {
        auto other = session;
        for (auto& row : other.rows)
            row.op = op;
        EXPECT_EQ(whyFaster(ComparedSession(other), 0, 1, false), "") << op;
    }
    const auto read = readSession(sessionText(session));
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->subjects.front().isInRowOrder, false);
    subject.isInRowOrder = true;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false), "");
    subject.isInRowOrder.reset(); // as in older sessions
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false), "");
    EXPECT_EQ(sessionText(session).find("in_row_order"), std::string::npos);
    subject.isInRowOrder = false;
    subject.given = form("csr"); // coo was made of it
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false), "");
}

TEST(Reasons, TheOrderOfTheEntriesIsThatOfTheRowsAlone)
{
    const auto orderOf = [](const std::string& rows, const char* layout = "coo") {
        const auto sound =
            proven(test::fromJson(R"({"layout": ")" + std::string(layout) + R"(", "size": [4, 4], )" + rows + "}"),
                   "the tensor");
        EXPECT_TRUE(sound);
        return sound ? subjectOf("t", *sound).isInRowOrder : std::nullopt;
    };
    const std::string values = R"(, "values": [1.0, 2.0, 3.0])";
    EXPECT_EQ(orderOf(R"("indices": [[0, 0, 3], [2, 1, 0]])" + values), true);
    EXPECT_EQ(orderOf(R"("indices": [[0, 3, 2], [2, 1, 0]])" + values), false);
    EXPECT_EQ(orderOf(R"("crow_indices": [0, 1, 2, 3, 3], "col_indices": [0, 1, 2])" + values, "csr"),
              std::nullopt);
}

TEST(Reasons, BytesCountFromFivePercent)
{
    auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("coo"), timed(200)));
    session.rows[0].bytes = 520;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "it moves 52 % of the bytes");
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false), "it moves 1.9x the bytes"); // of the slower one
    session.rows[0].bytes = 951;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "");
    session.rows[0].bytes = 1300; // it moves more and is faster: that explains nothing
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "");
}

TEST(Reasons, BytesThatExplainAPartAreMultipliedWithTheTimeOfEach)
{
    auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("coo"), timed(430)));
    session.rows[0].bytes = 4520;
    session.rows[1].bytes = 8471;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true),
              "it moves 1.9x fewer bytes, and each byte 2.3x faster; together 4.3x");
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false),
              "it moves 1.9x the bytes, and each byte 2.3x slower; together 4.3x");
    session.rows[1].bytes = 45'200;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true),
              "it moves 10x fewer bytes, but handles each byte 2.3x slower; overall 4.3x");
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false),
              "it moves 10x the bytes, at 2.3x the rate; together 4.3x");
}

// The bytes of a form whose arithmetic takes longer than they do explain nothing.
TEST(Reasons, ATimeThatArithmeticLimitsIsExplainedByArithmetic)
{
    auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("strided"), timed(4500)));
    session.rows[0].flops = 3000;
    session.rows[1].flops = 300'000; // 3 us at 100 in a nanosecond
    session.rows[1].bytes = 17'000;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false),
              "it does 100x the arithmetic, at 2.2x the rate; together 45x");
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true),
              "it does 100x less arithmetic, though at a rate 2.2x lower; together 45x");
    session.rows[1].warm = timed(20'000);
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false),
              "it does 100x the arithmetic, at a rate 2.0x lower; together 200x")
        << "still 15 % of that limit, and less of the other";
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true),
              "it does 100x less arithmetic, at 2.0x the rate; together 200x");
    session.rows[1].warm = timed(10'000);
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false), "it does 100x the arithmetic");
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "it does 1.0 % of the arithmetic");
    session.rows[0].flops = session.rows[1].flops; // as much of it: nor do fewer bytes explain what it limits
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "");
}

TEST(Reasons, ACacheMovesEachByteFasterThanMemory)
{
    auto session = twoRows(okRow(form("bsr", {4, 4}), timed(10'000)), okRow(form("csr"), timed(1'000'000)));
    session.rows[0].bytes = 100'000; // within 512 KiB
    session.rows[1].bytes = 3'000'000;
    EXPECT_EQ(
        whyFaster(ComparedSession(session), 0, 1, true),
        "it moves 30x fewer bytes, and each byte 3.3x faster; together 100x; its 97.7 KiB likely come from a "
        "cache, the 2.86 MiB of the other from memory (40.0 against 10.0 GB/s were measured)");
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false),
              "it moves 30x the bytes, and each byte 3.3x slower; together 100x; its 2.86 MiB likely come from "
              "memory, the 97.7 KiB of the other from a cache (10.0 against 40.0 GB/s were measured)");
    session.rows[1].warm = timed(300'000); // each byte takes as long: the cache brought nothing
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "it moves 3.3 % of the bytes");
}

TEST(Reasons, MoreThreadsAreFaster)
{
    auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("coo"), timed(200)));
    session.rows[0].threadsUsed = 4;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "") << "of the other it is not known";
    session.rows[1].threadsUsed = 1;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "it used more threads (4 against 1)");
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false), "it used fewer threads (1 against 4)");
}

TEST(Reasons, IndicesThatAreFollowedForEachValueCount)
{
    auto session = twoRows(okRow(form("bsr", {4, 4}), timed(100)), okRow(form("csr"), timed(430)));
    session.footprints = {
        {"a", form("bsr", {4, 4}), 10, 0, {{"col_indices", 80}, {"values", 640}}, 0},
        {"a", form("csr"), 160, 0, {{"crow_indices", 160}, {"col_indices", 1280}, {"values", 640}}, 0}};
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true),
              "for each entry it reads 0.50 bytes of indices, the other 9.0");
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false),
              "for each entry it reads 9.0 bytes of indices, the other 0.50");
    session.rows[0].bytes = session.rows[1].bytes + 100; // they are no reason where all bytes are more
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "");
    session.rows[0].bytes = 250; // which explains most of it
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "it moves 25 % of the bytes");
}

TEST(Reasons, FillIsThatOfTheSlowerOne)
{
    auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("bsr", {4, 4}), timed(200)));
    // 100 elements and 163 zeros.
    session.footprints.push_back({"a", form("bsr", {4, 4}), 16, 163, {{"values", 1052}}, 0});

    EXPECT_NEAR(fillShare(session, "a", form("bsr", {4, 4})), 163.0 / 263, 1e-12);
    EXPECT_EQ(fillShare(session, "a", form("bsr", {2, 2})), 0);
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "62 % of the bsr 4x4 values are zeros");
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, false), "62 % of its values are zeros");
    EXPECT_EQ(whyFaster(ComparedSession(session), 1, 0, true), ""); // against all that fill it was faster
}

// A dense tensor stores its zeros as elements of its own.
TEST(Reasons, FillOfADenseFormIsAShareOfAllItsValues)
{
    auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("strided"), timed(200)));
    for (const auto stored : {100, 30'000}) {
        session.subjects[0].stored = stored;
        session.footprints = {{"a", form("strided"), 30'000, 29'900, {{"values", 120'000}}, 0}};
        EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "99.7 % of the dense values are zeros");
    }
}

TEST(Reasons, ALongRowSpeaksAgainstFormsOfRows)
{
    auto session = twoRows(okRow(form("coo"), timed(100)), okRow(form("csr"), timed(200)));
    session.subjects[0].longestRow = 25; // of 100, with four threads: a fair share
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "");
    session.subjects[0].longestRow = 60;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "one of 10 rows has 60 % of the entries");
    session.machine.threads = 1;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "");
}

TEST(Reasons, TheSpreadTellsWhichRowIsLong)
{
    auto session = twoRows(okRow(form("coo"), timed(100)), okRow(form("csr"), timed(200)));
    auto& subject = session.subjects[0];
    subject.spread = spreadOf({5, 5, 60, 0, 5, 5, 5, 5, 5, 5});
    subject.longestRow = 60;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true),
              "row 2 of 10 has 60 % of the entries, the median row 5.0 %");
    subject.stored = 1000; // with the fill of blocks and dense dims, which are no entries
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true),
              "row 2 of 10 has 60 % of the entries, the median row 5.0 %");
    subject.spread = spreadOf({10, 10, 25, 5, 5, 5, 10, 10, 10, 10}); // a fair share
    subject.longestRow = 25;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "");
    subject.spread = spreadOf(std::vector<std::int64_t>(10)); // without entries none has much
    subject.longestRow = 0;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "");
}

TEST(Reasons, AreNotToldOfDevices)
{
    auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("csr"), timed(200), "cuda:0"));
    session.rows[0].bytes = 1;
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true), "");
}

} // namespace tscope::timing
