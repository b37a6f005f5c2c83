// SPDX-License-Identifier: Apache-2.0
#include "timing/reasons.h"

#include "core/timing/support/made_session.h"
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

TEST(Reasons, BytesCountFromFivePercent)
{
    auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("coo"), timed(200)));
    session.rows[0].bytes = 520;
    EXPECT_EQ(whyFaster(session, 0, 1, true), "it moves 52 % of the bytes");
    EXPECT_EQ(whyFaster(session, 0, 1, false), "it moves 1.9x the bytes"); // of the slower one
    session.rows[0].bytes = 951;
    EXPECT_EQ(whyFaster(session, 0, 1, true), "");
    session.rows[0].bytes = 1300; // it moves more and is faster: that explains nothing
    EXPECT_EQ(whyFaster(session, 0, 1, true), "");
}

TEST(Reasons, BytesThatExplainAPartNameTheRest)
{
    auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("coo"), timed(430)));
    session.rows[0].bytes = 4520;
    session.rows[1].bytes = 8471;
    EXPECT_EQ(whyFaster(session, 0, 1, true),
              "it moves 53 % of the bytes, which explains 1.9x of 4.3x; the rest is the higher rate (45.2 against "
              "19.7 GB/s)");
    EXPECT_EQ(whyFaster(session, 0, 1, false),
              "it moves 1.9x the bytes, which explains 1.9x of 4.3x; the rest is the lower rate (19.7 against "
              "45.2 GB/s)");
}

TEST(Reasons, FillIsThatOfTheSlowerOne)
{
    auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("bsr", {4, 4}), timed(200)));
    // 100 elements and 163 zeros.
    session.footprints.push_back({"a", form("bsr", {4, 4}), 16, 163, {{"values", 1052}}, 0});

    EXPECT_NEAR(fillShare(session, "a", form("bsr", {4, 4})), 163.0 / 263, 1e-12);
    EXPECT_EQ(fillShare(session, "a", form("bsr", {2, 2})), 0);
    EXPECT_EQ(whyFaster(session, 0, 1, true), "62 % of the bsr 4x4 values are zeros");
    EXPECT_EQ(whyFaster(session, 0, 1, false), "62 % of its values are zeros");
    EXPECT_EQ(whyFaster(session, 1, 0, true), ""); // against all that fill it was faster
}

// A dense tensor stores its zeros as elements of its own.
TEST(Reasons, FillOfADenseFormIsAShareOfAllItsValues)
{
    auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("strided"), timed(200)));
    for (const auto stored : {100, 30'000}) {
        session.subjects[0].stored = stored;
        session.footprints = {{"a", form("strided"), 30'000, 29'900, {{"values", 120'000}}, 0}};
        EXPECT_EQ(whyFaster(session, 0, 1, true), "99.7 % of the dense values are zeros");
    }
}

TEST(Reasons, ALongRowSpeaksAgainstFormsOfRows)
{
    auto session = twoRows(okRow(form("coo"), timed(100)), okRow(form("csr"), timed(200)));
    session.subjects[0].longestRow = 25; // of 100, with four threads: a fair share
    EXPECT_EQ(whyFaster(session, 0, 1, true), "");
    session.subjects[0].longestRow = 60;
    EXPECT_EQ(whyFaster(session, 0, 1, true), "one of 10 rows has 60 % of the entries");
    session.machine.threads = 1;
    EXPECT_EQ(whyFaster(session, 0, 1, true), "");
}

TEST(Reasons, TheSpreadTellsWhichRowIsLong)
{
    auto session = twoRows(okRow(form("coo"), timed(100)), okRow(form("csr"), timed(200)));
    auto& subject = session.subjects[0];
    subject.spread = spreadOf({5, 5, 60, 0, 5, 5, 5, 5, 5, 5});
    subject.longestRow = 60;
    EXPECT_EQ(whyFaster(session, 0, 1, true), "row 2 of 10 has 60 % of the entries, the median row 5.0 %");
    subject.stored = 1000; // with the fill of blocks and dense dims, which are no entries
    EXPECT_EQ(whyFaster(session, 0, 1, true), "row 2 of 10 has 60 % of the entries, the median row 5.0 %");
    subject.spread = spreadOf({10, 10, 25, 5, 5, 5, 10, 10, 10, 10}); // a fair share
    subject.longestRow = 25;
    EXPECT_EQ(whyFaster(session, 0, 1, true), "");
    subject.spread = spreadOf(std::vector<std::int64_t>(10)); // without entries none has much
    subject.longestRow = 0;
    EXPECT_EQ(whyFaster(session, 0, 1, true), "");
}

TEST(Reasons, AreNotToldOfDevices)
{
    auto session = twoRows(okRow(form("csr"), timed(100)), okRow(form("csr"), timed(200), "cuda:0"));
    session.rows[0].bytes = 1;
    EXPECT_EQ(whyFaster(session, 0, 1, true), "");
}

} // namespace tscope::timing
