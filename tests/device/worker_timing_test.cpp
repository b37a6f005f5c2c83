// SPDX-License-Identifier: Apache-2.0
// What is measured in a worker, on the processor and on a device that the host plays.
#include "core/timing/small_plan.h"
#include "remote/worker.h"
#include "support/setting.h"
#include "timing/session_json.h"

#include <gtest/gtest.h>

#include <csignal>

namespace tscope::timing {

namespace {

using remote::Worker;

Worker::Options workerOptions()
{
    return {.program = TSCOPE_WORKER};
}

std::vector<PlanSubject> subjects()
{
    return {{"m", madeMatrix("csr")}};
}

Plan planFor(const std::vector<PlanSubject>& tensors, std::vector<std::string> devices)
{
    auto plan = shortPlan(tensors.front().tensor, {"spmv", "sum"});
    plan.forms = {*formNamed("csr"), *formNamed("coo")};
    plan.devices = std::move(devices);
    return plan;
}

TEST(MeasuringWorker, TellsEachRowAndThenAllOfThem)
{
    Worker worker(workerOptions());
    const auto tensors = subjects();
    std::size_t begun = 0;
    std::vector<std::size_t> told;
    const PlanListener listener{[&](const Session& session) { begun = session.rows.size(); },
                                [&](const Session& session, std::size_t row) {
                                    told.push_back(row);
                                    EXPECT_EQ(session.rows[row].status, Status::ok) << session.rows[row].reason;
                                }};
    const auto session = worker.measure(tensors, planFor(tensors, {"cpu"}), listener);
    EXPECT_EQ(begun, 4U);
    EXPECT_EQ(told.size(), 12U); // each in all three rounds
    ASSERT_EQ(session.rows.size(), 4U);
    for (const auto& row : session.rows) {
        EXPECT_EQ(row.status, Status::ok) << row.reason;
        EXPECT_TRUE(row.isChecked);
    }
    EXPECT_FALSE(session.isPartial);
    EXPECT_FALSE(session.verdicts.empty());
    EXPECT_EQ(session.subjects.front().contentHash.size(), 32U);
}

TEST(MeasuringWorker, MeasuresThePatternInOtherDensities)
{
    Worker worker(workerOptions());
    const auto tensors = subjects();
    auto plan = planFor(tensors, {"cpu"});
    plan.densities = {0.5};
    const auto session = worker.measure(tensors, plan);
    EXPECT_EQ(session.rows.size(), cellsOf(plan, tensors.size()));
    ASSERT_EQ(session.subjects.size(), 2 * tensors.size());
    EXPECT_EQ(session.subjects[1].patternOf, session.subjects[0].name);
    EXPECT_LT(session.subjects[1].stored, session.subjects[0].stored);
}

TEST(MeasuringWorker, ADeviceThatIsPlayedSaysSoAndIsInNoVerdict)
{
    const test::Setting device("TSCOPE_CUDA", "simulated");
    Worker worker(workerOptions());
    const auto tensors = subjects();
    const auto session = worker.measure(tensors, planFor(tensors, {"cpu", "cuda:0"}));
    int played = 0;
    for (const auto& row : session.rows)
        if (row.device == "cuda:0" && row.status == Status::ok) {
            ++played;
            EXPECT_TRUE(row.isSimulated);
            EXPECT_TRUE(row.isChecked);
            EXPECT_TRUE(row.warm.isThere() && row.cold.isThere() && row.call.isThere() && row.endToEnd.isThere());
        }
    EXPECT_GT(played, 0);
    for (const auto& verdict : session.verdicts)
        EXPECT_FALSE(session.rows[verdict.a].isSimulated || session.rows[verdict.b].isSimulated);
    EXPECT_NE(session.limitsOf("cuda:0"), nullptr);
}

TEST(MeasuringWorker, ADeviceThatFailsLeavesTheOtherRows)
{
    const test::Setting device("TSCOPE_CUDA", "simulated"), fault("TSCOPE_SIMULATED", "fatal");
    Worker worker(workerOptions());
    const auto tensors = subjects();
    const auto session = worker.measure(tensors, planFor(tensors, {"cpu", "cuda:0"}));
    ASSERT_EQ(session.rows.size(), 8U);
    for (const auto& row : session.rows)
        if (row.device == "cpu") {
            EXPECT_EQ(row.status, Status::ok) << row.reason;
        } else {
            EXPECT_NE(row.status, Status::ok);
            EXPECT_FALSE(row.reason.empty());
        }
}

TEST(MeasuringWorker, WhatIsStoppedKeepsWhatItHas)
{
    Worker worker(workerOptions());
    const auto tensors = subjects();
    std::stop_source stop;
    const PlanListener listener{{}, [&](const Session&, std::size_t) { stop.request_stop(); }};
    auto plan = planFor(tensors, {"cpu"});
    plan.rounds = 10'000; // it is not over before the word to stop has come through
    plan.budget = plan.rounds * std::chrono::milliseconds(1);
    const auto session = worker.measure(tensors, plan, listener, {.stop = stop.get_token()});
    EXPECT_TRUE(session.isPartial);
    const auto measured = std::ranges::count(session.rows, Status::ok, &Row::status);
    EXPECT_GE(measured, 1);
    for (const auto& row : session.rows)
        if (row.status != Status::ok) {
            EXPECT_EQ(row.status, Status::cancelled);
        }
}

TEST(MeasuringWorker, MeasuresTheLimitsOfADeviceOnceThoughItIsNamedTwice)
{
    const test::Setting state("XDG_STATE_HOME", "/dev/null"); // nothing is remembered
    Worker worker(workerOptions());
    const std::string one = "cpu (1 thread)";
    const auto limits = worker.measureLimits({one, one, one});
    ASSERT_TRUE(limits) << limits.error().text;
    ASSERT_EQ(limits->size(), 1U);
    EXPECT_EQ(limits->front().device, one);
    EXPECT_EQ(limits->front().repeats.size(), 3U) << "each measurement is made of three";
    EXPECT_FALSE(worker.measureLimits({one, "cuda:77"}));
}

TEST(MeasuringWorker, OneThatEndsLeavesWhatItToldAndSaysSo)
{
    Worker worker(workerOptions());
    const auto tensors = subjects();
    const PlanListener listener{{}, [&](const Session&, std::size_t) { ::kill(worker.process(), SIGKILL); }};
    auto plan = planFor(tensors, {"cpu"});
    plan.budget = std::chrono::seconds(2); // so that it does not end by itself
    const auto session = worker.measure(tensors, plan, listener);
    EXPECT_TRUE(session.isPartial);
    EXPECT_GE(std::ranges::count(session.rows, Status::ok, &Row::status), 1);
    EXPECT_FALSE(session.tempo.empty());
    const auto failed = std::ranges::find(session.rows, Status::failed, &Row::status);
    ASSERT_NE(failed, session.rows.end());
    EXPECT_NE(failed->reason.find("signal"), std::string::npos) << failed->reason;
    EXPECT_EQ(worker.measure(tensors, planFor(tensors, {"cpu"})).rows.front().status, Status::ok); // a new one
}

} // namespace

} // namespace tscope::timing
