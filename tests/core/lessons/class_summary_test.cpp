// SPDX-License-Identifier: Apache-2.0
#include "lessons/class_summary.h"

#include "lessons/lesson_file.h"
#include "support/spoken_language.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using testing::ElementsAre;

// The first step has the same numbers for everybody, the second draws them, the third is a tensor.
Lesson threeSteps()
{
    const auto lesson = readLesson(R"(# T
goal: G
## Fixed
ask: 1
hint: a
hint: b
hint: c
worked: w
tensor x: [[1, 2], [3, 4]]
answer: cells of x = [[0, 0], [1, 1]]
## Drawn
ask: 2
hint: a
hint: b
hint: c
worked: w
let n = draw(0, 1000000)
answer: number = n
## Built
ask: 3
hint: a
hint: b
hint: c
worked: w
answer: tensor of x
need: valid(answer) | It breaks a rule.
)",
                                   "three");
    EXPECT_TRUE(lesson) << lesson.error().text;
    return *lesson;
}

MarkedResults handedInBy(const std::string& student, std::vector<AnsweredExercise> exercises)
{
    return markedResults(threeSteps(), student + ".json",
                         writeResults({"three", student, 7, std::move(exercises)}), {});
}

std::vector<StepSummary> summaryOfClass(const std::vector<MarkedResults>& all)
{
    return classSummary(threeSteps(), all);
}

TEST(ClassSummary, CountsWhoWasRightAtFirstAndAtLast)
{
    const std::string right = "[[1, 1], [0, 0]]", wrong = "[[0, 1]]";
    const auto steps = summaryOfClass({
        handedInBy("a", {{0, 1, {right}}}), handedInBy("b", {{0, 1, {wrong, right}}}),
        handedInBy("c", {{0, 1, {right}, 1}}),                               // after a hint
        handedInBy("d", {{0, 1, {wrong}}, {0, 2, {right}}}),                 // in a further exercise only
        handedInBy("e", {{0, 1, {}, 0, true}}),                              // looked at the solution
        handedInBy("f", {}), markedResults(threeSteps(), "g.json", "{", {}), // is left out
    });
    ASSERT_EQ(steps.size(), 3U);
    EXPECT_EQ(steps[0].students, 6U);
    EXPECT_EQ(steps[0].tried, 5U);
    EXPECT_EQ(steps[0].rightAtFirst, 1U);
    EXPECT_EQ(steps[0].right, 4U);
    EXPECT_EQ(steps[1].tried, 0U);
}

TEST(ClassSummary, HasTheMostFrequentWrongAnswersFirst)
{
    const auto steps = summaryOfClass({
        handedInBy("a", {{0, 1, {"[[0, 1]]", "[[1, 0], [0, 1]]"}}}),
        handedInBy("b", {{0, 1, {"(0,1),(1,0)", "0,1; 1,0"}}}), // the same in another order, counted once
        handedInBy("c", {{0, 1, {"nothing"}}}),
    });
    const auto& wrong = steps[0].wrong;
    ASSERT_EQ(wrong.size(), 3U);
    EXPECT_EQ(wrong[0].text, "[[0, 1], [1, 0]]");
    EXPECT_EQ(wrong[0].students, 2U);
    EXPECT_EQ(wrong[1].students, 1U);
    EXPECT_EQ(wrong[2].text, "nothing");
}

TEST(ClassSummary, TakesAnswersToOtherNumbersForOtherAnswers)
{
    const auto steps = summaryOfClass(
        {handedInBy("a", {{1, 5, {"-1"}}}), handedInBy("b", {{1, 6, {"-1"}}}), handedInBy("c", {{1, 6, {"-1"}}})});
    ASSERT_EQ(steps[1].wrong.size(), 2U);
    EXPECT_EQ(steps[1].wrong[0].students, 2U);
}

TEST(ClassSummary, SaysOfTensorsWhatIsWrongWithThem)
{
    const auto broken =
        R"({"layout": "csr", "size": [1, 2], "members": {"crow_indices": [0, 1], "col_indices": [1, 0], "values": [1, 2]}})";
    const auto steps = summaryOfClass({handedInBy("a", {{2, 1, {broken}}})});
    ASSERT_EQ(steps[2].wrong.size(), 1U);
    EXPECT_EQ(steps[2].wrong[0].text, "It breaks a rule.");
}

TEST(ClassSummary, IsOneLineForEachStep)
{
    const auto steps =
        summaryOfClass({handedInBy("a", {{0, 1, {"[[0, 1]]"}}}), handedInBy("b", {{1, 5, {"-1"}}})});
    const auto table = summaryTable(threeSteps(), steps);
    ASSERT_EQ(table.size(), 4U);
    EXPECT_THAT(table[0], ElementsAre("step", "title", "tried", "right at first", "right", "wrong answers"));
    EXPECT_THAT(table[1], ElementsAre("1", "Fixed", "1 of 2", "0 of 2", "0 of 2", "[[0, 1]] (1)"));
    EXPECT_EQ(summaryCsv(threeSteps(), steps),
              "step,title,students,tried,right at first,right,wrong answer 1,given by 1,wrong answer 2,given by "
              "2,wrong answer 3,given by 3\n"
              "1,Fixed,2,1,0,0,\"[[0, 1]]\",1,,,,\n"
              "2,Drawn,2,1,0,0,-1,1,,,,\n"
              "3,Built,2,0,0,0,,,,,,\n");
}

// Another sentence with "of" has another meaning in Chinese: "3 equals 3".
TEST(ClassSummary, CountsInChineseToo)
{
    const test::SpokenLanguage chinese("zh_CN");
    const auto all = std::vector{handedInBy("a", {{0, 1, {"[[0, 0], [1, 1]]"}}})};
    for (const auto& table : {resultsTable(threeSteps(), all), summaryTable(threeSteps(), summaryOfClass(all))})
        for (const auto& field : table.at(1))
            EXPECT_EQ(field.find("\u7b49\u4e8e"), std::string::npos) << field;
}

} // namespace
} // namespace tscope
