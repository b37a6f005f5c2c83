// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_palette.h"

#include "main_window.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"

#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QTest>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

TEST(CommandFit, AllWordsHaveToBeThereInAnyOrder)
{
    const auto title = QStringLiteral("View: Zoom in");
    EXPECT_GT(fitOf(QStringLiteral("in zoom"), title), 0);
    EXPECT_GT(fitOf(QStringLiteral("ZOOM"), title), 0);
    EXPECT_EQ(fitOf(QStringLiteral("zoom out"), title), 0);
    EXPECT_GT(fitOf(QString(), title), 0);
    EXPECT_GT(fitOf(QStringLiteral("zi"), title), 0) << "letters in their order";
    EXPECT_GT(fitOf(QStringLiteral("zoom"), title),
              fitOf(QStringLiteral("zo in"), QStringLiteral("a zone by hint")));
    EXPECT_GT(fitOf(QStringLiteral("zoom"), title), fitOf(QStringLiteral("zi"), title));
}

TEST(CommandPalette, OffersEveryCommandOfTheMenusAndEveryOpenTensor)
{
    MainWindow window(Theme::light);
    window.show();
    window.files().open(Files::samples());
    ASSERT_TRUE(settle(window.jobs()));
    window.activateWindow();
    QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
    auto* palette = window.findChild<CommandPalette*>();
    ASSERT_NE(palette, nullptr);
    const auto* list = palette->findChild<QListWidget*>();
    QStringList titles;
    for (int row = 0; row < list->count(); ++row)
        titles << list->item(row)->text();
    for (const auto& subject : window.workspace().subjects())
        EXPECT_EQ(titles.filter(QStringLiteral("Look at ") + subject.name).isEmpty(), false);
    for (const auto* word : {"Open...", "Zoom in", "Duplicate", "Debug", "Dark", "Rules", "Quit", "Manual"})
        EXPECT_FALSE(titles.filter(QString::fromLatin1(word)).isEmpty()) << word;
}

// The list is made anew with every key, so thousands of tensors may not all be in it.
TEST(CommandPalette, OfThousandsTheBestAreListedAndTheOthersCounted)
{
    MainWindow window(Theme::light);
    window.show();
    std::vector<Command> commands;
    int chosen = 0;
    for (int i = 0; i < 20'000; ++i)
        commands.push_back({QStringLiteral("Look at t%1").arg(i), {}, [&chosen, i] { chosen = i; }});
    auto* palette = new CommandPalette(std::move(commands), &window);
    palette->open();
    const auto& list = *palette->findChild<QListWidget*>();
    EXPECT_EQ(list.count(), 501);
    EXPECT_EQ(list.item(500)->text().toStdString(), "and 19500 more");
    EXPECT_EQ(list.item(500)->flags(), Qt::NoItemFlags);
    auto* line = palette->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("t19876"));
    EXPECT_EQ(list.count(), 1);
    QTest::keyClick(line, Qt::Key_Return);
    ASSERT_TRUE(settle(window.jobs()));
    EXPECT_EQ(chosen, 19'876);
}

TEST(CommandPalette, WhatIsTypedAndChosenIsDone)
{
    MainWindow window(Theme::light);
    window.show();
    window.files().open({Files::samples().front()});
    ASSERT_TRUE(settle(window.jobs()));
    const auto before = window.views().front()->zoom();
    QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
    auto* palette = window.findChild<CommandPalette*>();
    ASSERT_NE(palette, nullptr);
    auto* line = palette->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("zoom in"));
    QTest::keyClick(line, Qt::Key_Return);
    ASSERT_TRUE(settle(window.jobs()));
    EXPECT_GT(window.views().front()->zoom(), before);
    EXPECT_EQ(window.findChild<CommandPalette*>(), nullptr);
}

TEST(CommandPalette, ArrowsMoveWithoutLeavingTheLineAndEscapeChoosesNothing)
{
    MainWindow window(Theme::light);
    window.show();
    int ran = 0;
    auto* palette = new CommandPalette(
        {{QStringLiteral("one"), {}, [&] { ran += 1; }}, {QStringLiteral("two"), {}, [&] { ran += 10; }}},
        &window);
    palette->open();
    auto* line = palette->findChild<QLineEdit*>();
    QTest::keyClick(line, Qt::Key_Down);
    EXPECT_EQ(palette->findChild<QListWidget*>()->currentRow(), 1);
    QTest::keyClick(line, Qt::Key_Return);
    ASSERT_TRUE(settle(window.jobs()));
    EXPECT_EQ(ran, 10);

    palette = new CommandPalette({{QStringLiteral("one"), {}, [&] { ran += 1; }}}, &window);
    palette->open();
    line = palette->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("nothing like it"));
    QTest::keyClick(line, Qt::Key_Return);
    QTest::keyClick(line, Qt::Key_Escape);
    ASSERT_TRUE(settle(window.jobs()));
    EXPECT_EQ(ran, 10);
}
