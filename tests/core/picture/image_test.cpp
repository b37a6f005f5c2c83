// SPDX-License-Identifier: Apache-2.0
#include "layouts/registry.h"
#include "literals/json_tensor.h"
#include "make/generators.h"
#include "picture/png.h"
#include "support/png_reader.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tscope {

namespace {

// A picture of its own bins, as a file and back.
std::optional<Image> pictured(const Tensor& tensor, const PictureSize& size,
                              const Violations* violations = nullptr)
{
    const auto density = densityOf(tensor, {.rowBins = size.height - 2, .columnBins = size.width - 2});
    EXPECT_TRUE(density) << (density ? "" : density.error().text);
    const auto image = pictureOf(*density, size, violations);
    EXPECT_TRUE(image) << (image ? "" : image.error().text);
    auto read = test::readPng(pngOf(*image));
    EXPECT_TRUE(read && read->pixels == image->pixels && read->width == size.width);
    return read;
}

Tensor strided(const std::string& values)
{
    return readJsonTensors(R"({"layout": "strided", "members": {"values": )" + values + "}}")
        ->tensors.front()
        .tensor;
}

double contrast(const Colour& a, const Colour& b)
{
    const auto light = [](const Colour& colour) {
        const auto part = [](double value) {
            value /= 255;
            return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * part(colour.red) + 0.7152 * part(colour.green) + 0.0722 * part(colour.blue) + 0.05;
    };
    return std::max(light(a), light(b)) / std::min(light(a), light(b));
}

TEST(Picture, ScalesFewCellsUpToExactlyItsSize)
{
    const auto image = pictured(strided("[[1, 0, 1], [0, 1, 0]]"), {12, 9});
    ASSERT_TRUE(image);
    EXPECT_EQ(image->height, 9);
    const auto full = cividisReversed(1);
    for (std::int64_t y = 0; y < 9; ++y)
        for (std::int64_t x = 0; x < 12; ++x) {
            const bool isFrame = x == 0 || y == 0 || x == 11 || y == 8;
            const auto column = (x - 1) * 3 / 10, row = (y - 1) * 2 / 7;
            const bool isFull = row == 0 ? column != 1 : column == 1;
            EXPECT_EQ(image->at(x, y), isFrame  ? frameColour
                                       : isFull ? full
                                                : ColourScale::empty)
                << x << ' ' << y;
        }
}

TEST(Picture, HasAFrameAlsoWhenEmpty)
{
    for (const auto* values : {R"({"shape": [0, 5], "data": []})", "[[0, 0], [0, 0]]"}) {
        const auto image = pictured(strided(values), {20, 10});
        ASSERT_TRUE(image);
        for (std::int64_t x = 0; x < 20; ++x)
            for (std::int64_t y = 0; y < 10; ++y)
                EXPECT_EQ(image->at(x, y), x % 19 == 0 || y % 9 == 0 ? frameColour : ColourScale::empty);
    }
}

TEST(Picture, IsDarkerWhereThereIsMoreAndClipsTheDensestPercent)
{
    // One bin for each row: 1, 2, 4 ... 64 of 64 cells, and 199 rows that are full.
    std::string rows;
    for (int r = 0; r < 206; ++r) {
        rows += r == 0 ? "[" : ", [";
        for (int c = 0; c < 64; ++c)
            rows += std::string(c == 0 ? "" : ", ") + (c < (r < 7 ? 1 << r : 32) ? "1" : "0");
        rows += "]";
    }
    const auto density = densityOf(strided("[" + rows + "]"), {.rowBins = 206, .columnBins = 1});
    ASSERT_TRUE(density);
    const ColourScale scale(*density);
    EXPECT_DOUBLE_EQ(scale.lowest(), 1.0 / 64);
    EXPECT_DOUBLE_EQ(scale.highest(), 0.5) << "one bin of 206 is denser";
    EXPECT_DOUBLE_EQ(scale.at(1.0 / 64), ColourScale::floor);
    EXPECT_DOUBLE_EQ(scale.at(0.5), 1);
    EXPECT_DOUBLE_EQ(scale.at(1), 1);
    // Equal ratios are equal steps.
    EXPECT_NEAR(scale.at(4.0 / 64) - scale.at(2.0 / 64), scale.at(8.0 / 64) - scale.at(4.0 / 64), 1e-12);
    EXPECT_GE(contrast(scale.of(1.0 / 64), ColourScale::empty), 2.5) << "the palest is seen on white";
}

TEST(Picture, RefusesSidesThatAreTooSmallOrTooLarge)
{
    const auto density = densityOf(strided("[[1]]"));
    ASSERT_TRUE(density);
    for (const auto& size : {PictureSize{2, 10}, {10, 2}, {0, 0}, {-5, 5}, {32768, 10}, {30000, 30000}}) {
        const auto image = pictureOf(*density, size);
        ASSERT_FALSE(image);
        EXPECT_EQ(image.error().code, ErrorCode::invalidArgument);
        EXPECT_NE(image.error().text.find(std::to_string(size.width) + " x "), std::string::npos);
    }
    const auto large = densityOf(strided("[[1, 2, 3], [4, 5, 6]]"));
    EXPECT_FALSE(pictureOf(*large, {4, 4})) << "three columns do not fit two pixels";
    EXPECT_TRUE(pictureOf(*large, {5, 4}));
}

TEST(Picture, OfLongRowsIsReadAsItWas)
{
    const auto tensor = *makeTensorOf({.kind = "random", .layout = "coo", .size = {700, 900}, .nnz = 50'000});
    pictured(tensor, {800, 640});
}

// Signs stand out on any colour, and at the edge with all of their pixels.
TEST(Picture, MarksViolationsWithTriangles)
{
    const auto tensor = *makeTensorOf({.kind = "dense", .layout = "strided", .size = {50, 50}});
    for (const auto& size : {PictureSize{52, 52}, PictureSize{1000, 600}, PictureSize{3, 3}})
        for (const auto& bin : {MarkedBin{0, 0, 1}, {0, 0, 5}}) {
            const Violations one{{bin}, 1, 0, 0};
            const auto image = pictured(tensor, size, &one);
            ASSERT_TRUE(image);
            std::int64_t lowX = size.width, highX = -1, lowY = size.height, highY = -1, signs = 0;
            for (std::int64_t y = 0; y < size.height; ++y)
                for (std::int64_t x = 0; x < size.width; ++x)
                    if (image->at(x, y) == violationColour) {
                        lowX = std::min(lowX, x);
                        highX = std::max(highX, x);
                        lowY = std::min(lowY, y);
                        highY = std::max(highY, y);
                        ++signs;
                    }
            EXPECT_GE(highX - lowX, 2);
            EXPECT_GE(highY - lowY, 2);
            EXPECT_LT(signs, (highX - lowX + 1) * (highY - lowY + 1)) << "not a square";
            EXPECT_LE(lowX, size.width / 50 + 1) << "near the bin that it marks";
        }
}

} // namespace

} // namespace tscope
