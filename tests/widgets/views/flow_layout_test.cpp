// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flow_layout.h"

#include <QWidget>

#include <gtest/gtest.h>

#include <memory>

using namespace tscope;

namespace {

class Brick : public QWidget
{
public:
    Brick(QSize least, QSize wanted) : m_wanted(wanted) { setMinimumSize(least); }
    QSize sizeHint() const override { return m_wanted; }

private:
    QSize m_wanted;
};

class FlowLayoutTest : public testing::Test
{
protected:
    FlowLayoutTest() : m_flow(new FlowLayout(&m_window))
    {
        m_flow->setContentsMargins(0, 0, 0, 0);
        m_flow->setSpacing(10);
    }
    Brick& add(QSize wanted, QSize least = {1, 1})
    {
        auto* brick = new Brick(least, wanted);
        m_flow->addWidget(brick);
        return *brick;
    }
    void place(int width) { m_flow->setGeometry(QRect(0, 0, width, m_flow->heightForWidth(width))); }

    QWidget m_window;
    FlowLayout* m_flow;
};

} // namespace

TEST_F(FlowLayoutTest, WhatHasRoomStandsSideBySideAndTheRestBelow)
{
    auto &a = add({100, 20}), &b = add({80, 30}), &c = add({60, 20});
    place(300);
    EXPECT_EQ(a.geometry(), QRect(0, 5, 100, 20));
    EXPECT_EQ(b.geometry(), QRect(110, 0, 80, 30));
    EXPECT_EQ(c.geometry(), QRect(200, 5, 60, 20));
    EXPECT_EQ(m_flow->heightForWidth(300), 30);
    EXPECT_EQ(m_flow->heightForWidth(260), 30) << "it fits exactly";

    place(259);
    EXPECT_EQ(b.geometry(), QRect(110, 0, 80, 30));
    EXPECT_EQ(c.geometry(), QRect(0, 40, 60, 20)) << "below the highest of the line above";
    EXPECT_EQ(m_flow->heightForWidth(259), 60);

    place(90);
    EXPECT_EQ(a.geometry().left(), 0);
    EXPECT_EQ(b.geometry(), QRect(0, 30, 80, 30));
    EXPECT_EQ(c.geometry(), QRect(0, 70, 60, 20));
}

TEST_F(FlowLayoutTest, TheMiddlesOfALineLieAtOneHeight)
{
    const auto middleOf = [](const QWidget& widget) { return 2 * widget.geometry().y() + widget.height(); };
    auto &low = add({50, 18}), &high = add({50, 40}), &odd = add({50, 25}), &below = add({160, 30}),
         &small = add({20, 10});
    place(200);
    EXPECT_EQ(middleOf(low), middleOf(high));
    EXPECT_NEAR(middleOf(odd), middleOf(high), 1) << "half a pixel can't be helped";
    EXPECT_EQ(high.geometry().top(), 0) << "the highest has the whole line";
    EXPECT_EQ(below.geometry(), QRect(0, 50, 160, 30)) << "a line of its own height";
    EXPECT_EQ(middleOf(small), middleOf(below));
    EXPECT_EQ(m_flow->heightForWidth(200), 80);
}

TEST_F(FlowLayoutTest, WhatIsWiderThanTheLineIsCutToItButNotBelowItsLeast)
{
    auto &soft = add({400, 20}, {50, 20}), &hard = add({400, 20}, {200, 20});
    place(120);
    EXPECT_EQ(soft.geometry(), QRect(0, 0, 120, 20));
    EXPECT_EQ(hard.geometry(), QRect(0, 30, 200, 20));
    EXPECT_EQ(m_flow->minimumSize(), QSize(200, 20));
}

TEST_F(FlowLayoutTest, ItNeedsNoMoreHeightWhereItIsWider)
{
    for (int i = 0; i < 12; ++i)
        add({30 + 7 * i, 20 + i % 3});
    int before = std::numeric_limits<int>::max();
    for (int width = 40; width < 1200; width += 13) {
        const auto height = m_flow->heightForWidth(width);
        EXPECT_LE(height, before) << width;
        before = height;
        place(width);
        for (int i = 0; i < m_flow->count(); ++i) {
            const auto rect = m_flow->itemAt(i)->geometry();
            EXPECT_LE(rect.bottom(), height) << width;
            for (int j = 0; j < i; ++j)
                EXPECT_FALSE(rect.intersects(m_flow->itemAt(j)->geometry())) << width << ": " << j << ", " << i;
        }
    }
    EXPECT_TRUE(m_flow->hasHeightForWidth());
}

TEST_F(FlowLayoutTest, MarginsAreKeptOnAllSides)
{
    m_flow->setContentsMargins(3, 5, 7, 11);
    auto& a = add({100, 20});
    place(300);
    EXPECT_EQ(a.geometry(), QRect(3, 5, 100, 20));
    EXPECT_EQ(m_flow->heightForWidth(300), 5 + 20 + 11);
    auto& b = add({100, 20});
    place(219);
    EXPECT_EQ(b.geometry(), QRect(3, 35, 100, 20)) << "margins are no room";
    place(220);
    EXPECT_EQ(b.geometry(), QRect(113, 5, 100, 20));
}

TEST_F(FlowLayoutTest, ItemsAreGivenAndTakenByNumber)
{
    auto &a = add({10, 10}), &b = add({10, 10});
    EXPECT_EQ(m_flow->count(), 2);
    EXPECT_EQ(m_flow->itemAt(1)->widget(), &b);
    for (const int none : {-1, 2, 7}) {
        EXPECT_EQ(m_flow->itemAt(none), nullptr);
        EXPECT_EQ(m_flow->takeAt(none), nullptr);
    }
    const std::unique_ptr<QLayoutItem> taken(m_flow->takeAt(0));
    EXPECT_EQ(taken->widget(), &a);
    EXPECT_EQ(m_flow->count(), 1);
    delete &b; // a widget that goes leaves the layout
    EXPECT_EQ(m_flow->count(), 0);
    EXPECT_EQ(m_flow->heightForWidth(100), 0);
}
