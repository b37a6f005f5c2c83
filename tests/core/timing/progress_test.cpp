// SPDX-License-Identifier: Apache-2.0
#include "timing/foresight.h"

#include "core/timing/small_plan.h"

#include <gtest/gtest.h>

#include <iterator>
#include <map>

namespace tscope::timing {

TEST(Progress, EachRoundReachesAllCellsWhateverCantBeMeasured)
{
    const auto tensor = madeMatrix("csr", {25, 16});
    auto plan = shortPlan(tensor, {"spmv", "softmax"});
    plan.forms = {*formNamed("csr"), *formNamed("bsr:2x2"), *formNamed("csc"), *formNamed("coo")};
    plan.devices = {"cpu", "cuda:7"};
    std::map<int, tscope::timing::Progress> last;
    const PlanSubject subject{"m", tensor};
    const auto session =
        measurePlan(std::span(&subject, 1), plan, {{}, [&](const Session& all, std::size_t) {
                                                       const auto progress = progressOf(all);
                                                       EXPECT_EQ(progress.all, all.rows.size());
                                                       EXPECT_GE(progress.done, last[progress.round].done);
                                                       last[progress.round] = progress;
                                                   }});
    ASSERT_TRUE(std::ranges::any_of(session.rows, [](const Row& row) { return row.status != Status::ok; }));
    ASSERT_EQ(std::ssize(last), plan.rounds);
    for (const auto& [round, progress] : last)
        EXPECT_EQ(progress.done, progress.all) << "round " << round;
}

} // namespace tscope::timing
