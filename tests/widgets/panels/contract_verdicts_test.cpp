// SPDX-License-Identifier: GPL-3.0-or-later
// Which contracts say of a tensor something else than the chosen one.
#include "build/words.h"
#include "facts/contract_verdicts.h"
#include "facts/wording.h"
#include "rules/contract_calls.h"
#include "views/described_delegate.h"
#include "widgets/panels/shown_rules.h"

#include <QAbstractItemView>
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
    EXPECT_NE(said("pytorch").find(verdictText(report())), std::string::npos) << said("pytorch");
    EXPECT_FALSE(said("csr-2021").empty());

    QTest::keyClick(&choice(), Qt::Key_S); // scipy
    settle(m_desk.jobs);
    EXPECT_EQ(report().contract, "scipy");
    EXPECT_EQ(others().find("broken under "), 0U) << others();
    EXPECT_NE(others().find("pytorch"), std::string::npos) << others();
}

// "broken" below a sound tensor alarms whoever does not know that a consumer may not take a type.
TEST_F(ContractsTest, OneThatRefusesASoundTensorSaysWhy)
{
    m_desk.show(tensorOf(R"({"layout":"csr","size":[2,3],"members":{"crow_indices":[0,2,3],"col_indices":[0,2,1],
        "values":{"dtype":"int64","data":[1,2,3]}}})"));
    EXPECT_TRUE(report().valid);
    EXPECT_EQ(others(), "broken under cusparse: the values are int64");
    EXPECT_EQ(m_shown.child<QLabel>("other contracts").toolTip(),
              QStringLiteral("cusparse: the values are int64"));
}

// Names alone say nothing to people who have not read the manual.
TEST_F(ContractsTest, EachIsDescribedAndNamesTheCallThatRaises)
{
    m_desk.show(unsorted());
    for (int i = 0; i < choice().count(); ++i)
        EXPECT_EQ(choice().itemData(i, DescribedDelegate::DescriptionRole).toString().toStdString(),
                  purposeOf(contracts()[static_cast<std::size_t>(i)]));
    EXPECT_NE(said("csr-2021-draft").find("the same text in another version"), std::string::npos);
    EXPECT_NE(said("scipy").find("csr_matrix(...).check_format(full_check=True) raises"), std::string::npos);
    EXPECT_EQ(text("judging call").find("torch.sparse_csr_tensor(..., check_invariants=True) raises"), 0U);
    EXPECT_TRUE(m_shown.child<QLabel>("judging call").isVisible());

    choice().setCurrentText(QStringLiteral("csr-2021"));
    settle(m_desk.jobs);
    EXPECT_FALSE(m_shown.child<QLabel>("judging call").isVisible()) << "a text has no call";
}

TEST_F(ContractsTest, TheListHasRoomForTheDescriptions)
{
    m_desk.show(unsorted());
    const auto metrics = choice().view()->fontMetrics();
    EXPECT_GE(choice().view()->minimumWidth(), metrics.horizontalAdvance(qt(purposeOf(contracts()[3]))));
    EXPECT_GE(choice().view()->sizeHintForRow(0), 2 * metrics.lineSpacing());
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
                EXPECT_EQ(verdict.rules.empty(), report.valid);
                EXPECT_EQ(verdict.places == 0, report.valid);
            }
        }
    }
}

// Calls have long words: they must not push what stands beside them out of a narrow panel.
TEST_F(ContractsTest, TheRowIsNoWiderThanItsPanel)
{
    const auto jagged = tensorOf(R"({"layout":"jagged","members":{"values":[1,2,3],"offsets":[0,1,2]}})");
    for (const auto& tensor : {sample("broken_pointer"), sample("broken_entry"), jagged})
        for (const int width : {400, 330}) {
            m_shown.panel->resize(width, 500);
            m_desk.show(tensor);
            settle(m_desk.jobs);
            for (const auto* part : {"judging call", "contract", "findings"}) {
                const auto* each = m_shown.panel->findChild<QWidget*>(QLatin1String(part));
                ASSERT_NE(each, nullptr) << part;
                EXPECT_LE(each->mapTo(m_shown.panel.get(), QPoint(each->width(), 0)).x(), width)
                    << part << " of " << tensor.layout->name << " at " << width;
            }
        }
}
