// SPDX-License-Identifier: Apache-2.0
#include "facts/findings_report.h"

#include "facts/markdown.h"
#include "rules/check.h"
#include "support/from_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope::test {

namespace {

constexpr const char* brokenRows = R"({"layout": "csr", "size": [4, 5], "members":
    {"crow_indices": [0, 2, 9, 5, 6], "col_indices": [1, 4, 0, 2, 3, 1], "values": [1, 2, 3, 4, 5, 6]}})";

std::string reportOn(const Tensor& tensor, const FindingsHead& head, const char* contract = "pytorch")
{
    const auto& judge = **contractNamed(contract);
    return findingsText(tensor, check(tensor, {.contract = &judge}), judge, head);
}

} // namespace

TEST(FindingsReport, HoldsAllThatSomebodyElseNeeds)
{
    const auto tensor = fromJson(brokenRows);
    const auto text = reportOn(tensor, {"fc1.weight", "models/x.json"});
    EXPECT_TRUE(text.starts_with("# Findings on `fc1.weight`\n\n- file: `models/x.json`\n- tensor: csr (4, 5)"))
        << text;
    for (const auto* part : {
             "- verdict: broken under pytorch: 2 rules, ",
             "\n## Likely causes\n\n- crow_indices[2] is 9; it should be between 2 and 5 (explains 5.3 5.6)\n",
             "\n## Broken rules\n\n### 5.3: crow_indices never falls, and no row has more entries than there are "
             "columns\n\n2 places\n\n- row 1 spans 7 entries (2 to 8), but there are only 5 columns\n",
             "\n### 5.6: column indices are sorted and unique within each row\n\n1 place, follows from 5.3\n\n- "
             "row 1",
             "\n- row pointers (crow_indices): int64 (5,)",
             "\n- column indices (col_indices): int64 (6,)",
             "\n## Suggested repairs\n\n- `order-pointers`: set crow_indices[2] from 9 to 5, the nearest that "
             "does not fall (loses which row has which entries): valid after it\n",
         })
        EXPECT_THAT(text, testing::HasSubstr(part));
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("shared with"))) << "each has a storage of its own";
}

TEST(FindingsReport, SaysWhoAcceptsItAndWhichCallRaises)
{
    const auto text = reportOn(fromJson(brokenRows), {});
    for (const auto* part : {
             "\n## Who accepts it\n\n| contract | verdict | what judges it |\n| --- | --- | --- |\n| pytorch | "
             "broken: 5.3 5.6, 3 places | `torch.sparse_csr_tensor(..., check_invariants=True)` raises; ",
             "\n| csr-2021-draft | broken: 5.3, 1 place | ",
             "\n| scipy | broken: 5.3, 1 place | `csr_matrix(...).check_format(full_check=True)` raises; ",
             "\n| cusparse | broken: ",
         })
        EXPECT_THAT(text, testing::HasSubstr(part));
    const auto bsc = reportOn(fromJson(R"({"layout": "bsc", "size": [1, 1], "members":
        {"ccol_indices": [0, 1], "row_indices": [0], "values": [[[1]]]}})"),
                              {});
    EXPECT_THAT(bsc, testing::HasSubstr("\n| pytorch | valid | `torch.sparse_bsc_tensor("));
    EXPECT_THAT(bsc, testing::HasSubstr("\n| scipy | layout not known | SciPy's full check of its matrices |\n"));
    EXPECT_THAT(bsc, testing::HasSubstr("- block column pointers (ccol_indices)"));
    EXPECT_THAT(bsc, testing::HasSubstr("- block row indices (row_indices)"));
}

TEST(FindingsReport, NamesTheFileAndTheProgram)
{
    const auto text = reportOn(fromJson(brokenRows), {.name = "w",
                                                      .file = "x.json",
                                                      .sha256 = "00ff",
                                                      .modified = "2026-11-28 01:02:03 UTC",
                                                      .bytes = 12345,
                                                      .checkedAt = "2026-11-28 02:00:00 UTC",
                                                      .program = "tscope 0.1.0"});
    EXPECT_THAT(text, testing::HasSubstr("- SHA-256: `00ff`\n- size of the file: 12.1 KiB, modified 2026-11-28 "
                                         "01:02:03 UTC\n- checked by tscope 0.1.0 at 2026-11-28 02:00:00 UTC\n"));
}

TEST(FindingsReport, OfAnEditedTensorSaysThatTheFileIsAnother)
{
    const auto tensor = fromJson(brokenRows);
    const auto text = reportOn(tensor, {.name = "w", .file = "x.json", .isEdited = true});
    EXPECT_THAT(text, testing::HasSubstr(
                          "- file: `x.json` (edited since, and not saved: the file itself has other findings)\n"));
}

TEST(FindingsReport, OfASoundTensorSaysSo)
{
    const auto text = reportOn(fromJson(R"({"layout": "csr", "size": [1, 2], "members":
        {"crow_indices": [0, 1], "col_indices": [0], "values": [1]}})"),
                               {}, "scipy");
    EXPECT_TRUE(text.starts_with("# Findings on `(tensor)`\n\n- tensor: csr")) << text;
    EXPECT_THAT(text, testing::HasSubstr("- verdict: valid under scipy\n"));
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("## Broken")));
}

TEST(FindingsReport, ListsAsManyPlacesAsAreAskedFor)
{
    const auto tensor = fromJson(R"({"layout": "csr", "size": [1, 2], "members":
        {"crow_indices": [0, 4], "col_indices": [7, 7, 7, 7], "values": [1, 2, 3, 4]}})");
    const auto count = [&](std::int64_t most) {
        const auto text = reportOn(tensor, {.mostPlaces = most});
        const auto begin = text.find("### 5.5"), end = text.find("###", begin + 3);
        const auto part = text.substr(begin, end - begin);
        return std::pair(std::ranges::count(part, '\n'), part.find("and 3 more") != std::string::npos);
    };
    EXPECT_TRUE(count(1).second);
    EXPECT_FALSE(count(0).second);
    EXPECT_EQ(count(0).first - count(1).first, 2); // two lines more: four places instead of one and what is left
}

TEST(Markdown, NamesOfMembersStayAsTheyAre)
{
    EXPECT_EQ(markdownText("crow_indices[2] is 9; it should be between 2 and 5"),
              "crow_indices[2] is 9; it should be between 2 and 5");
    EXPECT_EQ(markdownCode("fc1.weight"), "`fc1.weight`");
    EXPECT_EQ(markdownCode("a`b"), "``a`b``");
    EXPECT_EQ(markdownCode("``"), "``` `` ```");
}

TEST(Markdown, WhatWouldBeMarkupIsEscaped)
{
    EXPECT_EQ(markdownText("# a"), "\\# a");
    EXPECT_EQ(markdownText("[x](http://y) <b> *a* _b_ @you"), "[x\\](http\\://y) &lt;b> \\*a\\* \\_b\\_ &#64;you");
    EXPECT_EQ(markdownText("data[169]: 1 against 2"), "data[169]: 1 against 2");
    EXPECT_EQ(markdownText("[x]: y"), "[x\\]: y") << "the definition of a link";
    EXPECT_EQ(markdownText("a\nb"), "a\\\\x0ab");
}

} // namespace tscope::test
