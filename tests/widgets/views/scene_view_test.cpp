// SPDX-License-Identifier: GPL-3.0-or-later
// Real mouse and key events, on a platform without a screen.
#include "views/scene_view.h"

#include "make/generators.h"
#include "support/from_json.h"
#include "views/exact_number.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QImage>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QWheelEvent>

#include <gmock/gmock.h>

#include <latch>

using namespace tscope;
using namespace tscope::test;
using testing::Contains;
using testing::HasSubstr;

namespace {

Place selectedPlace(const Desk& desk)
{
    return desk.selection.selected() ? desk.selection.selected()->place : Place(ElementPlace{{-1}});
}

QRectF windowOf(const SceneView& view)
{
    return {QPointF(0, 0), QSizeF(view.viewport()->size())};
}

// What has the ink of the selection, but for the frame of a view with the focus.
QRect inkOfTheSelection(SceneView& view)
{
    const auto picture = view.viewport()->grab().toImage();
    const auto ink = Palette::of(Theme::light)[Ink::selected].rgb();
    QRect box;
    for (int y = 8; y < picture.height() - 8; ++y)
        for (int x = 8; x < picture.width() - 8; ++x)
            if (picture.pixel(x, y) == ink)
                box |= QRect(x, y, 1, 1);
    return box;
}

} // namespace

TEST(SceneView, PointingAtASpotHoversItsPlace)
{
    ShownViews shown(sample("csr"));
    for (auto& view : shown.views)
        for (const auto index : {std::size_t{0}, view->scene().spots.size() / 2, view->scene().spots.size() - 1}) {
            const auto spot = view->scene().spots[index];
            if (!windowOf(*view).contains(spot.rect.center()))
                continue;
            shown.hover(*view, spot);
            ASSERT_TRUE(shown.desk.selection.hovered()) << view->spec().id;
            EXPECT_EQ(shown.desk.selection.hovered()->place, spot.place) << view->spec().id;
            EXPECT_FALSE(shown.desk.selection.selected());
        }
}

TEST(SceneView, PointingAtNothingLeaves)
{
    ShownViews shown(sample("csr"));
    auto& view = shown.view("logical");
    shown.hover(view, view.scene().spots.front());
    ASSERT_TRUE(shown.desk.selection.hovered());

    shown.moveTo(view, QPointF(636, 396));
    EXPECT_FALSE(shown.desk.selection.hovered());

    shown.hover(view, view.scene().spots.front());
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(view.viewport(), &leave);
    EXPECT_FALSE(shown.desk.selection.hovered());
}

TEST(SceneView, AClickSelectsAndAClickBesideClears)
{
    ShownViews shown(sample("bsr"));
    for (auto& view : shown.views) {
        const auto spot = view->scene().spots.front();
        shown.click(*view, spot);
        EXPECT_EQ(selectedPlace(shown.desk), spot.place) << view->spec().id;

        QTest::mouseClick(view->viewport(), Qt::RightButton, {}, QPoint(636, 396));
        EXPECT_TRUE(shown.desk.selection.selected());
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, QPoint(636, 396));
        EXPECT_FALSE(shown.desk.selection.selected()) << view->spec().id;
    }
}

// Rather a sample at once than nothing until all are counted; once there, it does not come back.
TEST(SceneView, OfVeryManyElementsASampleComesFirst)
{
    auto huge = fromJson(R"({"layout": "strided", "members": {
        "values": {"dtype": "uint8", "shape": [0], "data": []}}})");
    const std::vector<std::byte> ones(24'000'000, std::byte{1});
    huge.size.reset();
    huge.members[0].array = {heapStorage(ones), ElementType::u8, Geometry::rowMajor({6000, 4000})};
    ShownViews shown(sample("csr"));
    auto& view = shown.view("logical");
    std::vector<std::string> words;
    QObject::connect(&view, &SceneView::sceneChanged, &view, [&] {
        EXPECT_EQ(view.scene().isSampled, view.scene().words.contains(QLatin1String("sampled")));
        words.push_back(view.scene().words.toStdString());
    });
    shown.desk.show(huge);
    ASSERT_TRUE(waitUntil([&] { return view.scene().isSampled; }));
    EXPECT_THAT(words.back(), HasSubstr("sampled: about 24000000 stored"));
    ASSERT_TRUE(waitUntil([&] { return !view.scene().isSampled; }));
    EXPECT_THAT(words.back(), HasSubstr("24000000 entries are in sight"));

    words.clear();
    shown.press(view, Qt::Key_Plus);
    EXPECT_THAT(words, Not(Contains(HasSubstr("sampled"))));
    shown.desk.show(sample("csr"));
    settle(shown.desk.jobs);
    EXPECT_FALSE(view.scene().isSampled);
}

TEST(SceneView, ArrowsStepToNeighbours)
{
    ShownViews shown(sample("csr"));
    auto& view = shown.view("logical");
    const auto at = [&] { return std::get<ElementPlace>(selectedPlace(shown.desk)).index; };

    shown.press(view, Qt::Key_Right); // nothing is selected yet: the first
    EXPECT_EQ(at(), (Extents{0, 0}));
    shown.press(view, Qt::Key_Right);
    EXPECT_EQ(at(), (Extents{0, 1}));
    shown.press(view, Qt::Key_Down);
    EXPECT_EQ(at(), (Extents{1, 1}));
    shown.press(view, Qt::Key_Left);
    EXPECT_EQ(at(), (Extents{1, 0}));
    shown.press(view, Qt::Key_Left); // there is nothing further
    EXPECT_EQ(at(), (Extents{1, 0}));
    shown.press(view, Qt::Key_Up);
    EXPECT_EQ(at(), (Extents{0, 0}));

    shown.press(view, Qt::Key_Escape);
    EXPECT_FALSE(shown.desk.selection.selected());
}

TEST(SceneView, ArrowsReachEverySpotOfALongStrip)
{
    ShownViews shown(oddTensor("six_dims"));
    auto& view = shown.view("members");
    view.setFocus();
    const auto count = numel(shown.subject().tensor->members[0].array.geometry).value_or(0);
    shown.press(view, Qt::Key_Right);
    for (std::int64_t slot = 0; slot < std::min<std::int64_t>(count, 60); ++slot) {
        ASSERT_EQ(selectedPlace(shown.desk), Place(Slots{"values", slot, slot + 1}));
        const auto& spot = spotOf(view.scene(), selectedPlace(shown.desk));
        EXPECT_TRUE(windowOf(view).intersects(spot.rect)) << "slot " << slot << " is out of sight";
        shown.press(view, Qt::Key_Right);
    }
}

TEST(SceneView, PlusAndMinusZoomAndZeroGoesBack)
{
    ShownViews shown(sample("csr"));
    for (auto& view : shown.views) {
        const auto first = view->zoom();
        ASSERT_GT(first, 0) << view->spec().id;
        shown.press(*view, Qt::Key_Plus);
        EXPECT_DOUBLE_EQ(view->zoom(), first * 1.25);
        shown.press(*view, Qt::Key_Minus);
        EXPECT_DOUBLE_EQ(view->zoom(), first);
        shown.press(*view, Qt::Key_Minus);
        EXPECT_LE(view->zoom(), first);
        shown.press(*view, Qt::Key_Plus);
        shown.press(*view, Qt::Key_0);
        EXPECT_DOUBLE_EQ(view->zoom(), first);
        for (int i = 0; i < 30; ++i)
            QTest::keyClick(view.get(), Qt::Key_Plus);
        settle(shown.desk.jobs);
        EXPECT_EQ(view->zoom(), view->spec().largestZoom);
    }
}

TEST(SceneView, KeysZoomAboutWhatIsSelected)
{
    ShownViews shown(*makeTensorOf({.layout = "csr", .size = {30, 30}, .nnz = 200}));
    auto& view = shown.view("logical");
    const ElementPlace corner{{0, 0}};
    shown.desk.selection.select(shown.subject().id, corner);
    settle(shown.desk.jobs);
    for (int i = 0; i < 8; ++i) { // from the whole of it to a few cells
        shown.press(view, Qt::Key_Plus);
        EXPECT_TRUE(windowOf(view).intersects(spotOf(view.scene(), corner).rect)) << i;
    }
    const auto zoomed = view.zoom();
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(&view, Qt::Key_Minus); // faster than the picture follows
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(&view, Qt::Key_Plus);
    settle(shown.desk.jobs);
    EXPECT_NEAR(view.zoom(), zoomed, 1e-9);
    EXPECT_TRUE(windowOf(view).intersects(spotOf(view.scene(), corner).rect));
}

// In a picture of densities an element is smaller than a pixel.
TEST(SceneView, WhatIsSelectedHasARingWhereItIsTooSmallToBeLit)
{
    ShownViews shown(*makeTensorOf({.size = {5000, 5000}, .density = 0.001}));
    auto& view = shown.view("logical");
    for (int i = 0; i < 40; ++i)
        QTest::keyClick(&view, Qt::Key_Minus);
    settle(shown.desk.jobs);
    EXPECT_TRUE(inkOfTheSelection(view).isEmpty());
    const ElementPlace place{{2500, 1000}};
    shown.desk.selection.select(shown.desk.workspace.current(), place);
    settle(shown.desk.jobs);
    const auto ring = inkOfTheSelection(view);
    const auto all = view.scene().rasters.front().rect; // of the whole matrix
    const QPointF wanted(all.left() + all.width() / 5, all.top() + all.height() / 2);
    EXPECT_LT((QPointF(ring.center()) - wanted).manhattanLength(), 5);
    EXPECT_GT(ring.width(), 10);
    shown.desk.selection.clear();
    settle(shown.desk.jobs);
    EXPECT_TRUE(inkOfTheSelection(view).isEmpty());
}

// Broken places of a large tensor are looked for in its map.
TEST(SceneView, AnEntryOutsideTheSizeHasARingAtTheEdgeThatItCrosses)
{
    ShownViews shown(*makeTensorOf({.size = {5000, 5000}, .density = 0.01}));
    auto& view = shown.view("logical");
    const auto& tensor = *shown.subject().tensor;
    constexpr std::int64_t slot = 125'000; // of 250,000: about the middle row
    const auto type = tensor.member("plain").array.dtype;
    const auto row = tensor.layout->indexOfSlots(tensor)(Slots{"plain", slot, slot + 1})->front();
    ASSERT_TRUE(shown.desk.workspace.edit(
        shown.desk.workspace.current(),
        {{SetElements{"plain", slot, {*Element::from(std::int64_t{1'000'000}, type)}}}}, QStringLiteral("x")));
    settle(shown.desk.jobs);
    shown.desk.selection.select(shown.desk.workspace.current(), Slots{"plain", slot, slot + 1});
    settle(shown.desk.jobs);
    ASSERT_TRUE(shown.desk.selection.selected()->related.elements.empty());
    const auto ring = inkOfTheSelection(view);
    const auto all = view.scene().rasters.front().rect;
    const QPointF wanted(all.right(), all.top() + all.height() * static_cast<double>(row) / 5000);
    EXPECT_LT((QPointF(ring.center()) - wanted).manhattanLength(), 8);
    EXPECT_GT(ring.width(), 8);
}

// A pointer that is pointed at is read to its last digit.
TEST(SceneView, APointerThatIsPointedAtIsWrittenWhole)
{
    const Spot narrow{QRectF(100, 20, 30, 24), Slots{"compressed", 3, 4}, {}, QStringLiteral("605123")};
    const TextSize text;
    const auto rect = exactNumberRect(narrow, text, QRectF(0, 0, 400, 300));
    EXPECT_GE(rect.width(), 6 * text.valueAdvance());
    EXPECT_NEAR(rect.center().x(), narrow.rect.center().x(), 1);
    EXPECT_TRUE(exactNumberRect({QRectF(0, 0, 200, 24), narrow.place, {}, narrow.value}, text, {}).isEmpty())
        << "it is seen whole";
    const auto edge =
        exactNumberRect({QRectF(2, 20, 30, 24), narrow.place, {}, narrow.value}, text, QRectF(0, 0, 400, 300));
    EXPECT_GE(edge.left(), 0) << "within the view";
    ShownViews shown(fromJson(R"({"layout":"csr","size":[40,50],"members":{"crow_indices":[)" + [] {
        std::string pointers = "0";
        for (int i = 1; i <= 40; ++i)
            pointers += ",1000000";
        return pointers;
    }() + R"(],"col_indices":[1],"values":[1]}})"));
    auto& view = shown.view("members");
    view.setZoom(24, {});
    settle(shown.desk.jobs);
    const auto spot = *std::ranges::find_if(view.scene().spots, [](const Spot& each) {
        return each.value == QLatin1String("1000000") && each.rect.left() > 60;
    });
    const auto before = view.viewport()->grab().toImage();
    shown.hover(view, spot);
    EXPECT_NE(view.viewport()->grab().toImage(), before);
}

TEST(SceneView, TheWheelZoomsAboutThePointer)
{
    ShownViews shown(oddTensor("six_dims"));
    auto& view = shown.view("members");
    const auto before = view.scene().spots[5];
    const auto at = before.rect.center();

    QWheelEvent wheel(at, view.viewport()->mapToGlobal(at), {}, QPoint(0, 240), Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(view.viewport(), &wheel);
    settle(shown.desk.jobs);

    EXPECT_GT(view.zoom(), 0);
    const auto& after = spotOf(view.scene(), before.place);
    EXPECT_GT(after.rect.width(), before.rect.width());
    EXPECT_TRUE(after.rect.contains(QPointF(at.x(), after.rect.center().y())))
        << "what was under the pointer went away";
}

namespace {

// Row and column under a point of a map, by the numbers along its edges.
QPointF cellUnder(const SceneView& view, QPointF at)
{
    QPointF cell;
    for (const auto& axis : view.scene().axes) {
        const auto way = ((axis.isDown ? at.y() : at.x()) - axis.from) / axis.step;
        (axis.isDown ? cell.ry() : cell.rx()) = static_cast<double>(axis.first) + way;
    }
    return cell;
}

double pixelOf(const SceneView& view)
{
    return 1 / view.scene().axes.front().step;
}

} // namespace

// A map that is narrower than its view is moved too: there is no scroll bar yet when it is zoomed for the first
// time.
TEST(SceneView, TheWheelKeepsRowAndColumnOfAMapUnderThePointer)
{
    ShownViews shown(*makeTensorOf({.layout = "csr", .size = {100'000, 50'000}, .nnz = 3000}));
    auto& view = shown.view("logical");
    const auto turn = [&](QPointF at, int angle) {
        QWheelEvent wheel(at, view.viewport()->mapToGlobal(at), {}, QPoint(0, angle), Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view.viewport(), &wheel);
        settle(shown.desk.jobs);
    };
    const auto whole = view.scene().axes.front().cells;
    ASSERT_LT(whole.width(), view.viewport()->width() / 2.0) << "it is fit by its height";
    for (const QPointF share : {QPointF(0.9, 0.5), QPointF(0.5, 0.9), QPointF(0.1, 0.1), QPointF(0.6, 0.3)}) {
        view.fit();
        settle(shown.desk.jobs);
        const auto at =
            (whole.topLeft() + QPointF(share.x() * whole.width(), share.y() * whole.height())).toPoint();
        const auto wanted = cellUnder(view, at);
        for (const int angle : {120, 120, 240, -120, 480, 960, 2400, 1440}) {
            turn(at, angle);
            const auto near = std::max(1.0, pixelOf(view));
            const auto now = cellUnder(view, at);
            EXPECT_NEAR(now.x(), wanted.x(), near) << share.x() << ' ' << angle << ' ' << view.zoom();
            EXPECT_NEAR(now.y(), wanted.y(), near) << share.y() << ' ' << angle << ' ' << view.zoom();
        }
    }
    view.fit();
    settle(shown.desk.jobs);
    EXPECT_EQ(view.scene().axes.front().cells, whole);
}

// Of a large matrix a step shows where it is; what is around it is read on request.
TEST(SceneView, ZoomsToWhatIsSelectedUntilItsNeighboursAreRead)
{
    ShownViews shown(*makeTensorOf({.layout = "csr", .size = {100'000, 50'000}, .nnz = 3000}));
    auto& view = shown.view("logical");
    for (const auto& index : {Extents{70'000, 20'000}, Extents{0, 49'999}, Extents{99'999, 0}}) {
        view.fit();
        shown.desk.selection.select(shown.subject().id, ElementPlace{index});
        settle(shown.desk.jobs);
        shown.press(view, Qt::Key_Z);
        const auto& spot = spotOf(view.scene(), ElementPlace{index});
        EXPECT_TRUE(windowOf(view).contains(spot.rect.center()));
        EXPECT_GE(view.scene().text.valueScale, 1);
        EXPECT_GT(spot.rect.width(), view.scene().text.valueAdvance());
        EXPECT_GT(view.scene().spots.size(), 20U) << "its neighbours are there";
    }
    shown.desk.selection.select(shown.subject().id, ElementPlace{{70'000, 20'000}});
    settle(shown.desk.jobs);
    shown.press(view, Qt::Key_Z);
    const auto middle = spotOf(view.scene(), ElementPlace{{70'000, 20'000}}).rect.center();
    EXPECT_LT((middle - windowOf(view).center()).manhattanLength(), 40);
    const auto near = view.zoom();
    shown.press(view, Qt::Key_Plus);
    shown.press(view, Qt::Key_Z);
    EXPECT_GT(view.zoom(), near) << "it never zooms out";
}

// A picture that was moved beyond its own end can be scrolled back, and stays while other things change.
TEST(SceneView, WhatAZoomHasMovedIsScrolledBack)
{
    ShownViews shown(*makeTensorOf({.layout = "csr", .size = {100'000, 50'000}, .nnz = 3000}));
    auto& view = shown.view("logical");
    const auto whole = view.scene().axes.front().cells;
    view.setZoom(view.zoom() * 1.3, whole.center());
    settle(shown.desk.jobs);
    ASSERT_GT(view.scene().origin.x(), 0);
    ASSERT_LT(view.scene().content.width(), view.viewport()->width());
    const auto origin = view.scene().origin;
    shown.desk.selection.select(shown.subject().id, ElementPlace{{50'000, 25'000}});
    settle(shown.desk.jobs);
    EXPECT_EQ(view.scene().origin, origin);
    EXPECT_GT(view.horizontalScrollBar()->maximum(), 0);
    view.horizontalScrollBar()->setValue(0);
    settle(shown.desk.jobs);
    EXPECT_EQ(view.scene().origin.x(), 0);
    EXPECT_EQ(view.horizontalScrollBar()->maximum(), 0);
}

TEST(SceneView, ASelectionElsewhereIsBroughtIntoSight)
{
    ShownViews shown(oddTensor("many_strided"));
    auto& members = shown.view("members");
    const Place far = Slots{"values", 777'777, 777'778};
    shown.desk.selection.select(shown.subject().id, far);
    settle(shown.desk.jobs);
    EXPECT_TRUE(windowOf(members).intersects(spotOf(members.scene(), far).rect));
}

// A place of one member: the other pictures go to what belongs to it there.
TEST(SceneView, WhatGoesWithASelectionElsewhereIsBroughtIntoSight)
{
    ShownViews shown(oddTensor("many_csr"));
    const auto nnz = numel(shown.subject().tensor->member("plain").array.geometry).value();
    for (auto& view : shown.views) {
        view->setZoom(40, {});
        view->clearFocus(); // none of them is where the selection is made
    }
    settle(shown.desk.jobs);

    shown.desk.selection.select(shown.desk.workspace.current(), Slots{"plain", nnz - 1, nnz});
    settle(shown.desk.jobs);

    const auto& pointed = *shown.desk.selection.selected();
    ASSERT_FALSE(pointed.related.elements.empty());
    const LitPlaces lit(pointed.place, pointed.related);
    for (auto& view : shown.views)
        EXPECT_TRUE(std::ranges::any_of(view->scene().spots, [&](const Spot& spot) {
            return lit.has(spot.place) && windowOf(*view).contains(spot.rect.center());
        })) << view->spec().id;
}

// The storage view is often only high enough for the pointers.
TEST(SceneView, AnElementIsBroughtIntoSightWhereItsValueLies)
{
    ShownViews shown(sample("csr"));
    auto& storage = shown.view("storage");
    storage.resize(storage.width(), 120);
    settle(shown.desk.jobs);
    shown.desk.selection.select(shown.subject().id, ElementPlace{{0, 1}});
    settle(shown.desk.jobs);

    const auto& values = shown.subject().tensor->member("values").array;
    const auto& spot = spotOf(storage.scene(), BytePlace{values.storage->id(), 0, 4});
    EXPECT_TRUE(windowOf(storage).contains(spot.rect.center()));
}

TEST(SceneView, ScrollsThroughContentThatNoIntCanCount)
{
    ShownViews shown(oddTensor("declared_vast"));
    for (auto& view : shown.views) {
        view->setZoom(40, {});
        settle(shown.desk.jobs);
        ASSERT_GT(view->scene().content.width(), 2147483648.0) << view->spec().id;
        auto& bar = *view->horizontalScrollBar();
        ASSERT_GT(bar.maximum(), 0);
        EXPECT_GE(bar.pageStep(), 1);

        bar.setValue(bar.maximum());
        settle(shown.desk.jobs);
        const auto& scene = view->scene();
        EXPECT_GT(scene.origin.x(), 2147483648.0) << view->spec().id;
        EXPECT_NEAR(scene.origin.x() + scene.size.width(), scene.content.width(),
                    scene.content.width() / 1e9 + 1000)
            << view->spec().id;
        EXPECT_FALSE(scene.spots.empty()) << view->spec().id << " shows nothing at its end";

        bar.setValue(0);
        settle(shown.desk.jobs);
        EXPECT_EQ(view->scene().origin.x(), 0);
    }
}

TEST(SceneView, ScrollingByKeysAndBarsEndsAtTheEnds)
{
    ShownViews shown(oddTensor("six_dims"));
    auto& view = shown.view("storage");
    auto& bar = *view.horizontalScrollBar();
    bar.setValue(bar.maximum());
    settle(shown.desk.jobs);
    const auto& scene = view.scene();
    EXPECT_LE(scene.origin.x() + scene.size.width(), scene.content.width() + 1);
    EXPECT_GE(scene.origin.x() + scene.size.width(), scene.content.width() - 2);
}

TEST(SceneView, AnotherTensorStartsOver)
{
    ShownViews shown(oddTensor("six_dims"));
    auto& view = shown.view("members");
    view.setZoom(150, {});
    view.horizontalScrollBar()->setValue(500);
    settle(shown.desk.jobs);
    shown.desk.show(sample("csr"));
    EXPECT_EQ(view.scene().origin, QPointF(0, 0));
    EXPECT_NE(view.zoom(), 150);
}

TEST(SceneView, WithNoTensorItIsEmptyAndKeysDoNothing)
{
    ShownViews shown(sample("csr"));
    shown.desk.workspace.clear();
    settle(shown.desk.jobs);
    for (auto& view : shown.views) {
        EXPECT_TRUE(view->scene().spots.empty());
        for (const auto key : {Qt::Key_Plus, Qt::Key_Minus, Qt::Key_0, Qt::Key_Left, Qt::Key_Down, Qt::Key_Escape})
            shown.press(*view, key);
        view->grab();
    }
}

TEST(SceneView, ItSaysWhatItShows)
{
    ShownViews shown(sample("csr"));
    for (auto& view : shown.views) {
        EXPECT_FALSE(view->accessibleName().isEmpty());
        EXPECT_EQ(view->accessibleDescription(), view->scene().words);
    }
}

TEST(SceneView, WhatIsHoveredIsPaintedInAllViews)
{
    ShownViews shown(sample("csr"));
    std::vector<QImage> before;
    for (auto& view : shown.views)
        before.push_back(view->grab().toImage());
    shown.desk.selection.hover(shown.subject().id, ElementPlace{{0, 0}});
    settle(shown.desk.jobs);
    for (std::size_t i = 0; i < shown.views.size(); ++i)
        EXPECT_NE(shown.views[i]->grab().toImage(), before[i]) << shown.views[i]->spec().id;
}

TEST(SceneView, ThemesDrawDifferently)
{
    ShownViews shown(sample("csr"));
    auto& view = shown.view("logical");
    const auto light = view.grab().toImage();
    view.setTheme(Theme::dark);
    const auto dark = view.grab().toImage();
    EXPECT_NE(light, dark);
    EXPECT_EQ(dark.pixelColor(630, 390), Palette::of(Theme::dark)[Ink::canvas]);
}

TEST(SceneView, SavesPngAndSvg)
{
    ShownViews shown(sample("csr"));
    const QTemporaryDir folder;
    for (auto& view : shown.views) {
        const auto png = folder.filePath(view->objectName() + QStringLiteral(".png"));
        const auto svg = folder.filePath(view->objectName() + QStringLiteral(".svg"));
        ASSERT_TRUE(view->picture()(png));
        ASSERT_TRUE(view->picture()(svg));
        EXPECT_FALSE(QImage(png).isNull());
        EXPECT_FALSE(QImage(svg).isNull());
    }
    EXPECT_FALSE(shown.view("logical").picture()(folder.filePath(QStringLiteral("no/such/folder.png"))));
    EXPECT_FALSE(shown.view("logical").picture()(folder.filePath(QStringLiteral("no/such/folder.svg"))));
}

TEST(SceneView, ItGoesAwayWhileItsSceneIsBuilt)
{
    ShownViews shown(oddTensor("six_dims"));
    for (auto& view : shown.views)
        view->setZoom(view->zoom() * 1.1, {});
    shown.views.clear();
    EXPECT_TRUE(settle(shown.desk.jobs));
}

TEST(SceneView, ZoomingBesideWhatThereIsDoesNotLeadAwayFromIt)
{
    MakeSpec wish;
    wish.size = {100'000, 100'000};
    wish.nnz = 1000;
    ShownViews shown(*makeTensorOf(wish));
    auto& view = shown.view("logical");
    const QPointF beside(view.viewport()->width() - 2.0, view.viewport()->height() - 2.0);
    for (int step = 0; step < 40; ++step) {
        view.setZoom(view.zoom() * 2, beside);
        settle(shown.desk.jobs);
    }
    EXPECT_FALSE(view.scene().spots.empty());
}

TEST(SceneView, TheStorageShowsWhoElseLiesInItWhileItIsOpen)
{
    ShownViews shown(oddTensor("overlapping"));
    auto& view = shown.view("storage");
    const auto says = [&](const char* text) {
        return std::ranges::any_of(view.scene().labels,
                                   [&](const Label& label) { return label.text == QLatin1String(text); });
    };
    EXPECT_FALSE(says("other: values"));
    const auto other =
        shown.desk.workspace.add(*shown.subject().tensor, QStringLiteral("other"), QStringLiteral("test"));
    settle(shown.desk.jobs);
    EXPECT_TRUE(says("other: values"));
    shown.desk.workspace.rename(other, QStringLiteral("another"));
    settle(shown.desk.jobs);
    EXPECT_TRUE(says("another: values"));
    shown.desk.workspace.remove(other);
    settle(shown.desk.jobs);
    EXPECT_FALSE(says("another: values"));
    shown.desk.workspace.add(sample("csr"), QStringLiteral("stranger"), QStringLiteral("test"));
    settle(shown.desk.jobs);
    EXPECT_FALSE(says("stranger: values"));
}

TEST(SceneView, ASceneAndASelectionComeWhileTwoLongJobsRun)
{
    ShownViews shown(sample("csr"));
    auto& view = shown.view("logical");
    std::latch open(1);
    QObject receiver;
    for (int i = 0; i < 2; ++i)
        shown.desk.jobs.start(
            &receiver, QString::number(i),
            [&](const Watch&) {
                open.wait();
                return 0;
            },
            [](int) {});
    const QSignalSpy scenes(&view, &SceneView::sceneChanged);
    view.setZoom(view.zoom() * 1.5, {});
    EXPECT_TRUE(waitUntil([&] { return scenes.size() >= 1; }));
    shown.desk.selection.select(shown.desk.workspace.current(), ElementPlace{{0, 1}});
    EXPECT_TRUE(waitUntil([&] { return !shown.desk.selection.selected()->related.slots.empty(); }));
    const EditList edits{{SetElements{"plain", 0, {*Element::from(std::int64_t{99}, ElementType::i64)}}}};
    ASSERT_TRUE(shown.desk.workspace.edit(shown.desk.workspace.current(), edits, QStringLiteral("edit")));
    EXPECT_TRUE(waitUntil([&] { return shown.subject().report && !shown.subject().report->valid; }));
    open.count_down();
    settle(shown.desk.jobs);
}
