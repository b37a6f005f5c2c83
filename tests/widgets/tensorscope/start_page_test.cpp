// SPDX-License-Identifier: GPL-3.0-or-later
#include "start_page.h"

#include "main_window.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAbstractButton>
#include <QAction>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

TEST(StartPage, EverySampleHasAButtonThatSaysWhatItIs)
{
    const StartPage page({}, Files::samples());
    for (const auto& name : sampleNames()) {
        const auto* button = page.findChild<QAbstractButton*>(QString::fromStdString(name));
        ASSERT_NE(button, nullptr) << name;
        EXPECT_FALSE(button->accessibleDescription().isEmpty()) << name;
    }
}

TEST(StartPage, IsSeenWhileNothingIsOpenAndASampleOpensWithAClick)
{
    MainWindow window(Theme::light);
    window.show();
    auto* page = window.findChild<StartPage*>();
    ASSERT_TRUE(page->isVisible());
    EXPECT_FALSE(window.findChild<QAction*>(QStringLiteral("save-as"))->isEnabled());
    QTest::mouseClick(page->findChild<QAbstractButton*>(QStringLiteral("bsr")), Qt::LeftButton);
    ASSERT_TRUE(settle(window.jobs()));
    ASSERT_EQ(window.workspace().subjects().size(), 1U);
    EXPECT_EQ(window.workspace().subjects()[0].tensor->layout->name, "bsr");
    EXPECT_FALSE(page->isVisible());
    EXPECT_TRUE(window.findChild<QAction*>(QStringLiteral("save-as"))->isEnabled());
    window.workspace().clear();
    EXPECT_TRUE(page->isVisible());
}

TEST(StartPage, RecentFilesAreOffered)
{
    StartPage page({}, {});
    const QSignalSpy chosen(&page, &StartPage::chosen);
    page.setRecent({QStringLiteral("/a/one.json"), QStringLiteral("/b/two.json")});
    page.setRecent({QStringLiteral("/b/two.json"), QStringLiteral("/c/three.json")});
    page.show();
    const auto buttons = page.findChildren<QAbstractButton*>();
    ASSERT_EQ(buttons.size(), 2);
    EXPECT_EQ(buttons[1]->accessibleName().toStdString(), "three.json");
    QTest::mouseClick(buttons[1], Qt::LeftButton);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].toString().toStdString(), "/c/three.json");
}
