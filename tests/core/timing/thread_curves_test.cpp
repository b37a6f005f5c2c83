// SPDX-License-Identifier: Apache-2.0
#include "timing/thread_curves.h"

#include "base/thread_pool.h"
#include "core/timing/small_plan.h"
#include "core/timing/support/made_session.h"
#include "timing/foresight.h"
#include "timing/plan_words.h"
#include "timing/session_html.h"
#include "timing/session_text.h"
#include "timing/verdicts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::timing {

namespace {

const Variant csr = form("csr"), coo = form("coo");

// Of a machine with four threads.
Session onThreads(const Variant& variant, double one, double two, double four)
{
    return sessionOf({okRow(variant, timed(four)), okRow(variant, timed(one), "cpu (1 thread)"),
                      okRow(variant, timed(two), "cpu (2 threads)")});
}

std::vector<std::string> saidOf(const Session& session)
{
    return sentencesOf(threadCurvesOf(session, "a", "spmv"));
}

} // namespace

TEST(ThreadCurves, GoFromTheFewestThreadsToTheMostAndAllIsWhatTheMachineHas)
{
    const auto session = onThreads(csr, 800, 420, 250);
    const auto curves = threadCurvesOf(session, "a", "spmv");
    ASSERT_EQ(curves.curves.size(), 1U);
    const auto& points = curves.curves[0].points;
    ASSERT_EQ(points.size(), 3U);
    EXPECT_EQ(points[0].threads, 1);
    EXPECT_EQ(points[0].row, 1U);
    EXPECT_EQ(points[1].threads, 2);
    EXPECT_EQ(points[2].threads, 4);
    EXPECT_EQ(points[2].row, 0U);
    EXPECT_DOUBLE_EQ(curves.curves[0].speedUp.value, 3.2);
}

TEST(ThreadCurves, SayHowMuchFasterAndWhatShareOfWhatTheThreadsCouldBring)
{
    EXPECT_EQ(saidOf(onThreads(csr, 800, 420, 250)),
              (std::vector<std::string>{
                  "csr is 3.2x (3.2-3.2) faster with 4 threads than with 1: 80 % of what 4 could bring"}));
    EXPECT_EQ(saidOf(onThreads(csr, 300, 310, 301)),
              (std::vector<std::string>{"csr takes the same time with 4 threads as with 1 (1.00x, 1.00-1.00)"}));
    EXPECT_EQ(saidOf(onThreads(csr, 200, 300, 400)),
              (std::vector<std::string>{"csr is 2.0x (2.0-2.0) slower with 4 threads than with 1"}));
}

TEST(ThreadCurves, AreNotSureOfWhatLiesWithinTheNoise)
{
    auto session = sessionOf(
        {okRow(csr, timed(100, 60, 160), "cpu (1 thread)"), okRow(csr, timed(80, 50, 150), "cpu (2 threads)")});
    ASSERT_EQ(saidOf(session).size(), 1U);
    EXPECT_TRUE(saidOf(session)[0].starts_with("csr: undecided whether 2 threads are faster than 1 (1.2x, "))
        << saidOf(session)[0];
}

TEST(ThreadCurves, NeedTwoNumbersOfThreadsOfTheProcessor)
{
    EXPECT_TRUE(saidOf(sessionOf({okRow(csr, timed(100)), okRow(csr, timed(10), "cuda:0")})).empty());
    EXPECT_TRUE(saidOf(sessionOf({okRow(csr, timed(100)), okRow(csr, timed(90), "cpu (4 threads)")})).empty())
        << "all of them are 4";
    EXPECT_TRUE(saidOf(sessionOf({okRow(csr, timed(100)), okRow(coo, timed(90), "cpu (1 thread)")})).empty());
    auto other = onThreads(csr, 4, 3, 2);
    for (auto& row : other.rows)
        row.isChecked = false;
    EXPECT_TRUE(saidOf(other).empty()) << "what was not checked is not compared";
}

TEST(ThreadCurves, TellTypesApartWhereFormsDifferInNothingElse)
{
    auto narrow = csr;
    narrow.indexDType = "int32";
    auto session = onThreads(csr, 800, 400, 200);
    for (auto row : onThreads(narrow, 400, 200, 100).rows)
        session.rows.push_back(row);
    const auto said = saidOf(session);
    ASSERT_EQ(said.size(), 2U);
    EXPECT_TRUE(said[0].starts_with("csr int64 is 4.0x ")) << said[0];
    EXPECT_TRUE(said[1].starts_with("csr int32 is 4.0x ")) << said[1];
}

TEST(ThreadCurves, AreToldByTheTextAndTheReport)
{
    auto session = onThreads(csr, 800, 420, 250);
    const std::string sentence =
        "csr is 3.2x (3.2-3.2) faster with 4 threads than with 1: 80 % of what 4 could bring";
    const auto lines = linesOf(session);
    const auto at = std::ranges::find(lines, "spmv, threads of the CPU");
    ASSERT_NE(at, lines.end());
    EXPECT_EQ(*(at + 1), "  " + sentence);
    EXPECT_EQ(std::ranges::count(lines, *at), 1) << "once for all numbers of threads";
    EXPECT_NE(sessionHtml(session).find("<p>" + sentence + "</p>"), std::string::npos);
}

// Measured in earnest: what is computed is right with any number, and limits are of that number.
TEST(ThreadCurves, ComeOfAPlanInWhichThreadsAreDevices)
{
    setThreadCount(4); // also where the machine has fewer
    const auto tensor = madeMatrix("csr", {64, 48});
    PlanWords words;
    words.ops = {"spmv"};
    words.layouts = {"csr", "coo"};
    words.threads = {1, 4, 1};
    auto plan = planOf(words, tensor);
    ASSERT_TRUE(plan) << plan.error().text;
    EXPECT_EQ(plan->devices, (std::vector<std::string>{"cpu (1 thread)", "cpu (4 threads)"}));
    plan->budget = std::chrono::milliseconds(4);
    const PlanSubject subject{"m", tensor};
    const auto session = measurePlan(std::span(&subject, 1), *plan);
    EXPECT_EQ(threadCount(), 4);
    ASSERT_EQ(session.rows.size(), 4U);
    for (const auto& row : session.rows) {
        EXPECT_EQ(row.status, Status::ok) << row.reason;
        EXPECT_TRUE(row.isChecked);
        EXPECT_NE(session.limitsOf(row.device), nullptr);
    }
    ASSERT_NE(session.processorLimits(), nullptr);
    EXPECT_EQ(session.processorLimits()->device, "cpu (4 threads)");
    EXPECT_EQ(threadCurvesOf(session, "m", "spmv").curves.size(), 2U);
    EXPECT_TRUE(std::ranges::all_of(session.footprints, [](const auto& row) { return row.predictedNs > 0; }));
    EXPECT_FALSE(session.tempo.empty()) << "the processor was watched";

    words.threads = {5};
    const auto refused = planOf(words, tensor);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text, "a number of threads from 1 to 4 was wanted, found 5");
    words.devices = {"cuda:0"};
    EXPECT_EQ(planOf(words, tensor)->devices, words.devices) << "threads are the processor's";
    setThreadCount(0);
}

TEST(ThreadCurves, FewerThreadsAreForeseenToTakeLonger)
{
    const auto tensor = madeMatrix("csr", {1200, 1000}); // enough entries for all threads
    auto plan = shortPlan(tensor, {"spmv"});
    plan.forms.resize(1);
    plan.budget = std::chrono::nanoseconds(1);
    const PlanSubject subject{"m", tensor};
    const auto foreseen = [&](const std::string& device) {
        plan.devices = {device};
        const Pace pace{1, 1, 1, 1, 0, 4};
        return foresightOf(plannedSession(std::span(&subject, 1), plan), plan, pace).rowNs.at(0);
    };
    EXPECT_GT(foreseen("cpu (1 thread)"), 2 * foreseen("cpu"));
    EXPECT_DOUBLE_EQ(foreseen("cpu (4 threads)"), foreseen("cpu"));
    EXPECT_DOUBLE_EQ(foreseen("cpu (64 threads)"), foreseen("cpu"));
}

} // namespace tscope::timing
