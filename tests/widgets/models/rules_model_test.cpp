// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rules_model.h"

#include "facts/wording.h"
#include "make/faults.h"
#include "widgets/support/model_contract.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

ReportPtr reportOn(const Tensor& tensor, const Contract& contract = defaultContract())
{
    return std::make_shared<const Report>(check(tensor, {.contract = &contract, .maxWitnesses = 1000}));
}

RulesModel::State stateOf(const QModelIndex& index)
{
    return static_cast<RulesModel::State>(index.data(RulesModel::StateRole).toInt());
}

} // namespace

TEST(RulesModel, KeepsTheContractOfModelsThroughChanges)
{
    RulesModel model;
    const ModelContract contract(model);
    for (const auto& name : sampleNames()) {
        const auto tensor = sample(name);
        for (const auto& rule : plantableRules(*tensor.layout))
            if (const auto broken = plant(tensor, rule))
                model.setSubject(&*broken, reportOn(*broken), defaultContract());
        model.setSubject(&tensor, reportOn(tensor), defaultContract());
        model.setSubject(nullptr, nullptr, defaultContract());
    }
}

// Each rule that the contract asks is there once; what was found, found and skipped stands with it, in the words
// of the terminal.
TEST(RulesModel, TellsAllThatTheReportSays)
{
    for (const auto& contract : contracts())
        for (const auto& name : sampleNames()) {
            SCOPED_TRACE(std::string(contract.name()) + " of " + name);
            const auto tensor = sample(name);
            const auto report = reportOn(tensor, contract);
            RulesModel model;
            model.setSubject(&tensor, report, contract);

            std::size_t findings = 0, remarks = 0;
            for (int row = 0; row < model.rowCount(); ++row) {
                const auto rule = model.index(row, 0);
                const auto id = rule.data(RulesModel::RuleRole).toString().toStdString();
                const auto text = rule.data().toString().toStdString();
                if (const auto remark = rule.data(RulesModel::RemarkRole).toString(); !remark.isEmpty()) {
                    ASSERT_LT(remarks, report->remarks.size());
                    const auto& told = report->remarks[remarks++];
                    EXPECT_EQ(remark.toStdString(), told.id);
                    EXPECT_NE(text.find("remark  " + told.text), std::string::npos) << text;
                    EXPECT_EQ(stateOf(rule), RulesModel::State::remark);
                    continue;
                }
                const auto* finding = report->find(id);
                EXPECT_EQ(stateOf(rule) == RulesModel::State::violated,
                          finding != nullptr && finding->level == Level::violation)
                    << text;
                if (finding == nullptr) {
                    EXPECT_EQ(model.rowCount(rule), 0);
                    continue;
                }
                ++findings;
                EXPECT_NE(text.find(finding->statement), std::string::npos) << text;
                EXPECT_NE(text.find(placesText(finding->count)), std::string::npos) << text;
                if (!finding->witnesses.empty()) {
                    EXPECT_NE(text.find(textOf(finding->witnesses.front())), std::string::npos) << text;
                }
                ASSERT_EQ(model.rowCount(rule), static_cast<int>(finding->witnesses.size()));
                for (int place = 0; place < model.rowCount(rule); ++place) {
                    const auto& witness = finding->witnesses[static_cast<std::size_t>(place)];
                    const auto index = model.index(place, 0, rule);
                    EXPECT_EQ(index.data().toString().toStdString(), textOf(witness));
                    const auto where = index.data(RulesModel::PlaceRole);
                    ASSERT_EQ(where.isValid(), witness.place.has_value());
                    if (witness.place) {
                        EXPECT_EQ(where.value<Slots>(), *witness.place);
                    }
                }
            }
            EXPECT_EQ(findings, report->findings.size());
            EXPECT_EQ(remarks, report->remarks.size());
        }
}

TEST(RulesModel, ARuleThatFollowsFromOthersNamesThem)
{
    int told = 0;
    for (const auto& name : sampleNames()) {
        const auto tensor = sample(name);
        for (const auto& planted : plantableRules(*tensor.layout)) {
            const auto broken = plant(tensor, planted);
            if (!broken)
                continue;
            const auto report = reportOn(*broken);
            RulesModel model;
            model.setSubject(&*broken, report, defaultContract());
            for (int row = 0; row < model.rowCount(); ++row) {
                const auto* finding =
                    report->find(model.index(row, 0).data(RulesModel::RuleRole).toString().toStdString());
                const auto detail = model.index(row, 0).data(RulesModel::DetailRole).toString().toStdString();
                std::string wanted = "follows from";
                for (const auto& origin : finding == nullptr ? std::vector<std::string>() : finding->consequenceOf)
                    wanted += ' ' + origin;
                const bool follows = finding != nullptr && !finding->consequenceOf.empty();
                EXPECT_EQ(detail.find(follows ? wanted : "follows") != std::string::npos, follows) << detail;
                told += follows;
            }
        }
    }
    EXPECT_GT(told, 5);
}

TEST(RulesModel, BrokenRulesComeFirstAndThoseNotAskedLast)
{
    const auto tensor = sample("broken_pointer");
    RulesModel model;
    model.setSubject(&tensor, reportOn(tensor), defaultContract());
    ASSERT_GT(model.rowCount(), 2);
    EXPECT_EQ(stateOf(model.index(0, 0)), RulesModel::State::violated);
    for (int row = 1; row < model.rowCount(); ++row)
        EXPECT_LE(stateOf(model.index(row - 1, 0)), stateOf(model.index(row, 0)));
}

TEST(RulesModel, ASkippedRuleSaysWhy)
{
    const auto tensor = sample("csr");
    for (const auto& rule : plantableRules(*tensor.layout)) {
        const auto broken = plant(tensor, rule);
        if (!broken)
            continue;
        const auto report = reportOn(*broken);
        RulesModel model;
        model.setSubject(&*broken, report, defaultContract());
        for (const auto& skipped : report->skipped) {
            bool told = false;
            for (int row = 0; row < model.rowCount(); ++row)
                told = told ||
                       (model.index(row, 0).data(RulesModel::RuleRole).toString().toStdString() == skipped.rule &&
                        stateOf(model.index(row, 0)) == RulesModel::State::notAsked &&
                        model.index(row, 0).data().toString().toStdString().find(skipped.because) !=
                            std::string::npos);
            EXPECT_TRUE(told) << skipped.rule << " because " << skipped.because;
        }
    }
}

TEST(RulesModel, TheReportMayGoAway)
{
    RulesModel model;
    {
        const auto tensor = sample("broken_pointer");
        model.setSubject(&tensor, reportOn(tensor), defaultContract());
    }
    EXPECT_FALSE(model.index(0, 0, model.index(0, 0)).data().toString().isEmpty());
}
