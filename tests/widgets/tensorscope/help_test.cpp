// SPDX-License-Identifier: GPL-3.0-or-later
#include "help.h"

#include "jobs/jobs.h"
#include "widgets/support/spoken.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QMainWindow>
#include <QMenuBar>
#include <QMessageBox>
#include <QTest>
#include <QTextBrowser>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

QDialog& dialog(QMainWindow& window, const char* name)
{
    auto* found = window.findChild<QDialog*>(QString::fromLatin1(name));
    if (found == nullptr)
        throw std::runtime_error(std::string("no ") + name);
    return *found;
}

QString textOf(QDialog& shown)
{
    return shown.findChild<QTextBrowser*>()->toPlainText();
}

} // namespace

TEST(Help, TheManualIsThereAndNamesWhatTheWindowHas)
{
    Jobs jobs;
    QMainWindow window;
    showManual(window, jobs);
    auto& manual = dialog(window, "manual-window");
    EXPECT_TRUE(manual.isVisible());
    const auto text = textOf(manual);
    EXPECT_GT(text.size(), 1000);
    for (const auto* part : {"Logical", "Members", "Storage", "Rules", "Geometry"})
        EXPECT_TRUE(text.contains(QLatin1String(part))) << part;
    EXPECT_FALSE(text.contains(QStringLiteral("**"))) << "it is shown, not its source";
    EXPECT_FALSE(manual.findChild<QTextBrowser*>()->accessibleName().isEmpty());
}

TEST(Help, AskedForAgainTheSameWindowComesAndEscapeClosesIt)
{
    Jobs jobs;
    QMainWindow window;
    showManual(window, jobs);
    auto* first = &dialog(window, "manual-window");
    QTest::keyClick(first, Qt::Key_Escape);
    EXPECT_FALSE(first->isVisible());
    showManual(window, jobs);
    EXPECT_EQ(window.findChildren<QDialog*>(QStringLiteral("manual-window")).size(), 1);
    EXPECT_TRUE(first->isVisible());
}

// The keys are those of the menus, whatever these are.
TEST(Help, TheKeysAreThoseOfTheMenus)
{
    QMainWindow window;
    auto* menu = window.menuBar()->addMenu(QStringLiteral("&Any"));
    auto* bound = menu->addAction(QStringLiteral("Turn it &round"));
    bound->setShortcut(QKeySequence(QStringLiteral("Ctrl+Alt+7")));
    menu->addAction(QStringLiteral("Without a key"));
    showKeys(window);
    const auto text = textOf(dialog(window, "keys-window"));
    EXPECT_TRUE(text.contains(QStringLiteral("Turn it round"))) << text.toStdString();
    EXPECT_TRUE(text.contains(bound->shortcut().toString(QKeySequence::NativeText)));
    EXPECT_FALSE(text.contains(QStringLiteral("Without a key")));
    EXPECT_TRUE(text.contains(QStringLiteral("F8"))) << "those of views and panels are in it too";
}

TEST(Help, ItIsWrittenInTheLanguageThatIsSpoken)
{
    Jobs jobs;
    QMainWindow english;
    showManual(english, jobs);
    const auto before = textOf(dialog(english, "manual-window"));
    const Spoken spoken("zh_CN");
    if (!spoken.isSpoken())
        GTEST_SKIP() << "built without Qt's LinguistTools: English only";
    QMainWindow window;
    showManual(window, jobs);
    const auto text = textOf(dialog(window, "manual-window"));
    EXPECT_NE(text, before);
    EXPECT_TRUE(std::any_of(text.begin(), text.end(), [](QChar c) { return c.unicode() >= 0x4e00; }));
}

TEST(Help, AboutSaysWhichVersionAndLicence)
{
    QMainWindow window;
    showAbout(window);
    auto* about = window.findChild<QMessageBox*>();
    ASSERT_NE(about, nullptr);
    EXPECT_TRUE(about->text().contains(QCoreApplication::applicationVersion()));
    EXPECT_TRUE(about->informativeText().contains(QStringLiteral("GPL-3.0-or-later")));
    EXPECT_TRUE(about->informativeText().contains(QStringLiteral("Apache-2.0")));
    EXPECT_TRUE(about->informativeText().contains(QString::fromLatin1(qVersion())));
    QTest::keyClick(about, Qt::Key_Escape);
    EXPECT_FALSE(about->isVisible());
}
