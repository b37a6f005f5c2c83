// SPDX-License-Identifier: GPL-3.0-or-later
// A click answers with what it hits: no view translates one of its things into a place of another view, which
// would solve the question.
#include "widgets/support/lesson_window.h"

#include <algorithm>

using namespace tscope;
using namespace tscope::test;

namespace {

std::string_view viewOf(AnswerKind kind)
{
    return kind == AnswerKind::cells ? "logical" : kind == AnswerKind::slots ? "members" : "storage";
}

void showAll(LessonWindow& shown)
{
    Q_EMIT shown.play().partsWanted(
        {QStringLiteral("logical"), QStringLiteral("members"), QStringLiteral("storage")});
    shown.settle();
}

} // namespace

TEST(LessonClicks, NoOtherViewAnswersAnyQuestion)
{
    LessonWindow shown({1600, 1000});
    ASSERT_TRUE(shown.window.arrange(QStringLiteral("learn")));
    auto& line = shown.child<QLineEdit>("answer");
    int refused = 0;
    for (const auto& each : shown.shelf()) {
        ASSERT_NE(each.lesson, nullptr) << each.path.toStdString();
        for (std::size_t step = 0; step < each.lesson->steps.size(); ++step) {
            const auto& spec = each.lesson->steps[step].answer;
            if (!spec.isPicked())
                continue;
            SCOPED_TRACE(each.lesson->id + " step " + std::to_string(step));
            shown.play().open(each.lesson, 11, step);
            shown.settle();
            ASSERT_EQ(shown.play().state(), LessonPlay::State::asked);
            showAll(shown);
            for (auto* view : shown.window.views()) {
                if (!view->isVisible() || view->spec().id == viewOf(spec.kind))
                    continue;
                const auto spots = view->scene().spots;
                for (const auto& spot : spots) {
                    shown.window.selection().pick(view->subject(), spot.place, view);
                    ASSERT_EQ(line.text(), QString()) << view->spec().id << ": " << spot.words.toStdString();
                    EXPECT_TRUE(shown.play().isWrong());
                    ++refused;
                }
                shown.settle();
            }
        }
    }
    EXPECT_GT(refused, 200);
}

TEST(LessonClicks, AClickOnAMemberIsRefusedWhereSlotsOfTheStorageAreAsked)
{
    LessonWindow shown({1600, 1000});
    ASSERT_TRUE(shown.window.arrange(QStringLiteral("learn")));
    const auto slices = std::ranges::find_if(
        shown.shelf(), [](const auto& each) { return each.lesson != nullptr && each.lesson->id == "02-slices"; });
    ASSERT_NE(slices, shown.shelf().end());
    shown.play().open(slices->lesson, 11, 1);
    shown.settle();
    showAll(shown);
    auto& members = shown.view("members");
    ASSERT_FALSE(members.scene().spots.empty());
    const auto clickFirst = [&](SceneView& view) {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.scene().spots.front().rect.center().toPoint());
        shown.settle();
    };
    clickFirst(members);
    EXPECT_EQ(shown.child<QLineEdit>("answer").text(), QString());
    EXPECT_EQ(shown.said("told"), QStringLiteral("Click slots of the storage of y, in Storage."));
    clickFirst(shown.view("storage"));
    EXPECT_NE(shown.child<QLineEdit>("answer").text(), QString());
    EXPECT_EQ(shown.said("told"), QString()) << "the click that counts takes the refusal away";
}

TEST(LessonClicks, TheRefusalNamesTheArrayOnlyWhereTheQuestionDoes)
{
    for (const auto& [ask, told] :
         {std::pair("Which slot of col_indices is wrong?", "Click slots of col_indices of x, in Members."),
          {"Where is the fault?", "Click slots of x, in Members."}}) {
        const auto lesson = readLesson(std::string(R"(# Faults
goal: Find one.
## Find
tensor x: {"layout": "csr", "size": [1, 2], "members": {"crow_indices": [0, 1], "col_indices": [1], "values": [5]}}
ask: )") + ask + R"(
answer: slots of x.col_indices = [0]
hint: one
hint: two
hint: three
worked: The first one.
)",
                                       "faults");
        ASSERT_TRUE(lesson) << lesson.error().where << lesson.error().text;
        LessonWindow shown;
        shown.begin(std::make_shared<const Lesson>(*lesson), 1);
        ASSERT_EQ(shown.play().state(), LessonPlay::State::asked) << shown.said("told").toStdString();
        shown.play().refuseClick();
        EXPECT_EQ(shown.said("told").toStdString(), told);
    }
}

// A text that names no cells, or cells beside the tensor, does not stay among those that are clicked.
TEST(LessonClicks, WhatIsMarkedIsWhatIsChecked)
{
    for (const auto* typed : {"0,0 0,1 1,0 1", "9,9", "the four on the left"}) {
        SCOPED_TRACE(typed);
        const auto lesson = readLesson(R"(# Four
goal: Find them.
## Four
tensor x: [[10, 11, 12], [13, 14, 15]]
show: logical
ask: Which cells are on the left?
answer: cells of x = [[0, 0], [0, 1], [1, 0], [1, 1]]
hint: one
hint: two
hint: three
worked: The first two of each row.
)",
                                       "four");
        ASSERT_TRUE(lesson) << lesson.error().where << lesson.error().text;
        LessonWindow shown({1600, 1000});
        ASSERT_TRUE(shown.window.arrange(QStringLiteral("learn")));
        shown.begin(std::make_shared<const Lesson>(*lesson), 1);
        showAll(shown);
        auto& line = shown.child<QLineEdit>("answer");
        QTest::keyClicks(&line, QString::fromLatin1(typed));
        QTest::keyClick(&line, Qt::Key_Return);
        shown.settle();
        ASSERT_EQ(shown.play().state(), LessonPlay::State::asked);
        EXPECT_TRUE(shown.play().isWrong());
        auto& logical = shown.view("logical");
        for (const auto& cell : {Extents{0, 0}, Extents{0, 1}, Extents{1, 0}, Extents{1, 1}}) {
            const auto spots = logical.scene().spots;
            const auto spot = std::ranges::find(spots, Place(ElementPlace{cell}), &Spot::place);
            ASSERT_NE(spot, spots.end());
            QTest::mouseClick(logical.viewport(), Qt::LeftButton, {}, spot->rect.center().toPoint());
            shown.settle();
        }
        EXPECT_EQ(line.text(), QStringLiteral("[[0, 0], [0, 1], [1, 0], [1, 1]]"));
        EXPECT_EQ(shown.window.selection().chosen().places.size(), 4U);
        QTest::keyClick(&line, Qt::Key_Return);
        shown.settle();
        EXPECT_EQ(shown.play().state(), LessonPlay::State::answered) << shown.said("told").toStdString();
    }
}
