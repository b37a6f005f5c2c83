// SPDX-License-Identifier: Apache-2.0
#include "timing/column_curves.h"

#include "core/timing/support/made_session.h"
#include "timing/session_html.h"
#include "timing/session_text.h"
#include "timing/workload.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::timing {

namespace {

// Times of forms with k = 1, 8, 64; 0: none.
Session byColumns(const std::vector<std::pair<Variant, std::vector<double>>>& times)
{
    auto out = emptySession();
    const std::vector<std::string> ops{"spmm k=64", "spmm k=1", "spmm k=8"}; // in no order
    for (const auto& [variant, values] : times)
        for (std::size_t i = 0; i < ops.size(); ++i)
            if (values[i] > 0) {
                out.rows.push_back(okRow(variant, timed(values[i])));
                out.rows.back().op = ops[i];
            }
    return out;
}

} // namespace

TEST(ColumnCurves, AreTheTimesOfEachFormByTheNumberOfColumns)
{
    auto session = byColumns({{form("csr"), {6400, 100, 800}}, {form("coo"), {0, 300, 0}}});
    session.rows.push_back(okRow(form("csr"), timed(50))); // spmv, which has none
    const auto curves = columnCurvesOf(session, "a", "spmm k=8");
    EXPECT_EQ(curves.kind, "spmm");
    ASSERT_EQ(curves.curves.size(), 1U) << "coo has one point only";
    std::vector<std::int64_t> columns;
    for (const auto& point : curves.curves[0].points) {
        columns.push_back(point.columns);
        EXPECT_EQ(columnsIn(session.rows[point.row].op), point.columns);
    }
    EXPECT_EQ(columns, (std::vector<std::int64_t>{1, 8, 64}));
    EXPECT_TRUE(columnCurvesOf(session, "a", "spmv").curves.empty());
    EXPECT_TRUE(columnCurvesOf(session, "b", "spmm k=8").curves.empty());
}

TEST(ColumnCurves, SayFromWhichKAnotherFormIsTheFastest)
{
    const auto session = byColumns({{form("csr"), {6400, 100, 800}}, {form("bsr", {4, 4}), {2000, 300, 790}}});
    const auto sentences = columnCurvesOf(session, "a", "spmm k=8").sentences;
    EXPECT_EQ(sentences, (std::vector<std::string>{"spmm on cpu, k = 1: csr is the fastest",
                                                   "spmm on cpu, k = 8: no form is surely faster than csr",
                                                   "spmm on cpu, k = 64: bsr 4x4 is the fastest"}));
    const auto lines = linesOf(session);
    EXPECT_EQ(std::ranges::count(lines, "  " + sentences.back()), 1);
    EXPECT_NE(sessionHtml(session).find("k = 64: bsr 4x4 is the fastest"), std::string::npos);
    const auto alike = byColumns({{form("csr"), {6400, 100, 800}}, {form("coo"), {6500, 101, 820}}});
    EXPECT_EQ(columnCurvesOf(alike, "a", "spmm k=8").sentences,
              (std::vector<std::string>{"spmm on cpu: no form is surely faster than csr, from k = 1 to k = 64"}));
}

TEST(ColumnCurves, SayUpToWhichKAFormIsSurelyTheFastest)
{
    const auto sentenceOf = [](std::vector<double> coo) {
        return columnCurvesOf(byColumns({{form("csr"), {6400, 100, 800}}, {form("coo"), std::move(coo)}}), "a",
                              "spmm k=8")
            .sentences;
    };
    using Texts = std::vector<std::string>;
    EXPECT_EQ(sentenceOf({6500, 300, 1600}),
              Texts{"spmm on cpu: csr is the fastest up to k = 8; from k = 64 on it "
                    "is undecided which form is the fastest"});
    EXPECT_EQ(sentenceOf({9600, 300, 1600}), Texts{"spmm on cpu: csr is the fastest, from k = 1 to k = 64"});
    EXPECT_EQ(sentenceOf({9600, 300, 810}),
              Texts{"spmm on cpu: csr is the fastest for k = 1, 64; for other k it is "
                    "undecided which form is the fastest"});
}

TEST(ColumnCurves, AFormWithoutATimeIsNotSlower)
{
    const auto session = byColumns({{form("csr"), {6400, 100, 0}}, {form("coo"), {6500, 300, 790}}});
    EXPECT_EQ(columnCurvesOf(session, "a", "spmm k=8").sentences,
              (std::vector<std::string>{"spmm on cpu, k = 1: csr is the fastest",
                                        "spmm on cpu, k = 8: only coo has a time",
                                        "spmm on cpu, k = 64: no form is surely faster than coo"}));
    const auto back = byColumns({{form("csr"), {3200, 100, 0}}, {form("coo"), {6400, 300, 790}}});
    const auto sentences = columnCurvesOf(back, "a", "spmm k=8").sentences;
    ASSERT_EQ(sentences.size(), 3U);
    EXPECT_EQ(sentences[2], "spmm on cpu, k = 64: csr is the fastest");
}

TEST(ColumnCurves, AnyFormMayBeTheOneThatIsSurelyFaster)
{
    auto session = byColumns(
        {{form("csr"), {6400, 100, 800}}, {form("coo"), {3000, 300, 900}}, {form("csc"), {3200, 300, 900}}});
    session.rows[3].warm = timed(3000, 1000, 9000);
    ASSERT_EQ(session.rows[3].op, "spmm k=64");
    EXPECT_EQ(columnCurvesOf(session, "a", "spmm k=8").sentences,
              (std::vector<std::string>{"spmm on cpu, k = 1 to 8: csr is the fastest",
                                        "spmm on cpu, k = 64: csc is faster than csr; undecided against coo"}));
}

TEST(ColumnCurves, SayForEachKWhatIsSureThere)
{
    const auto session = byColumns({{form("csr"), {6400, 100, 800}}, {form("coo"), {6350, 300, 400}}});
    EXPECT_EQ(columnCurvesOf(session, "a", "spmm k=8").sentences,
              (std::vector<std::string>{"spmm on cpu, k = 1: csr is the fastest",
                                        "spmm on cpu, k = 8: coo is the fastest",
                                        "spmm on cpu, k = 64: no form is surely faster than coo"}));
}

TEST(ColumnCurves, TheColumnsOfAWorkloadAreThoseItSays)
{
    EXPECT_EQ(columnsIn("spmm k=64"), 64);
    EXPECT_EQ(columnsIn("spmm:8"), 8);
    EXPECT_EQ(columnsIn("spmm"), 0);
    EXPECT_EQ(columnsIn("spmv"), 0);
}

} // namespace tscope::timing
