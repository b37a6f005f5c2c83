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

    // Fit into a size. Marks of what is broken are left out: they would tell what is asked.
    std::shared_ptr<const Scene> scene(QSizeF size, const TextSize& text, const Watch& watch) const;
};

// One step of a lesson on paper or as a slide, without any drawing.
struct LessonPage {
    QString title, ask, offered; // or why it can't be posed
    QString answer, worked;      // empty without answers
    std::vector<PagePicture> pictures;
};

LessonPage pageOf(const PagesOf& of, std::size_t step);
QString sittingText(const PagesOf& of); // "Seed 7, Ann"

} // namespace tscope
