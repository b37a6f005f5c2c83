// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings_dialog.h"

#include "main_window.h"
#include "profile.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
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
        MainWindow window(profile.theme(), &profile);
        window.show();
        auto& dialog = openSettings(window);
        EXPECT_EQ(textOf(dialog, "settings theme"), "Light");
        EXPECT_EQ(textOf(dialog, "settings contract"), defaultContract().name());
        EXPECT_EQ(textOf(dialog, "settings arrangement"), "Debug");
        choose(dialog, "settings theme", "D");
        choose(dialog, "settings contract", "sci");
        choose(dialog, "settings arrangement", "L");
        EXPECT_EQ(textOf(dialog, "settings language"), "That of the system");
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
    MainWindow window(profile.theme(), &profile);
    EXPECT_EQ(window.theme(), Theme::dark);
    EXPECT_EQ(window.workspace().contract().name(), "scipy");
    EXPECT_EQ(textOf(window, "contract"), "scipy");
    EXPECT_EQ(window.arrangement().toStdString(), "learn");
}

TEST(Settings, CancelChangesNothing)
{
    const QTemporaryDir folder;
    Profile profile(folder.path());
    MainWindow window(profile.theme(), &profile);
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
    MainWindow window(profile.theme(), &profile);
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
