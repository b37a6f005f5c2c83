// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scene_painter.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

void paint(QPainter& painter, const Mark& mark, const Palette& palette)
{
    const auto& rect = mark.rect;
    const auto& color = palette[mark.ink];
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    switch (mark.shape) {
    case Shape::triangle:
        painter.drawPolygon(
            QPolygonF{{QPointF(rect.center().x(), rect.top()), rect.bottomRight(), rect.bottomLeft()}});
        break;
    case Shape::diamond:
        painter.drawPolygon(
            QPolygonF{{QPointF(rect.center().x(), rect.top()), QPointF(rect.right(), rect.center().y()),
                       QPointF(rect.center().x(), rect.bottom()), QPointF(rect.left(), rect.center().y())}});
        break;
    case Shape::dot:
        painter.drawEllipse(rect);
        break;
    case Shape::ring:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(color);
        painter.drawEllipse(rect);
        break;
    case Shape::cross:
        painter.setPen(color);
        painter.drawLine(rect.topLeft(), rect.bottomRight());
        painter.drawLine(rect.topRight(), rect.bottomLeft());
        break;
    }
}

void paint(QPainter& painter, const Line& line, const Palette& palette)
{
    painter.setPen(QPen(palette[line.ink], line.width));
    painter.drawLine(line.from, line.to);
    if (!line.isArrow)
        return;
    const auto along = line.to - line.from;
    const auto length = std::hypot(along.x(), along.y());
    if (length < 1)
        return;
    const auto unit = along / length * 6;
    const QPointF across(-unit.y() / 2, unit.x() / 2);
    painter.setBrush(palette[line.ink]);
    painter.drawPolygon(QPolygonF{{line.to, line.to - unit + across, line.to - unit - across}});
}

} // namespace

SceneFonts SceneFonts::of(const QFont& widget)
{
    SceneFonts fonts;
    fonts.value = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fonts.value.setPointSizeF(widget.pointSizeF() > 0 ? widget.pointSizeF() : 10);
    fonts.value.setStyleHint(QFont::Monospace);
    fonts.small = fonts.value;
    fonts.small.setPointSizeF(std::max(7.0, fonts.value.pointSizeF() - 1));
    fonts.heading = fonts.value;
    fonts.heading.setBold(true);
    return fonts;
}

TextSize SceneFonts::size() const
{
    const QFontMetricsF large(heading), little(small);
    return {large.horizontalAdvance(QLatin1Char('0')), std::ceil(large.height()),
            little.horizontalAdvance(QLatin1Char('0')), std::ceil(little.height())};
}

void paintScene(QPainter& painter, const Scene& scene, const Palette& palette, const SceneFonts& fonts,
                std::span<const Highlight> highlights)
{
    painter.fillRect(QRectF(QPointF(0, 0), scene.size), palette[Ink::canvas]);
    for (const auto& raster : scene.rasters)
        painter.drawImage(raster.rect, raster.image);
    for (const auto& box : scene.boxes) {
        if (box.fill != Ink::none)
            painter.fillRect(box.rect, palette[box.fill]);
        if (box.pattern == Fill::hatch) { // faint: text may stand on it
            auto stripes = palette[Ink::frame];
            stripes.setAlpha(90);
            painter.fillRect(box.rect, QBrush(stripes, Qt::BDiagPattern));
        }
        if (box.stroke != Ink::none) {
            painter.setPen(palette[box.stroke]);
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box.rect.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
    std::vector<std::pair<QRectF, Ink>> outlines;
    for (const auto& highlight : highlights) { // under the text, so that it can be read
        for (const auto& spot : scene.spots)
            if (highlight.places->has(spot.place)) {
                painter.fillRect(spot.rect, palette[highlight.fill]);
                outlines.emplace_back(spot.rect, highlight.outline);
            }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& line : scene.lines)
        paint(painter, line, palette);
    for (const auto& mark : scene.marks)
        paint(painter, mark, palette);
    for (const auto& label : scene.labels) {
        painter.setFont(label.kind == TextKind::value   ? fonts.value
                        : label.kind == TextKind::small ? fonts.small
                                                        : fonts.heading);
        painter.setPen(palette[label.ink]);
        painter.drawText(label.rect, static_cast<int>(label.align) | Qt::TextSingleLine, label.text);
    }
    painter.setBrush(Qt::NoBrush);
    for (const auto& [rect, ink] : outlines) {
        painter.setPen(QPen(palette[ink], 2));
        painter.drawRect(rect.adjusted(1, 1, -1, -1));
    }
}

bool savePicture(const QString& path, const Scene& scene, const Palette& palette, const SceneFonts& fonts,
                 std::span<const Highlight> highlights, double pixelRatio)
{
    const auto size = scene.size.toSize();
    if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        QSvgGenerator generator;
        generator.setFileName(path);
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(0, 0), size));
        QPainter painter;
        if (!painter.begin(&generator))
            return false;
        paintScene(painter, scene, palette, fonts, highlights);
        return painter.end();
    }
    QImage image(size * pixelRatio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(pixelRatio);
    QPainter painter(&image);
    paintScene(painter, scene, palette, fonts, highlights);
    painter.end();
    return image.save(path);
}

} // namespace tscope
