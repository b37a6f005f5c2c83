// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_play.h"

#include "lessons/lesson_file.h"
#include "lessons/picked.h"
#include "tensor/edit.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

LessonPtr twoSteps()
{
    auto lesson = readLesson(R"(# Two steps
goal: Find slots.
## First
let at = draw(1, 5)
tensor x: [[10, 11, 12], [13, 14, 15]]
show: logical, storage
cover: storage, address
ask: Which slot holds the element $at of x?
answer: storage of x = [at]
hint: one
hint: two
hint: three
worked: It is $at.
reveal: address
explain: An address is an {offset|origin} and steps.
## Second
tensor y: x.transpose(0, 1)
ask: Are the elements of y copied?
answer: word view, copy = "view"
hint: one
hint: two
hint: three
worked: They are not.
)",
                             "two-steps");
    EXPECT_TRUE(lesson) << lesson.error().where << lesson.error().text;
    return std::make_shared<const Lesson>(*lesson);
}

class LessonPlayTest : public testing::Test
{
protected:
    LessonPlayTest()
    {
        play().open(twoSteps(), 3);
        settle(m_desk.jobs);
    }

    LessonPlay& play() { return m_desk.lessons.play(); }
    QString right() { return QString::fromStdString(text(*play().exercise()->expected)); }
    void answer(const QString& typed)
    {
        play().answer(typed);
        settle(m_desk.jobs);
    }

    Desk m_desk;
};

TEST_F(LessonPlayTest, AStepOpensItsTensorsAndCoversWhatItAsks)
{
    EXPECT_EQ(play().state(), LessonPlay::State::asked);
    ASSERT_EQ(m_desk.workspace.subjects().size(), 1U);
    EXPECT_EQ(m_desk.workspace.currentSubject()->name, QStringLiteral("x"));
    const auto& cover = m_desk.selection.cover();
    for (const auto* part : {"storage", "address", "members"}) // members are not among what the step shows
        EXPECT_TRUE(cover.hides(QLatin1String(part))) << part;
    EXPECT_FALSE(cover.hides(QStringLiteral("logical")));
}

TEST_F(LessonPlayTest, ARightAnswerUncoversAndAWrongOneDoesNot)
{
    QSignalSpy done(&play(), &LessonPlay::stepDone);
    answer(QStringLiteral("[0]")); // at is 1 or more
    EXPECT_EQ(play().state(), LessonPlay::State::asked);
    EXPECT_TRUE(play().isWrong());
    EXPECT_EQ(play().told(),
              QStringLiteral("You chose slot 0, which holds x[0, 0]: 0 \u00d7 3 + 0 \u00d7 1 = 0."));
    EXPECT_TRUE(m_desk.selection.cover().isOn());
    EXPECT_EQ(m_desk.selection.selected()->place, Place(ElementPlace{{0, 0}})); // the counter-example

    answer(right());
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
    EXPECT_FALSE(play().isWrong());
    EXPECT_FALSE(m_desk.selection.cover().isOn());
    EXPECT_EQ(play().rightInARow(), 1);
    ASSERT_EQ(done.count(), 1);
    EXPECT_EQ(done[0][0].toString(), QStringLiteral("two-steps"));
}

// What was looked at to answer stays in sight beside what is revealed.
TEST_F(LessonPlayTest, ARightAnswerClosesNoPart)
{
    QSignalSpy wanted(&play(), &LessonPlay::partsWanted);
    answer(right());
    ASSERT_EQ(wanted.count(), 1);
    EXPECT_EQ(wanted[0][0].toStringList(),
              (QStringList{QStringLiteral("logical"), QStringLiteral("storage"), QStringLiteral("address")}));
}

TEST_F(LessonPlayTest, WhatCantBeReadIsToldAndCostsNothing)
{
    answer(QStringLiteral("nine"));
    EXPECT_EQ(play().told(), QStringLiteral("Wanted whole numbers, found \"nine\"."));
    EXPECT_EQ(play().state(), LessonPlay::State::asked);
}

TEST_F(LessonPlayTest, OtherNumbersAreAnotherExerciseOfTheSameStep)
{
    answer(right());
    const auto before = play().seed();
    play().again();
    settle(m_desk.jobs);
    EXPECT_NE(play().seed(), before);
    EXPECT_EQ(play().number(), 0U);
    EXPECT_EQ(play().state(), LessonPlay::State::asked);
    EXPECT_EQ(m_desk.workspace.subjects().size(), 1U); // the tensors of before are closed
    answer(right());
    EXPECT_EQ(play().rightInARow(), 2);
}

TEST_F(LessonPlayTest, ASolutionThatIsShownUncoversAndIsNoAnswer)
{
    QSignalSpy done(&play(), &LessonPlay::stepDone);
    play().showWorked();
    EXPECT_FALSE(m_desk.selection.cover().isOn());
    EXPECT_EQ(play().state(), LessonPlay::State::asked);
    answer(right());
    EXPECT_EQ(done.count(), 0);
    EXPECT_EQ(play().rightInARow(), 0);
}

TEST_F(LessonPlayTest, HintsComeOneByOneAndEnd)
{
    for (std::size_t shown = 1; shown <= 3; ++shown) {
        play().showHint();
        EXPECT_EQ(play().hintsShown(), shown);
    }
    play().showHint();
    EXPECT_EQ(play().hintsShown(), 3U);
}

TEST_F(LessonPlayTest, LaterStepsKnowTheTensorsOfEarlierOnes)
{
    play().goTo(1);
    settle(m_desk.jobs);
    EXPECT_EQ(m_desk.workspace.currentSubject()->name, QStringLiteral("y"));
    answer(QStringLiteral("copy"));
    EXPECT_TRUE(play().isWrong());
    answer(QStringLiteral("View"));
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
}

TEST_F(LessonPlayTest, ClosingLeavesNothingCoveredAndNoTensor)
{
    play().close();
    EXPECT_FALSE(m_desk.selection.cover().isOn());
    EXPECT_TRUE(m_desk.workspace.subjects().empty());
    EXPECT_EQ(play().state(), LessonPlay::State::closed);
}

// However it was given: what is wrong is no longer selected, what is right is.
TEST_F(LessonPlayTest, TheRightPlacesAreMarkedAndTheWrongOneIsNot)
{
    answer(QStringLiteral("[0]"));
    ASSERT_TRUE(m_desk.selection.selected());
    answer(right());
    const auto& x = *play().exercise()->tensor("x");
    const auto places = placesOf(play().step()->answer, x, *play().exercise()->expected);
    ASSERT_EQ(places.size(), 1U);
    EXPECT_EQ(m_desk.selection.chosen(), (Selection::Chosen{play().subjectOf("x"), places}));
    // Each is marked in the other pictures too.
    ASSERT_TRUE(waitUntil([&] { return m_desk.selection.relatedToChosen().size() == 1; }));
    const auto at = std::get<BytePlace>(places.front()).begin / 8;
    EXPECT_EQ(m_desk.selection.relatedToChosen()[0].elements, (std::vector<Extents>{{at / 3, at % 3}}));
    ASSERT_TRUE(m_desk.selection.selected());
    EXPECT_EQ(m_desk.selection.selected()->place, places.front());
    play().goTo(1);
    settle(m_desk.jobs);
    EXPECT_TRUE(m_desk.selection.chosen().places.empty());
    EXPECT_TRUE(m_desk.selection.relatedToChosen().empty());
    EXPECT_FALSE(m_desk.selection.selected());
    answer(QStringLiteral("copy"));
    answer(QStringLiteral("view")); // no place is right
    EXPECT_FALSE(m_desk.selection.selected());
}

TEST_F(LessonPlayTest, AStepThatWasSolvedComesBackAsItWas)
{
    answer(QStringLiteral("[0]"));
    answer(right());
    const auto given = text(*play().exercise()->expected);
    ASSERT_TRUE(play().explain(QStringLiteral("Origin ")));
    play().again(); // with other numbers, not solved
    settle(m_desk.jobs);
    EXPECT_EQ(play().state(), LessonPlay::State::asked);
    EXPECT_EQ(play().answeredWith(), nullptr);
    play().goTo(1);
    settle(m_desk.jobs);
    EXPECT_EQ(play().state(), LessonPlay::State::asked);
    QSignalSpy done(&play(), &LessonPlay::stepDone);
    play().goTo(0);
    settle(m_desk.jobs);
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
    ASSERT_NE(play().answeredWith(), nullptr);
    EXPECT_EQ(text(*play().answeredWith()), given) << "with the numbers that were answered";
    EXPECT_EQ(play().explainedWith(), QStringLiteral("Origin"));
    EXPECT_FALSE(play().isWrong());
    EXPECT_FALSE(m_desk.selection.cover().isOn());
    EXPECT_EQ(done.count(), 0) << "it was done before";
    play().goTo(0); // begins it anew
    settle(m_desk.jobs);
    EXPECT_EQ(play().state(), LessonPlay::State::asked);
    EXPECT_TRUE(m_desk.selection.cover().isOn());
}

TEST_F(LessonPlayTest, TheGapTakesTheWordsOfTheLesson)
{
    answer(right());
    EXPECT_FALSE(play().explain(QStringLiteral("stride")));
    EXPECT_FALSE(play().isExplained());
    EXPECT_TRUE(play().explain(QStringLiteral("Origin")));
    EXPECT_TRUE(play().isExplained());
}

TEST_F(LessonPlayTest, AStepThatCantBePosedSaysItsLineAndTheNextCanBeGoneTo)
{
    auto wrong = *twoSteps();
    wrong.steps[0].answer.expected = *Expression::parse("nothing_of_that_name");
    play().open(std::make_shared<const Lesson>(wrong), 1);
    settle(m_desk.jobs);
    EXPECT_TRUE(play().told().startsWith(QStringLiteral("line 9: nothing is called")));
    play().goTo(1);
    settle(m_desk.jobs);
    EXPECT_EQ(play().state(), LessonPlay::State::asked);
}

TEST_F(LessonPlayTest, WhatIsEditedIsTheAnswerWhereATensorIsAsked)
{
    const auto lesson = readLesson(R"(# Mend
goal: Mend it.
## It
tensor x: {"layout": "csr", "size": [2, 2], "members": {"crow_indices": [0, 2, 1], "col_indices": [0], "values": [5]}}
ask: Mend x.
answer: tensor of x
need: valid(answer) | A rule is still broken.
hint: one
hint: two
hint: three
worked: crow_indices (0, 1, 1)
)",
                                   "mend");
    ASSERT_TRUE(lesson) << lesson.error().text;
    play().open(std::make_shared<const Lesson>(*lesson), 1);
    settle(m_desk.jobs);
    play().answerWithTensor();
    settle(m_desk.jobs);
    EXPECT_EQ(play().told(), QStringLiteral("A rule is still broken."));
    const auto id = play().subjectOf("x");
    ASSERT_TRUE(m_desk.workspace.edit(
        id, {{SetElements{"compressed", 1, {*Element::from(std::int64_t{1}, ElementType::i64)}}}},
        QStringLiteral("edit")));
    settle(m_desk.jobs);
    play().answerWithTensor();
    settle(m_desk.jobs);
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
}

TEST_F(LessonPlayTest, DraggedPointersAreAnAnswer)
{
    const auto lesson = readLesson(R"(# Drag
goal: Drag it.
## It
tensor x: {"layout": "csr", "size": [2, 2], "members": {"crow_indices": [0, 0, 0], "col_indices": [0, 1], "values": [5, 6]}}
show: members
cover: rules
ask: Drag the pointers of x.
answer: pointers of x.crow_indices = [0, 1, 2]
hint: one
hint: two
hint: three
worked: (0, 1, 2)
## Back
ask: 1?
answer: number = 1
hint: one
hint: two
hint: three
worked: 1
)",
                                   "drag");
    ASSERT_TRUE(lesson) << lesson.error().text;
    play().open(std::make_shared<const Lesson>(*lesson), 1);
    settle(m_desk.jobs);
    QSignalSpy dragged(&play(), &LessonPlay::dragged);
    const auto drag = [&](std::int64_t slot, std::int64_t to) {
        ASSERT_TRUE(m_desk.workspace.edit(
            play().subjectOf("x"), {{SetElements{"compressed", slot, {*Element::from(to, ElementType::i64)}}}},
            QStringLiteral("drag")));
        settle(m_desk.jobs);
    };
    drag(2, 2);
    drag(1, 1);
    ASSERT_EQ(dragged.count(), 2);
    EXPECT_EQ(dragged[1][0].toString(), QStringLiteral("[0, 1, 2]"));
    answer(dragged[1][0].toString());
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
    drag(1, 2);
    EXPECT_EQ(dragged.count(), 2) << "it is answered";
    // Typed ones are seen in their place too, now and when the step comes back.
    const auto pointer = [&](std::int64_t slot) {
        return m_desk.workspace.find(play().subjectOf("x"))->tensor->member("compressed").array.at(slot).text();
    };
    play().goTo(0);
    settle(m_desk.jobs);
    EXPECT_EQ(pointer(1), "0");
    answer(QStringLiteral("0 1 2"));
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
    EXPECT_EQ(pointer(1), "1");
    EXPECT_EQ(pointer(2), "2");
    play().goTo(1);
    settle(m_desk.jobs);
    play().goTo(0);
    settle(m_desk.jobs);
    EXPECT_EQ(pointer(2), "2");
}

TEST_F(LessonPlayTest, ATensorThatAnsweredComesBackAsItWasBuilt)
{
    auto lesson = *twoSteps();
    const auto built = readLesson(R"(# Mend
goal: Mend it.
## It
tensor x: [[1, 2]]
ask: Make the first element 7.
answer: tensor of x
need: value(answer, [0, 0]) == 7 | It is $(value(answer, [0, 0])).
hint: one
hint: two
hint: three
worked: 7
)",
                                  "mend");
    ASSERT_TRUE(built) << built.error().text;
    lesson.steps[0] = built->steps[0];
    lesson.steps[1].lines.clear();
    play().open(std::make_shared<const Lesson>(lesson), 1);
    settle(m_desk.jobs);
    ASSERT_TRUE(m_desk.workspace.edit(
        play().subjectOf("x"), {{SetElements{"values", 0, {*Element::from(std::int64_t{7}, ElementType::i64)}}}},
        QStringLiteral("edit")));
    play().answerWithTensor();
    settle(m_desk.jobs);
    ASSERT_EQ(play().state(), LessonPlay::State::answered) << play().told().toStdString();
    play().goTo(1);
    settle(m_desk.jobs);
    play().goTo(0);
    settle(m_desk.jobs);
    EXPECT_EQ(play().state(), LessonPlay::State::answered);
    EXPECT_EQ(m_desk.workspace.find(play().subjectOf("x"))->tensor->member("values").array.at(0).text(), "7");
}

// ---- the cover ----

QString numberShown(const Scene& scene)
{
    QString all;
    for (const auto& label : scene.labels)
        if (label.kind == TextKind::value)
            all += label.text + QLatin1Char(' ');
    return all;
}

TEST(CoverTest, APartThatIsCoveredHasPlacesAndNoNumbers)
{
    ShownViews shown(sample("csr"));
    auto& members = shown.view("members");
    EXPECT_FALSE(numberShown(members.scene()).isEmpty());
    const auto spots = members.scene().spots.size();
    shown.desk.selection.cover().set({QStringLiteral("members")});
    settle(shown.desk.jobs);
    EXPECT_TRUE(numberShown(members.scene()).isEmpty());
    EXPECT_TRUE(members.scene().handles.empty());
    ASSERT_EQ(members.scene().spots.size(), spots);
    for (const auto& spot : members.scene().spots) {
        EXPECT_TRUE(spot.value.isEmpty());
        EXPECT_TRUE(spot.words.startsWith(QLatin1Char('['))) << spot.words.toStdString(); // its place alone
    }
    EXPECT_FALSE(numberShown(shown.view("logical").scene()).isEmpty()); // that is not covered
    shown.desk.selection.cover().clear();
    settle(shown.desk.jobs);
    EXPECT_FALSE(numberShown(members.scene()).isEmpty());
}

TEST(CoverTest, NoPictureTellsStridesOrAddressesWhileAnythingIsCovered)
{
    ShownViews shown(sample("strided"));
    const auto all = [&](const char* id) {
        QString texts;
        for (const auto& label : shown.view(id).scene().labels)
            texts += label.text + QLatin1Char('\n');
        for (const auto& spot : shown.view(id).scene().spots)
            texts += spot.words + QLatin1Char('\n');
        return texts;
    };
    EXPECT_TRUE(all("members").contains(QStringLiteral("strides")));
    EXPECT_TRUE(all("storage").contains(QStringLiteral("s0")));
    shown.desk.selection.cover().set({QStringLiteral("facts")});
    settle(shown.desk.jobs);
    for (const auto* id : {"logical", "members", "storage"})
        for (const auto* word : {"stride", "s0", "s1", "offset", "slot"})
            EXPECT_FALSE(all(id).contains(QLatin1String(word))) << id << " " << word << "\n"
                                                                << all(id).toStdString();
    EXPECT_FALSE(numberShown(shown.view("logical").scene()).isEmpty());
}

TEST(CoverTest, TheGroundsOfACoveredPictureAreAllTheSame)
{
    for (const auto& name : {"strided", "csr", "bsc", "nested", "broken_pointer"}) {
        ShownViews shown(sample(name));
        shown.desk.selection.cover().set(
            {QStringLiteral("logical"), QStringLiteral("members"), QStringLiteral("storage")});
        settle(shown.desk.jobs);
        for (const auto* id : {"logical", "members", "storage"}) {
            const auto& scene = shown.view(id).scene();
            EXPECT_TRUE(scene.marks.empty() && scene.violations.empty()) << name << " " << id;
            for (const auto& box : scene.boxes) {
                EXPECT_EQ(box.pattern, Fill::plain) << name << " " << id;
                for (const auto ink : {Ink::zero, Ink::hole, Ink::shared, Ink::error, Ink::errorFill})
                    EXPECT_NE(box.fill, ink) << name << " " << id;
                EXPECT_NE(box.fill, id == std::string_view("logical") ? Ink::stored : Ink::absent)
                    << name << " " << id;
            }
        }
    }
}

TEST(CoverTest, APlaceIsLitWhereItWasPickedAndNowhereElse)
{
    ShownViews shown(sample("csr"));
    shown.desk.selection.cover().set({QStringLiteral("members")});
    settle(shown.desk.jobs);
    auto& logical = shown.view("logical");
    const auto stored =
        std::ranges::find_if(logical.scene().spots, [](const Spot& spot) { return !spot.value.isEmpty(); });
    ASSERT_NE(stored, logical.scene().spots.end());
    shown.click(logical, *stored);
    ASSERT_TRUE(shown.desk.selection.selected());
    EXPECT_TRUE(shown.desk.selection.selected()->related.slots.empty());
    shown.hover(shown.view("members"), shown.view("members").scene().spots.front());
    EXPECT_FALSE(shown.desk.selection.hovered());
}

TEST(CoverTest, AClickAndTheSpaceBarPickAndArrowsPassOver)
{
    ShownViews shown(sample("csr"));
    QSignalSpy picked(&shown.desk.selection, &Selection::picked);
    auto& logical = shown.view("logical");
    shown.click(logical, logical.scene().spots.front());
    EXPECT_EQ(picked.count(), 1);
    shown.press(logical, Qt::Key_Right);
    EXPECT_EQ(picked.count(), 1);
    shown.press(logical, Qt::Key_Space);
    EXPECT_EQ(picked.count(), 2);
}

} // namespace
