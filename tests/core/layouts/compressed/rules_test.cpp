// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/rules.h"

#include "core/layouts/compressed/oracle.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

namespace tscope::test {

namespace {

using Json = nlohmann::json;

Json goodCsr()
{
    return Json::parse(R"({"layout": "csr", "size": [2, 3], "index_dtype": "int64", "dtype": "float32",
        "members": {"compressed": [0, 2, 3], "plain": [0, 2, 1],
                    "values": {"shape": [3], "dtype": "float32", "data": [1, 2, 3]}}})");
}

Json goodBsr()
{
    return Json::parse(R"({"layout": "bsr", "size": [4, 6], "index_dtype": "int64",
        "members": {"compressed": [0, 2, 3], "plain": [0, 2, 1],
                    "values": {"shape": [3, 2, 2], "dtype": "float32"}}})");
}

// The same tensor with a part of its JSON replaced.
Json with(Json testCase, const char* pointer, Json value)
{
    testCase[Json::json_pointer(pointer)] = std::move(value);
    return testCase;
}

std::set<std::string> broken(const Json& testCase)
{
    return found(outcomes(tensorOf(testCase), catalogue));
}

std::set<std::string> brokenAs(const Json& testCase, std::string_view rule, Wording wording = Wording::catalogue)
{
    return found(outcomes(tensorOf(testCase), [&](const Rule& asked) {
        return asked.id == rule ? std::optional(wording) : std::nullopt;
    }));
}

using Ids = std::set<std::string>;

} // namespace

TEST(CompressedRules, GoodTensorsBreakNothing)
{
    EXPECT_EQ(broken(goodCsr()), Ids{});
    EXPECT_EQ(broken(goodBsr()), Ids{});
    for (const auto* rule : {"CU-1", "CU-2", "CU-3", "CU-4", "CU-5", "CU-7", "CU-9", "CU-10", "SP-1", "SP-2"})
        EXPECT_EQ(brokenAs(goodBsr(), rule), Ids{}) << rule;
}

TEST(CompressedRules, SizesThatInt64CannotSayAreCountedAllTheSame)
{
    const auto entryAt = [](const char* layout, std::int64_t index, const char* values) {
        auto json = Json::parse(R"({"layout": "csr", "index_dtype": "int64", "members": {"compressed": [0, 1]}})");
        json["layout"] = layout;
        json["members"]["plain"] = {index};
        json["members"]["values"] = Json::parse(values);
        return json;
    };
    const auto asks = [](std::string_view rule) {
        return [rule](const Rule& asked) {
            return asked.id == rule ? std::optional(Wording::catalogue) : std::nullopt;
        };
    };
    // One column more than the last index: 2^63 of them.
    const auto last = tensorOf(entryAt("csr", int64Max, "[1]"));
    EXPECT_EQ(found(outcomes(last, catalogue)), (Ids{"1.6", "3.11"}));
    EXPECT_EQ(last.layout->read(last, {})->inferredSize(), std::nullopt);
    EXPECT_EQ(text(*outcomes(last, asks("1.6")).at("1.6").witnesses.at(0).find("actual")), "9223372036854775808");
    EXPECT_EQ(text(*outcomes(last, asks("CU-2")).at("CU-2").witnesses.at(0).find("actual")),
              "9223372036854775808");
    EXPECT_EQ(broken(entryAt("csr", int64Max - 1, "[1]")), Ids{});
    // Blocks can be counted, their columns can't.
    EXPECT_EQ(broken(entryAt("bsr", int64Max / 3, "[[[1, 2, 3]]]")), Ids{"3.11"});
    EXPECT_EQ(broken(entryAt("bsr", int64Max / 3 - 1, "[[[1, 2, 3]]]")), Ids{});
    // No row at all: whatever the columns, there are 0 elements.
    auto none = with(entryAt("csr", int64Max, "[1]"), "/members/compressed", {0});
    EXPECT_EQ(brokenAs(none, "3.11"), Ids{});
}

TEST(CompressedRules, EachMetadataRuleIsBrokenByItself)
{
    const auto csr = goodCsr();
    const std::string compressed = "/members/compressed", plain = "/members/plain", values = "/members/values";
    const auto object = [](const char* text) { return Json::parse(text); };
    EXPECT_EQ(
        broken(with(csr, compressed.c_str(), object(R"({"shape": [3], "dtype": "int32", "data": [0, 2, 3]})"))),
        Ids{"1.1"});
    EXPECT_EQ(broken(with(csr, plain.c_str(), object(R"({"shape": [3], "dtype": "int32", "data": [0, 2, 1]})"))),
              Ids{"1.2"});
    EXPECT_EQ(broken(with(csr, "/index_dtype", "int16")), Ids{"1.3"});
    EXPECT_EQ(broken(with(csr, "/dtype", "float64")), Ids{"1.4"});
    EXPECT_EQ(broken(with(with(csr, "/dtype", "uint16"), values.c_str(),
                          object(R"({"shape": [3], "dtype": "uint16"})"))),
              Ids{"1.5"});
    EXPECT_EQ(broken(with(with(csr, "/index_dtype", "int32"), "/size", {2, 2147483648LL})), Ids{"1.6"});
    EXPECT_EQ(broken(with(csr, "/declared_layout", "csc")), Ids{"2.4"});
    EXPECT_EQ(broken(with(csr, "/size", {2, 3, 1})), Ids{"3.1"});
    EXPECT_EQ(broken(with(goodBsr(), "/size", {4, 7})), Ids{"3.1"});
    EXPECT_EQ(broken(with(csr, "/size", {3, 3})), Ids{"3.8"});
    EXPECT_EQ(broken(with(csr, plain.c_str(), {0, 2, 1, 0})), Ids{"3.9"});
    EXPECT_EQ(broken(with(with(csr, values.c_str(), object(R"({"shape": [3, 2], "dtype": "float32"})")), "/size",
                          {2, 3, 4})),
              Ids{"3.10"});
    EXPECT_EQ(broken(with(csr, "/numel", 7)), Ids{"3.11"});
    EXPECT_EQ(broken(with(csr, plain.c_str(), object(R"({"shape": [3], "data": [0, 2, 1], "pinned": true})"))),
              Ids{"4.5"});
    EXPECT_EQ(broken(with(csr, plain.c_str(), object(R"({"shape": [3], "data": [0, 2, 1], "device": "cuda:0"})"))),
              Ids{"4.3"});
    EXPECT_EQ(broken(with(csr, plain.c_str(), object(R"({"shape": [3], "data": [0, 2, 1],
                                                          "requires_grad": true})"))),
              Ids{"6.1"});
}

TEST(CompressedRules, EachDataRuleIsBrokenByItself)
{
    const auto csr = goodCsr();
    EXPECT_EQ(broken(with(csr, "/members/compressed", {1, 2, 3})), Ids{"5.1"});
    EXPECT_EQ(broken(with(csr, "/members/compressed", {0, 2, 2})), Ids{"5.2"});
    const auto rising = with(with(csr, "/size", {3, 3}), "/members/plain", {0, 1, 2});
    EXPECT_EQ(broken(with(rising, "/members/compressed", {0, 2, 1, 3})), Ids{"5.3"});
    EXPECT_EQ(broken(with(csr, "/members/plain", {-1, 2, 1})), Ids{"5.4"});
    EXPECT_EQ(broken(with(csr, "/members/plain", {0, 3, 1})), Ids{"5.5"});
    EXPECT_EQ(broken(with(csr, "/members/plain", {2, 0, 1})), Ids{"5.6"});
    EXPECT_EQ(broken(with(csr, "/members/plain", {0, 0, 1})), Ids{"5.6"});
}

TEST(CompressedRules, ConsumersAskInTheirOwnWords)
{
    const auto csr = goodCsr();
    const auto tail = with(csr, "/members/compressed", {0, 1, 2});
    EXPECT_EQ(brokenAs(tail, "5.2", Wording::atMostStored), Ids{});
    EXPECT_EQ(brokenAs(with(csr, "/members/compressed", {0, 1, 4}), "5.2", Wording::atMostStored), Ids{"5.2"});
    for (const auto* rule : {"5.4", "5.5", "5.6"})
        for (const std::int64_t last : {-5, 0, 9}) {
            const auto behind = with(tail, "/members/plain", {0, 1, last});
            EXPECT_EQ(brokenAs(behind, rule, Wording::beforeLastPointer), Ids{}) << rule << " " << last;
        }
    EXPECT_EQ(brokenAs(with(tail, "/members/plain", {0, 7, 1}), "5.5", Wording::beforeLastPointer), Ids{"5.5"});
    const auto wide = with(with(csr, "/size", {2, 1}), "/members/plain", {0, 0, 0});
    EXPECT_EQ(brokenAs(wide, "5.3"), Ids{"5.3"});
    EXPECT_EQ(brokenAs(wide, "5.3", Wording::notDecreasing), Ids{});
    EXPECT_EQ(brokenAs(with(csr, "/members/plain", {2, 0, 1}), "CU-5"), Ids{"CU-5"});
    EXPECT_EQ(brokenAs(with(csr, "/members/plain", {2, 0, 1}), "CU-4"), Ids{});
    EXPECT_EQ(brokenAs(with(csr, "/members/plain", {2, 2, 1}), "CU-4"), Ids{"CU-4"});
    EXPECT_EQ(brokenAs(with(csr, "/members/plain", {2, 2, 1}), "CU-5"), Ids{});
}

} // namespace tscope::test
