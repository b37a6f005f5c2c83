// SPDX-License-Identifier: Apache-2.0
// What is found in broken tensors, in Chinese: a sentence written out for each kind of thing that a report says.
#include "facts/wording.h"
#include "layouts/registry.h"
#include "layouts/shared/sentences.h"
#include "make/faults.h"
#include "make/random.h"
#include "rules/advise.h"
#include "rules/check.h"
#include "support/spoken_language.h"
#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>

namespace tscope::test {

namespace {

Tensor sampleOf(const std::string& name)
{
    std::ifstream file(std::string(TSCOPE_SOURCES) + "/resources/samples/" + name + ".json");
    return tensorOf(nlohmann::json::parse(file));
}

std::vector<std::string> placesIn(const Tensor& tensor, const Report& report, std::string_view rule)
{
    std::vector<std::string> out;
    if (const auto* finding = report.find(rule))
        for (const auto& witness : finding->witnesses)
            out.push_back(placeSentence(tensor, rule, witness));
    return out;
}

std::string statementIn(const Report& report, std::string_view rule)
{
    const auto* finding = report.find(rule);
    return finding == nullptr ? "holds" : finding->statement;
}

std::string repairIn(const Report& report, std::string_view id)
{
    const auto found = std::ranges::find(report.repairs, id, &Repair::id);
    return found == report.repairs.end() ? "not offered" : repairText(*found);
}

class ChineseSentences : public testing::Test
{
    const SpokenLanguage m_chinese{"zh_CN"};
};

} // namespace

TEST_F(ChineseSentences, TellOfPointersThatFall)
{
    const auto tensor = sampleOf("broken_pointer");
    const auto report = check(tensor);
    EXPECT_EQ(report.causes.at(0).text, "crow_indices[2] 是 9，应在 2 和 5 之间");
    EXPECT_EQ(statementIn(report, "5.3"), "crow_indices 从不下降，且任何一行的条目数都不超过列数");
    EXPECT_THAT(placesIn(tensor, report, "5.3"),
                testing::ElementsAre("第 1 行跨 7 个条目（2 到 8），而只有 5 列",
                                     "第 2 行：crow_indices 从 9 降到 5，而只存储了 6 个条目"));
    EXPECT_THAT(placesIn(tensor, report, "5.6"),
                testing::ElementsAre("第 1 行：条目 5 的列索引 1 排在列索引 4 之后"));
    EXPECT_EQ(repairIn(report, "order-pointers"), "把 crow_indices[2] 从 9 改为 5，即"
                                                  "不下降的最近值（丢失各条目属于哪一行的信息）");
    EXPECT_EQ(verdictText(report), "违反 pytorch 的 2 条规则，共 3 处");
    EXPECT_EQ(summaryOf(info(tensor)), "csr (4, 5) float32，存储 6 个条目，int64 索引，112 字节");
}

TEST_F(ChineseSentences, TellOfCoordinatesOutsideAndOutOfOrder)
{
    const auto tensor = sampleOf("broken_entry");
    const auto report = check(tensor);
    EXPECT_EQ(report.causes.at(0).text, "(3, 7) 处的条目 4 越界：第 1 维止于索引 4");
    EXPECT_EQ(report.causes.at(1).text, "(1, 2) 处的条目 3 排在 (2, 0) 处的条目 2 之后，而张量声明为已合并");
    EXPECT_EQ(statementIn(report, "COO-5.2"), "每个坐标都小于其维的长度");
    EXPECT_EQ(repairIn(report, "drop-out-of-range"), "去掉坐标越界的条目（丢失条目）");
}

TEST_F(ChineseSentences, TellOfComponentsThatReachTooFar)
{
    const auto tensor = sampleOf("broken_offset");
    const auto report = check(tensor);
    EXPECT_THAT(placesIn(tensor, report, "NST-4.4"),
                testing::ElementsAre("分量 2 延伸到元素 8，而 buffer 的存储止于元素 7"));
    EXPECT_THAT(placesIn(tensor, report, "NST-4.5"),
                testing::ElementsAre("各分量共有 9 个元素，而 buffer 的存储有 8 个"));
}

TEST_F(ChineseSentences, TellOfOtherReadingsRemarksAndWhatWasNotAsked)
{
    const auto ones = tensorOf(nlohmann::json::parse(
        R"({"layout": "csr", "size": [2, 3], "members": {"crow_indices": [1, 2, 4], "col_indices": [1, 2, 3],
            "values": [1, 0, 3]}})"));
    const auto report = check(ones);
    ASSERT_FALSE(report.misreadings.empty());
    EXPECT_EQ(report.misreadings[0].as, "csr，从 1 起数");
    EXPECT_THAT(report.misreadings[0].text,
                testing::StartsWith("crow_indices 从 1 开始，col_indices 从 1 起数（读作 csr，从 1 起数："));
    EXPECT_THAT(report.remarks, testing::Contains(testing::Field(&Remark::text, "有 1 个存储的值为 0")));

    auto meta = tensorOf(nlohmann::json::parse(
        R"({"layout": "csr", "size": [2, 3], "members": {"crow_indices": {"dtype": "float32", "shape": [3],
            "data": [0, 1, 2]}, "col_indices": [0, 2], "values": [1, 2]}})"));
    const auto unasked = check(meta);
    ASSERT_FALSE(unasked.skipped.empty());
    EXPECT_THAT(unasked.skipped,
                testing::Contains(testing::Field(&Skipped::because, "crow_indices 的类型是 float32，不是整数")));
}

TEST_F(ChineseSentences, CallLinesByTheLayoutsOwnNames)
{
    const auto tensor = tensorOf(nlohmann::json::parse(
        R"({"layout": "bsc", "size": [4, 4], "members": {"ccol_indices": [0, 1, 2], "row_indices": [0, 5],
            "values": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]}})"));
    const auto report = check(tensor);
    EXPECT_EQ(statementIn(report, "5.5"), "每个块行索引都小于块行数");
    EXPECT_THAT(placesIn(tensor, report, "5.5"),
                testing::ElementsAre("第 1 块列：块行索引 5 超出 0..1（row_indices[1]）"));
}

// Whatever is planted in whatever layout, nothing that is said of it has an English sentence in it.
TEST_F(ChineseSentences, HaveNoEnglishLeft)
{
    // Names stay as they are: members, element types, layouts, devices, ids of rules, letters of published rules.
    static const std::regex names(
        R"(\b(is_coalesced|false|crow_indices|col_indices|ccol_indices|row_indices|values|indices|offsets|lengths|buffer|nested_sizes|nested_strides|storage_offsets|ragged_idx|min_seqlen|max_seqlen|strided|coo|csr|csc|bsr|bsc|nested|jagged|u?int\d+|b?float\d+|complex\d*|bool|cpu|cuda|mps|meta|sparse_[a-z]+|NaN|(JAG|NST|COO|STR|CU|SP|TX)-[\d.]+|KiB|MiB|i|xpu|privateuseone|batch|float8_[a-z0-9]+)\b)");
    static const std::regex word("[A-Za-z]{2,}");
    int count = 0;
    const auto expectChinese = [&](const std::string& text, const std::string& where) {
        ++count;
        EXPECT_FALSE(std::regex_search(std::regex_replace(text, names, ""), word)) << where << ": " << text;
    };
    for (const auto& contract : contracts())
        for (const auto* name :
             {"strided", "coo", "csr", "bsc", "nested", "jagged", "broken_pointer", "broken_entry"}) {
            const auto tensor = sampleOf(name);
            if (contract.refusal(*tensor.layout))
                continue;
            for (const auto rule : plantableRules(*tensor.layout)) {
                const auto broken = plant(tensor, rule);
                if (!broken)
                    continue;
                const auto where = std::string(name) + " with " + std::string(rule);
                const auto report = check(*broken, {.contract = &contract});
                for (const auto& finding : report.findings) {
                    expectChinese(finding.statement, where);
                    for (const auto& witness : finding.witnesses)
                        expectChinese(placeSentence(*broken, finding.rule, witness), where);
                }
                for (const auto& cause : report.causes)
                    expectChinese(cause.text, where);
                for (const auto& misreading : report.misreadings)
                    expectChinese(misreading.text + misreading.as, where);
                for (const auto& skipped : report.skipped)
                    expectChinese(skipped.because, where);
                for (const auto& remark : report.remarks)
                    expectChinese(remark.text, where);
                for (const auto& repair : report.repairs)
                    expectChinese(repairText(repair), where);
            }
        }
    EXPECT_GT(count, 1000);
}

} // namespace tscope::test
