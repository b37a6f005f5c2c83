// SPDX-License-Identifier: Apache-2.0
#include "layouts/registry.h"
#include "make/faults.h"
#include "make/generators.h"
#include "rules/check.h"
#include "rules/repair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>

namespace tscope {

namespace {

// Tensors of every layout, with and without batch, dense dims and blocks.
std::vector<Tensor> samples(std::uint64_t seed)
{
    std::vector<MakeSpec> specs;
    for (const std::string layout : {"csr", "csc", "bsr", "bsc", "coo", "strided", "nested", "jagged"}) {
        MakeSpec spec;
        spec.layout = layout;
        spec.seed = seed;
        spec.size = {8, 12};
        if (layout == "nested" || layout == "jagged") {
            spec.kind = "ragged";
            spec.size = {5, 6, 3};
        } else if (layout != "strided") {
            spec.nnz = layout == "bsr" || layout == "bsc" ? 11 : 30;
        }
        specs.push_back(spec);
        if (layout == "csr" || layout == "csc" || layout == "bsc") {
            spec.batch = {2};
            spec.dense = {3};
            specs.push_back(spec);
        }
        if (layout == "coo" || layout == "csr") {
            spec.batch = {};
            spec.dense = {2};
            spec.kind = "powerlaw";
            specs.push_back(spec);
        }
    }
    std::vector<Tensor> out;
    for (const auto& spec : specs) {
        auto made = makeTensorOf(spec);
        EXPECT_TRUE(made) << spec.layout << ": " << (made ? "" : made.error().text);
        if (made)
            out.push_back(std::move(*made));
    }
    return out;
}

const Contract* judgeOf(const Layout& layout, std::string_view id)
{
    for (const auto& contract : contracts())
        for (const auto& rule : layout.rules)
            if (rule.id == id && !contract.refusal(layout) && contract.demand(layout, rule))
                return &contract;
    return nullptr;
}

TEST(PlantedFaults, AreNamedFirstByTheFirstCause)
{
    int all = 0, hits = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
        for (const auto& tensor : samples(seed))
            for (const auto rule : plantableRules(*tensor.layout)) {
                const auto broken = plant(tensor, rule, {}, seed);
                if (!broken)
                    continue;
                const auto* judge = judgeOf(*tensor.layout, rule);
                if (!check(tensor, {.contract = judge}).valid)
                    continue; // batch and dense dims are a fault of their own to some
                const auto report = check(*broken, {.contract = judge});
                ++all;
                const bool isHit =
                    !report.causes.empty() && !report.causes[0].rules.empty() && report.causes[0].rules[0] == rule;
                hits += isHit;
                if (!isHit && std::getenv("TSCOPE_SHOW_MISSES")) {
                    std::cout << "missed " << tensor.layout->name << " " << rule << " seed " << seed << ":";
                    for (const auto& finding : report.findings)
                        std::cout << " " << finding.rule << "x" << finding.count;
                    if (!report.causes.empty())
                        std::cout << " | " << report.causes[0].text;
                    std::cout << "\n";
                }
            }
    std::cout << hits << " of " << all << " planted faults are named first\n";
    EXPECT_GT(all, 1500);
    EXPECT_GE(hits, all * 95 / 100);
}

TEST(PlantedFaults, CanBreakNearlyEveryRuleOfEveryLayout)
{
    for (const auto* layout : layouts()) {
        if (plantableRules(*layout).empty())
            continue; // a test's own layout
        std::set<std::string_view> broken;
        for (std::uint64_t seed = 1; seed <= 2; ++seed)
            for (const auto& tensor : samples(seed))
                if (tensor.layout == layout)
                    for (const auto rule : plantableRules(*layout))
                        if (const auto planted = plant(tensor, rule, {}, seed)) {
                            broken.insert(rule);
                            const auto report = check(*planted, {.contract = judgeOf(*layout, rule)});
                            EXPECT_TRUE(report.find(rule)) << layout->name << " " << rule;
                        }
        for (const auto& rule : layout->rules)
            if (rule.asked) {
                EXPECT_TRUE(broken.contains(rule.id)) << layout->name << " " << rule.id;
            }
    }
}

TEST(PlantedFaults, StandAtTheSlotThatWasAskedFor)
{
    MakeSpec spec;
    spec.nnz = 40;
    spec.indexDType = ElementType::i32;
    const auto tensor = makeTensorOf(spec);
    ASSERT_TRUE(tensor);
    const auto negative = plant(*tensor, "5.4", 7);
    ASSERT_TRUE(negative);
    const auto report = check(*negative);
    ASSERT_TRUE(report.find("5.4"));
    EXPECT_EQ(std::get<Extents>(*report.find("5.4")->witnesses.at(0).find("index")), Extents{7});
    EXPECT_FALSE(plant(*tensor, "5.4", 40));
    EXPECT_FALSE(plant(*tensor, "9.9"));
    EXPECT_FALSE(plant(*tensor, "3.10"));
}

TEST(PlantedFaults, AreMendedByEveryRepairOffered)
{
    int offered = 0, mended = 0;
    for (std::uint64_t seed = 1; seed <= 2; ++seed)
        for (const auto& tensor : samples(seed))
            for (const auto rule : plantableRules(*tensor.layout)) {
                const auto broken = plant(tensor, rule, {}, seed);
                if (!broken)
                    continue;
                const CheckOptions options{.contract = judgeOf(*tensor.layout, rule)};
                const auto report = check(*broken, options);
                bool isMended = false;
                for (const auto& repair : report.repairs) {
                    SCOPED_TRACE(std::string(tensor.layout->name) + " " + std::string(rule) + " " + repair.id);
                    ++offered;
                    const std::vector<std::string> ids{repair.id};
                    const auto after = repaired(*broken, ids, options);
                    ASSERT_TRUE(after) << after.error().text;
                    for (const auto& cleared : repair.clears) {
                        EXPECT_FALSE(after->remaining.find(cleared)) << cleared;
                        isMended = isMended || cleared == rule;
                    }
                }
                mended += isMended;
                if (!isMended && std::getenv("TSCOPE_SHOW_MISSES") && seed == 1)
                    std::cout << "no repair " << tensor.layout->name << " " << rule << "\n";
            }
    std::cout << offered << " repairs offered\n";
    EXPECT_GT(mended, 250);
}

TEST(PlantedFaults, LeaveNothingUnexplained)
{
    for (const auto& tensor : samples(3))
        for (const auto rule : plantableRules(*tensor.layout)) {
            const auto broken = plant(tensor, rule, {}, 3);
            if (!broken)
                continue;
            const auto report = check(*broken, {.contract = judgeOf(*tensor.layout, rule)});
            for (const auto& finding : report.findings) {
                const bool isNamed = std::ranges::any_of(report.causes, [&](const Cause& cause) {
                    return std::ranges::find(cause.rules, finding.rule) != cause.rules.end() &&
                           !cause.text.empty();
                });
                EXPECT_TRUE(isNamed) << tensor.layout->name << " " << rule << " " << finding.rule;
            }
        }
}

} // namespace

} // namespace tscope
