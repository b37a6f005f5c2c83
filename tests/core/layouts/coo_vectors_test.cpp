// SPDX-License-Identifier: Apache-2.0
#include "support/rule_probe.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope {

namespace {

using test::Outcome;
using Json = nlohmann::json;
using Outcomes = std::map<std::string, Outcome>;

void expectWitnesses(const Outcomes& outcomes, const Json& wanted, const Json& counts)
{
    for (const auto& [rule, places] : wanted.items()) {
        const auto at = outcomes.find(rule);
        if (at == outcomes.end()) {
            ADD_FAILURE() << rule << " found nothing";
            continue;
        }
        const auto& outcome = at->second;
        const bool exact = !counts.contains(rule);
        EXPECT_EQ(outcome.count,
                  exact ? static_cast<std::int64_t>(places.size()) : counts[rule].get<std::int64_t>())
            << rule;
        ASSERT_GE(outcome.witnesses.size(), places.size()) << rule;
        for (std::size_t i = 0; i < places.size(); ++i)
            EXPECT_EQ(test::difference(outcome.witnesses[i], places[i]), "") << rule << " place " << i;
    }
}

// What scipy and cusparse ask of coo, and how; contracts.md, section 3.
std::optional<Wording> scipyAsks(const Rule& rule)
{
    const std::set<std::string_view> no{"COO-1.3", "COO-3.7", "COO-4.4", "COO-5.3", "COO-6.1", "1.6"};
    if (no.contains(rule.id) || rule.id.starts_with("CU-"))
        return std::nullopt;
    return rule.id == "COO-1.1"   ? Wording::anyIndexWidth
           : rule.id == "COO-4.1" ? Wording::hostOnly
                                  : Wording::catalogue;
}

std::optional<Wording> cusparseAsks(const Rule& rule)
{
    const std::set<std::string_view> no{"COO-1.3", "COO-3.7", "COO-4.1", "COO-4.4", "COO-5.3", "COO-6.1"};
    if (no.contains(rule.id) || rule.id.starts_with("SP-"))
        return std::nullopt;
    return rule.id == "COO-1.1" ? Wording::anyIndexWidth : Wording::catalogue;
}

// A counting type is enough here: the vectors hold small whole numbers.
std::vector<double> denseByEntries(const Tensor& tensor, const Extents& size)
{
    std::vector<double> dense(static_cast<std::size_t>(numel(size).value()));
    const auto& values = tensor.member("values").array;
    EXPECT_TRUE(tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        dense[static_cast<std::size_t>(positionOf(size, index))] += std::get<double>(values.at(slot).number());
        return true;
    }));
    return dense;
}

TEST(CooVectors, EveryCaseOfTheCatalogueIsJudgedWithAllItsPlaces)
{
    int seen = 0;
    for (const auto& testCase : test::readCases("invariants.json")) {
        if (testCase["layout"] != "coo")
            continue;
        ++seen;
        SCOPED_TRACE(testCase["id"].get<std::string>());
        const auto tensor = test::tensorOf(testCase);
        const auto& expect = testCase["expect"];
        const auto outcomes = test::outcomes(tensor, test::catalogue, 1000);

        const auto violations = expect["violations"].get<std::set<std::string>>();
        EXPECT_EQ(test::found(outcomes), violations);
        expectWitnesses(outcomes, expect["witnesses"], expect.value("counts", Json::object()));
        for (const auto& rule : expect.value("skipped", Json::array()))
            EXPECT_NE(outcomes.at(rule.get<std::string>()).because, "");
    }
    EXPECT_GT(seen, 50);
}

TEST(CooVectors, SizesAreInferredAndContentIsFoundByEntriesAndByLocate)
{
    for (const auto& testCase : test::readCases("invariants.json")) {
        if (testCase["layout"] != "coo" || !testCase["expect"]["valid"].get<bool>())
            continue;
        SCOPED_TRACE(testCase["id"].get<std::string>());
        const auto tensor = test::tensorOf(testCase);
        const auto& expect = testCase["expect"];
        const auto reading = tensor.layout->read(tensor, {});
        if (expect.contains("inferred_size")) {
            EXPECT_EQ(reading->inferredSize(), expect["inferred_size"].get<Extents>());
        }
        if (!expect.contains("dense"))
            continue;
        const auto dense = expect["dense"].get<std::vector<double>>();
        const auto size = tensor.size ? *tensor.size : reading->inferredSize().value();
        ASSERT_EQ(numel(size), static_cast<std::int64_t>(dense.size()));
        EXPECT_EQ(denseByEntries(tensor, size), dense);
        for (std::size_t position = 0; position < dense.size(); ++position) {
            const auto path = tensor.layout->locate(tensor, indexOf(size, static_cast<std::int64_t>(position)));
            ASSERT_TRUE(path);
            EXPECT_EQ(std::get<double>(path->value.number()), dense[position]);
        }
    }
}

TEST(CooVectors, OtherContractsFindTheirOwnFaults)
{
    const std::map<std::string, test::Ask> asks{
        {"pytorch", test::catalogue}, {"scipy", scipyAsks}, {"cusparse", cusparseAsks}};
    for (const auto& testCase : test::readCases("contracts.json")) {
        if (testCase["layout"] != "coo")
            continue;
        const auto tensor = test::tensorOf(testCase);
        for (const auto& [contract, ask] : asks) {
            SCOPED_TRACE(testCase["id"].get<std::string>() + " " + contract);
            const auto& expect = testCase["expect"][contract];
            auto wanted = expect["violations"].get<std::set<std::string>>();
            for (const auto& rule : expect["advisories"])
                wanted.insert(rule.get<std::string>());
            const auto outcomes = test::outcomes(tensor, ask);
            EXPECT_EQ(test::found(outcomes), wanted);
            expectWitnesses(outcomes, expect.value("witnesses", Json::object()), Json::object());
        }
    }
}

} // namespace

} // namespace tscope
