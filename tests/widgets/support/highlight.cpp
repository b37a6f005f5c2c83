// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/highlight.h"

#include "views/scene_painter.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

namespace tscope::test {

Scene wholeScene(const PictureSpec& spec, const TensorPtr& tensor, const ReportPtr& report)
{
    SceneRequest request;
    request.tensor = tensor;
    request.report = report;
    request.size = QSizeF(400, 300);
    request.zoom = 32;
    request.size = spec.build(request, {}).content.expandedTo(request.size); // headings break where it is narrow
    return spec.build(request, {});
}

std::set<std::size_t> litSpots(const Scene& scene, const Place& place, const Related& related)
{
    // Nothing but what is lit lies on the canvas.
    Scene bare;
    bare.size = scene.size;
    bare.spots = scene.spots;
    QImage image(scene.size.toSize() + QSize(1, 1), QImage::Format_RGB32);
    const auto& palette = Palette::of(Theme::light);
    const auto canvas = palette[Ink::canvas].rgb();
    image.fill(canvas);
    QPainter painter(&image);
    const Highlight highlight{std::make_shared<const LitPlaces>(place, related), Ink::selected, Ink::hover};
    paintScene(painter, bare, palette, SceneFonts::of(QApplication::font()), {&highlight, 1});
    painter.end();
    std::set<std::size_t> lit;
    for (std::size_t i = 0; i < scene.spots.size(); ++i)
        if (const auto middle = scene.spots[i].rect.center().toPoint();
            image.valid(middle) && image.pixel(middle) != canvas) // a scene may reach beyond its window
            lit.insert(i);
    return lit;
}

} // namespace tscope::test
