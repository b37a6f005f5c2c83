// SPDX-License-Identifier: Apache-2.0
#include "timing/causes.h"

#include "core/timing/support/made_session.h"
#include "timing/headline.h"
#include "timing/reasons.h"

#include <gmock/gmock.h>

namespace tscope::timing {

namespace {

// A row at 10 % of what a cache moves.
Session farBelowItsLimit(double timesOfCold = 2)
{
    auto session = sessionOf({okRow(form("csr"), timed(250))});
    session.rows[0].cold = timed(250 * timesOfCold);
    return session;
}

std::string causeIn(const Session& session)
{
    const auto cause = whyBelowLimit(session, session.rows[0], "csr");
    return cause ? text(*cause) : "";
}

} // namespace

TEST(Causes, AreNoneNearTheLimitAndWhereNothingShows)
{
    auto session = farBelowItsLimit();
    EXPECT_EQ(causeIn(session), "");
    session.subjects[0].spread = spreadOf({2, 3, 4});
    EXPECT_NE(causeIn(session), "");
    session.rows[0].warm = timed(40);
    EXPECT_EQ(causeIn(session), "") << "it reaches 62 %";
}

TEST(Causes, OneThreadIsFarFromTheLimitOfAll)
{
    auto session = farBelowItsLimit();
    session.rows[0].threadsUsed = 1;
    EXPECT_EQ(causeIn(session), "csr used 1 of 4 threads, while the limit is that of all of them.");
    session.limits.push_back(session.limits[0]);
    session.limits[1].device = "cpu (1 thread)";
    EXPECT_EQ(causeIn(session), "") << "the limit is that of one thread too";
}

TEST(Causes, ShortRowsCostMoreThanTheirEntries)
{
    auto session = farBelowItsLimit();
    session.subjects[0].spread = spreadOf({2, 3, 4, 3});
    EXPECT_EQ(causeIn(session),
              "csr is likely held back by short rows: they have 3.0 entries in the mean, and each "
              "row costs something beside its entries.");
    session.rows[0].variant = form("coo"); // which has no rows to begin
    EXPECT_EQ(causeIn(session), "");
    session.rows[0].variant = form("csr");
    session.rows[0].op = "spmm k=64"; // each entry has 64 multiplications
    EXPECT_EQ(causeIn(session), "");
    session.rows[0].op = "spmv";
    session.subjects[0].spread = spreadOf({20, 30, 40, 30});
    EXPECT_EQ(causeIn(session), "");
}

TEST(Causes, ColumnsFarApartTakeACacheLineEach)
{
    auto session = farBelowItsLimit();
    session.subjects[0].spread = spreadOf(std::vector<std::int64_t>(32, 20));
    CostMap map;
    map.tensor = "a";
    map.rows = map.tileRows = 32;
    map.columns = 1 << 20;
    map.tileColumns = map.columns / 32;
    map.entries = std::vector<std::int64_t>(32, 20);
    session.costMaps = {map};
    EXPECT_EQ(causeIn(session),
              "csr reads the vector at columns far apart: likely a cache line of 64 bytes for each value of 4.");
    session.costMaps[0].columns = 1 << 10; // a vector that the nearest cache holds
    session.costMaps[0].tileColumns = 1 << 5;
    EXPECT_EQ(causeIn(session), "");
    session.costMaps = {map};
    std::fill(session.costMaps[0].entries.begin() + 4, session.costMaps[0].entries.end(), 0); // near each other
    EXPECT_EQ(causeIn(session), "");
}

TEST(Causes, WhereEmptyCachesCostNothingBytesDoNotSetThePace)
{
    EXPECT_EQ(causeIn(farBelowItsLimit(1.05)),
              "With caches empty csr takes no longer (262 ns against 250 ns): its "
              "instructions, not its bytes, likely set the pace.");
    auto session = farBelowItsLimit(1.05);
    auto slower = session.rows[0];
    slower.variant = form("coo");
    slower.bytes *= 2;
    slower.warm = slower.cold = timed(100'000);
    session.rows.push_back(slower);
    EXPECT_EQ(whyFaster(ComparedSession(session), 0, 1, true).find("bytes"), std::string::npos)
        << "they are no reason then";
    session.rows.pop_back();
    session.rows[0].bytes = 1 << 20; // no cache holds that, warm or not
    session.rows[0].warm = session.rows[0].cold = timed(1'000'000);
    EXPECT_EQ(causeIn(session), "");
}

TEST(Causes, IndicesAreNamedWhereNothingElseShows)
{
    auto session = farBelowItsLimit();
    session.footprints = {
        {"a", form("csr"), 100, 0, {{"crow_indices", 100}, {"col_indices", 800}, {"values", 400}}, 0}};
    EXPECT_DOUBLE_EQ(*indexBytesPerEntry(session, session.rows[0]), 9);
    auto filled = session;
    filled.footprints[0].fill = 50;
    EXPECT_DOUBLE_EQ(*indexBytesPerEntry(filled, filled.rows[0]), 18) << "zeros that only fill are no entries";
    EXPECT_EQ(causeIn(session), "For each non-zero value of 4 bytes, csr reads 9.0 bytes of indices and has to "
                                "find the place that they name.");
    session.footprints[0].members[1].bytes = 0;
    EXPECT_EQ(causeIn(session), "");
}

TEST(Causes, StandBehindTheRateInTheAnswer)
{
    auto session = farBelowItsLimit();
    session.rows.push_back(okRow(form("coo"), timed(500)));
    session.subjects[0].spread = spreadOf({2, 3, 4, 3});
    EXPECT_THAT(text(headlinesOf(session).front().why),
                testing::HasSubstr("measured). csr is likely held back by short rows"));
}

} // namespace tscope::timing
