// SPDX-License-Identifier: GPL-3.0-or-later
#include "notices.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <gtest/gtest.h>

using namespace tscope;

namespace {

class NoticesTest : public testing::Test
{
protected:
    NoticesTest()
    {
        auto* layout = new QVBoxLayout(&m_window);
        layout->addWidget(m_notices);
        layout->addStretch(1);
        m_window.resize(500, 400);
        m_window.show();
    }

    QPushButton& button(const char* name)
    {
        return *m_notices->findChild<QPushButton*>(QString::fromLatin1(name));
    }
    QLabel& lines() { return *m_notices->findChild<QLabel*>(QStringLiteral("lines")); }
    QString shown() { return lines().text(); }

    QWidget m_window;
    Notices* m_notices = new Notices;
};

} // namespace

TEST_F(NoticesTest, NothingIsSeenWhileThereIsNothingToSay)
{
    EXPECT_FALSE(m_notices->isVisible());
    m_notices->add(QStringLiteral("a.npz"), QStringLiteral("no array in it"));
    EXPECT_TRUE(m_notices->isVisible());
    EXPECT_EQ(shown(), QStringLiteral("a.npz: no array in it"));
    m_notices->clear();
    EXPECT_FALSE(m_notices->isVisible());
    EXPECT_EQ(m_notices->text(), QString());
}

TEST_F(NoticesTest, TheSameIsSaidOnceAndWhatIsOfNoFileStandsAlone)
{
    for (int i = 0; i < 3; ++i)
        m_notices->add(QStringLiteral("a.npz"), QStringLiteral("no array in it"));
    m_notices->add({}, QStringLiteral("the session could not be read"));
    EXPECT_EQ(m_notices->text(), QStringLiteral("a.npz: no array in it\nthe session could not be read"));
    EXPECT_EQ(shown(), m_notices->text());
}

// Names in a file may hold anything.
TEST_F(NoticesTest, WhatLooksLikeMarkupIsShownAsItStands)
{
    m_notices->add(QStringLiteral("<b>x</b>.npz"), QStringLiteral("<img src='file:///etc/hostname'> & more"));
    EXPECT_EQ(lines().textFormat(), Qt::PlainText);
    EXPECT_TRUE(shown().contains(QStringLiteral("<b>x</b>.npz: <img")));
}

TEST_F(NoticesTest, OfAWholeFolderTheRestIsCounted)
{
    for (int i = 0; i < 230; ++i)
        m_notices->add(QStringLiteral("%1.npz").arg(i), QStringLiteral("broken"));
    auto* rest = m_notices->findChild<QLabel*>(QStringLiteral("rest"));
    EXPECT_EQ(shown().count(QLatin1Char('\n')), 199);
    EXPECT_TRUE(rest->isVisible());
    EXPECT_EQ(rest->text().toStdString(), "and 30 more");
    EXPECT_EQ(m_notices->text().count(QLatin1Char('\n')), 229) << "all of it is kept";
    m_notices->clear();
    m_notices->add(QStringLiteral("a.npz"), QStringLiteral("broken"));
    EXPECT_FALSE(rest->isVisible());
}

// Laying out a full text takes long.
TEST_F(NoticesTest, AFullTextIsNotLaidOutAgain)
{
    const auto add = [&](int i) { m_notices->add(QStringLiteral("%1.npz").arg(i), QStringLiteral("broken")); };
    for (int i = 0; i < 220; ++i)
        add(i);
    QTest::qWait(0);
    struct Drawn : QObject {
        bool eventFilter(QObject*, QEvent* event) override
        {
            times += event->type() == QEvent::Paint ? 1 : 0;
            return false;
        }
        int times = 0;
    } drawn;
    lines().installEventFilter(&drawn);
    add(220);
    QTest::qWait(0);
    EXPECT_EQ(drawn.times, 0);
}

TEST_F(NoticesTest, ManyLinesTakeAQuarterOfTheWindowAndScroll)
{
    m_notices->add(QStringLiteral("a"), QStringLiteral("one line"));
    QTest::qWait(0);
    const auto little = m_notices->height();
    for (int i = 0; i < 60; ++i)
        m_notices->add(QStringLiteral("%1").arg(i), QStringLiteral("broken"));
    QTest::qWait(0);
    EXPECT_GT(m_notices->height(), little);
    EXPECT_LE(m_notices->height(), m_window.height() / 4 + 12);
    EXPECT_GT(m_notices->findChild<QScrollArea*>()->verticalScrollBar()->maximum(), 0);
}

TEST_F(NoticesTest, ItIsPutAwayByMouseOrKeyAndSaysSo)
{
    const QSignalSpy dismissed(m_notices, &Notices::dismissed);
    m_notices->add(QStringLiteral("a"), QStringLiteral("broken"));
    QTest::mouseClick(&button("dismiss"), Qt::LeftButton);
    EXPECT_FALSE(m_notices->isVisible());
    EXPECT_EQ(dismissed.count(), 1);
    m_notices->add(QStringLiteral("a"), QStringLiteral("broken"));
    EXPECT_TRUE(m_notices->isVisible()) << "what was put away may be said again";
    QTest::keyClick(&button("dismiss"), Qt::Key_Space);
    EXPECT_FALSE(m_notices->isVisible());
    EXPECT_EQ(dismissed.count(), 2);
}

TEST_F(NoticesTest, DetailsAreOfferedWhereThereAreSome)
{
    const QSignalSpy asked(m_notices, &Notices::detailsAsked);
    m_notices->add(QStringLiteral("a"), QStringLiteral("broken"));
    EXPECT_FALSE(button("details").isVisible());
    m_notices->offerDetails(true);
    QTest::mouseClick(&button("details"), Qt::LeftButton);
    EXPECT_EQ(asked.count(), 1);
    EXPECT_TRUE(m_notices->isVisible());
    m_notices->offerDetails(false);
    EXPECT_FALSE(button("details").isVisible());
}

TEST_F(NoticesTest, WhatIsSaidLeavesWithItsReason)
{
    for (int i = 0; i < 300; ++i)
        m_notices->add(QStringLiteral("a"), QStringLiteral("line %1").arg(i), QStringLiteral("one"));
    m_notices->add(QStringLiteral("b"), QStringLiteral("stays"), QStringLiteral("other"));
    EXPECT_FALSE(shown().contains(QStringLiteral("stays"))) << "there are too many before it";
    m_notices->remove(QStringLiteral("none"));
    EXPECT_TRUE(m_notices->text().contains(QStringLiteral("line 299")));
    m_notices->remove(QStringLiteral("one"));
    EXPECT_EQ(shown().toStdString(), "b: stays");
    EXPECT_EQ(m_notices->text().toStdString(), "b: stays");
    EXPECT_FALSE(m_notices->findChild<QLabel*>(QStringLiteral("rest"))->isVisible());
    m_notices->add(QStringLiteral("a"), QStringLiteral("line 1"), QStringLiteral("one")); // and may be said again
    EXPECT_TRUE(shown().contains(QStringLiteral("line 1")));
    m_notices->remove(QStringLiteral("one"));
    m_notices->remove(QStringLiteral("other"));
    EXPECT_FALSE(m_notices->isVisible());
}
