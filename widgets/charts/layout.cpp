// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/layout.h"

#include <QLineF>

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

constexpr double gap = 4;        // between numbers of an axis and the field
constexpr double besideMark = 7; // from the middle of a mark to a text

QRectF turned(const QRectF& rect)
{
    return {rect.left(), rect.top(), rect.height(), rect.width()};
}

bool isOnMark(const QRectF& rect, const Field& field)
{
    return std::ranges::any_of(field.marks, [&](const Mark& mark) {
        const auto half = mark.size / 2;
        return rect.adjusted(-half, -half, half, half).contains(mark.at);
    });
}

// A line through a rectangle has an end in it or crosses a diagonal of it.
bool isOnStroke(const QRectF& rect, const Field& field)
{
    const QLineF falling(rect.topLeft(), rect.bottomRight()), rising(rect.bottomLeft(), rect.topRight());
    const auto meets = [&](const QPointF& from, const QPointF& to) {
        if (std::max(from.x(), to.x()) < rect.left() || std::min(from.x(), to.x()) > rect.right() ||
            std::max(from.y(), to.y()) < rect.top() || std::min(from.y(), to.y()) > rect.bottom())
            return false;
        const QLineF line(from, to);
        return rect.contains(from) || rect.contains(to) ||
               line.intersects(falling) == QLineF::BoundedIntersection ||
               line.intersects(rising) == QLineF::BoundedIntersection;
    };
    return std::ranges::any_of(field.strokes, [&](const Stroke& stroke) {
        for (qsizetype i = 1; i < stroke.points.size(); ++i)
            if (meets(stroke.points[i - 1], stroke.points[i]))
                return true;
        return false;
    });
}

// The places for a text beside a point, the nearest first.
struct Place {
    QRectF rect;
    bool isFar = false;
};
std::vector<Place> placesBeside(QPointF point, QSizeF size)
{
    std::vector<Place> places;
    for (const double far : {0.0, 10.0, 24.0, 40.0, 60.0})
        for (const auto& way : {QPointF(1, -1), QPointF(-1, -1), QPointF(1, 1), QPointF(-1, 1), QPointF(0, -1),
                                QPointF(0, 1), QPointF(1, 0), QPointF(-1, 0)}) {
            const auto middle = point + QPointF(way.x() * (besideMark + far + size.width() / 2),
                                                way.y() * (besideMark - 2 + far * 0.8 + size.height() / 2));
            places.push_back({QRectF(middle - QPointF(size.width() / 2, size.height() / 2), size), far > 0});
        }
    return places;
}

} // namespace

Layout::Layout(Drawing& drawing, const Look& look)
    : m_drawing(drawing), m_metrics(look.font), m_line(std::ceil(m_metrics.height()))
{
    m_drawing.size = look.size;
    m_drawing.fields.reserve(4); // whoever has one may go on with it while others are added
}

double Layout::widestOf(const std::vector<QString>& texts) const
{
    double widest = 0;
    for (const auto& text : texts)
        widest = std::max(widest, widthOf(text));
    return widest;
}

QRectF Layout::add(const QRectF& room, const QString& text, Qt::Alignment alignment, Ink ink)
{
    auto shown = text;
    // What is elided may still be wider than was asked for.
    for (auto width = room.width() - 1; widthOf(shown) > room.width() && width > 0; width -= 3)
        shown = m_metrics.elidedText(text, Qt::ElideMiddle, width);
    if (shown.isEmpty() || room.height() < m_line - 0.5 || widthOf(shown) > room.width() + 0.5)
        return {};
    const auto width = std::min(widthOf(shown), room.width());
    const auto left = alignment & Qt::AlignRight     ? room.right() - width
                      : alignment & Qt::AlignHCenter ? room.center().x() - width / 2
                                                     : room.left();
    const QRectF rect(left, room.center().y() - m_line / 2, width, m_line);
    m_drawing.labels.push_back({rect, shown, shown == text ? QString() : text, ink, false, false});
    m_taken.push_back(rect);
    return rect;
}

QRectF Layout::addWrapped(QPointF topLeft, double width, const QString& text, Ink ink)
{
    if (widthOf(text) <= width)
        return add({topLeft, QSizeF(width, m_line)}, text, Qt::AlignLeft, ink);
    const QRectF room(topLeft, QSizeF(width, 1e4));
    const auto needed = m_metrics.boundingRect(room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text);
    const QRectF rect(topLeft, QSizeF(width, std::ceil(needed.height())));
    m_drawing.labels.push_back({rect, text, {}, ink, false, true});
    m_taken.push_back(rect);
    return rect;
}

bool Layout::isFree(const QRectF& rect) const
{
    return std::ranges::none_of(m_taken, [&](const QRectF& taken) { return taken.intersects(rect); });
}

bool Layout::addBeside(Field& field, QPointF point, const QString& text, Ink ink)
{
    const auto within = field.rect.adjusted(2, 2, -2, -2);
    auto places = placesBeside(point, QSizeF(widthOf(text), m_line));
    std::erase_if(places, [&](const Place& place) { return !within.contains(place.rect) || !isFree(place.rect); });
    if (places.empty())
        return false;
    const auto isClear = [&](const Place& place) {
        return !isOnMark(place.rect, field) && !isOnStroke(place.rect, field);
    };
    auto best = std::ranges::find_if(places, isClear);
    if (best == places.end())
        best = std::ranges::find_if(places, [&](const Place& place) { return !isOnMark(place.rect, field); });
    if (best == places.end())
        best = places.begin();
    const auto& rect = best->rect;
    m_drawing.labels.push_back({rect, text, {}, ink, false, false});
    m_taken.push_back(rect);
    if (best->isFar)
        field.strokes.push_back({QPolygonF({point, QPointF(std::clamp(point.x(), rect.left(), rect.right()),
                                                           std::clamp(point.y(), rect.top(), rect.bottom()))}),
                                 Ink::frame});
    return true;
}

Field& Layout::addField(const QRectF& outer, Axis x, Axis y)
{
    auto inner = outer;
    if (x.hasTicks)
        inner.setBottom(outer.bottom() - m_line - gap);
    if (!x.title.isEmpty())
        inner.setBottom(inner.bottom() - m_line);
    Field field{{}, std::move(x), std::move(y), {}, {}, {}, {}, {}};
    if (field.y.hasTicks) {
        field.yTicks = ticksOf(field.y, std::max(2, static_cast<int>(inner.height() / (m_line * 2))));
        double widest = 0;
        for (const auto& tick : field.yTicks)
            widest = std::max(widest, widthOf(tick.text));
        inner.setLeft(inner.left() + std::ceil(widest) + gap);
    }
    if (!field.y.title.isEmpty())
        inner.setLeft(inner.left() + m_line + 2);
    field.rect = QRectF(std::round(inner.left()), std::round(inner.top()),
                        std::floor(std::max(1.0, inner.width())), std::floor(std::max(1.0, inner.height())));
    if (field.x.hasTicks)
        field.xTicks = ticksOf(field.x, std::max(2, static_cast<int>(field.rect.width() / (m_line * 4))));
    addXNumbers(field, outer);
    addYNumbers(field, outer);
    m_drawing.fields.push_back(std::move(field));
    return m_drawing.fields.back();
}

void Layout::addXNumbers(const Field& field, const QRectF& outer)
{
    double free = outer.left(); // from there on nothing is written
    for (const auto& tick : field.xTicks) {
        const auto width = widthOf(tick.text);
        const Range room{outer.left(), outer.right() - width};
        const auto left = room.nearest(field.toX(tick.at) - width / 2);
        if (left < free || left + width > outer.right() + 0.5)
            continue;
        add({left, field.rect.bottom() + gap, width, m_line}, tick.text, Qt::AlignLeft, Ink::faintText);
        free = left + width + gap;
    }
    if (!field.x.title.isEmpty())
        add({field.rect.left(), outer.bottom() - m_line, field.rect.width(), m_line},
            withUnit(field.x.title, field.x.unit), Qt::AlignHCenter);
}

void Layout::addYNumbers(const Field& field, const QRectF& outer)
{
    auto left = outer.left();
    const auto title = withUnit(field.y.title, field.y.unit);
    if (!field.y.title.isEmpty()) {
        const auto shown = m_metrics.elidedText(title, Qt::ElideMiddle, field.rect.height() - 1);
        const auto length = std::min(widthOf(shown), field.rect.height());
        const QRectF lying(left, field.rect.center().y() - length / 2, length, m_line);
        if (!shown.isEmpty()) {
            m_drawing.labels.push_back(
                {turned(lying), shown, shown == title ? QString() : title, Ink::text, true, false});
            m_taken.push_back(turned(lying));
        }
        left += m_line + 2;
    }
    // A number at an end would be cut off, were it not moved.
    for (const auto& tick : field.yTicks) {
        const Range middles{std::max(0.0, outer.top() - m_line / 2), field.rect.bottom() - m_line / 2};
        const auto top = middles.nearest(field.toY(tick.at) - m_line / 2);
        const QRectF room(left, top, field.rect.left() - gap - left, m_line);
        if (isFree(room))
            add(room, tick.text, Qt::AlignRight, Ink::faintText);
    }
}

void Layout::addNothing(const QString& sentence)
{
    const QRectF all(QPointF(0, 0), m_drawing.size);
    m_drawing.swatches.push_back({all.adjusted(4.5, 4.5, -4.5, -4.5), Ink::none, Hatch::none, Ink::grid});
    auto room = all.adjusted(16, 8, -16, -8);
    const auto needed = m_metrics.boundingRect(room, Qt::AlignCenter | Qt::TextWordWrap, sentence);
    m_drawing.labels.push_back({needed.intersected(room), sentence, {}, Ink::faintText, false, true});
}

} // namespace tscope::charts
