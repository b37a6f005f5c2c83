// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"
#include "style/palette.h"

#include <QFont>

#include <span>

class QPainter;

namespace tscope {

// The fonts of scenes: one in which all of ASCII is equally wide, in two sizes.
struct SceneFonts {
    QFont value, small, heading;

    static SceneFonts of(const QFont& widget);
    TextSize size() const;
};

// What is lit up: a place and what is related to it.
struct Highlight {
    const Place* place;
    const Related* related;
    Ink outline, fill;
};

// Draws a scene on anything: a window, an image, an SVG file.
void paintScene(QPainter& painter, const Scene& scene, const Palette& palette, const SceneFonts& fonts,
                std::span<const Highlight> highlights = {});

} // namespace tscope
