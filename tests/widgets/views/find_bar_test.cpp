// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/find_bar.h"

#include "make/generators.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

// 300 x 300 numbers that count up, of which most lie out of sight.
Tensor counted()
{
    return *makeTensorOf({.kind = "arange", .layout = "strided", .size = {300, 300}, .dtype = ElementType::i32});
}

class FindBarTest : public testing::Test
{
protected:
    explicit FindBarTest(const Tensor& tensor = counted())
        : m_shown(tensor), m_desk(m_shown.desk), m_bar(m_desk.workspace, m_desk.selection, m_desk.jobs)
    {
        m_bar.resize(700, 40);
        m_shown.view("logical").setZoom(40, {}); // near enough to see single cells
        settle(m_desk.jobs);
    }

    void open(FindBar::Mode mode)
    {
        m_bar.open(mode);
        QApplication::setActiveWindow(&m_bar);
        ASSERT_TRUE(line().hasFocus());
    }
    void type(const char* text, Qt::KeyboardModifiers modifiers = {})
    {
        line().selectAll();
        QTest::keyClicks(&line(), QString::fromUtf8(text));
        press(Qt::Key_Return, modifiers);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&line(), key, modifiers);
        settle(m_desk.jobs);
    }
    QLineEdit& line() { return *m_bar.findChild<QLineEdit*>(QStringLiteral("find line")); }
    std::string message()
    {
        return m_bar.findChild<QLabel*>(QStringLiteral("find message"))->text().toStdString();
    }
    std::optional<Place> selected()
    {
        const auto& all = m_desk.selection.selected();
        return all ? std::optional(all->place) : std::nullopt;
    }
    bool isInSight(std::string_view view, const Place& place)
    {
        auto& scene = m_shown.view(view);
        const auto& spots = scene.scene().spots;
        const auto at = std::ranges::find(spots, place, &Spot::place);
        return at != spots.end() && QRectF(scene.viewport()->rect()).contains(at->rect.center());
    }

    ShownViews m_shown;
    Desk& m_desk;
    FindBar m_bar;
};

} // namespace

TEST_F(FindBarTest, GoesToAnElementInAllViews)
{
    open(FindBar::Mode::place);
    type("250, 260");
    const Place place = ElementPlace{{250, 260}};
    EXPECT_EQ(selected(), place);
    EXPECT_EQ(message(), "element (250, 260)");
    EXPECT_TRUE(isInSight("logical", place));
    EXPECT_TRUE(isInSight("members", Slots{"values", 75260, 75261}));
}

TEST_F(FindBarTest, GoesToASlotAndAByte)
{
    open(FindBar::Mode::place);
    type("values[70000]");
    EXPECT_EQ(selected(), Place(Slots{"values", 70000, 70001}));
    EXPECT_EQ(message(), "values[70000] = 70000");
    EXPECT_TRUE(isInSight("logical", ElementPlace{{233, 100}}));
    type("byte 64");
    const auto id = m_shown.subject().tensor->members[0].array.storage->id();
    EXPECT_EQ(selected(), Place(BytePlace{id, 64, 65}));
}

TEST_F(FindBarTest, GoesToARowAndAColumnWhole)
{
    open(FindBar::Mode::place);
    type("row 250");
    EXPECT_EQ(selected(), Place(Slots{"values", 75000, 75300}));
    EXPECT_EQ(message(), "row 250: 300 stored elements");
    EXPECT_TRUE(isInSight("logical", ElementPlace{{250, 0}}));
    EXPECT_EQ(m_desk.selection.selected()->related.elementCount, 300);
    type("column 7");
    EXPECT_EQ(selected(), Place(Slots{"values", 7, 8}));
    EXPECT_EQ(m_desk.selection.selected()->related.elementCount, 300);
    EXPECT_EQ(m_desk.selection.selected()->related.elements.back(), (Extents{299, 7}));
    type("row 300");
    EXPECT_EQ(message(), "\u25b2 a number from 0 to 299 is wanted for dim 0 of size (300, 300), found 300");
}

TEST_F(FindBarTest, SaysWhatWasWantedWhereThereIsNoSuchPlace)
{
    open(FindBar::Mode::place);
    type("(300, 0)");
    EXPECT_FALSE(selected());
    EXPECT_EQ(message(), "\u25b2 index (300, 0) lies outside size (300, 300) in dim 0");
    QTest::keyClicks(&line(), QStringLiteral("1"));
    EXPECT_EQ(message(), "") << "of what is typed now nothing is known";
}

TEST_F(FindBarTest, FindsTheNextAndThePreviousValue)
{
    m_desk.show(tensorOf(R"({"layout":"strided","members":{"values":[3,1,3,2,3]}})"));
    const auto at = [](std::int64_t slot) { return Place(Slots{"values", slot, slot + 1}); };
    open(FindBar::Mode::value);
    type("3");
    EXPECT_EQ(selected(), at(0));
    EXPECT_EQ(message(), "values[0] = 3, 1 searched");
    press(Qt::Key_Return);
    EXPECT_EQ(selected(), at(2));
    QTest::mouseClick(m_bar.findChild<QToolButton*>(QStringLiteral("find next")), Qt::LeftButton);
    settle(m_desk.jobs);
    EXPECT_EQ(selected(), at(4));
    press(Qt::Key_Return);
    EXPECT_EQ(selected(), at(0));
    press(Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(selected(), at(4));
    m_desk.selection.select(m_desk.workspace.current(), at(1));
    settle(m_desk.jobs);
    QTest::mouseClick(m_bar.findChild<QToolButton*>(QStringLiteral("find previous")), Qt::LeftButton);
    settle(m_desk.jobs);
    EXPECT_EQ(selected(), at(0)) << "from what is selected";

    type("values = 2");
    EXPECT_EQ(selected(), at(3));
    press(Qt::Key_Return);
    EXPECT_EQ(message(), "values[3] = 2, there is no other");
    type("7");
    EXPECT_EQ(message(), "\u25b2 not found, 5 searched");
    EXPECT_EQ(selected(), at(3));
    type("many");
    EXPECT_EQ(message(), "\u25b2 a number is wanted, found \"many\"");
}

// Also the view that has the keys, since nothing was picked in it.
TEST_F(FindBarTest, EveryViewFollowsWhoeverHasTheKeys)
{
    open(FindBar::Mode::value);
    type("12");
    auto& view = m_shown.view("logical");
    QApplication::setActiveWindow(&view);
    view.setFocus();
    ASSERT_TRUE(view.hasFocus());
    line().setText(QStringLiteral("75260"));
    m_bar.find(SearchWay::forward);
    settle(m_desk.jobs);
    EXPECT_TRUE(isInSight("logical", ElementPlace{{250, 260}}));
}

TEST_F(FindBarTest, EscapeClosesItAndGivesTheKeysBack)
{
    auto& view = m_shown.view("logical");
    QApplication::setActiveWindow(&view);
    view.setFocus();
    open(FindBar::Mode::place);
    press(Qt::Key_Escape);
    EXPECT_TRUE(m_bar.isHidden());
    QApplication::setActiveWindow(&view);
    EXPECT_TRUE(view.hasFocus());
}

TEST_F(FindBarTest, EachModeKeepsWhatWasTyped)
{
    open(FindBar::Mode::place);
    type("1, 2");
    auto& mode = *m_bar.findChild<QComboBox*>(QStringLiteral("find mode"));
    mode.setFocus();
    QTest::keyClick(&mode, Qt::Key_Down);
    EXPECT_EQ(line().text().toStdString(), "");
    EXPECT_TRUE(m_bar.findChild<QToolButton*>(QStringLiteral("find next"))->isVisible());
    type("7");
    EXPECT_EQ(selected(), Place(Slots{"values", 7, 8}));
    m_bar.open(FindBar::Mode::place);
    EXPECT_EQ(line().text().toStdString(), "1, 2");
    EXPECT_FALSE(m_bar.findChild<QToolButton*>(QStringLiteral("find next"))->isVisible());
}

TEST_F(FindBarTest, TheNewestOfManyQuestionsIsAnswered)
{
    open(FindBar::Mode::value);
    for (const auto* text : {"5", "75260", "9"}) {
        line().setText(QString::fromUtf8(text));
        QTest::keyClick(&line(), Qt::Key_Return);
    }
    settle(m_desk.jobs);
    EXPECT_EQ(selected(), Place(Slots{"values", 9, 10}));
}

TEST_F(FindBarTest, AnotherTensorForgetsWhatWasSaidOfThisOne)
{
    open(FindBar::Mode::place);
    type("1, 2");
    EXPECT_NE(message(), "");
    m_desk.show(sample("csr"));
    EXPECT_EQ(message(), "");
    type("crow[1]");
    EXPECT_EQ(selected(), Place(Slots{"compressed", 1, 2}));
    m_desk.workspace.clear();
    settle(m_desk.jobs);
    type("1, 2");
    EXPECT_EQ(message(), "\u25b2 no tensor is open");
}

// What was typed and said of one tensor is nothing of another.
TEST_F(FindBarTest, AnotherTensorBeginsWithAnEmptyPlaceAndNoMessage)
{
    open(FindBar::Mode::place);
    type("(3, 4)");
    ASSERT_FALSE(message().empty());
    const auto first = m_desk.workspace.current();
    m_desk.show(sample("csr"));
    EXPECT_EQ(message(), "");
    EXPECT_EQ(line().text(), QString());
    m_bar.open(FindBar::Mode::value);
    type("2");
    m_desk.workspace.setCurrent(first);
    EXPECT_EQ(line().text(), QStringLiteral("2")) << "a value may be looked for in several";
    m_bar.open(FindBar::Mode::place);
    EXPECT_EQ(line().text(), QString());
}

TEST_F(FindBarTest, AnEditTakesBackWhatWasSaidOfTheSlot)
{
    open(FindBar::Mode::place);
    type("values[5]");
    ASSERT_EQ(message(), "values[5] = 5");
    const auto done = m_desk.workspace.edit(
        m_desk.workspace.current(),
        {{SetElements{"values", 5, {*Element::from(std::int64_t{7}, ElementType::i32)}}}}, QStringLiteral("edit"));
    ASSERT_TRUE(done);
    settle(m_desk.jobs);
    EXPECT_EQ(message(), "");
}
