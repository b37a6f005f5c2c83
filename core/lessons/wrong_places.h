// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/related.h"
#include "lessons/lesson.h"

#include <optional>
#include <string>

namespace tscope {

// Why a part of an answer does not fit, and the first cell or slot that shows it. What is right stays unsaid.
struct CounterExample {
    std::string text;
    std::optional<Place> place = {};
};

// A chosen element or slot: where it is, or what it holds, with the numbers that say so. Precondition: the answer
// is one of those that are picked.
CounterExample aboutPlace(const AnswerSpec& spec, const Tensor& tensor, const Value& chosen);

// A rule that was named as broken: the numbers with which the tensor keeps it.
CounterExample aboutRule(const std::string& name, const Tensor& tensor, const std::string& rule);

} // namespace tscope
