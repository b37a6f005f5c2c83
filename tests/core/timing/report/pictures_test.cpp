// SPDX-License-Identifier: Apache-2.0
#include "timing/report/pictures.h"

#include "core/timing/support/made_session.h"
#include "core/timing/support/page_reader.h"
#include "timing/report/heat.h"
#include "timing/report/tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tscope::timing {

namespace {

using testing::HasSubstr;
using testing::Not;

PageElement styled(const std::string& markup, std::string_view tag, const char* style)
{
    const auto page = readPage(markup);
    EXPECT_EQ(page.problem, "");
    for (const auto& element : page.elements)
        if (element.tag == tag && element.attributes.contains("class") && element.attributes.at("class") == style)
            return element;
    ADD_FAILURE() << "no " << tag << " of style " << style;
    return {};
}

void expectLine(const PageElement& line, double x1, double y1, double x2, double y2)
{
    EXPECT_NEAR(line.number("x1"), x1, 0.1);
    EXPECT_NEAR(line.number("y1"), y1, 0.1);
    EXPECT_NEAR(line.number("x2"), x2, 0.1);
    EXPECT_NEAR(line.number("y2"), y2, 0.1);
}

} // namespace

// The plot reaches from 0.1 to 100 FLOP for each byte over 536 pixels from 64 on, and from 0.1 to 1000 GFLOP/s
// over 360 pixels from 372 up.
TEST(RooflinePicture, HasRoofsAndPointsWhereTheyBelong)
{
    auto session = sessionOf({okRow(form("csr"), timed(200, 190, 220))}); // 200 FLOP, 1000 bytes
    session.limits = {{"cpu", 10, 0, 0, 100, 0, 0, {}}};
    const auto markup = rooflinePicture(session, session.limits[0]);

    const auto meeting = 64 + 536 * 2 / 3.0; // 10 operations for each byte, where both limits are 100 GFLOP/s
    expectLine(styled(markup, "line", "l0"), 64, 282, meeting, 102);  // 10 GB/s: from 1 GFLOP/s on
    expectLine(styled(markup, "line", "l1"), meeting, 102, 600, 102); // 100 GFLOP/s
    const auto point = styled(markup, "circle", "point");
    EXPECT_NEAR(point.number("cx"), 64 + 536 * (std::log10(0.2) + 1) / 3, 0.1);
    EXPECT_NEAR(point.number("cy"), 282, 0.1); // 1 GFLOP/s
    const auto whisker = styled(markup, "line", "whisker");
    EXPECT_NEAR(whisker.number("y1"), 372 - 90 * (std::log10(200 / 220.0) + 1), 0.1);
    EXPECT_NEAR(whisker.number("y2"), 372 - 90 * (std::log10(200 / 190.0) + 1), 0.1);
    EXPECT_THAT(
        markup,
        HasSubstr("<td class=\"n\">0.200</td><td class=\"n\">1.00 (0.91-1.05)</td><td>50 % (memory)</td>"));
}

// Work on zeros that were filled in is no reason to come first.
TEST(RooflinePicture, ListsTheHighestRateOfUsefulOperationsFirst)
{
    auto session = sessionOf({okRow(form("csr"), timed(100)), okRow(form("bsr", {4, 4}), timed(300))});
    session.rows[1].flops = 2000;
    session.limits = {{"cpu", 10, 0, 0, 100, 0, 0, {}}};
    const auto isListedFirst = [&](const char* name) {
        const auto markup = rooflinePicture(session, session.limits[0]);
        return markup.find(std::string("<td class=\"n\">1</td><td>") + name) != std::string::npos;
    };
    EXPECT_TRUE(isListedFirst("bsr 4x4"));
    session.footprints = {{"a", session.rows[1].variant, 0, 225, {{"values", 1000}}, 0}}; // 90 %
    EXPECT_TRUE(isListedFirst("csr"));
}

TEST(RooflinePicture, IsEmptyWhereNothingWasMeasured)
{
    auto session = sessionOf({okRow(form("csr"), timed(200))});
    EXPECT_EQ(rooflinePicture(session, {"cpu", 0, 0, 0, 0, 0, 0}), "");
    EXPECT_EQ(rooflinePicture(session, {"cuda:0", 10, 0, 0, 0, 0, 0}), "");
    session.rows[0].isChecked = false;
    EXPECT_EQ(rooflinePicture(session, session.limits[0]), "");
}

// From 1 to 1000 uses over 528 pixels from 72 on, from 100 ns to 100 µs over 288 pixels from 300 up.
TEST(UsesPicture, LinesBeginWithTheConversionAndMeetWhereItHasPaid)
{
    auto row = okRow(form("bsr", {4, 4}), timed(50));
    row.conversion = timed(1000);
    const auto session = sessionOf({okRow(form("csr"), timed(100)), row});
    const auto markup = usesPicture(session, breakEvensOf(session));

    EXPECT_THAT(styled(markup, "path", "l0").attributes.at("d"), testing::StartsWith("M72 300L"));
    EXPECT_THAT(styled(markup, "path", "l1").attributes.at("d"), testing::StartsWith("M72 202L")); // 1050 ns
    const auto meeting = styled(markup, "circle", "hollow");
    EXPECT_NEAR(meeting.number("cx"), 72 + 176 * std::log10(20), 0.1);
    EXPECT_NEAR(meeting.number("cy"), 300 - 96 * std::log10(20), 0.1); // 2000 ns
    EXPECT_THAT(markup, HasSubstr("after 20 uses (20-20)"));
    EXPECT_EQ(usesPicture(session, {}), "");
}

TEST(UsesPicture, DrawsFewLinesAndTellsOfAll)
{
    std::vector<Row> rows{okRow(form("csr"), timed(100))};
    for (int i = 1; i <= 9; ++i) {
        rows.push_back(okRow(form("bsr", {i, i}), timed(10.0 * i)));
        rows.back().conversion = timed(1000);
    }
    const auto session = sessionOf(rows);
    const auto markup = usesPicture(session, breakEvensOf(session));

    EXPECT_THAT(markup, HasSubstr("Drawn are the form as given and the five that are fastest in the end, of 10."));
    EXPECT_THAT(markup, HasSubstr("class=\"l5\""));
    EXPECT_THAT(markup, Not(HasSubstr("class=\"l6\"")));
    EXPECT_THAT(markup, HasSubstr("<td>bsr 9x9 float32 int64</td>"));
}

TEST(RowsPicture, HasABarForEachDoublingOfLengths)
{
    Subject subject;
    subject.spread = spreadOf({3, 0, 1, 2, 3, 3, 900, 2}); // bins 0, 1, 2-3 and so on up to 512-1023
    const auto markup = rowsPicture(subject);

    const auto page = readPage(markup);
    EXPECT_EQ(page.problem, "");
    std::vector<double> widths, starts;
    for (const auto& rect : page.all("rect"))
        if (rect.attributes.at("class") == "f0") {
            widths.push_back(rect.number("width"));
            starts.push_back(rect.number("x"));
        }
    ASSERT_EQ(widths.size(), 4U); // bins without rows have none
    EXPECT_NEAR(widths[2], 5 * widths[0], 0.3);
    EXPECT_NEAR(widths[3], widths[0], 0.1);
    EXPECT_EQ(starts[0], starts[2]);
    EXPECT_THAT(markup, HasSubstr("8 rows: the longest 900 (row 6), the mean 114, the median 2, the shortest 0, 1 "
                                  "empty."));
    EXPECT_THAT(markup, HasSubstr(">5 (62 %)<"));
    EXPECT_THAT(markup, HasSubstr(">2 - 3<"));
    EXPECT_THAT(markup, HasSubstr(">256 - 511<"));
    EXPECT_THAT(markup, HasSubstr("the first of them is row 6"));
    EXPECT_EQ(rowsPicture(Subject()), "");
}

TEST(BlocksPicture, TellsFillWhereNoTimeIsPredicted)
{
    const auto markup = blocksPicture({"a", 2, {100, 60, 70, 40}, {}, 100});

    EXPECT_EQ(readPage(markup).problem, "");
    // 100 of 120, 140 and 160 elements are no fill.
    EXPECT_THAT(markup, HasSubstr("<td>1x2</td><td class=\"n\">60</td><td class=\"n\">17 %</td>"));
    EXPECT_THAT(markup, HasSubstr("<td>2x1</td><td class=\"n\">70</td><td class=\"n\">29 %</td>"));
    EXPECT_THAT(markup, HasSubstr("<td>2x2</td><td class=\"n\">40</td><td class=\"n\">38 %</td>"));
    EXPECT_THAT(markup, HasSubstr("Outlined: 1x2."));
    EXPECT_EQ(styled(markup, "path", "h0").attributes.at("d"), "M40 28h8v8h-8z");
    EXPECT_EQ(styled(markup, "path", "h23").attributes.at("d"), "M48 36h8v8h-8z");
}

TEST(BlocksPicture, TellsTimesWhereTheyArePredicted)
{
    const auto markup = blocksPicture({"a", 2, {100, 60, 70, 40}, {4000, 3000, 1000, 2000}, 100});

    EXPECT_THAT(markup, HasSubstr("in bsr at the measured bandwidth, a model from bytes and limits"));
    EXPECT_THAT(markup, HasSubstr("Outlined: 2x1."));
    EXPECT_THAT(markup, HasSubstr("<td>2x1</td><td class=\"n\">70</td><td class=\"n\">1.00 µs</td>"));
    EXPECT_EQ(styled(markup, "path", "h0").attributes.at("d"), "M40 36h8v8h-8z");
    // By logarithms 2000 is half way from 1000 to 4000.
    EXPECT_EQ(styled(markup, "path", "h12").attributes.at("d"), "M48 36h8v8h-8z");
    // Of three rows there are no blocks of two: 1x2 is the best that the tensor can have.
    const auto odd = blocksPicture({"a", 2, {100, 60, 70, 40}, {4000, 3000, 1000, 2000}, 100}, {3, 4});
    EXPECT_THAT(odd, HasSubstr("Outlined: 1x2. Listed are the sizes that divide the tensor."));
    EXPECT_THAT(odd, Not(HasSubstr("<td>2x1</td>")));
    EXPECT_EQ(blocksPicture({"a", 2, {1, 2, 3}, {}, 1}), ""); // not a table
    EXPECT_EQ(blocksPicture({}), "");
}

TEST(Heat, HasAShadeForEachShare)
{
    EXPECT_EQ(heatShade(0), 0U);
    EXPECT_EQ(heatShade(1), heatShades - 1);
    EXPECT_EQ(heatShade(2), heatShades - 1);
    EXPECT_EQ(heatShade(-1), 0U);
    EXPECT_EQ(heatShade(std::nan("")), 0U);
}

TEST(TimesPicture, SortsByMediansAndWhatHasNoneIsLast)
{
    auto failed = okRow(form("csr"), {});
    failed.status = Status::failed;
    failed.reason = "it differs";
    const auto session = sessionOf({failed, okRow(form("coo"), timed(200)), okRow(form("csc"), timed(100))});
    const auto markup = timesPicture(session, {0, 1, 2}, "t0");
    const auto line = [&](const char* text) { return markup.find(text); };

    EXPECT_LT(line(">csc float32 int64 on cpu<"), line(">coo float32 int64 on cpu<"));
    EXPECT_LT(line(">coo float32 int64 on cpu<"), line(">csr float32 int64 on cpu, as given<"));
    EXPECT_LT(line(">csr float32 int64 on cpu, as given<"), line("✕ failed"));
    EXPECT_THAT(markup, HasSubstr("class=\"tolinear\" checked"));
}

TEST(TimesPicture, BeginsWithTheLogarithmWhereTimesAreFarApart)
{
    const auto session = sessionOf({okRow(form("coo"), timed(100)), okRow(form("csr"), timed(3001))});
    EXPECT_THAT(timesPicture(session, {0, 1}, "t0"), HasSubstr("class=\"tolog\" checked"));
}

TEST(NoiseRemarks, CountWhatWasNotQuiet)
{
    auto session =
        sessionOf({okRow(form("csr"), timed(1)), okRow(form("coo"), timed(1)), okRow(form("csc"), timed(1))});
    EXPECT_THAT(noiseRemarks(session), HasSubstr("measured in one round"));
    session.rows[0].warm.isNarrow = session.rows[1].warm.isNarrow = false;
    session.rows[1].noise = 0.02;
    session.rows[2].isSimulated = true;
    session.isPartial = true;
    const auto markup = noiseRemarks(session);

    EXPECT_THAT(markup, HasSubstr("differ by 2.0 %. "));
    EXPECT_THAT(markup, HasSubstr("In 2 of 3 measurements the time limit was reached"));
    EXPECT_THAT(markup, HasSubstr("simulated by the host"));
    EXPECT_THAT(markup, HasSubstr("The measurement was stopped"));
}

} // namespace tscope::timing
