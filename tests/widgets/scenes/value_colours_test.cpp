// SPDX-License-Identifier: GPL-3.0-or-later
// Cells and pixels by the values that they hold.
#include "scenes/value_colours.h"

#include "facts/cells.h"
#include "make/generators.h"
#include "rules/check.h"
#include "scenes/logical_scene.h"
#include "scenes/members_scene.h"
#include "scenes/storage_scene.h"
#include "views/colour_choice.h"
#include "widgets/support/scene_audit.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace tscope;
using namespace tscope::test;

namespace {

int lightness(QRgb colour)
{
    return qGray(colour);
}

SceneRequest requestFor(const Tensor& tensor, Colouring colouring, Theme theme = Theme::light)
{
    SceneRequest request;
    request.tensor = std::make_shared<const Tensor>(tensor);
    request.report = std::make_shared<const Report>(check(tensor));
    request.size = {640, 400};
    request.colouring = colouring;
    request.theme = theme;
    request.zoom = wholeLogicalZoom(request);
    return request;
}

QRgb pixelAt(const Scene& scene, QPointF at)
{
    const auto& [rect, image] = scene.rasters.front();
    return image.pixel(static_cast<int>((at.x() - rect.left()) / rect.width() * image.width()),
                       static_cast<int>((at.y() - rect.top()) / rect.height() * image.height()));
}

const char* const mixed = R"({"layout":"strided","dtype":"float32","members":{"values":
    [[-4,-1,0,1],[4,"NaN","Infinity",0.5]]}})";

} // namespace

TEST(ValueColours, NumbersOnBothSidesOfZeroGoTwoWays)
{
    for (const auto theme : {Theme::light, Theme::dark}) {
        const ValueColours colours({-4, 2}, Colouring::value, theme);
        EXPECT_GT(qBlue(colours.of(-4)), qRed(colours.of(-4)));
        EXPECT_GT(qRed(colours.of(2)), qBlue(colours.of(2)));
        const auto zero = colours.of(0.0);
        EXPECT_LE(std::abs(qRed(zero) - qBlue(zero)), 16) << "neither";
        EXPECT_NE(colours.of(std::nan("")), colours.of(-4));
        EXPECT_NE(colours.of(std::nan("")), colours.of(2));
    }
}

TEST(ValueColours, LargerNumbersStandOutMore)
{
    for (const auto colouring : {Colouring::value, Colouring::logValue}) {
        const ValueColours colours({0, 100}, colouring, Theme::light);
        for (double number = 1; number < 100; number += 3)
            EXPECT_LE(lightness(colours.of(number + 3)), lightness(colours.of(number))) << number;
    }
    const ValueColours linear({0, 1e6}, Colouring::value, Theme::light);
    const ValueColours log({0, 1e6}, Colouring::logValue, Theme::light);
    EXPECT_EQ(linear.of(1e3), linear.of(1e2)) << "both next to nothing";
    EXPECT_NE(log.of(1e3), log.of(1e2));
}

TEST(ValueColours, ACellHasTheColourOfItsNumberAndTextThatIsReadOnIt)
{
    const auto tensor = tensorOf(mixed);
    for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast}) {
        const auto request = requestFor(tensor, Colouring::value, theme);
        const auto scene = logicalScene(request, {});
        ASSERT_FALSE(scene.rasters.empty());
        const ValueColours colours({-4, 4}, Colouring::value, theme);
        for (const auto& [index, number] :
             {std::pair(Extents{0, 0}, -4.0), {Extents{0, 2}, 0.0}, {Extents{1, 0}, 4.0}, {Extents{1, 3}, 0.5}}) {
            const auto rect = rectInLogical(request, ElementPlace{index});
            EXPECT_EQ(pixelAt(scene, rect.center()), colours.of(number)) << number;
            for (const auto& label : scene.labels)
                if (label.kind == TextKind::value && rect.contains(label.rect.center())) {
                    EXPECT_GE(contrast(Palette::of(theme)[label.ink], QColor(colours.of(number))), 3)
                        << label.text.toStdString();
                }
        }
    }
}

TEST(ValueColours, APixelOfAMapHasTheColourOfWhatStandsBehindIt)
{
    std::string rows;
    for (int row = 0; row < 400; ++row) {
        rows += row == 0 ? "[" : ",[";
        for (int column = 0; column < 400; ++column)
            rows += std::string(column == 0 ? "" : ",") + (row < 200 ? "-2" : column < 200 ? "3" : "\"NaN\"");
        rows += "]";
    }
    const auto tensor = tensorOf(R"({"layout":"strided","dtype":"float32","members":{"values":[)" + rows + "]}}");
    const auto request = requestFor(tensor, Colouring::value);
    const auto scene = logicalScene(request, {});
    const ValueColours colours({-2, 3}, Colouring::value, Theme::light);
    const auto rect = scene.rasters.front().rect;
    const auto at = [&](double x, double y) {
        return pixelAt(scene, {rect.left() + rect.width() * x, rect.top() + rect.height() * y});
    };
    EXPECT_EQ(at(0.5, 0.25), colours.of(-2));
    EXPECT_EQ(at(0.25, 0.75), colours.of(3));
    EXPECT_EQ(at(0.75, 0.75), colours.of(std::nan("")));
    EXPECT_TRUE(std::ranges::any_of(scene.labels, [](const Label& label) {
        return label.text == QLatin1String("-2");
    })) << "the legend names its ends";
    const auto counted = logicalScene(requestFor(tensor, Colouring::notFinite), {});
    EXPECT_NE(pixelAt(counted, {rect.left() + rect.width() * 0.75, rect.top() + rect.height() * 0.75}),
              pixelAt(counted, {rect.left() + rect.width() * 0.25, rect.top() + rect.height() * 0.25}));
}

// On a linear scale all but one of these would have the colour of zero.
TEST(ValueColours, AutomaticIsALogScaleWhereValuesCrowdAndTheLegendSaysSo)
{
    const auto mapOf = [](const char* outlier) {
        std::string rows;
        for (int row = 0; row < 400; ++row) {
            rows += row == 0 ? "[" : ",[";
            for (int column = 0; column < 400; ++column)
                rows += std::string(column == 0 ? "" : ",") + (row == 0 && column == 0 ? outlier
                                                               : row < 200             ? "1"
                                                                                       : "30");
            rows += "]";
        }
        return tensorOf(R"({"layout":"strided","dtype":"float32","members":{"values":[)" + rows + "]}}");
    };
    const auto saysLog = [](const Scene& scene) {
        return std::ranges::any_of(
            scene.labels, [](const Label& label) { return label.text.contains(QStringLiteral("(log scale)")); });
    };
    const auto crowded = mapOf("10000");
    const auto automatic = logicalScene(requestFor(crowded, Colouring::automatic), {});
    EXPECT_TRUE(saysLog(automatic));
    EXPECT_TRUE(areEqual(automatic, logicalScene(requestFor(crowded, Colouring::logValue), {})));
    EXPECT_FALSE(saysLog(logicalScene(requestFor(crowded, Colouring::value), {}))) << "as the user wants it";
    const auto even = mapOf("31");
    const auto linear = logicalScene(requestFor(even, Colouring::automatic), {});
    EXPECT_FALSE(saysLog(linear));
    EXPECT_TRUE(areEqual(linear, logicalScene(requestFor(even, Colouring::value), {})));
}

TEST(ValueColours, ATensorWithoutNumbersIsDrawnAsBefore)
{
    for (const auto* name : {"opaque", "declared"}) {
        auto request = requestFor(oddTensor(name), Colouring::value);
        const auto coloured = logicalScene(request, {});
        request.colouring = Colouring::none;
        EXPECT_TRUE(areEqual(coloured, logicalScene(request, {}))) << name;
    }
}

// Sampled colours and ends of a scale that were not all looked at are called so.
TEST(ValueColours, WhatIsSampledSaysSo)
{
    auto request =
        requestFor(*makeTensorOf({.kind = "arange", .layout = "strided", .size = {2200, 2000}}), Colouring::value);
    request.mostCounted = 1000;
    const auto scene = logicalScene(request, {});
    EXPECT_TRUE(scene.isSampled);
    const auto says = [&](const QString& text) {
        return std::ranges::any_of(scene.labels, [&](const Label& label) { return label.text.contains(text); });
    };
    EXPECT_TRUE(says(QStringLiteral("sampled")));
    EXPECT_TRUE(says(QString(QChar(0x2248)))) << "the ends of the scale";
}

TEST(CellColours, AutomaticIsTheValueInMapsOfTensorsThatStoreEveryElement)
{
    const auto picture = [](const Tensor& tensor, Colouring colouring, double zoom = 0) {
        auto request = requestFor(tensor, colouring);
        if (zoom > 0)
            request.zoom = zoom;
        const auto scene = logicalScene(request, {});
        return scene.rasters.empty() ? QImage() : scene.rasters.front().image;
    };
    const auto dense = *makeTensorOf({.kind = "arange", .layout = "strided", .size = {600, 500}});
    const auto sparse = *makeTensorOf({.kind = "arange", .layout = "csr", .size = {600, 500}});
    EXPECT_EQ(picture(dense, Colouring::automatic), picture(dense, Colouring::value));
    EXPECT_NE(picture(dense, Colouring::automatic), picture(dense, Colouring::none));
    EXPECT_EQ(picture(sparse, Colouring::automatic), picture(sparse, Colouring::none));
    EXPECT_NE(picture(sparse, Colouring::automatic), picture(sparse, Colouring::value));
    EXPECT_TRUE(picture(dense, Colouring::automatic, 40).isNull()) << "cells show their numbers";
}

// Cells that are told apart but have no room for numbers would all be of one blue.
TEST(CellColours, AutomaticIsTheValueInCellsTooSmallForNumbers)
{
    const auto dense = *makeTensorOf({.kind = "arange", .layout = "strided", .size = {64, 32}});
    auto request = requestFor(dense, Colouring::automatic);
    request.zoom = 6;
    const auto scene = logicalScene(request, {});
    ASSERT_FALSE(scene.rasters.empty());
    const ValueColours colours({0, 64 * 32 - 1}, Colouring::value, Theme::light);
    for (const auto& [index, number] : {std::pair(Extents{0, 0}, 0.0), {Extents{40, 20}, 40 * 32 + 20.0}})
        EXPECT_EQ(pixelAt(scene, rectInLogical(request, ElementPlace{index}).center()), colours.of(number));
    request.tensor =
        std::make_shared<const Tensor>(*makeTensorOf({.kind = "arange", .layout = "csr", .size = {64, 32}}));
    EXPECT_TRUE(logicalScene(request, {}).rasters.empty()) << "of sparse ones it is where entries are";
}

TEST(CellColours, ValuesHaveTheSameColourInAllPictures)
{
    const auto tensor = tensorOf(R"({"layout":"csr","size":[2,4],"dtype":"float32","members":
        {"compressed":[0,3,4],"plain":[0,1,3,2],"values":[-4,1,2,4]}})");
    const auto request = requestFor(tensor, Colouring::value);
    const ValueColours colours({-4, 4}, Colouring::value, Theme::light);
    const auto colourOf = [](const Scene& scene, const Place& place) -> std::optional<QRgb> {
        for (const auto& spot : scene.spots)
            if (spot.place == place)
                for (const auto& box : scene.boxes)
                    if (box.rect == spot.rect && box.colour)
                        return box.colour;
        return std::nullopt;
    };
    auto wide = request;
    wide.zoom = 60;
    const auto members = membersScene(wide, {}), storage = storageScene(wide, {});
    const auto id = tensor.find("values")->array.storage->id();
    for (const auto& [slot, value] : {std::pair(0, -4.0), std::pair(3, 4.0)}) {
        EXPECT_EQ(colourOf(members, Slots{"values", slot, slot + 1}), colours.of(value));
        EXPECT_EQ(colourOf(storage, BytePlace{id, 4 * slot, 4 * slot + 4}), colours.of(value));
    }
    EXPECT_EQ(colourOf(members, Slots{"plain", 0, 1}), std::nullopt) << "indices are no values";
    wide.colouring = Colouring::automatic;
    EXPECT_EQ(colourOf(membersScene(wide, {}), Slots{"values", 0, 1}), std::nullopt);
}

TEST(ColourChoice, ColoursTheViewByWhatIsChosen)
{
    ShownViews shown(tensorOf(mixed));
    auto& view = shown.view("logical");
    EXPECT_TRUE(view.scene().rasters.empty());
    ColourChoice choice(view);
    choice.show();
    choice.setFocus();
    QTest::keyClick(&choice, Qt::Key_Down);
    QTest::keyClick(&choice, Qt::Key_Down);
    settle(shown.desk.jobs);
    EXPECT_EQ(view.colouring(), Colouring::value);
    EXPECT_FALSE(view.scene().rasters.empty());
    QTest::keyClick(&choice, Qt::Key_Up);
    settle(shown.desk.jobs);
    EXPECT_TRUE(view.scene().rasters.empty());
}
