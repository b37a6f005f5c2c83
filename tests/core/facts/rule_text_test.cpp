// SPDX-License-Identifier: Apache-2.0
#include "facts/rule_text.h"

#include "layouts/registry.h"

#include <gtest/gtest.h>

#include <set>

namespace tscope::test {

namespace {

std::set<std::string> allRules()
{
    std::set<std::string> rules{"SP-0", "CU-0", "TX-0"};
    for (const auto* layout : layouts())
        for (const auto& rule : layout->rules)
            rules.emplace(rule.id);
    return rules;
}

} // namespace

TEST(RuleText, SaysOfEveryRuleWhereItComesFromAndWhatItMeans)
{
    const auto rules = allRules();
    EXPECT_GT(rules.size(), 80U);
    for (const auto& rule : rules) {
        EXPECT_FALSE(ruleOrigin(rule).empty()) << rule;
        EXPECT_FALSE(ruleMeaning(rule).empty()) << rule;
    }
    EXPECT_TRUE(ruleMeaning("9.9").empty());
    EXPECT_NE(ruleMeaning("5.1"), ruleMeaning("5.2"));
    EXPECT_EQ(ruleMeaning("5.5"), ruleMeaning("COO-5.2")) << "one fault, two layouts";
}

TEST(RuleText, NamesWhoDemandsTheRule)
{
    EXPECT_NE(ruleOrigin("CU-4").find("cuSPARSE"), std::string::npos);
    EXPECT_NE(ruleOrigin("SP-2").find("SciPy"), std::string::npos);
    EXPECT_NE(ruleOrigin("STR-2.1").find("as_strided"), std::string::npos);
    EXPECT_NE(ruleOrigin("5.3").find("published invariants"), std::string::npos);
    EXPECT_NE(ruleOrigin("4.5"), ruleOrigin("4.4"));
}

} // namespace tscope::test
