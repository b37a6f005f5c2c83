// SPDX-License-Identifier: Apache-2.0
#include "timing/headline.h"

#include "core/timing/support/made_session.h"
#include "make/random.h"
#include "support/scratch_folder.h"
#include "timing/noise.h"
#include "timing/session_html.h"
#include "timing/session_json.h"
#include "timing/session_text.h"
#include "timing/stop.h"
#include "timing/verdicts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace tscope::timing {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> headlineTexts(const Session& session)
{
    std::vector<std::string> out;
    for (const auto& headline : headlinesOf(session))
        out.push_back(text(headline.sentences));
    return out;
}

Row converted(Row row, double nanoseconds)
{
    row.conversion = timed(nanoseconds);
    return row;
}

// csr as given, and bsr in half of its time.
Session blocksTwiceAsFast()
{
    return sessionOf({okRow(form("csr"), timed(200, 198, 202)),
                      converted(okRow(form("bsr", {4, 4}), timed(100, 99, 101)), 1000)});
}

} // namespace

TEST(Headlines, SayWhatIsBestByHowMuchAndWhenAConversionPays)
{
    const auto session = blocksTwiceAsFast();
    EXPECT_THAT(
        headlineTexts(session),
        ElementsAre("For spmv on cpu, bsr 4x4 is best: 2.00x (1.96-2.04) faster than csr, the present layout. "
                    "Converting takes 1.00 µs (1.00-1.00) and pays off after 10 (10-11) uses."));
    const auto headline = headlinesOf(session).front();
    EXPECT_EQ(headline.best, 1U);
    EXPECT_EQ(headline.given, 0U);
    EXPECT_TRUE(headline.doesConvert());
}

TEST(Headlines, GiveTheCostOfAConversionWithItsInterval)
{
    auto session = blocksTwiceAsFast();
    session.rows[1].conversion = timed(1234, 950, 1560);
    EXPECT_THAT(headlineTexts(session).front(),
                testing::HasSubstr("Converting takes 1.23 µs (0.95-1.56) and pays"));
}

// As the median and the 95th percentile of the cells of this operation on this tensor, and of no others.
TEST(Headlines, SayHowFarRepeatedRoundsDiffer)
{
    auto session = blocksTwiceAsFast();
    EXPECT_THAT(headlinesOf(session).front().trust, IsEmpty()) << "one round says nothing";
    session.rows[0].noise = 0.02;
    session.rows[1].noise = 0.05;
    auto other = session.rows[0];
    other.op = "sum";
    other.noise = 0.9;
    session.rows.push_back(other);
    const auto quiet = headlinesOf(session).front();
    EXPECT_EQ(text(quiet.trust), "Repeated rounds of spmv differ by 2.0 % (median), 5.0 % (95th percentile).");
    EXPECT_FALSE(quiet.isNoisy);
    EXPECT_FALSE(quiet.isWorthLonger());
    session.rows[0].noise = 0.16;
    session.rows[1].noise = 1.5;
    const auto loud = headlinesOf(session).front();
    EXPECT_EQ(text(loud.trust),
              "Noisy: repeated rounds of spmv differ by 16 % (median), 150 % (95th percentile).");
    EXPECT_TRUE(loud.isNoisy);
    EXPECT_TRUE(loud.isWorthLonger());
    for (const auto& line : {linesOf(session).at(1), sessionHtml(session)})
        EXPECT_NE(line.find(text(loud.sentences) + ' ' + text(loud.trust)), std::string::npos) << line;
    session.rows[1].noise = 0.16;
    EXPECT_EQ(text(headlinesOf(session).front().trust), "Noisy: repeated rounds of spmv differ by 16 %.");
}

TEST(Headlines, StayWithThePresentLayoutWhereItIsTheFastest)
{
    auto session = sessionOf({okRow(form("csr"), timed(100)), converted(okRow(form("coo"), timed(150)), 10)});
    EXPECT_THAT(headlineTexts(session),
                ElementsAre("For spmv on cpu, stay with csr, the present layout: 1.5x (1.5-1.5) "
                            "faster than coo, the next."));
    EXPECT_FALSE(headlinesOf(session).front().doesConvert());
    session.rows[1].warm = timed(104, 98, 110);
    EXPECT_THAT(
        headlineTexts(session),
        ElementsAre("For spmv on cpu, stay with csr, the present layout, which needs no conversion. Whether "
                    "coo is faster is undecided (0.96x, 0.91-1.02): measure longer to decide. Converting "
                    "to coo takes 10.0 ns (10.0-10.0); it pays off after 5 uses at the earliest, if ever."));
    EXPECT_EQ(headlinesOf(session).front().best, 0U);
    session.rows.pop_back();
    EXPECT_THAT(headlineTexts(session), ElementsAre("For spmv on cpu, only csr has a time that can be compared."));
}

TEST(Headlines, AreUndecidedWhereTheIntervalsAre)
{
    auto session = sessionOf(
        {okRow(form("csr"), timed(110, 95, 120)), converted(okRow(form("coo"), timed(100, 90, 108)), 10)});
    EXPECT_THAT(
        headlineTexts(session),
        ElementsAre(
            "For spmv on cpu, no decision yet: coo may be 1.1x slower or 1.3x faster than csr, the present "
            "layout. "
            "Measure longer to decide; until then, keep csr. Converting to coo takes 10.0 ns (10.0-10.0); it pays "
            "off with the first use at the earliest, if ever."));
    EXPECT_TRUE(headlinesOf(session).front().isWorthLonger());
    session.rows[0].warm = timed(110, 100, 120);
    EXPECT_THAT(headlineTexts(session).front(),
                testing::StartsWith("For spmv on cpu, no decision yet: coo is probably 1.1x faster than csr, the "
                                    "present layout (0.93x to 1.3x). Measure longer to decide; until then, keep "
                                    "csr."));
    session.rows[0].warm = timed(103, 95, 120);
    EXPECT_THAT(
        headlineTexts(session),
        ElementsAre(
            "For spmv on cpu, stay with csr, the present layout, which needs no conversion. Undecided: coo "
            "may be from 1.1x slower to 1.3x faster; measure longer to decide. Converting to coo takes "
            "10.0 ns (10.0-10.0); it pays off with the first use at the earliest, if ever."));
    EXPECT_FALSE(headlinesOf(session).front().doesConvert());
    session.rows[0].warm = timed(101, 100.5, 101.5);
    session.rows[1].warm = timed(100, 99.5, 100.5);
    EXPECT_THAT(headlineTexts(session),
                ElementsAre("For spmv on cpu, stay with csr, the present layout, which needs no conversion: coo "
                            "takes the same time (1.01x, 1.00-1.02)."));
    // An interval that has both ends far from 1 is no proof that there is no difference.
    session.rows[1].warm = timed(60, 20.5, 165);
    session.rows.push_back(converted(okRow(form("csc"), timed(100, 90, 110)), 10));
    EXPECT_THAT(headlineTexts(session).front(),
                testing::StartsWith(
                    "For spmv on cpu, no decision yet: coo may be 1.6x slower or 5.0x faster than csr, the "
                    "present layout. Measure longer to decide; until then, keep csr. "
                    "Whether csc is faster is undecided too. Converting to"));
    session.rows.push_back(session.rows[1]); // a form of the same name
    EXPECT_THAT(headlineTexts(session).front(),
                testing::HasSubstr("until then, keep csr. Whether csc is faster is undecided too. Converting"));
}

// A longer measurement has the same disturbance.
TEST(Headlines, AdviseOneThreadWhereOtherProgramsTookCores)
{
    auto session = sessionOf(
        {okRow(form("csr"), timed(110, 95, 120)), converted(okRow(form("coo"), timed(100, 90, 108)), 10)});
    session.machine.threads = 2;
    session.machine.others = 1.5;
    // The number is told once, by the remark on the machine.
    const auto advice =
        testing::AllOf(testing::HasSubstr(" With 1 thread other programs disturb less: measure with Threads: 1."),
                       testing::Not(testing::HasSubstr("of 2 cores")));
    const auto longer = testing::HasSubstr("easure longer to decide");
    EXPECT_THAT(headlineTexts(session).front(), testing::AllOf(advice, testing::Not(longer)));
    EXPECT_THAT(headlineTexts(session).front(),
                testing::HasSubstr(
                    "1.1x slower or 1.3x faster than csr, the present layout. Until it is decided, keep csr."));
    session.rows[0].warm = timed(103, 95, 120);
    EXPECT_THAT(headlineTexts(session).front(), testing::AllOf(advice, testing::Not(longer)));
    EXPECT_THAT(headlineTexts(session).front(), testing::HasSubstr("coo may be from 1.1x slower to 1.3x faster."));
    session.rows[1].warm = timed(104, 98, 110);
    session.rows[0].warm = timed(100);
    EXPECT_THAT(headlineTexts(session).front(), testing::AllOf(advice, testing::Not(longer)));

    auto quiet = session;
    quiet.machine.others = 0.2;
    EXPECT_THAT(headlineTexts(quiet).front(), testing::AllOf(longer, testing::Not(advice)));
    auto wide = session; // with cores enough for all
    wide.machine.threads = 8;
    for (auto& row : wide.rows)
        row.device = "cpu (4 threads)";
    EXPECT_THAT(headlineTexts(wide).front(), testing::AllOf(longer, testing::Not(advice)));
    auto single = session;
    for (auto& row : single.rows)
        row.device = "cpu (1 thread)";
    EXPECT_THAT(headlineTexts(single).front(), testing::AllOf(longer, testing::Not(advice)));
    auto both = session;
    both.rows.insert(both.rows.end(), single.rows.begin(), single.rows.end());
    for (const auto& each : headlineTexts(both))
        EXPECT_THAT(each, testing::Not(advice)) << "it was done";
}

// The form with the lowest median may not be told apart from the present one, though others are surely faster.
TEST(Headlines, RecommendTheFastestFormThatIsSurelyFasterThanThePresentOne)
{
    auto session = sessionOf({okRow(form("csr"), timed(200, 180, 220)),
                              converted(okRow(form("coo"), timed(82, 78, 88)), 10000),
                              converted(okRow(form("bsr", {2, 2}), timed(93, 89, 97)), 10000),
                              converted(okRow(form("bsr", {4, 4}), timed(70, 45, 230)), 10000)});
    const auto headline = headlinesOf(session).front();
    EXPECT_EQ(headline.best, 1U);
    EXPECT_TRUE(headline.doesConvert());
    EXPECT_THAT(headline.ties, IsEmpty()) << "bsr 2x2 is surely slower than coo";
    EXPECT_THAT(headline.open, ElementsAre(3U));
    EXPECT_EQ(
        text(headline.sentences),
        "For spmv on cpu, coo is 2.4x (2.0-2.8) faster than csr, the present layout. Converting takes 10.0 µs "
        "(10.0-10.0) and pays off after 85 (71-109) uses. Whether bsr 4x4 is faster still is undecided.");
    // Both are surely faster than csr, and converting to one of them costs surely less.
    session.rows[2].warm = timed(90, 80, 100);
    session.rows[2].conversion = timed(9500);
    const auto tied = headlinesOf(session).front();
    EXPECT_EQ(tied.best, 2U);
    EXPECT_THAT(tied.ties, ElementsAre(1U));
    EXPECT_THAT(
        text(tied.sentences),
        testing::EndsWith("bsr 2x2 could not be told apart from coo; bsr 2x2 costs less to convert. Whether "
                          "bsr 4x4 is faster still is undecided."));
    EXPECT_THAT(text(tied.sentences), testing::Not(testing::HasSubstr("is best")));
    session.rows[3].warm = timed(195, 150, 230); // all that is left is the present form
    session.rows[1].warm = session.rows[2].warm = timed(190, 150, 230);
    EXPECT_FALSE(headlinesOf(session).front().doesConvert());
}

TEST(Headlines, NameWhatMayBeAsFastAsTheBest)
{
    auto session = blocksTwiceAsFast();
    session.rows.push_back(converted(okRow(form("coo"), timed(102, 98, 106)), 1000));
    session.rows.push_back(converted(okRow(form("csc"), timed(300)), 10));
    EXPECT_THAT(headlineTexts(session).front(), testing::EndsWith("bsr 4x4 could not be told apart from coo."));
    EXPECT_THAT(headlineTexts(session).front(), testing::Not(testing::HasSubstr("is best")));
}

namespace {

FootprintRow footprintOf(const Row& row, std::int64_t bytes, std::int64_t fill = 0)
{
    return {row.tensor, row.variant, 0, fill, {{"values", bytes}}, 0};
}

} // namespace

// Of forms that can't be told apart the smallest is advised, and what a conversion takes and saves is of that one.
TEST(Headlines, AdviseTheFewestBytesWhereTheFastestCantBeToldApart)
{
    auto session = blocksTwiceAsFast();
    session.rows.push_back(converted(okRow(form("coo"), timed(102, 98, 106)), 1000));
    for (std::size_t i = 0; i < session.rows.size(); ++i)
        session.footprints.push_back(footprintOf(session.rows[i], 4000 - 1000 * static_cast<std::int64_t>(i)));
    const auto headline = headlinesOf(session).front();
    EXPECT_EQ(headline.best, 2U);
    EXPECT_EQ(
        text(headline.sentences),
        "For spmv on cpu, coo is 1.96x (1.87-2.06) faster than csr, the present layout. Converting takes 1.00 µs "
        "(1.00-1.00) and pays off after 11 (10-11) uses. coo could not be told apart from bsr 4x4; coo takes "
        "the least memory of those that are equally fast, 1.95 KiB.");
    session.rows[2].warm = timed(102, 98, 199); // may be no faster than csr
    EXPECT_EQ(headlinesOf(session).front().best, 1U);
}

// Of forms that can't be told apart the one is advised to which a conversion pays off the soonest.
TEST(Headlines, AdviseTheConversionThatPaysTheSoonestWhereTheFastestCantBeToldApart)
{
    auto session = blocksTwiceAsFast();
    session.rows.push_back(converted(okRow(form("coo"), timed(102, 98, 106)), 10));
    for (std::size_t i = 0; i < session.rows.size(); ++i)
        session.footprints.push_back(footprintOf(session.rows[i], 1000 + 1000 * static_cast<std::int64_t>(i)));
    const auto headline = headlinesOf(session).front();
    EXPECT_EQ(headline.best, 2U) << "though it takes more bytes";
    EXPECT_EQ(
        text(headline.sentences),
        "For spmv on cpu, coo is 1.96x (1.87-2.06) faster than csr, the present layout. Converting takes 10.0 ns "
        "(10.0-10.0) and pays off with the first use. coo could not be told apart from bsr 4x4; of these, "
        "converting "
        "to coo pays off the soonest.");
    // Another conversion may pay off as soon.
    session.rows.push_back(converted(okRow(form("csc"), timed(103, 99, 107)), 10));
    session.footprints.push_back(footprintOf(session.rows[3], 4000));
    EXPECT_EQ(headlinesOf(session).front().best, 2U);
    EXPECT_THAT(headlineTexts(session).front(),
                testing::EndsWith("coo could not be told apart from bsr 4x4, csc."));
}

// Each name has the types in which any two forms of the session differ, whichever two a sentence is about.
TEST(Headlines, GiveAFormOneNameInAllSentences)
{
    auto session = blocksTwiceAsFast();
    session.rows[1].variant.indexDType = "int32";
    session.rows.push_back(converted(okRow(form("coo"), timed(102, 98, 106)), 10));
    session.rows.push_back(converted(okRow(form("strided"), timed(300)), 10));
    session.rows.back().variant.indexDType.clear();
    session.verdicts = verdictsOf(session);
    std::string all = text(headlinesOf(session).front().sentences);
    EXPECT_THAT(all,
                testing::StartsWith("For spmv on cpu, coo int64 is 1.96x (1.87-2.06) faster than csr int64,"));
    EXPECT_THAT(all, testing::HasSubstr("coo int64 could not be told apart from bsr 4x4 int32;"));
    for (const auto& verdict : session.verdicts)
        all += ' ' + verdict.text;
    EXPECT_THAT(linesOf(session), testing::Contains(testing::StartsWith("  csr int64 ")));
    for (const std::string name : {"csr", "coo", "bsr 4x4"})
        for (auto at = all.find(' ' + name + ' '); at != std::string::npos;
             at = all.find(' ' + name + ' ', at + 1))
            EXPECT_EQ(all.substr(at + 1 + name.size(), 4), " int") << all.substr(at, 60);
    EXPECT_THAT(all, testing::Not(testing::HasSubstr("strided int")));
}

// Where pay-offs can't be told apart, another measurement may order them otherwise. The bytes stay as they are.
TEST(Headlines, AdviseTheFewestBytesWhereThePayOffsOverlap)
{
    auto session = blocksTwiceAsFast();
    session.rows[1].conversion = timed(1200, 900, 2000);
    session.rows.push_back(okRow(form("csc"), timed(102, 98, 106)));
    session.rows[2].conversion = timed(300, 250, 1500);
    for (std::size_t i = 0; i < session.rows.size(); ++i)
        session.footprints.push_back(footprintOf(session.rows[i], 1024 * static_cast<std::int64_t>(i + 1)));
    for (const double middle : {300, 1100}) {
        session.rows[2].conversion = timed(middle, 250, 1500);
        EXPECT_EQ(headlinesOf(session).front().best, 1U);
        EXPECT_THAT(
            headlineTexts(session).front(),
            testing::EndsWith("bsr 4x4 could not be told apart from csc; bsr 4x4 takes the least memory of "
                              "those that are equally fast, 2.00 KiB."));
    }
    session.footprints.clear();
    session.rows[2].conversion = timed(300, 250, 1500);
    EXPECT_EQ(headlinesOf(session).front().best, 1U) << "the lower median";
    EXPECT_THAT(headlineTexts(session).front(), testing::EndsWith("bsr 4x4 could not be told apart from csc."));
}

namespace {

// bsr is the fastest, and coo pays off sooner.
Session soonerButSlower()
{
    return sessionOf({okRow(form("csr"), timed(200)), converted(okRow(form("coo"), timed(150)), 1350),
                      converted(okRow(form("bsr", {4, 4}), timed(100)), 8900)});
}

} // namespace

// As the lines of the chart do, which cross at these uses.
TEST(Headlines, SayByTheNumberOfUsesWhichFormCostsTheLeast)
{
    auto session = soonerButSlower();
    EXPECT_EQ(headlinesOf(session).front().best, 2U);
    EXPECT_THAT(
        headlineTexts(session).front(),
        testing::EndsWith("pays off after 89 (89-89) uses. Below 27 uses keep csr, from 27 to 151 coo, from "
                          "then on bsr 4x4."));
    auto atOnce = session;
    atOnce.rows[1].conversion = timed(40);
    EXPECT_THAT(headlineTexts(atOnce).front(),
                testing::EndsWith("Below 178 uses convert to coo, from then on to bsr 4x4."));
    auto tie = atOnce; // after one use coo and csr cost the same
    tie.rows[1].conversion = timed(50);
    EXPECT_THAT(headlineTexts(tie).front(),
                testing::EndsWith("Below 177 uses convert to coo, from then on to bsr 4x4."));
    atOnce.rows.push_back(converted(okRow(form("csc"), timed(125)), 2000));
    EXPECT_THAT(headlineTexts(atOnce).front(),
                testing::EndsWith("Below 79 uses convert to coo, from 79 to 276 csc, from then on bsr 4x4."));
    auto late = session;
    late.rows[1].conversion = timed(61650);
    late.rows[2].conversion = timed(1000000);
    EXPECT_THAT(headlineTexts(late).front(),
                testing::EndsWith("Below about 1230 uses keep csr, from about 1230 to "
                                  "about 18,800 coo, from then on bsr 4x4."));
    auto unsure = session; // by its median csc is the cheapest from 55 uses on
    unsure.rows.push_back(converted(okRow(form("csc"), timed(125)), 2725));
    unsure.rows.back().conversion = timed(2725, 2000, 9000);
    EXPECT_EQ(headlinesOf(unsure).front().best, 2U);
    EXPECT_THAT(headlineTexts(unsure).front(), testing::EndsWith("pays off after 89 (89-89) uses."));
    // Which of the two pays off sooner is not known.
    session.rows[1].conversion = timed(1350, 1000, 5000);
    EXPECT_THAT(headlineTexts(session).front(), testing::EndsWith("pays off after 89 (89-89) uses."));
}

// A narrower type changes values, so its form is named, but never recommended beside one that keeps them.
TEST(Headlines, RecommendTheBestFormThatKeepsTheValues)
{
    auto session = blocksTwiceAsFast();
    const auto narrow = [](const char* layout) {
        auto variant = form(layout);
        variant.dtype = "float16";
        return variant;
    };
    session.rows.push_back(converted(okRow(narrow("csc"), timed(50)), 10));
    const auto headline = headlinesOf(session).front();
    EXPECT_EQ(headline.best, 1U);
    EXPECT_THAT(headline.ties, IsEmpty());
    EXPECT_THAT(text(headline.sentences),
                testing::StartsWith("For spmv on cpu, bsr 4x4 float32 is best: 2.00x (1.96-2.04) faster than csr "
                                    "float32, the present layout."));
    EXPECT_THAT(text(headline.sentences),
                testing::EndsWith(
                    "uses. csc float16 (loses precision) is 2.00x (1.98-2.02) faster than bsr 4x4 float32."));
    session.rows[1].warm = timed(300); // the present form is the best that keeps them
    const auto stay = headlinesOf(session).front();
    EXPECT_EQ(stay.best, 0U);
    EXPECT_FALSE(stay.doesConvert());
    EXPECT_THAT(text(stay.sentences),
                testing::AllOf(testing::StartsWith("For spmv on cpu, stay with csr float32"),
                               testing::HasSubstr("csc float16 (loses precision) is 4.00x")));
    session.rows.erase(session.rows.begin() + 1);
    EXPECT_THAT(headlineTexts(session).front(),
                testing::StartsWith("For spmv on cpu, stay with csr float32, the present layout: no other form "
                                    "that was measured keeps all values. csc float16 (loses precision) is 4.00x"));
    const auto marked = testing::HasSubstr("csc float16 (loses precision)");
    EXPECT_THAT(text(headlinesOf(session).front().why), marked);
    session.rows[0].isChecked = false; // nothing else has a time
    EXPECT_THAT(headlineTexts(session).front(), testing::HasSubstr("csc float16 (loses precision) is best"));
    session.rows.push_back(session.rows.back());
    session.rows.back().op = "spmm";
    EXPECT_THAT(text(overviewOf(session, headlinesOf(session))), marked);
}

TEST(Headlines, SayWhyTheBestIsTheBest)
{
    auto session = blocksTwiceAsFast();
    session.limits = {{"cpu", 20, 0, 20, 0, 0, 0, {}}};
    session.rows[0].bytes = 2000;
    session.rows[1].bytes = 1000;
    session.footprints = {footprintOf(session.rows[0], 2000), footprintOf(session.rows[1], 1000, 50)};
    EXPECT_EQ(text(headlinesOf(session).front().why),
              "bsr 4x4 moves 1000 B in 100 ns: 10.0 GB/s, 50 % of the memory bandwidth (20.0 GB/s measured). 20 % "
              "of the values that bsr 4x4 stores are zeros. csr moves 1.95 KiB in 200 ns: 10.0 GB/s, 50 % of the "
              "memory bandwidth (20.0 GB/s measured). bsr 4x4 is faster than csr: it moves 50 % of the bytes.");
    EXPECT_THAT(linesOf(session).at(1), testing::StartsWith("  Why: bsr 4x4 moves 1000 B in 100 ns"));
    EXPECT_THAT(sessionHtml(session), testing::HasSubstr("Why: bsr 4x4 moves 1000 B in 100 ns"));
    EXPECT_EQ(jsonOf(session)["headlines"][0]["why"], text(headlinesOf(session).front().why));
    session.rows[1].bytes = 2000;
    session.footprints.clear();
    EXPECT_THAT(
        text(headlinesOf(session).front().why),
        testing::EndsWith(
            "Neither the bytes nor the arithmetic nor the fill nor the lengths of rows explain why bsr 4x4 is "
            "faster than csr."));
    session.rows.pop_back();
    EXPECT_THAT(headlinesOf(session).front().why, IsEmpty()) << "there is nothing beside it";
}

TEST(Headlines, WithoutATimeOfThePresentLayoutSayThat)
{
    auto session = blocksTwiceAsFast();
    session.rows[0].isChecked = false;
    EXPECT_THAT(headlineTexts(session),
                ElementsAre("For spmv on cpu, bsr 4x4 is best; csr, the present layout, has no time "
                            "that can be compared. Converting takes 1.00 µs (1.00-1.00)."));
}

TEST(Headlines, HoldTheFastestDeviceAgainstTheNext)
{
    auto session = blocksTwiceAsFast();
    session.rows.push_back(okRow(form("csr"), timed(10), "cuda:0"));
    session.rows[1].call = timed(120);
    session.rows[2].endToEnd = timed(5000);
    EXPECT_THAT(
        headlineTexts(session),
        ElementsAre("For spmv on cuda:0, only csr has a time that can be compared. cuda:0 is 10.0x (9.9-10.1) "
                    "faster than cpu, each "
                    "with its best layout. With transfers there and back, a call takes 5.00 µs on cuda:0, "
                    "120 ns on cpu.",
                    testing::StartsWith("For spmv on cpu, bsr 4x4 is best: ")));
}

TEST(Headlines, LeaveOutWhatWasNotMeasuredRightAndOtherDensities)
{
    auto session = blocksTwiceAsFast();
    session.rows[1].isSimulated = true;
    EXPECT_THAT(headlineTexts(session), ElementsAre("For spmv on cpu, only csr has a time that can be compared."));
    session.subjects[0].patternOf = "another";
    EXPECT_THAT(headlineTexts(session), IsEmpty());
    EXPECT_THAT(headlineTexts(Session()), IsEmpty());
}

// The verdict, the break-even and the headline of one pair never contradict each other.
TEST(Headlines, AgreeWithVerdictsAndBreakEvens)
{
    const auto seed = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed());
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    for (int round = 0; round < 300; ++round) {
        const auto around = [&](double middle) {
            return timed(middle, middle * (1 - 0.001 * static_cast<double>(random.below(100))),
                         middle * (1 + 0.001 * static_cast<double>(random.below(100))));
        };
        auto session = sessionOf({okRow(form("csr"), around(1000))});
        for (const auto* layout : {"coo", "csc", "strided"})
            session.rows.push_back(
                converted(okRow(form(layout), around(900 + static_cast<double>(random.below(200)))), 5000));
        for (auto& row : session.rows)
            row.noise = 0.001 * static_cast<double>(random.below(60));
        const auto headline = headlinesOf(session).front();
        const auto verdicts = verdictsOf(session);
        const auto isProven = [](const Verdict& each) { return each.word == Word::faster && each.b == 0; };
        EXPECT_EQ(headline.doesConvert(), std::ranges::any_of(verdicts, isProven));
        if (headline.best == 0)
            continue;
        const auto verdict = std::ranges::find_if(
            verdicts, [&](const Verdict& each) { return each.a == headline.best && each.b == 0; });
        ASSERT_NE(verdict, verdicts.end());
        EXPECT_EQ(headline.word, verdict->word);
        ASSERT_TRUE(headline.pays);
        EXPECT_EQ(headline.pays->uses.has_value(), headline.doesConvert());
    }
}

TEST(Headlines, OfSeveralOperationsBeginWithAnOverview)
{
    auto session = blocksTwiceAsFast();
    const auto add = [&](const char* op, double csr, double bsr) {
        auto given = okRow(form("csr"), timed(csr)), other = converted(okRow(form("bsr", {4, 4}), timed(bsr)), 10);
        given.op = other.op = op;
        session.rows.push_back(given);
        session.rows.push_back(other);
    };
    EXPECT_THAT(overviewOf(session, headlinesOf(session)), IsEmpty());
    add("spmm k=64", 300, 100);
    add("add", 100, 200);
    EXPECT_EQ(text(overviewOf(session, headlinesOf(session))),
              "bsr 4x4 is best for spmv (2.0x), spmm k=64 (3.0x). Stay with the present layout for add.");
    session.rows.back().warm = timed(99, 80, 130);
    EXPECT_EQ(text(overviewOf(session, headlinesOf(session))),
              "bsr 4x4 is best for spmv (2.0x), spmm k=64 (3.0x). Whether another layout than the present one "
              "is faster is undecided for add.");
    // Other forms may be as fast as the one that is recommended.
    session.rows.push_back(converted(okRow(form("coo"), timed(99, 60, 500)), 10));
    EXPECT_THAT(
        text(overviewOf(session, headlinesOf(session))),
        testing::StartsWith("bsr 4x4 is among the fastest for spmv (2.0x). bsr 4x4 is best for spmm k=64"));
    session.isPartial = true;
    EXPECT_THAT(text(overviewOf(session, headlinesOf(session))),
                testing::StartsWith("The measurement was stopped"));
}

TEST(Headlines, ComeFirstInTheTerminalTheReportAndTheJson)
{
    const auto session = blocksTwiceAsFast();
    const auto sentence = headlineTexts(session).front();
    EXPECT_EQ(linesOf(session).front(), sentence);
    const auto html = sessionHtml(session);
    EXPECT_LT(html.find("For spmv on cpu, bsr 4x4 is best"), html.find("<h2>Verdicts"));
    EXPECT_EQ(jsonOf(session)["headlines"][0]["text"], sentence);
    EXPECT_EQ(jsonOf(session)["headlines"][0]["pays_after"], 10);
}

TEST(Headlines, OfAMeasurementThatWasStoppedBeginWithThat)
{
    auto session = blocksTwiceAsFast();
    session.isPartial = true;
    session.rounds = 3;
    for (auto& row : session.rows)
        row.warm.rounds = {10, 10};
    session.rows[0].warm.rounds = {10, 5, 5};
    EXPECT_THAT(headlineTexts(session).front(),
                testing::StartsWith("The measurement was stopped in round 3 of 3: not all forms were measured in "
                                    "every round. For spmv on cpu, bsr 4x4 is best"));
    EXPECT_THAT(linesOf(session).front(), testing::StartsWith("The measurement was stopped in round 3 of 3"));
    session.rows.push_back(okRow(form("coo"), {}));
    session.rows.back().status = Status::cancelled;
    EXPECT_THAT(
        headlineTexts(session).front(),
        testing::StartsWith("The measurement was stopped in round 3 of 3: not all forms were measured. For"));
    session.rows.back().device = "cuda:0";
    EXPECT_THAT(headlineTexts(session).front(), testing::HasSubstr("measured in every round"));
}

// A session that was kept while it was measured does not claim to go on.
TEST(Headlines, OfAMeasurementThatTheProgramLeftBehindSayWhatWasKept)
{
    auto session = blocksTwiceAsFast();
    session.isPartial = true;
    session.rounds = 3;
    session.rows[0].warm.rounds = {10, 10};
    session.rows[1].warm.rounds = {20};
    session.rows.push_back(okRow(form("coo"), {}));
    session.rows.back().status = Status::cancelled;
    session.rows.back().reason = "not measured yet";
    const auto kept = interrupted(session);
    EXPECT_THAT(headlineTexts(kept).front(),
                testing::StartsWith("Interrupted in round 2 of 3; 2 of 3 measurements were kept. Forms that"));
    EXPECT_FALSE(kept.verdicts.empty());
    EXPECT_EQ(kept.rows.back().reason, stoppedBefore);
    const test::ScratchFolder folder;
    const auto read = readSessionFile(folder.write("session.json", sessionText(session)));
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(*read, kept);
    EXPECT_EQ(*readSession(sessionText(session)), session) << "as a process tells another one";
}

// One round does not show how far rounds differ, however narrow the intervals of its times are.
TEST(Headlines, OfOneRoundOfSeveralMakeNoVerdict)
{
    auto session = blocksTwiceAsFast();
    session.isPartial = true;
    session.rounds = 3;
    for (auto& row : session.rows)
        row.warm.rounds = {20};
    EXPECT_THAT(headlineTexts(session).front(),
                testing::StartsWith(
                    "The measurement was stopped in round 2 of 3: not all forms were measured in "
                    "every round. Forms that were measured in one round only are called faster or "
                    "slower only if they are more than 2x apart. For spmv on cpu, no decision yet: bsr 4x4 is "
                    "probably"));
    EXPECT_EQ(headlinesOf(session).front().word, Word::undecided);
    EXPECT_EQ(verdictsOf(session).front().word, Word::undecided);
    session.rounds = 1; // as was wanted
    session.isPartial = false;
    EXPECT_EQ(verdictsOf(session).front().word, Word::faster);
    EXPECT_TRUE(headlinesOf(session).front().doesConvert());
}

TEST(Headlines, UseNoPatternThatIsNotListed)
{
    const std::set<std::string_view> all(headlinePatterns().begin(), headlinePatterns().end());
    EXPECT_EQ(all.size(), headlinePatterns().size());
    auto session = blocksTwiceAsFast();
    for (const double other : {50.0, 100.0, 99.0, 150.0, 198.0}) {
        session.rows.push_back(converted(okRow(form("coo"), timed(other)), 10));
        for (const auto& headline : headlinesOf(session))
            for (const auto& sentence : headline.sentences)
                EXPECT_TRUE(all.contains(sentence.pattern)) << sentence.pattern;
    }
}

} // namespace tscope::timing
