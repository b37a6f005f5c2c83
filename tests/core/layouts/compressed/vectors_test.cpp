// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/transpose.h"
#include "support/rule_probe.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

namespace tscope::test {

namespace {

bool isCompressed(const nlohmann::json& testCase)
{
    const auto layout = testCase.at("layout").get<std::string>();
    return layout == "csr" || layout == "csc" || layout == "bsr" || layout == "bsc";
}

std::set<std::string> wantedRules(const nlohmann::json& expect)
{
    auto wanted = expect.at("violations").get<std::set<std::string>>();
    wanted.merge(expect.at("advisories").get<std::set<std::string>>());
    return wanted;
}

void expectPlaces(const nlohmann::json& expect, const std::map<std::string, Outcome>& told)
{
    const auto counts = expect.value("counts", nlohmann::json::object());
    const auto witnesses = expect.value("witnesses", nlohmann::json::object());
    for (const auto& [rule, places] : witnesses.items()) {
        SCOPED_TRACE(rule);
        const auto at = told.find(rule);
        if (at == told.end()) {
            ADD_FAILURE() << "nothing was told";
            continue;
        }
        const auto& outcome = at->second;
        EXPECT_EQ(outcome.count, counts.value(rule, static_cast<std::int64_t>(places.size())));
        if (outcome.witnesses.size() < places.size()) {
            ADD_FAILURE() << "too few witnesses";
            continue;
        }
        for (std::size_t i = 0; i < places.size(); ++i)
            EXPECT_EQ(difference(outcome.witnesses[i], places[i]), "") << "witness " << i;
    }
}

} // namespace

TEST(CompressedVectors, EveryCaseBreaksExactlyItsRulesAtItsPlaces)
{
    int cases = 0;
    for (const auto& testCase : readCases("invariants.json")) {
        if (!isCompressed(testCase))
            continue;
        SCOPED_TRACE(testCase.at("id").get<std::string>());
        ++cases;
        const auto tensor = tensorOf(testCase);
        const auto& expect = testCase.at("expect");
        const auto told = outcomes(tensor, catalogue, 10'000);
        EXPECT_EQ(found(told), wantedRules(expect));
        expectPlaces(expect, told);
        for (const auto& rule : expect.value("skipped", std::vector<std::string>()))
            EXPECT_TRUE(told.contains(rule) && !told.at(rule).because.empty()) << rule;
    }
    EXPECT_EQ(cases, 359);
}

TEST(CompressedVectors, SizesAreInferredFromTheMembers)
{
    for (auto testCase : readCases("invariants.json")) {
        if (!isCompressed(testCase) || !testCase.at("expect").contains("inferred_size"))
            continue;
        SCOPED_TRACE(testCase.at("id").get<std::string>());
        const auto tensor = tensorOf(testCase);
        const auto reading = tensor.layout->read(tensor, {});
        const auto& expect = testCase.at("expect");
        const auto wanted = expect.at("inferred_size").get<Extents>();
        EXPECT_EQ(reading->inferredSize(), wanted);
        EXPECT_EQ(reading->inferredSizePublished(), expect.value("inferred_size_seed", wanted));
    }
}

TEST(CompressedVectors, TransposesAreViewsOfTheSameMembers)
{
    for (const auto& testCase : readCases("invariants.json")) {
        if (!isCompressed(testCase) || !testCase.at("expect").contains("transpose"))
            continue;
        SCOPED_TRACE(testCase.at("id").get<std::string>());
        const auto& wanted = testCase.at("expect").at("transpose");
        auto tensor = tensorOf(testCase);
        if (!tensor.size)
            tensor.size = tensor.layout->read(tensor, {})->inferredSize();
        const auto view = transposedView(tensor);
        ASSERT_TRUE(view);
        EXPECT_EQ(view->layout->name, wanted.at("layout").get<std::string>());
        EXPECT_EQ(*view->size, wanted.at("size").get<Extents>());
        const auto& values = view->member("values").array.geometry;
        if (wanted.contains("values_shape")) {
            EXPECT_EQ(values.sizes, wanted.at("values_shape").get<Extents>());
            EXPECT_EQ(values.strides, wanted.at("values_strides").get<Extents>());
        }
        for (std::size_t m = 0; m < tensor.members.size(); ++m)
            EXPECT_EQ(view->members[m].array.storage, tensor.members[m].array.storage);
        EXPECT_TRUE(outcomes(*view, catalogue).empty() || found(outcomes(*view, catalogue)).contains("3.7"));
        const auto back = transposedView(*view);
        ASSERT_TRUE(back);
        EXPECT_EQ(back->layout, tensor.layout);
        EXPECT_EQ(back->size, tensor.size);
        EXPECT_EQ(back->member("values").array.geometry, tensor.member("values").array.geometry);
    }
}

TEST(CompressedVectors, StoredElementsMakeTheDenseContent)
{
    int cases = 0;
    for (const auto& testCase : readCases("invariants.json")) {
        if (!isCompressed(testCase) || !testCase.at("expect").contains("dense"))
            continue;
        SCOPED_TRACE(testCase.at("id").get<std::string>());
        ++cases;
        auto tensor = tensorOf(testCase);
        const auto size = tensor.size ? *tensor.size : *tensor.layout->read(tensor, {})->inferredSize();
        std::vector<double> dense(static_cast<std::size_t>(numel(size).value()), 0.0);
        const auto& values = tensor.member("values").array;
        const auto visited = tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
            const auto number = values.at(slot).number();
            dense[static_cast<std::size_t>(positionOf(size, index))] += std::visit(
                [](auto held) {
                    if constexpr (std::is_arithmetic_v<decltype(held)>)
                        return static_cast<double>(held);
                    else
                        return held.real();
                },
                number);
            return true;
        });
        ASSERT_TRUE(visited);
        const auto wanted = testCase.at("expect").at("dense");
        std::vector<double> flat;
        std::vector<nlohmann::json> open{wanted};
        if (wanted.is_array() && !wanted.empty() && wanted[0].is_array()) {
            const auto flatten = [&](auto&& self, const nlohmann::json& node) -> void {
                if (!node.is_array()) {
                    flat.push_back(node.get<double>());
                    return;
                }
                for (const auto& inner : node)
                    self(self, inner);
            };
            flatten(flatten, wanted);
        } else {
            flat = wanted.get<std::vector<double>>();
        }
        EXPECT_EQ(dense, flat);
        for (std::int64_t at = 0; at < static_cast<std::int64_t>(dense.size()); ++at) {
            const auto path = tensor.layout->locate(tensor, indexOf(size, at));
            ASSERT_TRUE(path);
            EXPECT_EQ(path->value.isZero(), dense[static_cast<std::size_t>(at)] == 0.0);
        }
    }
    EXPECT_EQ(cases, 74);
}

} // namespace tscope::test
