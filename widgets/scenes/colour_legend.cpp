// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/colour_legend.h"

#include "scenes/text_fit.h"

#include <cmath>

namespace tscope {

std::optional<ColourLegend> colourLegend(LegendWords words, double taken, const SceneRequest& request)
{
    const auto& text = request.text;
    const auto end = request.size.width(), height = text.smallLine + 5;
    const auto roomOf = [&](const QString& said) { return columnsOf(said) * text.smallAdvance + 6; };
    int bar = 64; // pixels
    const auto beginOf = [&] { return std::floor(end - roomOf(words.high) - bar - roomOf(words.low) - 4); };
    if (beginOf() < taken) {
        words.low.clear();
        bar = 32;
    }
    const auto left = beginOf();
    if (left < taken)
        return std::nullopt;

    QImage image(static_cast<int>(std::ceil(end - left)), static_cast<int>(height), QImage::Format_RGB32);
    image.fill(Palette::of(request.theme)[Ink::canvas]);
    const auto colours = words.strip(bar);
    for (int x = 0; x < bar; ++x)
        for (int y = 4; y < image.height() - 4; ++y)
            image.setPixel(static_cast<int>(roomOf(words.low)) + x, y, colours.pixel(x, 0));
    ColourLegend legend{{QRectF(left, 0, image.width(), image.height()), image}, {}};
    const auto write = [&](double at, const QString& said) {
        if (!said.isEmpty())
            legend.labels.push_back({QRectF(at, 0, roomOf(said), height), said, Ink::faintText, Ink::canvas,
                                     Qt::AlignCenter, TextKind::small});
    };
    write(left, words.low);
    write(left + roomOf(words.low) + bar, words.high);
    return legend;
}

} // namespace tscope
