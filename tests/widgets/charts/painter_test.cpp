// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/painter.h"

#include <QImage>
#include <QPainter>

#include <gtest/gtest.h>

using namespace tscope;

namespace {

// Pixels that a mark alone leaves on a ground of its own.
int pixelsOf(charts::Mark mark, Theme theme)
{
    charts::Drawing drawing;
    drawing.size = {40, 40};
    mark.at = {20, 20};
    mark.size = 12;
    drawing.signs.push_back(mark);
    const auto& palette = Palette::of(theme);
    QImage image(40, 40, QImage::Format_RGB32);
    {
        QPainter painter(&image);
        charts::paintAll(painter, drawing, palette, QFont());
    }
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixel(x, y) != palette[Ink::canvas].rgb() ? 1 : 0;
    return count;
}

} // namespace

TEST(Painter, MarksOfEachShapeAreSeenFullHollowAndFaint)
{
    for (const auto theme : {Theme::light, Theme::dark})
        for (int shape = 0; shape <= charts::shapeCount; ++shape)
            for (const bool isHollow : {false, true})
                for (const bool isFaint : {false, true}) {
                    charts::Mark mark;
                    mark.shape = static_cast<charts::Shape>(shape);
                    mark.isHollow = isHollow;
                    mark.isFaint = isFaint;
                    EXPECT_GT(pixelsOf(mark, theme), 12)
                        << "shape " << shape << (isHollow ? " hollow" : "") << (isFaint ? " faint" : "");
                }
}
