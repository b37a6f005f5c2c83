// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/outlines.h"
#include "views/checked_choice.h"

#include <QApplication>
#include <QListWidget>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTest>

#include <gtest/gtest.h>

using namespace tscope;

namespace {

struct OpenChoice {
    QWidget window;
    CheckedChoice choice{QStringLiteral("Things"), QStringLiteral("none"), &window};

    explicit OpenChoice(int count, Theme theme = Theme::light)
    {
        window.setStyleSheet(outlinesFor(theme));
        window.show();
        std::vector<CheckedChoice::Item> items;
        for (int i = 0; i < count; ++i)
            items.push_back({QString::number(i), QStringLiteral("a thing of number %1").arg(i)});
        choice.setItems(items);
        QTest::mouseClick(&choice, Qt::LeftButton);
        QApplication::processEvents();
        EXPECT_TRUE(list().isVisible());
    }
    QListWidget& list() { return *choice.findChild<QListWidget*>(); }
    QRect lineAt(int line) { return list().visualItemRect(list().item(line)); }
    bool isSeen(int line) { return list().viewport()->rect().contains(lineAt(line)); } // all of it
};

} // namespace

TEST(CheckedChoice, AFewThingsAreAllSeenAndTheirBoxesDoNotTouch)
{
    for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast})
        for (const int count : {1, 2, 6, 11}) {
            OpenChoice opened(count, theme);
            for (int line = 0; line < count; ++line) {
                EXPECT_TRUE(opened.isSeen(line)) << line << " of " << count << ", " << static_cast<int>(theme);
                if (line > 0) {
                    EXPECT_GE(opened.lineAt(line).top() - opened.lineAt(line - 1).bottom(), 3);
                }
            }
            EXPECT_FALSE(opened.list().verticalScrollBar()->isVisible()) << count;
            EXPECT_FALSE(opened.list().horizontalScrollBar()->isVisible()) << count;
        }
}

TEST(CheckedChoice, OfManyTheListScrolls)
{
    OpenChoice opened(200);
    auto& list = opened.list();
    EXPECT_TRUE(list.verticalScrollBar()->isVisible());
    EXPECT_FALSE(list.horizontalScrollBar()->isVisible());
    EXPECT_LE(list.height(), 450);
    QTest::keyClick(&list, Qt::Key_End);
    EXPECT_TRUE(opened.isSeen(199));
    QTest::keyClick(&list, Qt::Key_Space);
    EXPECT_EQ(opened.choice.checked(), QStringList{QStringLiteral("199")});
    EXPECT_TRUE(opened.choice.text().contains(QStringLiteral("199"))) << opened.choice.text().toStdString();
    QTest::keyClick(&list, Qt::Key_Escape);
    EXPECT_FALSE(list.isVisible());
}

TEST(CheckedChoice, WhatCantBeChosenIsShownWithItsReason)
{
    OpenChoice open(1);
    open.list().hide();
    open.choice.setItems({{QStringLiteral("a"), QStringLiteral("a")},
                          {QStringLiteral("b"), QStringLiteral("b: broken"), QStringLiteral("it is broken")}});
    open.choice.setChecked({QStringLiteral("a"), QStringLiteral("b")});
    EXPECT_EQ(open.choice.checked(), QStringList{QStringLiteral("a")});
    QTest::mouseClick(&open.choice, Qt::LeftButton);
    ASSERT_TRUE(open.list().isVisible());
    EXPECT_EQ(open.list().item(1)->toolTip(), QStringLiteral("it is broken"));
    QTest::mouseClick(open.list().viewport(), Qt::LeftButton, {}, open.lineAt(1).center());
    open.list().setCurrentRow(1);
    QTest::keyClick(&open.list(), Qt::Key_Space);
    EXPECT_EQ(open.choice.checked(), QStringList{QStringLiteral("a")});
}

// Not only on the box, which is a few pixels wide.
TEST(CheckedChoice, AClickAnywhereOnALineChecksIt)
{
    OpenChoice opened(4);
    auto& list = opened.list();
    int changes = 0;
    QObject::connect(&opened.choice, &CheckedChoice::changed, &opened.choice, [&] { ++changes; });
    const auto clickAt = [&](int line, int x) {
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, {x, opened.lineAt(line).center().y()});
    };
    clickAt(1, opened.lineAt(1).right() - 4); // behind the text
    clickAt(2, opened.lineAt(2).center().x());
    clickAt(3, opened.lineAt(3).left() + 8); // the box
    EXPECT_EQ(opened.choice.checked(),
              (QStringList{QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3")}));
    clickAt(2, opened.lineAt(2).center().x());
    EXPECT_EQ(opened.choice.checked(), (QStringList{QStringLiteral("1"), QStringLiteral("3")}));
    EXPECT_EQ(changes, 4);
    // The second of two quick clicks comes as a double click.
    const auto at = opened.lineAt(0).center();
    clickAt(0, at.x());
    for (const auto type : {QEvent::MouseButtonDblClick, QEvent::MouseButtonRelease}) {
        QMouseEvent event(type, at, list.viewport()->mapToGlobal(at), Qt::LeftButton, Qt::LeftButton, {});
        QApplication::sendEvent(list.viewport(), &event);
    }
    QTest::mouseClick(list.viewport(), Qt::RightButton, {}, at);
    EXPECT_EQ(changes, 6) << "two clicks are two, and another button is none";
    EXPECT_FALSE(opened.choice.checked().contains(QStringLiteral("0")));
}

TEST(CheckedChoice, TheButtonIsAsWideWhateverIsChosen)
{
    CheckedChoice choice(QStringLiteral("Things"), QStringLiteral("none"));
    const QString longName = QStringLiteral("a thing with a name that is much longer than a button");
    choice.setItems({{QStringLiteral("a"), {}}, {longName, {}}});
    const auto before = choice.sizeHint();
    for (const auto& checked : {QStringList{QStringLiteral("a")}, QStringList{QStringLiteral("a"), longName}}) {
        choice.setChecked(checked);
        EXPECT_EQ(choice.sizeHint(), before);
        EXPECT_EQ(choice.minimumSizeHint(), before);
        EXPECT_TRUE(choice.toolTip().contains(checked.join(QStringLiteral(", "))));
    }
    EXPECT_FALSE(choice.text().contains(longName)) << "it is elided";
}
