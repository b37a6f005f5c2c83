// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/related.h"
#include "lessons/exercise.h"
#include "lessons/reply.h"

namespace tscope {

struct Marked {
    bool isRight = false;
    std::string text;                // why not, in one sentence; what is right stays unsaid
    std::string tensor = {};         // in which the counter-example lies
    std::optional<Place> place = {}; // the first cell or slot that shows that it is wrong
    WrongPart part = {};             // that the reply is about
};

// Whether an answer is right: whatever it is, it is looked at as data, and what makes no sense is wrong. A tensor
// is judged by the needs of the step, so that every one for which they hold is right.
Marked mark(const Lesson& lesson, const Exercise& exercise, const Value& answer);

// Whether a word may stand in the gap of the step's sentence.
bool fillsGap(const GapSentence& sentence, std::string_view word, std::string_view language);
// The word that is shown to who does not find it: the first.
std::string wordOfGap(const GapSentence& sentence, std::string_view language);

} // namespace tscope
