// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/answer_book.h"

#include <algorithm>

namespace tscope {

namespace {

// Other exercises may go by the same name. Results of an older version do not tell theirs.
bool mayBeOf(const LessonResults& results, const std::string& lesson, std::uint64_t hash)
{
    return results.lesson == lesson && (results.lessonHash == hash || results.lessonHash == 0 || hash == 0);
}

} // namespace

bool areOfOneSitting(const LessonResults& one, const LessonResults& other)
{
    return mayBeOf(one, other.lesson, other.lessonHash) && one.student == other.student &&
           one.classSeed == other.classSeed && one.areNumbersShared == other.areNumbersShared;
}

void addAnswers(LessonResults& to, const LessonResults& before)
{
    auto all = before.exercises;
    for (const auto& each : to.exercises) {
        const auto same = std::ranges::find_if(
            all, [&](const auto& other) { return other.step == each.step && other.seed == each.seed; });
        if (same == all.end()) {
            if (all.size() < mostExercisesHandedIn)
                all.push_back(each);
            continue;
        }
        if (same->answers.size() < each.answers.size())
            same->answers = each.answers;
        same->hints = std::max(same->hints, each.hints);
        same->isWorkedShown = same->isWorkedShown || each.isWorkedShown;
    }
    to.exercises = std::move(all);
}

bool hasAnswers(const LessonResults& results)
{
    return std::ranges::any_of(results.exercises, [](const auto& each) {
        return !each.answers.empty() || each.isWorkedShown || each.hints > 0;
    });
}

bool AnswerBook::isToBeKept(std::size_t page) const
{
    return page > 0 && hasAnswers(m_pages[page].results);
}

std::vector<LessonResults> AnswerBook::ofClasses() const
{
    std::vector<LessonResults> all;
    for (std::size_t page = 0; page < m_pages.size(); ++page)
        if (isToBeKept(page))
            all.push_back(m_pages[page].results);
    return all;
}

std::vector<LessonResults> AnswerBook::ofOpenClass() const
{
    return isToBeKept(m_current) ? std::vector{results()} : std::vector<LessonResults>{};
}

void AnswerBook::take(LessonResults before)
{
    auto page = std::find_if(m_pages.begin() + 1, m_pages.end(),
                             [&](const Page& each) { return areOfOneSitting(each.results, before); });
    if (page == m_pages.end()) {
        m_pages.push_back({std::move(before)});
        page = m_pages.end() - 1;
    } else {
        addAnswers(page->results, before);
    }
    page->bytes = 0;
    for (const auto& exercise : page->results.exercises)
        for (const auto& answer : exercise.answers)
            page->bytes += answer.size();
}

void AnswerBook::open(const Lesson& lesson, const Sitter& sitter, std::uint64_t seed)
{
    const auto found = std::find_if(m_pages.begin() + 1, m_pages.end(), [&](const Page& page) {
        return mayBeOf(page.results, lesson.id, lesson.textHash) && page.results.student == sitter.student &&
               page.results.areNumbersShared == sitter.areNumbersShared &&
               (!sitter.classSeed || page.results.classSeed == *sitter.classSeed);
    });
    // The page that is open is the last one: it is kept when others are dropped.
    if (found != m_pages.end())
        std::rotate(found, found + 1, m_pages.end());
    else
        m_pages.push_back(
            {{lesson.id, sitter.student, sitter.classSeed.value_or(seed), {}, sitter.areNumbersShared}});
    m_pages.back().results.lessonHash = lesson.textHash;
    m_current = m_pages.size() - 1;
}

void AnswerBook::openAnew(const std::string& lesson, std::uint64_t seed)
{
    m_pages.front() = {{lesson, {}, seed, {}}};
    m_current = 0;
}

AnsweredExercise* AnswerBook::exercise(std::size_t step, std::uint64_t seed)
{
    auto& all = m_pages[m_current].results.exercises;
    const auto at =
        std::ranges::find_if(all, [&](const auto& each) { return each.step == step && each.seed == seed; });
    return at != all.end() ? &*at : nullptr;
}

void AnswerBook::pose(std::size_t step, std::uint64_t seed, bool isOwn)
{
    auto& all = m_pages[m_current].results.exercises;
    if (exercise(step, seed) == nullptr && all.size() < mostExercisesHandedIn)
        all.push_back({step, seed, {}, 0, false, isOwn});
}

AnswerBook::Noted AnswerBook::note(std::size_t step, std::uint64_t seed, std::optional<std::string> given)
{
    if (!given || given->size() > longestAnswer)
        return Noted::tooLong;
    auto& page = m_pages[m_current];
    auto* answered = exercise(step, seed);
    constexpr auto most = longestResults / 2; // JSON is longer than texts
    if (answered == nullptr || answered->answers.size() >= mostAnswersHandedIn ||
        page.bytes + given->size() > most)
        return Noted::tooMany;
    page.bytes += given->size();
    answered->answers.push_back(*std::move(given));
    return Noted::kept;
}

} // namespace tscope
