// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"
#include "style/palette.h"
#include "views/lit_places.h"

#include <QFont>
#include <QImage>

#include <memory>
#include <span>

class QPainter;

namespace tscope {

// The fonts of scenes, in all of which ASCII is equally wide.
struct SceneFonts {
    QFont value, note, small, heading;

    static SceneFonts of(const QFont& widget); // at the text size that the user has set
    TextSize size() const;
    SceneFonts enlarged(const TextSize& text) const; // as scenes with this text need them
    const QFont& of(TextKind kind) const;
};

struct Highlight {
    std::shared_ptr<const LitPlaces> places; // never null
    Ink outline, fill;
    bool isOfPreview = false; // what the preview changes has marks of its own: what goes with the place is faint
};

// Draws a scene on anything: a window, an image, an SVG file.
void paintScene(QPainter& painter, const Scene& scene, const Palette& palette, const SceneFonts& fonts,
                std::span<const Highlight> highlights = {});
// The same to a file, with its caption below: PNG or SVG, by the ending of the path. May be called on any thread.
bool savePicture(const QString& path, const Scene& scene, const Scene& caption, const Palette& palette,
                 const SceneFonts& fonts, std::span<const Highlight> highlights, double pixelRatio);
// An image in the format that the path's ending names.
bool savePicture(const QString& path, const QImage& image);

} // namespace tscope
