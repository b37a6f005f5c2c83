// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/one_step.h"
#include "lessons/results_table.h"

#include <gmock/gmock.h>

#include <set>

namespace tscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Lesson twoSteps()
{
    const auto lesson = readLesson(R"(# T
goal: G
## First
ask: 1
hint: a
hint: b
hint: c
worked: w
let n = draw(0, 1000000)
answer: number = n
## Second
ask: 2
hint: a
hint: b
hint: c
worked: w
tensor x: {"layout": "csr", "size": [1, 2], "members": {"crow_indices": [0, 2], "col_indices": [1, 0], "values": [1, 2]}}
answer: tensor of x
need: valid(answer) | It breaks a rule.
)",
                                   "two");
    EXPECT_TRUE(lesson) << lesson.error().text;
    return *lesson;
}

constexpr auto validTensor =
    R"({"layout": "csr", "size": [1, 2], "members": {"crow_indices": [0, 2], "col_indices": [0, 1], "values": [2, 1]}})";
constexpr auto brokenTensor =
    R"({"layout": "csr", "size": [1, 2], "members": {"crow_indices": [0, 2], "col_indices": [1, 0], "values": [1, 2]}})";

std::string rightNumber(std::uint64_t seed)
{
    return text(*pose(twoSteps(), 0, seed)->expected);
}

LessonResults resultsOf(std::vector<AnsweredExercise> exercises)
{
    return {"two", "Ada", 7, std::move(exercises)};
}

std::vector<StepMark> marksOf(std::vector<AnsweredExercise> exercises)
{
    const auto marks = markResults(twoSteps(), resultsOf(std::move(exercises)));
    EXPECT_TRUE(marks) << marks.error().text;
    return marks ? *marks : std::vector<StepMark>(2);
}

TEST(LessonResults, AreReadAsTheyWereWritten)
{
    const auto results =
        resultsOf({{0, 9, {"1", "[\"2\"]\n"}, 2, true, false}, {1, 9, {validTensor}, 0, false, true}});
    const auto read = readResults(writeResults(results));
    ASSERT_TRUE(read) << read.error().text << read.error().where;
    EXPECT_EQ(read->lesson, "two");
    EXPECT_EQ(read->student, "Ada");
    EXPECT_EQ(read->classSeed, 7U);
    ASSERT_EQ(read->exercises.size(), 2U);
    EXPECT_EQ(read->exercises[0].answers, results.exercises[0].answers);
    EXPECT_EQ(read->exercises[0].hints, 2U);
    EXPECT_TRUE(read->exercises[0].isWorkedShown);
    EXPECT_TRUE(read->exercises[1].isOwn);
    EXPECT_EQ(read->exercises[1].seed, 9U);
}

TEST(LessonResults, ThatAreWrongSayWhere)
{
    const auto fault = [](std::string_view text) {
        const auto read = readResults(text);
        return read ? "read" : read.error().where + ": " + read.error().text;
    };
    EXPECT_EQ(fault("[]"), ": wanted an object, found something else");
    EXPECT_EQ(fault("{}"), ": wanted a key \"tensorscope_lesson_results\", found something else");
    EXPECT_EQ(fault(R"({"tensorscope_lesson_results": 2})"),
              "tensorscope_lesson_results: wanted lesson results of version 1, found version 2");
    const auto with = [](const std::string& exercises) {
        return R"({"tensorscope_lesson_results": 1, "lesson": "two", "student": "", "seed": 1, "exercises": )" +
               exercises + "}";
    };
    EXPECT_EQ(fault(with("[]")), "read");
    EXPECT_EQ(fault(with("{}")), "exercises: wanted a list of at most 2000 elements, found something else");
    EXPECT_EQ(fault(with("[3]")), "exercises[0]: wanted an object, found something else");
    EXPECT_EQ(
        fault(with(R"([{"step": -1, "seed": 1, "hints": 0, "worked": false, "own": false, "answers": []}])")),
        "exercises[0].step: wanted a whole number, found something else");
    EXPECT_EQ(
        fault(with(R"([{"step": 1, "seed": 1, "hints": 0, "worked": false, "own": false, "answers": [2]}])")),
        "exercises[0].answers: wanted a text, found something else");
    EXPECT_THAT(fault(with("[")), HasSubstr("syntax error"));
    EXPECT_THAT(fault(std::string(longestResults + 1, ' ')), HasSubstr("wanted at most"));
}

TEST(LessonResults, AreMarkedAnewByTheAnswersThatWereGiven)
{
    EXPECT_EQ(marksOf({})[0].outcome, Outcome::untried);
    EXPECT_EQ(marksOf({{0, 9, {"-1", "nine"}}})[0].outcome, Outcome::wrong);
    EXPECT_EQ(marksOf({{0, 9, {"-1", "nine"}}})[0].answers, 2U);
    EXPECT_EQ(marksOf({{0, 9, {"-1", "nine"}}})[0].given, "nine");
    EXPECT_EQ(marksOf({{0, 9, {}, 0, true}})[0].outcome, Outcome::seen);
    EXPECT_THAT(marksOf({{0, 9, {"nine"}}})[0].problem, HasSubstr("wanted whole numbers"));
    const auto third = marksOf({{0, 9, {"-1", "-2", rightNumber(9)}}});
    EXPECT_EQ(third[0].outcome, Outcome::right);
    EXPECT_EQ(third[0].answers, 3U);
    EXPECT_EQ(third[1].outcome, Outcome::untried);
    EXPECT_EQ(marksOf({{0, 8, {rightNumber(9)}}})[0].outcome, Outcome::wrong) << "the answer to other numbers";
    EXPECT_EQ(marksOf({{0, 9, {rightNumber(9)}, 1}})[0].outcome, Outcome::hinted);
    EXPECT_EQ(marksOf({{0, 9, {rightNumber(9)}, 1, true}})[0].outcome, Outcome::shown);
    EXPECT_EQ(marksOf({{1, 9, {brokenTensor}}})[1].outcome, Outcome::wrong);
    EXPECT_EQ(marksOf({{1, 9, {brokenTensor, validTensor}}})[1].outcome, Outcome::right);
    EXPECT_EQ(marksOf({{1, 9, {validTensor}, 0, false, true}})[1].outcome, Outcome::unmarked);
}

TEST(LessonResults, CountTheBestExerciseOfAStep)
{
    const auto marks =
        marksOf({{0, 9, {rightNumber(9)}, 0, true}, {0, 10, {"-1", rightNumber(10)}}, {0, 11, {"-1"}}});
    EXPECT_EQ(marks[0].outcome, Outcome::right);
    EXPECT_EQ(marks[0].answers, 2U);
}

TEST(LessonResults, OfAnotherLessonOrAStepThatThereIsNotAreRefused)
{
    auto results = resultsOf({});
    results.lesson = "three";
    EXPECT_EQ(markResults(twoSteps(), results).error().text, "wanted results of two, found results of three");
    EXPECT_EQ(markResults(twoSteps(), resultsOf({{2, 1, {}}})).error().text,
              "the lesson has 2 steps, and step 2 is answered");
}

TEST(StudentSeeds, AreOthersForEachAndTheSameEachTime)
{
    EXPECT_EQ(seedOf(7, ""), 7U);
    EXPECT_EQ(seedOf(7, "  "), 7U);
    EXPECT_EQ(seedOf(7, "Ada "), seedOf(7, "ada"));
    std::set<std::uint64_t> seeds;
    for (int student = 1; student <= 1000; ++student)
        for (std::uint64_t seed = 1; seed <= 5; ++seed)
            seeds.insert(seedOf(seed, std::to_string(student)));
    EXPECT_GT(seeds.size(), 4980U); // of 5,000 out of 10^9, two or so meet by chance
    EXPECT_EQ(seedOf(7, "4711"), 838648976U) << "as printed in keys of years ago";
}

MarkedResults markedOf(const LessonResults& results, std::optional<std::uint64_t> seed = {})
{
    return markedResults(twoSteps(), "a.json", writeResults(results), seed);
}

TEST(ResultsTable, HasALineForEachFile)
{
    const auto table =
        resultsTable(twoSteps(), {markedOf(resultsOf({{0, 9, {"-1", rightNumber(9)}}, {1, 9, {brokenTensor}}})),
                                  markedResults(twoSteps(), "b.json", "{", {})});
    ASSERT_EQ(table.size(), 3U);
    EXPECT_THAT(table[0], ElementsAre("file", "student", "step 1", "step 2", "right", "remark"));
    EXPECT_THAT(table[1], ElementsAre("a.json", "Ada", "right (2)", "wrong", "1 of 2", ""));
    EXPECT_THAT(table[2], ElementsAre("b.json", "", "", "", "", HasSubstr("syntax error")));
}

TEST(ResultsTable, SaysWhoHadOtherNumbers)
{
    const auto of = [](std::uint64_t seed) { return resultsOf({{0, seed, {"1"}}}); };
    EXPECT_FALSE(markedOf(of(9)).hasOtherNumbers) << "no seed was asked for";
    EXPECT_FALSE(markedOf(of(seedOf(7, "Ada")), 7).hasOtherNumbers);
    EXPECT_TRUE(markedOf(of(9), 7).hasOtherNumbers);
    EXPECT_TRUE(markedOf(of(seedOf(7, "Ada")), 8).hasOtherNumbers);
    const auto own = seedOf(7, "Ada");
    EXPECT_FALSE(markedOf(resultsOf({{0, own, {"1"}}, {0, own + 3, {"2"}}}), 7).hasOtherNumbers)
        << "other numbers";
    EXPECT_TRUE(markedOf(resultsOf({{0, own, {}}, {0, seedOf(7, "Bob"), {"1"}}}), 7).hasOtherNumbers)
        << "a friend's answers behind one's own";
    auto shared = of(7);
    EXPECT_TRUE(markedOf(shared, 7).hasOtherNumbers);
    shared.areNumbersShared = true;
    EXPECT_FALSE(markedOf(shared, 7).hasOtherNumbers) << "of all of the class, and yet with a name";
    EXPECT_EQ(readResults(writeResults(shared))->areNumbersShared, true);
}

TEST(ResultsTable, SaysWhatWasAnsweredAndWhatCanNotBeRead)
{
    const auto csv = resultsCsv(twoSteps(), {markedOf(resultsOf({{0, 9, {"-1", "-2"}}, {1, 9, {}, 0, true}})),
                                             markedResults(twoSteps(), "b.json", "{", {})});
    EXPECT_THAT(csv, HasSubstr(",wrong,2,-2,solution seen,0,,")) << "a number is no formula";
    EXPECT_THAT(csv, HasSubstr("b.json,,,0,2,")) << "no student and no seed";
}

TEST(ResultsTable, IsSafeInASpreadsheet)
{
    auto results = resultsOf({{0, 9, {rightNumber(9)}}});
    results.student = "=HYPERLINK(\"x\"), Ada";
    EXPECT_EQ(resultsCsv(twoSteps(), {markedOf(results)}),
              "file,student,seed,right,steps,step 1,tries 1,answer 1,step 2,tries 2,answer 2,remark\n"
              "a.json,\" =HYPERLINK(\"\"x\"\"), Ada\",7,1,2,right,1," +
                  rightNumber(9) + ",untried,0,,\n");
}

} // namespace
} // namespace tscope
