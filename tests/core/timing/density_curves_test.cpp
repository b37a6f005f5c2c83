// SPDX-License-Identifier: Apache-2.0
#include "timing/density_curves.h"

#include "core/timing/support/made_session.h"
#include "timing/session_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tscope::timing {

namespace {

// The pattern of "a", 10 by 20 with 20 entries, in so many entries each; a form's time for each of them, 0: none.
Session swept(const std::vector<std::int64_t>& entries,
              const std::vector<std::pair<Variant, std::vector<double>>>& times)
{
    auto out = emptySession();
    out.subjects.clear();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const bool isGiven = entries[i] == 20;
        const auto name = isGiven ? std::string("a") : "a" + std::to_string(entries[i]);
        out.subjects.push_back({name, "", form("csr"), {10, 20}, entries[i], 10, 10, {}, isGiven ? "" : "a"});
        for (const auto& [variant, values] : times)
            if (values[i] > 0) {
                out.rows.push_back(okRow(variant, timed(values[i])));
                out.rows.back().tensor = name;
            }
    }
    return out;
}

const Variant csr = form("csr"), coo = form("coo"), strided{.layout = "strided", .dtype = "float32"};

} // namespace

TEST(DensityCurves, CrossWhereTheLinesDo)
{
    // csr takes 10 ns for each entry, strided 1000 whatever is there: equal at 100 entries, half of the elements.
    const auto session = swept({20, 50, 200}, {{csr, {200, 500, 2000}}, {strided, {1000, 1000, 1000}}});
    const auto curves = densityCurvesOf(session, "a", "spmv", "cpu");
    ASSERT_EQ(curves.curves.size(), 2U);
    EXPECT_DOUBLE_EQ(curves.here, 0.1);
    EXPECT_EQ(curves.densities(), (std::vector<double>{0.1, 0.25, 1}));
    EXPECT_EQ(curves.curves[curves.sparsest].variant, csr);
    ASSERT_EQ(curves.flips.size(), 1U);
    const auto& flip = curves.flips[0];
    EXPECT_EQ(curves.curves[flip.before].variant, csr);
    EXPECT_EQ(curves.curves[flip.after].variant, strided);
    EXPECT_NEAR(flip.density, 0.5, 1e-9); // both lines are straight where both axes are logarithmic
    EXPECT_TRUE(flip.isSure);
    EXPECT_EQ(sentencesOf(curves),
              (std::vector<std::string>{"csr is faster up to about 50 % of the elements, strided is faster from "
                                        "there on (measured at 25 % and 100 %)"}));
}

TEST(DensityCurves, AreThoseOfThePatternWhicheverOfItsTensorsIsMeant)
{
    const auto session = swept({20, 50, 200}, {{csr, {200, 500, 2000}}});
    const auto curves = densityCurvesOf(session, "a200", "spmv", "cpu");
    EXPECT_EQ(curves.pattern, "a");
    ASSERT_EQ(curves.curves.size(), 1U);
    EXPECT_EQ(curves.curves[0].points.size(), 3U);
    EXPECT_TRUE(curves.flips.empty());
    EXPECT_EQ(
        sentencesOf(curves),
        (std::vector<std::string>{"no form is faster than csr for sure, from 10 % to 100 % of the elements"}));
}

TEST(DensityCurves, NoiseTurnsNothing)
{
    auto session = swept({20, 50, 200}, {{csr, {200, 500, 2000}}, {coo, {250, 400, 2500}}});
    session.noise = 0.3;
    EXPECT_TRUE(densityCurvesOf(session, "a", "spmv", "cpu").flips.empty());
    session.noise = 0;
    EXPECT_EQ(densityCurvesOf(session, "a", "spmv", "cpu").flips.size(), 2U);
}

TEST(DensityCurves, AnyFormMayBeTheOneThatIsSurelyFaster)
{
    auto session = swept({20, 200}, {{csr, {200, 2000}}, {coo, {300, 900}}, {strided, {1000, 1000}}});
    session.rows[4].warm = timed(900, 100, 9000);
    ASSERT_EQ(session.rows[4].variant, coo);
    const auto curves = densityCurvesOf(session, "a", "spmv", "cpu");
    ASSERT_EQ(curves.flips.size(), 1U);
    EXPECT_EQ(curves.curves[curves.flips[0].after].variant, strided);
}

TEST(DensityCurves, AFormThatWasNotThereEverywhereIsNoFaultAndNoSureTurn)
{
    const auto session = swept({10, 20, 200}, {{csr, {100, 200, 2000}}, {strided, {0, 0, 100}}});
    const auto curves = densityCurvesOf(session, "a", "spmv", "cpu");
    ASSERT_EQ(curves.flips.size(), 1U);
    EXPECT_NEAR(curves.flips[0].density, std::sqrt(0.1 * 1), 1e-9); // all that is known is between which
}

TEST(DensityCurves, OneDensityIsNoCurve)
{
    EXPECT_TRUE(densityCurvesOf(swept({20}, {{csr, {200}}}), "a", "spmv", "cpu").curves.empty());
    EXPECT_TRUE(sentencesOf({}).empty());
    EXPECT_TRUE(densityCurvesOf(Session(), "a", "spmv", "cpu").curves.empty());
}

TEST(DensityCurves, EntriesThatWereCountedAreNotFill)
{
    auto session = swept({20, 50}, {{csr, {200, 500}}});
    session.blockTables.push_back({"a", 0, {}, {}, 10});
    EXPECT_DOUBLE_EQ(densityCurvesOf(session, "a", "spmv", "cpu").here, 0.05);
}

TEST(SessionText, TellsDensitiesInOneTable)
{
    const auto lines = linesOf(swept({20, 50, 200}, {{csr, {200, 500, 2000}}, {strided, {1000, 1000, 1000}}}));
    const auto has = [&](const std::string& wanted) {
        return std::ranges::any_of(lines,
                                   [&](const auto& line) { return line.find(wanted) != std::string::npos; });
    };
    EXPECT_TRUE(has("spmv on cpu, entries of the elements"));
    EXPECT_TRUE(has("10 %, as given"));
    EXPECT_TRUE(has("csr is faster up to about 50 %"));
    EXPECT_FALSE(has("a50")); // it has no table of its own
}

} // namespace tscope::timing
