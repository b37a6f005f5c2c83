// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/watch.h"
#include "lessons/lesson_play.h"
#include "scenes/covered.h"
#include "scenes/scene.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace tscope {

// Whose numbers are printed.
struct PagesOf {
    LessonPtr lesson; // never null
    std::uint64_t seed = 1;
    LessonPlay::Sitting sitting = {};
    bool isWithAnswers = false;
    TensorPtr own = {}; // the learner's, which steps may take

    std::uint64_t exerciseSeed() const; // with which the steps are posed
};

// A picture that a step shows, covered as the window covers it.
struct PagePicture {
    const PictureSpec* spec = nullptr;
    TensorPtr tensor;
    Covering covering = Covering::none;
    std::vector<Place> right = {}; // places of the answer, which are framed

    // Marks of what is broken are left out of covered pictures: they would tell what is asked.
    SceneRequest request(QSizeF size, const TextSize& text) const;
    Scene scene(const SceneRequest& request, const Watch& watch) const;
};

// One step of a lesson on paper or as a slide, without any drawing.
struct LessonPage {
    QString title, ask, offered;       // or why it can't be posed
    QString paperAsk;                  // the question to whom can only write
    QString answer, worked, explained; // empty without answers
    std::vector<PagePicture> pictures; // with answers as they are when the step is solved
};

LessonPage pageOf(const PagesOf& of, std::size_t step);
QString sittingText(const PagesOf& of);      // "Seed 7, Ann"
QString paperSittingText(const PagesOf& of); // likewise, with what a handout without a name fits

} // namespace tscope
