// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/painter.h"

#include "charts/cut.h"
#include "scenes/density_layer.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

constexpr double hatchStep = 5;

Qt::PenStyle styleOf(Dash dash)
{
    switch (dash) {
    case Dash::dashed:
        return Qt::DashLine;
    case Dash::dotted:
        return Qt::DotLine;
    case Dash::dashDotted:
        return Qt::DashDotLine;
    case Dash::solid:
        break;
    }
    return Qt::SolidLine;
}

void hatch(QPainter& painter, const QRectF& rect, Hatch kind)
{
    const auto line = [&](QPointF from, QPointF to) {
        if (const auto cut = cutTo(rect, QLineF(from, to)))
            painter.drawLine(*cut);
    };
    const auto height = rect.height();
    const auto first = std::floor((rect.left() - height) / hatchStep) * hatchStep;
    for (auto x = first; x < rect.right() + height; x += hatchStep) {
        if (kind == Hatch::rising || kind == Hatch::crossed)
            line({x, rect.bottom()}, {x + height, rect.top()});
        if (kind == Hatch::falling || kind == Hatch::crossed)
            line({x, rect.top()}, {x + height, rect.bottom()});
        if (kind == Hatch::upright)
            line({x, rect.bottom()}, {x, rect.top()});
    }
}

void draw(QPainter& painter, const Block& block, const QRectF& within, const Palette& palette,
          const QImage& shades)
{
    const auto rect = block.rect.intersected(within);
    if (rect.isEmpty())
        return;
    if (block.shade >= 0)
        painter.fillRect(
            rect, shades.pixelColor(
                      std::clamp(static_cast<int>(block.shade * shades.width()), 0, shades.width() - 1), 0));
    else if (block.fill != Ink::none)
        painter.fillRect(rect, palette[block.fill]);
    if (block.frame == Ink::none)
        return;
    painter.setPen(QPen(palette[block.frame], 1));
    painter.setBrush(Qt::NoBrush);
    if (block.hatch != Hatch::none)
        hatch(painter, rect, block.hatch);
    painter.drawRect(rect);
}

void draw(QPainter& painter, const Stroke& stroke, const QRectF& within, const Palette& palette)
{
    painter.setPen(QPen(palette[stroke.ink], stroke.width, styleOf(stroke.dash)));
    for (const auto& part : cutTo(within, stroke.points))
        painter.drawPolyline(part);
}

QPolygonF outlineOf(Shape shape, QPointF at, double half)
{
    const auto x = at.x(), y = at.y();
    if (shape == Shape::diamond)
        return QPolygonF({{x - half, y}, {x, y - half}, {x + half, y}, {x, y + half}, {x - half, y}});
    if (shape == Shape::triangle)
        return QPolygonF({{x - half, y + half}, {x, y - half}, {x + half, y + half}, {x - half, y + half}});
    if (shape == Shape::fallenTriangle)
        return QPolygonF({{x - half, y - half}, {x, y + half}, {x + half, y - half}, {x - half, y - half}});
    return QPolygonF(QRectF(x - half, y - half, 2 * half, 2 * half));
}

void draw(QPainter& painter, const Mark& mark, const Palette& palette)
{
    auto colour = palette[mark.ink];
    const auto half = mark.size / 2;
    if (mark.isFaint)
        colour.setAlphaF(0.55F);
    const bool isOfLines = mark.isHollow || mark.shape == Shape::cross || mark.shape == Shape::plus;
    painter.setPen(mark.isFaint && !isOfLines ? QPen(Qt::NoPen) : QPen(colour, 1.6));
    painter.setBrush(mark.isHollow ? QBrush(palette[Ink::canvas]) : QBrush(colour));
    switch (mark.shape) {
    case Shape::circle:
        return painter.drawEllipse(mark.at, half, half);
    case Shape::cross:
        painter.drawLine(mark.at + QPointF(-half, -half), mark.at + QPointF(half, half));
        return painter.drawLine(mark.at + QPointF(-half, half), mark.at + QPointF(half, -half));
    case Shape::plus:
        painter.drawLine(mark.at + QPointF(-half, 0), mark.at + QPointF(half, 0));
        return painter.drawLine(mark.at + QPointF(0, -half), mark.at + QPointF(0, half));
    default:
        return painter.drawPolygon(outlineOf(mark.shape, mark.at, half));
    }
}

void draw(QPainter& painter, const Label& label, const Palette& palette)
{
    painter.setPen(palette[label.ink]);
    if (label.isWrapped)
        return painter.drawText(label.rect, Qt::AlignCenter | Qt::TextWordWrap, label.text);
    constexpr int flags = Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip;
    if (!label.isTurned)
        return painter.drawText(label.rect, flags, label.text);
    painter.save();
    painter.translate(label.rect.bottomLeft());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, label.rect.height(), label.rect.width()), flags, label.text);
    painter.restore();
}

// On whole pixels, else thin lines are blurred.
void drawGrid(QPainter& painter, const Field& field, const Palette& palette)
{
    const auto& rect = field.rect;
    painter.setPen(QPen(palette[Ink::grid], 1));
    for (const auto& tick : field.xTicks)
        painter.drawLine(QLineF(field.toX(tick.at), rect.bottom(), field.toX(tick.at), rect.top()).toLine());
    for (const auto& tick : field.yTicks)
        painter.drawLine(QLineF(rect.left(), field.toY(tick.at), rect.right(), field.toY(tick.at)).toLine());
}

void drawFrame(QPainter& painter, const Field& field, const Palette& palette)
{
    constexpr double outwards = 3; // the length of a tick
    const auto& frame = field.rect;
    painter.setPen(QPen(palette[Ink::frame], 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
    for (const auto& tick : field.xTicks) {
        const auto x = field.toX(tick.at);
        painter.drawLine(QLineF(x, frame.bottom(), x, frame.bottom() + outwards).toLine());
    }
    for (const auto& tick : field.yTicks) {
        const auto y = field.toY(tick.at);
        painter.drawLine(QLineF(frame.left() - outwards, y, frame.left(), y).toLine());
    }
}

} // namespace

void paint(QPainter& painter, const Drawing& drawing, const Palette& palette, const QFont& font)
{
    const auto shades = densityColours(256, palette.theme());
    const QRectF all(QPointF(0, 0), drawing.size);
    painter.setFont(font);
    const auto part = [&](const QRectF& within, const auto& blocks, const auto& strokes, const auto& marks) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        for (const auto& block : blocks)
            draw(painter, block, within, palette, shades);
        painter.setRenderHint(QPainter::Antialiasing, true);
        for (const auto& stroke : strokes)
            draw(painter, stroke, within, palette);
        for (const auto& mark : marks)
            if (within.adjusted(-1, -1, 1, 1).contains(mark.at))
                draw(painter, mark, palette);
    };
    for (const auto& field : drawing.fields)
        part(field.rect, field.blocks, field.strokes, field.marks);
    part(all, drawing.swatches, drawing.lines, drawing.signs);
    for (const auto& label : drawing.labels)
        draw(painter, label, palette);
}

void paintAll(QPainter& painter, const Drawing& drawing, const Palette& palette, const QFont& font)
{
    painter.fillRect(QRectF(QPointF(0, 0), drawing.size), palette[Ink::canvas]);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const auto& field : drawing.fields)
        drawGrid(painter, field, palette);
    paint(painter, drawing, palette, font);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const auto& field : drawing.fields)
        drawFrame(painter, field, palette);
}

} // namespace tscope::charts
