// SPDX-License-Identifier: Apache-2.0
// Every rule of every layout, broken alone and kept; every wording where a contract and the catalogue differ.
#include "core/rules/misaligned.h"
#include "core/rules/rule_rows.h"
#include "layouts/registry.h"
#include "rules/check.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace tscope::test {

namespace {

// Test layouts may be registered beside those of the house.
constexpr std::array houseLayouts{"strided", "coo", "csr", "csc", "bsr", "bsc", "nested", "jagged"};

std::vector<std::string> words(std::string_view text)
{
    std::vector<std::string> out(1);
    for (const char c : text)
        if (c == ' ')
            out.emplace_back();
        else
            out.back() += c;
    std::erase(out, "");
    return out;
}

// What a report says, as the rows write it: "5.2 5.4 | 3.7".
std::string said(const Report& report)
{
    std::string violations, advisories;
    for (const auto& finding : report.findings) {
        auto& list = finding.level == Level::violation ? violations : advisories;
        list += (list.empty() ? "" : " ") + finding.rule;
    }
    if (advisories.empty())
        return violations;
    return violations + (violations.empty() ? "| " : " | ") + advisories;
}

Report judge(const Tensor& tensor, std::string_view contract)
{
    return check(tensor, {.contract = *contractNamed(contract)});
}

std::vector<RuleRow> allRows()
{
    std::vector<RuleRow> rows;
    for (const auto some : {compressedRows(), cooRows(), plainRows()})
        rows.insert(rows.end(), some.begin(), some.end());
    return rows;
}

bool isAsked(const Layout& layout, const Rule& rule)
{
    return std::ranges::any_of(contracts(), [&](const Contract& contract) {
        return !contract.refusal(layout) && contract.demand(layout, rule).has_value();
    });
}

// Blocks of csr and csc are 1 x 1.
bool canNotBeBroken(const Layout& layout, const Rule& rule)
{
    return rule.id == "CU-3" && (layout.name == "csr" || layout.name == "csc");
}

void expectAloneAndSilent(const RuleRow& row, std::string_view form, const std::string& name)
{
    SCOPED_TRACE(name + " " + std::string(row.rule) + " " + row.broken);
    const auto& layout = *layoutNamed(name);
    const auto rule = std::ranges::find(layout.rules, row.rule, &Rule::id);
    ASSERT_NE(rule, layout.rules.end());
    const auto demand = (*contractNamed(row.contract))->demand(layout, *rule);
    ASSERT_TRUE(demand);

    auto broken = tensorOf(changed(form, name, row.broken));
    auto sound = tensorOf(changed(form, name, row.sound));
    if (row.alter) {
        row.alter(broken, true);
        row.alter(sound, false);
    }
    const auto report = judge(broken, row.contract);
    const bool isAdvisory = demand->level == Level::advisory;
    EXPECT_EQ(said(report), (isAdvisory ? "| " : "") + std::string(row.rule));
    EXPECT_EQ(report.valid, isAdvisory);
    const auto* finding = report.find(row.rule);
    ASSERT_TRUE(finding);
    EXPECT_GE(finding->count, 1);
    EXPECT_EQ(static_cast<std::int64_t>(finding->witnesses.size()), std::min<std::int64_t>(finding->count, 16));

    const auto silent = judge(sound, row.contract);
    EXPECT_EQ(said(silent), "");
    EXPECT_TRUE(silent.valid);
    for (const auto& skipped : silent.skipped)
        EXPECT_NE(skipped.rule, row.rule) << "not evaluated: " << skipped.because;
}

} // namespace

TEST(EachRule, IsBrokenAloneAndKeptByTheNearestSoundTensor)
{
    for (const auto& row : allRows()) {
        const auto names = words(row.layouts);
        for (const auto& name : names)
            expectAloneAndSilent(row, names.front(), name);
    }
}

TEST(EachRule, HasARow)
{
    std::set<std::string> covered;
    for (const auto& row : allRows())
        for (const auto& name : words(row.layouts))
            covered.insert(name + " " + std::string(row.rule));
    std::size_t rules = 0;
    for (const auto* name : houseLayouts)
        for (const auto& rule : layoutNamed(name)->rules) {
            const auto& layout = *layoutNamed(name);
            if (!isAsked(layout, rule) || canNotBeBroken(layout, rule))
                continue;
            ++rules;
            EXPECT_TRUE(covered.contains(std::string(name) + " " + std::string(rule.id)))
                << name << " " << rule.id;
        }
    EXPECT_EQ(covered.size(), rules);
}

TEST(EachRule, KnowsNoOtherBuiltInLayouts)
{
    std::set<std::string_view> families;
    for (const auto* name : houseLayouts)
        families.insert(layoutNamed(name)->family);
    for (const auto* layout : layouts())
        EXPECT_TRUE(std::ranges::find(houseLayouts, layout->name) != houseLayouts.end() ||
                    !families.contains(layout->family))
            << layout->name << " has no rows";
}

TEST(EachRule, SquareBlocksHoldWhereBlocksAreSingleEntries)
{
    for (const auto* name : {"csr", "csc"})
        EXPECT_EQ(said(judge(tensorOf(changed("csr", name, "{}")), "cusparse")), "");
}

TEST(EachRule, AlignmentIsAskedOfDeviceMembersOnly)
{
    for (const std::string name : {"csr", "bsr", "coo", "strided"}) {
        auto tensor = tensorOf(changed(name, name, "{}"));
        for (auto& member : tensor.members)
            shift(member, 1, {"cpu"});
        EXPECT_EQ(said(judge(tensor, "cusparse")), "") << name;
        for (auto& member : tensor.members)
            shift(member, 1, {"cuda", 0});
        const auto report = judge(tensor, "cusparse");
        EXPECT_EQ(said(report), "CU-10") << name;
        EXPECT_EQ(report.find("CU-10")->count, static_cast<std::int64_t>(tensor.members.size()));
    }
}

TEST(EachRule, AComplexNumberIsAlignedAsAWhole)
{
    for (const auto& [dtype, item] : {std::pair{"complex64", 8}, {"complex128", 16}}) {
        const auto changes = R"({"values": {"shape": [2, 3], "dtype": ")" + std::string(dtype) + R"("}})";
        for (const int off : {item / 2, item}) {
            auto tensor = tensorOf(changed("strided", "strided", changes.c_str()));
            shift(tensor.members[0], off, {"cuda", 0});
            EXPECT_EQ(said(judge(tensor, "cusparse")), off == item ? "" : "CU-10") << dtype << " " << off;
        }
    }
}

TEST(Wordings, ContractsDifferFromTheCatalogueAsTheySay)
{
    for (const auto& row : wordingRows()) {
        SCOPED_TRACE(std::string(row.layout) + " " + std::string(row.rule) + " " + std::string(row.contract) +
                     " " + row.changes);
        const auto form = row.layout == "csc" ? "csr" : row.layout == "bsc" ? "bsr" : row.layout;
        const auto tensor = tensorOf(changed(form, row.layout, row.changes));
        EXPECT_EQ(said(judge(tensor, row.contract)), row.says);
        EXPECT_EQ(said(judge(tensor, "pytorch")), row.pytorchSays);
    }
}

TEST(Wordings, EachHasARowWhereTheVerdictsDiffer)
{
    std::set<std::pair<std::string_view, Wording>> covered;
    for (const auto& row : wordingRows()) {
        const auto& layout = *layoutNamed(row.layout);
        const auto rule = std::ranges::find(layout.rules, row.rule, &Rule::id);
        ASSERT_NE(rule, layout.rules.end()) << row.rule;
        const auto demand = (*contractNamed(row.contract))->demand(layout, *rule);
        if (demand && (row.says != row.pytorchSays || row.rule == "4.6"))
            covered.insert({row.rule, demand->wording});
    }
    for (const auto* name : houseLayouts)
        for (const auto& contract : contracts())
            for (const auto& rule : layoutNamed(name)->rules) {
                if (contract.refusal(*layoutNamed(name)))
                    continue;
                const auto demand = contract.demand(*layoutNamed(name), rule);
                if (demand && demand->wording != Wording::catalogue) {
                    EXPECT_TRUE(covered.contains({rule.id, demand->wording}))
                        << name << " " << rule.id << " under " << contract.name();
                }
            }
}

} // namespace tscope::test
