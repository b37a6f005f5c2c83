// SPDX-License-Identifier: Apache-2.0
// Every exercise of every shipped lesson, answered at random and marked twice. TSCOPE_LESSON_ANSWERS says how many
// answers each gets; 10000 take half a minute.
#include "core/lessons/random_answers.h"
#include "core/lessons/shipped.h"
#include "lessons/answer_line.h"
#include "lessons/lesson_book.h"
#include "lessons/mark.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

namespace tscope {
namespace {

int answersEach()
{
    const auto* wanted = std::getenv("TSCOPE_LESSON_ANSWERS");
    return wanted == nullptr ? 400 : std::atoi(wanted);
}

bool isMarkedRight(const Lesson& lesson, const Exercise& exercise, const GivenAnswer& answer,
                   const std::string& typed)
{
    if (answer.built) {
        auto tensor = tensorOf(*answer.built);
        return tensor && mark(lesson, exercise, Value(std::make_shared<const Tensor>(*std::move(tensor)))).isRight;
    }
    const auto value = readAnswer(lesson.steps[exercise.step].answer, typed);
    return value && mark(lesson, exercise, *value).isRight;
}

std::string told(const GivenAnswer& answer)
{
    if (!answer.built)
        return "";
    std::string all = answer.built->layout;
    for (const auto& [name, numbers] : answer.built->members) {
        all += "\n  " + name + ":";
        for (const auto number : numbers)
            all += " " + std::to_string(number);
    }
    return all;
}

// How many answers in a row keep the numbers of one seed: posing takes longer than marking.
constexpr int answersOfSeed = 20;

class Tally
{
public:
    explicit Tally(std::uint64_t seed) : m_seed(seed), m_answers(seed) {}

    void answer(const Lesson& lesson, std::size_t step, int count)
    {
        int right = 0;
        for (int k = 0; k < count; k += answersOfSeed) {
            const auto seed = m_seed + static_cast<std::uint64_t>(k);
            const auto exercise = pose(lesson, step, seed), other = pose(lesson, step, seed + 1);
            ASSERT_TRUE(exercise && other) << lesson.id << " " << step << " seed " << seed;
            for (int i = 0; i < answersOfSeed; ++i)
                right += answerOnce(lesson, *exercise, *other) ? 1 : 0;
        }
        EXPECT_GT(right, count / 10) << lesson.id << " " << lesson.steps[step].title.english;
        EXPECT_LT(right, count - count / 10) << lesson.id << " " << lesson.steps[step].title.english;
        m_right += right;
        m_all += count;
    }
    void tell(std::size_t exercises) const
    {
        std::cout << exercises << " exercises, seed " << m_seed << ": " << m_all << " answers, " << m_right
                  << " right\n";
    }

private:
    bool answerOnce(const Lesson& lesson, const Exercise& exercise, const Exercise& other)
    {
        const auto answer = m_answers.next(lesson, exercise, other);
        const auto typed = m_answers.typed(lesson.steps[exercise.step].answer.kind, answer);
        const auto isRight = isRightDully(lesson, exercise, answer);
        EXPECT_EQ(isMarkedRight(lesson, exercise, answer, typed), isRight)
            << lesson.id << ", " << lesson.steps[exercise.step].title.english << ", seed " << exercise.seed << ": "
            << exercise.ask << "\n"
            << typed << told(answer);
        return isRight;
    }

    std::uint64_t m_seed;
    RandomAnswers m_answers;
    std::int64_t m_all = 0, m_right = 0;
};

TEST(EveryExercise, IsMarkedAsADullMarkerMarksIt)
{
    const auto* wanted = std::getenv("TSCOPE_LESSON_SEED");
    const auto seed = wanted == nullptr ? std::random_device()() : std::strtoull(wanted, nullptr, 10);
    SCOPED_TRACE("TSCOPE_LESSON_SEED=" + std::to_string(seed));
    Tally tally(seed);
    std::size_t exercises = 0;
    for (const auto& path : shippedLessons()) {
        const auto lesson = openLesson(path);
        ASSERT_TRUE(lesson) << path;
        for (std::size_t step = 0; step < lesson->steps.size() && !testing::Test::HasFailure();
             ++step, ++exercises) {
            const auto& answer = lesson->steps[step].answer;
            ASSERT_TRUE(answer.needs.empty() || dullExercise(*lesson, step) != nullptr)
                << lesson->id << ", " << lesson->steps[step].title.english
                << ": many answers are right, and no loops judge them";
            tally.answer(*lesson, step, answersEach());
        }
    }
    tally.tell(exercises);
}

} // namespace
} // namespace tscope
