// SPDX-License-Identifier: GPL-3.0-or-later
// Which contracts say of a tensor something else than the chosen one.
#include "facts/contract_verdicts.h"
#include "facts/wording.h"
#include "widgets/panels/shown_rules.h"

#include <QComboBox>
#include <QLabel>

using namespace tscope;
using namespace tscope::test;

namespace {

class ContractsTest : public RulesPanelTest
{
protected:
    std::string others()
    {
        auto& label = m_shown.child<QLabel>("other contracts");
        return label.isVisible() ? label.text().toStdString() : "";
    }
    QComboBox& choice() { return m_shown.child<QComboBox>("contract"); }
    std::string said(const char* name)
    {
        return choice().itemData(choice().findText(QLatin1String(name)), Qt::ToolTipRole).toString().toStdString();
    }
};

// Unsorted columns: PyTorch refuses them, SciPy only advises against them.
Tensor unsorted()
{
    return tensorOf(R"({"layout":"csr","size":[2,3],"members":{"crow_indices":[0,2,3],"col_indices":[2,0,1],
        "values":[1,2,3]}})");
}

} // namespace

TEST_F(ContractsTest, WhoeverSaysSomethingElseIsNamedBesideTheVerdict)
{
    m_desk.show(unsorted());
    EXPECT_EQ(report().contract, "pytorch");
    EXPECT_EQ(others(), "valid under csr-2021-draft, scipy, cusparse") << "documented and csr-2021 agree";
    EXPECT_EQ(said("pytorch"), verdictText(report()));
    EXPECT_FALSE(said("csr-2021").empty());

    QTest::keyClick(&choice(), Qt::Key_S); // scipy
    settle(m_desk.jobs);
    EXPECT_EQ(report().contract, "scipy");
    EXPECT_EQ(others().find("broken under "), 0U) << others();
    EXPECT_NE(others().find("pytorch"), std::string::npos) << others();
}

TEST_F(ContractsTest, NobodyIsNamedWhereAllAgreeOrDoNotKnowTheLayout)
{
    for (const auto* name : {"csr", "jagged"}) {
        m_desk.show(sample(name));
        EXPECT_EQ(others(), "") << name;
    }
}

// Each says what a check under it alone says.
TEST(ContractVerdicts, AreThoseOfAChecksOfTheirOwn)
{
    for (const auto& name : sampleNames()) {
        const auto tensor = sample(name);
        const auto known = check(tensor);
        const auto verdicts = verdictsOfContracts(tensor, known);
        ASSERT_EQ(verdicts.size(), contracts().size());
        for (const auto& verdict : verdicts) {
            const auto report = check(tensor, {.contract = verdict.contract});
            const bool isKnown = !verdict.contract->refusal(*tensor.layout);
            EXPECT_EQ(verdict.kind == ContractVerdict::Kind::valid, report.valid && isKnown);
            EXPECT_EQ(verdict.kind == ContractVerdict::Kind::layoutNotKnown, !isKnown);
            if (isKnown) {
                EXPECT_EQ(verdict.text, verdictText(report));
            }
        }
    }
}
