// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/strip_scroll.h"

#include <gtest/gtest.h>

using namespace tscope;

namespace {

// Through a window of 100 pixels.
SceneRequest requestAt(double origin, std::vector<double> leads = {})
{
    SceneRequest request;
    request.size = QSizeF(100, 100);
    request.origin = QPointF(origin, 0);
    request.leads = std::move(leads);
    return request;
}

using Part = StripScroll::Part;
using Wanted = std::vector<std::optional<Part>>;
using Leads = std::vector<double>;

} // namespace

TEST(StripScroll, WithoutLeadsAllGoTogetherAndStopAtTheirEnds)
{
    for (const auto origin : {0.0, 40.0, 300.0, 900.0}) {
        const StripScroll scroll({1000, 340, 60}, requestAt(origin));
        EXPECT_EQ(scroll.contentWidth(), 1000);
        EXPECT_EQ(scroll.left(0), 0) << origin;
        EXPECT_EQ(scroll.left(1), std::max(0.0, origin - 240)) << "its end stays in sight, from " << origin;
        EXPECT_EQ(scroll.left(2), origin) << "all of it is always in sight";
    }
}

TEST(StripScroll, ALeadIsKeptAndBothEndsCanBeReached)
{
    const Leads leads{-500, 0};
    EXPECT_EQ(StripScroll({1000, 800}, requestAt(700, leads)).leads(), leads);
    const StripScroll first({1000, 800}, requestAt(0, leads));
    EXPECT_EQ(first.leads(), (Leads{0, 0})) << "nothing lies before the begin";
    const auto end = first.contentWidth() - 100;
    const StripScroll last({1000, 800}, requestAt(end, leads));
    EXPECT_EQ(last.left(0) + 1000, end + 100) << "the end of the one that lags";
    EXPECT_EQ(last.left(1) + 800, end + 100);
}

TEST(StripScroll, EachStripShowsItsPart)
{
    const std::vector<double> widths{1000, 5000, 5000, 70};
    const Wanted wanted{Part{500, 520}, Part{4000, 4030}, std::nullopt, Part{10, 20}};
    auto leads = StripScroll(widths, requestAt(0)).leadsTo(wanted);
    const StripScroll scroll(widths, requestAt(0, leads));
    const auto onScreen = [&](std::size_t strip, double at) {
        return static_cast<double>(scroll.left(strip)) + at;
    };
    EXPECT_EQ(onScreen(0, 510), 50);
    EXPECT_EQ(onScreen(1, 4015), 50);
    EXPECT_EQ(onScreen(2, 4015), 50) << "it keeps step with the one of its length";
    EXPECT_EQ(onScreen(3, 10), 10);
}

TEST(StripScroll, WhatIsInSightStays)
{
    const Leads before{-200, 0};
    const StripScroll scroll({1000, 5000}, requestAt(600, before));
    EXPECT_EQ(scroll.leadsTo({Part{410, 420}, Part{650, 699}}), before);
    EXPECT_EQ(scroll.leadsTo({std::nullopt, std::nullopt}), before);
    EXPECT_NE(scroll.leadsTo({Part{390, 420}, std::nullopt}), before) << "it is cut";
}

TEST(StripScroll, OfWhatIsWiderThanTheWindowTheBeginIsShown)
{
    const StripScroll scroll({5000}, requestAt(0));
    EXPECT_EQ(scroll.leadsTo({Part{1000, 4000}}), Leads{1000});
}
