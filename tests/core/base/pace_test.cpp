// SPDX-License-Identifier: Apache-2.0
#include "base/pace.h"

#include <gtest/gtest.h>

#include <vector>

namespace tscope {

TEST(PartOfWatch, IsStoppedByEachSignThatStopsTheWhole)
{
    std::stop_source stop;
    std::int32_t flag = 0;
    const Watch byToken{.stop = stop.get_token()}, byFlag{.stopFlag = &flag};
    const auto tokensPart = partOfWatch(byToken, 0, 0.5), flagsPart = partOfWatch(byFlag, 0, 0.5);
    const auto ofAPart = partOfWatch(flagsPart, 0.5, 1);
    EXPECT_FALSE(tokensPart.isStopped() || flagsPart.isStopped() || ofAPart.isStopped());

    stop.request_stop();
    flag = 1;

    EXPECT_TRUE(tokensPart.isStopped());
    EXPECT_TRUE(flagsPart.isStopped());
    EXPECT_TRUE(ofAPart.isStopped());
    EXPECT_TRUE(byFlag.withoutProgress().isStopped());
    Pace pace(flagsPart, 10);
    EXPECT_FALSE(pace.goesOn(0, 100));
}

TEST(PartOfWatch, ReportsItsShareOfTheWhole)
{
    std::vector<double> told;
    const Watch whole{.progress = [&](double done) { told.push_back(done); }};
    const auto part = partOfWatch(whole, 0.5, 1);
    part.progress(0);
    part.progress(0.5);
    partOfWatch(part, 0, 0.5).progress(1);
    EXPECT_EQ(told, (std::vector{0.5, 0.75, 0.75}));
    EXPECT_FALSE(partOfWatch({}, 0, 1).progress);
    EXPECT_FALSE(whole.withoutProgress().progress);
}

} // namespace tscope
