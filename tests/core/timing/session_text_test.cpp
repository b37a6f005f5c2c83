// SPDX-License-Identifier: Apache-2.0
#include "timing/session_text.h"

#include "core/timing/support/made_session.h"
#include "timing/balance.h"
#include "timing/session_html.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

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

TEST(SessionText, SeparatesTheDigitsOfLargeCounts)
{
    auto session = sessionOf({okRow(form("csr"), timed(100))});
    session.subjects[0].stored = 1'234'567;
    session.subjects[0].spread = spreadOf({1, 1, 1, 1, 1, 40'000});
    const auto lines = linesOf(session);
    EXPECT_TRUE(
        std::ranges::any_of(lines, [](const std::string& line) { return line.ends_with(" 1,234,567 stored"); }));
    EXPECT_NE(std::ranges::find(lines, "  longest row 40,000 of 40,005 entries (row 5), median 1"), lines.end());
    EXPECT_NE(sessionHtml(session).find("the longest 40,000 (row 5)"), std::string::npos);
}

// In the words of the window, beside the form.
TEST(SessionText, SaysWhyARowHasNoTime)
{
    auto leftOut = okRow(form("strided"), {}), missing = okRow(form("dia"), {}), wrong = okRow(form("coo"), {}),
         stopped = okRow(form("csc"), {});
    leftOut.status = missing.status = Status::unsupported;
    leftOut.isLeftOut = true;
    leftOut.reason = "left out: 8 MiB, more than the budget of 1 MiB";
    missing.reason = "spmv has no kernel for dia";
    wrong.status = Status::failed;
    wrong.reason = "row 3 differs from the reference";
    stopped.status = Status::cancelled;
    const auto lines = linesOf(sessionOf({okRow(form("csr"), timed(100)), leftOut, missing, wrong, stopped}));
    for (const auto* line : {"  strided  left out: 8 MiB, more than the budget of 1 MiB",
                             "  dia      not supported: spmv has no kernel for dia",
                             "  coo      failed: row 3 differs from the reference", "  csc      not measured"})
        EXPECT_NE(std::ranges::find(lines, line), lines.end()) << line;
}

// One rule in the terminal and in the report, for simulated devices and for rows that were not checked too.
TEST(SessionText, SaysAfterHowManyUsesAFormPaysAsTheReportDoes)
{
    const auto slow = timed(130, 125, 135), quick = timed(100, 90, 110), alike = timed(129, 124, 134);
    auto session =
        sessionOf({okRow(form("csr"), slow), okRow(form("bsr", {4, 4}), quick), okRow(form("coo"), alike),
                   okRow(form("csc"), timed(300)), okRow(form("strided"), quick),
                   okRow(form("csr"), slow, "cuda:0"), okRow(form("coo"), quick, "cuda:0")});
    for (auto& row : session.rows)
        if (row.variant.layout != "csr")
            row.conversion = timed(1000, 900, 1200);
    session.rows[4].isChecked = false;
    session.rows[5].isSimulated = session.rows[6].isSimulated = true;

    std::map<std::string, std::vector<std::string>> linesOfForms;
    for (const auto& line : linesOf(session))
        linesOfForms[line.substr(0, line.find("  ", 3))].push_back(line);
    const auto says = [&](const std::string& form, std::size_t which, const std::string& words) {
        return linesOfForms["  " + form].at(which).find(words) != std::string::npos;
    };
    EXPECT_TRUE(says("bsr 4x4", 0, "  34 (20-80)"));
    EXPECT_TRUE(says("coo", 0, "  undecided"));
    EXPECT_TRUE(says("csc", 0, "  never"));
    for (const auto* words : {"never", "undecided", "(2"}) {
        EXPECT_FALSE(says("strided", 0, words)) << "a result that was not checked says nothing";
        EXPECT_FALSE(says("coo", 1, words)) << "nor does a device that the host plays";
    }
    const auto html = sessionHtml(session);
    for (const auto* words : {"after 34 uses (20-80)", "undecided: it may never pay", "never: it is not faster"})
        EXPECT_NE(html.find(words), std::string::npos) << words;
    EXPECT_EQ(html.find("on cuda:0</h3>"), std::string::npos);
}

} // namespace

} // namespace tscope::timing
