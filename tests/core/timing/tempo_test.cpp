// SPDX-License-Identifier: Apache-2.0
#include "timing/tempo.h"

#include "core/timing/small_plan.h"
#include "core/timing/support/made_session.h"
#include "timing/session_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace tscope::timing {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t cacheBytes = std::int64_t{32} << 20;

Tempo tempoOf(const std::string& work, std::vector<double> samples, std::vector<std::size_t> rounds = {})
{
    if (rounds.empty())
        rounds = {samples.size()};
    return {work, {.samples = std::move(samples), .rounds = std::move(rounds)}};
}

// One row of csr, on a machine that took so long for work in a core's own caches, in the shared one, and with
// memory.
Session withTempo(double near, double shared, double memory, double time = 100)
{
    auto out = sessionOf({okRow(form("csr"), timed(time))});
    out.limits[0].cacheBytes = cacheBytes;
    out.tempo = {tempoOf("adding in place", {near, near, near}),
                 tempoOf("fetching from a shared cache", {shared, shared, shared}),
                 tempoOf("copying memory", {memory, memory, memory})};
    return out;
}

Row rowOfBytes(std::int64_t bytes, const std::string& device = "cpu")
{
    auto out = okRow(form("csr"), timed(100), device);
    out.bytes = bytes;
    return out;
}

} // namespace

TEST(TempoWatches, LookAtAllWorkRoundByRound)
{
    TempoWatch watch(0, std::chrono::nanoseconds(0));
    EXPECT_THAT(watch.tempo(), IsEmpty());
    for (const int round : {0, 0, 2})
        EXPECT_TRUE(watch.look(round));
    std::vector<std::string> works;
    for (const auto& tempo : watch.tempo()) {
        works.push_back(tempo.work);
        EXPECT_EQ(tempo.took.samples.size(), 3U) << tempo.work;
        EXPECT_THAT(tempo.took.rounds, ElementsAre(2U, 1U));
        EXPECT_GT(std::ranges::min(tempo.took.samples), 0);
    }
    EXPECT_THAT(works,
                ElementsAre("computing", "adding in place", "adding beside other threads",
                            "fetching from a near cache", "fetching from a shared cache", "copying memory"));
}

TEST(TempoWatches, LookNoMoreWhileThePauseLasts)
{
    TempoWatch watch(1000, std::chrono::hours(24)); // too little to copy
    EXPECT_TRUE(watch.look(0));
    EXPECT_FALSE(watch.look(0));
    EXPECT_EQ(watch.tempo().size(), 5U);
    EXPECT_EQ(watch.tempo().front().took.samples.size(), 1U);
}

TEST(TempoWatches, StopWhenTheyAreAskedTo)
{
    TempoWatch watch;
    std::stop_source source;
    source.request_stop();
    EXPECT_FALSE(watch.look(0, {source.get_token(), {}}));
    EXPECT_THAT(watch.tempo(), IsEmpty());
}

TEST(TempoWatches, AreInSessionsOfTheProcessor)
{
    const auto tensor = madeMatrix("csr");
    auto plan = shortPlan(tensor, {"sum"});
    const PlanSubject subjects[]{{"m", tensor}};
    std::size_t toldEarly = 0;
    const auto session = measurePlan(
        subjects, plan,
        {.begun = {}, .measured = [&](const Session& soFar, std::size_t) { toldEarly = soFar.tempo.size(); }});
    ASSERT_EQ(session.tempo.size(), 6U);
    EXPECT_EQ(toldEarly, 6U);
    for (const auto& tempo : session.tempo) {
        EXPECT_EQ(std::accumulate(tempo.took.rounds.begin(), tempo.took.rounds.end(), std::size_t{0}),
                  tempo.took.samples.size());
        EXPECT_LE(tempo.took.rounds.size(), static_cast<std::size_t>(plan.rounds));
    }
    plan.devices = {"cuda:0"};
    EXPECT_THAT(measurePlan(subjects, plan).tempo, IsEmpty());
}

TEST(TempoOfTwoSessions, CountsForWhatItIsOf)
{
    const TempoChanges changes(withTempo(100, 200, 1000), withTempo(150, 400, 3000));
    EXPECT_DOUBLE_EQ(changes.of(rowOfBytes(1000)).after, 1.5);
    EXPECT_DOUBLE_EQ(changes.of(rowOfBytes(1000)).before, 1);
    EXPECT_DOUBLE_EQ(changes.of(rowOfBytes(1 << 20)).after, 2);
    EXPECT_DOUBLE_EQ(changes.of(rowOfBytes(cacheBytes - 1)).after, 2);
    EXPECT_DOUBLE_EQ(changes.of(rowOfBytes(cacheBytes)).after, 3);
    EXPECT_DOUBLE_EQ(changes.of(rowOfBytes(cacheBytes, "cuda:0")).after, 1);
    EXPECT_EQ(changes.of(rowOfBytes(cacheBytes)).work, "copying memory");
    const TempoChanges back(withTempo(150, 400, 3000), withTempo(100, 200, 1000));
    EXPECT_DOUBLE_EQ(back.of(rowOfBytes(1000)).before, 1.5);
    EXPECT_DOUBLE_EQ(back.of(rowOfBytes(1000)).after, 1);
}

TEST(TempoOfTwoSessions, CountsOnlyAsFarAsItIsSure)
{
    auto before = withTempo(100, 100, 100), after = before;
    before.tempo[0].took.samples = {100, 110, 120};
    after.tempo[0].took.samples = {115, 200, 210};
    EXPECT_DOUBLE_EQ(TempoChanges(before, after).of(rowOfBytes(1)).after, 1); // 115 is no more than 120
    after.tempo[0].took.samples = {180, 200, 210};
    EXPECT_DOUBLE_EQ(TempoChanges(before, after).of(rowOfBytes(1)).after, 1.5);
}

TEST(TempoOfTwoSessions, TellsNothingOfOtherMachinesOrOfOldSessions)
{
    const auto before = withTempo(100, 100, 100), after = withTempo(200, 200, 200);
    ASSERT_DOUBLE_EQ(TempoChanges(before, after).of(rowOfBytes(1)).after, 2);
    const std::vector<void (*)(Session&)> changes{[](Session& s) { s.machine.processor = "another"; },
                                                  [](Session& s) { s.machine.threads = 3; },
                                                  [](Session& s) { s.machine.memoryBytes = 1; },
                                                  [](Session& s) { s.limits[0].cacheBytes = 7; },
                                                  [](Session& s) { s.limits.clear(); },
                                                  [](Session& s) { s.tempo.clear(); },
                                                  [](Session& s) { s.tempo = {tempoOf("other work", {9})}; },
                                                  [](Session& s) {
                                                      for (auto& tempo : s.tempo)
                                                          tempo.took = {};
                                                  }};
    for (std::size_t i = 0; i < changes.size(); ++i) {
        auto other = after;
        changes[i](other);
        for (const auto& row : {rowOfBytes(1), rowOfBytes(1 << 30)}) {
            EXPECT_EQ(TempoChanges(before, other).of(row).after, 1) << i;
            EXPECT_EQ(TempoChanges(other, before).of(row).before, 1) << i;
        }
    }
}

TEST(TempoOfTwoSessions, AllowsForTheSlowerOneAndSaysSo)
{
    const auto quiet = withTempo(100, 100, 100, 100), loud = withTempo(200, 100, 100, 180);
    const auto diff = diffOf(quiet, loud);
    EXPECT_EQ(diff.changes.at(0).word, Word::undecided);
    EXPECT_DOUBLE_EQ(diff.changes.at(0).ratio.low, 100.0 / 180);
    EXPECT_DOUBLE_EQ(diff.changes.at(0).ratio.high, 2 * 100.0 / 180);
    EXPECT_EQ(diff.changes.at(0).noise, 0);
    EXPECT_THAT(diff.remarks,
                ElementsAre("A fixed piece of work (adding in place) ran 2.0x slower in the second session; "
                            "intervals are widened for that"));
    EXPECT_EQ(diffOf(loud, quiet).changes.at(0).word, Word::undecided);
    EXPECT_THAT(diffOf(loud, quiet).remarks, ElementsAre(HasSubstr("2.0x slower in the first session")));

    // What is faster although the machine was slower is so all the more.
    EXPECT_EQ(diffOf(quiet, withTempo(200, 100, 100, 80)).changes.at(0).word, Word::faster);
    EXPECT_EQ(diffOf(quiet, withTempo(200, 100, 100, 220)).changes.at(0).word, Word::slower);
    EXPECT_EQ(diffOf(quiet, withTempo(100, 100, 100, 180)).changes.at(0).word, Word::slower);
    EXPECT_THAT(diffOf(quiet, withTempo(109, 100, 100, 100)).remarks, IsEmpty()); // not worth a word
    EXPECT_THAT(diffOf(quiet, withTempo(100, 200, 200, 100)).remarks, IsEmpty()); // no row goes so far
}

TEST(TempoOfASession, IsRemarkedWhereRoundsDiffer)
{
    const auto quiet = tempoOf("computing", {100, 100, 105, 104, 101, 100}, {3, 3});
    EXPECT_EQ(remarkOnTempo(std::vector{quiet}), "");
    const auto loud = tempoOf("fetching", {90, 100, 100, 300, 250, 300}, {3, 3});
    EXPECT_EQ(remarkOnTempo(std::vector{quiet, loud}),
              "A fixed test loop took up to 2.5x as long in some rounds.");
    EXPECT_EQ(remarkOnTempo(std::vector{tempoOf("fetching", {100, 100, 300, 300}, {2, 2})}), ""); // too few
    EXPECT_EQ(remarkOnTempo({}), "");
}

} // namespace tscope::timing
