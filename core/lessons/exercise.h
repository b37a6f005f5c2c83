// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/lesson.h"

#include <functional>

namespace tscope {

// A step of a lesson with its numbers drawn, its tensors made and its texts filled: the same for a seed on every
// machine.
struct Exercise {
    std::size_t step = 0;
    std::uint64_t seed = 0;
    std::map<std::string, Value, std::less<>> names; // of this step and the ones before it
    // That this step makes, in its order; of one that shows or asks about tensors and makes none, those of the
    // step before it.
    std::vector<std::string> tensors;
    bool isOwn = false;   // the learner's tensor is among them
    bool isDrawn = false; // another seed can make another one
    std::string ask, worked;
    std::vector<std::string> hints;
    std::optional<Value> expected;
    std::optional<Value> point; // of a step that has one
    std::vector<Value> pieces;  // of kind `order`: what is to be put in order, mixed

    TensorPtr tensor(std::string_view name) const; // null: there is none of that name
};

// Poses a step. `own` is the learner's tensor, taken where the step wants one and it fits; may be null. Fails
// where the lesson is wrong, with the line as its place.
Result<Exercise> pose(const Lesson& lesson, std::size_t step, std::uint64_t seed, const TensorPtr& own = nullptr);

// A text with what its $names and $(formulas) come to.
Result<std::string> filledText(std::string_view text, const std::map<std::string, Value, std::less<>>& names);
// Calls this with each formula of a text, as far as they can be read.
void forEachFormula(std::string_view text, const std::function<void(const Expression&)>& take);
// Whether its formulas can be read and know their names, without working them out.
Result<void> checkText(std::string_view text, const Scope& scope);

} // namespace tscope
