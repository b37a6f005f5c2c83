// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/axis.h"
#include "style/ink.h"

#include <QFont>
#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace tscope::charts {

// What a chart looks like, as data: all in pixels of the chart, which is drawn from this and nothing else.

enum class Hatch : std::uint8_t { none, rising, falling, crossed, upright };

struct Block {
    QRectF rect;
    Ink fill = Ink::none;
    Hatch hatch = Hatch::none; // in the colour of the frame
    Ink frame = Ink::none;
    double shade = -1; // from 0 to 1: a colour of the scale of magnitudes, in place of `fill`
};

enum class Dash : std::uint8_t { solid, dashed, dotted, dashDotted };

struct Stroke {
    QPolygonF points;
    Ink ink = Ink::text;
    double width = 1;
    Dash dash = Dash::solid;
};

enum class Shape : std::uint8_t { circle, square, diamond, triangle, cross, plus, fallenTriangle };
inline constexpr int shapeCount = 6; // that rows of things take in turn; the last one means something

struct Mark {
    QPointF at;
    Shape shape = Shape::circle;
    Ink ink = Ink::text;
    double size = 7;
    bool isHollow = false;
    bool isFaint = false;
};

struct Label {
    QRectF rect; // what the text covers
    QString text;
    QString whole; // of a text that had no room: all of it
    Ink ink = Ink::text;
    bool isTurned = false;  // read from bottom to top
    bool isWrapped = false; // several lines in the middle of the rect
};

inline QPolygonF straight(QPointF from, QPointF to)
{
    return QPolygonF(QList<QPointF>{from, to});
}

// What can be pointed at, chosen and reached by keys.
struct Spot {
    QRectF rect;
    int item = 0;
};

// A rectangle with two axes, and what is drawn in it and nowhere else.
struct Field {
    QRectF rect;
    Axis x, y;
    std::vector<Tick> xTicks, yTicks;
    std::vector<Block> blocks;
    std::vector<Stroke> strokes;
    std::vector<Mark> marks;

    double toX(double value) const;
    double toY(double value) const;
    QPointF at(double x_, double y_) const { return {toX(x_), toY(y_)}; }
    double fromX(double pixels) const;
    double fromY(double pixels) const;
};

struct Drawing {
    QSizeF size;
    std::vector<Field> fields;   // the first is the one that is zoomed
    std::vector<Block> swatches; // beside the fields: what legends explain
    std::vector<Stroke> lines;   // likewise
    std::vector<Mark> signs;     // likewise
    std::vector<Label> labels;
    std::vector<Spot> spots; // where several lie on each other, the first is meant
};

// How a chart is to be drawn.
struct Look {
    QSizeF size;
    QFont font;
    bool isLog = true;
    std::optional<Range> shownX, shownY; // else all of it
    int chosen = -1;                     // an item
    std::vector<int> lit = {};           // items that are marked too
};

} // namespace tscope::charts
