// SPDX-License-Identifier: Apache-2.0
#include "timing/verdicts.h"

#include "core/timing/support/made_session.h"
#include "timing/headline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::timing {

namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> texts(const Session& session)
{
    std::vector<std::string> out;
    for (const auto& verdict : verdictsOf(session))
        out.push_back(verdict.text);
    return out;
}

Word wordOf(const Ratio& ratio, double noise = 0)
{
    return wordFor(widened(ratio, noise));
}

} // namespace

TEST(Word, IsFasterOrSlowerOnlyWhereTheIntervalLeavesOutOne)
{
    EXPECT_EQ(wordOf({2, 1.01, 3}), Word::faster);
    EXPECT_EQ(wordOf({2, 1, 3}), Word::undecided);
    EXPECT_EQ(wordOf({0.5, 0.3, 0.99}), Word::slower);
    EXPECT_EQ(wordOf({0.5, 0.3, 1}), Word::undecided);
}

TEST(Word, IsSameWhereAllOfTheIntervalIsNearOne)
{
    EXPECT_EQ(wordOf({1, 0.95, 1.05}), Word::same);
    EXPECT_EQ(wordOf({1, 0.949, 1.05}), Word::undecided);
    EXPECT_EQ(wordOf({1, 0.95, 1.051}), Word::undecided);
    EXPECT_EQ(wordOf({1.02, 1.01, 1.04}), Word::same); // sure, and too little to matter
}

TEST(Word, IsWidenedByTheNoise)
{
    EXPECT_EQ(wordOf({1.2, 1.09, 1.3}, 0.08), Word::faster); // 1.09 / 1.08 > 1
    EXPECT_EQ(wordOf({1.2, 1.09, 1.3}, 0.1), Word::undecided);
    EXPECT_EQ(wordOf({0.8, 0.7, 0.92}, 0.08), Word::slower); // 0.92 * 1.08 < 1
    EXPECT_EQ(wordOf({0.8, 0.7, 0.92}, 0.1), Word::undecided);
    EXPECT_EQ(wordOf({1, 0.98, 1.02}, 0.02), Word::same);
    EXPECT_EQ(wordOf({1, 0.98, 1.02}, 0.04), Word::undecided);
}

TEST(Verdicts, HoldTheFastestAndTheGivenAgainstAllOthers)
{
    const auto session =
        sessionOf({okRow(form("csr"), timed(210, 205, 220)), okRow(form("coo"), timed(420, 410, 430)),
                   okRow(form("bsr", {16, 16}), timed(100, 98, 104))});

    const auto verdicts = verdictsOf(session);

    EXPECT_THAT(texts(session), ElementsAre("bsr 16x16 is 2.1x (2.0-2.2) faster than csr for spmv on cpu",
                                            "bsr 16x16 is 4.2x (3.9-4.4) faster than coo for spmv on cpu",
                                            "coo is 2.0x (1.9-2.1) slower than csr for spmv on cpu"));
    ASSERT_EQ(verdicts.size(), 3U);
    EXPECT_EQ(verdicts[0].a, 2U);
    EXPECT_EQ(verdicts[0].b, 0U);
    EXPECT_DOUBLE_EQ(verdicts[0].ratio.value, 2.1);
    EXPECT_DOUBLE_EQ(verdicts[0].ratio.low, 205.0 / 104);
    EXPECT_DOUBLE_EQ(verdicts[0].ratio.high, 220.0 / 98);
    EXPECT_EQ(verdicts[2].word, Word::slower);
    EXPECT_DOUBLE_EQ(verdicts[2].ratio.value, 0.5); // time of b by time of a
}

// The headline advises coo, to which a conversion costs less, and says that it can't be told apart from csc. It
// speaks of all others too, so that their pairs are there.
TEST(Verdicts, CompareTheRecommendedFormWithAllOthersWhereAnotherIsTheFastest)
{
    auto session = sessionOf({okRow(form("csr"), timed(210)), okRow(form("csc"), timed(100, 98, 104)),
                              okRow(form("coo"), timed(102, 98, 104)), okRow(form("strided"), timed(300)),
                              okRow(form("bsr", {2, 2}), timed(101, 90, 240))});
    for (std::size_t row = 1; row < session.rows.size(); ++row)
        session.rows[row].conversion = timed(row == 2 ? 10 : 10'000);
    const auto headline = headlinesOf(session).front();
    ASSERT_EQ(headline.best, 2U);
    ASSERT_THAT(headline.ties, ElementsAre(1U));
    ASSERT_THAT(headline.open, ElementsAre(4U));

    const auto verdicts = verdictsOf(session);

    const auto isCompared = [&](std::size_t a, std::size_t b) {
        return std::ranges::count_if(verdicts, [&](const Verdict& each) {
            return (each.a == a && each.b == b) || (each.a == b && each.b == a);
        });
    };
    for (const std::size_t row : {0, 1, 3, 4})
        EXPECT_EQ(isCompared(2, row), 1) << row;
    EXPECT_THAT(texts(session), Contains("coo is 2.94x (2.88-3.06) faster than strided for spmv on cpu"));
    EXPECT_THAT(texts(session),
                Contains("coo may be faster or slower than bsr 2x2 for spmv on cpu (0.99x, 0.87-2.45)"));
}

TEST(Verdicts, OfFewRoundsThatDecideNothingSayHowManyThereWere)
{
    auto session = sessionOf({okRow(form("csr"), timed(100, 80, 120)), okRow(form("coo"), timed(104, 84, 124))});
    for (auto& row : session.rows)
        row.warm.rounds = {10, 10};
    EXPECT_THAT(texts(session).front(), testing::EndsWith("; 2 rounds only"));
    for (auto& row : session.rows)
        row.warm.rounds = {20};
    EXPECT_THAT(texts(session).front(), testing::EndsWith("; 1 round only"));
    for (auto& row : session.rows)
        row.warm.rounds = {7, 7, 6};
    EXPECT_THAT(texts(session).front(), testing::EndsWith(")")) << "three may decide";
}

// "cuda:0 is faster than cpu, each with its best layout": the two rows that this is about.
TEST(Verdicts, CompareTheBestFormsOfTheFastestTwoDevices)
{
    const auto session = sessionOf({okRow(form("csr"), timed(200)), okRow(form("bsr", {4, 4}), timed(100)),
                                    okRow(form("csr"), timed(10), "cuda:0")});
    EXPECT_EQ(headlinesOf(session).front().onNextDevice, 1U);
    EXPECT_THAT(texts(session), ElementsAre("bsr 4x4 is 2.0x (2.0-2.0) faster than csr for spmv on cpu",
                                            "csr on cuda:0 is 20x (20-20) faster than on cpu for spmv",
                                            "csr on cuda:0 is 10x (10-10) faster than bsr 4x4 on cpu for spmv"));
}

TEST(Verdicts, AllowForTheNoiseOfBothRows)
{
    auto session = sessionOf({okRow(form("csr"), timed(100)), okRow(form("coo"), timed(130))});
    session.noise = 0.1;
    EXPECT_DOUBLE_EQ(verdictsOf(session)[0].ratio.low, 1.3 / 1.1);
    session.rows[0].noise = session.rows[1].noise = 0.25;
    EXPECT_DOUBLE_EQ(verdictsOf(session)[0].ratio.low, 1.3 / 1.25);
    EXPECT_DOUBLE_EQ(verdictsOf(session)[0].ratio.high, 1.3 * 1.25);
    session.rows[0].noise = 0.02; // the greater one of the two counts
    EXPECT_DOUBLE_EQ(verdictsOf(session)[0].ratio.low, 1.3 / 1.25);
    session.rows[0].noise = session.rows[1].noise = 0.4;

    EXPECT_THAT(texts(session),
                ElementsAre("csr may be faster or slower than coo for spmv on cpu (1.3x, 0.9-1.8)"));
}

TEST(Verdicts, SayWhereNothingDiffers)
{
    const auto session =
        sessionOf({okRow(form("csr"), timed(100, 99, 101)), okRow(form("coo"), timed(101, 100, 102))});

    EXPECT_THAT(texts(session), ElementsAre("csr takes the same time as coo for spmv on cpu (1.01x, 0.99-1.03)"));
}

TEST(Verdicts, LeaveOutWhatWasNotMeasuredRight)
{
    auto failed = okRow(form("coo"), timed(10)), unchecked = okRow(form("csc"), timed(10)),
         simulated = okRow(form("csr"), timed(1), "cuda:0"), none = okRow(form("bsr"), {}),
         instant = okRow(form("bsc"), timed(0));
    failed.status = Status::failed;
    unchecked.isChecked = false;
    simulated.isSimulated = true;

    EXPECT_THAT(texts(sessionOf({okRow(form("csr"), timed(100)), failed, unchecked, simulated, none, instant})),
                IsEmpty());
}

TEST(Verdicts, HoldDevicesAgainstEachOtherInOneForm)
{
    const auto session =
        sessionOf({okRow(form("csr"), timed(1000), "cpu"), okRow(form("csr"), timed(100), "cuda:0"),
                   okRow(form("csr"), timed(200), "cuda:1")});

    EXPECT_THAT(texts(session), ElementsAre("csr on cuda:0 is 10x (10-10) faster than on cpu for spmv",
                                            "csr on cuda:0 is 2.0x (2.0-2.0) faster than on cuda:1 for spmv"));
}

TEST(Verdicts, OfOneFormTwiceOnOneDeviceAreGivenOnce)
{
    const auto session = sessionOf({okRow(form("csr"), timed(100)), okRow(form("csr"), timed(200))});

    EXPECT_THAT(texts(session), ElementsAre("csr is 2.0x (2.0-2.0) faster than csr for spmv on cpu"));
}

TEST(Verdicts, NeverMixOperationsOrTensors)
{
    auto other = okRow(form("coo"), timed(300)), elsewhere = okRow(form("coo"), timed(300));
    other.op = "spmm k=64";
    elsewhere.tensor = "b";
    auto session = sessionOf({okRow(form("csr"), timed(100)), other, elsewhere});
    EXPECT_THAT(texts(session), IsEmpty());
    session.subjects.push_back({"b", "hash of b", form("csr"), {3, 3}, 9, 3, 3});
    session.rows.push_back(okRow(form("csr"), timed(100)));
    session.rows.back().tensor = "b";

    EXPECT_THAT(texts(session), ElementsAre("b: csr is 3.0x (3.0-3.0) faster than coo for spmv on cpu"));
}

TEST(Verdicts, NameTheTypesInWhichFormsDiffer)
{
    auto narrow = form("csr");
    narrow.indexDType = "int32";
    const auto session = sessionOf({okRow(form("csr"), timed(150)), okRow(narrow, timed(100))});

    EXPECT_THAT(texts(session), ElementsAre("csr int32 is 1.5x (1.5-1.5) faster than csr int64 for spmv on cpu"));
}

} // namespace tscope::timing
