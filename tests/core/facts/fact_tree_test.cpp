// SPDX-License-Identifier: Apache-2.0
#include "facts/fact_tree.h"

#include "facts/wording.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

const Fact* named(const std::vector<Fact>& facts, std::string_view name)
{
    for (const auto& fact : facts) {
        if (fact.name == name)
            return &fact;
        if (const auto* part = named(fact.parts, name))
            return part;
    }
    return nullptr;
}

std::string lineOf(const std::vector<Fact>& facts, std::string_view name)
{
    const auto* fact = named(facts, name);
    return fact == nullptr ? "none" : fact->value + (fact->unit.empty() ? "" : " " + fact->unit);
}

TEST(FactTree, SizesHaveUnitsAndTheExactNumberBelow)
{
    const auto facts = factsOf(info(test::fromJson(R"({"layout":"strided","dtype":"float64","members":
        {"values":{"dtype":"float64","shape":[5000,2000]}}})")));
    EXPECT_EQ(lineOf(facts, "memory"), "76.3 MiB");
    ASSERT_EQ(named(facts, "memory")->parts.size(), 1U);
    EXPECT_EQ(lineOf(facts, "exactly"), "80,000,000 bytes");
    EXPECT_EQ(lineOf(facts, "elements"), "10,000,000");
    EXPECT_EQ(lineOf(facts, "memory format"), "contiguous, non-overlapping and dense");
    EXPECT_EQ(lineOf(facts, "overlap"), "elements do not overlap");
}

TEST(FactTree, MembersCarryTheWordsOfTheirReaders)
{
    const auto facts = factsOf(info(test::fromJson(R"({"layout":"csr","size":[2,4],"dtype":"float32","members":
        {"compressed":[0,1,2],"plain":[3,0],"values":[1,2]}})")));
    ASSERT_EQ(facts.size(), 2U);
    EXPECT_EQ(lineOf(facts, "crow_indices"), "int64 (3,)");
    EXPECT_EQ(lineOf(facts, "role"), "compressed");
    EXPECT_EQ(lineOf(facts, "filled"), "25 %");
    EXPECT_EQ(lineOf(facts, "stored"), "2 entries");
    EXPECT_EQ(lineOf(named(facts, "col_indices")->parts, "data"), "3 0");
    EXPECT_EQ(lineOf(facts, "zeros"), "none") << "not asked for";
}

// A call is below the one that makes it.
TEST(FactTree, TheConstructionIsATreeOfCalls)
{
    const auto tensor = test::fromJson(R"({"layout":"csr","size":[2,4],"members":
        {"compressed":[0,1,2],"plain":[3,0],"values":[1,2]}})");
    const auto trace = construct(tensor, {});
    const auto fact = factOf(trace);
    std::vector<std::pair<int, std::string>> calls;
    const auto visit = [&](const auto& self, const Fact& one, int depth) -> void {
        calls.emplace_back(depth, one.name);
        for (const auto& part : one.parts)
            self(self, part, depth + 1);
    };
    for (const auto& part : fact.parts)
        visit(visit, part, trace.steps.front().depth);
    ASSERT_GT(calls.size(), trace.steps.size());
    for (std::size_t i = 0; i < trace.steps.size(); ++i)
        EXPECT_EQ(calls[i], std::pair(trace.steps[i].depth, trace.steps[i].call));
    EXPECT_EQ(calls.back().second, "certificate");
    EXPECT_EQ(fact.value, "built by the checked builder");
}

} // namespace
} // namespace tscope
