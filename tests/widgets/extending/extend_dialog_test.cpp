// SPDX-License-Identifier: GPL-3.0-or-later
#include "extending/extend_dialog.h"

#include "widgets/support/shown_panel.h"
#include "widgets/support/tensors.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

// The sandbox as the panel opens it.
class ExtendDialogTest : public testing::Test
{
protected:
    ExtendDialogTest()
    {
        m_shown.desk.show(sample("csr"));
        QTest::mouseClick(&m_shown.child<QPushButton>("extend"), Qt::LeftButton);
        settle(m_shown.desk.jobs);
    }

    ExtendDialog& dialog() { return m_shown.child<ExtendDialog>("extend-dialog"); }
    QTableView& gaps() { return m_shown.child<QTableView>("gaps"); }
    QAbstractItemModel& trace() { return *m_shown.child<QTableView>("extend trace").model(); }
    std::string summary() { return m_shown.child<QLabel>("extend summary").text().toStdString(); }
    std::string outcome() { return m_shown.child<QLabel>("extend outcome").text().toStdString(); }
    void choose(const char* box, const QString& text)
    {
        auto& choice = m_shown.child<QComboBox>(box);
        ASSERT_GE(choice.findText(text), 0) << text.toStdString();
        choice.setCurrentIndex(choice.findText(text));
        QTest::qWait(1);
        settle(m_shown.desk.jobs);
    }
    void press(const char* button)
    {
        QTest::mouseClick(&m_shown.child<QPushButton>(button), Qt::LeftButton);
        settle(m_shown.desk.jobs);
    }
    int rowOf(const QString& entry)
    {
        for (int row = 0; row < gaps().model()->rowCount(); ++row)
            if (gaps().model()->index(row, GapsModel::entryColumn).data().toString() == entry)
                return row;
        ADD_FAILURE() << "no " << entry.toStdString();
        return -1;
    }

    ShownPanel m_shown{"dispatch"};
};

} // namespace

TEST_F(ExtendDialogTest, ShowsAsManyGapsAsTheTableHasEntriesOfTheLayout)
{
    EXPECT_TRUE(dialog().isVisible());
    choose("extend like", QStringLiteral("csr"));
    const auto wanted = Sandbox::make(registeredTable(), {ExtensionKind::layout, "toy", "csr"});
    ASSERT_TRUE(wanted);
    EXPECT_EQ(static_cast<std::size_t>(gaps().model()->rowCount()), wanted->newEntries());
    EXPECT_NE(summary().find(std::to_string(wanted->newEntries()) + " new entries"), std::string::npos)
        << summary();

    choose("extend kind", QStringLiteral("Element type"));
    const auto type = Sandbox::make(registeredTable(), {ExtensionKind::elementType, "toy", "bool"});
    EXPECT_EQ(static_cast<std::size_t>(gaps().model()->rowCount()), type->newCases()) << summary();
    EXPECT_NE(summary().find("no new entry"), std::string::npos) << summary();
}

TEST_F(ExtendDialogTest, ALessonOpensItToo)
{
    dialog().close();
    ASSERT_FALSE(dialog().isVisible());
    m_shown.desk.lessons.play().askSandbox();
    EXPECT_TRUE(dialog().isVisible());
}

TEST_F(ExtendDialogTest, RunsOnceAGapIsFilledByMouse)
{
    choose("extend like", QStringLiteral("csr"));
    choose("extend operation", QStringLiteral("sum"));
    press("extend run");
    EXPECT_NE(outcome().find("fill gap"), std::string::npos) << outcome();
    EXPECT_FALSE(m_shown.child<QPushButton>("fill kernel").isEnabled()) << "no gap is chosen";

    const auto row = rowOf(QStringLiteral("sum (toy) -> strided on cpu"));
    ASSERT_GE(row, 0);
    gaps().scrollTo(gaps().model()->index(row, 0));
    QTest::mouseClick(gaps().viewport(), Qt::LeftButton, {},
                      gaps().visualRect(gaps().model()->index(row, 0)).center());
    for (const auto* button : {"fill kernel", "fill conversion"}) {
        press(button);
        EXPECT_NE(gaps()
                      .model()
                      ->index(row, GapsModel::stateColumn)
                      .data()
                      .toString()
                      .indexOf(QStringLiteral("filled with")),
                  -1);
        press("extend run");
        EXPECT_EQ(outcome().rfind("sum: strided", 0), 0U) << outcome();
        EXPECT_GT(trace().rowCount(), 2);
    }
    press("fill none");
    press("extend run");
    EXPECT_NE(outcome().find("fill gap"), std::string::npos) << outcome();
}

TEST_F(ExtendDialogTest, SaysWhatCanBeDoneWhileNothingIsSelected)
{
    const auto hint = [&] { return m_shown.child<QLabel>("extend hint").text(); };
    auto& clear = m_shown.child<QPushButton>("fill none");
    choose("extend like", QStringLiteral("csr"));
    EXPECT_TRUE(hint().contains(QStringLiteral("Select missing entries"))) << hint().toStdString();
    EXPECT_TRUE(m_shown.child<QLabel>("extend hint").isVisible());
    EXPECT_TRUE(clear.text().contains(QStringLiteral("filling"))) << "it names what it removes";
    gaps().selectRow(0);
    EXPECT_FALSE(m_shown.child<QLabel>("extend hint").isVisible());
    EXPECT_FALSE(clear.isEnabled()) << "nothing is filled yet";
    press("fill kernel");
    EXPECT_TRUE(clear.isEnabled());
    press("fill none");
    EXPECT_FALSE(clear.isEnabled());
    choose("extend kind", QStringLiteral("Wrapper"));
    EXPECT_TRUE(hint().contains(QStringLiteral("nothing to fill"))) << hint().toStdString();
}

TEST_F(ExtendDialogTest, ComparesTheGradientsOfAnEmbedding)
{
    choose("extend kind", QStringLiteral("Wrapper"));
    EXPECT_EQ(gaps().model()->rowCount(), 0);
    EXPECT_NE(summary().find("extension: coo"), std::string::npos) << summary();
    EXPECT_NE(summary().find("wrapper: strided"), std::string::npos) << summary();
}

TEST_F(ExtendDialogTest, SaysWhatIsWrongWithAName)
{
    auto& name = m_shown.child<QLineEdit>("extend name");
    name.setFocus();
    name.selectAll();
    QTest::keyClicks(&name, QStringLiteral("csr"));
    QTest::qWait(1);
    settle(m_shown.desk.jobs);
    EXPECT_NE(summary().find("already"), std::string::npos) << summary();
    EXPECT_FALSE(m_shown.child<QPushButton>("extend run").isEnabled());
    name.selectAll();
    QTest::keyClicks(&name, QStringLiteral("mine"));
    QTest::qWait(1);
    settle(m_shown.desk.jobs);
    EXPECT_TRUE(m_shown.child<QPushButton>("extend run").isEnabled()) << summary();
}
