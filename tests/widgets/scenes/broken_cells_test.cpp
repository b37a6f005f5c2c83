// SPDX-License-Identifier: GPL-3.0-or-later
// A place of a broken rule is marked at every zoom, and a picture that leaves the window says what is broken.
#include "rules/check.h"
#include "scenes/logical_scene.h"
#include "scenes/matrix.h"
#include "scenes/picture_caption.h"
#include "views/scene_painter.h"
#include "widgets/support/scene_audit.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QFile>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>

using namespace tscope;
using namespace tscope::test;

namespace {

// Row 2 has columns 2, 0, 4: the second of them is not sorted.
Tensor unsorted()
{
    return tensorOf(R"({"layout":"csr","size":[4,5],"members":{"crow_indices":[0,2,2,5,6],
        "col_indices":[1,3,2,0,4,1],"values":[1,2,3,4,5,6]}})");
}

SceneRequest cellsAt(const Tensor& tensor, double zoom, std::int64_t witnesses = 1000)
{
    SceneRequest request;
    request.tensor = std::make_shared<const Tensor>(tensor);
    request.report = std::make_shared<const Report>(check(tensor, {.maxWitnesses = witnesses}));
    request.size = {1800, 900};
    request.zoom = zoom;
    return request;
}

std::vector<Extents> markedElements(const Scene& scene)
{
    std::vector<Extents> found;
    for (const auto& mark : scene.violations)
        if (const auto* element = std::get_if<ElementPlace>(&mark.place))
            found.push_back(element->index);
    return found;
}

// Under a triangle, or under a text of the cell.
bool isUnderMark(const Scene& scene, int x, int y)
{
    const auto isAbove = [&](const auto& item) {
        return item.rect.adjusted(-2, -2, 2, 2).contains(QPointF(x, y));
    };
    return std::ranges::any_of(scene.marks, isAbove) || std::ranges::any_of(scene.labels, isAbove);
}

} // namespace

TEST(BrokenCells, AnUnsortedEntryIsMarkedAtEveryZoom)
{
    for (const auto zoom : {1.0, 3.0, 4.0, 6.0, 8.0, 12.0, 24.0, 56.0, 120.0, 300.0}) {
        const auto request = cellsAt(unsorted(), zoom);
        const auto scene = logicalScene(request, {});
        ASSERT_EQ(markedElements(scene), (std::vector<Extents>{{2, 0}})) << zoom;
        const auto& mark = scene.violations.front();
        EXPECT_TRUE(mark.words.contains(QStringLiteral("broken rule 5.6"))) << mark.words.toStdString();
        const auto cell = rectInLogical(request, ElementPlace{{2, 0}});
        EXPECT_TRUE(mark.rect.intersects(cell)) << zoom;
        EXPECT_TRUE(std::ranges::any_of(scene.marks, [&](const Mark& each) {
            return each.rect == mark.rect && each.shape == Shape::triangle && each.ink == Ink::error;
        })) << zoom;
        EXPECT_EQ(faultsOf(scene, request).join(QLatin1Char('\n')).toStdString(), "") << zoom;
        if (zoom < smallestCell)
            continue;
        EXPECT_TRUE(spotOf(scene, ElementPlace{{2, 0}}).words.contains(QStringLiteral("broken rule 5.6"))) << zoom;
        EXPECT_FALSE(spotOf(scene, ElementPlace{{2, 2}}).words.contains(QStringLiteral("broken"))) << zoom;
    }
}

// As painted: neighbours and the lines of the grid leave all four sides.
TEST(BrokenCells, TheirOutlinesAreWhole)
{
    const auto error = Palette::of(Theme::light)[Ink::error].rgb();
    const auto fill = Palette::of(Theme::light)[Ink::errorFill].rgb();
    for (const auto& [name, row, column] :
         {std::tuple("broken_pointer", 1, 1), {"broken_entry", -1, -1}, {"unsorted", 2, 0}})
        for (const auto zoom : {16.0, 24.5, 31.7, 56.0, 92.3, 120.0, 300.0}) {
            SCOPED_TRACE(std::string(name) + " at " + std::to_string(zoom));
            const auto request = cellsAt(row == 2 ? unsorted() : sample(name), zoom);
            const auto scene = logicalScene(request, {});
            QImage image(scene.size.toSize(), QImage::Format_RGB32);
            QPainter painter(&image);
            paintScene(painter, scene, Palette::of(Theme::light), SceneFonts::of(QFont()));
            painter.end();
            int seen = 0;
            for (const auto& box : scene.boxes) {
                if (box.stroke != Ink::error || !QRectF(image.rect()).contains(box.rect))
                    continue;
                ++seen;
                const auto sides = box.rect.adjusted(0, 0, -1, -1).toRect(); // from the first pixel to the last
                for (const auto y : {sides.top(), sides.top() + sides.height()})
                    for (int x = sides.left(); x <= sides.left() + sides.width(); ++x)
                        EXPECT_TRUE(image.pixel(x, y) == error || isUnderMark(scene, x, y)) << x << ", " << y;
                for (const auto x : {sides.left(), sides.left() + sides.width()})
                    for (int y = sides.top(); y <= sides.top() + sides.height(); ++y)
                        EXPECT_TRUE(image.pixel(x, y) == error || isUnderMark(scene, x, y)) << x << ", " << y;
                const auto inner = sides.bottomLeft() + QPoint(2, -2);
                EXPECT_EQ(image.pixel(inner), fill);
            }
            EXPECT_GT(seen, 0);
        }
}

// The headers hide the corner in which the triangle is drawn.
TEST(BrokenCells, AreMarkedAlsoWhereTheHeadersHideTheirCorner)
{
    auto request = cellsAt(unsorted(), 120);
    const auto cell = rectInLogical(request, ElementPlace{{2, 0}});
    const auto matrix = matrixOf(request, {});
    ASSERT_TRUE(matrix);
    request.origin = {0, cell.center().y() - matrix->grid.headerHeight};
    const auto scene = logicalScene(request, {});
    ASSERT_EQ(markedElements(scene), (std::vector<Extents>{{2, 0}}));
    EXPECT_GE(scene.violations.front().rect.center().y(), matrix->grid.headerHeight - 2);
}

// The report of a workspace keeps the first places of each rule.
TEST(BrokenCells, AreMarkedBehindThePlacesThatTheReportKeeps)
{
    const auto tensor = tensorOf(R"({"layout":"csr","size":[3,4],"members":{"crow_indices":[0,2,4,6],
        "col_indices":[1,0,2,1,3,2],"values":[1,2,3,4,5,6]}})");
    const auto scene = logicalScene(cellsAt(tensor, 56, 1), {});
    EXPECT_EQ(markedElements(scene), (std::vector<Extents>{{0, 0}, {1, 1}, {2, 2}}));
}

TEST(BrokenCells, OfASoundTensorThereAreNone)
{
    EXPECT_TRUE(logicalScene(cellsAt(sample("csr"), 56), {}).violations.empty());
}

TEST(PictureCaption, NamesTheTensorAndWhatIsBrokenInSight)
{
    const auto request = cellsAt(unsorted(), 56);
    const auto scene = logicalScene(request, {});
    const auto caption = pictureCaption(QStringLiteral("swap"), scene, request.text);
    QStringList lines;
    for (const auto& label : caption.labels)
        lines << label.text;
    ASSERT_GE(lines.size(), 2);
    EXPECT_EQ(lines.front(), QStringLiteral("swap"));
    EXPECT_TRUE(lines.mid(1).join(QLatin1Char(' ')).contains(QStringLiteral("broken rule 5.6")));
    EXPECT_EQ(caption.size.width(), scene.size.width());

    const auto sound = logicalScene(cellsAt(sample("csr"), 56), {});
    EXPECT_EQ(pictureCaption(QStringLiteral("t"), sound, request.text).labels.size(), 1U);
}

TEST(PictureCaption, StandsUnderEachPictureThatLeavesTheWindow)
{
    ShownViews shown(unsorted());
    const QTemporaryDir folder;
    for (auto& view : shown.views) {
        SCOPED_TRACE(view->spec().id);
        const auto svg = folder.filePath(view->objectName() + QStringLiteral(".svg"));
        const auto png = folder.filePath(view->objectName() + QStringLiteral(".png"));
        ASSERT_TRUE(view->picture()(svg) && view->picture()(png));
        QFile file(svg);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        EXPECT_TRUE(file.readAll().contains("broken rule 5.6"));
        EXPECT_GT(QImage(png).height(), view->viewport()->height());
        const auto projected = folder.filePath(view->objectName() + QStringLiteral("-projector.png"));
        ASSERT_TRUE(view->picture(QSize(1920, 1080))(projected));
        EXPECT_EQ(QImage(projected).size(), QSize(1920, 1080)) << "the caption takes its room from the picture";
    }
}

// Beside type for a class lines are as much thicker, and outlines stay whole.
TEST(BrokenCells, LinesAndMarksGrowWithTheType)
{
    auto request = cellsAt(sample("broken_pointer"), 200);
    const auto usual = logicalScene(request, {});
    request.text = {40, 80, 36, 70};
    request.size = {3600, 1900};
    request.zoom = 600;
    const auto scene = logicalScene(request, {});
    const auto stroke = scene.text.strokeScale();
    EXPECT_EQ(usual.text.strokeScale(), 1);
    EXPECT_GE(stroke, 4);
    ASSERT_FALSE(scene.violations.empty());
    EXPECT_GE(scene.violations.front().rect.width(), 3 * usual.violations.front().rect.width());
    QImage image(scene.size.toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    paintScene(painter, scene, Palette::of(Theme::light), SceneFonts::of(QFont()));
    painter.end();
    const auto count = [&](Ink ink, QPoint from, QPoint step, int most) {
        int found = 0;
        for (int i = 0; i < most; ++i)
            found += image.pixel(from + step * i) == Palette::of(Theme::light)[ink].rgb() ? 1 : 0;
        return found;
    };
    const auto cell = rectInLogical(request, ElementPlace{{1, 2}}); // sound, at the left of it a line of the grid
    const auto left = QPoint(qRound(cell.left()), qRound(cell.top() + cell.height() * 0.8));
    EXPECT_EQ(count(Ink::grid, left - QPoint(20, 0), {1, 0}, 40), stroke);
    for (const auto& box : scene.boxes)
        if (box.stroke == Ink::error) {
            const auto rect = box.rect.toRect();
            const QPoint middle(rect.center().x(), rect.bottom());
            EXPECT_EQ(count(Ink::error, middle - QPoint(0, 19), {0, 1}, 20), stroke);
            EXPECT_EQ(count(Ink::error, QPoint(rect.right() - 19, rect.center().y() + 60), {1, 0}, 20), stroke);
        }
}
