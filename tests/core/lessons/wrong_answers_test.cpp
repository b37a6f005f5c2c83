// SPDX-License-Identifier: Apache-2.0
// A wrong answer is told why it does not fit, with numbers.
#include "core/lessons/one_step.h"
#include "core/lessons/shipped.h"
#include "lessons/lesson_book.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace tscope {
namespace {

using testing::HasSubstr;
using testing::Not;

// A place for which a common mistake leads to the right slot tests nothing.
TEST(ShippedLessons, AskForPlacesThatTheCommonMistakesMiss)
{
    const auto lesson = openLesson(TSCOPE_SOURCES "/resources/lessons/12-bsr-transposition-is-a-view.lesson");
    ASSERT_TRUE(lesson) << lesson.error().text;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const auto exercise = pose(*lesson, 0, seed);
        ASSERT_TRUE(exercise) << exercise.error().text;
        const auto number = [&](const char* name) { return *exercise->names.at(name).as<std::int64_t>(); };
        const auto br = number("br"), bc = number("bc"), i = number("i"), j = number("j");
        const auto slot = [&](std::int64_t block, std::int64_t within) { return block * br * bc + within; };
        const auto block = i / br * 2 + j / bc, within = i % br * bc + j % bc;
        const auto right = slot(block, within);
        EXPECT_EQ(text(*exercise->expected), "[" + std::to_string(right) + "]");
        EXPECT_NE(right, slot(block, j % bc * br + i % br)) << seed << ": blocks turned over in memory";
        EXPECT_NE(right, slot(j / bc * 2 + i / br, within)) << seed << ": blocks in another order";
        EXPECT_NE(right, i * 2 * bc + j) << seed << ": as if x were strided";
        EXPECT_NE(right, j * 2 * br + i) << seed << ": as if y were strided";
    }
}

// COO has no pointers: no 0 is added for them.
TEST(ShippedLessons, AddNoBytesOfPointersThatThereAreNot)
{
    const auto lesson = openLesson(TSCOPE_SOURCES "/resources/lessons/09-coo-to-csr.lesson");
    ASSERT_TRUE(lesson) << lesson.error().text;
    const auto step = std::ranges::find(lesson->steps, std::string_view("Does it pay?"),
                                        [](const auto& each) { return std::string_view(each.title.english); });
    ASSERT_NE(step, lesson->steps.end());
    std::array<int, 2> met{}; // with pointers, and without
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const auto exercise = pose(*lesson, static_cast<std::size_t>(step - lesson->steps.begin()), seed);
        ASSERT_TRUE(exercise) << exercise.error().text;
        const bool isCoo = *exercise->names.at("fixed").as<std::int64_t>() == 0;
        ++met[isCoo ? 1 : 0];
        const auto right = *exercise->expected->as<std::int64_t>();
        for (const auto answer : {right - 1, right + 1}) {
            const auto reply = mark(*lesson, *exercise, Value(answer)).text;
            EXPECT_EQ(reply.find(" + ") == std::string::npos, isCoo) << reply;
            EXPECT_THAT(reply, HasSubstr(isCoo ? " \u00d7 20 = " : " = "));
        }
    }
    EXPECT_GT(met[0], 0);
    EXPECT_GT(met[1], 0);
}

// Each of the rules of compressed layouts, with the numbers that keep it.
TEST(Marks, SayWithWhichNumbersARuleIsKept)
{
    const auto about = [](const char* pointers, const char* indices, const char* rule) {
        return marked(std::string(R"(tensor x: {"layout": "csr", "size": [3, 4], "members": {"crow_indices": )") +
                          pointers + R"(, "col_indices": )" + indices +
                          ", \"values\": [1, 2, 3, 4, 5]}}\nanswer: set = broken_rules(x)\n",
                      rule);
    };
    const auto* outside = "[1, 3, 0, 9, 3]";
    EXPECT_EQ(about("[0, 2, 4, 5]", outside, "5.1"), "You named 5.1, and x keeps it: crow_indices[0] is 0.");
    EXPECT_EQ(about("[0, 2, 4, 5]", outside, "5.2"),
              "You named 5.2, and x keeps it: crow_indices[3] is 5, as many as there are.");
    EXPECT_EQ(about("[0, 2, 4, 5]", outside, "5.3"),
              "You named 5.3, and x keeps it: from one number of crow_indices to the next the differences are "
              "[2, 2, 1].");
    EXPECT_EQ(about("[0, 2, 4, 5]", outside, "5.4"),
              "You named 5.4, and x keeps it: the smallest number of col_indices is 0.");
    EXPECT_EQ(about("[0, 2, 4, 5]", outside, "5.6"),
              "You named 5.6, and x keeps it: cut at the pointers, col_indices is [1, 3], [0, 9], [3], and each "
              "piece rises.");
    EXPECT_EQ(about("[0, 2, 4, 4]", "[1, 3, 0, 2, 3]", "5.5"),
              "You named 5.5, and x keeps it: the largest number of col_indices is 3.");
    EXPECT_EQ(about("[0, 2, 4, 5]", outside, "5.9"), "You named 5.9, and csr has no rule of that name.");
    EXPECT_EQ(about("[0, 2, 4, 5]", outside, "5.5"), "right");
    EXPECT_EQ(marked(R"(tensor x: {"layout": "jagged", "members": {"values": [1, 2, 3], "offsets": [1, 2, 3]}})"
                     "\nanswer: set = broken_rules(x)\n",
                     "jag-5.2"),
              "You named JAG-5.2, and x keeps it: offsets[2] is 3, as many as there are.");
}

TEST(Marks, PointAtTheNumbersThatKeepARule)
{
    const auto lesson = lessonOf(
        R"(tensor x: {"layout": "csr", "size": [2, 4], "members": {"crow_indices": [0, 1, 1], "col_indices": [1, 3], "values": [1, 2]}}
answer: set = broken_rules(x)
)");
    const auto exercise = pose(lesson, 0, 1);
    ASSERT_TRUE(exercise) << exercise.error().text;
    const auto judged = mark(lesson, *exercise, Value(Value::List{Value(std::string("5.5"))}));
    EXPECT_EQ(judged.tensor, "x");
    ASSERT_TRUE(judged.place);
    EXPECT_EQ(std::get<Slots>(*judged.place).begin, 1) << "the largest column";
}

TEST(Marks, SayWhereAChosenSlotBelongs)
{
    EXPECT_EQ(marked("tensor x: {\"layout\": \"jagged\", \"members\": {\"values\": [1, 2, 3, 4], "
                     "\"offsets\": [0, 2, 4], \"lengths\": [2, 1]}}\nanswer: slots of x.values = [3]\n",
                     "0"),
              "You chose slot 0 of values, which belongs to x[0, 0].");
    const auto blocks = std::string("tensor d: [[1, 2], [3, 4]]\ntensor x: d to bsc 1,1\n") +
                        "answer: slots of x.row_indices = [0]\n";
    EXPECT_EQ(marked(blocks, "3"),
              "You chose slot 3 of row_indices, which belongs to block column 1, which begins at "
              "ccol_indices[1] = 2 and ends before ccol_indices[2] = 4.");
    EXPECT_EQ(marked(blocks, "4"), "You chose slot 4, and row_indices has 4 slots, counted from 0.");
    EXPECT_EQ(marked(R"(tensor x: {"layout": "jagged", "members": {"values": [1, 2, 3], "offsets": [0, 2, 3]}})"
                     "\nanswer: pointers of x.offsets = [0, 2, 3]\n",
                     "0, 1, 3"),
              "With offsets[1] = 1, component 0 takes 1 slot: 1 - 0 = 1. Count its entries again.");
}

// Pointers count entries, and here each entry takes two slots of values.
TEST(Marks, SayWhereASlotOfHybridValuesBelongs)
{
    EXPECT_EQ(marked(R"(tensor x: {"layout": "csr", "size": [2, 2, 2], "members": {"crow_indices": [0, 2, 3], )"
                     R"("col_indices": [0, 1, 0], "values": [[1, 2], [3, 4], [5, 6]]}})"
                     "\nanswer: slots of x.values = [0]\n",
                     "2"),
              "You chose slot 2 of values, which belongs to x[0, 1, 0].");
}

TEST(Marks, SayWhyAFirstPointerIsWrongOnlyWhereItIsOutside)
{
    const auto first = [](std::string_view answer) {
        return marked(R"(tensor x: {"layout": "csr", "size": [2, 3], "members": {"crow_indices": [1, 2, 3], )"
                      R"("col_indices": [0, 1, 0], "values": [1, 2, 3]}})"
                      "\nanswer: pointers of x.crow_indices = [1, 2, 3]\n",
                      answer);
    };
    EXPECT_EQ(first("0, 2, 3"), "crow_indices[0] is 0, which is not right.");
    EXPECT_EQ(first("2, 2, 3"), "With crow_indices[0] = 2, slot 0 belongs to nothing.");
    EXPECT_EQ(first("-1, 2, 3"), "With crow_indices[0] = -1, row 0 begins before slot 0.");
}

// Replies of a lesson know the part that is wrong.
TEST(Marks, RepliesNameTheFirstPartThatIsWrong)
{
    EXPECT_EQ(marked("let held = [2, 0, 1]\nanswer: set = [1]\n"
                     "reply: wrong < 3 | You named row $wrong, which has $(held[wrong]) entries.\n",
                     "1, 2"),
              "You named row 2, which has 1 entries.");
    EXPECT_EQ(marked("answer: set = [\"A\", \"C\"]\nreply: wrong == \"b\" | B copies.\n", "a, B"), "B copies.");
    EXPECT_EQ(marked("answer: list = [4, 1]\nreply: wrong_at == 1 | The stride of dim 1 is not $wrong.\n", "4, 2"),
              "The stride of dim 1 is not 2.");
    EXPECT_EQ(marked("tensor x: [[1, 0], [0, 2]]\nanswer: cells of x = [[0, 0]]\n"
                     "reply: value(x, wrong) == 0 | x$wrong is 0.\n",
                     "[0, 0], [1, 0]"),
              "x[1, 0] is 0.");
    EXPECT_EQ(marked("answer: list = [4, 1]\nreply: wrong_at == 1 | No.\n", "4"),
              "The answer has 2 elements, and you gave 1.");
}

// Answers that are next to the right one: each number one more and one less, each other word.
std::vector<Value> answersNextTo(const AnswerSpec& spec, const Value& right)
{
    std::vector<Value> out;
    if (const auto* number = right.as<std::int64_t>())
        out = {Value(*number - 1), Value(*number + 1)};
    for (const auto& word : spec.words)
        if (!(Value(word) == right))
            out.push_back(Value(word));
    const auto* all = right.as<Value::List>();
    if (all == nullptr || spec.kind == AnswerKind::order)
        return out;
    for (std::size_t at = 0; at < all->size(); ++at)
        if (const auto* number = (*all)[at].as<std::int64_t>())
            for (const auto by : {-1, 1}) {
                auto other = *all;
                other[at] = Value(*number + by);
                out.push_back(Value(std::move(other)));
            }
    return out;
}

// The replies of last resort: the lesson has no words of its own, and nothing can be told of a number.
TEST(Marks, OfShippedLessonsTellAReasonForEveryAnswerNextToTheRightOne)
{
    constexpr auto thin = std::to_array<const char*>(
        {"is not right", "is too small.", "is too large.", "A hint shows", "does not belong to the answer"});
    int told = 0;
    for (const auto& path : shippedLessons()) {
        const auto lesson = openLesson(path);
        ASSERT_TRUE(lesson) << path;
        for (std::size_t step = 0; step < lesson->steps.size(); ++step)
            for (std::uint64_t seed = 1; seed <= 4; ++seed) {
                const auto exercise = pose(*lesson, step, seed);
                ASSERT_TRUE(exercise) << path << " " << step;
                if (!exercise->expected)
                    continue;
                for (const auto& answer : answersNextTo(lesson->steps[step].answer, *exercise->expected)) {
                    const auto judged = mark(*lesson, *exercise, answer);
                    if (judged.isRight)
                        continue;
                    ++told;
                    for (const auto* phrase : thin)
                        EXPECT_THAT(judged.text, Not(HasSubstr(phrase)))
                            << path << " " << lesson->steps[step].title.english << ", seed " << seed << ": "
                            << text(answer);
                }
            }
    }
    EXPECT_GT(told, 1000);
}

} // namespace
} // namespace tscope
