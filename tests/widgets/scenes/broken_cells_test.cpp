// SPDX-License-Identifier: GPL-3.0-or-later
// A place of a broken rule is marked at every zoom, and a picture that leaves the window says what is broken.
#include "rules/check.h"
#include "scenes/logical_scene.h"
#include "scenes/matrix.h"
#include "scenes/picture_caption.h"
#include "widgets/support/scene_audit.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QFile>
#include <QImage>
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
