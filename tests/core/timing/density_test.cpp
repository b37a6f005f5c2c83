// SPDX-License-Identifier: Apache-2.0
#include "timing/density.h"

#include "core/timing/small_plan.h"
#include "timing/footprint.h"

#include <gtest/gtest.h>

namespace tscope::timing {

namespace {

std::int64_t entriesOf(const Sound& sound)
{
    return Footprints::of(sound)->entries();
}

} // namespace

TEST(Densities, TheFormStaysAndEntriesAreFewerOrMore)
{
    for (const auto* layout : {"csr", "csc", "coo", "strided", "bsr", "bsc"})
        for (const double times : {0.25, 3.0}) {
            SCOPED_TRACE(std::string(layout) + " x " + std::to_string(times));
            const auto given = madeMatrix(layout, {64, 48});
            const auto made = withDensity(given, times);
            ASSERT_TRUE(made) << made.error().text;
            EXPECT_EQ(variantOf(made->tensor()), variantOf(given.tensor()));
            const auto before = static_cast<double>(entriesOf(given)),
                       after = static_cast<double>(entriesOf(*made));
            if (times < 1) {
                EXPECT_LT(after, before / 2);
                EXPECT_GT(after, before / 10);
            } else {
                EXPECT_GE(after, before * 1.2); // rows are full before some are
                EXPECT_LE(after, before * times + 1);
            }
        }
}

TEST(Densities, AreTheSameEachTime)
{
    const auto given = madeMatrix("csr", {64, 48});
    EXPECT_EQ(entriesOf(*withDensity(given, 0.5)), entriesOf(*withDensity(given, 0.5)));
}

TEST(Densities, WhatCantBeHadSaysWhy)
{
    const auto given = madeMatrix("csr", {64, 48});
    EXPECT_NE(withDensity(given, 0).error().text.find("above 0"), std::string::npos);
    EXPECT_EQ(withDensity(given, 1e-9).error().text, "no entry is left");
    EXPECT_NE(withDensity(given, 1.0).error().text.find("no more and no fewer"), std::string::npos);
    EXPECT_EQ(withDensity(given, 1000, 1 << 17).error().code, ErrorCode::outOfMemory);
    EXPECT_NE(withDensity(madeMatrix("nested", {3, 4}, "ragged"), 2).error().text.find("a matrix"),
              std::string::npos);
}

TEST(Densities, AreNamedAfterWhatTheyAreOf)
{
    EXPECT_EQ(nameWithDensity("a", 0.25), "a x 0.25");
    EXPECT_EQ(nameWithDensity("", 16), "x 16");
    EXPECT_EQ(nameWithDensity("a", 100), "a x 100");
}

TEST(Plans, ADensityIsMeasuredInAllForms)
{
    const auto tensor = madeMatrix("csr", {64, 48});
    auto plan = shortPlan(tensor, {"spmv"});
    plan.densities = {0.5, 1e-9};
    const std::vector<PlanSubject> subjects{{"m", tensor}};
    const auto session = measurePlan(subjects, plan);
    EXPECT_EQ(session.rows.size(), cellsOf(plan, 1));
    ASSERT_EQ(session.subjects.size(), 3U);
    EXPECT_EQ(session.subjects[0].patternOf, "");
    EXPECT_EQ(session.subjects[1].patternOf, "m");
    EXPECT_GT(session.subjects[1].stored, 0);
    EXPECT_LT(session.subjects[1].stored, session.subjects[0].stored);
    for (const auto& row : session.rows) {
        const bool isThere = row.tensor != session.subjects[2].name;
        EXPECT_EQ(row.status, isThere ? Status::ok : Status::unsupported) << row.tensor << ' ' << row.reason;
        EXPECT_EQ(row.reason, isThere ? "" : "with so many entries: no entry is left");
    }
}

TEST(Plans, TensorsOfOneNameGetTheirOwn)
{
    const auto tensor = madeMatrix("csr");
    const std::vector<PlanSubject> subjects{{"m", tensor}, {"m", tensor}};
    auto plan = shortPlan(tensor, {"spmv"});
    plan.forms.resize(1);
    const auto session = measurePlan(subjects, plan);
    EXPECT_EQ(session.subjects[0].name, "m");
    EXPECT_EQ(session.subjects[1].name, "m (2)");
    EXPECT_EQ(session.rows[1].tensor, "m (2)");
}

} // namespace tscope::timing
