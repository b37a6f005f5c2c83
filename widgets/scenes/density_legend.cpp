// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/density_legend.h"

#include "scenes/density_layer.h"
#include "scenes/text_fit.h"

#include <QCoreApplication>

#include <cmath>

namespace tscope {

namespace {

struct LegendWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::DensityLegend)
};

} // namespace

std::optional<DensityLegend> densityLegend(double lowest, double highest, double taken,
                                           const SceneRequest& request)
{
    const auto& text = request.text;
    const auto end = request.size.width(), height = text.smallLine + 5;
    if (!(highest > 0))
        return std::nullopt;
    const auto number = [](double density) { return QString::number(density, 'g', 2); };
    auto low = lowest < highest ? number(lowest) : QString();
    const auto high = LegendWords::tr("%1 a cell").arg(number(highest));
    const auto roomOf = [&](const QString& said) { return columnsOf(said) * text.smallAdvance + 6; };
    int bar = 64; // pixels
    const auto beginOf = [&] { return std::floor(end - roomOf(high) - bar - roomOf(low) - 4); };
    if (beginOf() < taken) { // of a narrow one only the strongest colour is named
        low.clear();
        bar = 32;
    }
    const auto left = beginOf();
    if (left < taken)
        return std::nullopt;

    QImage image(static_cast<int>(std::ceil(end - left)), static_cast<int>(height), QImage::Format_RGB32);
    image.fill(Palette::of(request.theme)[Ink::canvas]);
    const auto colours = densityColours(bar, request.theme);
    for (int x = 0; x < bar; ++x)
        for (int y = 4; y < image.height() - 4; ++y)
            image.setPixel(static_cast<int>(roomOf(low)) + x, y, colours.pixel(x, 0));
    DensityLegend legend{{QRectF(left, 0, image.width(), image.height()), image}, {}};
    const auto write = [&](double at, const QString& said) {
        if (!said.isEmpty())
            legend.labels.push_back({QRectF(at, 0, roomOf(said), height), said, Ink::faintText, Ink::canvas,
                                     Qt::AlignCenter, TextKind::small});
    };
    write(left, low);
    write(left + roomOf(low) + bar, high);
    return legend;
}

} // namespace tscope
