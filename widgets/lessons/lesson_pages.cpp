// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_pages.h"

#include "facts/wording.h"
#include "language/catalogue.h"
#include "lessons/lesson_book.h"
#include "lessons/lesson_words.h"
#include "lessons/mark.h"
#include "lessons/picked.h"

#include <QCoreApplication>
#include <QRegularExpression>

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

// With the numbers of the right answer in place, as if they had been dragged there.
TensorPtr solvedTensor(const LessonStep& step, const Exercise& exercise, const TensorPtr& tensor)
{
    if (tensor == nullptr || !exercise.expected)
        return tensor;
    const auto edits = editsOf(step.answer, *tensor, *exercise.expected);
    if (edits.edits.empty())
        return tensor;
    auto made = applied(*tensor, edits.edits);
    return made ? std::make_shared<const Tensor>(*std::move(made)) : tensor;
}

std::vector<Place> rightPlaces(const LessonStep& step, const Exercise& exercise, const TensorPtr& tensor)
{
    const auto& spec = step.point ? *step.point : step.answer;
    const auto& right = step.point ? exercise.point : exercise.expected;
    if (tensor == nullptr || !right || exercise.tensor(spec.tensor) != tensor)
        return {};
    return placesOf(spec, *tensor, *right);
}

// The sentence with the first word that fills its gap in the window's language.
QString filledSentence(const GapSentence& sentence)
{
    return inWindowLanguage(sentence.before) + QString::fromStdString(wordOfGap(sentence, language())) +
           inWindowLanguage(sentence.after);
}

// Pointers are dragged in the window; the last sentence of such a question says so.
QString askOnPaper(const LessonStep& step, const QString& ask)
{
    static const QRegularExpression lastSentence(
        QStringLiteral("(?<=[.\u3002])\\s*[^.\u3002]*(?:[Dd]rag|\u62d6)[^.\u3002]*[.\u3002]$"));
    auto written = ask;
    if (step.answer.kind != AnswerKind::pointers || !lastSentence.match(ask).hasMatch())
        return ask;
    written.remove(lastSentence);
    return (written.endsWith(QLatin1Char('.')) ? written + QLatin1Char(' ') : written) +
           LessonPagesWords::tr("Write all pointers.");
}

} // namespace

std::uint64_t PagesOf::exerciseSeed() const
{
    if (!sitting.isOfClass())
        return seed;
    const auto ofClass = sitting.classSeed.value_or(seed);
    return sitting.areNumbersShared ? ofClass : seedOf(ofClass, sitting.student.trimmed().toStdString());
}

SceneRequest PagePicture::request(QSizeF size, const TextSize& text) const
{
    SceneRequest made;
    made.tensor = tensor;
    made.size = size;
    made.text = text;
    made.hidesBroken = made.isCovered = covering != Covering::none;
    return made;
}

Scene PagePicture::scene(const SceneRequest& request, const Watch& watch) const
{
    auto made = spec->build(request, watch);
    if (covering != Covering::none)
        made = covered(std::move(made), covering, request.hidesBroken);
    for (const auto& spot : made.spots)
        if (std::ranges::find(right, spot.place) != right.end())
            for (const double inset : {0.0, 1.0})
                made.boxes.push_back({spot.rect.adjusted(inset, inset, -inset, -inset), Ink::none, Ink::selected});
    return made;
}

LessonPage pageOf(const PagesOf& of, std::size_t number)
{
    const auto& step = of.lesson->steps[number];
    LessonPage page;
    page.title = stepTitle(*of.lesson, number);
    const auto exercise = pose(*of.lesson, number, of.exerciseSeed(), of.own);
    if (!exercise) {
        page.ask = page.paperAsk = QString::fromStdString(sentenceOf(exercise.error()));
        return page;
    }
    page.ask = QString::fromStdString(exercise->ask);
    page.paperAsk = askOnPaper(step, page.ask);
    page.offered = offeredText(step, *exercise);
    if (of.isWithAnswers) {
        page.worked = QString::fromStdString(exercise->worked);
        if (exercise->expected)
            page.answer = QString::fromStdString(keyOf(*exercise));
        if (step.explained)
            page.explained = filledSentence(*step.explained);
    }
    auto tensor = tensorOfStep(step, *exercise);
    std::vector<Place> right;
    if (of.isWithAnswers) {
        right = rightPlaces(step, *exercise, tensor);
        tensor = solvedTensor(step, *exercise, tensor);
    }
    const auto isIn = [](const std::vector<std::string>& parts, std::string_view id) {
        return std::ranges::find(parts, id) != parts.end();
    };
    const bool isUncovered = of.isWithAnswers || step.covered.empty();
    for (const auto& spec : pictures())
        if (tensor != nullptr && (isIn(step.shown, spec.id) || (of.isWithAnswers && isIn(step.revealed, spec.id))))
            page.pictures.push_back({&spec, tensor,
                                     isUncovered                   ? Covering::none
                                     : isIn(step.covered, spec.id) ? Covering::numbers
                                                                   : Covering::relations,
                                     right});
    return page;
}

QString sittingText(const PagesOf& of)
{
    const auto student = of.sitting.student.trimmed();
    const auto seed = of.sitting.classSeed.value_or(of.seed);
    return student.isEmpty() ? LessonPagesWords::tr("Seed %1").arg(seed)
                             : LessonPagesWords::tr("Seed %1, %2").arg(seed).arg(student);
}

// A name may give other numbers: students who type theirs would have none of those on the paper.
QString paperSittingText(const PagesOf& of)
{
    const auto& sitting = of.sitting;
    return sitting.classSeed && (sitting.areNumbersShared || sitting.student.trimmed().isEmpty())
               ? LessonPagesWords::tr("Seed %1, the same numbers for every name").arg(*sitting.classSeed)
               : sittingText(of);
}

} // namespace tscope
