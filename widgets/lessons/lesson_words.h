// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/exercise.h"

#include <QString>

namespace tscope {

QString inWindowLanguage(const LessonText& text);
// What the core says of an answer, with a capital and a full stop: "wanted one number, found 2".
QString asSentence(QString text);
QString stepTitle(const Lesson& lesson, std::size_t step); // "A grid on a strip, step 1 of 4: Where is (1, 2)?"
// The words that one chooses from, or the pieces that are put in order; empty: neither.
QString offeredText(const LessonStep& step, const Exercise& exercise);

} // namespace tscope
