// SPDX-License-Identifier: Apache-2.0
#include "layouts/registry.h"
#include "rules/check.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tscope {

namespace {

std::set<std::string> idsOf(const Report& report, Level level)
{
    std::set<std::string> ids;
    for (const auto& finding : report.findings)
        if (finding.level == level)
            ids.insert(finding.rule);
    return ids;
}

TEST(Contracts, JudgeTheVectorsAsTheyPromise)
{
    for (const auto& testCase : test::readCases("contracts.json")) {
        const auto tensor = test::tensorOf(testCase);
        for (const auto& [name, expect] : testCase["expect"].items()) {
            SCOPED_TRACE(testCase["id"].get<std::string>() + " under " + name);
            const auto contract = contractNamed(name);
            ASSERT_TRUE(contract);
            const auto report = check(tensor, {.contract = *contract, .maxWitnesses = 0});
            EXPECT_EQ(report.valid, expect["valid"].get<bool>());
            EXPECT_EQ(idsOf(report, Level::violation), expect["violations"].get<std::set<std::string>>());
            EXPECT_EQ(idsOf(report, Level::advisory), expect["advisories"].get<std::set<std::string>>());
            for (const auto& finding : report.findings)
                if (const auto rule = std::ranges::find(tensor.layout->rules, finding.rule, &Rule::id);
                    rule != tensor.layout->rules.end() && !(*contract)->refusal(*tensor.layout)) {
                    const auto demand = (*contract)->demand(*tensor.layout, *rule);
                    ASSERT_TRUE(demand) << finding.rule;
                    EXPECT_EQ(finding.wording, demand->wording) << finding.rule;
                }
            const auto wanted = expect.value("witnesses", nlohmann::json::object());
            for (const auto& [rule, places] : wanted.items()) {
                const auto* finding = report.find(rule);
                ASSERT_TRUE(finding) << rule;
                ASSERT_EQ(finding->witnesses.size(), places.size()) << rule;
                for (std::size_t j = 0; j < places.size(); ++j)
                    EXPECT_EQ(test::difference(finding->witnesses[j], places[j]), "") << rule << " " << j;
            }
        }
    }
}

TEST(Contracts, FindInTheVectorsWhatTheCatalogueSays)
{
    for (const auto& testCase : test::readCases("invariants.json")) {
        SCOPED_TRACE(testCase["id"].get<std::string>());
        const auto report = check(test::tensorOf(testCase));
        const auto& expect = testCase["expect"];
        EXPECT_EQ(report.valid, expect["valid"].get<bool>());
        EXPECT_EQ(idsOf(report, Level::violation), expect["violations"].get<std::set<std::string>>());
        EXPECT_EQ(idsOf(report, Level::advisory),
                  expect.value("advisories", nlohmann::json::array()).get<std::set<std::string>>());
    }
}

TEST(Contracts, HaveARowForEveryRuleOfTheLayoutsTheyKnow)
{
    // A rule that no contract ever asks of any layout has been forgotten in the tables (NST-5.1 classifies only).
    std::set<std::string_view> asked{"NST-5.1"};
    for (const auto* layout : layouts())
        for (const auto& rule : layout->rules)
            for (const auto& contract : contracts())
                if (!contract.refusal(*layout) && contract.demand(*layout, rule))
                    asked.insert(rule.id);
    for (const auto* layout : layouts())
        for (const auto& rule : layout->rules)
            EXPECT_TRUE(asked.contains(rule.id)) << layout->name << " " << rule.id;
}

TEST(Contracts, RefuseLayoutsOutsideTheBuiltInFamilies)
{
    Layout ell = *layoutNamed("csr");
    ell.name = "ell";
    EXPECT_FALSE(defaultContract().refusal(ell));
    EXPECT_FALSE((*contractNamed("documented"))->refusal(ell));
    EXPECT_EQ((*contractNamed("scipy"))->refusal(ell), "SP-0");
    EXPECT_EQ((*contractNamed("cusparse"))->refusal(ell), "CU-0");
    EXPECT_EQ((*contractNamed("csr-2021"))->refusal(ell), "TX-0");
}

TEST(Contracts, NameAllSixWhenThereIsNoneOfThatName)
{
    const auto none = contractNamed("mkl");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::invalidArgument);
    for (const auto& contract : contracts())
        EXPECT_NE(none.error().text.find(contract.name()), std::string::npos);
    EXPECT_EQ(contracts().size(), 6U);
}

} // namespace

} // namespace tscope
