// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/limited_label.h"

#include <QApplication>
#include <QScrollBar>
#include <QVBoxLayout>

#include <gtest/gtest.h>

using namespace tscope;

namespace {

class LimitedLabels : public testing::Test
{
protected:
    LimitedLabels() : m_box(&m_window), m_label(new LimitedLabel(4))
    {
        m_box.addWidget(m_label);
        m_box.addStretch();
        m_window.resize(240, 400);
    }
    void show(const QString& text)
    {
        m_label->setText(text);
        m_window.show();
        QApplication::processEvents();
        QApplication::processEvents();
    }
    int lines() const { return m_label->height() / m_label->fontMetrics().lineSpacing(); }

    QWidget m_window;
    QVBoxLayout m_box;
    LimitedLabel* m_label;
};

TEST_F(LimitedLabels, TakeTheLinesOfTheirTextAndNoMore)
{
    show(QStringLiteral("one"));
    EXPECT_EQ(lines(), 1);
    show(QStringLiteral("one\ntwo\nthree"));
    EXPECT_EQ(lines(), 3);
    EXPECT_FALSE(m_label->verticalScrollBar()->isVisible());
    EXPECT_EQ(m_label->verticalScrollBar()->maximum(), 0) << "nothing is cut off";
}

TEST_F(LimitedLabels, WhatHasNoRoomIsScrolledTo)
{
    QStringList text;
    for (int i = 0; i < 9; ++i)
        text << QStringLiteral("line %1 of a text that has to be wrapped, as it is long").arg(i);
    show(text.join(QLatin1Char('\n')));
    EXPECT_EQ(lines(), 4);
    auto& bar = *m_label->verticalScrollBar();
    ASSERT_TRUE(bar.isVisible());
    EXPECT_GE(bar.maximum() + m_label->viewport()->height(),
              m_label->label().heightForWidth(m_label->viewport()->width()))
        << "the last line can be reached";
    EXPECT_EQ(m_label->toolTip(), text.join(QLatin1Char('\n')));
    bar.setValue(bar.maximum());
    show(QStringLiteral("another\none"));
    EXPECT_EQ(m_label->toolTip(), QString()) << "all of it is seen";
    EXPECT_EQ(lines(), 2);
    EXPECT_EQ(bar.value(), 0);
}

TEST_F(LimitedLabels, HoldTheirHeightWhereThatIsWanted)
{
    m_label->holdHeight();
    for (const auto* text : {"", "one", "one\ntwo\nthree\nfour\nfive\nsix"}) {
        show(QString::fromLatin1(text));
        EXPECT_EQ(lines(), 4) << text;
    }
}

TEST_F(LimitedLabels, WrapAnewInAnotherWidth)
{
    show(QStringLiteral("a text of some words that takes several lines where there is little room"));
    const auto narrow = lines();
    m_window.resize(900, 400);
    QApplication::processEvents();
    QApplication::processEvents();
    EXPECT_GT(narrow, 1);
    EXPECT_EQ(lines(), 1);
}

} // namespace
