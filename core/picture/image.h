// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "picture/colour_scale.h"
#include "picture/density.h"
#include "picture/violations.h"

#include <cstdint>
#include <vector>

namespace tscope {

// Opaque pixels, row by row.
struct Image {
    std::int64_t width = 0, height = 0;
    std::vector<Colour> pixels;

    Colour& at(std::int64_t x, std::int64_t y) { return pixels[static_cast<std::size_t>(y * width + x)]; }
    const Colour& at(std::int64_t x, std::int64_t y) const
    {
        return pixels[static_cast<std::size_t>(y * width + x)];
    }
};

struct PictureSize {
    std::int64_t width = 1000, height = 1000;
};
inline constexpr std::int64_t pictureSideLimit = 32767;
inline constexpr std::int64_t pictureSideLeast = 3; // the frame, and something in it
Result<void> checkPictureSize(const PictureSize& size);

// A frame one pixel wide is always drawn; the bins share what is inside it.
inline constexpr std::int64_t frameWidth = 1;
inline constexpr Colour frameColour{96, 96, 96};
inline constexpr Colour violationColour{213, 94, 0}; // vermillion
inline constexpr Colour haloColour{255, 255, 255};

// Bins larger than pixels can't be: there are at most as many as pixels inside the frame. Where there are fewer,
// bins are scaled up by nearest neighbour. Each bin of `violations` gets a triangle of at least 3 x 3 pixels.
Result<Image> pictureOf(const Density& density, const PictureSize& size, const Violations* violations = nullptr);

} // namespace tscope
