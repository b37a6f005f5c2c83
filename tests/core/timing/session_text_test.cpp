// SPDX-License-Identifier: Apache-2.0
#include "timing/session_text.h"

#include "core/timing/support/made_session.h"
#include "timing/balance.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::timing {

namespace {

Subject subjectWith(const std::vector<std::int64_t>& lengths, const char* layout = "csr")
{
    auto subject = emptySession().subjects[0];
    subject.given.layout = layout;
    subject.spread = spreadOf(lengths);
    return subject;
}

TEST(Balance, SaysSoWhereOneRowIsMuchLongerThanTheMean)
{
    std::vector<std::int64_t> lengths(100, 3);
    EXPECT_EQ(balanceText(subjectWith(lengths)), "");
    lengths[17] = 812;
    EXPECT_EQ(balanceText(subjectWith(lengths)), "longest row 812 of 1109 entries (row 17), median 3");
    lengths[3] = lengths[4] = 0;
    EXPECT_EQ(balanceText(subjectWith(lengths)),
              "longest row 812 of 1103 entries (row 17), median 3, 2.0 % of the rows are empty");
    EXPECT_EQ(balanceText(subjectWith({1, 1, 1, 1, 1, 40}, "jagged")),
              "longest component 40 of 45 elements (component 5), median 1");
    EXPECT_EQ(balanceText(subjectWith({1, 1, 1, 6})), ""); // less than four times the mean
    EXPECT_EQ(balanceText(subjectWith({900})), "");
    EXPECT_EQ(balanceText(subjectWith({0, 0, 0})), "");
    EXPECT_EQ(balanceText(emptySession().subjects[0]), ""); // an older session does not tell
}

TEST(SessionText, TellsOfBalanceInOneLine)
{
    auto session = sessionOf({okRow(form("csr"), timed(100))});
    const auto has = [&](const std::string& line) {
        const auto lines = linesOf(session);
        return std::ranges::find(lines, line) != lines.end();
    };
    session.subjects[0].spread = spreadOf({1, 1, 1, 1, 1, 40});
    EXPECT_TRUE(has("  longest row 40 of 45 entries (row 5), median 1"));
    session.subjects[0].spread = spreadOf({1, 1, 1, 1, 1, 2});
    const auto lines = linesOf(session);
    EXPECT_TRUE(std::ranges::none_of(
        lines, [](const std::string& line) { return line.find("longest") != std::string::npos; }));
}

} // namespace

} // namespace tscope::timing
