// SPDX-License-Identifier: Apache-2.0
// What a step of a shipped lesson reveals tells nothing that a later step asks.
#include "core/lessons/shipped.h"
#include "lessons/exercise.h"
#include "lessons/lesson_book.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope {
namespace {

// The tensor that a step asks about: that of its answer, else the last one that it opens.
TensorPtr askedAbout(const LessonStep& step, const Exercise& exercise)
{
    if (auto about = exercise.tensor(step.answer.tensor))
        return about;
    return exercise.tensors.empty() ? nullptr : exercise.tensor(exercise.tensors.back());
}

// Member by member the same numbers, laid out the same way.
bool areAlike(const Tensor& a, const Tensor& b)
{
    const auto alike = [](const Member& one, const Member& other) {
        if (one.role->name != other.role->name || one.array.geometry.sizes != other.array.geometry.sizes ||
            one.array.geometry.strides != other.array.geometry.strides)
            return false;
        for (std::int64_t at = 0; at < numel(one.array.geometry).value_or(0); ++at)
            if (one.array.at(at).text() != other.array.at(at).text())
                return false;
        return true;
    };
    return a.layout == b.layout && a.size == b.size && std::ranges::equal(a.members, b.members, alike);
}

bool meet(const std::vector<std::string>& one, const std::vector<std::string>& other)
{
    return std::ranges::any_of(one,
                               [&](const auto& part) { return std::ranges::find(other, part) != other.end(); });
}

bool asksAboutOneOf(const Lesson& lesson, std::size_t earlier, std::size_t later, std::uint64_t seed)
{
    const auto before = pose(lesson, earlier, seed), posed = pose(lesson, later, seed);
    const auto asked = askedAbout(lesson.steps[later], *posed);
    return asked != nullptr && std::ranges::any_of(before->tensors, [&](const auto& name) {
               return areAlike(*asked, *before->tensor(name));
           });
}

TEST(RevealedTensors, AreNotAskedAboutLater)
{
    for (const auto& path : shippedLessons()) {
        const auto lesson = openLesson(path);
        ASSERT_TRUE(lesson) << path;
        for (std::size_t later = 1; later < lesson->steps.size(); ++later)
            for (std::size_t earlier = 0; earlier < later; ++earlier) {
                if (!meet(lesson->steps[earlier].revealed, lesson->steps[later].covered))
                    continue;
                // Small ones that are drawn anew may come out the same now and then.
                constexpr int seeds = 8;
                int alike = 0;
                for (std::uint64_t seed = 1; seed <= seeds; ++seed)
                    alike += asksAboutOneOf(*lesson, earlier, later, seed) ? 1 : 0;
                EXPECT_LT(alike, seeds)
                    << lesson->id << ": step " << later << " asks about what step " << earlier << " reveals";
            }
    }
}

TEST(Exercises, OfNumbersAloneShowNoTensorOfAnotherStep)
{
    for (const auto& path : shippedLessons()) {
        const auto lesson = openLesson(path);
        ASSERT_TRUE(lesson) << path;
        if (lesson->id != "09-coo-to-csr")
            continue;
        for (std::size_t step = 0; step < lesson->steps.size(); ++step)
            EXPECT_EQ(pose(*lesson, step, 3)->tensors.size(), step < 5 ? 1U : 0U) << step;
    }
    const auto first = openLesson(shippedLessons().front()); // shows the same one again, or another in its place
    ASSERT_TRUE(first);
    for (std::size_t step = 0; step < first->steps.size(); ++step)
        EXPECT_EQ(pose(*first, step, 3)->tensors.size(), 1U) << step;
}

} // namespace
} // namespace tscope
