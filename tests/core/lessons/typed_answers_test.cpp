// SPDX-License-Identifier: Apache-2.0
// How answers are typed and clicked, and which exercises there are several of.
#include "core/lessons/one_step.h"
#include "core/lessons/shipped.h"
#include "facts/member_changes.h"
#include "lessons/lesson_book.h"

namespace tscope {
namespace {

// Thousands may be set apart, as far as the count of numbers says that they are.
TEST(Answers, TakeSeparatorsOfThousands)
{
    const std::string three = "answer: list = [332666, 499499, 200000]\n";
    for (const auto* typed :
         {"332666, 499499, 200000", "332,666 499,499 200,000", "332,666, 499,499, 200,000",
          "(332,666; 499,499; 200,000)", "332'666 499'499 200'000", "332.666, 499.499, 200.000",
          "332 666, 499 499, 200 000", "332\u202f666, 499\u202f499, 200\u202f000", "332,666 499499 200,000",
          "332666 and 499499 and 200000"})
        EXPECT_EQ(marked(three, typed), "right") << typed;
    for (const auto* typed :
         {"332,666", "332,66 499,499 200,000", "332,666 499'499 200.000", "332,6666 499,499 200,000"})
        EXPECT_NE(marked(three, typed), "right") << typed;
    for (const auto* typed : {"4000000", "4,000,000", "4'000'000", "4 000 000", "4\uff0c000\uff0c000"})
        EXPECT_EQ(marked("answer: number = 4000000\n", typed), "right") << typed;
    EXPECT_EQ(marked("answer: list = [1, 100]\n", "1,100"), "right");
    EXPECT_EQ(marked("tensor x: [[1, 0], [0, 2]]\nanswer: list = strides(x)\n", "2,1"), "right");
}

// As questions write an element.
TEST(Answers, TakeTheNameOfTheTensorBeforeAPlace)
{
    const std::string cells = "tensor x: [[1, 0], [0, 2]]\nanswer: cells of x = [[0, 1], [1, 0]]\n";
    for (const auto* typed : {"x[0, 1], x[1, 0]", "x[0,1]; x[1,0]", "[0, 1], [1, 0]"})
        EXPECT_EQ(marked(cells, typed), "right") << typed;
    EXPECT_NE(marked(cells, "x[0, 1], x[1, 1]"), "right");
    EXPECT_NE(marked(cells, "x 0, 1"), "right");
}

// Where nothing else separates cells, the rank of their tensor does.
TEST(Answers, TakeCellsWithoutSemicolons)
{
    const auto typed = [](const std::string& tensor, std::string_view answer) {
        const auto lesson = lessonOf("tensor x: " + tensor + "\nanswer: cells of x = []\n");
        const auto exercise = pose(lesson, 0, 1);
        const auto value = readAnswer(lesson.steps[0].answer, *exercise, answer);
        return value ? text(*value) : value.error().text;
    };
    const std::string matrix = "[[1, 0], [0, 2]]";
    for (const auto* four : {"0,0 0,1 1,0 1,1", "0 0 0 1 1 0 1 1", "[0,0,0,1,1,0,1,1]", "(0,0 0,1); (1,0 1,1)",
                             "0,0; 0,1 1,0; 1,1", "[[0, 0], [0, 1], [1, 0], [1, 1]]"})
        EXPECT_EQ(typed(matrix, four), "[[0, 0], [0, 1], [1, 0], [1, 1]]") << four;
    EXPECT_EQ(typed("[1, 2, 3]", "0, 2"), "[[0], [2]]");
    EXPECT_EQ(typed("[[[1, 2], [3, 4]]]", "0,0,1 0,1,0"), "[[0, 0, 1], [0, 1, 0]]");
    EXPECT_EQ(typed(matrix, "[]"), "[]");
    for (const auto* wrong : {"0,0 0", "0,0; 0,1,1", "0,0 1:1", "here"})
        EXPECT_EQ(typed(matrix, wrong),
                  "write each cell as row, column and separate cells by a semicolon: 0,0; 0,1")
            << wrong;
    EXPECT_EQ(typed("[1, 2, 3]", "first"),
              "write each cell as one number and separate cells by a semicolon: 0; 1");
    EXPECT_EQ(typed("[[[1, 2], [3, 4]]]", "0,1"),
              "write each cell as 3 numbers and separate cells by a semicolon: 0,0,0; 0,0,1");
}

// A new seed is offered where it makes another exercise, and nowhere else.
TEST(Exercises, KnowWhetherAnotherSeedMakesAnother)
{
    const auto isDrawnAt = [](const std::string& lines) { return pose(lessonOf(lines), 0, 1)->isDrawn; };
    EXPECT_TRUE(isDrawnAt("let n = draw(1, 5)\nanswer: number = n\n"));
    EXPECT_TRUE(isDrawnAt("let n = draw(1, 5)\nlet m = n + 1\nanswer: number = 1\n"));
    EXPECT_TRUE(isDrawnAt("tensor x: make random --layout csr --size 4,6 --nnz 5\nanswer: number = 1\n"));
    EXPECT_FALSE(isDrawnAt("let n = 5\ntensor x: [[$n]]\nanswer: number = n\n"));
    EXPECT_FALSE(isDrawnAt("answer: order = [\"a\", \"b\", \"c\"]\n"));
    const auto steps =
        readLesson("# T\ngoal: G\n"
                   "## A\nlet n = draw(2, 3)\ntensor x: [[$n]]\nshow: logical\nask: a\nanswer: number = n\n"
                   "hint: a\nhint: b\nhint: c\nworked: w\n"
                   "## B\nask: of $n\nanswer: number = 1\nhint: a\nhint: b\nhint: c\nworked: w\n"
                   "## C\nshow: logical\nask: a\nanswer: number = 1\nhint: a\nhint: b\nhint: c\nworked: w\n"
                   "## D\nask: a\nanswer: number = 1\nhint: a\nhint: b\nhint: c\nworked: w\n"
                   "## E\nlet n = 4\nask: of $n\nanswer: number = n\nhint: a\nhint: b\nhint: c\nworked: w\n",
                   "t");
    ASSERT_TRUE(steps) << steps.error().text;
    std::vector<bool> drawn;
    for (std::size_t step = 0; step < 5; ++step)
        drawn.push_back(pose(*steps, step, 1)->isDrawn);
    EXPECT_EQ(drawn, (std::vector<bool>{true, true, true, false, false}));
}

bool haveOtherTensors(const Exercise& a, const Exercise& b)
{
    return std::ranges::any_of(a.tensors, [&](const std::string& name) {
        return !memberChanges(*a.tensor(name), *b.tensor(name)).empty();
    });
}

// What is said to be drawn differs with the seed, and what is not does not.
TEST(Exercises, OfEveryShippedStepDifferWithTheSeedWhereTheySaySo)
{
    int fixed = 0;
    for (const auto& path : shippedLessons()) {
        const auto lesson = openLesson(path);
        ASSERT_TRUE(lesson) << path;
        for (std::size_t step = 0; step < lesson->steps.size(); ++step) {
            const auto first = pose(*lesson, step, 1);
            ASSERT_TRUE(first) << path << " " << step;
            bool differs = false;
            for (std::uint64_t seed = 2; seed < 9 && !differs; ++seed) {
                const auto other = pose(*lesson, step, seed);
                differs = other->ask != first->ask || other->worked != first->worked ||
                          !(other->expected == first->expected) || haveOtherTensors(*first, *other);
            }
            EXPECT_EQ(differs, first->isDrawn) << path << " step " << step;
            fixed += differs ? 0 : 1;
        }
    }
    EXPECT_GT(fixed, 10);
}

// One place: the formula writes down a list of one.
TEST(Answers, OfOnePlaceAreToldFromTheirFormula)
{
    EXPECT_TRUE(readAnswerLine("storage of x = [slot(x, [1, 2])]")->isOnePlace());
    EXPECT_TRUE(readAnswerLine("cells of x = [readers_of_storage(x, 3)[0]]")->isOnePlace());
    EXPECT_FALSE(readAnswerLine("cells of x = readers_of_storage(x, 3)")->isOnePlace()); // how many is asked too
    EXPECT_FALSE(readAnswerLine("slots of x.values = [k for k in range(1)]")->isOnePlace());
    EXPECT_FALSE(readAnswerLine("list = [1]")->isOnePlace());
}

} // namespace
} // namespace tscope
