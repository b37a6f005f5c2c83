// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/outlines.h"
#include "views/checked_choice.h"

#include <QApplication>
#include <QListWidget>
#include <QScrollBar>
#include <QTest>

#include <gtest/gtest.h>

using namespace tscope;

namespace {

class CheckedChoiceTest : public testing::Test
{
protected:
    CheckedChoiceTest() { m_choice.show(); }

    void open(int count)
    {
        std::vector<CheckedChoice::Item> items;
        for (int i = 0; i < count; ++i)
            items.push_back({QString::number(i), QStringLiteral("a thing of number %1").arg(i)});
        m_choice.setItems(items);
        QTest::mouseClick(&m_choice, Qt::LeftButton);
        QApplication::processEvents();
        ASSERT_TRUE(list().isVisible());
    }
    QListWidget& list() { return *m_choice.findChild<QListWidget*>(); }
    bool isSeen(int line) // all of it
    {
        return list().viewport()->rect().contains(list().visualItemRect(list().item(line)));
    }

    CheckedChoice m_choice{QStringLiteral("Things"), QStringLiteral("none")};
};

} // namespace

TEST_F(CheckedChoiceTest, AFewThingsAreAllSeen)
{
    for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast})
        for (const int count : {1, 2, 6, 11}) {
            m_choice.setStyleSheet(outlinesFor(theme));
            open(count);
            for (int line = 0; line < count; ++line)
                EXPECT_TRUE(isSeen(line)) << line << " of " << count << ", " << static_cast<int>(theme);
            EXPECT_FALSE(list().verticalScrollBar()->isVisible()) << count;
            EXPECT_FALSE(list().horizontalScrollBar()->isVisible()) << count;
            QTest::keyClick(&list(), Qt::Key_Escape);
        }
}

TEST_F(CheckedChoiceTest, OfManyTheListScrolls)
{
    open(200);
    EXPECT_TRUE(list().verticalScrollBar()->isVisible());
    EXPECT_FALSE(list().horizontalScrollBar()->isVisible());
    EXPECT_LE(list().height(), 450);
    QTest::keyClick(&list(), Qt::Key_End);
    EXPECT_TRUE(isSeen(199));
    QTest::keyClick(&list(), Qt::Key_Space);
    EXPECT_EQ(m_choice.checked(), QStringList{QStringLiteral("199")});
    EXPECT_TRUE(m_choice.text().contains(QStringLiteral("199"))) << m_choice.text().toStdString();
    QTest::keyClick(&list(), Qt::Key_Escape);
    EXPECT_FALSE(list().isVisible());
}
