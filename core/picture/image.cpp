// SPDX-License-Identifier: Apache-2.0
#include "picture/image.h"

#include "base/say.h"

#include <algorithm>

namespace tscope {

namespace {

// Which bin each pixel inside the frame shows; -1 where there is none.
std::vector<std::int64_t> binsOfPixels(std::int64_t pixels, std::int64_t bins)
{
    std::vector<std::int64_t> out(static_cast<std::size_t>(pixels), -1);
    if (bins > 0)
        for (std::int64_t p = 0; p < pixels; ++p)
            out[static_cast<std::size_t>(p)] = Bins(0, pixels, bins).of(p);
    return out;
}

// The middle of a bin, in pixels of the whole picture.
std::int64_t middleOf(std::int64_t bin, std::int64_t pixels, std::int64_t bins)
{
    const Bins shared(0, pixels, bins);
    return frameWidth + (shared.first(bin) + shared.first(bin + 1) - 1) / 2;
}

// A triangle that stands on its base; seen beside any colour, since what is around it is pale.
class Marker
{
public:
    explicit Marker(const Image& image)
        : m_half(std::clamp<std::int64_t>(std::min(image.width, image.height) / 100, 1, 8))
    {
    }

    void drawHalo(Image& image, std::int64_t x, std::int64_t y) const
    {
        draw(image, x, y, m_half + 1, haloColour);
    }
    void drawSign(Image& image, std::int64_t x, std::int64_t y) const
    {
        draw(image, x, y, m_half, violationColour);
    }

private:
    void draw(Image& image, std::int64_t x, std::int64_t y, std::int64_t half, const Colour& colour) const
    {
        // Signs lie inside the picture with all of their pixels.
        x = std::clamp(x, std::min(m_half, image.width - 1), std::max<std::int64_t>(image.width - 1 - m_half, 0));
        y = std::clamp(y, std::min(m_half, image.height - 1),
                       std::max<std::int64_t>(image.height - 1 - m_half, 0));
        for (auto dy = -half; dy <= half; ++dy) {
            const auto reach = (dy + half + 1) / 2; // 0 or 1 at the tip, `half` at the base
            const auto row = y + dy;
            if (row < 0 || row >= image.height)
                continue;
            for (auto column = std::max<std::int64_t>(x - reach, 0);
                 column <= std::min(x + reach, image.width - 1); ++column)
                image.at(column, row) = colour;
        }
    }

    std::int64_t m_half;
};

void drawFrame(Image& image)
{
    for (std::int64_t x = 0; x < image.width; ++x)
        image.at(x, 0) = image.at(x, image.height - 1) = frameColour;
    for (std::int64_t y = 0; y < image.height; ++y)
        image.at(0, y) = image.at(image.width - 1, y) = frameColour;
}

} // namespace

Result<void> checkPictureSize(const PictureSize& size)
{
    for (const auto side : {size.width, size.height})
        if (side < pictureSideLeast || side > pictureSideLimit)
            return invalidArgument(say("a picture with sides from {0} to {1} pixels was wanted, found {2} x {3}",
                                       pictureSideLeast, pictureSideLimit, size.width, size.height));
    if (size.width * size.height > densityBinLimit)
        return invalidArgument(say("a picture of at most {0} pixels was wanted, found {1} x {2}", densityBinLimit,
                                   size.width, size.height));
    return {};
}

Result<Image> pictureOf(const Density& density, const PictureSize& size, const Violations* violations)
{
    if (const auto fits = checkPictureSize(size); !fits)
        return fits.error();
    const auto width = size.width - 2 * frameWidth, height = size.height - 2 * frameWidth;
    const auto& rows = density.binning.rows;
    const auto& columns = density.binning.columns;
    if (rows.count() > height || columns.count() > width)
        return invalidArgument(say("at most {0} x {1} bins were wanted for the picture, found {2} x {3}", height,
                                   width, rows.count(), columns.count()));
    Image image{size.width, size.height, {}};
    image.pixels.assign(static_cast<std::size_t>(size.width * size.height), ColourScale::empty);
    const ColourScale scale(density);
    const auto rowOf = binsOfPixels(height, rows.count()), columnOf = binsOfPixels(width, columns.count());
    if (columns.count() > 0)
        for (std::int64_t y = 0; y < height && rows.count() > 0; ++y) {
            const auto row = rowOf[static_cast<std::size_t>(y)];
            const bool isRepeated = y > 0 && rowOf[static_cast<std::size_t>(y - 1)] == row;
            for (std::int64_t x = 0; x < width; ++x)
                image.at(x + frameWidth, y + frameWidth) =
                    isRepeated ? image.at(x + frameWidth, y + frameWidth - 1)
                               : scale.of(density.density(row, columnOf[static_cast<std::size_t>(x)]));
        }
    drawFrame(image);
    if (violations != nullptr) {
        const Marker marker(image);
        const auto each = [&](auto&& draw) {
            for (const auto& bin : violations->bins)
                draw(middleOf(bin.column, width, columns.count()), middleOf(bin.row, height, rows.count()));
        };
        // Signs after all halos, so that no sign is cut by its neighbour's.
        each([&](std::int64_t x, std::int64_t y) { marker.drawHalo(image, x, y); });
        each([&](std::int64_t x, std::int64_t y) { marker.drawSign(image, x, y); });
    }
    return image;
}

} // namespace tscope
