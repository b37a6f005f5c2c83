// SPDX-License-Identifier: GPL-3.0-or-later
// Marks of what is wrong are seen on every colour that a map may have.
#include "scenes/density_layer.h"
#include "scenes/value_colours.h"
#include "views/scene_painter.h"

#include <QImage>
#include <QPainter>

#include <gtest/gtest.h>

#include <algorithm>

using namespace tscope;

namespace {

constexpr double visible = 3; // as WCAG wants it of shapes that mean something

// The largest contrast that a mark's ink has to what lies at most two pixels beside it, on this colour.
double contrastBeside(Shape shape, Ink ink, QRgb ground, Theme theme)
{
    constexpr int side = 40;
    Scene scene;
    scene.size = scene.content = {side, side};
    QImage below(side, side, QImage::Format_RGB32);
    below.fill(ground);
    scene.rasters.push_back({QRectF(0, 0, side, side), below});
    scene.marks.push_back({QRectF(14, 14, 12, 12), shape, ink});
    const auto& palette = Palette::of(theme);
    QImage image(side, side, QImage::Format_RGB32);
    image.fill(palette[Ink::canvas]);
    QPainter painter(&image);
    paintScene(painter, scene, palette, SceneFonts::of(QFont()), {});
    painter.end();
    constexpr int row = 20;
    int edge = 0;
    while (edge < side && image.pixelColor(edge, row) != palette[ink])
        ++edge;
    if (edge < 2 || edge >= side)
        return 0;
    return std::max(contrast(image.pixelColor(edge - 1, row), palette[ink]),
                    contrast(image.pixelColor(edge - 2, row), palette[ink]));
}

class MarkRim : public testing::TestWithParam<Theme>
{
};

} // namespace

TEST_P(MarkRim, KeepsMarksApartFromEveryColourOfTheDensityScale)
{
    for (int i = 0; i <= 20; ++i) {
        const auto ground = densityColour(i / 20.0, GetParam());
        EXPECT_GE(contrastBeside(Shape::triangle, Ink::error, ground, GetParam()), visible) << i;
        EXPECT_GE(contrastBeside(Shape::diamond, Ink::warning, ground, GetParam()), visible) << i;
    }
}

TEST_P(MarkRim, KeepsMarksApartFromTheColoursOfValues)
{
    for (const auto colouring : {Colouring::value, Colouring::logValue}) {
        const ValueColours colours({.least = -2, .largest = 3}, colouring, GetParam());
        for (int i = 0; i <= 20; ++i)
            EXPECT_GE(contrastBeside(Shape::triangle, Ink::error, colours.of(-2 + i * 0.25), GetParam()), visible)
                << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Themes, MarkRim, testing::Values(Theme::light, Theme::dark, Theme::highContrast));
