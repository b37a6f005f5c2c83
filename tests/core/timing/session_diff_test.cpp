// SPDX-License-Identifier: Apache-2.0
#include "timing/session_diff.h"

#include "core/timing/support/made_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tscope::timing {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Session renamed(Session session, const std::string& name)
{
    for (auto& subject : session.subjects)
        subject.name = name;
    for (auto& row : session.rows)
        row.tensor = name;
    return session;
}

template <typename Row>
std::vector<std::string> reasons(const std::vector<Row>& rows)
{
    std::vector<std::string> out;
    for (const auto& row : rows)
        out.push_back(row.why);
    return out;
}

} // namespace

TEST(SessionDiff, MatchesByContentAndNotByName)
{
    const auto before = sessionOf({okRow(form("csr"), timed(200, 195, 205))});
    const auto after = renamed(sessionOf({okRow(form("csr"), timed(100, 98, 102))}), "another name");

    const auto diff = diffOf(before, after);

    ASSERT_EQ(diff.changes.size(), 1U);
    EXPECT_DOUBLE_EQ(diff.changes[0].ratio.value, 2);
    EXPECT_DOUBLE_EQ(diff.changes[0].ratio.low, 195.0 / 102);
    EXPECT_DOUBLE_EQ(diff.changes[0].ratio.high, 205.0 / 98);
    EXPECT_EQ(diff.changes[0].word, Word::faster);
    EXPECT_THAT(linesOf(diff),
                ElementsAre("csr float32 int64 is 2.00x (1.91-2.09) faster than before for spmv on cpu; tensor "
                            "another name, before: a"));
    EXPECT_EQ(diff.changes[0].difference, "tensor another name, before: a");
    EXPECT_THAT(diff.remarks, IsEmpty());
}

// One round of several does not show how far rounds differ.
TEST(SessionDiff, OfASessionThatWasStoppedInItsFirstRoundIsUndecided)
{
    const auto before = sessionOf({okRow(form("csr"), timed(200, 195, 205))});
    auto after = sessionOf({okRow(form("csr"), timed(100, 98, 102))});
    after.rows[0].warm.rounds = {after.rows[0].warm.samples.size()};
    EXPECT_EQ(diffOf(before, after).changes.at(0).word, Word::faster);
    after.rounds = 3;
    EXPECT_EQ(diffOf(before, after).changes.at(0).word, Word::undecided);
}

// All threads of a machine and the number of them are one device.
TEST(SessionDiff, MatchesTheProcessorByItsNumberOfThreads)
{
    auto before = sessionOf({okRow(form("csr"), timed(200))}),
         after = sessionOf({okRow(form("csr"), timed(100)), okRow(form("csr"), timed(150))});
    before.machine.threads = 2;
    after.rows[0].device = "cpu (1 thread)";
    after.rows[1].device = "cpu (2 threads)";
    after.machine.threads = 2;
    const auto diff = diffOf(before, after);
    ASSERT_EQ(diff.changes.size(), 1U);
    EXPECT_EQ(diff.changes[0].after, 1U);
    EXPECT_THAT(reasons(diff.onlyAfter),
                ElementsAre("the other session did not time it with this number of threads"));
    ASSERT_EQ(diffOf(after, before).changes.size(), 1U);
    EXPECT_EQ(diffOf(after, before).changes[0].before, 1U);

    after.rows[0].device = "cpu"; // of a machine that has more: what has as many threads is nearer
    after.machine.threads = 4;
    ASSERT_EQ(diffOf(before, after).changes.size(), 1U);
    EXPECT_EQ(diffOf(before, after).changes[0].after, 1U);
    EXPECT_THAT(reasons(diffOf(before, after).onlyAfter),
                ElementsAre("the other session did not time it with this number of threads"));
    after.rows.pop_back(); // else the processor is the processor, and a remark says that threads differ
    EXPECT_EQ(diffOf(before, after).changes.size(), 1U);
}

TEST(SessionDiff, IsWidenedByBothNoises)
{
    auto before = sessionOf({okRow(form("csr"), timed(120))}), after = sessionOf({okRow(form("csr"), timed(100))});
    before.noise = 0.05;
    after.noise = 0.1;
    const auto both = std::sqrt(0.05 * 0.05 + 0.1 * 0.1); // one has nothing to do with the other
    EXPECT_DOUBLE_EQ(diffOf(before, after).changes[0].ratio.low, 1.2 / (1 + both));
    EXPECT_DOUBLE_EQ(diffOf(before, after).changes[0].noise, both);
    EXPECT_EQ(diffOf(before, after).changes[0].word, Word::faster);
    before.rows[0].noise = 0.24; // its rounds, in place of what the session says of all
    EXPECT_DOUBLE_EQ(diffOf(before, after).changes[0].ratio.high, 1.2 * 1.26);
    EXPECT_EQ(diffOf(before, after).changes[0].text,
              "csr float32 int64 may have become faster or slower for spmv on cpu (1.20x, 0.95-1.51)");
    EXPECT_EQ(diffOf(after, before).changes[0].word, Word::undecided);
}

TEST(SessionDiff, SaysSlowerAndSame)
{
    const auto before = sessionOf({okRow(form("csr"), timed(100)), okRow(form("coo"), timed(100, 99, 101))});
    const auto after = sessionOf({okRow(form("csr"), timed(400)), okRow(form("coo"), timed(101, 100, 102))});

    EXPECT_THAT(
        linesOf(diffOf(before, after)),
        ElementsAre("csr float32 int64 is 4.0x (4.0-4.0) slower than before for spmv on cpu",
                    "coo float32 int64 takes the same time as before for spmv on cpu (0.99x, 0.97-1.01)",
                    "note: 2 pairs were compared, each by itself. Where nothing changed, up to 1 in 20 may "
                    "be called faster or slower by chance."));
}

// No certain word, but a small interval is an answer too.
TEST(SessionDiff, SaysHowSmallAChangeIsAtMostWhereItIsUndecided)
{
    const auto before =
        sessionOf({okRow(form("csr"), timed(100, 97, 103)), okRow(form("coo"), timed(100, 80, 120))});
    auto after = before;
    after.takenAt = "later";
    const auto diff = diffOf(before, after);
    EXPECT_EQ(diff.changes[0].word, Word::undecided);
    EXPECT_EQ(diff.changes[0].bound, "no change beyond 7 %");
    EXPECT_EQ(diff.changes[0].text, "csr float32 int64: no change beyond 7 % for spmv on cpu (1.00x, 0.94-1.06)");
    EXPECT_EQ(diff.changes[1].bound, "");
    EXPECT_EQ(jsonOf(diff).at("changes").at(0).at("word"), "undecided");
    after.rounds = 3;
    after.rows[0].warm.rounds = {20};
    EXPECT_EQ(diffOf(before, after).changes[0].bound, "") << "it is not known how far its rounds differ";
}

// One comparison needs no word on their number, and neither do those in which nothing is called faster or slower.
TEST(SessionDiff, SaysHowManyPairsWereComparedWhereOneIsFasterOrSlower)
{
    const auto before = sessionOf({okRow(form("csr"), timed(100)), okRow(form("coo"), timed(100))});
    auto after = before;
    EXPECT_TRUE(remarkOnChance(diffOf(before, after)).empty());
    after.rows[0].warm = timed(50);
    EXPECT_FALSE(remarkOnChance(diffOf(before, after)).empty());
    after.rows.pop_back();
    EXPECT_TRUE(remarkOnChance(diffOf(before, after)).empty());
}

TEST(SessionDiff, CellsThatDifferInThreadsAloneAreCompared)
{
    auto before = sessionOf({okRow(form("csr"), timed(100)), okRow(form("coo"), timed(10))});
    before.machine.threads = 2;
    auto after = before;
    for (auto& row : after.rows)
        row.device = "cpu (1 thread)";
    after.rows[0].warm = timed(200);
    after.rows[1].status = Status::failed;
    after.rows[1].reason = "differs at (3, 4)";

    const auto diff = diffOf(before, after);
    ASSERT_EQ(diff.changes.size(), 1U);
    EXPECT_EQ(diff.changes[0].difference, "1 thread, before: all 2 threads");
    EXPECT_EQ(diff.changes[0].text, "csr float32 int64 is 2.0x (2.0-2.0) slower than before for spmv on cpu (1 "
                                    "thread); 1 thread, before: all 2 threads");
    EXPECT_EQ(jsonOf(diff).at("changes").at(0).at("difference"), "1 thread, before: all 2 threads");
    EXPECT_THAT(reasons(diff.untimed),
                ElementsAre("failed after: differs at (3, 4); 1 thread, before: all 2 threads"));
    EXPECT_THAT(diff.onlyBefore, IsEmpty());
    EXPECT_THAT(diff.onlyAfter, IsEmpty());
    EXPECT_THAT(diff.remarks, ElementsAre("2 of 2 pairs differ in one thing: 1 thread, before: all 2 threads"));
    EXPECT_EQ(diffOf(after, before).changes.at(0).difference, "all 2 threads, before: 1 thread");

    before.rows.push_back(okRow(form("csr"), timed(100), "cpu (2 threads)")); // now there is a choice
    before.machine.threads = 4;
    EXPECT_THAT(diffOf(before, after).changes, IsEmpty());
}

TEST(SessionDiff, CellsThatDifferInTheirDeviceAloneAreCompared)
{
    const auto before = sessionOf({okRow(form("csr"), timed(100))});
    auto after = sessionOf({okRow(form("csr"), timed(10), "cuda:0")});
    EXPECT_EQ(diffOf(before, after).changes.at(0).difference, "cuda:0, before: cpu");
    // A cell that has its equal is not compared with another one.
    after.rows.push_back(okRow(form("csr"), timed(100)));
    const auto diff = diffOf(before, after);
    ASSERT_EQ(diff.changes.size(), 1U);
    EXPECT_EQ(diff.changes[0].after, 1U);
    EXPECT_EQ(diff.changes[0].difference, "");
    EXPECT_THAT(diff.remarks, IsEmpty());
}

TEST(SessionDiff, TypesTellFormsApart)
{
    auto narrow = form("csr"), narrower = form("csr");
    narrow.indexDType = "int32";
    narrower.indexDType = "int16";
    const auto before = sessionOf({okRow(form("csr"), timed(1))});
    auto after = sessionOf({okRow(narrow, timed(1)), okRow(narrower, timed(1))});
    auto diff = diffOf(before, after);
    EXPECT_THAT(diff.changes, IsEmpty()) << "there is a choice";
    EXPECT_THAT(reasons(diff.onlyAfter), ElementsAre("the other session did not time this form",
                                                     "the other session did not time this form"));
    EXPECT_THAT(reasons(diff.onlyBefore), ElementsAre("the other session did not time this form"));

    after.rows.push_back(okRow(form("csr"), timed(1)));
    diff = diffOf(before, after);
    ASSERT_EQ(diff.changes.size(), 1U);
    EXPECT_EQ(diff.changes[0].after, 2U);
}

TEST(SessionDiff, CellsThatDifferInOneTypeAloneAreCompared)
{
    auto narrow = form("csr"), wide = form("csr"), other = form("csr");
    narrow.indexDType = "int32";
    wide.dtype = "float64";
    other.dtype = "float64";
    other.indexDType = "int32";
    const auto before = sessionOf({okRow(form("csr"), timed(1))});
    EXPECT_EQ(diffOf(before, sessionOf({okRow(narrow, timed(1))})).changes.at(0).difference,
              "indices of int32, before: int64");
    EXPECT_EQ(diffOf(before, sessionOf({okRow(wide, timed(1))})).changes.at(0).difference,
              "values of float64, before: float32");
    EXPECT_THAT(diffOf(before, sessionOf({okRow(other, timed(1))})).changes, IsEmpty()) << "two types differ";
}

TEST(SessionDiff, DevicesMatchByKindButFirstByName)
{
    const auto before =
        sessionOf({okRow(form("csr"), timed(200), "cuda:0"), okRow(form("csr"), timed(100), "cuda:1")});
    const auto after =
        sessionOf({okRow(form("csr"), timed(100), "cuda:7"), okRow(form("csr"), timed(200), "cuda:0"),
                   okRow(form("csr"), timed(300), "cuda:3")});

    const auto diff = diffOf(before, after);

    ASSERT_EQ(diff.changes.size(), 2U);
    EXPECT_EQ(diff.changes[0].before, 1U); // what is left for cuda:7
    EXPECT_EQ(diff.changes[1].before, 0U);
    EXPECT_THAT(reasons(diff.onlyAfter), ElementsAre("the other session has fewer devices of this kind"));
}

TEST(SessionDiff, SaysWhyRowsHaveNoPartner)
{
    auto after = sessionOf({okRow(form("csr"), timed(1))});
    auto before = after;
    after.rows.push_back(okRow(form("csr"), timed(1)));
    after.rows.back().op = "add";
    after.rows.push_back(okRow(form("csr"), timed(1), "cuda:0"));
    after.subjects.push_back({"b", "hash of b", form("csr"), {1}, 1, 1, 1});
    after.subjects.push_back({"c", "", form("csr"), {1}, 1, 1, 1});
    for (const char* tensor : {"b", "c"}) {
        after.rows.push_back(okRow(form("csr"), timed(1)));
        after.rows.back().tensor = tensor;
    }
    // Content that isn't known is never the same.
    before.subjects.push_back({"c", "", form("csr"), {1}, 1, 1, 1});
    before.rows.push_back(okRow(form("csr"), timed(1)));
    before.rows.back().tensor = "c";

    const auto diff = diffOf(before, after);

    EXPECT_THAT(reasons(diff.onlyAfter), ElementsAre("the other session did not time this operation on it",
                                                     "the other session did not time it on this kind of device",
                                                     "the other session has no tensor of this content",
                                                     "the content of its tensor is not known"));
    EXPECT_EQ(diff.onlyAfter[0].what, "csr float32 int64 for add of a on cpu");
    EXPECT_THAT(reasons(diff.onlyBefore), ElementsAre("the content of its tensor is not known"));
}

TEST(SessionDiff, RowsThatTellNoTimeAreNotHeldAgainstOthers)
{
    auto failed = okRow(form("csr"), timed(1)), unchecked = okRow(form("coo"), timed(1)),
         simulated = okRow(form("csc"), timed(1));
    failed.status = Status::failed;
    failed.reason = "differs at (3, 4)";
    unchecked.isChecked = false;
    simulated.isSimulated = true;
    const auto before = sessionOf({failed, unchecked, simulated});
    const auto after =
        sessionOf({okRow(form("csr"), timed(1)), okRow(form("coo"), timed(1)), okRow(form("csc"), timed(1))});

    const auto diff = diffOf(before, after);

    EXPECT_THAT(diff.changes, IsEmpty());
    EXPECT_THAT(reasons(diff.untimed),
                ElementsAre("failed before: differs at (3, 4)", "not checked against the reference before",
                            "on a simulated device before"));
    EXPECT_FALSE(diff.untimed[0].isTimedBefore);
    EXPECT_TRUE(diff.untimed[0].isTimedAfter);
    EXPECT_THAT(reasons(diffOf(after, before).untimed),
                ElementsAre("failed after: differs at (3, 4)", "not checked against the reference after",
                            "on a simulated device after"));
    EXPECT_THAT(diff.onlyBefore, IsEmpty());
    EXPECT_THAT(diff.onlyAfter, IsEmpty());
}

// A form without a time in both sessions is one cell, and not one that each session has alone.
TEST(SessionDiff, WhatIsLeftOutInBothIsOneCell)
{
    auto dense = okRow(form("strided"), timed(1)), unsupported = okRow(form("dia"), timed(1));
    dense.status = unsupported.status = Status::unsupported;
    dense.isLeftOut = true;
    dense.reason = "left out: 8 MiB, more than the budget of 1 MiB";
    unsupported.reason = "spmv has no kernel for dia";
    const auto before = sessionOf({dense, unsupported});
    auto after = before;

    auto diff = diffOf(before, after);
    EXPECT_THAT(reasons(diff.untimed), ElementsAre("left out in both: 8 MiB, more than the budget of 1 MiB",
                                                   "not supported in both: spmv has no kernel for dia"));
    EXPECT_THAT(diff.onlyBefore, IsEmpty());
    EXPECT_THAT(diff.onlyAfter, IsEmpty());
    EXPECT_FALSE(diff.untimed[0].isTimedBefore || diff.untimed[0].isTimedAfter);
    EXPECT_EQ(linesOf(diff)[2], "  strided float32 int64 for spmv of a on cpu: left out in both: 8 MiB, more than "
                                "the budget of 1 MiB");
    EXPECT_EQ(jsonOf(diff).at("untimed").at(1).at("before"), 1);

    after.rows[0] = okRow(form("strided"), timed(1)); // with a greater budget
    diff = diffOf(after, before);
    EXPECT_EQ(diff.untimed[0].why, "left out after: 8 MiB, more than the budget of 1 MiB");
    EXPECT_TRUE(diff.untimed[0].isTimedBefore);
}

TEST(SessionDiff, TellsWhatElseDiffers)
{
    auto before = emptySession(), after = emptySession();
    after.machine.threads = 8;

    const auto diff = diffOf(before, after);

    EXPECT_THAT(diff.remarks, ElementsAre("threads: \"4\" before, \"8\" after"));
    EXPECT_THAT(linesOf(diff),
                ElementsAre("nothing was timed in both sessions", "note: threads: \"4\" before, \"8\" after"));
}

TEST(SessionDiff, JsonHasTheSame)
{
    const auto json = jsonOf(diffOf(sessionOf({okRow(form("csr"), timed(200)), okRow(form("coo"), timed(1))}),
                                    sessionOf({okRow(form("csr"), timed(100))})));

    EXPECT_EQ(json.at("changes").at(0).at("ratio"), 2);
    EXPECT_EQ(json.at("changes").at(0).at("word"), "faster");
    EXPECT_EQ(json.at("changes").at(0).at("before"), 0);
    EXPECT_EQ(json.at("only_before").at(0).at("row"), 1);
    EXPECT_EQ(json.at("only_before").at(0).at("why"), "the other session did not time this form");
    EXPECT_TRUE(json.at("only_after").empty());
    EXPECT_TRUE(json.at("remarks").empty());
}

TEST(SessionDiff, OfASessionWithItselfIsAllSameOrUndecided)
{
    const auto seed = static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()) + 23;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (int i = 0; i < 50; ++i) {
        const auto session = randomSession(random);
        const auto diff = diffOf(session, session);
        for (const auto& change : diff.changes)
            EXPECT_TRUE(change.word == Word::same || change.word == Word::undecided) << change.text;
        EXPECT_EQ(diff.onlyBefore.size(), diff.onlyAfter.size());
        EXPECT_EQ(diff.changes.size() + diff.untimed.size() + diff.onlyAfter.size(), session.rows.size());
    }
}

} // namespace tscope::timing
