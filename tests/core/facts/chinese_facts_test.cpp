// SPDX-License-Identifier: Apache-2.0
// Facts, the way to an element and how two tensors differ, in Chinese.
#include "facts/cause_place.h"
#include "facts/diff_text.h"
#include "facts/fact_tree.h"
#include "facts/info_text.h"
#include "facts/locate_text.h"
#include "rules/check.h"
#include "support/spoken_language.h"
#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope::test {

namespace {

Tensor smallCsr()
{
    return tensorOf(nlohmann::json::parse(
        R"({"layout": "csr", "size": [2, 3], "members": {"crow_indices": [0, 1, 3], "col_indices": [1, 0, 2],
            "values": [1, 2, 3]}})"));
}

const Fact* factNamed(const Fact& among, std::string_view name)
{
    const auto found = std::ranges::find(among.parts, name, &Fact::name);
    return found == among.parts.end() ? nullptr : &*found;
}

class ChineseFacts : public testing::Test
{
    const SpokenLanguage m_chinese{"zh_CN"};
};

} // namespace

TEST_F(ChineseFacts, HaveNamesValuesAndUnits)
{
    const auto facts = factsOf(info(smallCsr(), "a", {.statistics = true}));
    ASSERT_EQ(facts.size(), 2U);
    EXPECT_EQ(facts[0].name, "张量");
    const auto* stored = factNamed(facts[0], "已存储");
    ASSERT_NE(stored, nullptr);
    EXPECT_EQ(stored->value + stored->unit, "3个条目");
    ASSERT_NE(factNamed(facts[0], "填充率"), nullptr);
    EXPECT_EQ(factNamed(facts[0], "维")->value, "2 个稀疏维");
    EXPECT_EQ(factNamed(facts[0], "内存")->unit, "字节");
    EXPECT_EQ(facts[1].name, "成员");
    EXPECT_EQ(facts[1].parts.at(0).name, "crow_indices") << "names of members stay";
    EXPECT_NE(factNamed(facts[1].parts.at(0), "最小值"), nullptr);
}

TEST_F(ChineseFacts, AreTheSameLinesInTheTerminal)
{
    const auto text = plainText(tellInfo(info(smallCsr(), "a", {.values = true})));
    for (const auto* line : {"a  csr (2, 3) ", "  维：2 个稀疏维\n", "  6 个元素存储了 3 个值（50%）\n",
                             "  plain（col_indices）：int64 (3,)，24 字节\n", "  所有值：3 个值\n"})
        EXPECT_THAT(text, testing::HasSubstr(line));
}

TEST_F(ChineseFacts, TellHowAnElementIsFound)
{
    const auto tensor = smallCsr();
    const auto path = tensor.layout->locate(tensor, {1, 2});
    ASSERT_TRUE(path);
    EXPECT_EQ(path->steps.at(1).text, "col_indices[2] = 2：第 2 列是条目 2");
    const auto missing = tensor.layout->locate(tensor, {0, 0});
    ASSERT_TRUE(missing);
    EXPECT_EQ(missing->steps.back().text, "col_indices[0] 中没有 0：第 0 列未存储，因此为 0");
    EXPECT_THAT(plainText(tellPath(*missing, {0, 0})), testing::HasSubstr("（未存储）"));
}

// The link in a cause covers the entry that it names, as in English.
TEST_F(ChineseFacts, LinkTheEntryThatACauseNames)
{
    const auto tensor = tensorOf(nlohmann::json::parse(
        R"({"layout": "coo", "size": [4, 5], "members": {"indices": [[0, 3], [1, 7]], "values": [1, 2]}})"));
    const auto cause = check(tensor).causes.at(0);
    const auto range = namedPart(tensor, cause);
    EXPECT_EQ(cause.text.substr(range.begin, range.end - range.begin), "条目 1") << cause.text;
}

TEST_F(ChineseFacts, TellHowTwoTensorsDiffer)
{
    const auto a = smallCsr();
    auto b = tensorOf(nlohmann::json::parse(
        R"({"layout": "csr", "size": [2, 3], "members": {"crow_indices": [0, 1, 3], "col_indices": [1, 0, 2],
            "values": [1, 2, 4]}})"));
    const auto difference = diff(a, b);
    ASSERT_TRUE(difference);
    std::string text;
    for (const auto& line : tellDifference(*difference, a, b))
        text += plainText({line.words});
    EXPECT_THAT(text, testing::HasSubstr("不同  值：每个索引处的数；最先在 (1, 2)：3 对 4"));
    EXPECT_THAT(text, testing::HasSubstr("1 个值不同，0 个只存储在第一个中，0 个只在第二个中"));
}

} // namespace tscope::test
