// SPDX-License-Identifier: GPL-3.0-or-later
#include "selection/selection.h"

#include "widgets/support/desk.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

ReportPtr brokenTwice()
{
    Report report;
    report.contract = "pytorch";
    report.valid = false;
    report.findings = {{.rule = "5.1", .statement = {}, .count = 1}, {.rule = "5.5", .statement = {}, .count = 2}};
    report.causes = {{"the first", {"5.1"}, "compressed", 0}, {"the other", {"5.5"}, "plain", 3}};
    report.repairs.resize(3);
    return std::make_shared<const Report>(std::move(report));
}

} // namespace

TEST(OneRule, HasThePlacesAndCausesOfThatRule)
{
    const auto report = brokenTwice();
    OneRule one;
    const auto alone = one.of(report, QStringLiteral("5.5"));
    ASSERT_EQ(alone->findings.size(), 1U);
    EXPECT_EQ(alone->findings[0].count, 2);
    ASSERT_EQ(alone->causes.size(), 1U);
    EXPECT_EQ(alone->causes[0].text, "the other");
    EXPECT_EQ(alone->contract, "pytorch");
    EXPECT_FALSE(alone->valid);
    EXPECT_TRUE(alone->repairs.empty()) << "no picture reads them";

    EXPECT_EQ(one.of(report, {}), report);
    EXPECT_EQ(one.of(report, QStringLiteral("5.2")), report);
    EXPECT_EQ(one.of({}, QStringLiteral("5.5")), nullptr);
}

// Views of two tensors ask in turns.
TEST(OneRule, IsMadeOnceForAllViewsOfEachTensor)
{
    Desk desk;
    auto& selection = desk.selection;
    auto first = brokenTwice();
    const auto second = brokenTwice();
    selection.markRule(QStringLiteral("5.5"));
    const auto ofFirst = selection.markedIn(first), ofSecond = selection.markedIn(second);
    EXPECT_NE(ofFirst, ofSecond);
    for (int view = 0; view < 3; ++view) {
        EXPECT_EQ(selection.markedIn(first), ofFirst);
        EXPECT_EQ(selection.markedIn(second), ofSecond);
    }
    const std::weak_ptr<const Report> was = first;
    first.reset();
    EXPECT_TRUE(was.expired()) << "a report is not kept for this";
    selection.markRule(QStringLiteral("5.1"));
    EXPECT_EQ(selection.markedIn(second)->findings[0].rule, "5.1");
    selection.markRule({});
    EXPECT_EQ(selection.markedIn(second), second);
}
