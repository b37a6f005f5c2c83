// SPDX-License-Identifier: Apache-2.0
#include "timing/roofs.h"

#include "core/timing/support/made_session.h"
#include "timing/limits.h"
#include "timing/noise.h"
#include "timing/session_html.h"
#include "timing/session_text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::timing {

namespace {

bool hasLine(const std::vector<std::string>& lines, const std::string& part)
{
    return std::ranges::any_of(lines,
                               [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

double shareOf(Random& random)
{
    return static_cast<double>(random.between(1, 1000)) / 1000;
}

Limits randomLimits(Random& random)
{
    Limits out{"cpu", 1 + 9 * shareOf(random), 1 + 9 * shareOf(random), 0, 0, 0, 0, {}};
    auto rate = 10 + 90 * shareOf(random);
    for (std::int64_t bytes = 1 << 10; bytes < 1 << 20; bytes *= 8, rate *= 0.5 + 0.5 * shareOf(random))
        out.caches.push_back({bytes, rate});
    out.flopsF32 = random.below(5) == 0 ? 0 : 10 * shareOf(random);
    out.flopsF64 = out.flopsF32 / 2;
    return out;
}

} // namespace

TEST(LimitsOfRows, AreOfWhatTakesLonger)
{
    const Limits limits{"cpu", 10, 0, 40, 100, 50, 4096, {{2048, 40}}};
    auto row = okRow(form("csr"), timed(2000));
    row.bytes = 8000; // beyond the cache: 800 ns
    row.flops = 100;  // 1 ns

    EXPECT_DOUBLE_EQ(limitOf(row, limits)->share, 0.4);
    EXPECT_EQ(text(*limitOf(row, limits)), "40 % of the memory bandwidth (10.0 GB/s measured)");
    row.flops = 100'000; // 1000 ns in float32, 2000 ns in float64
    EXPECT_DOUBLE_EQ(limitOf(row, limits)->share, 0.5);
    EXPECT_EQ(text(*limitOf(row, limits)), "50 % of the peak in float32 (100 GFLOP/s measured)");
    row.variant.dtype = "complex128";
    EXPECT_DOUBLE_EQ(limitOf(row, limits)->share, 1);
    EXPECT_EQ(shortText(*limitOf(row, limits)), "100 % (float64)");
    row.variant.dtype = "int64"; // whole numbers were not measured: bytes alone
    EXPECT_DOUBLE_EQ(limitOf(row, limits)->share, 0.4);
}

TEST(LimitsOfRows, AreThoseOfTheSmallestCacheWhereBytesFit)
{
    const Limits limits{"cpu", 10, 16, 80, 0, 0, 8192, {{1024, 80}, {4096, 40}}};
    auto row = okRow(form("csr"), timed(200));
    row.bytes = 1024; // 12.8 ns
    EXPECT_DOUBLE_EQ(limitOf(row, limits)->share, 0.064);
    EXPECT_EQ(text(*limitOf(row, limits)),
              "6.4 % of the bandwidth for data of up to 1.00 KiB (80.0 GB/s measured)");
    row.bytes = 4096; // 102.4 ns
    EXPECT_DOUBLE_EQ(limitOf(row, limits)->share, 0.512);
    EXPECT_EQ(shortText(*limitOf(row, limits)), "51 % (data of 4.00 KiB)");
    row.bytes = 4112; // at the rate of reading alone, which is greater than that of copying: 257 ns
    EXPECT_DOUBLE_EQ(limitOf(row, limits)->share, 1.285);
    EXPECT_EQ(limitOf(row, limits)->roof.kind, Roof::Kind::memory);
    const Limits slow{"cpu", 50, 0, 50, 0, 0, 8192, {{1024, 50}}}; // a cache that this program has nothing of
    row.bytes = 100;
    EXPECT_EQ(limitOf(row, slow)->roof.kind, Roof::Kind::memory);
}

TEST(LimitsOfRows, AreNoneWhereNothingWasMeasured)
{
    auto row = okRow(form("csr"), timed(200));
    EXPECT_FALSE(limitOf(row, Limits{"cpu", 0, 0, 0, 0, 0, 0, {}}));
    EXPECT_FALSE(limitOf(Row(), Limits{"cpu", 10, 0, 0, 0, 0, 0, {}}));
    row.device = "cuda:0";
    EXPECT_FALSE(limitOf(row, emptySession()));
}

// Small work runs on one thread, and comes nowhere near what all of them reach.
TEST(LimitsOfRows, AreThoseOfTheThreadsThatWereUsed)
{
    auto session = sessionOf({okRow(form("csr"), timed(200))});
    auto& row = session.rows[0];
    row.bytes = 1000;
    row.flops = 0;
    session.limits = {{"cpu", 20, 0, 0, 0, 0, 0, {}}, {"cpu (1 thread)", 10, 0, 0, 0, 0, 0, {}}};
    EXPECT_EQ(text(*limitOf(row, session)), "25 % of the memory bandwidth (20.0 GB/s measured)") << "not known";
    row.threadsUsed = 1;
    EXPECT_EQ(text(*limitOf(row, session)),
              "50 % of the memory bandwidth (10.0 GB/s measured), the limit of the 1 thread that it used");
    EXPECT_TRUE(hasLine(linesOf(session), "measured limits of cpu (1 thread): memory bandwidth 10.0 GB/s"));
    EXPECT_FALSE(hasLine(linesOf(session), "measured limits of cpu: ")) << "it bounds no row";
    row.threadsUsed = 4; // all of them
    EXPECT_DOUBLE_EQ(limitOf(row, session)->share, 0.25);
    row.threadsUsed = 3; // no limits of so many
    EXPECT_DOUBLE_EQ(limitOf(row, session)->share, 0.25);
    row.threadsUsed = 1;
    session.machine.threads = 1;
    EXPECT_DOUBLE_EQ(limitOf(row, session)->share, 0.25) << "one is all of them";
}

// A per cent is what a row reaches of the lowest roof above it, as it is drawn.
TEST(Roofs, APerCentIsTheHeightOfAPointUnderItsRoof)
{
    Random random(41);
    for (int round = 0; round < 200; ++round) {
        SCOPED_TRACE("round " + std::to_string(round) + " of seed 41");
        const auto limits = randomLimits(random);
        std::vector<Row> rows;
        for (int i = 0; i < 5; ++i) {
            auto row = okRow(form("csr"), timed(10 + 1000 * shareOf(random)));
            row.variant.dtype = i % 2 == 0 ? "float32" : "float64";
            row.bytes = random.between(1, 1 << 21);
            row.flops = random.between(1, 1 << 22);
            rows.push_back(row);
        }
        std::vector<const Row*> pointers;
        for (const auto& row : rows)
            pointers.push_back(&row);
        const auto roofs = roofsOf(limits, pointers);
        for (const auto& row : rows) {
            const auto limit = limitOf(row, limits);
            ASSERT_TRUE(limit);
            const auto drawn = std::ranges::find_if(roofs, [&](const Roof& roof) {
                return nameOf(roof) == nameOf(limit->roof) && roof.rate == limit->roof.rate;
            });
            ASSERT_NE(drawn, roofs.end()) << nameOf(limit->roof);
            const auto opsPerByte = static_cast<double>(row.flops) / static_cast<double>(row.bytes);
            const auto reached = static_cast<double>(row.flops) / row.warm.median().value;
            EXPECT_NEAR(limit->share, reached / drawn->at(opsPerByte), 1e-9 * limit->share);
        }
    }
}

TEST(Roofs, EndWhereAnotherIsLower)
{
    const Limits limits{"cpu", 10, 0, 40, 100, 50, 4096, {{2048, 40}}};
    auto small = okRow(form("csr"), timed(100)), large = small;
    small.bytes = 2000;
    large.bytes = 4000;
    const Row* rows[]{&small, &large};
    const auto roofs = roofsOf(limits, rows);
    ASSERT_EQ(roofs.size(), 3U); // there is nothing in float64
    EXPECT_EQ(nameOf(roofs[0]), "memory bandwidth");
    EXPECT_DOUBLE_EQ(roofs[0].span.to, 10);
    EXPECT_EQ(nameOf(roofs[1]), "bandwidth for data of up to 2.00 KiB");
    EXPECT_DOUBLE_EQ(roofs[1].span.to, 2.5);
    EXPECT_EQ(nameOf(roofs[2]), "peak in float32");
    EXPECT_DOUBLE_EQ(roofs[2].span.from, 2.5);
}

TEST(Roofs, ThatCanNotBeToldApartAreOneLine)
{
    const Roof memory{Roof::Kind::memory, 100}, cache{Roof::Kind::cache, 96}, faster{Roof::Kind::cache, 110},
        arithmetic{Roof::Kind::float32, 100};
    EXPECT_TRUE(areOneLine(memory, cache));
    EXPECT_TRUE(areOneLine(cache, memory));
    EXPECT_FALSE(areOneLine(memory, faster));
    EXPECT_FALSE(areOneLine(memory, arithmetic));
}

TEST(Roofs, AreNamedWhereverAPerCentStands)
{
    auto session = sessionOf({okRow(form("csr"), timed(200))});
    session.limits = {{"cpu", 10, 0, 40, 100, 50, 1 << 20, {}}};
    const auto limit = limitOf(session.rows[0], session);
    ASSERT_TRUE(limit);
    EXPECT_TRUE(hasLine(linesOf(session), shortText(*limit)));
    EXPECT_TRUE(hasLine(linesOf(session),
                        "measured limits of cpu: memory bandwidth 10.0 GB/s; peak in float32 100 "
                        "GFLOP/s"));
    EXPECT_NE(sessionHtml(session).find(text(*limit)), std::string::npos);
}

TEST(Limits, AreTheBestOfSeveralMeasurementsWhichTheyKeep)
{
    const Limits slow{"cpu", 6, 5, 30, 90, 45, 4096, {{2048, 30}}},
        fast{"cpu", 5, 9, 40, 80, 50, 4096, {{2048, 40}}};
    const auto best = bestOf({slow, fast});
    EXPECT_EQ(best.copyRate, 6);
    EXPECT_EQ(best.readRate, 9);
    EXPECT_EQ(best.cachedRate, 40);
    EXPECT_EQ(best.flopsF32, 90);
    EXPECT_EQ(best.flopsF64, 50);
    EXPECT_EQ(best.caches.front().rate, 40);
    EXPECT_EQ(best.repeats, (std::vector{slow, fast}));
}

namespace {

// Memory at these rates in measurements one after the other.
Session measuredAt(std::initializer_list<double> rates)
{
    auto session = sessionOf({okRow(form("csr"), timed(200))});
    session.rows[0].bytes = 1000; // at 5 bytes in a nanosecond
    session.rows[0].flops = 0;
    std::vector<Limits> all;
    for (const auto rate : rates)
        all.push_back({"cpu", rate, 0, 0, 0, 0, 0, {}});
    session.limits = {bestOf(all)};
    return session;
}

std::string limitText(const Session& session)
{
    return text(*limitOf(session.rows[0], session));
}

} // namespace

TEST(Limits, ThatWereReachedTwiceAreBelieved)
{
    const auto session = measuredAt({4, 9.5, 10});
    EXPECT_EQ(limitText(session), "50 % of the memory bandwidth (10.0 GB/s; 3 measurements gave 4.0 to 10.0)");
    EXPECT_EQ(shortText(*limitOf(session.rows[0], session)), "50 % (memory)");
    EXPECT_TRUE(remarksOnLimits(session).empty());
    EXPECT_TRUE(hasLine(linesOf(session), "memory bandwidth 10.0 GB/s (3 measurements gave 4.0 to 10.0)"));
}

// On a busy machine one measurement may be three times another: the device may be capable of more than the best.
TEST(Limits, ThatDisagreeAreUpperBoundsAndThatIsSaid)
{
    const auto session = measuredAt({4, 5, 10});
    EXPECT_EQ(limitText(session),
              "at most 50 % of the memory bandwidth (at least 10.0 GB/s; 3 measurements gave 4.0 to 10.0)");
    EXPECT_EQ(shortText(*limitOf(session.rows[0], session)), "at most 50 % (memory)");
    const auto remarks = remarksOnLimits(session);
    ASSERT_EQ(remarks.size(), 1U);
    EXPECT_EQ(remarks[0].rfind("The measurements of the memory bandwidth on cpu disagree (at least 10.0 GB/s; "
                               "3 measurements gave 4.0 to 10.0)",
                               0),
              0U)
        << remarks[0];
    EXPECT_TRUE(hasLine(linesOf(session), remarks[0]));
    EXPECT_TRUE(hasLine(remarksOnNoise(session), remarks[0])) << "the window and the report have it from there";
}

// A share of more than all would be no share.
TEST(Limits, ThatAreExceededWereDisturbed)
{
    for (auto session : {measuredAt({10}), measuredAt({10, 10, 10})}) {
        auto& row = session.rows[0];
        row.warm = timed(row.warm.median().value / 4);
        EXPECT_EQ(limitText(session),
                  "faster than the measured limit, the memory bandwidth (20.0 against 10.0 GB/s): the "
                  "limit was disturbed while it was measured");
        EXPECT_EQ(shortText(*limitOf(row, session)), "above it (memory)");
    }
}

TEST(Limits, ThatWereMeasuredOnceAreUpperBounds)
{
    EXPECT_EQ(limitText(measuredAt({10})),
              "at most 50 % of the memory bandwidth (at least 10.0 GB/s; measured once)");
}

// Measurements that agree say nothing where other programs slowed down all of them.
TEST(Limits, ThatOtherProgramsDisturbedAreLowerBoundsHoweverTheyAgree)
{
    auto session = measuredAt({9.8, 9.9, 10});
    ASSERT_TRUE(remarksOnLimits(session).empty());
    auto all = session.limits[0].repeats;
    for (auto& each : all)
        each.others = 0.8;
    EXPECT_FALSE(areEnough(all));
    session.limits = {bestOf(all)};
    EXPECT_EQ(limitText(session),
              "at most 50 % of the memory bandwidth (at least 10.0 GB/s; 3 measurements gave 9.8 to 10.0)");
    ASSERT_EQ(remarksOnLimits(session).size(), 1U);
    EXPECT_EQ(
        remarksOnLimits(session)[0],
        "Other programs used 0.80 of a core or more whenever the limits of cpu were measured: shares of these "
        "limits are upper bounds.");
    EXPECT_EQ(session.limits[0].others, 0.8) << "as the sentence says";
    all[0].others = all[1].others = 0.05; // what a quiet system does
    session.limits = {bestOf(all)};
    EXPECT_TRUE(areEnough(all));
    EXPECT_TRUE(remarksOnLimits(session).empty());
}

TEST(Limits, AreMeasuredUntilTwoComeNearTheBestAndTheBestIsNeverForgotten)
{
    const auto measured = [](std::vector<double> rates) {
        std::vector<Limits> out;
        for (const auto rate : rates) {
            Limits each;
            each.copyRate = each.readRate = each.cachedRate = each.flopsF32 = each.flopsF64 = rate;
            out.push_back(each);
        }
        return out;
    };
    EXPECT_FALSE(areEnough(measured({10})));
    EXPECT_FALSE(areEnough(measured({10, 10})));
    EXPECT_TRUE(areEnough(measured({10, 10, 10})));
    EXPECT_FALSE(areEnough(measured({20, 10, 10})));
    EXPECT_FALSE(areEnough(measured({20, 10, 10, 10, 10, 10, 10, 10})));
    const auto nine = measured({20, 10, 10, 10, 10, 10, 10, 10, 10});
    EXPECT_TRUE(areEnough(nine)) << "it ends";
    EXPECT_EQ(bestOf(nine).readRate, 20);
}

TEST(Limits, OfThisMachineAreMeasuredInEachCallUntilTheyAgreeButNotTwiceInASecond)
{
    const auto first = limitsOf("cpu");
    ASSERT_TRUE(first);
    EXPECT_GE(first->repeats.size(), 1U);
    const auto second = limitsOf("cpu");
    ASSERT_TRUE(second);
    EXPECT_EQ(*second, *first);
    EXPECT_EQ(bestOf(first->repeats).others, first->others);
    EXPECT_LE(bestOf(first->repeats).copyRate, first->copyRate); // fewer threads may have reached more
}

} // namespace tscope::timing
