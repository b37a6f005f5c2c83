// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/space_shares.h"

#include <gmock/gmock.h>

#include <array>
#include <numeric>

using namespace tscope;
using testing::ElementsAre;

namespace {

constexpr SpaceNeed strips(double least)
{
    return {least, 2 * least, 0.34, true};
}

} // namespace

TEST(SpaceShares, WhatIsLeftGoesToWhoCanUseIt)
{
    const std::array needs{SpaceNeed{100, 300}, SpaceNeed{100, 200}};
    EXPECT_THAT(divided(500, needs), ElementsAre(300, 200));
    EXPECT_THAT(divided(350, needs), ElementsAre(200, 150));
}

TEST(SpaceShares, WhatNobodyCanUseIsSharedInProportion)
{
    const std::array needs{SpaceNeed{175, 300}, SpaceNeed{100, 100}};
    EXPECT_THAT(divided(800, needs), ElementsAre(600, 200));
}

TEST(SpaceShares, ALongStripIsShownWholeWhereTheOthersLeaveRoom)
{
    const std::array needs{SpaceNeed{170, 170}, SpaceNeed{740, 740, 0.34, true}};
    EXPECT_THAT(divided(910, needs), ElementsAre(170, 740));
}

TEST(SpaceShares, WhereRoomIsShortStripsAreScrolledAndTheMapIsRead)
{
    std::array needs{SpaceNeed{180, 400, 0.6}, strips(275), strips(290)};
    giveWay(400, needs);
    const auto lengths = divided(400, needs);
    EXPECT_NEAR(lengths[0], 180, 1e-9);
    EXPECT_NEAR(std::accumulate(lengths.begin(), lengths.end(), 0.0), 400, 1e-9);
    EXPECT_NEAR(lengths[1] / lengths[2], 275.0 / 290, 1e-9);
}

TEST(SpaceShares, StripsKeepSomethingBesideTheLargestMap)
{
    std::array needs{SpaceNeed{300, 400, 0.6}, strips(300)};
    giveWay(400, needs);
    EXPECT_NEAR(needs[1].least, 160, 1e-9);
}

TEST(SpaceShares, WhereThereIsEnoughNothingGivesWay)
{
    std::array needs{SpaceNeed{100, 200}, strips(100)};
    giveWay(200, needs);
    EXPECT_EQ(needs[1].least, 100);
}

TEST(SpaceShares, AMapWithoutRoomGetsMoreThanStripsWithoutRoom)
{
    const std::array needs{SpaceNeed{5000, 9000, 0.6}, strips(9000)};
    const auto lengths = divided(1000, needs);
    EXPECT_GT(lengths[0], 1.5 * lengths[1]);
}

TEST(SpaceShares, WithoutNeedsThereIsNothing)
{
    EXPECT_THAT(divided(100, std::array{SpaceNeed(), SpaceNeed()}), ElementsAre(0, 0));
}
