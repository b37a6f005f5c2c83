// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions are told apart by their titles, which the user may change, and come from several files at once.
#include "views/checked_choice.h"
#include "widgets/charts/sessions.h"
#include "widgets/panels/measured_timing.h"

#include <QComboBox>
#include <QFileDialog>
#include <QInputDialog>
#include <QLineEdit>
#include <QRegularExpression>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

void expectMatch(const QString& text, const char* pattern)
{
    EXPECT_TRUE(QRegularExpression(QString::fromLatin1(pattern)).match(text).hasMatch()) << text.toStdString();
}

} // namespace

TEST_F(TimingPanelTest, ATitleHasTheOperationsAndWhatWasChosen)
{
    m_shown.desk.show(sample("csr"), "small");
    check("timed operations", {QStringLiteral("spmv"), QStringLiteral("spmm")});
    measure();
    expectMatch(timings().shown()->title, "^small: spmv, spmm k=64; 4 ms, \\d\\d:\\d\\d:\\d\\d$");
    auto& threads = m_shown.child<CheckedChoice>("timed threads");
    threads.setChecked({QStringLiteral("1")});
    Q_EMIT threads.changed();
    m_shown.child<QSpinBox>("timing budget").setValue(500);
    check("timed operations", {QStringLiteral("sum")});
    settle(m_shown.desk.jobs);
    measure();
    expectMatch(timings().shown()->title, "^small: sum; cpu \\(1 thread\\).*, \\d\\d:");
    check("timed types", {QStringLiteral("int32")});
    settle(m_shown.desk.jobs);
    measure();
    expectMatch(timings().shown()->title, "^small: sum; cpu \\(1 thread\\); int32, \\d\\d:");
}

TEST_F(TimingPanelTest, TheUserGivesASessionAnotherTitle)
{
    EXPECT_FALSE(m_shown.child<QPushButton>("rename timing").isEnabled());
    open(oneCell());
    click("rename timing");
    auto* dialog = m_shown.panel->findChild<QInputDialog*>();
    ASSERT_NE(dialog, nullptr);
    auto& field = *dialog->findChild<QLineEdit*>();
    EXPECT_EQ(field.text(), timings().shown()->title);
    QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&field, QStringLiteral("before the change"));
    QTest::keyClick(&field, Qt::Key_Return);
    settle(m_shown.desk.jobs);
    EXPECT_EQ(timings().shown()->title, QStringLiteral("before the change"));
    EXPECT_EQ(m_shown.child<QComboBox>("timing sessions").currentText(), QStringLiteral("before the change"));
}

TEST_F(TimingPanelTest, SeveralSessionsAreOpenedAtOnceAndDialogsBeginWhereTheLastFileWas)
{
    QStringList paths;
    for (const auto* name : {"a.json", "b.json"}) {
        paths << m_folder.filePath(QString::fromLatin1(name));
        ASSERT_TRUE(saveSession(oneCell(), paths.back()));
    }
    click("open timing");
    auto* dialog = m_shown.panel->findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->fileMode(), QFileDialog::ExistingFiles);
    Q_EMIT dialog->filesSelected(paths);
    delete dialog;
    settle(m_shown.desk.jobs);
    EXPECT_EQ(timings().sessions().size(), 2U);
    for (const auto* button : {"save timing", "open timing"}) {
        click(button);
        dialog = m_shown.panel->findChild<QFileDialog*>();
        ASSERT_NE(dialog, nullptr);
        EXPECT_EQ(QFileInfo(dialog->directory().path()).canonicalFilePath(),
                  QFileInfo(m_folder.path()).canonicalFilePath())
            << button;
        delete dialog;
    }
}
