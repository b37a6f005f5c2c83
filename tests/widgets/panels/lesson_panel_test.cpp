// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson gone through with the mouse and the keyboard.
#include "lessons/lesson_file.h"
#include "lessons/lessons.h"
#include "widgets/support/shown_panel.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

constexpr auto lesson = R"(# Kinds of answers
goal: Give each.
## Type
tensor x: [[10, 11, 12], [13, 14, 15]]
ask: What is 2 + 3?
answer: number = 5
hint: one
hint: two
hint: three
worked: 5
explain: That is a {sum|total}.
## Pick
cover: storage
show: logical, storage
ask: Which cells hold 11 and 14?
answer: cells of x = [[0, 1], [1, 1]]
hint: one
hint: two
hint: three
worked: The column 1.
## Choose
let rows = draw(2, 9)
ask: Is a transpose of $rows rows a view?
answer: word yes, no = "yes"
hint: one
hint: two
hint: three
worked: yes
reveal: logical, movement
## Order
ask: Put them in order.
answer: order = ["count", "add up", "scatter"]
hint: one
hint: two
hint: three
worked: count, add up, scatter
)";

class LessonPanelTest : public testing::Test
{
protected:
    LessonPanelTest() : m_shown("lesson")
    {
        const auto path = m_folder.filePath(QStringLiteral("kinds.lesson"));
        std::ofstream(path.toStdString()) << lesson;
        std::ofstream(m_folder.filePath(QStringLiteral("wrong.lesson")).toStdString()) << "# Wrong\n";
        m_shown.desk.lessons.add({m_folder.path()});
        settle(m_shown.desk.jobs);
    }

    void click(const char* name)
    {
        auto& button = m_shown.child<QPushButton>(name);
        ASSERT_TRUE(button.isEnabled()) << name;
        QTest::mouseClick(&button, Qt::LeftButton);
        settle(m_shown.desk.jobs);
    }
    void type(const char* text)
    {
        auto& line = m_shown.child<QLineEdit>("answer");
        line.setFocus(); // Enter would press the button that has it
        line.clear();
        QTest::keyClicks(&line, QString::fromLatin1(text));
        QTest::keyClick(&line, Qt::Key_Return);
        settle(m_shown.desk.jobs);
    }
    QString said(const char* name) { return m_shown.child<QLabel>(name).text(); }
    LessonPlay& play() { return m_shown.desk.lessons.play(); }

    QTemporaryDir m_folder;
    ShownPanel m_shown;
};

TEST_F(LessonPanelTest, TheShelfHasEachLessonAndTheFaultOfOneThatIsWrong)
{
    auto& shelf = m_shown.child<QListWidget>("lessons");
    ASSERT_EQ(shelf.count(), 2);
    EXPECT_EQ(shelf.item(0)->text(), QStringLiteral("Kinds of answers"));
    EXPECT_EQ(said("lesson goal"), QStringLiteral("Give each."));
    QTest::keyClick(&shelf, Qt::Key_Down);
    EXPECT_EQ(said("lesson goal"), QStringLiteral("line 1: the lesson says no goal"));
    EXPECT_FALSE(m_shown.child<QPushButton>("begin lesson").isEnabled());
}

// Built-in lessons are known by their numbers, in the list and on the command line.
TEST_F(LessonPanelTest, OnesOwnLessonsComeBehindTheBuiltInOnesAndHaveNoNumber)
{
    m_shown.desk.lessons.add({QStringLiteral(":/lessons")});
    settle(m_shown.desk.jobs);
    auto& shelf = m_shown.child<QListWidget>("lessons");
    ASSERT_GT(shelf.count(), 10);
    EXPECT_EQ(shelf.item(0)->text(), QStringLiteral("1. A grid on a strip"));
    EXPECT_EQ(shelf.item(8)->text(), QStringLiteral("9. COO to CSR, and does it pay?"));
    EXPECT_EQ(shelf.item(shelf.count() - 2)->text(), QStringLiteral("Kinds of answers"));
}

TEST_F(LessonPanelTest, ALessonThatWasOpenedIsSelectedWhenItIsLeft)
{
    m_shown.desk.lessons.add({QStringLiteral(":/lessons")});
    settle(m_shown.desk.jobs);
    auto& shelf = m_shown.child<QListWidget>("lessons");
    shelf.setCurrentRow(3);
    m_shown.desk.lessons.open({m_folder.filePath(QStringLiteral("kinds.lesson"))}, 1);
    settle(m_shown.desk.jobs);
    click("leave lesson");
    ASSERT_NE(shelf.currentItem(), nullptr);
    EXPECT_EQ(shelf.currentItem()->text(), QStringLiteral("Kinds of answers"));
    EXPECT_EQ(said("lesson goal"), QStringLiteral("Give each."));
    QTest::keyClick(&shelf, Qt::Key_Up); // another one can be chosen still
    EXPECT_NE(shelf.currentItem()->text(), QStringLiteral("Kinds of answers"));
}

TEST_F(LessonPanelTest, ALessonIsWalkedToItsEnd)
{
    click("begin lesson");
    EXPECT_EQ(said("question"), QStringLiteral("What is 2 + 3?"));
    type("4");
    EXPECT_EQ(said("told"), QStringLiteral("4 is too small."));
    EXPECT_TRUE(said("worked").isEmpty());
    type("5");
    EXPECT_EQ(said("told"), QStringLiteral("Right.")) << "and no other numbers, of which there are none";
    EXPECT_FALSE(m_shown.child<QPushButton>("again").isEnabled());
    EXPECT_EQ(said("worked"), QStringLiteral("Solution: 5"));
    auto& gap = m_shown.child<QLineEdit>("gap");
    EXPECT_TRUE(gap.isVisible());
    EXPECT_EQ(said("gap sentence"), QStringLiteral("That is a _____."));
    QTest::keyClicks(&gap, QStringLiteral("total"));
    QTest::keyClick(&gap, Qt::Key_Return);
    EXPECT_EQ(said("gap told"), QStringLiteral("Right."));
    EXPECT_EQ(said("gap sentence"), QStringLiteral("That is a total."));

    click("next step");
    auto& selection = m_shown.desk.selection;
    const auto x = play().subjectOf("x");
    for (const auto& index : {Extents{0, 1}, Extents{0, 2}, Extents{0, 2}, Extents{1, 1}}) // one taken back
        selection.pick(x, ElementPlace{index}, m_shown.panel.get());
    EXPECT_EQ(m_shown.child<QLineEdit>("answer").text(), QStringLiteral("[[0, 1], [1, 1]]"));
    EXPECT_EQ(selection.chosen(), (Selection::Chosen{x, {ElementPlace{{0, 1}}, ElementPlace{{1, 1}}}}))
        << "all that were picked stay marked";
    click("check answer");
    EXPECT_EQ(play().state(), LessonPlay::State::answered);

    click("next step");
    click("word no");
    EXPECT_EQ(said("told"), QStringLiteral("Not \"no\". A hint shows what to look at."));
    auto& movement = m_shown.child<QPushButton>("lesson movement");
    EXPECT_FALSE(movement.isVisible()) << "it might tell";
    click("word yes");
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
    EXPECT_TRUE(movement.isVisible());

    click("next step");
    auto& pieces = m_shown.child<QListWidget>("pieces");
    const QStringList right{QStringLiteral("count"), QStringLiteral("add up"), QStringLiteral("scatter")};
    for (int to = 0; to < 3; ++to)
        for (int row = to; row < 3; ++row)
            if (pieces.item(row)->text() == right[to]) {
                pieces.setCurrentRow(row);
                for (int up = row; up > to; --up)
                    click("piece up");
                break;
            }
    click("check answer");
    EXPECT_EQ(play().state(), LessonPlay::State::answered) << said("told").toStdString();

    click("next step"); // the end
    EXPECT_EQ(play().state(), LessonPlay::State::closed);
    EXPECT_TRUE(m_shown.child<QListWidget>("lessons").isVisible());
}

TEST_F(LessonPanelTest, TypedPlacesAreMarkedLikePickedOnes)
{
    click("begin lesson");
    type("5");
    click("next step");
    auto& selection = m_shown.desk.selection;
    QTest::keyClicks(&m_shown.child<QLineEdit>("answer"), QStringLiteral("0,2; 1,0"));
    EXPECT_EQ(selection.chosen(),
              (Selection::Chosen{play().subjectOf("x"), {ElementPlace{{0, 2}}, ElementPlace{{1, 0}}}}));
    m_shown.child<QLineEdit>("answer").clear();
    EXPECT_TRUE(selection.chosen().places.empty());
    type("0,1; 1,1");
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
    EXPECT_EQ(selection.chosen().places.size(), 2U) << "and the right ones are";
}

// Whatever comes and goes: who has found the way on finds it again.
TEST_F(LessonPanelTest, TheWayOnStaysWhereItIs)
{
    QTest::keyClicks(&m_shown.child<QLineEdit>("class seed"), QStringLiteral("7")); // with answers to be saved
    for (const auto size : {QSize(360, 520), QSize(700, 700)}) {
        m_shown.panel->resize(size);
        click("begin lesson");
        settle(m_shown.desk.jobs);
        auto& next = m_shown.child<QPushButton>("next step");
        const auto place = [&] { return QRect(next.mapTo(m_shown.panel.get(), QPoint()), next.size()); };
        const auto before = place();
        EXPECT_TRUE(m_shown.child<QPushButton>("hand in").isVisible());
        while (play().state() != LessonPlay::State::closed) {
            EXPECT_EQ(place(), before) << "step " << play().number();
            click("hint");
            EXPECT_EQ(place(), before) << "hint of step " << play().number();
            click("solution"); // may offer a movement
            EXPECT_EQ(place(), before) << "solution of step " << play().number();
            click("next step");
        }
    }
}

// Nor do the other buttons give way to one that comes with the answer.
TEST_F(LessonPanelTest, NoButtonMovesWhenAnotherOneComes)
{
    for (const auto size : {QSize(300, 520), QSize(360, 520), QSize(700, 700)}) {
        m_shown.panel->resize(size);
        click("begin lesson");
        play().goTo(2);
        settle(m_shown.desk.jobs);
        click("again"); // not as it was answered before
        const auto places = [&] {
            std::vector<QPoint> all;
            for (const auto* name : {"hint", "solution", "again", "step back"})
                all.push_back(m_shown.child<QPushButton>(name).mapTo(m_shown.panel.get(), QPoint()));
            return all;
        };
        const auto before = places();
        EXPECT_FALSE(m_shown.child<QPushButton>("lesson movement").isVisible());
        click("word yes");
        EXPECT_TRUE(m_shown.child<QPushButton>("lesson movement").isVisible());
        EXPECT_EQ(places(), before) << size.width();
        click("leave lesson");
    }
}

// A panel that becomes lower moves its rows up: no click meant for a hint opens the dialog that saves answers.
TEST_F(LessonPanelTest, SavingAnswersIsNeverWhereTheHintWas)
{
    QTest::keyClicks(&m_shown.child<QLineEdit>("class seed"), QStringLiteral("7"));
    for (const int width : {360, 520, 700}) {
        m_shown.panel->resize(width, 600);
        click("begin lesson");
        const auto place = [&](const char* name) {
            const auto& button = m_shown.child<QPushButton>(name);
            return QRect(button.mapTo(m_shown.panel.get(), QPoint()), button.size());
        };
        const auto hint = place("hint");
        for (int lower = 0; lower < 120; lower += 10) {
            m_shown.panel->resize(width, 600 - lower);
            settle(m_shown.desk.jobs);
            EXPECT_FALSE(place("hand in").intersects(hint)) << width << " wide, lower by " << lower;
        }
        click("leave lesson");
    }
}

// However long the question is, and whatever is said below it.
TEST_F(LessonPanelTest, TheAnswerFieldStaysInSightBelowALongText)
{
    const auto path = m_folder.filePath(QStringLiteral("endless.lesson"));
    std::string words;
    for (int i = 0; i < 400; ++i)
        words += " word";
    std::ofstream(path.toStdString()) << "# Long\ngoal: Read it.\n## One\nask: Read" << words
                                      << ". What is 2 + 3?\nanswer: number = 5\nhint: one\nhint: two\n"
                                         "hint: three\nworked: 5\n";
    m_shown.panel->resize(360, 400);
    m_shown.desk.lessons.open({path}, 1);
    settle(m_shown.desk.jobs);
    const auto isWhole = [&](const char* name) {
        const auto& widget = m_shown.child<QWidget>(name);
        return widget.isVisible() && widget.visibleRegion().boundingRect() == widget.rect();
    };
    const auto distance = [&] { // from the field to the hint
        return m_shown.child<QPushButton>("hint").mapTo(m_shown.panel.get(), QPoint()) -
               m_shown.child<QLineEdit>("answer").mapTo(m_shown.panel.get(), QPoint());
    };
    const auto before = distance();
    for (const auto* act : {"", "hint", "hint", "solution"}) {
        if (*act != '\0')
            click(act);
        for (const auto* name : {"answer", "check answer", "hint", "solution", "next step"})
            EXPECT_TRUE(waitUntil([&] { return isWhole(name); })) << name << " after " << act;
        EXPECT_EQ(distance(), before) << act;
    }
    type("5");
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
    EXPECT_EQ(distance(), before);
}

TEST_F(LessonPanelTest, CheckOfAGapStaysWhenTheWordIsOffered)
{
    m_shown.panel->resize(700, 700);
    click("begin lesson");
    type("5");
    auto& check = m_shown.child<QPushButton>("check gap");
    const auto before = check.mapTo(m_shown.panel.get(), QPoint());
    QTest::keyClicks(&m_shown.child<QLineEdit>("gap"), QStringLiteral("product"));
    for (int i = 0; i < 2; ++i) {
        click("check gap");
        EXPECT_EQ(check.mapTo(m_shown.panel.get(), QPoint()), before);
    }
    EXPECT_TRUE(m_shown.child<QPushButton>("show gap").isVisible());
    EXPECT_EQ(check.mapTo(m_shown.panel.get(), QPoint()), before);
}

TEST_F(LessonPanelTest, AReplyIsBroughtIntoSight)
{
    m_shown.panel->resize(320, 260);
    click("begin lesson");
    const auto isInSight = [&](const char* name) {
        auto& label = m_shown.child<QLabel>(name);
        return label.isVisible() && !label.visibleRegion().isEmpty() &&
               label.visibleRegion().boundingRect().height() >=
                   std::min(label.height(), label.fontMetrics().height());
    };
    for (int i = 0; i < 3; ++i)
        click("hint");
    EXPECT_TRUE(waitUntil([&] { return isInSight("hints"); }));
    type("4");
    EXPECT_TRUE(waitUntil([&] { return isInSight("told"); })) << said("told").toStdString();
    type("5");
    EXPECT_TRUE(waitUntil([&] { return isInSight("told"); })) << said("told").toStdString();
}

// Of several lines too: the whole of the newest, not where its first line begins.
TEST_F(LessonPanelTest, TheNewestTextIsWhollyInSight)
{
    const auto path = m_folder.filePath(QStringLiteral("long.lesson"));
    std::ofstream(path.toStdString()) << R"(# Long
goal: Read it.
## One
ask: This question has so many words that it takes several lines in a panel that is not wide. What is 2 + 3?
answer: number = 5
hint: The first hint is long enough to need a second line, since nobody reads a hint that says nothing.
hint: The second hint is long enough to need a second line as well, in a panel of this width.
hint: The third hint is the longest of the three: it needs three lines, and all of them are to be seen at once.
worked: 5
explain: That is a {sum}.
)";
    for (const auto size : {QSize(320, 300), QSize(360, 480)}) {
        m_shown.panel->resize(size);
        m_shown.desk.lessons.open({path}, 1);
        settle(m_shown.desk.jobs);
        auto& area = m_shown.child<QScrollArea>("lesson texts");
        const auto edge = [&](const QWidget& widget, int y) {
            return area.viewport()->mapFromGlobal(widget.mapToGlobal(QPoint(0, y))).y();
        };
        const auto isWhole = [&](const char* name) {
            auto& widget = m_shown.child<QWidget>(name);
            return widget.isVisible() && edge(widget, 0) >= 0 &&
                   edge(widget, widget.height()) <= area.viewport()->height();
        };
        for (int i = 0; i < 3; ++i) {
            click("hint");
            const auto& hints = m_shown.child<QLabel>("hints");
            EXPECT_TRUE(waitUntil([&] {
                return edge(hints, hints.height()) <= area.viewport()->height() &&
                       edge(hints, hints.height() - 3 * hints.fontMetrics().lineSpacing()) >= 0;
            })) << size.height()
                << " hint " << i + 1;
        }
        type("5");
        EXPECT_TRUE(waitUntil([&] { return isWhole("gap sentence") && isWhole("gap"); })) << size.height();
        EXPECT_TRUE(isWhole("told")) << size.height();
        click("leave lesson");
    }
}

// All lines and buttons are in sight at once, and stay there while they are used.
TEST_F(LessonPanelTest, LinesToPutInOrderAreWhollyInSight)
{
    const auto path = m_folder.filePath(QStringLiteral("lines.lesson"));
    std::ofstream(path.toStdString()) << R"(# COO to CSR, and does it pay?
goal: Order them.
## Four lines
ask: These lines make CSR out of the entries of x, which are not sorted: entry k is in row rows[k] and column cols[k]. crow is all 0. Put them in order.
answer: order = ["crow[rows[k] + 1] += 1 for each k", "crow[i + 1] += crow[i] for each i", "free[i] = crow[i] for each i", "col[free[rows[k]]] = cols[k] then free[rows[k]] += 1 for each k"]
hint: one
hint: two
hint: three
worked: So.
)";
    m_shown.panel->resize(332, 440);
    m_shown.desk.lessons.open({path}, 1);
    settle(m_shown.desk.jobs);
    auto& area = m_shown.child<QScrollArea>("lesson texts");
    auto& pieces = m_shown.child<QListWidget>("pieces");
    const auto place = [&](const char* name) {
        const auto& widget = m_shown.child<QWidget>(name);
        return QRect(area.viewport()->mapFromGlobal(widget.mapToGlobal(QPoint())), widget.size());
    };
    const auto areInSight = [&] {
        return std::ranges::all_of(std::array{"pieces", "piece up", "piece down", "check answer"},
                                   [&](auto* name) { return area.viewport()->rect().contains(place(name)); });
    };
    ASSERT_TRUE(waitUntil(areInSight));
    EXPECT_EQ(pieces.verticalScrollBar()->maximum(), 0);
    EXPECT_EQ(pieces.horizontalScrollBar()->maximum(), 0);
    const auto last = pieces.visualItemRect(pieces.item(pieces.count() - 1));
    EXPECT_NEAR(last.bottom() + 1, pieces.viewport()->height(), 2) << "no empty room";
    int lines = 0;
    for (int row = 0; row < pieces.count(); ++row)
        lines += pieces.visualItemRect(pieces.item(row)).height() >= 2 * pieces.fontMetrics().height() ? 2 : 1;
    EXPECT_GT(lines, 4) << "the longest is wrapped";

    const auto before = place("piece down");
    pieces.setCurrentRow(0);
    for (int i = 0; i < 3; ++i)
        click("piece down");
    EXPECT_EQ(place("piece down"), before);
    pieces.setCurrentRow(0);
    if (pieces.item(0)->text().startsWith(QStringLiteral("crow[rows")))
        click("piece down");
    click("check answer"); // the first is wrong
    ASSERT_TRUE(waitUntil([&] { return area.viewport()->rect().contains(place("told")); }));
    ASSERT_FALSE(said("told").isEmpty());
    pieces.setCurrentRow(0);
    const auto told = place("piece down");
    click("piece down");
    settle(m_shown.desk.jobs);
    EXPECT_EQ(said("told"), QString());
    EXPECT_EQ(place("piece down"), told) << "nor when the reply goes";
}

// How to change a tensor, and a reply that goes as soon as it is changed.
TEST_F(LessonPanelTest, AReplyGoesWhenTheTensorIsChanged)
{
    const auto path = m_folder.filePath(QStringLiteral("repair.lesson"));
    std::ofstream(path.toStdString()) << R"(# Repair
goal: Repair it.
## One
tensor x: {"layout": "csr", "size": [2, 2], "members": {"crow_indices": [0, 1, 3], "col_indices": [0, 1], "values": [1, 2]}}
ask: Repair x.
answer: tensor of x
need: array(answer, "crow_indices") == [0, 1, 2] | The last pointer is $(array(answer, "crow_indices")[2]).
hint: one
hint: two
hint: three
worked: crow_indices [0, 1, 2].
)";
    m_shown.desk.lessons.open({path}, 1);
    settle(m_shown.desk.jobs);
    EXPECT_TRUE(
        said("how to answer")
            .startsWith(QStringLiteral("Drag the grips or double-click a number in Members, then press Check.")));
    click("check answer");
    ASSERT_EQ(said("told"), QStringLiteral("The last pointer is 3."));
    const auto set = [&](std::int64_t pointer) {
        const SetElements last{"crow_indices", 2, {*Element::from(pointer, ElementType::i64)}};
        ASSERT_TRUE(m_shown.desk.workspace.edit(play().subjectOf("x"), {{last}}, QStringLiteral("edit")));
        settle(m_shown.desk.jobs);
    };
    set(4);
    EXPECT_EQ(said("told"), QString()) << "it is about another tensor";
    set(2);
    click("check answer");
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
}

TEST_F(LessonPanelTest, TheSolutionOfAnotherRightAnswerIsCalledSo)
{
    const auto path = m_folder.filePath(QStringLiteral("several.lesson"));
    std::ofstream(path.toStdString()) << R"(# Several
goal: Find one.
## One
ask: Which two numbers add up to 5?
answer: list
need: sum(answer) == 5 | They add up to $(sum(answer)).
hint: one
hint: two
hint: three
worked: For one [2, 3].
)";
    for (const auto& [typed, worked] : {std::pair("2, 3", "Solution: For one [2, 3]."),
                                        std::pair("1, 4", "Another right one: For one [2, 3].")}) {
        m_shown.desk.lessons.open({path}, 1);
        settle(m_shown.desk.jobs);
        type(typed);
        EXPECT_EQ(play().state(), LessonPlay::State::answered);
        EXPECT_EQ(said("worked").toStdString(), worked);
        click("leave lesson");
    }
}

// However the text of the lesson begins, in whichever language.
TEST_F(LessonPanelTest, AnExampleThatIsNotTheAnswerIsAnotherRightOne)
{
    const auto path = m_folder.filePath(QStringLiteral("example.lesson"));
    std::ofstream(path.toStdString()) << R"(# Example
goal: Find one.
## One
ask: Which two numbers add up to 5?
answer: list
need: sum(answer) == 5 | They add up to $(sum(answer)).
hint: one
hint: two
hint: three
worked: For example [2, 3].
)";
    m_shown.desk.lessons.open({path}, 1);
    settle(m_shown.desk.jobs);
    type("1, 4");
    EXPECT_EQ(said("worked").toStdString(), "Another right one: For example [2, 3].");
}

TEST_F(LessonPanelTest, UndoInTheAnswerEndsWithTheStep)
{
    click("begin lesson");
    type("4");
    type("5");
    click("next step");
    auto& line = m_shown.child<QLineEdit>("answer");
    EXPECT_TRUE(line.text().isEmpty());
    EXPECT_FALSE(line.isUndoAvailable());
    QTest::keyClick(&line, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_TRUE(line.text().isEmpty());
    EXPECT_FALSE(m_shown.child<QLineEdit>("gap").isUndoAvailable());
}

TEST_F(LessonPanelTest, BackShowsWhatWasAnswered)
{
    click("begin lesson");
    type("5");
    auto& gap = m_shown.child<QLineEdit>("gap");
    QTest::keyClicks(&gap, QStringLiteral("sum"));
    QTest::keyClick(&gap, Qt::Key_Return);
    click("next step");
    type("0,1; 1,1");
    click("next step");
    click("word yes");
    click("next step");
    for (int step = 2; step >= 0; --step) {
        click("step back");
        EXPECT_EQ(play().state(), LessonPlay::State::answered) << step;
        EXPECT_TRUE(said("told").startsWith(QStringLiteral("Right."))) << step;
        EXPECT_FALSE(said("worked").isEmpty()) << step;
    }
    EXPECT_EQ(m_shown.child<QLineEdit>("answer").text(), QStringLiteral("5"));
    EXPECT_EQ(gap.text(), QStringLiteral("sum"));
    EXPECT_EQ(said("gap sentence"), QStringLiteral("That is a sum."));
    click("next step");
    EXPECT_EQ(m_shown.child<QLineEdit>("answer").text(), QStringLiteral("[[0, 1], [1, 1]]"));
    EXPECT_EQ(m_shown.desk.selection.chosen().places.size(), 2U);
    click("next step");
    EXPECT_TRUE(m_shown.child<QPushButton>("word yes").isChecked());
    click("again");
    EXPECT_EQ(play().state(), LessonPlay::State::asked) << "other numbers are asked anew";
    EXPECT_FALSE(m_shown.child<QPushButton>("word yes").isChecked());
}

TEST_F(LessonPanelTest, OtherNumbersAreAdvisedOnce)
{
    click("begin lesson");
    play().goTo(2);
    settle(m_shown.desk.jobs);
    click("word yes");
    EXPECT_EQ(said("told"), QStringLiteral("Right. Try it with other numbers too."));
    click("again");
    click("word no"); // so that it is not the second in a row
    click("word yes");
    EXPECT_EQ(said("told"), QStringLiteral("Right."));
    click("again");
    click("word yes");
    EXPECT_EQ(said("told"), QStringLiteral("Right. 2 in a row."));
}

// The word of a gap is a guess: after one that does not fit it is told how it begins, then it can be shown.
TEST_F(LessonPanelTest, TheWordOfAGapIsShownAfterTwoWrongOnes)
{
    click("begin lesson");
    type("5");
    auto& gap = m_shown.child<QLineEdit>("gap");
    auto& show = m_shown.child<QPushButton>("show gap");
    EXPECT_FALSE(show.isVisible());
    QTest::keyClicks(&gap, QStringLiteral("product"));
    QTest::keyClick(&gap, Qt::Key_Return);
    EXPECT_FALSE(play().isExplained());
    EXPECT_EQ(said("gap told"), QStringLiteral("Not that word: it begins with \"s\" and has 3 letters."));
    EXPECT_FALSE(show.isVisible()) << "it can be found with that";
    QTest::keyClick(&gap, Qt::Key_Return);
    ASSERT_TRUE(show.isVisible());
    click("show gap");
    EXPECT_EQ(gap.text(), QStringLiteral("sum")) << "not the wrong word";
    EXPECT_TRUE(play().isExplained());
    EXPECT_EQ(said("gap sentence"), QStringLiteral("That is a sum."));
    EXPECT_EQ(said("gap told"), QString());
    EXPECT_FALSE(show.isVisible());
    EXPECT_FALSE(m_shown.child<QPushButton>("check gap").isEnabled());
}

// A question for one place takes the last click; one for all of them collects.
TEST_F(LessonPanelTest, AClickReplacesWhereOnePlaceIsAskedFor)
{
    const auto path = m_folder.filePath(QStringLiteral("one.lesson"));
    std::ofstream(path.toStdString()) << R"(# One
goal: Find it.
## One
tensor x: [[10, 11, 12], [13, 14, 15]]
ask: Which cell holds 12?
answer: cells of x = [[0, 2]]
hint: one
hint: two
hint: three
worked: The last of row 0.
)";
    m_shown.desk.lessons.open({path}, 1);
    settle(m_shown.desk.jobs);
    EXPECT_EQ(said("how to answer"), QStringLiteral("Click the place in the picture, or type the answer."));
    const auto pick = [&](const Extents& index) {
        m_shown.desk.selection.pick(play().subjectOf("x"), ElementPlace{index}, m_shown.panel.get());
        return m_shown.child<QLineEdit>("answer").text();
    };
    EXPECT_EQ(pick({0, 1}), QStringLiteral("[[0, 1]]"));
    EXPECT_EQ(pick({0, 2}), QStringLiteral("[[0, 2]]"));
    EXPECT_EQ(pick({0, 2}), QString()) << "taken back";
    EXPECT_EQ(pick({0, 2}), QStringLiteral("[[0, 2]]"));
    click("check answer");
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
}

TEST_F(LessonPanelTest, AReplyGoesWithTheAnswerThatItIsAbout)
{
    click("begin lesson");
    type("4");
    ASSERT_EQ(said("told"), QStringLiteral("4 is too small."));
    QTest::keyClicks(&m_shown.child<QLineEdit>("answer"), QStringLiteral("2"));
    EXPECT_EQ(said("told"), QString());
}

TEST_F(LessonPanelTest, EnterPressesTheButtonThatHasTheFocus)
{
    click("begin lesson");
    m_shown.panel->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(m_shown.panel.get()));
    type("5");
    auto& next = m_shown.child<QPushButton>("next step");
    next.setFocus();
    QTest::keyClick(&next, Qt::Key_Return);
    settle(m_shown.desk.jobs);
    EXPECT_EQ(play().number(), 1U);
}

TEST_F(LessonPanelTest, HintsAndTheSolutionComeWhenTheyAreAskedFor)
{
    click("begin lesson");
    EXPECT_TRUE(said("hints").isEmpty());
    click("hint");
    click("hint");
    EXPECT_EQ(said("hints"), QStringLiteral("Hint 1: one\nHint 2: two"));
    click("solution");
    EXPECT_EQ(said("worked"), QStringLiteral("Solution: 5"));
    EXPECT_EQ(play().state(), LessonPlay::State::asked);
}

// No answer is lost by going on: a right one is kept, a wrong one is replied to, once.
TEST_F(LessonPanelTest, GoingOnChecksWhatWasGiven)
{
    click("begin lesson");
    auto& line = m_shown.child<QLineEdit>("answer");
    QTest::keyClicks(&line, QStringLiteral("4"));
    click("next step");
    EXPECT_EQ(play().number(), 0U);
    EXPECT_EQ(said("told"), QStringLiteral("4 is too small."));
    line.clear();
    QTest::keyClicks(&line, QStringLiteral("5"));
    click("next step");
    EXPECT_EQ(play().number(), 1U);
    EXPECT_EQ(m_shown.desk.lessons.progress().of(QStringLiteral("kinds")), (std::set<int>{0}));

    const auto x = play().subjectOf("x");
    m_shown.desk.selection.pick(x, ElementPlace{{0, 0}}, m_shown.panel.get());
    click("next step");
    EXPECT_EQ(play().number(), 1U);
    EXPECT_FALSE(said("told").isEmpty());
    click("next step");
    EXPECT_EQ(play().number(), 2U) << "what was checked already is left as it is";
    click("step back");
    for (const auto& index : {Extents{0, 1}, Extents{1, 1}})
        m_shown.desk.selection.pick(play().subjectOf("x"), ElementPlace{index}, m_shown.panel.get());
    click("next step");
    EXPECT_EQ(play().number(), 2U);
    EXPECT_TRUE(m_shown.desk.lessons.progress().of(QStringLiteral("kinds")).contains(1));

    click("next step"); // no word was chosen
    ASSERT_EQ(play().number(), 3U);
    auto& pieces = m_shown.child<QListWidget>("pieces");
    const QStringList right{QStringLiteral("count"), QStringLiteral("add up"), QStringLiteral("scatter")};
    const auto placeOf = [&](int piece) { // where the piece that belongs there is
        int row = 0;
        while (pieces.item(row)->text() != right[piece])
            ++row;
        return row;
    };
    pieces.setCurrentRow(placeOf(0));
    click(placeOf(0) == 2 ? "piece up" : "piece down"); // it is not the first now
    const bool isFirst = placeOf(0) == 0;
    click("next step");
    EXPECT_EQ(play().state(), LessonPlay::State::asked);
    EXPECT_FALSE(isFirst);
    for (int to = 0; to < 3; ++to) {
        pieces.setCurrentRow(placeOf(to));
        for (int row = placeOf(to); row > to; --row)
            click("piece up");
    }
    click("next step");
    EXPECT_EQ(play().state(), LessonPlay::State::closed) << "the end";
    EXPECT_TRUE(m_shown.desk.lessons.progress().of(QStringLiteral("kinds")).contains(3));
}

TEST_F(LessonPanelTest, ARightAnswerThatDoesNotCountSaysSoBeforeOneGoesOn)
{
    click("begin lesson");
    click("solution");
    QTest::keyClicks(&m_shown.child<QLineEdit>("answer"), QStringLiteral("5"));
    click("next step");
    EXPECT_EQ(play().number(), 0U);
    EXPECT_EQ(said("told"), QStringLiteral("Right, but the solution was shown, so this step does not count."));
    click("next step");
    EXPECT_EQ(play().number(), 1U);
}

TEST_F(LessonPanelTest, HintsThatWereOpenedAreThereAgain)
{
    click("begin lesson");
    click("hint");
    click("hint");
    click("next step");
    EXPECT_TRUE(said("hints").isEmpty());
    click("step back");
    EXPECT_EQ(said("hints"), QStringLiteral("Hint 1: one\nHint 2: two"));
    type("5");
    click("next step");
    click("step back");
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
    EXPECT_EQ(said("hints"), QStringLiteral("Hint 1: one\nHint 2: two"));
}

TEST_F(LessonPanelTest, ReturnInAnEmptyFieldIsNoTry)
{
    click("begin lesson");
    auto& line = m_shown.child<QLineEdit>("answer");
    for (const auto* typed : {"", "  "}) {
        QTest::keyClicks(&line, QString::fromLatin1(typed));
        QTest::keyClick(&line, Qt::Key_Return);
        settle(m_shown.desk.jobs);
        EXPECT_EQ(said("told"), QString());
    }
    click("check answer");
    EXPECT_EQ(said("told"), QStringLiteral("Type an answer first."));
    EXPECT_TRUE(play().results().exercises.at(0).answers.empty());
    type("5");
    auto& gap = m_shown.child<QLineEdit>("gap");
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(&gap, Qt::Key_Return);
    click("check gap");
    EXPECT_EQ(said("gap told"), QString());
    EXPECT_FALSE(m_shown.child<QPushButton>("show gap").isVisible());
}

TEST_F(LessonPanelTest, AStepMayOfferTheSandbox)
{
    const auto path = m_folder.filePath(QStringLiteral("extending.lesson"));
    std::ofstream(path.toStdString()) << R"(# Extending
goal: Count it.
## Sum
ask: What is 2 + 3?
answer: number = 5
hint: one
hint: two
hint: three
worked: 5
reveal: sandbox
## Again
ask: What is 2 + 4?
answer: number = 6
hint: one
hint: two
hint: three
worked: 6
)";
    m_shown.desk.lessons.open({path}, 1);
    settle(m_shown.desk.jobs);
    auto& sandbox = m_shown.child<QPushButton>("lesson sandbox");
    EXPECT_FALSE(sandbox.isVisible()) << "before the answer";
    type("5");
    ASSERT_TRUE(sandbox.isVisible());
    QSignalSpy asked(&play(), &LessonPlay::sandboxAsked);
    click("lesson sandbox");
    EXPECT_EQ(asked.size(), 1);
    click("next step");
    type("6");
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
    EXPECT_FALSE(sandbox.isVisible()) << "this step has none";
}

// From the tensor before the last to the last.
TEST_F(LessonPanelTest, AStepMayOfferToWatchItsTensorsMove)
{
    const auto path = m_folder.filePath(QStringLiteral("moving.lesson"));
    std::ofstream(path.toStdString()) << R"(# Moving
goal: See it.
## Turn
tensor a: [[1]]
tensor x: [[1, 2]]
tensor y: x.transpose(0, 1)
ask: What is 2 + 3?
answer: number = 5
hint: one
hint: two
hint: three
worked: 5
reveal: storage, movement
)";
    m_shown.desk.lessons.open({path}, 1);
    settle(m_shown.desk.jobs);
    auto& movement = m_shown.child<QPushButton>("lesson movement");
    EXPECT_FALSE(movement.isVisible()) << "before the answer";
    type("5");
    ASSERT_TRUE(movement.isVisible());
    EXPECT_EQ(movement.text(), QStringLiteral("Movement"));
    QSignalSpy asked(&play(), &LessonPlay::movementAsked);
    click("lesson movement");
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked[0][0].toInt(), play().subjectOf("x"));
    EXPECT_EQ(asked[0][1].toInt(), play().subjectOf("y"));
}

} // namespace
