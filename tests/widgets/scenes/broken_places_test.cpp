// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/broken_places.h"

#include "rules/check.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

// Rules fail at the pointer behind the one that is wrong: both are marked.
TEST(BrokenPlaces, HaveTheSlotThatTheLikelyCauseNames)
{
    const auto tensor = tensorOf(R"({"layout":"csr","size":[3,4],"members":{"compressed":[0,4,3,5],
        "plain":[0,2,1,0,3],"values":[1,2,3,4,5]}})");
    auto report = check(tensor);
    ASSERT_EQ(report.causes.front().index, 1);
    ASSERT_EQ(report.find("5.3")->witnesses.front().place, (Slots{"compressed", 2, 3}));
    EXPECT_TRUE(BrokenPlaces(tensor, &report, "compressed").contains(1));
    EXPECT_TRUE(BrokenPlaces(tensor, &report, "compressed").contains(2));
    EXPECT_FALSE(BrokenPlaces(tensor, &report, "compressed").contains(0));
    EXPECT_FALSE(BrokenPlaces(tensor, &report, "plain").contains(1)) << "the cause is none of it";

    report.causes.clear();
    EXPECT_FALSE(BrokenPlaces(tensor, &report, "compressed").contains(1));
}

// What is only advised against is no error.
TEST(BrokenPlaces, LeaveAdvisoriesOut)
{
    const auto tensor =
        tensorOf(R"({"layout":"jagged","members":{"values":[1,2,3,4],"offsets":[0,2,4],"lengths":[3,1]}})");
    const auto report = check(tensor);
    ASSERT_TRUE(report.valid);
    ASSERT_FALSE(report.causes.empty());
    EXPECT_TRUE(BrokenPlaces(tensor, &report, "lengths").places().empty());
}
