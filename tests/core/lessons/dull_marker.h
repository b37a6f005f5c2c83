// SPDX-License-Identifier: Apache-2.0
// A second marker, which knows no formula of a lesson and none of the core's rules: where one answer is right,
// answers are compared as texts; where many are, plain loops written for that exercise judge them.
#pragma once

#include "lessons/exercise.h"

#include <map>
#include <random>

namespace tscope {

using Numbers = std::vector<std::int64_t>;

// What somebody builds, as plain numbers: members with one dim, and the indices of COO row by row.
struct BuiltTensor {
    std::string layout;
    Numbers size = {};
    std::map<std::string, Numbers> members = {};
    std::string valueType = "int64";
    bool isCoalesced = false;
};

struct GivenAnswer {
    std::vector<std::string> parts = {}; // that are typed: numbers, words, cells as "[1, 2]"
    std::optional<BuiltTensor> built = {};
};

// An exercise to which many answers are right.
struct DullExercise {
    std::string_view lesson, step; // the lesson's id and the step's title
    bool (*isRight)(const Exercise& exercise, const GivenAnswer& answer);
    GivenAnswer (*anyRight)(const Exercise& exercise, std::mt19937_64& random);
};
std::vector<DullExercise> dullTypedExercises();
std::vector<DullExercise> dullBuiltExercises();
// Null: it has one right answer, or nobody has written loops for it.
const DullExercise* dullExercise(const Lesson& lesson, std::size_t step);

bool isRightDully(const Lesson& lesson, const Exercise& exercise, const GivenAnswer& answer);

// Of an exercise: a number and a list that its lines have drawn.
std::int64_t drawn(const Exercise& exercise, std::string_view name);
Numbers drawnList(const Exercise& exercise, std::string_view name);
std::vector<std::string> textsOf(const Numbers& numbers);
// Nothing where one of them is no number, or is too large to be meant.
std::optional<Numbers> numbersOf(const GivenAnswer& answer);
std::int64_t between(std::mt19937_64& random, std::int64_t low, std::int64_t high);

} // namespace tscope
