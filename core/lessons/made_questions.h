// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/made_lesson.h"

#include <functional>
#include <utility>

namespace tscope {

// A text of a lesson that is being made, said in the language that is set when it is called.
using LessonSentence = std::function<std::string()>;

// One step of a lesson that is being made. Its tensor is called x.
struct MadeQuestion {
    LessonSentence title, ask, worked;
    std::array<LessonSentence, 3> hints = {};
    std::vector<std::string> lines = {}; // of let and tensor; the first step begins with the tensor itself
    // A formula, and what is said of a wrong answer for which it holds.
    std::vector<std::pair<std::string, LessonSentence>> replies = {};
    bool hasOwnTensor = false; // x is the tensor anew, before these lines
    std::string show = {}, cover = {}, answer = {}, reveal = {};
};

struct MadeQuestions {
    LessonSentence title, goal;
    std::vector<MadeQuestion> steps = {};
};

inline constexpr std::size_t stepsUnasked = 3; // where no number of steps is requested
// The most elements in a list that a step draws from: enough for a class, and read at a glance.
inline constexpr std::size_t mostToDrawFrom = 40;

// How many steps are made where there are `most` questions; fails where more are requested.
Result<std::size_t> stepsOf(const LessonRequest& request, std::size_t most);
// At most mostToDrawFrom of the list, spread over all of it.
std::vector<std::string> spread(const std::vector<std::string>& all);
std::string listOf(const std::vector<std::string>& elements); // "[a, b]"
// The most common name of a member in files and libraries: "crow_indices".
std::string_view commonName(const RoleSpec& role);

Result<MadeQuestions> locateQuestions(const Tensor& tensor, const LessonRequest& request);
Result<MadeQuestions> readBackQuestions(const Tensor& tensor, const LessonRequest& request);
Result<MadeQuestions> arrayQuestions(const Tensor& tensor, const LessonRequest& request);
Result<MadeQuestions> brokenQuestions(const Tensor& tensor, const LessonRequest& request);
Result<MadeQuestions> viewQuestions(const Tensor& tensor, const LessonRequest& request);

} // namespace tscope
