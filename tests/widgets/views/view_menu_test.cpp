// SPDX-License-Identifier: GPL-3.0-or-later
// What a right click on a picture offers, the frame of the one that has the focus, and how large it is drawn.
#include "views/scene_view.h"

#include "widgets/support/drawn.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

QAction* actionIn(const SceneView& view, const char* title)
{
    for (auto* menu : view.findChildren<QMenu*>(QStringLiteral("view menu")))
        for (auto* action : menu->actions())
            if (menu->isVisible() && action->text().startsWith(QString::fromUtf8(title)))
                return action;
    return nullptr;
}

void rightClick(SceneView& view, const Spot& spot)
{
    const auto at = spot.rect.center().toPoint();
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.viewport()->mapToGlobal(at));
    QApplication::sendEvent(view.viewport(), &event);
}

void closeMenus(SceneView& view)
{
    for (auto* menu : view.findChildren<QMenu*>(QStringLiteral("view menu")))
        menu->close();
}

// With Ctrl, in the middle of the view; upwards if positive.
void turnWheel(ShownViews& shown, SceneView& view, int steps)
{
    const QPointF at = view.viewport()->rect().center();
    for (int i = 0; i < std::abs(steps); ++i) {
        QWheelEvent wheel(at, view.viewport()->mapToGlobal(at), {}, QPoint(0, steps > 0 ? 120 : -120),
                          Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view.viewport(), &wheel);
    }
    settle(shown.desk.jobs);
}

QRgb edgePixel(SceneView& view)
{
    return view.viewport()->grab().toImage().pixel(0, view.viewport()->height() / 2);
}

} // namespace

TEST(ViewMenu, CopiesWhatIsUnderThePointer)
{
    ShownViews shown(sample("csr"));
    for (auto& view : shown.views) {
        const auto spot =
            *std::ranges::find_if(view->scene().spots, [](const Spot& each) { return !each.value.isEmpty(); });
        rightClick(*view, spot);
        settle(shown.desk.jobs);
        ASSERT_NE(actionIn(*view, "Copy value"), nullptr) << view->spec().id;
        actionIn(*view, "Copy value")->trigger();
        EXPECT_EQ(QGuiApplication::clipboard()->text(), spot.value) << view->spec().id;
        actionIn(*view, "Copy place and value")->trigger();
        EXPECT_EQ(QGuiApplication::clipboard()->text(), spot.words) << view->spec().id;
        closeMenus(*view);
    }
}

TEST(ViewMenu, OffersNoValueWhereThereIsNone)
{
    ShownViews shown(sample("csr"));
    auto& view = shown.view("members");
    shown.click(view, view.scene().spots.front());
    const auto at = view.viewport()->rect().bottomRight() - QPoint(2, 2);
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.viewport()->mapToGlobal(at));
    QApplication::sendEvent(view.viewport(), &event);
    EXPECT_EQ(actionIn(view, "Copy value"), nullptr) << "that of the place that is still selected";
    EXPECT_NE(actionIn(view, "Fit to view"), nullptr);
    closeMenus(view);
}

TEST(ViewMenu, EditsTheValueUnderThePointer)
{
    ShownViews shown(sample("csr"));
    auto& view = shown.view("members");
    rightClick(view, view.scene().spots.back());
    settle(shown.desk.jobs);
    ASSERT_NE(actionIn(view, "Edit value"), nullptr);
    actionIn(view, "Edit value")->trigger();
    closeMenus(view);
    EXPECT_NE(view.findChild<QLineEdit*>(), nullptr);
}

TEST(ViewMenu, OffersWhatCanBeDoneAtABrokenPlace)
{
    ShownViews shown(sample("broken_pointer"));
    auto& view = shown.view("members");
    const auto broken = view.scene().violations.front(); // the scene is made anew with each selection
    const auto spot = spotOf(view.scene(), broken.place);
    QSignalSpy next(&shown.desk.selection, &Selection::nextPlaceWanted);
    QSignalSpy repairs(&shown.desk.selection, &Selection::repairsWanted);
    rightClick(view, spot);
    settle(shown.desk.jobs);
    for (const auto* title : {"Next place of this rule", "Repairs", "Zoom to this place", "Copy this place"})
        ASSERT_NE(actionIn(view, title), nullptr) << title;
    actionIn(view, "Next place of this rule")->trigger();
    actionIn(view, "Repairs")->trigger();
    EXPECT_EQ(next.count(), 1);
    EXPECT_EQ(repairs.count(), 1);
    actionIn(view, "Copy this place")->trigger();
    const auto& slots = std::get<Slots>(broken.place);
    EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(),
              std::string(slots.member) + "[" + std::to_string(slots.begin) + "]");
    closeMenus(view);

    const auto sound = std::ranges::find_if(view.scene().spots, [&](const Spot& each) {
        return std::ranges::none_of(view.scene().violations,
                                    [&](const Spot& mark) { return mark.rect.intersects(each.rect); });
    });
    ASSERT_NE(sound, view.scene().spots.end());
    rightClick(view, *sound);
    settle(shown.desk.jobs);
    EXPECT_EQ(actionIn(view, "Repairs"), nullptr);
    closeMenus(view);
}

TEST(ViewMenu, FitsThePictureAgain)
{
    ShownViews shown(sample("csr"));
    auto& view = shown.view("logical");
    const auto fit = view.zoom();
    shown.press(view, Qt::Key_Plus);
    rightClick(view, view.scene().spots.front());
    ASSERT_NE(actionIn(view, "Fit to view"), nullptr);
    actionIn(view, "Fit to view")->trigger();
    closeMenus(view);
    settle(shown.desk.jobs);
    EXPECT_DOUBLE_EQ(view.zoom(), fit);
}

TEST(ViewFocus, TheFrameGoesWithTheFocusAtOnce)
{
    ShownViews shown(sample("csr"));
    auto &first = *shown.views[0], &second = *shown.views[1];
    QFocusEvent in(QEvent::FocusIn), out(QEvent::FocusOut);
    int painted = 0;
    struct Counter : QObject {
        int* count;
        bool eventFilter(QObject*, QEvent* event) override
        {
            *count += event->type() == QEvent::Paint ? 1 : 0;
            return false;
        }
    } counter;
    counter.count = &painted;
    for (auto* view : {&first, &second})
        for (const auto reason : {true, false}) {
            view->viewport()->installEventFilter(&counter);
            painted = 0;
            QApplication::sendEvent(view, reason ? &in : &out);
            QCoreApplication::processEvents();
            EXPECT_GT(painted, 0) << view->spec().id << (reason ? " gets it" : " loses it");
        }
    first.activateWindow();
    first.setFocus();
    ASSERT_TRUE(QTest::qWaitFor([&] { return first.hasFocus(); }));
    EXPECT_NE(edgePixel(first), edgePixel(second));
}

// A view that the user has not zoomed goes on to show all when its size changes.
TEST(ViewFit, IsKeptWhenTheViewChangesItsSize)
{
    ShownViews shown(sample("csr"));
    auto& view = shown.view("logical");
    const auto first = view.zoom();
    view.resize(1200, 800);
    settle(shown.desk.jobs);
    EXPECT_GT(view.zoom(), first * 1.3);
    shown.press(view, Qt::Key_Plus);
    const auto chosen = view.zoom();
    view.resize(640, 400);
    settle(shown.desk.jobs);
    EXPECT_DOUBLE_EQ(view.zoom(), chosen) << "who has zoomed keeps it";
}

// A picture of many elements is as large as its view, too.
TEST(ViewFit, AMapFollowsItsView)
{
    ShownViews shown(oddTensor("many_csr"));
    auto& view = shown.view("logical");
    const auto shareOfTheHeight = [&] {
        return view.scene().rasters.front().rect.height() / view.viewport()->height();
    };
    ASSERT_FALSE(view.scene().rasters.empty());
    const auto first = shareOfTheHeight();
    EXPECT_GT(first, 0.6);
    view.resize(1600, 1000);
    settle(shown.desk.jobs);
    ASSERT_FALSE(view.scene().rasters.empty());
    EXPECT_GE(shareOfTheHeight(), first);
}

TEST(ViewFit, TheWheelDoesNotZoomOutBeyondAllThatThereIs)
{
    for (const auto* name : {"csr", "many_csr"}) {
        ShownViews shown(std::string_view(name) == "csr" ? sample("csr") : oddTensor(name));
        auto& view = shown.view("logical");
        const auto whole = covered(view.scene());
        const auto zoom = view.zoom();
        turnWheel(shown, view, 3);
        EXPECT_GT(view.zoom(), 1.5 * zoom) << name;
        turnWheel(shown, view, -30);
        EXPECT_NEAR(covered(view.scene()), whole, 0.02) << name;
    }
}

// What a class is shown grows in all directions.
TEST(ViewFit, ZoomingEnlargesCellsInHeightAndTheirType)
{
    ShownViews shown(sample("csr"));
    const auto height = [](const Scene& scene) {
        double most = 0;
        for (const auto& spot : scene.spots)
            most = std::max(most, spot.rect.height());
        return most;
    };
    for (auto& view : shown.views) {
        view->resize(360, 240);
        settle(shown.desk.jobs);
        const auto before = view->scene();
        for (int i = 0; i < 8; ++i)
            shown.press(*view, Qt::Key_Plus);
        EXPECT_GT(view->scene().text.valueLine(), 1.2 * before.text.valueLine()) << view->spec().id;
        EXPECT_GT(height(view->scene()), 1.2 * height(before)) << view->spec().id;
    }
}
