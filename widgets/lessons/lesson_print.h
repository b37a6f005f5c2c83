// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_pages.h"
#include "views/scene_painter.h"

#include <string>

namespace tscope {

// Fonts of pages: those of the window, which only its thread can ask for.
struct PrintFonts {
    QFont text;
    SceneFonts scenes;
};

// A lesson as files, written on any thread. Stopped, they end early.
std::string slideSvg(const PagesOf& of, std::size_t step, const PrintFonts& fonts, const Watch& watch);
std::string slidesPdf(const PagesOf& of, const PrintFonts& fonts, const Watch& watch);
std::string handoutPdf(const PagesOf& of, const PrintFonts& fonts, const Watch& watch);

} // namespace tscope
