// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_pages.h"

namespace tscope {

// The room that the pictures of a page may take, and how far they are enlarged in it.
struct PicturesRoom {
    QSizeF size;
    double titleHeight = 0; // of one line above each picture
    double mostScale = 1;   // of a picture with all of its text
    double mostGrowth = 1;  // of cells and slots beyond what their numbers need
};

// A picture where it is drawn, in pixels of the page.
struct PlacedPicture {
    QString title;
    QPointF titleAt;
    QRectF rect;  // that holds the part of the scene
    QRectF drawn; // that part, in the scene's pixels
    std::shared_ptr<const Scene> scene;

    double scale() const { return drawn.isEmpty() ? 1 : rect.width() / drawn.width(); }
};

struct PlacedPictures {
    std::vector<PlacedPicture> pictures;
    double scale = 0;  // the same of all
    double height = 0; // that they take
};

// Whole pictures as large as they fit, one below the other or side by side, whichever is larger. Where their text
// would become too small, cells become narrower; pictures that fit at no zoom are scaled down, and very large ones
// are cut.
PlacedPictures placedPictures(const std::vector<PagePicture>& pictures, const PicturesRoom& room,
                              const TextSize& text, const Watch& watch);

} // namespace tscope
