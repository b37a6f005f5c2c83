// SPDX-License-Identifier: GPL-3.0-or-later
// From many cells a pixel to one cell that tells its value, where it stands and where it lies in memory.
#include "scenes/logical_scene.h"
#include "scenes/matrix.h"

#include "rules/check.h"
#include "widgets/support/scene_audit.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

#include <map>

using namespace tscope;
using namespace tscope::test;

namespace {

struct Close {
    SceneRequest request;
    Scene scene;

    Close(const Tensor& tensor, double zoom, const DimRoles& roles = {}, QSizeF size = {900, 500})
    {
        request.tensor = std::make_shared<const Tensor>(tensor);
        request.report = std::make_shared<const Report>(check(tensor));
        request.size = size;
        request.roles = roles;
        request.zoom = zoom;
        scene = logicalScene(request, {});
    }
    QRectF cell(std::int64_t row, std::int64_t column) const
    {
        return rectInLogical(request, ElementPlace{{row, column}});
    }
    // What stands in a cell, from top to bottom.
    std::vector<std::string> lines(std::int64_t row, std::int64_t column) const
    {
        std::map<double, std::string> found;
        for (const auto& label : scene.labels)
            if (cell(row, column).contains(label.rect.center()))
                found[label.rect.top()] = label.text.toStdString();
        std::vector<std::string> texts;
        for (const auto& [top, text] : found)
            texts.push_back(text);
        return texts;
    }
    std::vector<Shape> marks(std::int64_t row, std::int64_t column) const
    {
        std::vector<Shape> found;
        for (const auto& mark : scene.marks)
            if (cell(row, column).contains(mark.rect))
                found.push_back(mark.shape);
        return found;
    }
};

using Lines = std::vector<std::string>;
using Marks = std::vector<Shape>;

Tensor noNumbers()
{
    return tensorOf(R"({"layout":"strided","dtype":"float64","members":{"values":
        [["NaN","Infinity","-Infinity",0.3333333333333333,0]]}})");
}

} // namespace

TEST(LogicalDetail, AWideCellTellsItsValueWhereItStandsAndWhereItLies)
{
    const Close csr(tensorOf(R"({"layout":"csr","size":[2,3],"dtype":"float32","members":{"crow_indices":[0,1,3],
        "col_indices":[1,0,2],"values":[1.5,2.5,3.5]}})"),
                    300);
    EXPECT_EQ(csr.lines(0, 1), (Lines{"1.5", "(0, 1)", "values[0], byte 0"}));
    EXPECT_EQ(csr.lines(1, 2), (Lines{"3.5", "(1, 2)", "values[2], byte 8"}));
    EXPECT_EQ(csr.lines(0, 0), Lines());

    const Close strided(tensorOf(R"({"layout":"strided","dtype":"int64","members":{"values":{"shape":[2,2],
        "strides":[1,2],"offset":1,"storage":[9,1,2,3,4]}}})"),
                        300);
    EXPECT_EQ(strided.lines(0, 1), (Lines{"3", "(0, 1)", "values[1], byte 24"})) << "bytes go by the strides";
}

TEST(LogicalDetail, DuplicatesAndWhatLiesOutsideSaySo)
{
    const Close twice(tensorOf(R"({"layout":"coo","size":[1,2],"members":{"indices":[[0,0],[1,1]],
        "values":[1,2]}})"),
                      300);
    EXPECT_EQ(twice.lines(0, 1), (Lines{"3", "(0, 1)", "values[0] and 1 more"}));
    const Close outside(tensorOf(R"({"layout":"strided","members":{"values":{"shape":[1,2],"strides":[2,7],
        "storage":[1,2,3]}}})"),
                        300);
    EXPECT_EQ(outside.lines(0, 1), (Lines{"?", "(0, 1)", "values[1], outside"}));
}

// Nothing appears or goes at once: cells grow in height as soon as they are wide enough, and lines come as there
// is room.
TEST(LogicalDetail, CellsGrowSteadilyWithTheZoom)
{
    const TextSize text;
    double before = 0;
    for (double zoom = 1; zoom < 400; zoom *= 1.02) {
        const auto height = cellHeight(zoom, text);
        EXPECT_GE(height, before);
        EXPECT_LE(height, zoom);
        EXPECT_LT(height - before, 4) << zoom;
        before = height;
    }
    std::size_t lines = 0;
    std::set<std::size_t> seen;
    for (double zoom = 20; zoom <= 400; zoom += 2) {
        const auto now = Close(oddTensor("transposed"), zoom).lines(1, 2).size();
        EXPECT_GE(now, lines) << zoom;
        lines = now;
        seen.insert(now);
    }
    EXPECT_EQ(seen, (std::set<std::size_t>{1, 2, 3}));
}

TEST(LogicalDetail, TheTextFitsItsCellAtAnyZoom)
{
    for (const auto* name : {"huge_doubles", "huge_integers", "complex", "batched_bsr", "six_dims", "long_tail",
                             "outside", "stored_zeros", "vast_sizes", "opaque", "declared"})
        for (const double zoom : {100.0, 118.0, 130.0, 137.0, 150.0, 220.0, 400.0})
            for (const double scale : {1.0, 1.5}) {
                SceneRequest request;
                request.tensor = std::make_shared<const Tensor>(oddTensor(name));
                request.report = std::make_shared<const Report>(check(*request.tensor));
                request.size = QSizeF(900, 500);
                request.zoom = zoom;
                request.text = {8 * scale, 16 * scale, 7 * scale, 13 * scale};
                const auto faults = faultsOf(logicalScene(request, {}), request);
                EXPECT_TRUE(faults.isEmpty())
                    << name << " at " << zoom << ": " << faults.join(QStringLiteral("\n")).toStdString();
            }
}

TEST(LogicalDetail, WhatIsNoNumberHasAGlyphOfItsOwnInSmallCells)
{
    for (const double zoom : {8.0, 11.0, 14.0, 17.0, 20.0}) {
        const Close drawn(noNumbers(), zoom);
        EXPECT_EQ(drawn.marks(0, 0), Marks{Shape::cross}) << zoom;
        EXPECT_EQ(drawn.marks(0, 1), Marks{Shape::plusInfinity}) << zoom;
        EXPECT_EQ(drawn.marks(0, 2), Marks{Shape::minusInfinity}) << zoom;
        EXPECT_TRUE(drawn.lines(0, 1).empty()) << zoom;
    }
    const Close roomy(noNumbers(), 60);
    EXPECT_EQ(roomy.lines(0, 0), Lines{"nan"});
    EXPECT_EQ(roomy.lines(0, 1), Lines{"inf"});
    EXPECT_EQ(roomy.lines(0, 2), Lines{"-inf"});
    EXPECT_TRUE(roomy.marks(0, 0).empty());
}

// As drawn: the three glyphs and that of a number differ in their pixels.
TEST(LogicalDetail, TheGlyphsCanBeToldApart)
{
    const Close drawn(noNumbers(), 9);
    std::vector<Mark> marks;
    for (const auto& mark : drawn.scene.marks)
        marks.push_back(mark);
    ASSERT_GE(marks.size(), 4U);
    for (std::size_t i = 0; i < marks.size(); ++i)
        for (std::size_t j = i + 1; j < marks.size(); ++j)
            EXPECT_NE(marks[i].shape, marks[j].shape);
}

TEST(LogicalDetail, AnEntryInTheCornerIsNotUnderTheFrame)
{
    const Close drawn(tensorOf(R"({"layout":"coo","size":[1000000,1000000],"members":{"indices":[[0],[0]],
        "values":[1]}})"),
                      0.0004);
    ASSERT_FALSE(drawn.scene.rasters.empty());
    const auto frame =
        std::ranges::find_if(drawn.scene.boxes, [](const Box& box) { return box.stroke == Ink::frame; })->rect;
    EXPECT_LT(frame.left() + 0.5, drawn.scene.rasters[0].rect.left());
    EXPECT_LT(frame.top() + 0.5, drawn.scene.rasters[0].rect.top());
}

TEST(LogicalDetail, AShapeWithoutRoomIsRoundedAndMarkedSo)
{
    const auto tensor = tensorOf(R"({"layout":"coo","size":[9000000000000000000,8123456789012345678],
        "members":{"indices":[[0,5],[1,7]],"values":[1,2]}})");
    const auto says = [&](QSizeF size, const char* text) {
        const Close drawn(tensor, 20, {}, size);
        return std::ranges::any_of(drawn.scene.labels,
                                   [&](const Label& label) { return label.text.toStdString() == text; });
    };
    EXPECT_TRUE(says({900, 500}, "(9000000000000000000, 8123456789012345678)"));
    EXPECT_TRUE(says({240, 500}, "(9.000e18\u2026, 8.123e18\u2026)"));
    EXPECT_TRUE(says({160, 500}, "(9.0e18\u2026, 8.1e18\u2026)"));
    EXPECT_TRUE(says({130, 500}, "(9e18\u2026, 8e18\u2026)"));
}

TEST(LogicalDetail, OfASizeThatNoWindowHoldsItIsSaidWhatPartIsInSight)
{
    const auto tensor = tensorOf(R"({"layout":"coo","size":[9000000000000000000,8123456789012345678],
        "members":{"indices":[[0,5],[1,7]],"values":[1,2]}})");
    const Close drawn(tensor, smallestPictureZoom);
    const auto said = std::ranges::find_if(drawn.scene.labels, [](const Label& label) {
        return label.text.startsWith(QStringLiteral("in sight: rows 0 to "));
    });
    ASSERT_NE(said, drawn.scene.labels.end());
    EXPECT_TRUE(said->text.contains(QStringLiteral("of 9000000000000000000"))) << said->text.toStdString();
    EXPECT_TRUE(said->text.endsWith(QStringLiteral("2 stored"))) << said->text.toStdString();
    EXPECT_TRUE(drawn.scene.words.contains(said->text));
    const Close narrow(tensor, smallestPictureZoom, {}, {300, 300});
    EXPECT_TRUE(std::ranges::any_of(narrow.scene.labels, [](const Label& label) {
        return label.text == QStringLiteral("a part is in sight, 2 stored");
    }));
    // What another zoom shows as a whole needs no such words.
    const Close small(oddTensor("many_csr"), 0.5);
    for (const auto& label : small.scene.labels)
        EXPECT_FALSE(label.text.startsWith(QStringLiteral("in sight"))) << label.text.toStdString();
}
