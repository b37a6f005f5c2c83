// SPDX-License-Identifier: Apache-2.0
// Whatever the process at the other end of the line does, a call comes back, and no process is left behind.
#include "remote/worker.h"

#include "layouts/registry.h"
#include "make/generators.h"
#include "ops/operations.h"
#include "support/hostile_worker.h"
#include "support/scratch_folder.h"
#include "support/setting.h"
#include "timing/plan_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <map>
#include <sys/wait.h>
#include <thread>

namespace tscope {
namespace {

using remote::Worker;
using testing::HasSubstr;
using namespace std::chrono_literals;

Sound matrix()
{
    auto proved = prove(*makeTensorOf({.layout = "csr", .size = {40, 30}, .nnz = 200}));
    return std::move(std::get<Sound>(proved));
}

// Each kind of call there is; the error that it came back with, if it did.
struct Call {
    const char* name;
    std::function<std::optional<Error>(Worker& worker, const Watch& watch)> make;
};

template <class T>
std::optional<Error> errorOf(const Result<T>& result)
{
    return result ? std::nullopt : std::optional(result.error());
}

std::vector<Call> calls()
{
    const auto time = [](Worker& worker, const Watch& watch) -> std::optional<Error> {
        timing::PlanWords words;
        words.ops = {"spmv"};
        const auto tensor = matrix();
        auto plan = timing::planOf(words, tensor);
        EXPECT_TRUE(plan);
        const std::vector<timing::PlanSubject> subjects{{"m", tensor}};
        const auto session = worker.measure(subjects, *plan, {}, watch);
        EXPECT_TRUE(session.isPartial);
        return session.machine.remarks.empty()
                   ? std::nullopt
                   : std::optional(Error{ErrorCode::internal, session.machine.remarks.back()});
    };
    return {
        {"modules", [](Worker& worker, const Watch& watch) { return errorOf(worker.modules(watch)); }},
        {"support", [](Worker& worker, const Watch& watch) { return errorOf(worker.support("sum", watch)); }},
        {"convert",
         [](Worker& worker, const Watch& watch) {
             return errorOf(worker.convert(matrix(), {.layout = layoutNamed("coo")}, "cpu", watch));
         }},
        {"run",
         [](Worker& worker, const Watch& watch) {
             const auto& sum = *operationNamed("sum");
             const std::vector<Sound> inputs{matrix()};
             return errorOf(
                 worker.run(sum, inputs, *parseParams(sum.params, {}), {.device = "cpu", .watch = watch}));
         }},
        {"time", time},
    };
}

bool hasChildren()
{
    int status = 0;
    return ::waitpid(-1, &status, WNOHANG) >= 0 || errno != ECHILD;
}

// Each way to misbehave, as a name of a test.
const auto nameOfManner = [](const auto& manner) {
    std::string name = manner.param;
    std::ranges::replace(name, ' ', '_');
    return name;
};

class HostileWorker : public testing::TestWithParam<std::string>
{
protected:
    HostileWorker() : m_manner(test::hostileVariable, GetParam()) {}

    test::Setting m_manner;
};
const std::map<std::string, std::string> sentences{
    {"announces what no memory holds", "sent what is no packet"},
    {"announces less than nothing", "sent what is no packet"},
    {"announces storages that do not come", "sent what is no packet"},
    {"sends noise", "sent what is no packet"},
    {"sends more values than memory likes", "values in one packet"},
};

class HangingWorker : public HostileWorker
{
};

TEST_P(HostileWorker, CostsOneSentenceAndIsGone)
{
    for (const auto& call : calls()) {
        SCOPED_TRACE(call.name);
        // What is told by its bound gets all the time that it needs.
        const auto told = sentences.find(GetParam());
        const bool isBound = told != sentences.end();
        Worker worker({.program = test::thisProgram(),
                       .stopPatience = 100ms,
                       .silence = isBound ? 1min : 300ms,
                       .packetPause = isBound ? 1min : 100ms});
        const auto error = call.make(worker, {});
        ASSERT_TRUE(error) << "it was believed";
        EXPECT_FALSE(error->text.empty());
        EXPECT_LT(error->text.size(), 5000U);
        // Not because it was waited for in vain: the bound itself is what holds.
        if (isBound) {
            EXPECT_THAT(error->text, HasSubstr(told->second));
        }
        EXPECT_EQ(worker.starts(), 1);
        // One that answered nonsense in due form may go on, until it is asked again.
        if (worker.process() < 0) {
            EXPECT_FALSE(hasChildren()) << "it was left behind";
        }
    }
    EXPECT_FALSE(hasChildren());
}

// With all the patience in the world.
TEST_P(HangingWorker, IsLeftWhenTheCallIsStopped)
{
    for (const auto& call : calls()) {
        SCOPED_TRACE(call.name);
        Worker worker({.program = test::thisProgram(), .stopPatience = 50ms, .silence = 24h, .packetPause = 24h});
        std::stop_source stop;
        std::jthread later([&] {
            while (worker.process() < 0)
                std::this_thread::sleep_for(1ms);
            std::this_thread::sleep_for(20ms);
            stop.request_stop();
        });
        const auto error = call.make(worker, {.stop = stop.get_token()});
        ASSERT_TRUE(error);
        EXPECT_EQ(error->text, "the operation was stopped");
        EXPECT_EQ(worker.process(), -1);
        EXPECT_FALSE(hasChildren());
    }
}

INSTANTIATE_TEST_SUITE_P(ThatEnds, HostileWorker, testing::ValuesIn(test::endingManners()), nameOfManner);
INSTANTIATE_TEST_SUITE_P(ThatHangs, HostileWorker, testing::ValuesIn(test::hangingManners()), nameOfManner);
INSTANTIATE_TEST_SUITE_P(Each, HangingWorker, testing::ValuesIn(test::hangingManners()), nameOfManner);

// A question that the pipe does not hold, to one that never reads.
TEST(HostileWorkers, AQuestionThatNobodyTakesIsStopped)
{
    const test::Setting manner(test::hostileVariable, "never reads");
    Worker worker({.program = test::thisProgram(), .stopPatience = 50ms, .silence = 300ms});
    timing::Plan plan;
    plan.devices.assign(400'000, "a device of a long name");
    const std::vector<timing::PlanSubject> subjects{{"m", matrix()}};
    const auto session = worker.measure(subjects, plan);
    ASSERT_FALSE(session.machine.remarks.empty());
    EXPECT_THAT(session.machine.remarks.back(), HasSubstr("took no question for 300 ms"));
    EXPECT_FALSE(hasChildren());

    std::stop_source stop;
    stop.request_stop();
    Worker patient({.program = test::thisProgram(), .stopPatience = 50ms, .silence = 24h});
    const auto stopped = patient.measure(subjects, plan, {}, {.stop = stop.get_token()});
    EXPECT_EQ(stopped.machine.remarks.back(), "the operation was stopped");
    EXPECT_FALSE(hasChildren());
}

TEST(HostileWorkers, WhatWasSentUnaskedIsNoAnswerToTheNextQuestion)
{
    const test::Setting manner(test::hostileVariable, "answers twice");
    Worker worker({.program = test::thisProgram(), .silence = 300ms, .packetPause = 100ms});
    ASSERT_TRUE(worker.modules());
    const auto first = worker.process();
    ASSERT_TRUE(worker.modules());
    EXPECT_NE(worker.process(), first);
    EXPECT_EQ(worker.starts(), 2);
}

// It is not waited for: whatever follows an answer ends the worker.
TEST(HostileWorkers, HalfAPacketThatWasSentUnaskedDelaysNoCall)
{
    const test::Setting manner(test::hostileVariable, "answers and sends half a packet");
    Worker worker({.program = test::thisProgram(), .silence = 24h, .packetPause = 24h});
    const auto first = worker.modules();
    ASSERT_TRUE(first) << first.error().text;
    const auto second = worker.modules();
    EXPECT_TRUE(second) << second.error().text;
    EXPECT_EQ(worker.starts(), 2);
}

// Its own process group: what is sent to the program's group does not reach it, and what it starts goes with it.
TEST(HostileWorkers, HasAProcessGroupOfItsOwn)
{
    const test::Setting manner(test::hostileVariable, "never answers");
    Worker worker({.program = test::thisProgram(), .stopPatience = 50ms});
    pid_t group = -1;
    std::stop_source stop;
    std::jthread later([&] {
        while (worker.process() < 0)
            std::this_thread::sleep_for(1ms);
        group = ::getpgid(worker.process());
        stop.request_stop();
    });
    EXPECT_FALSE(worker.modules({.stop = stop.get_token()}));
    later.join();
    EXPECT_GT(group, 0);
    EXPECT_NE(group, ::getpgrp());
    EXPECT_FALSE(hasChildren());
}

} // namespace
} // namespace tscope
