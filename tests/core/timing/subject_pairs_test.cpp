// SPDX-License-Identifier: Apache-2.0
#include "timing/subject_pairs.h"

#include "core/timing/support/made_session.h"
#include "timing/session_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope::timing {

namespace {

using testing::ElementsAre;

Subject subject(const char* name, const char* layout, const char* hash = "hash")
{
    return {name, hash, form(layout), {10, 20}, 100, 10, 10};
}

Session withSubjects(std::vector<Subject> subjects)
{
    auto session = emptySession();
    session.subjects = std::move(subjects);
    return session;
}

std::vector<int> partners(const Session& before, const Session& after)
{
    const SubjectPairs pairs(before, after);
    std::vector<int> out;
    for (std::size_t b = 0; b < after.subjects.size(); ++b)
        out.push_back(pairs.before(b) ? static_cast<int>(*pairs.before(b)) : -1);
    return out;
}

void addTime(Session& session, const char* tensor, double nanoseconds)
{
    auto row = okRow(form("coo"), timed(nanoseconds));
    row.tensor = tensor;
    session.rows.push_back(std::move(row));
}

} // namespace

TEST(SubjectPairs, AreOfOneNameAndFormFirst)
{
    const auto before = withSubjects({subject("power", "csr", "other"), subject("block4", "coo")});
    const auto after = withSubjects({subject("block4 as csr as coo", "coo"), subject("block4", "coo")});
    EXPECT_THAT(partners(before, after), ElementsAre(-1, 1));
    EXPECT_THAT(partners(after, before), ElementsAre(-1, 1));
}

TEST(SubjectPairs, AreOfOneFormBeforeOneName)
{
    const auto before = withSubjects({subject("a", "csr"), subject("b", "coo")});
    EXPECT_THAT(partners(before, withSubjects({subject("a", "coo"), subject("c", "csr")})), ElementsAre(1, 0));
    EXPECT_THAT(partners(before, withSubjects({subject("c", "bsr"), subject("b", "csc")})), ElementsAre(0, 1));
}

TEST(SubjectPairs, TensorsOfUnknownContentHaveNoPartner)
{
    const auto session = withSubjects({subject("a", "csr", "")});
    EXPECT_THAT(partners(session, session), ElementsAre(-1));
}

TEST(SubjectPairs, AConversionDoesNotTakeTheTimeOfTheTensorThatItWasMadeOf)
{
    auto before = withSubjects({subject("block4", "coo"), subject("power", "csr", "other")});
    auto after = withSubjects({subject("block4 as csr as coo", "coo"), subject("block4", "coo")});
    addTime(before, "block4", 320);
    addTime(after, "block4 as csr as coo", 100);
    addTime(after, "block4", 320);

    const auto diff = diffOf(before, after);
    ASSERT_EQ(diff.changes.size(), 1U);
    EXPECT_EQ(diff.changes[0].after, 1U);
    EXPECT_EQ(diff.changes[0].word, Word::same);
    EXPECT_EQ(diff.changes[0].difference, "");
    ASSERT_EQ(diff.onlyAfter.size(), 1U);
    EXPECT_EQ(diff.onlyAfter[0].row, 0U);
    EXPECT_EQ(diff.onlyAfter[0].why, "the other session has fewer tensors of this content");
}

TEST(SubjectPairs, NamesThatDifferAreSaidBesideOtherDifferences)
{
    auto before = withSubjects({subject("block4", "coo")}),
         after = withSubjects({subject("block4 as coo", "coo")});
    addTime(before, "block4", 100);
    addTime(after, "block4 as coo", 100);
    after.rows[0].device = "cpu (1 thread)";
    const auto diff = diffOf(before, after);
    ASSERT_EQ(diff.changes.size(), 1U);
    EXPECT_EQ(diff.changes[0].difference, "tensor block4 as coo, before: block4; 1 thread, before: all 4 threads");
    EXPECT_THAT(diff.remarks, ElementsAre("1 of 1 pairs differ in one thing: 1 thread, before: all 4 threads"));
}

} // namespace tscope::timing
