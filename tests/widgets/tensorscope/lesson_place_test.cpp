// SPDX-License-Identifier: GPL-3.0-or-later
// Where the lesson is in the window, and what becomes of its tensors.
#include "docks.h"
#include "profile.h"
#include "sample_card.h"
#include "widgets/support/lesson_window.h"
#include "widgets/support/questions.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QDockWidget>
#include <QFontInfo>
#include <QStatusBar>
#include <QTemporaryDir>

#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

// The step with the longest question of all, and the first of each lesson.
std::vector<std::pair<LessonPtr, std::size_t>> tellingSteps(LessonWindow& shown)
{
    std::vector<std::pair<LessonPtr, std::size_t>> steps;
    std::pair<LessonPtr, std::size_t> longest;
    std::size_t most = 0;
    for (const auto& each : shown.shelf()) {
        if (each.lesson == nullptr)
            continue;
        steps.emplace_back(each.lesson, 0);
        for (std::size_t i = 0; i < each.lesson->steps.size(); ++i)
            if (const auto size = each.lesson->steps[i].ask.english.size(); size > most) {
                most = size;
                longest = {each.lesson, i};
            }
    }
    steps.push_back(longest);
    return steps;
}

bool isSeenWhole(const QWidget& widget)
{
    return widget.visibleRegion().boundingRect() == widget.rect();
}

} // namespace

class LessonPlace : public testing::TestWithParam<QSize>
{
};

TEST_P(LessonPlace, IsAtTheTopOfAColumnInWhichItsTextIsReadWell)
{
    LessonWindow shown(GetParam());
    ASSERT_TRUE(shown.window.arrange(QStringLiteral("learn")));
    auto* dock = shown.window.findChild<QDockWidget*>(QStringLiteral("lesson"));
    for (const auto& [lesson, step] : tellingSteps(shown)) {
        shown.begin(lesson, 5);
        shown.goTo(step);
        SCOPED_TRACE(lesson->id + " step " + std::to_string(step));
        auto& ask = shown.child<QLabel>("question");
        EXPECT_GE(QFontInfo(ask.font()).pointSizeF(), 11);
        const double characters = static_cast<double>(ask.width()) / ask.fontMetrics().averageCharWidth();
        EXPECT_GE(characters, 40);
        EXPECT_LE(characters, 90);
        for (const auto* button : {"hint", "solution", "again", "next step", "leave lesson"})
            EXPECT_TRUE(isSeenWhole(shown.child<QPushButton>(button))) << button;
        EXPECT_TRUE(isSeenWhole(ask)) << ask.height() << " high, of which are seen "
                                      << ask.visibleRegion().boundingRect().height();
        for (const auto* each : shown.window.findChildren<QDockWidget*>())
            if (each != dock && each->isVisible() && !each->visibleRegion().isEmpty() && each->x() == dock->x()) {
                EXPECT_GT(each->y(), dock->y()) << each->objectName().toStdString();
            }
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, LessonPlace, testing::Values(QSize(1280, 800), QSize(1920, 1080)),
                         [](const auto& tested) { return "At" + std::to_string(tested.param.width()); });

// Covered strips need little height: the map has what it can use before they get more than that.
TEST(LessonPlaces, CoveredStripsLeaveTheirRoomToTheMap)
{
    for (const auto size : {QSize(1280, 800), QSize(1920, 1080)}) {
        LessonWindow shown(size);
        ASSERT_TRUE(shown.window.arrange(QStringLiteral("learn")));
        shown.begin(shown.shelf().front().lesson, 5);
        shown.goTo(0);
        const auto &map = shown.view("logical"), &storage = shown.view("storage");
        EXPECT_GE(map.viewport()->height(), map.wantedRoom().filledHeight - 2);
        EXPECT_GT(map.viewport()->height(), storage.viewport()->height());
        EXPECT_GE(storage.viewport()->height(), storage.scene().content.height());
    }
}

// Room for arrows that are not drawn would part the strips.
TEST(LessonPlaces, CoveredArrowsTakeNoRoom)
{
    LessonWindow shown({1280, 800});
    ASSERT_TRUE(shown.window.arrange(QStringLiteral("learn")));
    shown.begin(shown.shelf().front().lesson, 5);
    shown.goTo(0);
    auto& storage = shown.view("storage");
    const auto covered = storage.wantedRoom().legible.height();
    shown.window.selection().cover().clear();
    shown.settle();
    EXPECT_GT(storage.wantedRoom().legible.height(), covered);
}

TEST(LessonPlaces, StartCardsAreEvenBesideIt)
{
    for (const auto size : {QSize(1280, 800), QSize(1920, 1080)}) {
        LessonWindow shown(size);
        ASSERT_TRUE(shown.window.arrange(QStringLiteral("learn")));
        shown.settle();
        const auto cards = shown.window.findChildren<SampleCard*>();
        ASSERT_EQ(cards.size(), 3);
        for (const auto* card : cards) {
            EXPECT_EQ(card->height(), cards[0]->height());
            EXPECT_NEAR(card->width(), cards[0]->width(), 1);
            EXPECT_EQ(card->y(), cards[0]->y());
        }
    }
}

// What was looked at before a lesson is looked at after it, as it was.
TEST(LessonCanvas, IsRestoredWhenALessonEnds)
{
    LessonWindow shown;
    auto& workspace = shown.window.workspace();
    auto& tabs = shown.window.tabs();
    const auto mine = workspace.add(sample("csr"), QStringLiteral("mine"), QStringLiteral("test"));
    const auto other = workspace.add(sample("coo"), QStringLiteral("other"), QStringLiteral("test"));
    workspace.setCurrent(mine);
    tabs.setPicture(tabs.tab().active, QStringLiteral("storage"));
    tabs.open(other);
    tabs.setCurrent(0);
    shown.settle();
    for (const auto& each : {shown.shelf()[0].lesson, shown.shelf()[8].lesson}) {
        shown.begin(each, 5);
        EXPECT_NE(workspace.current(), mine);
        shown.goTo(1);
    }
    shown.play().close();
    shown.settle();
    EXPECT_EQ(workspace.current(), mine);
    ASSERT_EQ(tabs.all().size(), 2U);
    EXPECT_EQ(tabs.current(), 0U);
    EXPECT_EQ(tabs.tab().activePane().picture, QStringLiteral("storage"));
    EXPECT_EQ(tabs.all()[1].activePane().subject, other);
}

TEST(LessonCanvas, OfAWindowWithoutTensorsIsTheStartPageAgain)
{
    LessonWindow shown;
    shown.begin(shown.shelf()[0].lesson, 5);
    shown.play().close();
    shown.settle();
    EXPECT_TRUE(shown.window.workspace().subjects().empty());
    EXPECT_TRUE(shown.window.findChild<SampleCard*>()->isVisible());
    EXPECT_TRUE(shown.window.tabs().tab().activePane().picture.isEmpty()) << "all pictures, as before";
}

// Steps about numbers alone have no tensor of another step beside them.
TEST(LessonCanvas, HasNoTensorOfAnotherStep)
{
    LessonWindow shown;
    const auto& lesson = shown.shelf()[8].lesson;
    ASSERT_EQ(lesson->id, "09-coo-to-csr");
    shown.begin(lesson, 5);
    for (std::size_t step = 0; step < lesson->steps.size(); ++step) {
        shown.goTo(step);
        EXPECT_EQ(shown.window.workspace().subjects().size(), step < 5 ? 1U : 0U) << step;
    }
}

// In place of the start page, which offers to open and to make something else.
TEST(LessonCanvas, OfAStepWithoutTensorsIsItsQuestion)
{
    LessonWindow shown;
    const auto& lesson = shown.shelf()[8].lesson;
    shown.begin(lesson, 5);
    auto& ask = shown.child<QLabel>("lesson card question");
    EXPECT_FALSE(ask.isVisible());
    shown.goTo(5);
    EXPECT_TRUE(ask.isVisible());
    EXPECT_EQ(ask.text(), QString::fromStdString(shown.play().exercise()->ask));
    EXPECT_GT(QFontInfo(ask.font()).pointSizeF(), QFontInfo(shown.window.font()).pointSizeF());
    EXPECT_FALSE(shown.window.findChild<SampleCard*>()->isVisible()) << "the start page";
    shown.goTo(6);
    EXPECT_EQ(ask.text(), QString::fromStdString(shown.play().exercise()->ask));
    shown.goTo(0);
    EXPECT_FALSE(ask.isVisible());
    shown.goTo(5);
    EXPECT_TRUE(ask.isVisible());
    shown.play().close();
    shown.settle();
    EXPECT_FALSE(ask.isVisible());
    EXPECT_TRUE(shown.window.findChild<SampleCard*>()->isVisible());
}

// Nor is a tensor of the learner's that the question is not about.
TEST(LessonCanvas, OfAStepWithoutTensorsShowsNoneOfTheLearners)
{
    LessonWindow shown;
    auto& workspace = shown.window.workspace();
    const auto mine = workspace.add(sample("coo"), QStringLiteral("mine"), QStringLiteral("test"));
    const auto other = workspace.add(sample("csr"), QStringLiteral("other"), QStringLiteral("test"));
    workspace.setCurrent(mine);
    shown.settle();
    const auto& lesson = shown.shelf()[8].lesson;
    ASSERT_TRUE(shown.window.arrange(QStringLiteral("learn")));
    shown.begin(lesson, 5);
    auto& ask = shown.child<QLabel>("lesson card question");
    for (const std::size_t step : {5, 6}) {
        shown.goTo(step);
        EXPECT_EQ(workspace.current(), 0) << step;
        EXPECT_TRUE(ask.isVisible()) << step;
    }
    EXPECT_FALSE(shown.child<QDockWidget>("workspace").isHidden()) << "the learner may look at one still";
    workspace.setCurrent(other);
    shown.settle();
    EXPECT_FALSE(ask.isVisible());
    shown.goTo(0);
    EXPECT_EQ(workspace.current(), shown.play().subjectOf("x"));
    shown.goTo(6);
    EXPECT_TRUE(ask.isVisible());
    shown.play().close();
    shown.settle();
    EXPECT_EQ(workspace.current(), mine) << "as before the lesson";
    EXPECT_FALSE(ask.isVisible());
}

// After an answer all that belongs to it is in sight together.
TEST(LessonCanvas, KeepsWhatTheStepHasShownAfterItsAnswer)
{
    LessonWindow shown;
    const auto picture = [&] { return shown.window.tabs().tab().activePane().picture; };
    for (const auto& [number, step] : {std::pair(0, 0), std::pair(0, 1), std::pair(8, 0)}) {
        shown.begin(shown.shelf()[static_cast<std::size_t>(number)].lesson, 5);
        shown.goTo(static_cast<std::size_t>(step));
        shown.play().answer(*shown.play().exercise()->expected);
        shown.settle();
        ASSERT_EQ(shown.play().state(), LessonPlay::State::answered);
        EXPECT_EQ(picture(), QString()) << "all pictures: lesson " << number << " step " << step;
    }
}

// A row without entries is marked itself, in all its width, and its two pointers; the rows beside it are not.
TEST(LessonCanvas, MarksTheEmptyRowsThatASolutionNames)
{
    LessonWindow shown;
    const auto& lesson = shown.shelf()[8].lesson;
    ASSERT_EQ(lesson->id, "09-coo-to-csr");
    for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
        shown.begin(lesson, seed);
        shown.goTo(1);
        std::set<Extents> cells;
        std::set<std::int64_t> pointers;
        for (const auto& row : *shown.play().exercise()->expected->as<Value::List>()) {
            for (std::int64_t column = 0; column < 4; ++column)
                cells.insert({*row.as<std::int64_t>(), column});
            pointers.insert({*row.as<std::int64_t>(), *row.as<std::int64_t>() + 1});
        }
        shown.play().showWorked();
        shown.settle();
        std::set<Extents> marked;
        std::set<std::int64_t> markedPointers;
        const auto& selection = shown.window.selection();
        for (const auto& place : selection.chosen().places)
            marked.insert(std::get<ElementPlace>(place).index);
        EXPECT_EQ(selection.relatedToChosen().size(), cells.size());
        for (const auto& related : selection.relatedToChosen()) {
            marked.insert(related.elements.begin(), related.elements.end());
            for (const auto& slots : related.slots) {
                EXPECT_EQ(slots.member, "compressed");
                for (auto slot = slots.begin; slot < slots.end; ++slot)
                    markedPointers.insert(slot);
            }
        }
        EXPECT_EQ(marked, cells) << seed;
        EXPECT_EQ(markedPointers, pointers) << seed;
    }
}

TEST(LessonTensors, AreNotToBeSaved)
{
    LessonWindow shown;
    const auto& lesson = shown.shelf().front().lesson;
    shown.begin(lesson, 3);
    auto& workspace = shown.window.workspace();
    ASSERT_FALSE(workspace.subjects().empty());
    for (const auto& subject : workspace.subjects()) {
        EXPECT_TRUE(subject.isSaved());
        EXPECT_EQ(subject.markedTitle(), subject.title());
    }
    EXPECT_FALSE(shown.window.isWindowModified());
    // An edit of one is part of an answer, and comes back with the step.
    const auto id = workspace.subjects().front().id;
    ASSERT_TRUE(workspace.edit(id,
                               {{SetElements{"values", 0, {*Element::from(std::int64_t{7}, ElementType::i64)}}}},
                               QStringLiteral("edit")));
    shown.settle();
    EXPECT_FALSE(shown.window.isWindowModified());
    EXPECT_FALSE(shown.child<QAction>("save-all").isEnabled());
    // A copy is the learner's own.
    EXPECT_FALSE(workspace.find(workspace.duplicate(id))->isSaved());
}

TEST(LessonTensors, AreNeitherAskedForWhenTheWindowClosesNorBroughtBack)
{
    const QTemporaryDir folder;
    const auto start = [&](const auto& use) {
        Profile profile(folder.path());
        MainWindow window(Theme::light, &profile);
        window.show();
        window.restoreAndOpen({});
        ASSERT_TRUE(settle(window.jobs()));
        use(window);
        window.close();
        ASSERT_TRUE(settle(window.jobs()));
        EXPECT_FALSE(window.isVisible()) << questionText(window).toStdString();
    };
    start([](MainWindow& window) {
        window.workspace().make({{"mine", sample("csr")}}, QStringLiteral("test"));
        window.lessons().play().open(window.lessons().shelf().front().lesson, 3);
        ASSERT_TRUE(settle(window.jobs()));
        EXPECT_GT(window.workspace().subjects().size(), 1U);
    });
    start([](MainWindow& window) {
        ASSERT_EQ(window.workspace().subjects().size(), 1U);
        EXPECT_EQ(window.workspace().currentSubject()->name, QStringLiteral("mine"));
    });
}

// The tensors of a lesson are closed unasked.
TEST(LessonPlaces, LeavingALessonSaysNothingOfItsTensors)
{
    LessonWindow shown;
    shown.begin(shown.shelf().front().lesson, 5);
    shown.goTo(1);
    shown.goTo(0); // as Back does
    QTest::mouseClick(&shown.child<QPushButton>("leave lesson"), Qt::LeftButton);
    shown.settle();
    ASSERT_EQ(shown.play().state(), LessonPlay::State::closed);
    EXPECT_EQ(shown.window.statusBar()->currentMessage(), QString());
}
