// SPDX-License-Identifier: Apache-2.0
#include "lessons/lesson_file.h"

#include "base/fnv1a.h"
#include "base/say.h"
#include "lessons/answer_line.h"
#include "lessons/letters.h"
#include "lessons/tensor_line.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t mostSteps = 100, mostLines = 200; // of a lesson, of one step
constexpr std::size_t hintsWanted = 3, mostNeeds = 50;

// "key[zh_CN]: text"; a line that begins with blanks goes on with the text of the one before.
struct Entry {
    std::string key, language, text;
    std::int64_t line = 0;
};

Error atLine(std::string sentence, std::int64_t line)
{
    return invalidArgument(std::move(sentence), say("line {0}", line));
}

// A formula of a line: where the error is within it is told beside the line.
Result<Expression> formula(std::string_view text, std::int64_t line)
{
    auto read = Expression::parse(trimmed(text));
    if (!read)
        return atLine(
            say("{0} ({1} of \"{2}\")", read.error().text, read.error().where, std::string(trimmed(text))), line);
    return read;
}

Result<Entry> entryOf(std::string_view line, std::int64_t number)
{
    Entry entry;
    entry.line = number;
    const auto colon = line.find(':');
    const auto head = trimmed(line.substr(0, colon));
    if (line.starts_with('#')) {
        const auto marks = line.find_first_not_of('#');
        entry.key = std::string(line.substr(0, std::min(marks, line.size())));
        entry.text = std::string(trimmed(marks == std::string_view::npos ? "" : line.substr(marks)));
        return entry;
    }
    if (colon == std::string_view::npos && !head.starts_with("let "))
        return atLine(say("wanted \"key: text\", found \"{0}\"", std::string(head.substr(0, 60))), number);
    if (head.starts_with("let ")) {
        entry.key = "let";
        entry.text = std::string(trimmed(line.substr(line.find("let ") + 4)));
        return entry;
    }
    entry.key = std::string(head);
    if (const auto open = head.find('['); open != std::string_view::npos && head.ends_with(']')) {
        entry.key = std::string(trimmed(head.substr(0, open)));
        entry.language = std::string(head.substr(open + 1, head.size() - open - 2));
    }
    entry.text = std::string(trimmed(line.substr(colon + 1)));
    return entry;
}

// A further line of an entry. In a text that is read "- " begins a line of a list; in a formula it is a minus.
void goOn(Entry& entry, std::string_view body)
{
    constexpr std::string_view item = "- ";
    if (body.starts_with(item) && (entry.key == "ask" || entry.key == "hint" || entry.key == "worked"))
        entry.text.append("\n\u2022 ").append(body.substr(item.size()));
    else
        entry.text.append(entry.text.empty() ? "" : " ").append(body);
}

Result<std::vector<Entry>> entriesIn(std::string_view text)
{
    std::vector<Entry> entries;
    std::int64_t number = 0;
    while (!text.empty()) {
        ++number;
        const auto end = text.find('\n');
        const auto line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        const auto body = trimmed(line);
        if (body.empty() || body.starts_with("//"))
            continue;
        const bool goesOn = line.starts_with(' ') || line.starts_with('\t');
        if (goesOn && entries.empty())
            return atLine(say("wanted \"# title\" first, found \"{0}\"", std::string(body.substr(0, 60))), number);
        if (goesOn) {
            goOn(entries.back(), body);
            continue;
        }
        auto entry = entryOf(body, number);
        if (!entry)
            return entry.error();
        entries.push_back(*std::move(entry));
    }
    return entries;
}

class Reader
{
public:
    explicit Reader(std::string id) { m_lesson.id = std::move(id); }

    Result<Lesson> read(const std::vector<Entry>& entries)
    {
        for (const auto& entry : entries)
            if (const auto taken = take(entry); !taken)
                return taken.error();
        if (m_lesson.title.isEmpty())
            return atLine(say("wanted \"# title\" first, found {0}", say("the end")), 1);
        if (m_lesson.goal.isEmpty())
            return atLine(say("the lesson says no {0}", "goal"), 1);
        if (m_lesson.steps.empty())
            return atLine(say("wanted at least one step, \"## title\""), 1);
        if (const auto whole = closeStep(); !whole)
            return whole.error();
        return std::move(m_lesson);
    }

private:
    Result<void> take(const Entry& entry)
    {
        if (entry.key == "#")
            return begin(entry);
        if (m_lesson.title.isEmpty())
            return atLine(say("wanted \"# title\" first, found \"{0}\"", entry.key), entry.line);
        if (entry.key == "##")
            return beginStep(entry);
        if (m_lesson.steps.empty())
            return takeOfLesson(entry);
        auto& step = m_lesson.steps.back();
        if (entry.key == "title")
            return put(step.title, entry);
        if (entry.key == "ask")
            return put(step.ask, entry);
        if (entry.key == "worked")
            return put(step.worked, entry);
        if (entry.key == "hint")
            return takeHint(entry, step);
        if (entry.key == "explain")
            return takeGap(entry, step);
        if (entry.key == "show")
            return takeParts(entry, step.shown);
        if (entry.key == "cover")
            return takeParts(entry, step.covered);
        if (entry.key == "reveal")
            return takeParts(entry, step.revealed);
        if (entry.key == "answer")
            return takeAnswer(entry, step);
        if (entry.key == "need")
            return takeNeed(entry, step);
        if (entry.key == "reply")
            return takeReply(entry, step);
        if (entry.key == "point")
            return takePoint(entry, step);
        return takeLine(entry, step);
    }

    Result<void> begin(const Entry& entry)
    {
        if (!m_lesson.title.isEmpty())
            return atLine(say("a file holds one lesson, found a second \"# title\""), entry.line);
        if (entry.text.empty())
            return atLine(say("wanted a title behind {0}", "#"), entry.line);
        m_lesson.title.english = entry.text;
        return {};
    }

    Result<void> beginStep(const Entry& entry)
    {
        if (const auto whole = closeStep(); !whole)
            return whole;
        if (entry.text.empty())
            return atLine(say("wanted a title behind {0}", "##"), entry.line);
        if (m_lesson.steps.size() == mostSteps)
            return atLine(say("wanted at most {0} steps", mostSteps), entry.line);
        LessonStep step;
        step.title.english = entry.text;
        step.line = entry.line;
        m_lesson.steps.push_back(std::move(step));
        m_hasAnswer = false;
        return {};
    }

    Result<void> takeOfLesson(const Entry& entry)
    {
        if (entry.key == "title")
            return put(m_lesson.title, entry);
        if (entry.key == "goal")
            return put(m_lesson.goal, entry);
        if (entry.key == "insight")
            return put(m_lesson.insight, entry);
        return atLine(say("a lesson has title, goal and insight before its first step, found \"{0}\"", entry.key),
                      entry.line);
    }

    // What a step must have is known when the next begins.
    Result<void> closeStep() const
    {
        if (m_lesson.steps.empty())
            return {};
        const auto& step = m_lesson.steps.back();
        const auto lacks = [&](std::string_view what) {
            return atLine(say("the step has no {0}", what), step.line);
        };
        if (step.ask.isEmpty())
            return lacks("ask");
        if (!m_hasAnswer)
            return lacks("answer");
        if (!step.answer.expected && step.answer.needs.empty())
            return atLine(say("an answer needs \"= what is right\" or at least one need"), step.answer.line);
        if (step.hints.size() != hintsWanted)
            return atLine(say("wanted {0} hints, each stronger, found {1}", hintsWanted, step.hints.size()),
                          step.line);
        if (step.worked.isEmpty())
            return lacks("worked");
        return {};
    }

    static Result<void> put(LessonText& text, const Entry& entry)
    {
        if (entry.text.empty())
            return atLine(say("wanted a text behind {0}:", entry.key), entry.line);
        auto& place = entry.language.empty() ? text.english : text.others[entry.language];
        if (!place.empty())
            return atLine(say("{0} stands here for the second time", entry.key), entry.line);
        place = entry.text;
        return {};
    }

    // Each hint begins a new one; translations go with the hint before them.
    static Result<void> takeHint(const Entry& entry, LessonStep& step)
    {
        if (entry.language.empty()) {
            if (step.hints.size() == hintsWanted)
                return atLine(say("wanted {0} hints, found a further one", hintsWanted), entry.line);
            step.hints.emplace_back();
        }
        if (step.hints.empty())
            return atLine(say("a translation stands behind its English text"), entry.line);
        return put(step.hints.back(), entry);
    }

    // "An empty row is a {repeated|doubled} pointer."
    static Result<void> takeGap(const Entry& entry, LessonStep& step)
    {
        const auto open = entry.text.find('{'), close = entry.text.find('}');
        if (open == std::string::npos || close == std::string::npos || close < open + 2)
            return atLine(say("wanted a sentence with one gap, {0}", "{right word|another}"), entry.line);
        if (entry.language.empty() && step.explained)
            return atLine(say("{0} stands here for the second time", entry.key), entry.line);
        if (entry.language.empty())
            step.explained.emplace();
        if (!step.explained)
            return atLine(say("a translation stands behind its English text"), entry.line);
        auto& gap = *step.explained;
        auto& words = gap.words[entry.language];
        for (std::string_view rest = std::string_view(entry.text).substr(open + 1, close - open - 1);;) {
            const auto bar = rest.find('|');
            words.emplace_back(trimmed(rest.substr(0, bar)));
            if (words.back().empty())
                return atLine(say("wanted a sentence with one gap, {0}", "{right word|another}"), entry.line);
            if (bar == std::string_view::npos)
                break;
            rest.remove_prefix(bar + 1);
        }
        (entry.language.empty() ? gap.before.english : gap.before.others[entry.language]) =
            entry.text.substr(0, open);
        (entry.language.empty() ? gap.after.english : gap.after.others[entry.language]) =
            entry.text.substr(close + 1);
        return {};
    }

    static Result<void> takeParts(const Entry& entry, std::vector<std::string>& parts)
    {
        for (std::string_view rest = entry.text;;) {
            const auto comma = rest.find(',');
            const auto part = trimmed(rest.substr(0, comma));
            if (std::ranges::find(lessonParts(), part) == lessonParts().end()) {
                std::string all;
                for (const auto& each : lessonParts())
                    all.append(all.empty() ? "" : ", ").append(each);
                return atLine(say("wanted parts of the window ({0}), found \"{1}\"", all, std::string(part)),
                              entry.line);
            }
            parts.emplace_back(part);
            if (comma == std::string_view::npos)
                return {};
            rest.remove_prefix(comma + 1);
        }
    }

    Result<void> takeAnswer(const Entry& entry, LessonStep& step)
    {
        if (m_hasAnswer)
            return atLine(say("{0} stands here for the second time", entry.key), entry.line);
        auto answer = readAnswerLine(entry.text);
        if (!answer)
            return atLine(answer.error().text, entry.line);
        answer->needs = std::move(step.answer.needs);
        answer->replies = std::move(step.answer.replies);
        step.answer = *std::move(answer);
        step.answer.line = entry.line;
        m_hasAnswer = true;
        return {};
    }

    // "point: cells of x = formula"
    static Result<void> takePoint(const Entry& entry, LessonStep& step)
    {
        if (step.point)
            return atLine(say("{0} stands here for the second time", entry.key), entry.line);
        auto point = readAnswerLine(entry.text);
        if (!point)
            return atLine(point.error().text, entry.line);
        const bool isPlace = point->kind == AnswerKind::cells || point->kind == AnswerKind::slots ||
                             point->kind == AnswerKind::storage;
        if (!isPlace || !point->expected)
            return atLine(say("wanted cells, slots or storage of a tensor and \"= formula\", found \"{0}\"",
                              entry.text.substr(0, 60)),
                          entry.line);
        point->line = entry.line;
        step.point = *std::move(point);
        return {};
    }

    // "need: formula | what is said where it does not hold"
    static Result<void> takeNeed(const Entry& entry, LessonStep& step)
    {
        return takeRemark(
            entry, step.answer.needs,
            [] { return say("wanted \"formula | what is said where it does not hold\""); },
            [] { return say("wanted at most {0} needs", mostNeeds); });
    }

    // "reply: formula | what is said of a wrong answer for which it holds"
    static Result<void> takeReply(const Entry& entry, LessonStep& step)
    {
        return takeRemark(
            entry, step.answer.replies,
            [] { return say("wanted \"formula | what is said of an answer for which it holds\""); },
            [] { return say("wanted at most {0} replies", mostNeeds); });
    }

    static Result<void> takeRemark(const Entry& entry, std::vector<AnswerRemark>& remarks, std::string (*form)(),
                                   std::string (*tooMany)())
    {
        if (!entry.language.empty()) {
            if (remarks.empty())
                return atLine(say("a translation stands behind its English text"), entry.line);
            return put(remarks.back().text, entry);
        }
        const auto bar = entry.text.find('|');
        if (bar == std::string::npos)
            return atLine(form(), entry.line);
        auto read = formula(std::string_view(entry.text).substr(0, bar), entry.line);
        if (!read)
            return read.error();
        if (remarks.size() == mostNeeds)
            return atLine(tooMany(), entry.line);
        remarks.push_back(
            {*std::move(read), {std::string(trimmed(std::string_view(entry.text).substr(bar + 1)))}});
        return {};
    }

    static Result<void> takeLine(const Entry& entry, LessonStep& step)
    {
        if (step.lines.size() == mostLines)
            return atLine(say("wanted at most {0} lines of let, where and tensor in a step", mostLines),
                          entry.line);
        LessonLine line;
        line.line = entry.line;
        if (entry.key == "let") {
            const auto equals = entry.text.find('=');
            line.name = std::string(trimmed(std::string_view(entry.text).substr(0, equals)));
            if (equals == std::string::npos || !isLessonName(line.name))
                return atLine(say("wanted \"let name = formula\", found \"{0}\"", entry.text.substr(0, 60)),
                              entry.line);
            auto read = formula(std::string_view(entry.text).substr(equals + 1), entry.line);
            if (!read)
                return read.error();
            line.formula = *std::move(read);
        } else if (entry.key == "where") {
            line.kind = LessonLine::Kind::where;
            auto read = formula(entry.text, entry.line);
            if (!read)
                return read.error();
            line.formula = *std::move(read);
        } else if (entry.key.starts_with("tensor ") || entry.key.starts_with("own ")) {
            const bool isOwn = entry.key.starts_with("own ");
            line.name = std::string(trimmed(std::string_view(entry.key).substr(isOwn ? 4 : 7)));
            if (!isLessonName(line.name))
                return atLine(say("wanted a name, found \"{0}\"", line.name), entry.line);
            if (isOwn) {
                line.kind = LessonLine::Kind::own;
                auto read = formula(entry.text, entry.line);
                if (!read)
                    return read.error();
                line.formula = *std::move(read);
            } else {
                line.kind = LessonLine::Kind::tensor;
                const auto source = readTensorLine(entry.text);
                line.source = source.source;
                line.of = source.of;
                line.text = source.text;
            }
        } else {
            return atLine(say("a step has no \"{0}\"", entry.key), entry.line);
        }
        step.lines.push_back(std::move(line));
        return {};
    }

    Lesson m_lesson;
    bool m_hasAnswer = false; // of the step that is read
};

} // namespace

Result<Lesson> readLesson(std::string_view text, std::string id)
{
    if (text.size() > longestLessonFile)
        return invalidArgument(
            say("wanted a lesson of at most {0#} bytes, found {1#}", longestLessonFile, text.size()));
    const auto entries = entriesIn(text);
    if (!entries)
        return entries.error();
    auto lesson = Reader(std::move(id)).read(*entries);
    if (lesson)
        lesson->textHash = fnv1a(text);
    return lesson;
}

} // namespace tscope
