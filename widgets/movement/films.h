// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "lessons/watched.h"
#include "movement/film.h"
#include "scenes/morph_picture.h"
#include "views/scene_painter.h"

namespace tscope {

// How films are drawn: what the thread of the window knows of its look.
struct FilmLook {
    QSizeF view; // that films are fit into
    double pixelRatio = 1;
    Theme theme = Theme::light;
    SceneFonts fonts;
};

// One tensor becomes another: each number travels from its old cell to its new one. Both tensors' own pictures are
// the first and the last one.
Result<FilmPtr> morphFilm(MorphRequest request, const FilmLook& look, const Watch& watch = {});

// An algorithm, step by step.
FilmPtr watchedFilm(Watched watched, const FilmLook& look);

} // namespace tscope
