// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_report.h"

#include "support/from_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope::test {

TEST(DifferenceReport, HoldsBothTensorsTheSummaryAndTheDifferences)
{
    const auto a = fromJson(R"({"layout":"strided","dtype":"int64","members":{"values":[1,2,3,4]}})"),
               b = fromJson(R"({"layout":"strided","dtype":"int64","members":{"values":[1,5,6,7]}})");
    FindingsHead first{.name = "one", .file = "models/a.json", .mostPlaces = 2};
    first.sha256 = std::string(64, 'a');
    first.modified = "yesterday";
    FindingsHead second{.name = "<b>", .file = "b.json", .isEdited = true};
    const auto report = differenceReport(a, first, b, second);
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->starts_with("# Differences between `one` and `<b>`\n")) << *report;
    for (const auto* part :
         {"\n## First: `one`\n\n- file: `models/a.json`\n- SHA-256: `aaaa", "\n- tensor: strided (4,) int64",
          "\n## Second: `<b>`\n\n- file: `b.json` (edited since, and not saved", "\n## Summary\n\n- ",
          "\n## Differences\n\n### ", " (3)\n\n- (1,): 2 against 5\n- (2,): 3 against 6\n- and 1 more\n"})
        EXPECT_THAT(*report, testing::HasSubstr(part));
    const auto previewed = differenceReport(a, first, b, {.name = "b", .file = "b.json", .isPreview = true});
    ASSERT_TRUE(previewed);
    EXPECT_THAT(*previewed, testing::HasSubstr("\n## Second: `b` (preview of a repair, not applied)\n\n"
                                               "- file: `b.json`\n"));
}

} // namespace tscope::test
