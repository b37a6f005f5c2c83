// SPDX-License-Identifier: GPL-3.0-or-later
// What a class sees: read from the last row, stepped through by a remote control, and left without a trace.
#include "style/projected_type.h"
#include "views/scene_painter.h"
#include "widgets/lessons/projector_window.h"
#include "widgets/support/scene_audit.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QFontInfo>
#include <QPointer>

#include <array>

using namespace tscope;
using namespace tscope::test;

namespace {

constexpr std::array projectorSizes{QSize(1024, 768), QSize(1920, 1080), QSize(3840, 2160)};

// Which panel is where, and which bar is shown.
QStringList standing(const MainWindow& window)
{
    QStringList all;
    for (const auto* dock : window.findChildren<QDockWidget*>())
        all << QStringLiteral("%1 %2 %3x%4")
                   .arg(dock->objectName())
                   .arg(dock->isVisible())
                   .arg(dock->width())
                   .arg(dock->height());
    all << QStringLiteral("%1x%2 %3").arg(window.width()).arg(window.height()).arg(int(window.windowState()));
    return all;
}

// What can't be read of the labels: cut off, too small, or too faint.
QStringList faultsOfLabels(const Projector& projector)
{
    constexpr double readable = 4.5, ofType = 0.4; // small type, and long texts
    QStringList faults;
    for (const auto* label : projector.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty())
            continue;
        const auto about = label->objectName() + QLatin1Char(' ') + label->text().left(30);
        if (label->wordWrap() ? label->height() + 1 < label->heightForWidth(label->width())
                              : label->width() + 1 < label->sizeHint().width())
            faults << about + QStringLiteral(" is cut off");
        const QRect place(label->mapTo(&projector, QPoint(0, 0)), label->size());
        if (place.left() < 0 || place.right() >= projector.width())
            faults << about + QStringLiteral(" is outside");
        if (QFontInfo(label->font()).pixelSize() < ofType * projectedTypeHeight(projector.size()))
            faults << about + QStringLiteral(" is small");
        const auto& palette = label->palette();
        if (contrast(palette.color(QPalette::WindowText), palette.color(QPalette::Window)) < readable)
            faults << about + QStringLiteral(" is faint");
    }
    return faults;
}

QStringList faultsOfPictures(const Projector& projector, const MainWindow& window, const Workspace& workspace)
{
    QStringList faults;
    for (const auto* view : projector.views()) {
        const auto* subject = workspace.find(view->subject());
        SceneRequest request;
        request.tensor = subject->tensor;
        request.report = subject->report;
        request.size = view->viewport()->size();
        request.origin = view->scene().origin;
        request.zoom = view->zoom();
        request.text = SceneFonts::of(view->font()).size();
        request.theme = window.theme();
        for (const auto& fault : faultsOf(view->scene(), request))
            faults << QLatin1String(view->spec().id) + QStringLiteral(": ") + fault;
        if (view->accessibleName().isEmpty())
            faults << QStringLiteral("a view has no name");
        if (QFontInfo(view->font()).pixelSize() < 0.9 * projectedTypeHeight(projector.size()))
            faults << QStringLiteral("the type of a view is small");
        const QRect place(view->mapTo(&projector, QPoint(0, 0)), view->size());
        if (!projector.rect().contains(place))
            faults << QStringLiteral("a view is outside");
    }
    return faults;
}

} // namespace

TEST(ProjectorMode, IsLeftByEscapeOrItsKeyAndAllIsAsBefore)
{
    for (const auto key : {Qt::Key_Escape, Qt::Key_F11}) {
        ProjectorWindow shown;
        shown.window.workspace().add(Document{{{"bsr", sample("bsr")}}, {}}, QStringLiteral("test"));
        shown.settle();
        auto& view = shown.view("members");
        view.setFocus();
        view.setZoom(40, {});
        shown.settle();
        const auto before = standing(shown.window);
        const auto framing = view.framing().zoom;
        auto& projector = shown.project();
        EXPECT_TRUE(projector.isFullScreen());
        EXPECT_EQ(projector.views().size(), 2U);
        EXPECT_TRUE(projector.findChildren<QDockWidget*>().isEmpty());
        shown.press(projector, key);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        EXPECT_EQ(shown.window.findChild<Projector*>(), nullptr);
        EXPECT_EQ(standing(shown.window), before);
        EXPECT_EQ(view.framing().zoom, framing);
        EXPECT_EQ(shown.window.focusWidget(), &view);
    }
}

TEST(ProjectorMode, ShowsOnlyThePictureThatTheTabShows)
{
    ProjectorWindow shown;
    shown.window.workspace().add(Document{{{"bsr", sample("bsr")}}, {}}, QStringLiteral("test"));
    shown.window.tabs().setPicture(0, QStringLiteral("storage"));
    shown.settle();
    const auto views = shown.project().views();
    ASSERT_EQ(views.size(), 1U);
    EXPECT_STREQ(views.front()->spec().id, "storage");
}

TEST(ProjectorMode, PageKeysShowTheSolutionFirstAndThenTheNextStep)
{
    for (const auto& [on, back] :
         {std::pair(Qt::Key_PageDown, Qt::Key_PageUp), std::pair(Qt::Key_Space, Qt::Key_Backspace)}) {
        ProjectorWindow shown;
        shown.begin(shown.lesson(0), 5);
        auto& projector = shown.project();
        const auto worked = [&] { return QString::fromStdString(shown.play().exercise()->worked); };
        EXPECT_TRUE(textOfLabel(projector, "projector question")
                        .contains(QString::fromStdString(shown.play().exercise()->ask)));
        EXPECT_EQ(textOfLabel(projector, "projector solution"), QString());
        EXPECT_TRUE(shown.window.selection().cover().isOn());
        shown.press(projector, on);
        EXPECT_EQ(shown.play().number(), 0U);
        EXPECT_TRUE(textOfLabel(projector, "projector solution").contains(worked()));
        EXPECT_FALSE(shown.window.selection().cover().isOn());
        shown.press(projector, on);
        EXPECT_EQ(shown.play().number(), 1U);
        EXPECT_EQ(textOfLabel(projector, "projector solution"), QString());
        shown.press(projector, back);
        EXPECT_EQ(shown.play().number(), 0U);
        shown.press(projector, on);
        const auto seed = shown.play().seed();
        shown.press(projector, back);
        EXPECT_EQ(shown.play().number(), 0U) << "the solution is hidden again";
        EXPECT_EQ(shown.play().seed(), seed);
        EXPECT_EQ(textOfLabel(projector, "projector solution"), QString());
        shown.press(projector, back);
        EXPECT_EQ(shown.play().number(), 0U) << "there is no step before";
    }
}

TEST(ProjectorMode, KeepsThePictureOfTheQuestionBesideThatOfTheAnswer)
{
    ProjectorWindow shown;
    shown.begin(shown.lesson(8), 5);
    auto& projector = shown.project();
    const auto pictureIds = [&] {
        QStringList all;
        for (const auto* view : projector.views())
            all << QLatin1String(view->spec().id);
        return all;
    };
    EXPECT_EQ(pictureIds(), QStringList{QStringLiteral("members")});
    shown.press(projector, Qt::Key_PageDown);
    EXPECT_EQ(pictureIds().size(), 2);
    EXPECT_TRUE(pictureIds().contains(QStringLiteral("members")));
    EXPECT_TRUE(pictureIds().contains(QStringLiteral("logical")));
}

TEST(ProjectorMode, StaysAtTheLastStep)
{
    ProjectorWindow shown;
    shown.begin(shown.lesson(1), 5);
    auto& projector = shown.project();
    const auto steps = shown.lesson(1)->steps.size();
    for (std::size_t i = 0; i < 2 * steps + 3; ++i)
        shown.press(projector, Qt::Key_PageDown);
    EXPECT_EQ(shown.play().number(), steps - 1);
    EXPECT_TRUE(projector.isVisible());
}

// The conversion is shown by the entries that are converted, and watched once it is answered.
TEST(ProjectorMode, ShowsTheEntriesThatAreScattered)
{
    ProjectorWindow shown;
    auto& projector = shown.project();
    shown.begin(shown.lesson(8), 11);
    for (const std::size_t step : {3, 4}) {
        shown.goTo(step);
        ASSERT_EQ(projector.views().size(), 1U) << step;
        EXPECT_FALSE(projector.views().front()->scene().spots.empty()) << step;
        EXPECT_FALSE(shown.play().offersMovement()) << step;
        shown.press(projector, Qt::Key_PageDown);
        EXPECT_TRUE(shown.play().offersMovement()) << step;
    }
}

// A question that prints arrays shows them: only what they break is covered.
TEST(ProjectorMode, ShowsTheArraysWhoseRulesAreAsked)
{
    ProjectorWindow shown;
    auto& projector = shown.project();
    const auto& lesson = shown.lesson(12);
    ASSERT_EQ(lesson->id, "13-the-repair-shop");
    shown.begin(lesson, 11);
    for (const std::size_t step : {0, 1}) {
        shown.goTo(step);
        ASSERT_FALSE(projector.views().empty()) << step;
        const auto& scene = projector.views().front()->scene();
        EXPECT_FALSE(scene.spots.empty()) << step;
        for (const auto& spot : scene.spots)
            EXPECT_FALSE(spot.value.isEmpty()) << step;
        EXPECT_TRUE(scene.violations.empty()) << step;
        for (const auto& box : scene.boxes)
            EXPECT_TRUE(box.fill != Ink::errorFill && box.stroke != Ink::error) << step;
    }
}

// Also below a step that has no picture.
TEST(ProjectorMode, KeysStandAtTheBottomOfThePage)
{
    ProjectorWindow shown;
    auto& projector = shown.project();
    const auto& lesson = shown.lesson(8);
    shown.begin(lesson, 11);
    const auto* keys = projector.findChild<QLabel*>(QStringLiteral("projector keys"));
    bool isWithoutPicture = false;
    for (std::size_t step = 0; step < lesson->steps.size(); ++step) {
        shown.goTo(step);
        isWithoutPicture = isWithoutPicture || projector.views().empty();
        EXPECT_LE(keys->height(), 3 * QFontMetrics(keys->font()).height()) << step;
        EXPECT_GT(keys->geometry().bottom(), projector.height() * 0.95) << step;
    }
    EXPECT_TRUE(isWithoutPicture);
}

// It fills the page, and its solution leaves it as large as it is.
TEST(ProjectorMode, AQuestionWithoutPicturesIsSetLarger)
{
    ProjectorWindow shown;
    auto& projector = shown.project();
    shown.begin(shown.lesson(14), 11);
    ASSERT_TRUE(projector.views().empty());
    const auto* ask = projector.findChild<QLabel*>(QStringLiteral("projector question"));
    const auto before = QFontInfo(ask->font()).pixelSize();
    EXPECT_GT(before, 1.1 * projectedTypeHeight(projector.size()));
    shown.press(projector, Qt::Key_PageDown);
    EXPECT_NE(textOfLabel(projector, "projector solution"), QString());
    EXPECT_EQ(QFontInfo(ask->font()).pixelSize(), before);
    EXPECT_TRUE(faultsOfLabels(projector).isEmpty());
}

// Steps that ask for a number have a picture with its numbers, beside the one that would tell.
TEST(ProjectorMode, ShowsTheMatrixThatIsWalkedThrough)
{
    ProjectorWindow shown;
    auto& projector = shown.project();
    shown.begin(shown.lesson(6), 11);
    for (const std::size_t step : {1, 2}) {
        shown.goTo(step);
        const auto views = projector.views();
        ASSERT_EQ(views.size(), 2U) << step;
        for (const auto* view : views) {
            const bool isStorage = std::string_view(view->spec().id) == "storage";
            EXPECT_EQ(shown.window.selection().cover().hides(QLatin1String(view->spec().id)), isStorage) << step;
            EXPECT_FALSE(view->scene().spots.empty()) << step;
            EXPECT_EQ(view->scene().spots.front().value.isEmpty(), isStorage) << step;
        }
    }
}

// In each step of each lesson: what the window covers is covered here too.
TEST(ProjectorMode, TellsNoAnswerBeforeItIsShown)
{
    ProjectorWindow shown;
    auto& projector = shown.project();
    int steps = 0;
    for (const auto& each : shown.shelf())
        for (std::size_t step = 0; step < each.lesson->steps.size(); ++step, ++steps) {
            step == 0 ? shown.begin(each.lesson, 11) : shown.goTo(step);
            SCOPED_TRACE(each.lesson->id + " step " + std::to_string(step));
            const auto& exercise = *shown.play().exercise();
            for (const auto* label : projector.findChildren<QLabel*>()) {
                EXPECT_FALSE(label->text().contains(QString::fromStdString(exercise.worked)));
                for (const auto& hint : exercise.hints)
                    EXPECT_FALSE(label->text().contains(QString::fromStdString(hint)));
            }
            for (const auto* view : projector.views())
                if (shown.window.selection().cover().hides(QLatin1String(view->spec().id))) {
                    for (const auto& spot : view->scene().spots)
                        EXPECT_EQ(spot.value, QString());
                }
            EXPECT_TRUE(faultsOfLabels(projector).isEmpty())
                << faultsOfLabels(projector).join(QLatin1Char('\n')).toStdString();
        }
    EXPECT_GT(steps, 100);
}

class ProjectorLook : public testing::TestWithParam<QSize>
{
};

TEST_P(ProjectorLook, IsReadFromFarWhateverIsShown)
{
    for (const auto theme : {Theme::light, Theme::dark}) {
        ProjectorWindow shown;
        shown.window.setTheme(theme);
        auto& projector = shown.project();
        projector.showNormal();
        projector.resize(GetParam());
        shown.settle();
        ASSERT_EQ(projector.size(), GetParam());
        EXPECT_EQ(textOfLabel(projector, "projector empty"), QStringLiteral("No tensor is open."));
        for (const auto& name : oddTensorNames()) {
            SCOPED_TRACE(name);
            shown.window.workspace().add(Document{{{name, oddTensor(name)}}, {}}, QStringLiteral("test"));
            shown.settle();
            ASSERT_FALSE(projector.views().empty());
            const auto faults =
                faultsOfLabels(projector) + faultsOfPictures(projector, shown.window, shown.window.workspace());
            EXPECT_TRUE(faults.isEmpty()) << faults.join(QLatin1Char('\n')).toStdString();
        }
        shown.begin(shown.lesson(0), 5);
        for (const auto key : {Qt::Key_PageDown, Qt::Key_PageDown}) {
            EXPECT_TRUE(faultsOfLabels(projector).isEmpty())
                << faultsOfLabels(projector).join(QLatin1Char('\n')).toStdString();
            shown.press(projector, key);
        }
        EXPECT_EQ(projector.size(), GetParam()) << "nothing in it needs more room";
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, ProjectorLook, testing::ValuesIn(projectorSizes), [](const auto& size) {
    return std::to_string(size.param.width()) + "x" + std::to_string(size.param.height());
});

// The window of movements comes up over the projector, as large and in its type.
TEST(ProjectorMovement, IsOpenedByItsKeyAndFillsTheScreen)
{
    ProjectorWindow shown;
    shown.window.workspace().add(Document{{{"a", sample("csr")}}, {}}, QStringLiteral("test"));
    shown.settle();
    auto& projector = shown.project();
    QTest::keyClick(&projector, Qt::Key_M, Qt::ControlModifier);
    shown.settle();
    const QPointer<QDialog> movement = projector.findChild<QDialog*>(QStringLiteral("movement-dialog"));
    ASSERT_FALSE(movement.isNull());
    EXPECT_TRUE(movement->isFullScreen());
    EXPECT_EQ(movement->font().pointSizeF(), projector.font().pointSizeF());
    QTest::keyClick(movement.data(), Qt::Key_Escape);
    EXPECT_TRUE(movement.isNull() || !movement->isVisible());
    EXPECT_TRUE(projector.isVisible());
    shown.leave();
    shown.child<QAction>("movement").trigger();
    shown.settle();
    EXPECT_EQ(shown.child<QDialog>("movement-dialog").parentWidget(), &shown.window);
}

// Titles of pictures, how an element is found, and the keys are as large as the numbers beside the cells.
TEST_P(ProjectorLook, EveryTextIsAsLargeAsThoseOfThePictures)
{
    ProjectorWindow shown;
    auto& projector = shown.project();
    projector.showNormal();
    projector.resize(GetParam());
    shown.window.workspace().add(Document{{{"m_csr", sample("csr")}}, {}}, QStringLiteral("test"));
    shown.settle();
    shown.press(projector, Qt::Key_PageDown);
    int seen = 0;
    for (const auto* label : projector.findChildren<QLabel*>())
        if (label->isVisible() && !label->text().isEmpty()) {
            EXPECT_GE(QFontInfo(label->font()).pixelSize(), 0.024 * projector.height())
                << label->text().toStdString();
            ++seen;
        }
    EXPECT_GE(seen, 5) << "the name, two titles, the element and the keys";
    EXPECT_TRUE(faultsOfLabels(projector).isEmpty())
        << faultsOfLabels(projector).join(QLatin1Char('\n')).toStdString();
}
