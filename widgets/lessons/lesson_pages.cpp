// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_pages.h"

#include "facts/wording.h"
#include "lessons/lesson_book.h"
#include "lessons/lesson_words.h"
#include "views/built_scene.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope {

namespace {

struct LessonPagesWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::LessonPages)
};

// The tensor that the window would look at.
TensorPtr tensorOfStep(const LessonStep& step, const Exercise& exercise)
{
    if (const auto about = exercise.tensor(step.answer.tensor))
        return about;
    return exercise.tensors.empty() ? nullptr : exercise.tensor(exercise.tensors.back());
}

} // namespace

std::uint64_t PagesOf::exerciseSeed() const
{
    return sitting.isOfClass() ? seedOf(sitting.classSeed.value_or(seed), sitting.student.trimmed().toStdString())
                               : seed;
}

std::shared_ptr<const Scene> PagePicture::scene(QSizeF size, const TextSize& text, const Watch& watch) const
{
    SceneRequest request;
    request.tensor = tensor;
    request.size = size;
    request.text = text;
    request.zoom = 0; // as large as it fits
    request.hidesBroken = covering != Covering::none;
    const auto done = built(*spec, request, {}, {}, watch);
    return covering == Covering::none
               ? done.scene
               : std::make_shared<const Scene>(covered(*done.scene, covering, request.hidesBroken));
}

LessonPage pageOf(const PagesOf& of, std::size_t number)
{
    const auto& step = of.lesson->steps[number];
    LessonPage page;
    page.title = stepTitle(*of.lesson, number);
    const auto exercise = pose(*of.lesson, number, of.exerciseSeed(), of.own);
    if (!exercise) {
        page.ask = QString::fromStdString(sentenceOf(exercise.error()));
        return page;
    }
    page.ask = QString::fromStdString(exercise->ask);
    page.offered = offeredText(step, *exercise);
    if (of.isWithAnswers) {
        page.worked = QString::fromStdString(exercise->worked);
        if (exercise->expected)
            page.answer = QString::fromStdString(keyOf(*exercise));
    }
    const auto tensor = tensorOfStep(step, *exercise);
    const auto isIn = [](const std::vector<std::string>& parts, std::string_view id) {
        return std::ranges::find(parts, id) != parts.end();
    };
    const bool isUncovered = of.isWithAnswers || step.covered.empty();
    for (const auto& spec : pictures())
        if (tensor != nullptr && (isIn(step.shown, spec.id) || (of.isWithAnswers && isIn(step.revealed, spec.id))))
            page.pictures.push_back({&spec, tensor,
                                     isUncovered                   ? Covering::none
                                     : isIn(step.covered, spec.id) ? Covering::numbers
                                                                   : Covering::relations});
    return page;
}

QString sittingText(const PagesOf& of)
{
    const auto student = of.sitting.student.trimmed();
    const auto seed = of.sitting.classSeed.value_or(of.seed);
    return student.isEmpty() ? LessonPagesWords::tr("Seed %1").arg(seed)
                             : LessonPagesWords::tr("Seed %1, %2").arg(seed).arg(student);
}

} // namespace tscope
