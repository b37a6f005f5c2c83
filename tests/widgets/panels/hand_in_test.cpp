// SPDX-License-Identifier: GPL-3.0-or-later
// A class answers with numbers of its own and hands its answers in; what is handed in is marked as it was
// answered.
#include "lessons/class_summary.h"
#include "lessons/lesson_book.h"
#include "lessons/lessons.h"
#include "lessons/results.h"
#include "lessons/results_table.h"
#include "panels/marked_answers.h"
#include "widgets/support/shown_panel.h"

#include <QApplication>
#include <QCheckBox>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <fstream>

using namespace tscope;
using namespace tscope::test;

namespace {

constexpr auto drawnLesson = R"(# Drawn
goal: G
## Number
let n = draw(0, 1000000)
ask: Type $n.
answer: number = n
hint: one
hint: two
hint: three
worked: It is $n.
## Own
tensor x: [[1, 2], [3, 4]]
own x: layout(x) == "strided"
ask: Shape?
answer: list = shape(x)
hint: one
hint: two
hint: three
worked: $(shape(x))
)";

class HandInTest : public testing::Test
{
protected:
    HandInTest() : m_shown("lesson")
    {
        std::ofstream(lessonPath()) << drawnLesson;
        m_shown.desk.lessons.add({m_folder.path()});
        settle(m_shown.desk.jobs);
    }

    std::string lessonPath() { return m_folder.filePath(QStringLiteral("drawn.lesson")).toStdString(); }
    LessonPlay& play() { return m_shown.desk.lessons.play(); }
    void click(const char* name)
    {
        QTest::mouseClick(&m_shown.child<QPushButton>(name), Qt::LeftButton);
        settle(m_shown.desk.jobs);
    }
    void fill(const char* name, const QString& text)
    {
        auto& line = m_shown.child<QLineEdit>(name);
        line.setFocus(); // Enter would press the button that has it
        line.clear();
        QTest::keyClicks(&line, text);
    }
    void type(const QString& text)
    {
        fill("answer", text);
        QTest::keyClick(&m_shown.child<QLineEdit>("answer"), Qt::Key_Return);
        settle(m_shown.desk.jobs);
    }
    QString rightNumber() { return QString::fromStdString(text(*play().exercise()->expected)); }

    QTemporaryDir m_folder;
    ShownPanel m_shown;
};

TEST_F(HandInTest, AClassSeedAndANameGiveTheNumbersOfTheKey)
{
    fill("class seed", QStringLiteral("7"));
    fill("student", QStringLiteral(" Ada "));
    click("begin lesson");
    EXPECT_EQ(play().seed(), seedOf(7, "Ada"));
    EXPECT_EQ(rightNumber().toStdString(), keyOf(*pose(*play().lesson(), 0, seedOf(7, "Ada"))));
    click("leave lesson");
    fill("student", QString());
    click("begin lesson");
    EXPECT_EQ(play().seed(), 7U);
}

// As on a handout, and yet each file says whose it is.
TEST_F(HandInTest, AClassMayHaveTheSameNumbersUnderAllNames)
{
    fill("class seed", QStringLiteral("7"));
    QTest::mouseClick(&m_shown.child<QCheckBox>("same numbers"), Qt::LeftButton, {}, {8, 8});
    for (const auto* name : {"Ada", "Bob"}) {
        fill("student", QString::fromLatin1(name));
        click("begin lesson"); // at the step that the one before has come to
        const auto step = play().number();
        EXPECT_EQ(play().seed(), 7U) << name;
        EXPECT_EQ(play().results().student, name);
        EXPECT_TRUE(play().results().exercises[0].answers.empty()) << "those of " << name << " alone";
        type(rightNumber());
        const auto marked = markedResults(*play().lesson(), "a.json", writeResults(play().results()), 7);
        EXPECT_FALSE(marked.hasOtherNumbers);
        EXPECT_EQ(marked.marks[step].outcome, Outcome::right);
        click("leave lesson");
    }
}

TEST_F(HandInTest, WhoGaveNoNameIsAskedForOneBeforeAnswersAreSaved)
{
    fill("class seed", QStringLiteral("7"));
    click("begin lesson");
    type(rightNumber());
    click("hand in");
    auto& button = m_shown.child<QPushButton>("hand in");
    auto* asked = button.findChild<QInputDialog*>();
    ASSERT_NE(asked, nullptr);
    auto* line = asked->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("Ada"));
    QTest::keyClick(line, Qt::Key_Return);
    auto* dialog = button.findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(QFileInfo(dialog->selectedFiles().value(0)).fileName(), QStringLiteral("Ada_drawn.json"));
    const auto path = m_folder.filePath(QStringLiteral("ada.json"));
    auto* name = dialog->findChild<QLineEdit*>();
    name->setText(path);
    QTest::keyClick(name, Qt::Key_Return);
    settle(m_shown.desk.jobs);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto marked = markedResults(*play().lesson(), "ada.json", file.readAll().toStdString(), 7);
    EXPECT_EQ(marked.results.student, "Ada");
    EXPECT_FALSE(marked.hasOtherNumbers);
    EXPECT_EQ(marked.marks[0].outcome, Outcome::right);
}

TEST_F(HandInTest, NobodyOfAClassAnswersOnATensorOfTheirOwn)
{
    const auto own = pose(*openLesson(lessonPath()), 1, 1)->tensor("x");
    m_shown.desk.workspace.setCurrent(
        m_shown.desk.workspace.add(*own, QStringLiteral("mine"), QStringLiteral("made")));
    click("begin lesson");
    click("next step");
    EXPECT_TRUE(play().exercise()->isOwn);
    EXPECT_FALSE(m_shown.child<QPushButton>("hand in").isVisible()) << "nobody said that there is a class";
    click("leave lesson");
    fill("class seed", QStringLiteral("7"));
    click("begin lesson");
    click("next step");
    EXPECT_FALSE(play().exercise()->isOwn);
    EXPECT_TRUE(m_shown.child<QPushButton>("hand in").isVisible());
}

// At the end they are offered to everybody, and still in the list, beside the lesson that they are of.
TEST_F(HandInTest, AnswersAreOfferedAtTheEndOfALesson)
{
    const auto other = m_folder.filePath(QStringLiteral("other.lesson"));
    std::string text(drawnLesson);
    std::ofstream(other.toStdString()) << text.replace(text.find("# Drawn"), 7, "# Other");
    m_shown.desk.lessons.add({other});
    settle(m_shown.desk.jobs);
    auto& inStep = m_shown.child<QPushButton>("hand in");
    auto& inList = m_shown.child<QPushButton>("hand in worked on");
    for (const auto* student : {"", "Ada"}) {
        SCOPED_TRACE(student);
        const bool isOfClass = *student != '\0';
        fill("student", QString::fromLatin1(student));
        EXPECT_EQ(inList.isVisible(), isOfClass) << "nothing was answered at first";
        m_shown.desk.lessons.open({QString::fromStdString(lessonPath())}, 1);
        settle(m_shown.desk.jobs);
        type(rightNumber());
        EXPECT_EQ(inStep.isVisible(), isOfClass);
        click("next step");
        EXPECT_EQ(inStep.isVisible(), isOfClass);
        type(QStringLiteral("2 2"));
        ASSERT_EQ(play().state(), LessonPlay::State::answered);
        EXPECT_TRUE(inStep.isVisible());
        click("next step"); // the end
        ASSERT_EQ(play().state(), LessonPlay::State::closed);
        ASSERT_TRUE(inList.isVisible());
        click("hand in worked on");
        if (!isOfClass) {
            auto* asked = inList.findChild<QInputDialog*>();
            ASSERT_NE(asked, nullptr);
            QTest::keyClicks(asked->findChild<QLineEdit*>(), QStringLiteral("Bob"));
            QTest::keyClick(asked->findChild<QLineEdit*>(), Qt::Key_Return);
        }
        const QPointer<QFileDialog> dialog = inList.findChild<QFileDialog*>();
        ASSERT_NE(dialog, nullptr);
        const auto path = m_folder.filePath(QStringLiteral("end%1.json").arg(isOfClass));
        auto* name = dialog->findChild<QLineEdit*>();
        name->setText(path);
        QTest::keyClick(name, Qt::Key_Return);
        settle(m_shown.desk.jobs);
        delete dialog.data(); // unless it is gone already
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const auto results = readResults(file.readAll().toStdString());
        ASSERT_TRUE(results) << results.error().text;
        const auto lesson = openLesson(lessonPath());
        ASSERT_TRUE(lesson);
        const auto marks = markResults(*lesson, *results);
        ASSERT_TRUE(marks);
        for (const auto& mark : *marks)
            EXPECT_EQ(mark.outcome, Outcome::right);
    }
    auto& lessons = m_shown.child<QListWidget>("lessons");
    QTest::keyClick(&lessons, Qt::Key_Down);
    EXPECT_FALSE(inList.isVisible()) << "another lesson";
    QTest::keyClick(&lessons, Qt::Key_Up);
    EXPECT_TRUE(inList.isVisible());
}

TEST_F(HandInTest, AllAnswersAreSavedAndMarkedAlike)
{
    fill("class seed", QStringLiteral("7"));
    fill("student", QStringLiteral("Ada/../x"));
    click("begin lesson");
    type(QStringLiteral("nine"));
    type(QStringLiteral("-1"));
    click("hint");
    type(rightNumber());
    click("next step");
    type(QStringLiteral("2 2"));

    click("hand in");
    auto* dialog = m_shown.child<QPushButton>("hand in").findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(QFileInfo(dialog->selectedFiles().value(0)).fileName(), QStringLiteral("Ada____x_drawn.json"));
    const auto path = m_folder.filePath(QStringLiteral("ada.json"));
    auto* line = dialog->findChild<QLineEdit*>();
    line->setText(path);
    QTest::keyClick(line, Qt::Key_Return);
    settle(m_shown.desk.jobs);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto results = readResults(file.readAll().toStdString());
    ASSERT_TRUE(results) << results.error().text;
    EXPECT_EQ(results->student, "Ada/../x");
    EXPECT_EQ(results->classSeed, 7U);
    const auto marks = markResults(*play().lesson(), *results);
    ASSERT_TRUE(marks) << marks.error().text;
    EXPECT_EQ((*marks)[0].outcome, Outcome::hinted);
    EXPECT_EQ((*marks)[0].answers, 3U);
    EXPECT_EQ((*marks)[1].outcome, Outcome::right);
}

TEST_F(HandInTest, AFolderOfAnswersIsMarkedInATable)
{
    for (const auto* student : {"Ada", "<b>Bob</b>"}) {
        fill("class seed", QStringLiteral("7"));
        fill("student", QString::fromLatin1(student));
        click("begin lesson");
        type(QStringLiteral("nine"));
        type(rightNumber());
        std::ofstream(m_folder.filePath(QStringLiteral("%1.json").arg(student[0])).toStdString())
            << writeResults(play().results());
        click("leave lesson");
    }
    std::ofstream(m_folder.filePath(QStringLiteral("c.json")).toStdString()) << "{";
    click("mark answers");
    auto* folder = m_shown.child<QPushButton>("mark answers").findChild<QFileDialog*>();
    ASSERT_NE(folder, nullptr);
    Q_EMIT folder->fileSelected(m_folder.path());
    delete folder;
    settle(m_shown.desk.jobs);
    QTableWidget* table = nullptr;
    for (auto* window : QApplication::topLevelWidgets())
        if (auto* found = window->findChild<QTableWidget*>(QStringLiteral("marks")))
            table = found;
    ASSERT_NE(table, nullptr);
    ASSERT_EQ(table->rowCount(), 3);
    QStringList told;
    for (int row = 0; row < table->rowCount(); ++row) {
        QStringList line;
        for (int column = 0; column < table->columnCount(); ++column)
            line << table->item(row, column)->text();
        told << line.join(QLatin1Char('|'));
    }
    const auto all = told.join(QLatin1Char('\n')).toStdString();
    EXPECT_TRUE(told.contains(QStringLiteral("A.json|Ada|right (2)|-|1 of 2|"))) << all;
    EXPECT_EQ(told.filter(QStringLiteral("|<b>Bob</b>|-|right (2)")).size(), 1) << all;
    EXPECT_EQ(told.filter(QStringLiteral("c.json||||")).size(), 1) << all;
    EXPECT_EQ(table->horizontalHeaderItem(2)->text(), QStringLiteral("step 1"));
    table->window()->close();
}

// The same words as on the command line.
TEST_F(HandInTest, TheMostFrequentWrongAnswersOfEachStepAreShownBesideTheMarks)
{
    const auto lesson = std::make_shared<const Lesson>(*openLesson(lessonPath()));
    std::vector<MarkedResults> marked;
    for (const auto* student : {"Ada", "Bob", "Eve"}) {
        fill("class seed", QStringLiteral("7"));
        fill("student", QString::fromLatin1(student));
        click("begin lesson");
        play().goTo(1);
        settle(m_shown.desk.jobs);
        type(student[0] == 'E' ? QStringLiteral("5 5") : QStringLiteral("9 9"));
        marked.push_back(markedResults(*lesson, student, writeResults(play().results()), 7));
        click("leave lesson");
    }
    const auto lines = summaryTable(*lesson, classSummary(*lesson, marked));
    MarkedAnswers window(lesson, marked, m_shown.desk.jobs, m_shown.desk.log, nullptr);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    const auto* table = window.findChild<QTableWidget*>(QStringLiteral("summary of steps"));
    ASSERT_NE(table, nullptr);
    ASSERT_EQ(table->rowCount(), 2);
    for (int column = 0; column < table->columnCount(); ++column) {
        const auto at = static_cast<std::size_t>(column);
        EXPECT_EQ(table->horizontalHeaderItem(column)->text().toStdString(), lines[0][at]);
        for (int row = 0; row < 2; ++row)
            EXPECT_EQ(table->item(row, column)->text().toStdString(),
                      lines[static_cast<std::size_t>(row) + 1][at]);
    }
    EXPECT_EQ(table->item(1, 5)->text(), QStringLiteral("[9, 9] (2); [5, 5] (1)"));
}

TEST_F(HandInTest, AnAnswerAfterTheSolutionWasShownIsNotedAsSuch)
{
    fill("student", QStringLiteral("4711"));
    click("begin lesson");
    click("solution");
    type(rightNumber());
    EXPECT_EQ((*markResults(*play().lesson(), play().results()))[0].outcome, Outcome::shown);
    click("again");
    type(rightNumber());
    EXPECT_EQ((*markResults(*play().lesson(), play().results()))[0].outcome, Outcome::right);
}

TEST_F(HandInTest, WhoLeavesAndComesBackGoesOnWithTheSameFile)
{
    fill("class seed", QStringLiteral("7"));
    fill("student", QStringLiteral("Ada"));
    click("begin lesson");
    type(rightNumber());
    click("leave lesson");
    click("begin lesson"); // where it was left
    EXPECT_EQ(play().number(), 1U);
    type(QStringLiteral("2 2"));
    const auto marks = *markResults(*play().lesson(), play().results());
    EXPECT_EQ(marks[0].outcome, Outcome::right);
    EXPECT_EQ(marks[1].outcome, Outcome::right);
}

// Letters in a seed are said, not dropped: "7b" is not the class of seed 7.
// The parts of a low panel are scrolled, not pressed together.
TEST_F(HandInTest, ALowPanelHasTheWholeClassForm)
{
    m_shown.panel->resize(285, 149);
    settle(m_shown.desk.jobs);
    for (const auto* name : {"class seed", "student"}) {
        auto& line = m_shown.child<QLineEdit>(name);
        EXPECT_GE(line.height(), line.minimumSizeHint().height()) << name;
    }
    EXPECT_GT(m_shown.child<QWidget>("lessons").height(), 0);
    auto& seed = m_shown.child<QLineEdit>("class seed");
    m_shown.child<QWidget>("lessons").setFocus();
    QTest::keyClick(&m_shown.child<QWidget>("lessons"), Qt::Key_Tab);
    EXPECT_TRUE(seed.hasFocus());
    EXPECT_FALSE(seed.visibleRegion().isEmpty()) << "where the Tab key comes to is brought into sight";
}

TEST_F(HandInTest, ASeedThatIsNoNumberBeginsNothing)
{
    auto& wrong = m_shown.child<QLabel>("wrong class seed");
    auto& begin = m_shown.child<QPushButton>("begin lesson");
    EXPECT_FALSE(wrong.isVisible());
    auto& name = m_shown.child<QLineEdit>("student");
    const auto place = name.mapTo(m_shown.panel.get(), QPoint());
    for (const auto* seed : {"7b", "-7", "1234567890", "seven"}) {
        fill("class seed", QString::fromLatin1(seed));
        EXPECT_EQ(m_shown.child<QLineEdit>("class seed").text(), QString::fromLatin1(seed));
        EXPECT_TRUE(wrong.isVisible()) << seed;
        EXPECT_EQ(name.mapTo(m_shown.panel.get(), QPoint()), place) << "nothing moves";
        EXPECT_FALSE(begin.isEnabled()) << seed;
        EXPECT_FALSE(play().sitting().isOfClass()) << seed;
    }
    fill("class seed", QStringLiteral(" 7 "));
    EXPECT_FALSE(wrong.isVisible());
    click("begin lesson");
    EXPECT_EQ(play().seed(), 7U);
}

TEST_F(HandInTest, AnotherLessonInBetweenLosesNoAnswer)
{
    const auto other = m_folder.filePath(QStringLiteral("other.lesson"));
    std::string text(drawnLesson);
    std::ofstream(other.toStdString()) << text.replace(text.find("# Drawn"), 7, "# Other");
    const auto first = QString::fromStdString(lessonPath());
    fill("class seed", QStringLiteral("7"));
    fill("student", QStringLiteral("Ada"));
    m_shown.desk.lessons.open({first}, 1);
    settle(m_shown.desk.jobs);
    type(rightNumber());
    m_shown.desk.lessons.open({other}, 1);
    settle(m_shown.desk.jobs);
    type(QStringLiteral("-1"));
    EXPECT_EQ(play().results().exercises.size(), 1U);
    m_shown.desk.lessons.open({first}, 1);
    settle(m_shown.desk.jobs);
    EXPECT_EQ(play().results().lesson, "drawn");
    EXPECT_EQ((*markResults(*play().lesson(), play().results()))[0].outcome, Outcome::right);
    m_shown.desk.lessons.open({other}, 1);
    settle(m_shown.desk.jobs);
    EXPECT_EQ((*markResults(*play().lesson(), play().results()))[0].outcome, Outcome::wrong);
}

TEST_F(HandInTest, AnAnswerThatIsTooLongToBeSavedIsSaid)
{
    fill("class seed", QStringLiteral("7"));
    click("begin lesson");
    auto& line = m_shown.child<QLineEdit>("answer");
    line.setText(QString(70'000, QLatin1Char('1')));
    QTest::keyClick(&line, Qt::Key_Return);
    settle(m_shown.desk.jobs);
    EXPECT_TRUE(play().told().endsWith(
        QStringLiteral("This answer is not saved with the others: it is longer than 64 KiB.")))
        << play().told().toStdString();
    EXPECT_TRUE(play().results().exercises[0].answers.empty()) << "none that is empty in its place";
    type(QStringLiteral("-1"));
    EXPECT_FALSE(play().told().contains(QStringLiteral("not saved")));
    EXPECT_EQ(play().results().exercises[0].answers.size(), 1U);
}

TEST_F(HandInTest, ASolutionThatWasSeenStaysSeen)
{
    fill("student", QStringLiteral("4711"));
    click("begin lesson");
    click("solution");
    click("next step");
    click("step back");
    type(rightNumber());
    EXPECT_EQ((*markResults(*play().lesson(), play().results()))[0].outcome, Outcome::shown);
}

// The list of lessons and marking go by one rule, whether the step was left in between or not.
TEST_F(HandInTest, AStepIsDoneWhereMarkingCountsIt)
{
    const auto isDone = [this] {
        const bool isInList = m_shown.desk.lessons.progress().of(QStringLiteral("drawn")).contains(0);
        EXPECT_EQ(isInList, (*markResults(*play().lesson(), play().results()))[0].isRightAtLast());
        return isInList;
    };
    const auto notYet = QStringLiteral("Right, but the solution was shown, so this step does not count yet. Press "
                                       "\"Other numbers\".");
    for (const auto* way : {"at once", "another step", "another lesson"}) {
        SCOPED_TRACE(way);
        fill("student", QString::fromLatin1(way));
        click("begin lesson");
        ASSERT_EQ(play().number(), 0U);
        click("solution");
        if (way == std::string_view("another step")) {
            click("next step");
            click("step back");
        } else if (way == std::string_view("another lesson")) {
            click("leave lesson");
            click("begin lesson");
        }
        type(rightNumber());
        EXPECT_EQ(m_shown.child<QLabel>("told").text(), notYet);
        EXPECT_FALSE(isDone());
        click("next step");
        click("step back");
        EXPECT_EQ(m_shown.child<QLabel>("told").text(), notYet);
        click("leave lesson");
    }
    click("begin lesson");
    click("again");
    type(rightNumber());
    EXPECT_TRUE(m_shown.child<QLabel>("told").text().startsWith(QStringLiteral("Right.")));
    EXPECT_TRUE(isDone());
    click("again");
    click("solution");
    type(rightNumber());
    EXPECT_EQ(m_shown.child<QLabel>("told").text().left(6), QStringLiteral("Right.")) << "it counts already";
    EXPECT_TRUE(isDone());
}

// Nor does a look at the solution take a mark away that was earned before.
TEST_F(HandInTest, ASolutionThatIsShownAfterARightAnswerCostsNothing)
{
    fill("student", QStringLiteral("4711"));
    click("begin lesson");
    type(rightNumber());
    click("leave lesson");
    click("begin lesson");
    click("step back");
    ASSERT_EQ(play().number(), 0U);
    ASSERT_EQ(play().state(), LessonPlay::State::asked);
    click("solution");
    EXPECT_EQ((*markResults(*play().lesson(), play().results()))[0].outcome, Outcome::right);
    type(rightNumber());
    EXPECT_TRUE(m_shown.child<QLabel>("told").text().startsWith(QStringLiteral("Right."))) << "it counts";
}

} // namespace
