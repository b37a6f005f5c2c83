// SPDX-License-Identifier: Apache-2.0
// What a measurement says in Chinese, and that what is saved of it is English all the same.
#include "core/timing/support/made_session.h"
#include "support/spoken_language.h"
#include "timing/headline.h"
#include "timing/session_csv.h"
#include "timing/session_html.h"
#include "timing/session_json.h"
#include "timing/session_text.h"
#include "timing/verdicts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope::timing {

namespace {

using test::SpokenLanguage;

// csr as given, and bsr in half of its time.
Session twiceAsFast()
{
    auto faster = okRow(form("bsr", {4, 4}), timed(100, 99, 101));
    faster.conversion = timed(1000);
    return sessionOf({okRow(form("csr"), timed(200, 198, 202)), faster});
}

} // namespace

TEST(ChineseTiming, SaysTheAnswerAndTheVerdicts)
{
    const SpokenLanguage chinese("zh_CN");
    auto session = twiceAsFast();
    ASSERT_EQ(headlinesOf(session).size(), 1U);
    EXPECT_EQ(text(headlinesOf(session)[0].sentences),
              "在 cpu 上做 spmv，bsr 4x4 最好：比当前布局 csr 快 2.00x "
              "(1.96-2.04)。转换需要 1.00 µs (1.00-1.00)，使用 10 (10-11) 次后回本。");
    session.verdicts = verdictsOf(session);
    ASSERT_FALSE(session.verdicts.empty());
    EXPECT_EQ(sentenceOf(ComparedSession(session), session.verdicts[0]),
              "bsr 4x4 比 csr 快 2.00x (1.96-2.04)（在 cpu 上做 spmv）");
    EXPECT_THAT(linesOf(session), testing::Contains(testing::HasSubstr("bsr 4x4 比 csr 快 2.00x")));
}

TEST(ChineseTiming, IsSavedInEnglish)
{
    auto session = twiceAsFast();
    session.verdicts = verdictsOf(session);
    const auto json = sessionText(session), html = sessionHtml(session), csv = verdictsCsv(session);
    const SpokenLanguage chinese("zh_CN");
    session.verdicts = verdictsOf(session);
    EXPECT_EQ(sessionText(session), json);
    EXPECT_EQ(sessionHtml(session), html);
    EXPECT_EQ(verdictsCsv(session), csv);
}

} // namespace tscope::timing
