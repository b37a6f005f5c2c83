// SPDX-License-Identifier: GPL-3.0-or-later
// While a question of a lesson is open, its answer stands nowhere in the window: in no view, panel, tool tip,
// status line or menu, and in nothing that is read aloud. Nor does the projector show it, at any size.
#include "lessons/answer_line.h"
#include "lessons/projector.h"
#include "panels/cover_frame.h"
#include "widgets/support/all_texts.h"
#include "widgets/support/lesson_window.h"
#include "widgets/support/tensors.h"

#include <QAccessible>
#include <QDockWidget>
#include <QMenu>
#include <QRegularExpression>

#include <algorithm>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

using Texts = std::map<QString, QString>; // by the text: who says it

void addSpoken(QAccessibleInterface* spoken, Texts& texts, int depth = 0)
{
    constexpr int deepest = 40;
    if (spoken == nullptr || depth > deepest || (depth > 0 && spoken->state().invisible))
        return;
    for (const auto part : {QAccessible::Name, QAccessible::Description, QAccessible::Value, QAccessible::Help})
        if (const auto text = spoken->text(part);
            !text.isEmpty() && (spoken->object() == nullptr ||
                                spoken->object()->objectName() != QStringLiteral("log text"))) // what was done
            texts.emplace(text, QStringLiteral("read aloud"));
    for (int i = 0; i < spoken->childCount(); ++i)
        addSpoken(spoken->child(i), texts, depth + 1);
}

Texts textsOf(MainWindow& window)
{
    // What a cover stands before is not seen, and not read aloud either.
    std::map<QString, int> hidden;
    for (auto* frame : window.findChildren<CoverFrame*>())
        if (frame->currentIndex() != 0)
            forEachText(*frame->widget(0), [&](const QString&, const QString& text) { ++hidden[text]; });
    Texts texts;
    forEachText(window, [&](const QString& what, const QString& text) {
        const bool isOfEveryTensor = what.startsWith(QStringLiteral("QTableView support")) ||
                                     what.contains(QStringLiteral(" log ")); // kernels
        if (!text.isEmpty() && !isOfEveryTensor && hidden[text]-- <= 0)
            texts.emplace(text, what);
    });
    texts.emplace(window.windowTitle(), QStringLiteral("title"));
    addSpoken(QAccessible::queryAccessibleInterface(&window), texts);
    return texts;
}

// Everything with digits in order as one list, so that "(4, 1)", "[4, 1]" and "4,1" are the same.
QString digitsOf(const QString& text)
{
    // Not of names such as uint8, of rules such as 5.2, of times and amounts.
    static const QRegularExpression number(QStringLiteral(R"((?<![\w.:-])-?\d+(?![\w:])(?!\.\d))"));
    QStringList all;
    for (auto each = number.globalMatch(text); each.hasNext();)
        all << each.next().captured();
    return QLatin1Char(' ') + all.join(QLatin1Char(' ')) + QLatin1Char(' ');
}

// What counts cells, slots and bytes beside a picture, and the place that one can point at: it names what may be
// answered, not what is to be.
bool isPlaceName(const QString& text)
{
    static const QRegularExpression place(
        QStringLiteral(R"(^(\d+|\d+ B|\[\d+(:\d+)?\]|\(\d+(, \d+)*,?\)|byte \d+|dim \d|row \d+|column \d+)$)"));
    return place.match(text).hasMatch();
}

// The parts of the lesson in which words of the answer are offered or asked about.
bool isOfQuestion(LessonWindow& shown, const QString& text)
{
    const auto& exercise = *shown.play().exercise();
    if (text.contains(QString::fromStdString(exercise.ask)) ||
        text.contains(QString::fromStdString(shown.play().lesson()->title.english)))
        return true;
    for (const auto& word : shown.play().step()->answer.words)
        if (text == QString::fromStdString(word))
            return true;
    for (const auto& piece : exercise.pieces)
        if (text == QString::fromStdString(tscope::text(piece)))
            return true;
    return false;
}

std::vector<SceneView*> allViews(MainWindow& window)
{
    auto views = window.views();
    if (const auto* projector = window.findChild<Projector*>())
        for (auto* view : projector->views())
            views.push_back(view);
    return views;
}

// The dynamic texts that tell the answer.
QStringList leaks(LessonWindow& shown, const Texts& texts, const Texts& before)
{
    const auto& exercise = *shown.play().exercise();
    const auto& step = *shown.play().step();
    const auto kind = step.answer.kind;
    QStringList found;
    const auto views = allViews(shown.window);
    for (auto* view : views) // nor a mark where the answer is what is broken
        if (shown.window.selection().cover().hides(QStringLiteral("rules")) && !view->scene().violations.empty())
            found << QStringLiteral("%1 marks what is broken").arg(QLatin1String(view->spec().id));
    const auto worked = QString::fromStdString(exercise.worked);
    // Shown openly: the pictures that the step leaves uncovered. Their cells are what one looks at to answer.
    std::set<QString> open;
    const auto& cover = shown.window.selection().cover();
    for (auto* view : views)
        if (!cover.hides(QLatin1String(view->spec().id)))
            for (const auto& spot : view->scene().spots) {
                open.insert(spot.value);
                open.insert(spot.words);
            }
    QString wanted, asDigits;
    if (exercise.expected) {
        wanted = QString::fromStdString(text(*exercise.expected));
        asDigits = digitsOf(wanted);
    }
    // Of a step that covers nothing its file says that nothing tells the answer but thinking. Words that one
    // chooses from, yes and no or names of layouts, stand in many sentences that tell nothing.
    const bool isNumbers = kind != AnswerKind::word && kind != AnswerKind::order && cover.isOn();
    const bool isOfNumbers = isNumbers && !asDigits.trimmed().isEmpty();
    const bool isOfWords = kind == AnswerKind::set && isNumbers && !isOfNumbers && wanted.size() > 4;
    const auto offers = [&](const QString& text) { // all that may be chosen, not which of it
        return std::ranges::count_if(step.answer.words, [&](const std::string& word) {
                   return text.contains(QString::fromStdString(word), Qt::CaseInsensitive);
               }) > 1;
    };
    for (const auto& [text, who] : texts) {
        if (before.contains(text) || isOfQuestion(shown, text) || isPlaceName(text) || open.contains(text) ||
            offers(text))
            continue;
        const auto tell = [&, &text = text, &who = who](const char* how) {
            found << QStringLiteral("%1 %2: \"%3\"").arg(who, QLatin1String(how), text);
        };
        if (!worked.isEmpty() && text.contains(worked))
            tell("has the solution");
        for (const auto& hint : exercise.hints)
            if (text.contains(QString::fromStdString(hint)))
                tell("has a hint");
        if (isOfNumbers && digitsOf(text).contains(asDigits))
            tell("has the numbers");
        if (isOfWords && text.contains(wanted.mid(1, wanted.size() - 2)))
            tell("has the words");
    }
    return found;
}

} // namespace

TEST(LessonLeaks, NoTextTellsTheAnswerWhileTheQuestionIsOpen)
{
    LessonWindow shown({1600, 1000});
    ASSERT_TRUE(shown.window.arrange(QStringLiteral("learn")));
    for (auto* dock : shown.window.findChildren<QDockWidget*>())
        dock->show(); // whoever opens them all sees no more
    // What stands there whatever is asked.
    shown.window.workspace().add(Document{{{"other", sample("bsr")}}, {}}, QStringLiteral("test"));
    shown.settle();
    const auto before = textsOf(shown.window);
    int steps = 0;
    for (const auto& each : shown.shelf()) {
        ASSERT_NE(each.lesson, nullptr) << each.path.toStdString();
        for (std::size_t step = 0; step < each.lesson->steps.size(); ++step) {
            if (step == 0)
                shown.begin(each.lesson, 11);
            else
                shown.goTo(step);
            ASSERT_EQ(shown.play().state(), LessonPlay::State::asked) << each.lesson->id << " " << step;
            for (auto* menu : shown.window.findChildren<QMenu*>())
                Q_EMIT menu->aboutToShow();
            shown.settle();
            const auto found = leaks(shown, textsOf(shown.window), before);
            EXPECT_TRUE(found.isEmpty())
                << each.lesson->id << " step " << step << " ("
                << tscope::name(each.lesson->steps[step].answer.kind) << " "
                << (shown.play().exercise()->expected ? text(*shown.play().exercise()->expected) : std::string())
                << "): " << found.join(QStringLiteral("\n    ")).toStdString();
            ++steps;
        }
    }
    EXPECT_GT(steps, 100);
}

// Its pictures are narrower and their type is larger, so that headings wrap.
TEST(LessonLeaks, TheProjectorTellsNoAnswerAtAnySize)
{
    LessonWindow shown;
    QTest::keyClick(&shown.window, Qt::Key_F11);
    auto* projector = shown.window.findChild<Projector*>();
    ASSERT_NE(projector, nullptr);
    projector->showNormal();
    int steps = 0;
    for (const auto& each : shown.shelf())
        for (std::size_t step = 0; step < each.lesson->steps.size(); ++step, ++steps) {
            step == 0 ? shown.begin(each.lesson, 11) : shown.goTo(step);
            ASSERT_EQ(shown.play().state(), LessonPlay::State::asked) << each.lesson->id << " " << step;
            for (const auto size : {QSize(1024, 768), QSize(1280, 800), QSize(1920, 1080)}) {
                projector->resize(size);
                shown.settle();
                Texts texts;
                forEachText(*projector, [&](const QString& what, const QString& text) {
                    if (!text.isEmpty())
                        texts.emplace(text, what);
                });
                const auto found = leaks(shown, texts, {});
                EXPECT_TRUE(found.isEmpty()) << each.lesson->id << " step " << step << " at " << size.width()
                                             << ": " << found.join(QStringLiteral("\n    ")).toStdString();
                if (!shown.window.selection().cover().isOn())
                    continue;
                for (const auto* view : projector->views())
                    for (const auto& label : view->scene().labels)
                        EXPECT_FALSE(label.text.contains(QStringLiteral("strides")))
                            << each.lesson->id << " step " << step << ": " << label.text.toStdString();
            }
        }
    EXPECT_GT(steps, 100);
}
