// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/unread_slots.h"
#include "scenes/positions.h"
#include "scenes/scene.h"
#include "scenes/text_fit.h"

#include <algorithm>
#include <concepts>
#include <limits>

namespace tscope {

// Which of its plural forms a sentence takes. Qt's own %n ends at 32 bits, so the number is said by %1.
int formOf(std::integral auto count)
{
    return static_cast<int>(
        std::min<std::uint64_t>(static_cast<std::uint64_t>(count), std::numeric_limits<int>::max()));
}

// What all builders of scenes share: the window onto the content, and text that fits. Borrows the request.
class SceneWriter
{
public:
    Scene take() { return std::move(m_scene); }

protected:
    SceneWriter(const SceneRequest& request, const Watch& watch) : m_request(request), m_watch(watch)
    {
        m_scene.origin = request.origin;
        m_scene.size = request.size;
        m_scene.text = request.text;
    }

    // From content to what is visible.
    double x(Position content) const { return static_cast<double>(content - m_request.origin.x()); }
    double y(Position content) const { return static_cast<double>(content - m_request.origin.y()); }

    void label(QRectF rect, const QString& text, Ink ink, Ink on, Qt::Alignment align, TextKind kind)
    {
        if (!text.isEmpty())
            m_scene.labels.push_back({rect, text, ink, on, align, kind});
    }
    // The number of a tick, centred on it: whole or not at all, as cut digits would be another number.
    void tickNumber(QPointF centre, std::int64_t number, const QRectF& room)
    {
        const auto text = QString::number(number);
        const auto& size = m_request.text;
        QRectF rect(0, 0, static_cast<double>(text.size()) * size.smallAdvance, size.smallLine);
        rect.moveCenter(centre);
        if (room.contains(rect) && rect.left() >= 0 && rect.right() <= m_request.size.width())
            label(rect, text, Ink::faintText, Ink::canvas, Qt::AlignCenter, TextKind::small);
    }
    // A line of text from the left, to the right edge of the window at most.
    void line(QPointF from, const QString& text, Ink ink, Ink on, TextKind kind)
    {
        const QRectF rect(from.x(), from.y(), std::max(0.0, m_request.size.width() - from.x() - 4),
                          m_request.text.line);
        label(rect, fitted(text, static_cast<int>(rect.width() / m_request.text.advance)), ink, on,
              Qt::AlignLeft | Qt::AlignVCenter, kind);
    }
    // A line of a heading. What follows the name tells of the array, and is covered with it; a further line of
    // the same heading has no name.
    void headingLine(QPointF from, const QString& text, const QString& name)
    {
        const auto before = m_scene.labels.size();
        line(from, text, Ink::text, Ink::canvas, TextKind::heading);
        if (m_scene.labels.size() == before)
            return;
        auto& made = m_scene.labels.back();
        made.name = fitted(name, static_cast<int>(made.rect.width() / m_request.text.advance));
    }
    // A text in as many lines as it takes, as far as there is room in the rectangle.
    void paragraph(const QRectF& room, const QString& text, Ink ink, Ink on)
    {
        const auto& size = m_request.text;
        const auto lines = wrapped(text, static_cast<int>(room.width() / size.advance),
                                   std::max(1, static_cast<int>(room.height() / size.line)));
        for (qsizetype i = 0; i < lines.size(); ++i)
            label(QRectF(room.left(), room.top() + size.line * static_cast<double>(i), room.width(), size.line),
                  lines[i], ink, on, Qt::AlignLeft | Qt::AlignVCenter, TextKind::note);
    }
    // What is no number, or too large to be one, where its name has no room: a glyph of its own. False: it is none
    // of these, or has that room.
    bool glyph(const QRectF& rect, const Element& element, int characters)
    {
        if (!(element.isNan() || element.isInfinite()) || static_cast<int>(element.text().size()) <= characters)
            return false;
        const auto scale = m_request.text.valueScale;
        const auto room = std::clamp(std::floor(std::min(rect.width(), rect.height())) - 1, 7.0, 13.0 * scale);
        const auto side = element.isNan() ? std::min(room - 2, 7.0 * scale) : room; // a cross is read at any size
        const auto corner = rect.center() - QPointF(side / 2, side / 2);
        m_scene.marks.push_back(
            {QRectF(std::round(corner.x()), std::round(corner.y()), side, side), shapeOf(element), Ink::text});
        return true;
    }
    // Slots of a member in [begin, end) that no element uses, as far as that can be told. None while what is wrong
    // is asked: entries behind the last pointer would give it away.
    std::vector<Slots> unread(const Member& member, std::int64_t begin, std::int64_t end) const
    {
        if (m_request.hidesBroken)
            return {};
        const bool isValid = m_request.report && m_request.report->valid;
        return unreadSlots(*m_request.tensor, member.role->name, begin, end, isValid, m_watch);
    }
    // Of a place that a preview changes.
    void markChanged(const QRectF& rect)
    {
        m_scene.boxes.push_back({rect.adjusted(1.5, 1.5, -1.5, -1.5), Ink::none, Ink::selected});
        m_scene.boxes.push_back({rect.adjusted(2.5, 2.5, -2.5, -2.5), Ink::none, Ink::selected});
    }
    static Shape shapeOf(const Element& element)
    {
        const auto number = element.isReadable() ? element.number() : Number();
        const auto* real = std::get_if<double>(&number);
        return element.isNan()         ? Shape::cross
               : !element.isInfinite() ? Shape::dot
               : real == nullptr       ? Shape::infinity // of a complex number
               : *real < 0             ? Shape::minusInfinity
                                       : Shape::plusInfinity;
    }
    // The triangle in the corner of what is broken.
    QRectF brokenMark(const QRectF& rect) const
    {
        const auto stroke = m_request.text.strokeScale();
        const auto side = std::round(6 * std::max(m_request.text.otherScale, stroke));
        return {rect.left() + stroke, rect.top() + stroke, side, side};
    }
    void markBroken(const QRectF& rect, const Place& place, const QString& words)
    {
        markViolation(brokenMark(rect), place, words);
    }
    // Of what is too narrow to hold a mark: a bar, and the mark above it.
    void markBrokenRun(const QRectF& rect, const Place& place, const QString& words)
    {
        m_scene.boxes.push_back({rect.adjusted(-1, 0, 1, 0), Ink::error, Ink::none});
        markViolation({rect.center().x() - 4, rect.top() - 7, 8, 7}, place, words);
    }
    void markViolation(const QRectF& mark, const Place& place, const QString& words)
    {
        m_scene.marks.push_back({mark, Shape::triangle, Ink::error});
        m_scene.violations.push_back({mark, place, words});
    }
    // What is there, and below it what is wrong with it.
    static QString withBroken(const QString& words, const QString& broken)
    {
        return broken.isEmpty() ? words : words + QLatin1Char('\n') + broken;
    }

    const SceneRequest& m_request;
    const Watch& m_watch;
    Scene m_scene;
};

} // namespace tscope
