// SPDX-License-Identifier: Apache-2.0
// The page about the format of lessons tells of all that there is, and the shipped lessons are right.
#include "core/lessons/shipped.h"
#include "lessons/functions.h"
#include "lessons/lesson_book.h"
#include "lessons/lesson_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace tscope {
namespace {

std::string page()
{
    std::ifstream file(TSCOPE_SOURCES "/docs/lessons.md");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(LessonPage, HasALineForEachFunction)
{
    const auto text = page();
    for (const auto all : lessonFunctions())
        for (const auto& each : all) {
            const auto line = "| `" + std::string(each.name) + "(" + std::string(each.arguments) + ")` | " +
                              std::string(each.does) + " |\n";
            EXPECT_NE(text.find(line), std::string::npos) << line;
        }
}

TEST(LessonPage, NamesEveryPartAndKindOfAnswer)
{
    const auto text = page();
    for (const auto& part : lessonParts())
        EXPECT_NE(text.find("`" + std::string(part) + "`"), std::string::npos) << part;
    for (auto kind = 0; kind <= static_cast<int>(AnswerKind::tensor); ++kind)
        EXPECT_NE(text.find("| `" + std::string(name(static_cast<AnswerKind>(kind)))), std::string::npos) << kind;
}

TEST(LessonPage, HoldsAWholeLessonThatIsRight)
{
    const auto text = page();
    std::string lesson;
    std::istringstream lines(text.substr(text.find("    # Rows of a grid"), std::string::npos));
    for (std::string line; std::getline(lines, line) && (line.empty() || line.starts_with("    "));)
        lesson += (line.empty() ? line : line.substr(4)) + "\n";
    const auto read = readLesson(lesson, "page");
    ASSERT_TRUE(read) << read.error().where << read.error().text;
    for (const auto& fault : faultsOf(*read, 20))
        ADD_FAILURE() << fault.where << fault.text;
}

TEST(ShippedLessons, AreRightWithEverySeed)
{
    for (const auto& path : shippedLessons()) {
        const auto lesson = openLesson(path);
        ASSERT_TRUE(lesson) << path << " " << lesson.error().where << ": " << lesson.error().text;
        EXPECT_GE(lesson->steps.size(), 3U) << path;
        for (const auto& fault : faultsOf(*lesson, 25))
            ADD_FAILURE() << path << " " << fault.where << ": " << fault.text;
    }
}

// A formula without the words that it chooses from, which are of one language: names and options have no blank.
std::string withoutWords(std::string_view formula)
{
    std::string out;
    while (!formula.empty()) {
        const auto open = formula.find('"');
        const auto close = open == std::string_view::npos ? open : formula.find('"', open + 1);
        if (close == std::string_view::npos)
            return out.append(formula);
        const auto word = formula.substr(open, close + 1 - open);
        const bool isOfLanguage =
            std::ranges::any_of(word, [](char c) { return c == ' ' || static_cast<unsigned char>(c) >= 0x80U; });
        out.append(formula.substr(0, open)).append(isOfLanguage ? "words" : word);
        formula.remove_prefix(close + 1);
    }
    return out;
}

// Every text that is seen has its Chinese, with the same formulas in it.
std::vector<std::string> formulasIn(std::string_view text)
{
    std::vector<std::string> out;
    for (auto at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
        auto end = at + 1;
        int depth = 0;
        while (end < text.size() &&
               (depth > 0 || text[end] == '(' || std::isalnum(static_cast<unsigned char>(text[end])) != 0 ||
                text[end] == '_')) {
            depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
            if (++end, depth == 0 && text[end - 1] == ')')
                break;
        }
        out.push_back(withoutWords(text.substr(at, end - at)));
    }
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

TEST(ShippedLessons, SayTheSameInChinese)
{
    for (const auto& path : shippedLessons()) {
        const auto lesson = openLesson(path);
        ASSERT_TRUE(lesson) << path;
        const auto compare = [&](const LessonText& text, std::int64_t line) {
            ASSERT_TRUE(text.others.contains("zh_CN")) << path << " step of line " << line << ": " << text.english;
            EXPECT_EQ(formulasIn(text.english), formulasIn(text.in("zh_CN"))) << path << " " << text.english;
        };
        compare(lesson->title, 1);
        compare(lesson->goal, 1);
        compare(lesson->insight, 1);
        for (const auto& step : lesson->steps) {
            compare(step.title, step.line);
            compare(step.ask, step.line);
            compare(step.worked, step.line);
            for (const auto& hint : step.hints)
                compare(hint, step.line);
            for (const auto& need : step.answer.needs)
                compare(need.text, step.line);
            for (const auto& reply : step.answer.replies)
                compare(reply.text, step.line);
            ASSERT_TRUE(step.explained) << path << " step of line " << step.line;
            EXPECT_TRUE(step.explained->words.contains("zh_CN")) << path << " step of line " << step.line;
        }
    }
}

} // namespace
} // namespace tscope
