// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson on paper and as slides.
#include "lessons/lesson_export.h"

#include "lessons/answer_line.h"
#include "lessons/lesson_words.h"
#include "lessons/picked.h"
#include "widgets/support/lesson_window.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <algorithm>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

PrintFonts printFonts()
{
    return {QApplication::font(), SceneFonts::of(QApplication::font())};
}

// Of an SVG, without blanks, which line breaks take away; empty: it is no XML.
QString writtenIn(const std::string& svg)
{
    QXmlStreamReader xml(QByteArray::fromStdString(svg));
    QString all;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::Characters)
            all += xml.text();
    return xml.hasError() ? QString() : all.remove(QLatin1Char(' ')).remove(QLatin1Char('\n'));
}

QString withoutBlanks(QString text)
{
    return text.remove(QLatin1Char(' ')).remove(QLatin1Char('\n'));
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

qsizetype pagesIn(const QByteArray& pdf)
{
    return pdf.count("/Type /Page\n") + pdf.count("/Type /Page ");
}

} // namespace

// In no text, no number of a covered picture, and nothing that is written in the file of a slide.
TEST(LessonPages, WithoutAnswersHaveNone)
{
    LessonWindow shown;
    int steps = 0;
    for (const auto& each : shown.shelf()) {
        const PagesOf of{each.lesson, 11, {}, false};
        for (std::size_t step = 0; step < each.lesson->steps.size(); ++step, ++steps) {
            SCOPED_TRACE(each.lesson->id + " step " + std::to_string(step));
            const auto exercise = pose(*each.lesson, step, 11);
            ASSERT_TRUE(exercise);
            const auto page = pageOf(of, step);
            EXPECT_EQ(page.answer + page.worked, QString());
            EXPECT_EQ(page.ask, QString::fromStdString(exercise->ask));
            const auto placed = planOfSlide(page, printFonts(), {}).placed.pictures;
            ASSERT_EQ(placed.size(), page.pictures.size());
            for (std::size_t i = 0; i < placed.size(); ++i) {
                const auto& picture = page.pictures[i];
                const auto& scene = placed[i].scene;
                const auto& covered = each.lesson->steps[step].covered;
                if (std::ranges::count(covered, std::string_view(picture.spec->id)) > 0) {
                    for (const auto& spot : scene->spots)
                        EXPECT_EQ(spot.value, QString());
                    EXPECT_TRUE(scene->violations.empty());
                }
            }
            const auto written = writtenIn(slideSvg(of, step, printFonts(), {}));
            EXPECT_TRUE(written.contains(withoutBlanks(page.title))) << written.toStdString();
            EXPECT_TRUE(written.contains(withoutBlanks(page.ask))) << written.toStdString();
            EXPECT_FALSE(written.contains(withoutBlanks(QString::fromStdString(exercise->worked))));
            for (const auto& hint : exercise->hints)
                EXPECT_FALSE(written.contains(withoutBlanks(QString::fromStdString(hint))));
        }
    }
    EXPECT_GT(steps, 100);
}

namespace {

// All of a scene is drawn, and in the room that it has.
void expectWhole(const PlacedPictures& placed, const PagePicture& picture, std::size_t number, QSizeF room)
{
    constexpr double rounding = 0.01;
    const auto& each = placed.pictures[number];
    const auto part = each.drawn.adjusted(-rounding, -rounding, rounding, rounding);
    EXPECT_TRUE(QRectF(QPointF(0, 0), room).adjusted(-1, -1, 1, 1).contains(each.rect));
    EXPECT_NEAR(each.rect.height(), each.drawn.height() * each.scale(), rounding) << "not stretched";
    EXPECT_LE(each.scene->content.width(), each.drawn.width() + 1);
    EXPECT_LE(each.scene->content.height(), each.drawn.height() + 1);
    const auto contains = [&](const auto& items) {
        return std::ranges::all_of(items, [&](const auto& item) { return part.contains(item.rect); });
    };
    EXPECT_TRUE(contains(each.scene->spots));
    EXPECT_TRUE(contains(each.scene->boxes));
    EXPECT_TRUE(contains(each.scene->labels));
    if (std::string_view(picture.spec->id) != "members")
        return;
    std::set<std::string_view> shown, stored;
    for (const auto& spot : each.scene->spots)
        if (const auto* slots = std::get_if<Slots>(&spot.place))
            shown.insert(slots->member);
    for (const auto& member : picture.tensor->members)
        if (numel(member.array.geometry).value_or(0) > 0)
            stored.insert(member.role->name);
    EXPECT_EQ(shown, stored);
}

} // namespace

TEST(LessonPages, HaveWholePicturesOnSlidesAndOnPaper)
{
    LessonWindow shown;
    int pictures = 0;
    constexpr QSizeF paper(674, 1003);
    for (const auto& each : shown.shelf())
        for (const bool isWithAnswers : {false, true}) {
            const PagesOf of{each.lesson, 2026, {}, isWithAnswers};
            for (std::size_t step = 0; step < each.lesson->steps.size(); ++step) {
                SCOPED_TRACE(each.lesson->id + " step " + std::to_string(step) +
                             (isWithAnswers ? " answers" : ""));
                const auto page = pageOf(of, step);
                const auto plan = planOfSlide(page, printFonts(), {});
                const auto room = handoutRoom(paper, printFonts());
                const auto onPaper = placedPictures(page.pictures, room, printFonts().scenes.size(), {});
                EXPECT_TRUE(page.pictures.empty() || QRectF(0, 0, 1280, 720).contains(plan.pictures));
                for (std::size_t i = 0; i < page.pictures.size(); ++i, ++pictures) {
                    expectWhole(plan.placed, page.pictures[i], i, plan.pictures.size());
                    expectWhole(onPaper, page.pictures[i], i, room.size);
                }
            }
        }
    EXPECT_GT(pictures, 100);
}

// Small pictures are enlarged with their texts, and neighbours take the side that is larger.
TEST(LessonPages, FillTheirSlides)
{
    LessonWindow shown;
    const auto lesson = std::ranges::find(shown.shelf(), "09-coo-to-csr", [](const auto& each) {
                            return each.lesson->id;
                        })->lesson;
    for (std::size_t step = 0; step < 3; ++step) {
        const auto plan = planOfSlide(pageOf({lesson, 2026}, step), printFonts(), {});
        EXPECT_GE(plan.placed.scale, 1.2) << step;
    }
}

// Pointers that are dragged into place, the places of the answer framed, nothing covered.
TEST(LessonPages, WithAnswersShowTheSolvedPicture)
{
    LessonWindow shown;
    const auto lesson = std::ranges::find(shown.shelf(), "09-coo-to-csr", [](const auto& each) {
                            return each.lesson->id;
                        })->lesson;
    const auto exercise = pose(*lesson, 0, 2026);
    const auto pointersIn = [&](bool isWithAnswers) {
        const auto page = pageOf({lesson, 2026, {}, isWithAnswers}, 0);
        const auto members = std::ranges::find_if(page.pictures, [](const PagePicture& picture) {
            return std::string_view(picture.spec->id) == "members";
        });
        EXPECT_EQ(members->covering == Covering::none, isWithAnswers);
        const auto pointers = draggedValue(lesson->steps[0].answer, *members->tensor);
        return pointers ? text(*pointers) : std::string();
    };
    EXPECT_EQ(pointersIn(true), text(*exercise->expected));
    EXPECT_NE(pointersIn(false), text(*exercise->expected));

    const auto second = pageOf({lesson, 2026, {}, true}, 1);
    const auto placed = planOfSlide(second, printFonts(), {}).placed.pictures;
    std::size_t framed = 0;
    for (const auto& picture : placed)
        framed += static_cast<std::size_t>(std::ranges::count(picture.scene->boxes, Ink::selected, &Box::stroke));
    EXPECT_GT(framed, 0U);
}

TEST(LessonPages, WithAnswersHaveTheSentenceOfEachStep)
{
    LessonWindow shown;
    const auto lesson = std::ranges::find(shown.shelf(), "09-coo-to-csr", [](const auto& each) {
                            return each.lesson->id;
                        })->lesson;
    EXPECT_EQ(pageOf({lesson, 1, {}, true}, 0).explained, QStringLiteral("An empty row is a repeated pointer."));
    EXPECT_EQ(pageOf({lesson, 1, {}, true}, 2).explained,
              QStringLiteral("The last pointer is the number of entries."));
    EXPECT_EQ(pageOf({lesson, 1, {}, false}, 2).explained, QString());
}

// On paper nothing is dragged, and a name would give other numbers.
TEST(LessonPages, OnPaperAskForWhatCanBeWritten)
{
    LessonWindow shown;
    int asked = 0;
    for (const auto& each : shown.shelf())
        for (std::size_t step = 0; step < each.lesson->steps.size(); ++step) {
            const auto page = pageOf({each.lesson, 5}, step);
            if (each.lesson->steps[step].answer.kind != AnswerKind::pointers) {
                EXPECT_EQ(page.paperAsk, page.ask);
                continue;
            }
            ++asked;
            EXPECT_FALSE(page.paperAsk.contains(QStringLiteral("rag them"))) << page.paperAsk.toStdString();
            EXPECT_TRUE(page.paperAsk.endsWith(QStringLiteral(" Write all pointers.")))
                << page.paperAsk.toStdString();
        }
    EXPECT_GE(asked, 2);
    const auto& lesson = shown.shelf().front().lesson;
    EXPECT_EQ(paperSittingText({lesson, 3, {7, {}}}), QStringLiteral("Seed 7, the same numbers for every name"));
    EXPECT_EQ(paperSittingText({lesson, 3, {7, QStringLiteral("Ann")}}), QStringLiteral("Seed 7, Ann"));
}

TEST(LessonPages, WithAnswersHaveTheKeyAndTheSolution)
{
    LessonWindow shown;
    for (const auto& each : shown.shelf()) {
        const PagesOf of{each.lesson, 11, {}, true};
        for (std::size_t step = 0; step < each.lesson->steps.size(); ++step) {
            const auto exercise = pose(*each.lesson, step, 11);
            const auto page = pageOf(of, step);
            EXPECT_EQ(page.worked, QString::fromStdString(exercise->worked));
            if (exercise->expected) {
                EXPECT_EQ(page.answer, QString::fromStdString(text(*exercise->expected)));
            }
        }
    }
}

TEST(LessonPages, HaveTheNumbersOfTheClassAndTheName)
{
    LessonWindow shown;
    const auto& lesson = shown.shelf().front().lesson;
    const PagesOf ofClass{lesson, 3, {7, {}}, false}, ofAnn{lesson, 3, {7, QStringLiteral(" Ann ")}, false};
    EXPECT_EQ(ofClass.exerciseSeed(), 7U);
    EXPECT_EQ(ofAnn.exerciseSeed(), seedOf(7, "ann"));
    EXPECT_EQ(pageOf(ofAnn, 0).ask, QString::fromStdString(pose(*lesson, 0, seedOf(7, "Ann"))->ask));
    EXPECT_TRUE(writtenIn(slideSvg(ofAnn, 0, printFonts(), {})).contains(QStringLiteral("Seed7,Ann")));
    EXPECT_TRUE(writtenIn(slideSvg(ofClass, 0, printFonts(), {})).contains(QStringLiteral("Seed7")));
}

TEST(LessonExportFiles, AreAPageForEachStepAPictureForEachAndHandouts)
{
    LessonWindow shown;
    QTemporaryDir folder;
    auto& writer = *shown.window.findChild<LessonExport*>();
    using Kind = LessonExport::Kind;
    const auto lesson = shown.shelf().front().lesson;
    const auto steps = static_cast<qsizetype>(lesson->steps.size());
    EXPECT_TRUE(shown.child<QAction>("export-slides").isEnabled()) << "the one that is selected";
    shown.child<QListWidget>("lessons").setCurrentRow(-1);
    EXPECT_FALSE(shown.child<QAction>("export-slides").isEnabled());
    EXPECT_FALSE(shown.child<QAction>("export-slides").statusTip().isEmpty());
    writer.save(Kind::slides, folder.filePath(QStringLiteral("none.pdf")));
    shown.settle();
    EXPECT_FALSE(QFile::exists(folder.filePath(QStringLiteral("none.pdf")))) << "there is no lesson";

    shown.begin(lesson, 5);
    EXPECT_TRUE(shown.child<QAction>("export-slides").isEnabled());
    for (const auto& [kind, name] : {std::pair(Kind::slides, "s.pdf"), std::pair(Kind::handout, "h.pdf"),
                                     std::pair(Kind::handoutWithAnswers, "a.pdf")})
        writer.save(kind, folder.filePath(QLatin1String(name)));
    for (int twice = 0; twice < 2; ++twice) {
        writer.save(Kind::slidePictures, folder.path());
        shown.settle();
    }
    const auto slides = contentOf(folder.filePath(QStringLiteral("s.pdf")));
    EXPECT_TRUE(slides.startsWith("%PDF"));
    EXPECT_EQ(pagesIn(slides), steps);
    const auto handout = contentOf(folder.filePath(QStringLiteral("h.pdf")));
    const auto answers = contentOf(folder.filePath(QStringLiteral("a.pdf")));
    EXPECT_GE(pagesIn(handout), 1);
    EXPECT_LE(pagesIn(handout), steps);
    EXPECT_TRUE(answers.startsWith("%PDF"));
    EXPECT_NE(answers, handout);
    const auto name = QString::fromStdString(lesson->id);
    for (const auto& each : {name, name + QStringLiteral(" 2")}) {
        const auto files = QDir(folder.filePath(each)).entryList({QStringLiteral("*.svg")});
        EXPECT_EQ(files.size(), steps) << each.toStdString();
    }
}

namespace {

// The picture of the first step that an export of what is open writes into a folder of its own.
QString firstSlide(LessonWindow& shown)
{
    const QTemporaryDir folder;
    shown.window.findChild<LessonExport*>()->save(LessonExport::Kind::slidePictures, folder.path());
    shown.settle();
    const QDir pictures(folder.filePath(QString::fromStdString(shown.play().lesson()->id)));
    const auto files = pictures.entryList({QStringLiteral("*.svg")}, QDir::Files, QDir::Name);
    return files.isEmpty() ? QString() : writtenIn(contentOf(pictures.filePath(files.front())).toStdString());
}

} // namespace

// A name without a seed of the class gives numbers too, and an own tensor where the lesson takes one.
TEST(LessonExportFiles, HaveTheExercisesThatAreOnTheScreen)
{
    LessonWindow shown;
    const auto find = [&](std::string_view id) {
        return std::ranges::find(shown.shelf(), id, [](const auto& each) { return each.lesson->id; })->lesson;
    };
    shown.play().sit({std::nullopt, QStringLiteral("Ann")});
    shown.begin(find("01-a-grid-on-a-strip"), 9);
    const auto asked = [&] { return withoutBlanks(QString::fromStdString(shown.play().exercise()->ask)); };
    EXPECT_TRUE(firstSlide(shown).contains(asked())) << asked().toStdString();

    shown.play().close();
    shown.play().sit({});
    shown.window.workspace().add(Document{{{"mine", sample("csr")}}, {}}, QStringLiteral("test"));
    shown.settle();
    shown.begin(find("10-reading-csr-and-csc-for-free"), 9);
    ASSERT_NE(shown.play().own(), nullptr);
    EXPECT_TRUE(firstSlide(shown).contains(asked())) << asked().toStdString();
}

// Before it is begun: with the seed of the class, the same on slides and paper.
TEST(LessonExportFiles, AreOfTheSelectedLessonToo)
{
    LessonWindow shown;
    shown.child<QAction>("lessons").trigger();
    shown.settle();
    shown.child<QListWidget>("lessons").setCurrentRow(1);
    QTest::keyClicks(&shown.child<QLineEdit>("class seed"), QStringLiteral("42"));
    const QTemporaryDir folder;
    shown.window.findChild<LessonExport*>()->save(LessonExport::Kind::slidePictures, folder.path());
    shown.settle();
    const auto& lesson = shown.shelf()[1].lesson;
    const QDir pictures(folder.filePath(QString::fromStdString(lesson->id)));
    const auto files = pictures.entryList({QStringLiteral("*.svg")}, QDir::Files, QDir::Name);
    ASSERT_EQ(files.size(), std::ssize(lesson->steps));
    const auto first = writtenIn(contentOf(pictures.filePath(files.front())).toStdString());
    EXPECT_TRUE(first.contains(QStringLiteral("Seed42")));
    EXPECT_TRUE(first.contains(withoutBlanks(QString::fromStdString(pose(*lesson, 0, seedOf(42, ""))->ask))));
}

TEST(LessonExportFiles, CanBeAskedForBelowFile)
{
    LessonWindow shown;
    const auto* file = shown.window.menuBar()->actions().front()->menu();
    const auto below = file->actions();
    EXPECT_TRUE(std::ranges::any_of(below, [&](const QAction* each) {
        return each->menu() != nullptr &&
               each->menu()->actions().contains(&shown.child<QAction>("export-handout"));
    }));
}

// Side by side they run together, and break where no line ends.
TEST(LessonPages, HaveEachLineOfCodeOnALineOfItsOwn)
{
    const auto offered = [](const char* order) {
        LessonStep step;
        step.answer.kind = AnswerKind::order;
        Exercise exercise;
        for (const auto& each : QString::fromLatin1(order).split(QLatin1Char('|')))
            exercise.pieces.emplace_back(each.toStdString());
        return offeredText(step, exercise);
    };
    EXPECT_EQ(offered("count[rows[k]] += 1 for each k|b"),
              QStringLiteral("Put in order: \ncount[rows[k]] += 1 for each k\nb"));
    EXPECT_EQ(offered("a|b"), QStringLiteral("Put in order: a  \u00b7  b"));
}
