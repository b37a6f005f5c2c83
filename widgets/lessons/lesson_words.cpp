// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_words.h"

#include "language/catalogue.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace tscope {

namespace {

struct LessonWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::LessonWords)
};

} // namespace

QString inWindowLanguage(const LessonText& text)
{
    return QString::fromStdString(text.in(language()));
}

QString asSentence(QString text)
{
    if (text.isEmpty())
        return text;
    text[0] = text[0].toUpper();
    const auto last = text.back();
    const bool isChinese = last.unicode() > 0x2e80 || last == QChar(0x201d);
    if (!QStringLiteral(".!?\u3002\uff01\uff1f").contains(last))
        text += isChinese ? QChar(0x3002) : QLatin1Char('.');
    return text;
}

QString stepTitle(const Lesson& lesson, std::size_t step)
{
    return LessonWords::tr("%1, step %2 of %3: %4")
        .arg(inWindowLanguage(lesson.title))
        .arg(step + 1)
        .arg(lesson.steps.size())
        .arg(inWindowLanguage(lesson.steps[step].title));
}

QString offeredText(const LessonStep& step, const Exercise& exercise)
{
    QStringList words;
    if (step.answer.kind == AnswerKind::word)
        for (const auto& word : step.answer.words)
            words << QString::fromStdString(word);
    for (const auto& piece : exercise.pieces)
        words << QString::fromStdString(text(piece));
    if (words.isEmpty())
        return {};
    // Lines of code run together side by side.
    constexpr qsizetype longestBeside = 24;
    const bool areLong =
        std::ranges::any_of(words, [](const QString& word) { return word.size() > longestBeside; });
    const auto all =
        areLong ? QLatin1Char('\n') + words.join(QLatin1Char('\n')) : words.join(QStringLiteral("  \u00b7  "));
    return step.answer.kind == AnswerKind::order ? LessonWords::tr("Put in order: %1").arg(all)
                                                 : LessonWords::tr("Choose: %1").arg(all);
}

} // namespace tscope
