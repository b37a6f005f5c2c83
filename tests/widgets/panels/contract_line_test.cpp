// SPDX-License-Identifier: GPL-3.0-or-later
// What all contracts say of a tensor, in one line, and the choice among them.
#include "panels/contract_line.h"

#include "facts/contract_verdicts.h"
#include "facts/wording.h"
#include "widgets/panels/shown_rules.h"

#include <QComboBox>
#include <QToolButton>

using namespace tscope;
using namespace tscope::test;

namespace {

class ContractLineTest : public RulesPanelTest
{
protected:
    QToolButton& contract(const char* name)
    {
        return m_shown.child<QToolButton>(("contract " + std::string(name)).c_str());
    }
    std::string sign(const char* name)
    {
        return contract(name).text().section(QLatin1Char(' '), 0, 0).toStdString();
    }
};

// Unsorted columns: PyTorch refuses them, SciPy only advises against them.
Tensor unsorted()
{
    return tensorOf(R"({"layout":"csr","size":[2,3],"members":{"crow_indices":[0,2,3],"col_indices":[2,0,1],
        "values":[1,2,3]}})");
}

} // namespace

TEST_F(ContractLineTest, SaysAtOnceForWhomATensorIsValid)
{
    m_desk.show(unsorted());
    EXPECT_EQ(sign("pytorch"), "\u25b2");
    EXPECT_EQ(sign("scipy"), "\u2713");
    EXPECT_EQ(sign("csr-2021"), "\u25b2");
    EXPECT_EQ(contract("pytorch").toolTip().toStdString(), verdictText(report()));
    EXPECT_TRUE(contract("pytorch").isChecked());
    m_desk.show(sample("jagged"));
    EXPECT_EQ(sign("pytorch"), "\u2713");
    EXPECT_EQ(sign("scipy"), "\u2013") << "it does not know the layout";
    for (const auto& each : contracts())
        EXPECT_FALSE(contract(std::string(each.name()).c_str()).toolTip().isEmpty());
}

TEST_F(ContractLineTest, APressChoosesTheContract)
{
    m_desk.show(unsorted());
    QTest::mouseClick(&contract("scipy"), Qt::LeftButton);
    settle(m_desk.jobs);
    EXPECT_EQ(m_desk.workspace.contract().name(), "scipy");
    EXPECT_TRUE(contract("scipy").isChecked());
    EXPECT_FALSE(contract("pytorch").isChecked());
    EXPECT_EQ(m_shown.child<QComboBox>("contract").currentText(), QStringLiteral("scipy"));
    EXPECT_EQ(report().contract, "scipy");
    QTest::mouseClick(&contract("scipy"), Qt::LeftButton); // again
    EXPECT_TRUE(contract("scipy").isChecked());
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
