// SPDX-License-Identifier: Apache-2.0
#include "lessons/made_lesson.h"

#include "lessons/answer_line.h"
#include "lessons/lesson_book.h"
#include "lessons/lesson_file.h"
#include "lessons/mark.h"
#include "literals/json_tensor.h"
#include "make/generators.h"

#include "support/spoken_language.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace tscope {
namespace {

using testing::HasSubstr;
using testing::Not;

Tensor tensorIn(const std::string& json)
{
    const auto read = readJsonTensors(json);
    EXPECT_TRUE(read) << read.error().text;
    return read->tensors.front().tensor;
}

Tensor smallCsr()
{
    return tensorIn(R"({"layout": "csr", "size": [3, 4], "members": {"crow_indices": [0, 2, 3, 4],
                    "col_indices": [0, 3, 1, 2], "values": [1, 2, 3, 4]}})");
}

// The lesson, and its text before.
Lesson readMade(const Tensor& tensor, const LessonRequest& request, std::string* text = nullptr)
{
    const auto made = lessonAbout(tensor, request);
    EXPECT_TRUE(made) << made.error().where << made.error().text;
    if (!made)
        return {};
    if (text != nullptr)
        *text = *made;
    const auto lesson = readLesson(*made, "made");
    EXPECT_TRUE(lesson) << lesson.error().where << lesson.error().text << *made;
    return lesson ? *lesson : Lesson{};
}

std::string refusalOf(const Tensor& tensor, const LessonRequest& request)
{
    const auto made = lessonAbout(tensor, request);
    return made ? "made" : made.error().text;
}

std::string markOf(const Lesson& lesson, std::size_t step, std::uint64_t seed, std::string_view answer)
{
    const auto exercise = pose(lesson, step, seed);
    const auto value = readAnswer(lesson.steps[step].answer, answer);
    if (!exercise || !value)
        return exercise ? value.error().text : exercise.error().text;
    const auto marked = mark(lesson, *exercise, *value);
    return marked.isRight ? "right" : marked.text;
}

TEST(MadeLessons, AreRightForEveryKindAndEverySample)
{
    int count = 0;
    for (const auto& file : std::filesystem::directory_iterator(TSCOPE_SOURCES "/resources/samples")) {
        std::ifstream stream(file.path());
        std::stringstream text;
        text << stream.rdbuf();
        const auto tensor = tensorIn(text.str());
        const bool isBroken = file.path().filename().string().starts_with("broken");
        for (const auto kind : questionKinds) {
            SCOPED_TRACE(testing::Message() << file.path() << " " << name(kind));
            const bool isOther = kind == QuestionKind::view && tensor.layout->name != "strided";
            if (isBroken != (kind == QuestionKind::broken) && (isBroken || isOther)) {
                EXPECT_THAT(refusalOf(tensor, {kind}), HasSubstr("wants a tensor that keeps its rules"));
                continue;
            }
            if (isOther) {
                EXPECT_THAT(refusalOf(tensor, {kind}), HasSubstr("wanted a strided tensor"));
                continue;
            }
            const auto lesson = readMade(tensor, {kind});
            EXPECT_GE(lesson.steps.size(), 1U);
            for (const auto& fault : faultsOf(lesson, 50))
                ADD_FAILURE() << fault.where << fault.text;
            ++count;
        }
    }
    EXPECT_GT(count, 30);
}

TEST(MadeLessons, AskForOtherElementsWithEverySeed)
{
    std::string text;
    const auto lesson = readMade(smallCsr(), {QuestionKind::locate}, &text);
    ASSERT_EQ(lesson.steps.size(), 3U);
    EXPECT_EQ(lesson.title.english, "Where elements are stored");
    EXPECT_NE(pose(lesson, 0, 1)->ask, pose(lesson, 0, 2)->ask);
    EXPECT_NE(pose(lesson, 0, 1)->ask, pose(lesson, 1, 1)->ask) << "none twice";
    EXPECT_THAT(text, Not(HasSubstr("answer: slots of x.values = [0]"))) << "it is worked out";
}

TEST(MadeLessons, AskForTheElementsThatTheLecturerChose)
{
    const auto lesson = readMade(smallCsr(), {QuestionKind::locate, "Two\nelements", 0, {{1, 1}, {0, 3}}});
    ASSERT_EQ(lesson.steps.size(), 2U);
    EXPECT_EQ(lesson.title.english, "Two elements");
    EXPECT_THAT(pose(lesson, 0, 5)->ask, HasSubstr("x[1, 1]"));
    EXPECT_EQ(markOf(lesson, 0, 5, "2"), "right");
    EXPECT_EQ(markOf(lesson, 1, 5, "1"), "right");
    EXPECT_THAT(markOf(lesson, 0, 5, "1"), HasSubstr("You chose slot 1 of values, which belongs to row 0"));
    EXPECT_EQ(refusalOf(smallCsr(), {QuestionKind::locate, "", 0, {{1, 2}}}),
              "wanted elements that are stored in one slot, found [1, 2]");
}

TEST(MadeLessons, HintAtSlotsThatExist)
{
    const auto lesson = readMade(smallCsr(), {QuestionKind::locate, "", 0, {{0, 0}, {2, 2}}});
    ASSERT_EQ(lesson.steps.size(), 2U);
    EXPECT_EQ(pose(lesson, 0, 1)->hints.at(2), "It is one of these slots: [0, 1].");
    EXPECT_EQ(pose(lesson, 1, 1)->hints.at(2), "It is one of these slots: [2, 3].");
}

TEST(MadeLessons, CutALongTitleBetweenTwoCharacters)
{
    const auto lesson = readMade(smallCsr(), {QuestionKind::locate, std::string(199, 'a') + "\u957f"});
    EXPECT_EQ(lesson.title.english, std::string(199, 'a'));
}

TEST(MadeLessons, ReadTheElementsThatALecturerTypes)
{
    EXPECT_EQ(*elementsNamed("1,2; 0,3"), (std::vector<Extents>{{1, 2}, {0, 3}}));
    EXPECT_EQ(*elementsNamed(" "), std::vector<Extents>());
    EXPECT_EQ(*elementsNamed("4;"), (std::vector<Extents>{{4}}));
    EXPECT_EQ(elementsNamed("1,2; here").error().text, "wanted elements such as 1,2; 0,3, found \"here\"");
}

TEST(MadeLessons, AskWhichElementASlotHolds)
{
    const auto strided = tensorIn(
        R"({"layout": "strided", "shape": [2, 3], "strides": [1, 2], "offset": 1, "storage": [9, 1, 2, 3, 4, 5, 6]})");
    const auto lesson = readMade(strided, {QuestionKind::readBack, "", 6});
    for (std::size_t step = 0; step < 6; ++step) {
        const auto exercise = pose(lesson, step, 3);
        const auto slot = *exercise->names.at("s").as<std::int64_t>() - 1;
        const auto right = std::to_string(slot % 2) + ", " + std::to_string(slot / 2);
        EXPECT_EQ(markOf(lesson, step, 3, right), "right") << exercise->ask;
    }
    // Stride 0: several elements in one slot, all of which are wanted.
    const auto repeated =
        tensorIn(R"({"layout": "strided", "shape": [2, 2], "strides": [0, 1], "storage": [5, 6]})");
    const auto all = readMade(repeated, {QuestionKind::readBack, "", 1});
    EXPECT_FALSE(all.steps[0].answer.isOnePlace());
    const auto column = text(pose(all, 0, 1)->names.at("s"));
    EXPECT_EQ(markOf(all, 0, 1, "0," + column + "; 1," + column), "right");
    EXPECT_THAT(markOf(all, 0, 1, "0," + column), HasSubstr("missing"));
}

TEST(MadeLessons, AskForStridesAndPointers)
{
    const auto strided =
        tensorIn(R"({"layout": "strided", "shape": [2, 3], "strides": [1, 2], "storage": [1, 2, 3, 4, 5, 6]})");
    EXPECT_EQ(markOf(readMade(strided, {QuestionKind::array}), 0, 1, "1, 2"), "right");
    EXPECT_NE(markOf(readMade(strided, {QuestionKind::array}), 0, 1, "3, 1"), "right");
    const auto csr = readMade(smallCsr(), {QuestionKind::array});
    ASSERT_EQ(csr.steps.size(), 2U);
    EXPECT_EQ(markOf(csr, 0, 1, "0 2 3 4"), "right");
    EXPECT_EQ(markOf(csr, 1, 1, "0 3 1 2"), "right");
    EXPECT_EQ(markOf(csr, 0, 1, "0 2 5 6"), "5 means that row 1 has 3 entries; look at row 1.");
    EXPECT_EQ(markOf(csr, 0, 1, "0 1 3 4"), "1 means that row 0 has 1 entry; look at row 0.");
    EXPECT_EQ(markOf(csr, 0, 1, "0 2 1 4"), "With 1, row 1 would end before it begins; look at row 1.");
    const auto bsr = readMade(tensorIn(R"({"layout": "bsr", "size": [4, 4], "members": {"compressed": [0, 2, 3],
        "plain": [0, 1, 1], "values": [[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 1], [2, 3]]]}})"),
                              {QuestionKind::array});
    EXPECT_EQ(markOf(bsr, 0, 1, "0 1 3"), "1 means that block row 0 has 1 block; look at block row 0.");
    EXPECT_EQ(markOf(bsr, 0, 1, "0 2 5"), "5 means that block row 1 has 3 blocks; look at block row 1.");
    EXPECT_EQ(pose(csr, 0, 1)->worked, "The counts [2, 1, 1], added up from 0 on: [0, 2, 3, 4].");
    EXPECT_EQ(csr.steps[0].revealed, std::vector<std::string>{"members"});
    EXPECT_EQ(refusalOf(smallCsr(), {QuestionKind::array, "", 3}),
              "wanted at most 2 steps of this kind about this tensor, found 3");
    const auto coo = [](const char* columns) {
        return tensorIn(std::string(R"({"layout": "coo", "size": [2, 3], "members": {"indices": [[0, 1], )") +
                        columns + R"(], "values": [1, 2]}})");
    };
    EXPECT_EQ(markOf(readMade(coo("[2, 0]"), {QuestionKind::array}), 0, 1, "0 1 2 0"), "right");
    const auto mixed = tensorIn(
        R"({"layout": "coo", "size": [2, 3], "members": {"indices": [[1, 0], [0, 2]], "values": [1, 2]}})");
    EXPECT_THAT(refusalOf(mixed, {QuestionKind::array}), HasSubstr("has no array")) << "its order can't be seen";
}

TEST(MadeLessons, AskWhatIsBrokenAndWhere)
{
    const auto broken = tensorIn(R"({"layout": "csr", "size": [2, 3], "members": {"crow_indices": [0, 2, 3],
                                 "col_indices": [0, 7, 1], "values": [1, 2, 3]}})");
    const auto lesson = readMade(broken, {QuestionKind::broken});
    ASSERT_EQ(lesson.steps.size(), 2U);
    EXPECT_THAT(pose(lesson, 0, 1)->ask,
                testing::StartsWith("x is a csr tensor of shape (2, 3). Which of these rules"));
    EXPECT_THAT(pose(lesson, 0, 1)->ask, HasSubstr("5.5: "));
    EXPECT_THAT(pose(lesson, 0, 1)->ask, HasSubstr("5.4: ")) << "others that might be broken as well";
    EXPECT_THAT(pose(lesson, 0, 1)->ask, Not(HasSubstr("1.1: ")));
    EXPECT_EQ(markOf(lesson, 0, 1, "5.5"), "right");
    EXPECT_EQ(markOf(lesson, 1, 1, "1"), "right");
    EXPECT_NE(markOf(lesson, 1, 1, "2"), "right");
    EXPECT_THAT(refusalOf(broken, {QuestionKind::broken, "", 0, {}, "5.4"}), HasSubstr("a fault is planted in"));
}

TEST(MadeLessons, PlantAFault)
{
    const auto drawn = readMade(smallCsr(), {QuestionKind::broken, "", 2});
    ASSERT_EQ(drawn.steps.size(), 2U);
    EXPECT_NE(text(pose(drawn, 0, 1)->names.at("fault")), text(pose(drawn, 1, 1)->names.at("fault")));
    const auto chosen = readMade(smallCsr(), {QuestionKind::broken, "", 0, {}, "5.4"});
    ASSERT_EQ(chosen.steps.size(), 2U);
    EXPECT_THAT(text(*pose(chosen, 0, 3)->expected), HasSubstr("5.4"));
    EXPECT_EQ(refusalOf(smallCsr(), {QuestionKind::broken, "", 0, {}, "9.9"}), "layout csr has no rule 9.9");
}

TEST(MadeLessons, SayWhatIsTooLarge)
{
    MakeSpec spec;
    spec.kind = "dense";
    spec.layout = "strided";
    spec.size = {50, 50};
    EXPECT_EQ(refusalOf(*makeTensorOf(spec), {QuestionKind::locate}),
              "wanted a tensor of at most 2000 stored numbers, as a lesson holds it as text, found 2500");
}

TEST(MadeLessons, AreInTheLanguageThatIsSetBesideEnglish)
{
    std::string text;
    readMade(smallCsr(), {QuestionKind::locate}, &text);
    EXPECT_THAT(text, Not(HasSubstr("zh_CN")));
    const test::SpokenLanguage chinese("zh_CN");
    const auto lesson = readMade(smallCsr(), {QuestionKind::locate}, &text);
    EXPECT_EQ(lesson.title.english, "Where elements are stored");
    EXPECT_TRUE(lesson.title.others.contains("zh_CN"));
    EXPECT_TRUE(lesson.steps[0].ask.others.contains("zh_CN"));
}

TEST(MadeLessons, KeepTheDollarsOfATensor)
{
    const auto tensor = tensorIn(R"({"layout": "csr", "size": [1, 1], "declared_layout": "$csr", "members":
                                 {"crow_indices": [0, 1], "col_indices": [0], "values": [1]}})");
    const auto lesson = readMade(tensor, {QuestionKind::broken});
    ASSERT_FALSE(lesson.steps.empty());
    EXPECT_EQ(pose(lesson, 0, 1)->tensor("x")->declaredLayout(), "$csr");
}

} // namespace
} // namespace tscope
