// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rules_model.h"

#include "facts/wording.h"
#include "layouts/shared/sentences.h"
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

TensorPtr shared(Tensor tensor)
{
    return std::make_shared<const Tensor>(std::move(tensor));
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
                model.setSubject(shared(*broken), reportOn(*broken), defaultContract());
        model.setSubject(shared(tensor), reportOn(tensor), defaultContract());
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
            model.setSubject(shared(tensor), report, contract);

            std::size_t findings = 0, remarks = 0;
            for (const auto& rule : model.rules()) {
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
                    EXPECT_NE(text.find(placeSentence(tensor, id, finding->witnesses.front())), std::string::npos)
                        << text;
                }
                ASSERT_EQ(model.rowCount(rule), static_cast<int>(finding->witnesses.size()));
                for (int place = 0; place < model.rowCount(rule); ++place) {
                    const auto& witness = finding->witnesses[static_cast<std::size_t>(place)];
                    const auto index = model.index(place, 0, rule);
                    EXPECT_EQ(index.data().toString().toStdString(), placeSentence(tensor, id, witness));
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
            model.setSubject(shared(*broken), report, defaultContract());
            for (const auto& rule : model.rules()) {
                const auto* finding = report->find(rule.data(RulesModel::RuleRole).toString().toStdString());
                const auto detail = rule.data(RulesModel::DetailRole).toString().toStdString();
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

TEST(RulesModel, BrokenRulesComeFirstAndThoseNotAskedLastInCountedGroups)
{
    const auto tensor = sample("broken_pointer");
    RulesModel model;
    model.setSubject(shared(tensor), reportOn(tensor), defaultContract());
    const auto first = model.index(0, 0);
    EXPECT_EQ(first.data().toString().toStdString(), "\u25b2 Broken (2)");
    EXPECT_EQ(model.rowCount(first), 2);
    EXPECT_EQ(stateOf(first), RulesModel::State::violated);
    std::size_t rules = 0;
    for (int group = 0; group < model.rowCount(); ++group) {
        const auto index = model.index(group, 0);
        ASSERT_TRUE(model.isGroup(index));
        EXPECT_TRUE(index.data().toString().endsWith(QStringLiteral("(%1)").arg(model.rowCount(index))));
        if (group > 0) {
            EXPECT_LT(stateOf(model.index(group - 1, 0)), stateOf(index));
        }
        for (int row = 0; row < model.rowCount(index); ++row, ++rules) {
            EXPECT_EQ(stateOf(model.index(row, 0, index)), stateOf(index));
            EXPECT_EQ(model.index(row, 0, index), model.rules()[rules]);
        }
    }
    EXPECT_EQ(rules, model.rules().size());
}

// The workspace keeps the first thousand of each rule.
TEST(RulesModel, SaysHowManyPlacesItDoesNotList)
{
    std::string columns;
    for (int k = 0; k < 12000; ++k)
        columns += (k == 0 ? "9" : ",9");
    const auto tensor = tensorOf(R"({"layout":"coo","size":[12000,3],"members":{"indices":[[)" + columns + "],[" +
                                 columns + R"(]],"values":{"dtype":"float32","shape":[12000]}}})");
    RulesModel model;
    model.setSubject(shared(tensor), reportOn(tensor), defaultContract());
    const auto rules = model.rules();
    const auto& rule = rules.front();
    EXPECT_EQ(rule.data(RulesModel::RuleRole).toString().toStdString(), "COO-5.2");
    EXPECT_EQ(rule.data(RulesModel::CountRole).toLongLong(), 12000);
    ASSERT_EQ(model.rowCount(rule), 1001);
    EXPECT_EQ(model.index(1000, 0, rule).data().toString().toStdString(), "Load 11,000 more");
    EXPECT_EQ(model.moreOf(model.index(1000, 0, rule)), rule);
    EXPECT_FALSE(model.index(1000, 0, rule).data(RulesModel::PlaceRole).isValid());
    EXPECT_EQ(model.placesOf(rule).size(), 1000U);
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
        model.setSubject(shared(*broken), report, defaultContract());
        for (const auto& skipped : report->skipped) {
            bool told = false;
            for (const auto& row : model.rules())
                told = told || (row.data(RulesModel::RuleRole).toString().toStdString() == skipped.rule &&
                                stateOf(row) == RulesModel::State::notAsked &&
                                row.data().toString().toStdString().find(skipped.because) != std::string::npos);
            EXPECT_TRUE(told) << skipped.rule << " because " << skipped.because;
        }
    }
}

TEST(RulesModel, TheReportAndTheTensorMayGoAway)
{
    RulesModel model;
    {
        const auto tensor = sample("broken_pointer");
        model.setSubject(shared(tensor), reportOn(tensor), defaultContract());
    }
    EXPECT_FALSE(model.index(0, 0, model.rules().front()).data().toString().isEmpty());
}
