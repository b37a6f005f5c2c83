// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings_dialog.h"

#include "main_window.h"
#include "profile.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QFontDatabase>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QProxyStyle>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

SettingsDialog& openSettings(MainWindow& window)
{
    QApplication::setActiveWindow(&window);
    QTest::keyClick(&window, Qt::Key_Comma, Qt::ControlModifier);
    auto* dialog = window.findChild<SettingsDialog*>();
    if (dialog == nullptr)
        throw std::runtime_error("no settings were opened");
    return *dialog;
}

// As the keys do it: letters choose the entry that begins with them.
void choose(SettingsDialog& dialog, const char* name, const char* letters)
{
    auto& box = *dialog.findChild<QComboBox*>(QString::fromLatin1(name));
    box.setFocus();
    QTest::keyClicks(&box, QString::fromLatin1(letters));
}

std::string textOf(QWidget& parent, const char* name)
{
    return parent.findChild<QComboBox*>(QString::fromLatin1(name))->currentText().toStdString();
}

} // namespace

TEST(Settings, WhatIsChosenHoldsNowAndAtTheNextStart)
{
    const QTemporaryDir folder;
    {
        Profile profile(folder.path());
        MainWindow window(profile.theme().value_or(Theme::light), &profile);
        window.show();
        auto& dialog = openSettings(window);
        EXPECT_EQ(textOf(dialog, "settings theme"), "System");
        EXPECT_EQ(textOf(dialog, "settings contract"), defaultContract().name());
        EXPECT_EQ(textOf(dialog, "settings arrangement"), "Debug");
        choose(dialog, "settings theme", "D");
        choose(dialog, "settings contract", "sci");
        choose(dialog, "settings arrangement", "L");
        EXPECT_EQ(textOf(dialog, "settings language"), "System");
        choose(dialog, "settings language", "E");
        auto& restores = *dialog.findChild<QCheckBox*>(QStringLiteral("settings restores"));
        EXPECT_TRUE(restores.isChecked());
        QTest::keyClick(&restores, Qt::Key_Space);
        EXPECT_EQ(window.theme(), Theme::light) << "nothing before it is confirmed";
        QTest::keyClick(&dialog, Qt::Key_Return);
        EXPECT_EQ(window.theme(), Theme::dark);
        EXPECT_EQ(window.workspace().contract().name(), "scipy");
        EXPECT_EQ(window.arrangement().toStdString(), "learn");
        EXPECT_EQ(textOf(window, "contract"), "scipy") << "in the rules panel";
    }
    Profile profile(folder.path());
    EXPECT_FALSE(profile.restores());
    EXPECT_EQ(profile.language().toStdString(), "en");
    MainWindow window(profile.theme().value_or(Theme::light), &profile);
    EXPECT_EQ(window.theme(), Theme::dark);
    EXPECT_EQ(window.workspace().contract().name(), "scipy");
    EXPECT_EQ(textOf(window, "contract"), "scipy");
    EXPECT_EQ(window.arrangement().toStdString(), "learn");
}

TEST(Settings, TheTextSizeHoldsAtOnceForPanelsAndPicturesAndAtTheNextStart)
{
    const QTemporaryDir folder;
    {
        Profile profile(folder.path());
        MainWindow window(Theme::light, &profile);
        window.show();
        window.files().open({QStringLiteral(":/samples/csr.json")});
        ASSERT_TRUE(settle(window.jobs()));
        auto& told = *window.findChild<QDockWidget*>(QStringLiteral("explain"))->findChild<QPlainTextEdit*>();
        const auto& view = *window.views().front();
        const auto lineBefore = QFontMetrics(told.font()).height();
        const auto sceneBefore = view.scene().text.line / view.scene().text.otherScale;
        auto& dialog = openSettings(window);
        EXPECT_EQ(textOf(dialog, "settings text size"), "System");
        choose(dialog, "settings text size", "20");
        QTest::keyClick(&dialog, Qt::Key_Return);
        ASSERT_TRUE(settle(window.jobs()));
        EXPECT_EQ(window.menuBar()->font().pointSize(), 20);
        EXPECT_EQ(told.font().pointSize(), 20) << "letters of equal width too";
        EXPECT_GT(QFontMetrics(told.font()).height(), lineBefore * 3 / 2);
        EXPECT_GT(view.scene().text.line / view.scene().text.otherScale, sceneBefore * 3 / 2);
    }
    Profile profile(folder.path());
    EXPECT_EQ(profile.textSize(), 20);
    {
        MainWindow window(Theme::light, &profile);
        EXPECT_EQ(window.menuBar()->font().pointSize(), 20);
    }
    const MainWindow other(Theme::light); // without a profile: as the desktop has it
    EXPECT_EQ(other.font().pointSize(), QFontDatabase::systemFont(QFontDatabase::GeneralFont).pointSize());
}

namespace {

class DarkDesktop : public QProxyStyle
{
public:
    DarkDesktop() : QProxyStyle(QStringLiteral("Fusion")) {}
    QPalette standardPalette() const override { return Palette::of(Theme::dark).forWidgets(); }
};

} // namespace

TEST(Settings, TheThemeOfTheSystemFollowsTheDesktop)
{
    const QTemporaryDir folder;
    Profile profile(folder.path());
    profile.setTheme(Theme::highContrast);
    MainWindow window(profile.theme().value_or(Theme::light), &profile);
    window.show();
    EXPECT_FALSE(window.followsDesktop());
    auto& dialog = openSettings(window);
    EXPECT_EQ(textOf(dialog, "settings theme"), "High contrast");
    choose(dialog, "settings theme", "S");
    QTest::keyClick(&dialog, Qt::Key_Return);
    EXPECT_EQ(window.theme(), Theme::light);
    EXPECT_EQ(profile.theme(), std::nullopt);

    const auto changed = [&] {
        QEvent event(QEvent::ThemeChange);
        QApplication::sendEvent(&window, &event);
        return window.theme();
    };
    QApplication::setStyle(new DarkDesktop);
    EXPECT_EQ(changed(), Theme::dark);
    window.setTheme(Theme::highContrast);
    EXPECT_EQ(changed(), Theme::highContrast) << "a theme that was chosen stays";
    QApplication::setStyle(QStringLiteral("Fusion"));
    window.setTheme(Theme::light);
}

TEST(Settings, CancelChangesNothing)
{
    const QTemporaryDir folder;
    Profile profile(folder.path());
    MainWindow window(profile.theme().value_or(Theme::light), &profile);
    window.show();
    auto& dialog = openSettings(window);
    choose(dialog, "settings theme", "D");
    choose(dialog, "settings contract", "sci");
    QTest::keyClick(&dialog, Qt::Key_Escape);
    EXPECT_EQ(window.theme(), Theme::light);
    EXPECT_EQ(&window.workspace().contract(), &defaultContract());
    EXPECT_EQ(profile.contract().toStdString(), "");
}

// What was chosen for now in the rules panel is not the default, and stays.
TEST(Settings, WhatIsNotTouchedStaysAsItIs)
{
    const QTemporaryDir folder;
    Profile profile(folder.path());
    MainWindow window(profile.theme().value_or(Theme::light), &profile);
    window.show();
    window.workspace().setContract(**contractNamed("cusparse"));
    auto& dialog = openSettings(window);
    EXPECT_EQ(textOf(dialog, "settings contract"), defaultContract().name());
    QTest::keyClick(&dialog, Qt::Key_Return);
    EXPECT_EQ(window.workspace().contract().name(), "cusparse");
    EXPECT_EQ(profile.contract().toStdString(), "");
}

TEST(Settings, WithoutAProfileTheyHoldForThisWindow)
{
    MainWindow window(Theme::light);
    window.show();
    auto& dialog = openSettings(window);
    EXPECT_FALSE(dialog.findChild<QCheckBox*>(QStringLiteral("settings restores"))->isEnabled());
    EXPECT_FALSE(dialog.findChild<QComboBox*>(QStringLiteral("settings language"))->isEnabled());
    choose(dialog, "settings contract", "sci");
    QTest::keyClick(&dialog, Qt::Key_Return);
    EXPECT_EQ(window.workspace().contract().name(), "scipy");
    EXPECT_EQ(textOf(window, "contract"), "scipy");
}
