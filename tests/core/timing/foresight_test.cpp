// SPDX-License-Identifier: Apache-2.0
#include "timing/foresight.h"

#include "core/timing/small_plan.h"
#include "timing/form_need.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace tscope::timing {

namespace {

// A machine on which a byte takes a nanosecond, and so does a product.
constexpr Pace evenPace{1, 1, 1, 1, 0, 1};

Foresight foreseen(const Sound& tensor, const Plan& plan, const Pace& pace = evenPace)
{
    const PlanSubject subject{"m", tensor};
    return foresightOf(plannedSession(std::span(&subject, 1), plan), plan, pace);
}

Session measured(const Sound& tensor, const Plan& plan)
{
    const PlanSubject subject{"m", tensor};
    return measurePlan(std::span(&subject, 1), plan);
}

// Read and written if each form of a session is converted once in each of its rounds.
std::int64_t bytesConvertedIn(const Session& session)
{
    const auto bytesOf = [&](const Variant& variant) {
        return std::ranges::find(session.footprints, variant, &FootprintRow::variant)->bytes();
    };
    std::map<std::string, std::int64_t> forms;
    for (const auto& row : session.rows)
        if (row.conversion.isThere())
            forms[text(row.variant)] =
                std::ssize(row.conversion.rounds) * (bytesOf(session.subjects[0].given) + bytesOf(row.variant));
    std::int64_t sum = 0;
    for (const auto& [form, bytes] : forms)
        sum += bytes;
    return sum;
}

} // namespace

TEST(Foresights, StayBesideWhatIsLeftAndWhatWasMeasured)
{
    Foresight foresight;
    foresight.totalNs = 12e9;
    EXPECT_EQ(text(sentenceOf(Progress{2, 5, 32, 0.3}, 5e9, 8.4e9)),
              "5 of 32 measurements, round 2: about 13 s in all, about 8 s left.");
    foresight.cells = 96;
    EXPECT_EQ(text(sentenceOfPreparing(foresight, 3, 10)),
              "Preparing: step 3 of 10; 96 measurements follow, about 12 s in all.");
    EXPECT_EQ(text(sentenceOnTime(foresight, 14.2e9)), "Estimated 12 s, measured in 14 s.");
}

TEST(Foresights, CountTheWorkThatMeasuringDoes)
{
    for (const auto* layout : {"csr", "coo", "strided", "bsr"}) {
        SCOPED_TRACE(layout);
        const auto tensor = testMatrix(std::string(layout) == "bsr" ? "blocks" : "random", layout, {48, 32});
        const auto plan = shortPlan(tensor, {"spmv", "spmm:16", "add"});
        const auto before = foreseen(tensor, plan);
        const auto session = measured(tensor, plan);
        EXPECT_EQ(before.cells, session.rows.size());
        EXPECT_EQ(before.rounds, plan.rounds);
        const auto done = bytesConvertedIn(session);
        ASSERT_GT(done, 0);
        EXPECT_GE(before.bytesConverted, done / 2);
        EXPECT_LE(before.bytesConverted, done * 2);
        // Each operation is checked once, for all of its forms.
        std::int64_t products = 0;
        for (const auto columns : {1, 16, 1})
            products += session.subjects[0].stored * columns;
        EXPECT_EQ(before.checks, products);
    }
}

TEST(Foresights, CoverConversionsAndChecksBesideTheTimeOfTheCells)
{
    const auto tensor = testMatrix("random", "csr", {480, 320});
    auto plan = shortPlan(tensor, {"spmv"});
    plan.budget = std::chrono::nanoseconds(1);
    const auto whole = foreseen(tensor, plan);
    EXPECT_GE(whole.totalNs, static_cast<double>(whole.bytesConverted)) << "at a byte in a nanosecond";
    EXPECT_GE(whole.totalNs, static_cast<double>(whole.checks));
    auto slow = evenPace;
    slow.referenceRate = 1e-6;
    EXPECT_GE(foreseen(tensor, plan, slow).totalNs, static_cast<double>(whole.checks) * 1e6);
    plan.budget = std::chrono::seconds(100); // now the cells are what takes long
    const auto longer = foreseen(tensor, plan);
    const auto cells = static_cast<double>(longer.cells) * 100e9;
    EXPECT_GE(longer.totalNs, cells / 2);
    EXPECT_LE(longer.totalNs, cells * 2);
}

// Small work runs on one thread, whose limits are measured too: once a round, or at the end.
TEST(Foresights, CountTheLimitsOfOneThread)
{
    const auto tensor = testMatrix("random", "csr", {48, 32});
    auto plan = shortPlan(tensor, {"spmv"});
    plan.forms = {*formNamed("csr")};
    auto twoThreads = evenPace;
    twoThreads.threads = 2;
    const auto more = [&] {
        return foreseen(tensor, plan, twoThreads).totalNs - foreseen(tensor, plan, evenPace).totalNs;
    };
    constexpr double limits = 400e6, near = 5e6; // it computes faster with two threads
    EXPECT_NEAR(more(), limits, near) << "the rounds take less than a second";
    plan.budget = std::chrono::seconds(30);
    EXPECT_NEAR(more(), (plan.rounds - 1) * limits, near);
    plan.rounds = 1;
    EXPECT_NEAR(more(), limits, near) << "after the only round";
    plan.devices = {"cpu (1 thread)"};
    EXPECT_NEAR(more(), 0, near) << "the plan measures it itself";
}

// All rounds have copies of the tensor.
TEST(Foresights, CountTheCopiesOfEachRound)
{
    const auto tensor = testMatrix("random", "csr", {480, 320});
    auto plan = shortPlan(tensor, {"spmv"});
    plan.budget = std::chrono::nanoseconds(1);
    plan.forms = {*formNamed("csr")};
    auto slow = evenPace;
    slow.moveRate = 1e-3; // of the copies alone: the tensor has the only form
    const auto bytes = static_cast<double>(foreseen(tensor, plan).bytesAtOnce) / 2;
    EXPECT_GT(foreseen(tensor, plan, slow).totalNs, plan.rounds * bytes / slow.moveRate);
}

TEST(Foresights, LeaveOutWhatIsNotMeasured)
{
    MakeSpec spec;
    spec.size = {1000, 1000};
    spec.nnz = 500;
    const auto tensor = test::proven(*makeTensorOf(spec));
    auto plan = shortPlan(tensor, {"spmv"});
    plan.forms = {*formNamed("csr"), *formNamed("strided")};
    const auto all = foreseen(tensor, plan);
    plan.mostDenseBytes = 1000;
    const auto few = foreseen(tensor, plan);
    EXPECT_EQ(all.cells, 2U);
    EXPECT_EQ(few.cells, 1U);
    EXPECT_EQ(few.leftOut, 1U);
    EXPECT_EQ(few.bytesConverted, 0);
    EXPECT_LT(few.totalNs, all.totalNs);
    EXPECT_GT(all.bytesAtOnce, 4'000'000) << "the dense form";
    EXPECT_LT(few.bytesAtOnce, 100'000);
    EXPECT_TRUE(text(sentenceOf(few)).starts_with("Measurements: 1, and 1 left out as too large; time: about "));
}

// Another process measures, with devices of its own.
TEST(Foresights, CountCellsOnDevicesThatThisProcessDoesNotHave)
{
    const auto tensor = madeMatrix("csr", {48, 32});
    auto plan = shortPlan(tensor, {"spmv"});
    plan.devices = {"cpu", "cuda:7"};
    EXPECT_EQ(foreseen(tensor, plan).cells, cellsOf(plan, 1));
}

TEST(Foresights, TellRoughTimes)
{
    EXPECT_EQ(roughTimeText(0.2e9), "1 s");
    EXPECT_EQ(roughTimeText(42.4e9), "42 s");
    EXPECT_EQ(roughTimeText(240e9), "4 min");
    EXPECT_EQ(roughTimeText(3 * 3600e9), "3 h");
}

TEST(Foresights, TheTimeLeftFallsToNothingAndFollowsThePace)
{
    const auto tensor = madeMatrix("csr", {48, 32});
    const auto plan = shortPlan(tensor, {"spmv", "softmax"});
    const PlanSubject subject{"m", tensor};
    Foresight foresight;
    std::vector<double> shares;
    measurePlan(
        std::span(&subject, 1), plan,
        {[&](const Session& begun) { foresight = foresightOf(begun, plan, evenPace); },
         [&](const Session& session, std::size_t) { shares.push_back(progressOf(session, &foresight).share); }});
    ASSERT_GT(shares.size(), 8U);
    EXPECT_NEAR(shares.back(), 1, 1e-9);
    EXPECT_NEAR(timeLeft(foresight, {.share = shares.back()}, 1e9), 0, 1);
    const auto total = foresight.totalNs;
    EXPECT_DOUBLE_EQ(timeLeft(foresight, {.share = 0}, 0), total);
    EXPECT_NEAR(timeLeft(foresight, {.share = 0.5}, 0.5 * total), 0.5 * total, 0.01 * total);
    EXPECT_GT(timeLeft(foresight, {.share = 0.5}, 2 * total), 1.5 * total)
        << "the machine is slower than foreseen";
}

// After a thirtieth of the measurement it counts more than what was foreseen.
TEST(Foresights, TheFirstRowsCorrectTheTimeLeft)
{
    Foresight foresight;
    foresight.totalNs = 10e9;
    EXPECT_NEAR(timeLeft(foresight, {.share = 0.05}, 5 * 0.5e9), 0.95 * 50e9, 0.5 * 0.95 * 50e9)
        << "it goes on five times as slowly as foreseen";
}

TEST(Foresights, AreCorrectedByWhatMeasurementsTook)
{
    const auto before = paceOfMachine();
    learnPace(1e9, 1e9); // too short to tell anything
    EXPECT_EQ(paceOfMachine().correction, before.correction);
    learnPace(4e9, 12e9);
    const auto after = paceOfMachine();
    EXPECT_NEAR(after.correction, std::min(10.0, 3 * before.correction), 1e-9);
    const auto tensor = madeMatrix("csr", {48, 32});
    const auto plan = shortPlan(tensor, {"spmv"});
    const PlanSubject subject{"m", tensor};
    const auto begun = plannedSession(std::span(&subject, 1), plan);
    const auto first = foresightOf(begun, plan, before), second = foresightOf(begun, plan, after);
    EXPECT_NEAR(second.totalNs, first.totalNs * after.correction / before.correction, 1);
    EXPECT_EQ(second.bytesAtOnce, first.bytesAtOnce);
    learnPace(12e9, 4e9); // as it was
    EXPECT_NEAR(paceOfMachine().correction, before.correction, 1e-9);
}

TEST(Foresights, SeeAsManyCellsOfOtherDensities)
{
    const auto tensor = madeMatrix("csr", {48, 32});
    auto plan = shortPlan(tensor, {"spmv"});
    plan.densities = {0.5, 2};
    EXPECT_EQ(foreseen(tensor, plan).cells, cellsOf(plan, 1));
}

} // namespace tscope::timing
