// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/page_pictures.h"
#include "views/scene_painter.h"

#include <string>

namespace tscope {

// Fonts of pages: those of the window, which only its thread can ask for.
struct PrintFonts {
    QFont text;
    SceneFonts scenes;
};

// Where everything is on a slide, in its pixels.
struct SlidePlan {
    QRectF title, texts, pictures;
    double titleType = 0, type = 0; // pixels
    PlacedPictures placed;          // in the area of the pictures
};
SlidePlan planOfSlide(const LessonPage& page, const PrintFonts& fonts, const Watch& watch);
// The room of the pictures of one step on paper, whose printed area has that size.
PicturesRoom handoutRoom(QSizeF area, const PrintFonts& fonts);

// A lesson as files, written on any thread. Stopped, they end early.
std::string slideSvg(const PagesOf& of, std::size_t step, const PrintFonts& fonts, const Watch& watch);
std::string slidesPdf(const PagesOf& of, const PrintFonts& fonts, const Watch& watch);
std::string handoutPdf(const PagesOf& of, const PrintFonts& fonts, const Watch& watch);

} // namespace tscope
