// SPDX-License-Identifier: Apache-2.0
#include "timing/session_html.h"

#include "core/timing/support/made_session.h"
#include "core/timing/support/page_reader.h"
#include "timing/report/markup.h"
#include "timing/verdicts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

namespace tscope::timing {

namespace {

using testing::HasSubstr;
using testing::Not;

// All that a report has: two hundred rows, long names, each kind of picture.
Session longSession()
{
    auto out = emptySession();
    out.subjects[0].name = std::string(300, 'W');
    out.noise = 0.01;
    for (int i = 0; i < 200; ++i) {
        auto row = okRow(form("bsr", {1 + i % 20, 1 + i / 20}), timed(100 + i % 37, 99 + i % 37, 102 + i % 37));
        row.tensor = out.subjects[0].name;
        row.kernel = "cpu.matmul.a.very.long.name";
        row.bytes = 1000 + i;
        row.noise = 0.01;
        row.conversion = timed(1000 + 10 * i);
        row.cold = timed(300 + i);
        if (i % 9 == 4) {
            row.status = Status::failed;
            row.reason = "differs from the reference at (3, 4), " + std::string(400, 'y');
            row.warm = {};
        }
        out.footprints.push_back(
            {row.tensor, row.variant, 10, 60 + i, {{"compressed", 40}, {"values", 400 + i}}, 0});
        out.rows.push_back(std::move(row));
    }
    out.rows[0].variant = form("csr");
    out.rows[0].conversion = {};
    out.subjects[0].spread = spreadOf({0, 1, 5, 400'000, 7, 7, std::int64_t{1} << 61});
    out.blockTables.push_back({out.subjects[0].name, 16, {}, {}, 100});
    for (int i = 0; i < 256; ++i)
        out.blockTables[0].blocks.push_back(std::max(1, 100 - i / 3));
    // Its pattern four times as dense.
    auto dense = out.subjects[0];
    dense.patternOf = dense.name;
    dense.name += " x 4";
    dense.stored *= 4;
    for (int i = 0; i < 40; ++i) {
        auto row = out.rows[static_cast<std::size_t>(i)];
        row.tensor = dense.name;
        for (auto& sample : row.warm.samples)
            sample *= i == 3 ? 1 : 4;
        out.rows.push_back(std::move(row));
    }
    out.blockTables.push_back({dense.name, 0, {}, {}, 4 * out.blockTables[0].entries});
    out.subjects.push_back(std::move(dense));
    out.verdicts = verdictsOf(out);
    return out;
}

std::vector<std::string> valuesOf(const Page& page, const char* key)
{
    std::vector<std::string> out;
    for (const auto& element : page.elements) {
        const auto found = element.attributes.find(key);
        if (found != element.attributes.end())
            out.push_back(found->second);
    }
    return out;
}

double fontSize(const PageElement& text)
{
    const auto found = text.attributes.find("class");
    return found != text.attributes.end() && found->second == "small" ? 9 : 11;
}

struct TextBox {
    double left, right, top, bottom;
    std::size_t svg;
    std::string text;
};

// As it is seen: an entity is one letter.
std::string seen(const std::string& text)
{
    return std::regex_replace(text, std::regex("&#?[a-z0-9]+;"), "_");
}

TextBox boxOf(const PageElement& text)
{
    const auto width = widthOf(seen(text.text)) * fontSize(text) / 11;
    const auto anchor = text.attributes.at("text-anchor");
    const auto left = text.number("x") - (anchor == "start" ? 0 : anchor == "end" ? width : width / 2);
    return {left,     left + width, text.number("y") - fontSize(text) * 0.8, text.number("y") + 1,
            text.svg, text.text};
}

// The first two texts of one drawing that lie over each other.
std::string overlapIn(const Page& page)
{
    std::vector<TextBox> boxes;
    for (const auto& text : page.all("text"))
        boxes.push_back(boxOf(text));
    for (std::size_t a = 0; a < boxes.size(); ++a)
        for (std::size_t b = a + 1; b < boxes.size(); ++b)
            if (boxes[a].svg == boxes[b].svg && boxes[a].left < boxes[b].right && boxes[b].left < boxes[a].right &&
                boxes[a].top < boxes[b].bottom && boxes[b].top < boxes[a].bottom)
                return '"' + boxes[a].text + "\" over \"" + boxes[b].text + '"';
    return {};
}

std::string outsideOf(const Page& page)
{
    for (const auto& text : page.all("text")) {
        const auto box = boxOf(text);
        if (box.left < -1 || box.right > page.elements[text.svg].number("width") + 1)
            return text.text;
    }
    return {};
}

} // namespace

TEST(SessionHtml, SaysWhoseKernelsWereTimed)
{
    EXPECT_THAT(
        sessionHtml(longSession()),
        HasSubstr("All times are of Tensorscope's own kernels (of cuSPARSE where the table names it), not of "
                  "PyTorch, SciPy or MKL."));
}

TEST(SessionHtml, IsMarkupOfOnePieceWithoutScripts)
{
    const auto html = sessionHtml(longSession());
    const auto page = readPage(html);

    EXPECT_EQ(page.problem, "");
    EXPECT_TRUE(page.all("script").empty());
    EXPECT_TRUE(page.all("link").empty());
    EXPECT_TRUE(page.all("img").empty());
    for (const char* outside : {"http:", "https:", "src=", "href=", "@import", "javascript:"})
        EXPECT_THAT(html, Not(HasSubstr(outside)));
    for (const auto& element : page.elements)
        for (const auto& [name, value] : element.attributes)
            EXPECT_FALSE(name.starts_with("on")) << name;
}

TEST(SessionHtml, HasAllSections)
{
    const auto html = sessionHtml(longSession());
    for (const char* title :
         {"In short", "Verdicts", "Noise", "spmv of", "Rooflines", "Break-even of conversions", "Other densities",
          "Sizes of blocks", "Lengths of rows", "Footprints", "Tensors", "Machine"})
        EXPECT_THAT(html, HasSubstr("<h2>" + std::string(title)));
    EXPECT_THAT(html, HasSubstr("prefers-color-scheme:dark"));
}

TEST(SessionHtml, EachStyleAndPatternAndLabelIsThere)
{
    const auto page = readPage(sessionHtml(longSession()));
    const auto sheet = page.all("style").at(0).text;
    std::set<std::string> ids, wanted, styles{"plain"};
    for (const auto& id : valuesOf(page, "id"))
        EXPECT_TRUE(ids.insert(id).second) << id << " stands twice";
    for (const auto& label : valuesOf(page, "for"))
        EXPECT_TRUE(ids.contains(label)) << label;
    for (const auto& style : valuesOf(page, "class")) {
        std::istringstream words(style);
        for (std::string word; words >> word;)
            wanted.insert(word);
    }
    const std::regex selector("\\.([a-z][a-z0-9]*)(?=[^{}]*\\{)"), pattern("url\\(#(\\w+)\\)");
    for (std::sregex_iterator at(sheet.begin(), sheet.end(), selector), end; at != end; ++at)
        styles.insert((*at)[1]);
    for (const auto& word : wanted)
        EXPECT_TRUE(styles.contains(word)) << word;
    for (std::sregex_iterator at(sheet.begin(), sheet.end(), pattern), end; at != end; ++at)
        EXPECT_TRUE(ids.contains((*at)[1])) << (*at)[1];
}

TEST(SessionHtml, NoLabelsLieOverEachOther)
{
    const auto page = readPage(sessionHtml(longSession()));
    EXPECT_EQ(overlapIn(page), "");
    EXPECT_EQ(outsideOf(page), "");
}

TEST(SessionHtml, BarsBeginWithZeroAndAreAsLongAsTimes)
{
    auto session = sessionOf(
        {okRow(form("csr"), timed(100)), okRow(form("coo"), timed(400)), okRow(form("csc"), timed(200))});
    session.footprints.push_back({"a", form("csr"), 100, 0, {{"compressed", 100}, {"values", 300}}, 0});
    EXPECT_THAT(sessionHtml(session), HasSubstr("bytes of pointers"));
    EXPECT_THAT(sessionHtml(session), testing::Not(HasSubstr("bytes of compressed")));
    const auto page = readPage(sessionHtml(session));
    std::vector<double> times, bytes, starts, byteStarts;
    for (const auto& rect : page.all("rect")) {
        const auto& title = page.elements[rect.svg + 1].text;
        const auto style = rect.attributes.contains("class") ? rect.attributes.at("class") : "";
        if (title != "times, from 0" || !style.starts_with('f'))
            continue;
        (style == "f0" ? times : bytes).push_back(rect.number("width"));
        (style == "f0" ? starts : byteStarts).push_back(rect.number("x"));
    }

    ASSERT_EQ(times.size(), 3U);
    EXPECT_NEAR(times[1], 2 * times[0], 0.3); // fastest first
    EXPECT_NEAR(times[2], 4 * times[0], 0.3);
    EXPECT_EQ(starts[0], starts[2]);
    ASSERT_EQ(bytes.size(), 2U);
    EXPECT_NEAR(bytes[1], 3 * bytes[0], 0.3);
    EXPECT_NEAR(byteStarts[1], byteStarts[0] + bytes[0], 0.2); // upon it
}

TEST(SessionHtml, WhatDidNotRunStaysWithItsReason)
{
    auto failed = okRow(form("csr"), {}), unsupported = okRow(form("coo"), {});
    failed.status = Status::failed;
    failed.reason = "differs at (3, 4)";
    unsupported.status = Status::unsupported;
    unsupported.reason = "no kernel for <coo>";
    const auto html = sessionHtml(sessionOf({failed, unsupported}));

    EXPECT_EQ(readPage(html).problem, "");
    EXPECT_THAT(html, HasSubstr("✕ failed: differs at (3, 4)"));
    EXPECT_THAT(html, HasSubstr("✕ not supported: no kernel for &lt;coo&gt;"));
    EXPECT_THAT(html, HasSubstr(">not supported: no kernel for &lt;coo&gt;</td>"));
    EXPECT_THAT(html, testing::Not(HasSubstr("unsupported")));
}

TEST(SessionHtml, EscapesAllThatCameFromOutside)
{
    const std::string evil = "</title><script>alert('\"&')</script>\x1b[2J";
    auto row = okRow(form("csr"), timed(100));
    row.tensor = row.op = row.variant.layout = row.device = row.kernel = row.checkedHow = row.reason = evil;
    auto session = sessionOf({row});
    session.takenAt = session.machine.processor = session.machine.system = evil;
    session.machine.remarks = {evil};
    session.limits[0].device = evil;
    session.subjects[0].name = session.subjects[0].contentHash = evil;
    session.subjects[0].given.layout = evil;
    session.footprints.push_back({evil, row.variant, 1, 0, {{evil, 10}}, 0});
    session.verdicts.push_back({0, 0, {}, Word::same, evil, evil});
    const auto html = sessionHtml(session);

    EXPECT_EQ(readPage(html).problem, "");
    EXPECT_THAT(html, Not(HasSubstr("<script")));
    EXPECT_THAT(html, Not(HasSubstr("\x1b")));
    EXPECT_THAT(html, HasSubstr("&lt;script&gt;"));
}

TEST(SessionHtml, DrawsAnySession)
{
    const auto seed = static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()) + 29;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (int i = 0; i < 30; ++i) {
        auto session = randomSession(random);
        session.verdicts = verdictsOf(session);
        const auto html = sessionHtml(session);
        const auto page = readPage(html);
        ASSERT_EQ(page.problem, "");
        EXPECT_EQ(overlapIn(page), "");
        for (const char* key : {"x", "y", "width", "height", "d", "cx", "cy"})
            for (const auto& value : valuesOf(page, key))
                EXPECT_EQ(value.find_first_of("nif"), std::string::npos) << value; // nan, inf
    }
}

TEST(SessionHtml, DrawsAbsurdNumbers)
{
    for (const auto time : {0.0, 1e-300, 1e18}) {
        auto row = okRow(form("bsr", {1, 1}), timed(time)), other = okRow(form("csr"), timed(1));
        row.conversion = timed(time);
        row.cold = timed(0);
        row.bytes = std::numeric_limits<std::int64_t>::max();
        row.flops = 1;
        auto session = sessionOf({row, other});
        session.limits[0] = {"cpu", 1e9, 1e-9, 0, 1e-300, 1e9, 0};
        const auto max = std::numeric_limits<std::int64_t>::max();
        session.footprints.push_back({"a", row.variant, 1, max, {{"values", max}, {"plain", max}}, 1e18});
        session.blockTables.push_back({"a", 2, {0, max, 1, max}, {0, 1e18, 0, 1}, max});
        const auto page = readPage(sessionHtml(session));
        EXPECT_EQ(page.problem, "");
        EXPECT_EQ(overlapIn(page), "") << time;
    }
}

TEST(SessionHtml, AComparisonOfTwoSessionsComesFirst)
{
    const auto before = sessionOf({okRow(form("csr"), timed(200)), okRow(form("coo"), timed(100))});
    auto after = sessionOf({okRow(form("csr"), timed(100)), okRow(form("csc"), timed(100))});
    after.takenAt = "2026-11-26T10:00:00Z";
    after.machine.threads = 8;
    const auto html = [&](const std::string& title) {
        const SessionPair pair{before, after, title, ""};
        return sessionHtml(after, &pair);
    };
    const auto page = html("<script>");

    EXPECT_EQ(readPage(page).problem, "");
    EXPECT_LT(page.find("<h2>Comparison</h2>"), page.find("<h2>In short"));
    EXPECT_THAT(page, HasSubstr("Before: &lt;script&gt; (2026-11-25T10:00:00Z). After: 2026-11-26T10:00:00Z."));
    EXPECT_THAT(page, HasSubstr("<td>spmv</td><td>a</td><td>csr float32 int64</td><td>cpu</td>"));
    EXPECT_THAT(page, HasSubstr("<td class=\"n\">2.0x (2.0-2.0)</td><td class=\"w\">▲ faster</td>"));
    EXPECT_THAT(page, HasSubstr("<td>coo float32 int64 for spmv of a on cpu</td><td>only before</td><td>the other "
                                "session did not time this form</td>"));
    EXPECT_THAT(page, HasSubstr("<td>csc float32 int64 for spmv of a on cpu</td><td>only after</td>"));
    EXPECT_THAT(page, HasSubstr("Note: threads: "));
    EXPECT_THAT(sessionHtml(after), Not(HasSubstr("Comparison")));

    after = before;
    EXPECT_THAT(html(""), HasSubstr("Both are the same measurement")) << "in place of a table";
}

TEST(SessionHtml, OfNothingIsAPageToo)
{
    EXPECT_EQ(readPage(sessionHtml({})).problem, "");
    EXPECT_THAT(sessionHtml({}), Not(HasSubstr("<h2>Verdicts")));
}

TEST(SessionHtml, IsTheSameEachTime)
{
    EXPECT_EQ(sessionHtml(longSession()), sessionHtml(longSession()));
}

} // namespace tscope::timing
