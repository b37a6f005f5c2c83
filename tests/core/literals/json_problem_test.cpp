// SPDX-License-Identifier: Apache-2.0
// The parser's own sentence in English, and none of its words in Chinese.
#include "literals/json_problem.h"

#include "support/spoken_language.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tscope::test {

namespace {

std::string parserSays(std::string_view text)
{
    try {
        [[maybe_unused]] const auto read = nlohmann::json::parse(text);
    } catch (const nlohmann::json::exception& problem) {
        return problem.what();
    }
    return "";
}

constexpr auto wrongTexts = {"",         "{",         "{\"a\" 1}", "{a: 1}",    "[1, 2",      "[1,, 2]",
                             "tru",      "\"a",       "[1.]",      "[-]",       "[1e]",       "[1e+]",
                             "1 2",      "{\"a\": }", "{]",        "[\"\\q\"]", "[\"\xFF\"]", "{\"a\": 1, }",
                             "'single'", "[1}",       "nul",       "\"\\u12\""};

} // namespace

TEST(JsonProblem, IsTheParsersSentenceInEnglish)
{
    for (const auto* text : wrongTexts) {
        const auto said = parserSays(text);
        ASSERT_NE(said, "") << text;
        EXPECT_EQ(jsonProblem(said), said.substr(said.find(": ") + 2)) << text;
    }
}

TEST(JsonProblem, IsChineseWhereChineseIsSpoken)
{
    const SpokenLanguage chinese("zh_CN");
    EXPECT_EQ(jsonProblem(parserSays("[1,, 2]")), "解析值时有语法错误：意外的','；应为'['、'{' 或字面量");
    for (const auto* text : wrongTexts) {
        const auto sentence = jsonProblem(parserSays(text));
        EXPECT_THAT(sentence, testing::HasSubstr("语法错误")) << text;
        for (const auto* english : {"unexpected", "expected", "invalid", "parsing", "last read", "literal"})
            EXPECT_THAT(sentence, testing::Not(testing::HasSubstr(english))) << text;
    }
}

} // namespace tscope::test
