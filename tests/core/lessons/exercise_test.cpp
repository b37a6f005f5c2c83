// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/one_step.h"
#include "core/lessons/shipped.h"
#include "lessons/answer_line.h"
#include "lessons/exercise.h"
#include "lessons/lesson_book.h"
#include "lessons/lesson_file.h"
#include "lessons/mark.h"
#include "lessons/picked.h"
#include "lessons/reply.h"

#include "facts/diff.h"

#include <gtest/gtest.h>

#include <limits>

namespace tscope {
namespace {

std::string faultOf(const std::string& lines)
{
    const auto exercise = pose(lessonOf(lines), 0, 1);
    return exercise ? "posed" : exercise.error().where + ": " + exercise.error().text;
}

TEST(Exercises, AreTheSameForASeedAndOthersForAnother)
{
    const auto lesson = lessonOf("let n = draw(1, 1000000)\nanswer: number = n\n");
    EXPECT_EQ(*pose(lesson, 0, 3)->expected, *pose(lesson, 0, 3)->expected);
    EXPECT_FALSE(*pose(lesson, 0, 3)->expected == *pose(lesson, 0, 4)->expected);
}

TEST(Exercises, DrawAgainUntilWhatMustHoldDoes)
{
    const auto lesson =
        lessonOf("let a = draw(0, 9)\nlet b = draw(0, 9)\nwhere: a + b == 9 and a < b\nanswer: list = [a, b]\n");
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const auto numbers = extentsOf(*pose(lesson, 0, seed)->expected);
        EXPECT_EQ((*numbers)[0] + (*numbers)[1], 9);
        EXPECT_LT((*numbers)[0], (*numbers)[1]);
    }
    // However often it is drawn, all of it has an end.
    EXPECT_EQ(faultOf("let a = 1\ntensor x: make dense --layout strided --size 100,100\nwhere: a == 2\nanswer: "
                      "number = a\n"),
              "line 11: the step takes too much work");
    EXPECT_EQ(faultOf("let a = 1\nwhere: a == 2\nanswer: number = a\n"),
              "line 3: drew 1000 times, and never what the lines of where ask for");
}

TEST(Exercises, MakeTensorsOfEverySource)
{
    const auto lesson = lessonOf(R"(let rows = 3
tensor x: [[$(rows - 2), 0, 2], [0, 0, $rows]]
tensor y: x.permute(1, 0)
tensor z: x to csr
tensor w: z breaking 5.2
tensor v: {"layout": "strided", "shape": [2], "strides": [0], "storage": [7]}
tensor u: make random --layout bsr --size 4,4 --blocksize 2,2 --nnz 2
tensor t: x to bsr 2,1
answer: list = strides(y) + shape(y) + array(z, "crow_indices") + array(z, "col_indices")
)");
    const auto exercise = pose(lesson, 0, 1);
    ASSERT_TRUE(exercise) << exercise.error().text << exercise.error().where;
    EXPECT_EQ(text(*exercise->expected), "[1, 3, 3, 2, 0, 2, 3, 0, 2, 2]");
    EXPECT_EQ(exercise->tensors, (std::vector<std::string>{"x", "y", "z", "w", "v", "u", "t"}));
    Scope scope{exercise->names};
    const auto worth = [&](std::string_view formula) { return text(*Expression::parse(formula)->value(scope)); };
    EXPECT_EQ(worth("valid(z) and not valid(w) and broken_rules(w) == [\"5.2\"]"), "true");
    EXPECT_EQ(worth("same_elements(x, z) and same_elements(x, t)"), "true");
    EXPECT_EQ(worth("same_storage(x, y) and not same_storage(x, t)"), "true");
    EXPECT_EQ(worth("[slot(x, [1, 2]), entry(z, [1, 2]), entry(z, [1, 1])]"), "[5, 2, -1]");
    EXPECT_EQ(worth("value(x, [1, 2]) + value(z, [0, 0])"), "4");
    EXPECT_EQ(worth("[is_stored(z, [0, 2]), is_stored(z, [1, 0])]"), "[true, false]");
    EXPECT_EQ(worth("readers_of_storage(x, 4)"), "[[1, 1]]");
    EXPECT_EQ(worth("[is_view(x, \"view(6)\"), is_view(y, \"view(6)\")]"), "[true, false]");
    EXPECT_EQ(worth("[layout(t), dtype(z), numel(u), bytes(z)]").substr(0, 5), "[bsr,");
}

TEST(Exercises, AskWhereARuleIsBroken)
{
    const auto exercise = pose(
        lessonOf(
            R"(tensor x: {"layout": "csr", "size": [2, 3], "members": {"crow_indices": [0, 2, 3], "col_indices": [0, 7, -1], "values": [1, 2, 3]}}
answer: slots of x.col_indices = broken_slots(x, "col_indices", "5.5")
)"),
        0, 1);
    ASSERT_TRUE(exercise) << exercise.error().text << exercise.error().where;
    EXPECT_EQ(text(*exercise->expected), "[1]");
    Scope scope{exercise->names};
    const auto worth = [&](std::string_view formula) {
        const auto value = Expression::parse(formula)->value(scope);
        return value ? text(*value) : value.error().text;
    };
    EXPECT_EQ(worth("broken_slots(x, \"plain\", \"5.4\")"), "[2]");
    EXPECT_EQ(worth("broken_slots(x, \"crow_indices\", \"5.4\")"), "[]") << "another member";
    EXPECT_EQ(worth("broken_slots(x, \"values\", \"5.2\")"), "[]") << "is kept";
    EXPECT_EQ(worth("broken_slots(x, \"values\", \"9.9\")"), "layout csr has no rule 9.9");
}

TEST(Exercises, TakeTheLearnersTensorWhereItFits)
{
    const auto lesson = lessonOf("tensor x: [[1, 2], [3, 4]]\nown x: layout(x) == \"strided\" and shape(x) == [1, "
                                 "3]\nanswer: list = shape(x)\n");
    const auto other = lessonOf("tensor x: [[5, 6, 7]]\nanswer: number = 1\n");
    const auto fitting = pose(other, 0, 1)->tensor("x");
    const auto unfit = pose(lesson, 0, 1)->tensor("x");
    EXPECT_EQ(text(*pose(lesson, 0, 1, fitting)->expected), "[1, 3]");
    EXPECT_TRUE(pose(lesson, 0, 1, fitting)->isOwn);
    EXPECT_EQ(text(*pose(lesson, 0, 1, unfit)->expected), "[2, 2]");
    EXPECT_FALSE(pose(lesson, 0, 1, unfit)->isOwn);
}

TEST(Exercises, OfALessonThatIsWrongSayItsLine)
{
    EXPECT_EQ(faultOf("tensor x: y.permute(1, 0)\nanswer: number = 1\n"), "line 10: no tensor is called y");
    EXPECT_EQ(faultOf("answer: number = \"a\"\n"), "line 10: the answer is to be number, and is a");
    EXPECT_EQ(faultOf("answer: word yes, no = \"perhaps\"\n"),
              "line 10: the answer is to be word, and is perhaps");
    EXPECT_EQ(faultOf("answer: cells of x = [[1]]\n"), "line 10: no tensor is called x");
    EXPECT_EQ(
        faultOf("tensor x: make random --layout csr --size 9999999,9999999 --nnz 9999999\nanswer: number = 1\n")
            .substr(0, 8),
        "line 10:");
    EXPECT_EQ(faultOf("tensor x: $(1 +)\nanswer: number = 1\n"),
              "line 10: wanted a number, a name or a list, found the end (column 4)");
}

TEST(Exercises, OfListsThatGrowWithoutEndAreRefused)
{
    std::string lines = "let a = [1]\n";
    for (int i = 0; i < 20; ++i)
        lines += "let a = [a]\n";
    EXPECT_EQ(faultOf(lines + "answer: number = 1\n"), "line 26: wanted at most 16 lists in each other");
    lines = "let a = [1, 2, 3, 4, 5, 6, 7, 8]\n";
    for (int i = 0; i < 20; ++i)
        lines += "let a = a + a\n";
    EXPECT_EQ(faultOf(lines + "answer: number = 1\n").substr(0, 42), "line 25: the formula takes too many steps ");
}

TEST(Texts, AreFilledWithWhatTheirFormulasComeTo)
{
    const std::map<std::string, Value, std::less<>> names{{"n", 3}, {"word", std::string("csr")}};
    EXPECT_EQ(*filledText("$n of $word, $(n * (n + 1)), $$5", names), "3 of csr, 12, $5");
    EXPECT_FALSE(filledText("$", names));
    EXPECT_FALSE(filledText("$(n", names));
    EXPECT_FALSE(filledText("$m", names));
}

TEST(Exercises, NameThePlaceThatATypedAnswerIsAbout)
{
    const std::string lines =
        "let i = draw(0, 1)\ntensor x: [[1, 2], [3, 4]]\nanswer: number = value(x, [i, 0])\n";
    const auto exercise = pose(lessonOf(lines + "point: cells of x = [[i, 0]]\n"), 0, 4);
    ASSERT_TRUE(exercise) << exercise.error().text;
    EXPECT_EQ(text(*exercise->point), "[[" + text(exercise->names.at("i")) + ", 0]]");
    EXPECT_FALSE(pose(lessonOf(lines), 0, 4)->point);
    EXPECT_EQ(faultOf(lines + "point: cells of x = 3\n"), "line 13: the answer is to be cells, and is 3");
    EXPECT_EQ(faultOf(lines + "point: cells of y = [[0, 0]]\n"), "line 13: no tensor is called y");
}

// ---- answers ----

std::string typed(const std::string& line, std::string_view answer)
{
    const auto value = readAnswer(*readAnswerLine(line), answer);
    return value ? text(*value) : value.error().text;
}

TEST(Answers, AreReadAsPeopleTypeThem)
{
    EXPECT_EQ(typed("number = 1", " 9 "), "9");
    EXPECT_EQ(typed("list = [1]", "(4, 1)"), "[4, 1]");
    EXPECT_EQ(typed("list = [1]", "[4 1]"), "[4, 1]");
    EXPECT_EQ(typed("list = [1]", "-4,1,"), "[-4, 1]");
    EXPECT_EQ(typed("cells of x = [[1]]", "1,2; 0,3"), "[[1, 2], [0, 3]]");
    EXPECT_EQ(typed("cells of x = [[1]]", "[[1, 2], [0, 3]]"), "[[1, 2], [0, 3]]");
    EXPECT_EQ(typed("cells of x = [[1]]", "(1, 2), (0, 3)"), "[[1, 2], [0, 3]]");
    EXPECT_EQ(typed("word view, copy = \"view\"", "View"), "view");
    EXPECT_EQ(typed("set = [1]", "5.2, 5.6"), "[5.2, 5.6]");
    EXPECT_EQ(typed("set = [1]", "5.2 5.6"), "[5.2, 5.6]");
    EXPECT_EQ(typed("set = [1]", "prefix sum, scatter"), "[prefix sum, scatter]");
    EXPECT_EQ(typed("set = [1]", "[]"), "[]");
    EXPECT_EQ(typed("number = 1", "1 2"), "wanted one number, found 2");
    EXPECT_EQ(typed("number = 1", "nine"), "wanted whole numbers, found \"nine\"");
    EXPECT_EQ(typed("number = 1", ""), "type an answer first");
    EXPECT_EQ(typed("cells of x = [[1]]", " "), "type or click an answer first");
    EXPECT_EQ(typed("word view, copy = \"view\"", "both"), "wanted one of view, copy, found \"both\"");
}

TEST(Marks, SayWhatIsWrongAndNotWhatIsRight)
{
    EXPECT_EQ(marked("answer: number = 9\n", "9"), "right");
    EXPECT_EQ(marked("answer: number = 9\n", "8"), "8 is too small.");
    EXPECT_EQ(marked("answer: number = 9\n", "333333"), "333,333 is too large.");
    EXPECT_EQ(marked("answer: word view, copy = \"view\"\n", "copy"),
              "Not \"copy\". A hint shows what to look at.");
    EXPECT_EQ(marked("answer: list = [4, 1]\n", "4, 1"), "right");
    EXPECT_EQ(marked("answer: list = [4, 1]\n", "4"), "The answer has 2 elements, and you gave 1.");
    EXPECT_EQ(marked("answer: list = [4, 1]\n", "4, 2"), "The second number, 2, is not right.");
    EXPECT_EQ(marked("tensor x: [[1, 0], [0, 2]]\nanswer: list = strides(x)\n", "4, 1"),
              "With stride 4, x[1, 0] would lie in slot 4, where no element of x is stored.");
    EXPECT_EQ(marked("tensor x: [[1, 0], [0, 2], [3, 4]]\ntensor y: x.transpose(0, 1)\n"
                     "answer: list = strides(y)\n",
                     "2, 1"),
              "With stride 2, y[1, 0] would lie in slot 2, and that holds y[0, 1].");
    EXPECT_EQ(marked("tensor x: [[1, 0], [0, 2]]\ntensor y: x to csr\nanswer: list = strides(y)\n", "2"),
              "With stride 2, values[1] would lie in slot 2, where no element of values is stored.");
    EXPECT_EQ(marked("tensor x: [[1, 0], [0, 2]]\nanswer: list = strides(x)\n", "2, -1"),
              "With stride -1, x[0, 1] would lie in slot -1, before the storage begins.");
    EXPECT_EQ(marked("answer: list = range(11)\n", "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11"),
              "Number 10 of your list, counted from 0, is 11, which is not right.");
    EXPECT_EQ(marked("answer: set = [\"5.2\", \"5.6\"]\n", "5.6, 5.2"), "right");
    EXPECT_EQ(marked("answer: set = [\"5.2\", \"5.6\"]\n", "5.6"),
              "All of these are right, and 1 more is missing.");
    EXPECT_EQ(marked("answer: set = [\"5.2\", \"5.6\"]\n", "5.6, 5.1"),
              "You named 5.1, which does not belong to the answer.");
    const std::string csr = "tensor x: [[1, 0], [0, 2]]\ntensor y: x to csr\n";
    const auto pointers = csr + "answer: pointers of y.crow_indices = [0, 1, 2]\n";
    EXPECT_EQ(marked(pointers, "0, 2, 2"),
              "With crow_indices[1] = 2, row 0 takes 2 slots: 2 - 0 = 2. Count its entries again.");
    EXPECT_EQ(marked(pointers, "0, 0, 2"), "With crow_indices[1] = 0, row 0 is empty, and it is not: 0 - 0 = 0.");
    EXPECT_EQ(marked(pointers, "0, 1, 0"), "With crow_indices[2] = 0, row 1 ends before it begins: 0 - 1 = -1.");
    EXPECT_EQ(marked(pointers, "1, 1, 2"), "With crow_indices[0] = 1, slot 0 belongs to nothing.");
    EXPECT_EQ(
        marked(csr + "answer: slots of y.col_indices = [0]\n", "1"),
        "You chose slot 1 of col_indices, which belongs to row 1, which begins at crow_indices[1] = 1 and ends "
        "before crow_indices[2] = 2.");
    EXPECT_EQ(marked(csr + "answer: cells of x = [[0, 0]]\n", "[1, 0]"),
              "You chose x[1, 0], which lies in slot 2: 1 \u00d7 2 + 0 \u00d7 1 = 2.");
    EXPECT_EQ(marked(csr + "answer: cells of y = [[0, 0]]\n", "[1, 0]"),
              "You chose y[1, 0], which is not stored.");
    EXPECT_EQ(marked(csr + "answer: cells of x = [[0, 0]]\n", "12"),
              "[12] is no element: two numbers are wanted, row and column.");
    EXPECT_EQ(marked("tensor x: [1, 2]\nanswer: cells of x = [[0]]\n", "[1, 0]"),
              "[1, 0] is no element: 1 number is wanted, one for each dim.");
    EXPECT_EQ(marked(csr + "answer: cells of x = [[0, 0]]\n", "[2, 0]"),
              "[2, 0] is no element: the shape is (2, 2).");
}

// However people write a list of names.
TEST(Marks, TakeNamesWhateverTheirOrderCapitalsAndSeparators)
{
    const std::string names = "answer: set = [\"pytorch\", \"scipy\"]\n";
    for (const auto* typed :
         {"PyTorch and SciPy", "scipy, pytorch", "SCIPY pytorch", "pytorch;scipy", "[PyTorch, SciPy]",
          "PyTorch, and SciPy.", "pytorch & scipy", "\"pytorch\", 'scipy'", "PyTorch\u3001SciPy",
          "PyTorch \u548c SciPy", " scipy ,  and  pytorch ", "{pytorch, scipy}", "pytorch scipy, pytorch"})
        EXPECT_EQ(marked(names, typed), "right") << typed;
    EXPECT_EQ(marked(names, "PyTorch and NumPy"), "You named NumPy, which does not belong to the answer.");
    EXPECT_EQ(marked(names, "PyTorch and"), "All of these are right, and 1 more is missing.");
    EXPECT_NE(marked(names, "pytorchscipy"), "right");
    EXPECT_EQ(marked("answer: set = [\"A\", \"C\"]\n", "c and a"), "right");
    EXPECT_EQ(marked("answer: set = [\"JAG-5.1\", \"JAG-5.2\"]\n", "jag-5.2 jag-5.1"), "right");
    EXPECT_EQ(marked("answer: set = [1, 3]\n", "3 and 1"), "right");
    // Names with blanks in them need the commas.
    EXPECT_EQ(marked("answer: set = [\"prefix sum\", \"scatter\"]\n", "Scatter, Prefix sum"), "right");
    EXPECT_NE(marked("answer: set = [\"prefix sum\", \"scatter\"]\n", "scatter prefix sum"), "right");
}

TEST(Texts, HaveListsAsSentencesDoAndRulesWithTheirWords)
{
    const auto exercise = pose(
        lessonOf(
            R"(tensor x: {"layout": "csr", "size": [2, 4], "members": {"crow_indices": [0, 2, 2], "col_indices": [3, 1], "values": [1, 2]}}
answer: number = 1
)"),
        0, 1);
    ASSERT_TRUE(exercise) << exercise.error().text;
    const auto filled = [&](std::string_view text) { return *filledText(text, exercise->names); };
    EXPECT_EQ(filled("$(tuple([4, 1])) $(tuple([5])) $(tuple([]))"), "(4, 1) (5,) ()");
    EXPECT_EQ(filled("$(listed([\"5.1\", \"5.2\", \"5.6\"])); $(listed([3, 1])); $(listed([2])); $(listed([]))"),
              "5.1, 5.2 and 5.6; 3 and 1; 2; none");
    EXPECT_EQ(filled("$(rule_names([\"5.4\"])); $(rule_names([\"5.2\", \"5.6\"])); $(rule_names([]))"),
              "rule 5.4; rules 5.2 and 5.6; no rule");
    EXPECT_EQ(filled("$(grouped(4000000)) $(grouped(9999))"), "4,000,000 9999");
    EXPECT_EQ(filled("It breaks $(why_broken(x))."),
              "It breaks rule 5.6: column indices are sorted and unique within each row.");
}

TEST(Marks, ShowWhatLiesInAWrongSlotOfTheStorage)
{
    const std::string lines =
        "tensor x: [[1, 2, 3], [4, 5, 6]]\ntensor y: x.permute(1, 0)\nanswer: storage of y = [slot(y, [2, 1])]\n";
    EXPECT_EQ(marked(lines, "5"), "right");
    EXPECT_EQ(marked(lines, "4"), "You chose slot 4, which holds y[1, 1]: 1 \u00d7 1 + 1 \u00d7 3 = 4.");
    EXPECT_EQ(marked(lines, "6"), "You chose slot 6, and the storage has 6 slots, counted from 0.");
    // By the tensor's own indices, not by those of the array that holds its values.
    const std::string blocks = "tensor d: [[1, 2, 3, 4], [5, 6, 7, 8]]\ntensor x: d to bsr 2,2\n"
                               "tensor y: x.transpose(0, 1)\nanswer: storage of y = [slot(y, [3, 1])]\n";
    EXPECT_EQ(marked(blocks, "7"), "right");
    EXPECT_EQ(marked(blocks, "6"), "You chose slot 6, which holds y[2, 1].");
    EXPECT_EQ(marked("tensor d: [[1, 2, 3, 4], [5, 6, 7, 8]]\ntensor x: d to bsr 2,2\n"
                     "answer: cells of x = readers_of_storage(x, 6)\n",
                     "[1, 2]"),
              "right");
}

TEST(Marks, OfSlotsThatNoMemberHasNameNoPlace)
{
    const auto lesson =
        lessonOf("tensor x: {\"layout\": \"coo\", \"size\": [3], \"members\": {\"indices\": [[0, 2]], "
                 "\"values\": [1, 2]}}\nanswer: slots of x.values = [1]\n");
    const auto exercise = pose(lesson, 0, 1);
    ASSERT_TRUE(exercise) << exercise.error().text;
    const auto placeOf = [&](std::int64_t slot) {
        return mark(lesson, *exercise, Value(Value::List{Value(slot)})).place.has_value();
    };
    EXPECT_TRUE(placeOf(0));
    EXPECT_FALSE(placeOf(2));
    EXPECT_FALSE(placeOf(-1));
    EXPECT_FALSE(placeOf(std::numeric_limits<std::int64_t>::max()));
}

// Lesson 1 of the plan: any right pair of strides passes.
TEST(Marks, TakeEveryAnswerForWhichTheNeedsHold)
{
    const std::string lines = R"(answer: list
need: len(answer) == 2 | There are two dims.
need: min(answer) > 0 | Both strides are positive.
need: answer[0] + 2 * answer[1] == 7 | [1, 2] is to land on slot 7, not on $(answer[0] + 2 * answer[1]).
need: 2 * answer[0] + 3 * answer[1] < 12 | [2, 3] would lie in slot $(2 * answer[0] + 3 * answer[1]), behind the storage.
)";
    int right = 0;
    for (int a = -3; a < 12; ++a)
        for (int b = -3; b < 12; ++b)
            right += marked(lines, std::to_string(a) + "," + std::to_string(b)) == "right" ? 1 : 0;
    EXPECT_EQ(right, 1);
    EXPECT_EQ(marked(lines, "1,3"), "right");
    EXPECT_EQ(marked(lines, "3,2"), "[2, 3] would lie in slot 12, behind the storage.");
    EXPECT_EQ(marked(lines, "1,2"), "[1, 2] is to land on slot 7, not on 5.");
    EXPECT_EQ(marked(lines, "1"), "There are two dims.");
}

TEST(Marks, OfABuiltTensorShowTheFirstBrokenPlace)
{
    const auto lesson = lessonOf(
        R"(tensor x: {"layout": "csr", "size": [3, 4], "members": {"crow_indices": [0, 2, 4, 5], "col_indices": [1, 3, 3, 0, 3], "values": [1, 2, 3, 4, 5]}}
answer: tensor of x
need: array(answer, "col_indices") == array(x, "col_indices") | Only the pointers may change.
need: valid(answer) | It still breaks a rule.
)");
    const auto exercise = pose(lesson, 0, 1);
    ASSERT_TRUE(exercise) << exercise.error().text;
    const auto judged = mark(lesson, *exercise, Value(exercise->tensor("x")));
    EXPECT_FALSE(judged.isRight);
    EXPECT_EQ(judged.text, "It still breaks a rule.");
    ASSERT_TRUE(judged.place);
    const auto mended = pose(
        lessonOf(
            R"(tensor x: {"layout": "csr", "size": [3, 4], "members": {"crow_indices": [0, 2, 3, 5], "col_indices": [1, 3, 3, 0, 3], "values": [1, 2, 3, 4, 5]}}
answer: number = 1
)"),
        0, 1);
    EXPECT_TRUE(mark(lesson, *exercise, Value(mended->tensor("x"))).isRight);
    EXPECT_FALSE(mark(lesson, *exercise, Value(3)).isRight); // what is no tensor at all
}

TEST(Marks, SayWhatTheLessonRepliesToAWrongAnswer)
{
    const std::string lines =
        "let taken = [3, 5]\nanswer: number = 4\nreply: answer in taken | Slot $answer is taken.\n"
        "reply: answer > 8 | The last slot is 8.\nreply: answer[0] == 1 | It fails.\n";
    EXPECT_EQ(marked(lines, "5"), "Slot 5 is taken.");
    EXPECT_EQ(marked(lines, "9"), "The last slot is 8.");
    EXPECT_EQ(marked(lines, "2"), "2 is too small.") << "a reply that does not hold";
    EXPECT_EQ(marked("answer: number = 4\nreply: answer == 4 | Wrong.\n", "4"), "right") << "whatever replies say";
    const auto unknown = lessonOf("answer: number = 4\nreply: answer == other | Wrong.\n");
    EXPECT_FALSE(faultsOf(unknown, 1).empty());
}

TEST(Marks, RepliesOfShippedLessonsHoldForNoRightAnswer)
{
    int tried = 0;
    for (const auto& path : shippedLessons()) {
        const auto lesson = openLesson(path);
        ASSERT_TRUE(lesson) << path;
        for (std::size_t step = 0; step < lesson->steps.size(); ++step) {
            const auto& replies = lesson->steps[step].answer.replies;
            for (std::uint64_t seed = 1; seed <= 20 && !replies.empty(); ++seed) {
                const auto exercise = pose(*lesson, step, seed);
                ASSERT_TRUE(exercise && exercise->expected) << path;
                for (const auto& reply : replies)
                    EXPECT_FALSE(holdsFor(*exercise->expected, reply, *exercise))
                        << path << " " << reply.text.english;
                ++tried;
            }
        }
    }
    EXPECT_GT(tried, 0);
}

TEST(Marks, OfPiecesTellWhichStandsWrong)
{
    const auto lesson = lessonOf("answer: order = [\"count\", \"prefix sum\", \"scatter\"]\n");
    const auto exercise = pose(lesson, 0, 1);
    EXPECT_EQ(exercise->pieces.size(), 3U);
    EXPECT_NE(text(Value(exercise->pieces)), "[count, prefix sum, scatter]"); // mixed
    EXPECT_TRUE(mark(lesson, *exercise, *exercise->expected).isRight);
    EXPECT_EQ(mark(lesson, *exercise,
                   Value(Value::List{Value(std::string("count")), Value(std::string("scatter")),
                                     Value(std::string("prefix sum"))}))
                  .text,
              "\"scatter\" comes too early; all before it is right.");
    const auto about = [&](std::initializer_list<std::string> pieces) {
        Value::List given;
        for (const auto& piece : pieces)
            given.push_back(Value(piece));
        return mark(lesson, *exercise, Value(given)).text;
    };
    EXPECT_EQ(about({"scatter", "count", "prefix sum"}), "\"scatter\" does not come first.");
    EXPECT_EQ(about({"count", "count", "scatter"}), "\"count\" stands there twice.");
    EXPECT_EQ(about({"count", "sort", "scatter"}), "\"sort\" is none of the pieces.");
}

TEST(Picks, AreIndicesSlotsOfAMemberAndSlotsOfTheStorage)
{
    const auto exercise =
        pose(lessonOf("tensor x: [[1, 2, 3], [4, 5, 6]]\ntensor y: x.narrow(1, 1, 2).permute(1, 0)\n"
                      "tensor z: x to csr\nanswer: number = 1\n"),
             0, 1);
    ASSERT_TRUE(exercise) << exercise.error().text;
    const auto& y = *exercise->tensor("y");
    const auto& z = *exercise->tensor("z");
    const auto picked = [](const char* line, const Tensor& tensor, const Place& place) {
        const auto value = pickedValue(*readAnswerLine(line), tensor, place);
        return value ? text(*value) : std::string("none");
    };
    EXPECT_EQ(picked("cells of y = [[0]]", y, ElementPlace{{1, 0}}), "[1, 0]");
    EXPECT_EQ(picked("cells of y = [[0]]", y, Slots{"values", 1, 2}), "none");
    EXPECT_EQ(picked("storage of y = [0]", y, Slots{"values", 1, 2}), "none") << "where it is stored is asked";
    EXPECT_EQ(picked("storage of y = [0]", y, ElementPlace{{1, 0}}), "none");
    EXPECT_EQ(picked("storage of y = [0]", y, BytePlace{y.members[0].array.storage->id(), 40, 48}), "5");
    EXPECT_EQ(picked("storage of y = [0]", y, BytePlace{0, 40, 48}), "none");
    EXPECT_EQ(picked("storage of y = [0]", y, BytePlace{y.members[0].array.storage->id(), 40, 64}), "none")
        << "more than one slot";
    EXPECT_EQ(picked("slots of z.col_indices = [0]", z, Slots{z.members[1].role->name, 2, 3}), "2");
    EXPECT_EQ(picked("slots of z.col_indices = [0]", z, Slots{z.members[0].role->name, 2, 3}), "none");
}

// The other way: an answer, however it was given, is shown where it is.
TEST(Picks, ArePlacesAgain)
{
    const auto exercise = pose(lessonOf("tensor x: [[1, 2, 3], [4, 5, 6]]\ntensor y: x.narrow(1, 1, 2)\n"
                                        "tensor z: x to csr\nanswer: number = 1\n"),
                               0, 1);
    ASSERT_TRUE(exercise) << exercise.error().text;
    const auto& y = *exercise->tensor("y");
    const auto& z = *exercise->tensor("z");
    for (const auto& [line, tensor, answer] : {std::tuple("cells of y = [[0]]", &y, "[[1, 0], [0, 1]]"),
                                               {"storage of y = [0]", &y, "[4, 0]"},
                                               {"slots of z.col_indices = [0]", &z, "[2, 5]"}}) {
        const auto spec = *readAnswerLine(line);
        const auto given = *readAnswer(spec, answer);
        Value::List again;
        for (const auto& place : placesOf(spec, *tensor, given))
            again.push_back(*pickedValue(spec, *tensor, place));
        EXPECT_EQ(text(Value(again)), text(given)) << line;
    }
    const auto placesIn = [&](const char* line, const Tensor& tensor, const char* answer) {
        const auto spec = *readAnswerLine(line);
        return placesOf(spec, tensor, *readAnswer(spec, answer)).size();
    };
    EXPECT_EQ(placesIn("storage of y = [0]", y, "[5, 6, -1, 9223372036854775807]"), 1U);
    EXPECT_EQ(placesIn("slots of z.col_indices = [0]", z, "[0, 6, -1]"), 1U);
    EXPECT_EQ(placesIn("cells of y = [[0]]", y, "1,1; 0,2; 2,0; -1,0; 0; 0,0,0"), 1U);
    EXPECT_EQ(placesIn("list = [0]", y, "[0, 1]"), 0U);
    EXPECT_EQ(text(*draggedValue(*readAnswerLine("pointers of z.crow_indices = [0]"), z)), "[0, 3, 6]");
    EXPECT_FALSE(draggedValue(*readAnswerLine("pointers of z.offsets = [0]"), z));
    const auto edited = [&](const char* line, const char* numbers) {
        const auto edits = editsOf(*readAnswerLine(line), z, *readAnswer(*readAnswerLine("list = [0]"), numbers));
        const auto made = applied(z, edits.edits);
        return edits.edits.empty() ? "as it is" : text(*draggedValue(*readAnswerLine(line), *made));
    };
    EXPECT_EQ(edited("pointers of z.crow_indices = [0]", "0, 1, 6"), "[0, 1, 6]");
    EXPECT_EQ(edited("pointers of z.crow_indices = [0]", "0, 3, 6"), "as it is");
    EXPECT_EQ(edited("pointers of z.crow_indices = [0]", "0, 3"), "as it is");
    EXPECT_EQ(edited("slots of z.crow_indices = [0]", "0, 1, 6"), "as it is");
    EXPECT_FALSE(draggedValue(*readAnswerLine("list = [0]"), z));
}

std::string checked(const std::string& lines)
{
    const auto faults = faultsOf(lessonOf(lines), 3);
    return faults.empty() ? "right" : faults.front().where + ": " + faults.front().text;
}

TEST(LessonChecks, TryWhatAnAnswerIsHeldAgainstAndEveryLanguage)
{
    EXPECT_EQ(
        checked("answer: number\nneed: answer == 3 or [answer for answer in [1]] == [] | $answer is not it.\n"),
        "right");
    EXPECT_EQ(checked("answer: number\nneed: answer == thing | no\n"),
              "line 10: nothing is called thing (column 11 of \"answer == thing\")");
    EXPECT_EQ(checked("answer: number\nneed: length(answer) == 1 | no\n"),
              "line 10: there is no function length (column 1 of \"length(answer) == 1\")");
    EXPECT_EQ(checked("answer: number\nneed: answer == 1 | $thing\n"), "line 10: nothing is called thing");
    EXPECT_EQ(checked("ask[zh_CN]: $thing\nanswer: number = 1\n"), "line 3: nothing is called thing");
    EXPECT_EQ(checked("answer: number = 1\nneed: answer == 2 | no\n").substr(0, 38),
              "line 3: the right answer 1 does not me");
}

TEST(Gaps, TakeEachWordThatIsGiven)
{
    const GapSentence gap{{"a "}, {" b"}, {{"", {"stride", "step"}}, {"zh_CN", {"步长"}}}};
    EXPECT_TRUE(fillsGap(gap, " Stride ", "en"));
    EXPECT_TRUE(fillsGap(gap, "步长", "zh_CN"));
    EXPECT_TRUE(fillsGap(gap, "step", "zh_CN")); // the English term is taken too
    for (const auto* typed : {"strides", "a stride", "the stride", "STRIDE."})
        EXPECT_TRUE(fillsGap(gap, typed, "en")) << typed;
    EXPECT_EQ(wordOfGap(gap, "en"), "stride");
    EXPECT_EQ(wordOfGap(gap, "zh_CN"), "步长");
    EXPECT_FALSE(fillsGap(gap, "", "en"));
    EXPECT_FALSE(fillsGap(gap, ".", "en"));
    EXPECT_FALSE(fillsGap(gap, "offset", "en"));
}

} // namespace
} // namespace tscope
