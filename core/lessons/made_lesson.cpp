// SPDX-License-Identifier: Apache-2.0
#include "lessons/made_lesson.h"

#include "anatomy/layout.h"
#include "array/number_list.h"
#include "base/printable.h"
#include "base/say.h"
#include "facts/logical_shape.h"
#include "lessons/lesson_book.h"
#include "lessons/lesson_file.h"
#include "lessons/letters.h"
#include "lessons/made_questions.h"
#include "literals/json_tensor.h"
#include "rules/check.h"

#include <algorithm>

namespace tscope {

namespace {

// A lesson is read by people, and a question about more is no exercise.
constexpr std::int64_t mostStored = 2'000;    // elements of all members
constexpr std::int64_t mostLogical = 10'000;  // elements of the size
constexpr std::int64_t mostStorage = 1 << 16; // bytes of all storages
constexpr std::size_t longestTitle = 200;     // bytes
constexpr int seedsTried = 25;

Result<void> isSmall(const Tensor& tensor)
{
    std::int64_t stored = 0, bytes = 0;
    for (const auto& member : tensor.members) {
        stored = saturatingAdd(stored, numel(member.array.geometry).value_or(mostStored + 1));
        bytes = saturatingAdd(bytes, member.array.storage->byteSize());
    }
    if (stored > mostStored)
        return unsupported(
            say("wanted a tensor of at most {0#} stored numbers, as a lesson holds it as text, found "
                "{1#}",
                mostStored, stored));
    if (bytes > mostStorage)
        return unsupported(say("wanted storages of at most {0#} bytes, as a lesson holds them as text, found {1#}",
                               mostStorage, bytes));
    const auto shape = logicalShape(tensor);
    if (shape && numel(shape->extents).value_or(mostLogical + 1) > mostLogical)
        return unsupported(say("wanted a tensor of at most {0#} elements to ask about", mostLogical));
    return {};
}

// In a lesson a dollar begins a formula, and a line that goes on begins with blanks.
std::string asLessonText(std::string_view text, bool areDollarsFormulas)
{
    std::string out;
    for (const auto c : text) {
        out += c;
        if (c == '$' && !areDollarsFormulas)
            out += '$';
        if (c == '\n')
            out += "  ";
    }
    while (out.ends_with(' ') || out.ends_with('\n'))
        out.pop_back();
    return out;
}

Result<std::string> literalOf(const Tensor& tensor)
{
    auto json = writeJsonTensors({{{"", tensor}}, {}});
    if (!json)
        return json.error();
    return asLessonText(*json, false);
}

class Writer
{
public:
    explicit Writer(std::string literal) : m_tensor("tensor x: " + std::move(literal)) {}

    void line(std::string_view text) { m_out.append(text).append("\n"); }
    void words(std::string_view key, const LessonSentence& sentence, const std::string& formula = {})
    {
        const auto code = language();
        {
            const InEnglish english;
            line(std::string(key) + ": " + (formula.empty() ? "" : formula + " | ") +
                 asLessonText(sentence(), true));
        }
        if (code != "en")
            line(std::string(key) + "[" + std::string(code) + "]: " + asLessonText(sentence(), true));
    }

    void step(const MadeQuestion& question, bool isFirst)
    {
        line("");
        {
            const InEnglish english;
            line("## " + question.title());
        }
        translatedTitle(question.title);
        if (isFirst || question.hasOwnTensor)
            line(m_tensor);
        for (const auto& each : question.lines)
            line(each);
        line("show: " + question.show);
        if (!question.cover.empty())
            line("cover: " + question.cover);
        words("ask", question.ask);
        line("answer: " + question.answer);
        for (const auto& [formula, text] : question.replies)
            words("reply", text, formula);
        for (const auto& hint : question.hints)
            words("hint", hint);
        words("worked", question.worked);
        if (!question.reveal.empty())
            line("reveal: " + question.reveal);
    }

    void head(const LessonRequest& request, const MadeQuestions& questions)
    {
        std::string title;
        for (const auto c : cutText(request.title, longestTitle))
            title += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
        if (title.find_first_not_of(' ') != std::string::npos) {
            line("# " + title);
        } else {
            {
                const InEnglish english;
                line("# " + questions.title());
            }
            translatedTitle(questions.title);
        }
        words("goal", questions.goal);
    }

    std::string text() && { return std::move(m_out); }

private:
    void translatedTitle(const LessonSentence& title)
    {
        if (const auto code = language(); code != "en")
            line("title[" + std::string(code) + "]: " + title());
    }

    std::string m_tensor, m_out;
};

Result<MadeQuestions> questionsOf(const Tensor& tensor, const LessonRequest& request)
{
    switch (request.kind) {
    case QuestionKind::locate:
        return locateQuestions(tensor, request);
    case QuestionKind::readBack:
        return readBackQuestions(tensor, request);
    case QuestionKind::array:
        return arrayQuestions(tensor, request);
    case QuestionKind::broken:
        return brokenQuestions(tensor, request);
    case QuestionKind::view:
        break;
    }
    return viewQuestions(tensor, request);
}

} // namespace

std::string_view name(QuestionKind kind)
{
    switch (kind) {
    case QuestionKind::locate:
        return "locate";
    case QuestionKind::readBack:
        return "read-back";
    case QuestionKind::array:
        return "array";
    case QuestionKind::broken:
        return "broken";
    case QuestionKind::view:
        break;
    }
    return "view";
}

Result<QuestionKind> questionKindNamed(std::string_view word)
{
    std::string all;
    for (const auto kind : questionKinds) {
        if (name(kind) == word)
            return kind;
        all.append(all.empty() ? "" : ", ").append(name(kind));
    }
    return invalidArgument(say("wanted a kind of question ({0}), found \"{1}\"", all, word));
}

Result<std::vector<Extents>> elementsNamed(std::string_view text)
{
    std::vector<Extents> out;
    while (!trimmed(text).empty()) {
        const auto end = std::min(text.find(';'), text.size());
        auto numbers = parseNumbers(trimmed(text.substr(0, end)));
        if (!numbers)
            return invalidArgument(
                say("wanted elements such as {0}, found \"{1}\"", "1,2; 0,3", trimmed(text.substr(0, end))));
        out.push_back(*std::move(numbers));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

Result<std::string> lessonAbout(const Tensor& tensor, const LessonRequest& request)
{
    if (const auto small = isSmall(tensor); !small)
        return small.error();
    if (request.kind != QuestionKind::broken) {
        const auto report = check(tensor, {.maxWitnesses = 1, .advice = false});
        const auto first = std::ranges::find(report.findings, Level::violation, &Finding::level);
        if (first != report.findings.end())
            return unsupported(
                say("this kind of question wants a tensor that keeps its rules, and this one breaks rule {0}: {1}",
                    first->rule, first->statement));
    }
    auto literal = literalOf(tensor);
    if (!literal)
        return literal.error();
    const auto questions = questionsOf(tensor, request);
    if (!questions)
        return questions.error();
    Writer writer(*std::move(literal));
    writer.head(request, *questions);
    for (std::size_t step = 0; step < questions->steps.size(); ++step)
        writer.step(questions->steps[step], step == 0);
    auto text = std::move(writer).text();
    // A written lesson passes the same checks as a lecturer's own file.
    const auto lesson = readLesson(text, "made");
    if (!lesson)
        return lesson.error();
    if (auto faults = faultsOf(*lesson, seedsTried); !faults.empty())
        return std::move(faults.front());
    return text;
}

} // namespace tscope
