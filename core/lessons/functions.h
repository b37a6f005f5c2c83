// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/expression.h"

#include <array>
#include <span>

namespace tscope {

// What can be called in a formula.
struct LessonFunction {
    std::string_view name;
    std::string_view arguments;      // "x, index"
    std::string_view does;           // one line
    std::size_t least = 0, most = 0; // how many arguments
    Result<Value> (*call)(std::span<const Value> arguments, Scope& scope) = nullptr;
    bool draws = false; // at random
};

std::span<const LessonFunction> numberFunctions();                // of numbers and lists, and what draws
std::span<const LessonFunction> arrayFunctions();                 // of a tensor and its arrays
std::span<const LessonFunction> placeFunctions();                 // where elements lie
std::span<const LessonFunction> predicateFunctions();             // what holds of tensors
std::span<const LessonFunction> textFunctions();                  // lists in sentences
std::array<std::span<const LessonFunction>, 5> lessonFunctions(); // all of them
// Null: there is none.
const LessonFunction* lessonFunction(std::string_view name);

// Each step of a formula, and each element of a list that is made, costs one. Fails when none is left.
Result<void> spend(Scope& scope, std::int64_t steps);

// Arguments as what they should be; the error says which of them is not.
Result<std::int64_t> wholeNumber(const Value& value, std::string_view name);
Result<const Value::List*> list(const Value& value, std::string_view name);
Result<Extents> wholeNumbers(const Value& value, std::string_view name);
Result<std::string> word(const Value& value, std::string_view name);
Result<TensorPtr> tensor(const Value& value, std::string_view name);
// The member that the second argument names; without one, the values.
Result<const Member*> memberArgument(std::span<const Value> arguments, const Tensor& of);

} // namespace tscope
