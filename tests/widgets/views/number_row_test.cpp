// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/number_row.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QTest>

#include <gtest/gtest.h>

#include <limits>
#include <set>

using namespace tscope;

namespace {

struct Told {
    std::int64_t value;
    int gesture;
};

class NumberRowTest : public testing::Test
{
protected:
    NumberRowTest()
    {
        m_grid = new QGridLayout(&m_window);
        m_row = new NumberRow(QStringLiteral("stride 0"), QStringLiteral("s0"), *m_grid, 0, &m_window);
        QObject::connect(m_row, &NumberRow::changed, m_row, [this](std::int64_t value, int gesture) {
            m_changes.push_back({value, gesture});
        });
        m_window.resize(500, 60);
        m_window.show();
        QApplication::setActiveWindow(&m_window);
    }

    QSlider& slider() { return *m_window.findChild<QSlider*>(QStringLiteral("s0 slider")); }
    QLineEdit& field() { return *m_window.findChild<QLineEdit*>(QStringLiteral("s0 field")); }
    void type(const char* text)
    {
        field().setFocus();
        field().selectAll();
        QTest::keyClicks(&field(), QString::fromLatin1(text));
        QTest::keyClick(&field(), Qt::Key_Return);
    }
    std::vector<std::int64_t> values() const
    {
        std::vector<std::int64_t> all;
        for (const auto& change : m_changes)
            all.push_back(change.value);
        return all;
    }

    QWidget m_window;
    QGridLayout* m_grid = nullptr;
    NumberRow* m_row = nullptr;
    std::vector<Told> m_changes;
};

using Values = std::vector<std::int64_t>;
constexpr auto least64 = std::numeric_limits<std::int64_t>::min(),
               most64 = std::numeric_limits<std::int64_t>::max();

} // namespace

TEST_F(NumberRowTest, ShowingAValueChangesNothing)
{
    m_row->show(5, NumberRow::Range{-3, 12});
    EXPECT_EQ(field().text(), QStringLiteral("5"));
    EXPECT_EQ(slider().value(), 8);
    EXPECT_EQ(slider().maximum(), 15);
    EXPECT_TRUE(slider().isEnabled());
    EXPECT_EQ(slider().toolTip(), QStringLiteral("-3 to 12 stay inside the storage"));
    EXPECT_TRUE(m_changes.empty());
}

TEST_F(NumberRowTest, KeysMoveTheSliderStepByStepThroughTheRange)
{
    m_row->show(11, NumberRow::Range{-3, 12});
    slider().setFocus();
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(&slider(), Qt::Key_Right);
        m_row->show(m_changes.back().value, NumberRow::Range{-3, 12});
    }
    EXPECT_EQ(values(), (Values{12})) << "the range ends there";
    QTest::keyClick(&slider(), Qt::Key_Home);
    EXPECT_EQ(values().back(), -3);
    // Steps that follow each other are one gesture.
    EXPECT_EQ(m_changes.front().gesture, m_changes.back().gesture);
}

TEST_F(NumberRowTest, AFieldTakesWhatTheSliderDoesNot)
{
    m_row->show(1, NumberRow::Range{0, 3});
    type("-70");
    EXPECT_EQ(values(), Values{-70});
    m_row->show(-70, NumberRow::Range{0, 3});
    EXPECT_EQ(field().text(), QStringLiteral("-70"));
    EXPECT_EQ(slider().value(), 0);
    type("9223372036854775807");
    EXPECT_EQ(values().back(), most64);
}

TEST_F(NumberRowTest, EachTypedNumberIsAGestureOfItsOwn)
{
    m_row->show(1, NumberRow::Range{0, 9});
    std::set<int> gestures;
    for (const auto* text : {"2", "3", "4"}) {
        type(text);
        m_row->show(m_changes.back().value, NumberRow::Range{0, 9});
        gestures.insert(m_changes.back().gesture);
    }
    slider().setFocus();
    QTest::keyClick(&slider(), Qt::Key_Right);
    gestures.insert(m_changes.back().gesture);
    EXPECT_EQ(gestures.size(), 4U);
}

TEST_F(NumberRowTest, WhatIsNoNumberIsTakenBackAndSaidWhy)
{
    m_row->show(7, NumberRow::Range{0, 9});
    for (const auto* text : {"seven", "1.5", "9223372036854775808", ""}) {
        type(text);
        EXPECT_EQ(field().text(), QStringLiteral("7")) << text;
        EXPECT_TRUE(field().accessibleDescription().contains(QStringLiteral("whole number of 64 bits"))) << text;
    }
    EXPECT_TRUE(m_changes.empty());
    type("8");
    EXPECT_TRUE(field().accessibleDescription().isEmpty());
}

TEST_F(NumberRowTest, TheSameNumberTypedAgainChangesNothing)
{
    m_row->show(7, NumberRow::Range{0, 9});
    type(" 007 ");
    EXPECT_TRUE(m_changes.empty());
    EXPECT_EQ(field().text(), QStringLiteral("7"));
}

// The range of an int is narrower than that of what it moves through: both ends can be reached, exactly.
TEST_F(NumberRowTest, AWideRangeIsReachedAtBothEndsAndAValueIsWhatItSays)
{
    const NumberRow::Range all{least64, most64};
    m_row->show(123'456'789, all);
    EXPECT_EQ(field().text(), QStringLiteral("123456789"));
    EXPECT_TRUE(m_changes.empty());
    slider().setFocus();
    QTest::keyClick(&slider(), Qt::Key_End);
    EXPECT_EQ(values().back(), most64);
    m_row->show(most64, all);
    QTest::keyClick(&slider(), Qt::Key_Home);
    EXPECT_EQ(values().back(), least64);
}

TEST_F(NumberRowTest, WithoutARangeOnlyTheFieldCanBeUsed)
{
    m_row->show(4, std::nullopt);
    EXPECT_FALSE(slider().isEnabled());
    EXPECT_EQ(slider().toolTip(), QStringLiteral("nothing stays inside the storage"));
    type("6");
    EXPECT_EQ(values(), Values{6});
    m_row->show(4, NumberRow::Range{4, 4});
    EXPECT_FALSE(slider().isEnabled()) << "there is nowhere to go";
}

TEST_F(NumberRowTest, WhatIsBeingTypedIsNotOverwrittenUntilItIsForgotten)
{
    m_row->show(1, NumberRow::Range{0, 9});
    field().setFocus();
    field().selectAll();
    QTest::keyClicks(&field(), QStringLiteral("42"));
    m_row->show(2, NumberRow::Range{0, 9}); // it changed elsewhere
    EXPECT_EQ(field().text(), QStringLiteral("42"));
    m_row->forgetTyped();
    m_row->show(2, NumberRow::Range{0, 9});
    EXPECT_EQ(field().text(), QStringLiteral("2"));
    EXPECT_TRUE(m_changes.empty());
}

TEST_F(NumberRowTest, ItsPartsHaveNames)
{
    for (QWidget* widget : {static_cast<QWidget*>(&slider()), static_cast<QWidget*>(&field())})
        EXPECT_EQ(widget->accessibleName(), QStringLiteral("stride 0"));
    const auto labels = m_window.findChildren<QLabel*>();
    ASSERT_EQ(labels.size(), 1);
    EXPECT_EQ(labels[0]->buddy(), &field());
}
