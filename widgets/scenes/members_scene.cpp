// SPDX-License-Identifier: GPL-3.0-or-later
// The members as strips of slots, one below the other.
#include "scenes/members_scene.h"

#include "scenes/addresses.h"
#include "scenes/before.h"
#include "scenes/brackets.h"
#include "scenes/broken_places.h"
#include "scenes/cell_colours.h"
#include "scenes/scene_writer.h"
#include "scenes/strip_scroll.h"
#include "scenes/strips.h"
#include "scenes/text_fit.h"
#include "scenes/whole_numbers.h"
#include "style/titles.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tscope {

namespace {

class MembersBuilder : public SceneWriter
{
    Q_DECLARE_TR_FUNCTIONS(tscope::MembersScene)

public:
    MembersBuilder(const SceneRequest& request, const Watch& watch)
        : SceneWriter(request, watch), m_before(request, watch), m_colours(CellColours::of(request, false, watch))
    {
        const auto layout = stripsOf(request);
        m_scene.content = layout.content;
        m_scene.leads = layout.leads;
        m_scene.fixed = {Strip::leftMargin, 0};
        for (const auto& strip : layout.strips) {
            if (watch.isStopped())
                break;
            add(strip);
        }
        m_scene.words = tr("%n member(s)", nullptr, static_cast<int>(layout.strips.size()));
    }

private:
    void add(const Strip& strip)
    {
        const auto& member = m_request.tensor->members[strip.shape.member];
        const auto bottom = y(strip.top + strip.height());
        if (bottom < 0 || y(strip.heading) > m_request.size.height())
            return;
        heading(strip);
        const BrokenPlaces broken(*m_request.tensor, m_request.report.get(), member.role->name);
        const auto [first, last] = unitsInSight(m_request.origin.x(), m_request.size.width(), strip.left(0),
                                                strip.entryWidth, strip.shape.length);
        frame(strip);
        if (strip.bandRows.count() > 0 && (first < last || strip.shape.length == 0))
            drawBrackets(m_request, m_watch, strip, first, last, m_scene);
        if (first >= last)
            return;
        if (strip.entryWidth / strip.shape.columns >= 4)
            slots(strip, member, broken, first, last);
        else
            summary(strip, member, broken, first, last);
        ruler(strip, first, last);
        lanes(strip);
    }

    // The dim that each lane is of, behind its last slot: indices of COO, and the tables of nested tensors.
    void lanes(const Strip& strip)
    {
        if (strip.shape.lanes == 1)
            return;
        const auto left = x(strip.left(strip.shape.length)) + 6;
        for (int lane = 0; lane < strip.shape.lanes; ++lane) {
            const auto text = tr("dim %1").arg(lane);
            const QRectF rect(left, y(strip.laneTop(lane)),
                              static_cast<double>(columnsOf(text)) * m_request.text.smallAdvance + 2,
                              strip.slotHeight * strip.shape.rows);
            if (rect.left() >= 0 && rect.right() <= m_request.size.width())
                label(rect, text, Ink::faintText, Ink::canvas, Qt::AlignLeft | Qt::AlignVCenter, TextKind::small);
        }
    }

    void heading(const Strip& strip)
    {
        auto top = y(strip.heading);
        auto name = titleOf(m_request.tensor->members[strip.shape.member], *m_request.tensor);
        for (const auto& text : strip.title) {
            headingLine(QPointF(4, top), text, std::exchange(name, QString()));
            top += m_request.text.line;
        }
    }

    // What the strip covers, so that an empty one can be seen too.
    void frame(const Strip& strip)
    {
        const auto left = std::max(-2.0, x(strip.left(0)));
        const auto right = std::min(m_request.size.width() + 2, x(strip.left(strip.shape.length)));
        const auto height = std::max(strip.height(), strip.slotHeight);
        m_scene.boxes.push_back(
            {QRectF(left, y(strip.top), std::max(right - left, 6.0), height), Ink::surface, Ink::frame});
        if (strip.shape.length > 0)
            return;
        const auto& sizes = m_request.tensor->members[strip.shape.member].array.geometry.sizes;
        const auto isNegative = [](std::int64_t extent) { return extent < 0; };
        const auto text = numel(sizes)                             ? tr("no elements")
                          : std::ranges::any_of(sizes, isNegative) ? tr("an extent is negative")
                                                                   : tr("more elements than 64 bits count");
        label(QRectF(left + 12, y(strip.top), static_cast<double>(2 * text.size() + 1) * m_request.text.advance,
                     height),
              text, Ink::faintText, Ink::canvas, Qt::AlignLeft | Qt::AlignVCenter, TextKind::small);
    }

    void slots(const Strip& strip, const Member& member, const BrokenPlaces& broken, std::int64_t first,
               std::int64_t last)
    {
        const auto& shape = strip.shape;
        const auto width = strip.entryWidth / shape.columns;
        const auto readable = member.isReadable();
        const auto characters = static_cast<int>((width - 6) / m_request.text.valueAdvance());
        const auto unread = unreadIn(strip, member, first, last);
        const auto whole = wholeNumbers(m_request, strip, member, broken, first, last, characters);
        for (int lane = 0; lane < shape.lanes; ++lane)
            for (auto entry = first; entry < last; ++entry)
                for (int row = 0; row < shape.rows; ++row)
                    for (int column = 0; column < shape.columns; ++column) {
                        const auto slot = shape.slot(lane, entry, row, column);
                        const QRectF rect(x(strip.left(entry)) + width * column,
                                          y(strip.laneTop(lane)) + strip.slotHeight * row, width,
                                          strip.slotHeight);
                        if (rect.right() >= -2 && rect.left() <= m_request.size.width() + 2) // of a wide block
                            add(member, slot, rect, readable, broken, isUnder(whole, rect) ? 0 : characters,
                                has(unread, slot));
                    }
        for (const auto& [rect, text] : whole) {
            m_scene.boxes.push_back({rect, Ink::errorFill, Ink::error});
            label(rect.adjusted(3, 1, -3, -1), text, Ink::text, Ink::errorFill, Qt::AlignCenter, TextKind::value);
        }
        if (shape.order != BlockOrder::none && width >= 12)
            for (auto entry = first; entry < last; ++entry)
                order(strip, entry);
        // Blocks and batches are told apart by heavier lines.
        if (shape.group == 0 && shape.columns * shape.rows == 1)
            return;
        for (auto entry = first;; ++entry) {
            const bool batch = shape.group > 0 && entry % shape.group == 0;
            if (batch || shape.columns * shape.rows > 1) {
                const auto at = x(strip.left(entry));
                m_scene.lines.push_back({QPointF(at, y(strip.top)), QPointF(at, y(strip.top + strip.height())),
                                         Ink::block, batch ? 2.5 : 1.5});
            }
            if (entry == last) // the one after it may not fit 64 bits
                return;
        }
    }

    // Arrows along what lies side by side in the storage: the rows of a block, or its columns.
    void order(const Strip& strip, std::int64_t entry)
    {
        const auto& shape = strip.shape;
        const auto width = strip.entryWidth / shape.columns;
        const auto left = x(strip.left(entry)), top = y(strip.top);
        if (shape.order == BlockOrder::rows) {
            for (int row = 0; row < shape.rows; ++row) {
                const auto at = top + strip.slotHeight * (row + 1) - 1.5;
                m_scene.lines.push_back({QPointF(left + 4, at), QPointF(left + width * shape.columns - 4, at),
                                         axisInk(static_cast<int>(shape.fastDim)), 1, true});
            }
            return;
        }
        for (int column = 0; column < shape.columns; ++column) {
            const auto at = left + width * column + 3;
            m_scene.lines.push_back({QPointF(at, top + 3), QPointF(at, top + strip.slotHeight * shape.rows - 3),
                                     axisInk(static_cast<int>(shape.fastDim)), 1, true});
        }
    }

    static bool isKnown(const Member& member)
    {
        return member.layout == "strided" && member.array.storage->hasBytes() && !member.array.dtype.isOpaque();
    }

    // Slots that no element uses, of the entries [first, last).
    std::vector<Slots> unreadIn(const Strip& strip, const Member& member, std::int64_t first,
                                std::int64_t last) const
    {
        const auto& shape = strip.shape;
        if (shape.lanes > 1 || first >= last)
            return {};
        const auto end = shape.slot(0, last - 1, shape.rows - 1, shape.columns - 1) + 1;
        return unread(member, shape.slot(0, first, 0, 0), end);
    }
    static bool has(const std::vector<Slots>& runs, std::int64_t slot)
    {
        const auto next = std::ranges::upper_bound(runs, slot, {}, &Slots::end);
        return next != runs.end() && next->begin <= slot;
    }

    void add(const Member& member, std::int64_t slot, QRectF rect, bool readable, const BrokenPlaces& places,
             int characters, bool isUnread)
    {
        const auto element = elementOf(member, slot, readable);
        const bool isOutside = !element && isKnown(member); // its storage
        const bool broken = isOutside || places.contains(slot);
        const auto value = element ? QString::fromStdString(element->text()) : QStringLiteral("?");
        const auto ground = broken ? Ink::errorFill : isUnread ? Ink::hole : Ink::stored;
        m_scene.boxes.push_back(
            {rect, ground, broken ? Ink::error : Ink::grid, isUnread && !broken ? Fill::hatch : Fill::plain});
        const bool isColoured =
            m_colours && element && member.role->kind == RoleKind::values && !broken && !isUnread;
        if (isColoured)
            m_scene.boxes.back().colour = m_colours->of(*element);
        const bool isGlyph = element && glyph(rect, *element, characters);
        if (!isGlyph && characters >= 1)
            label(rect.adjusted(3, 1, -3, -1),
                  !element ? value
                  : broken ? fittedOrPower(*element, characters)
                           : fitted(*element, characters),
                  isColoured ? m_colours->inkOn(*element) : Ink::text, ground, Qt::AlignCenter, TextKind::value);
        const auto title = titleOf(member.role->name, slot, *m_request.tensor);
        auto words = title + QStringLiteral(" = ") + value;
        if (isUnread)
            words += QStringLiteral("   ") + tr("not used by any element");
        if (const auto before = m_before.ofSlot(member, slot, value); !before.words.isEmpty()) {
            if (before.isOther)
                markChanged(rect);
            words += QStringLiteral("   ") + before.words;
        }
        words += QStringLiteral("   ") + byteText(member, slot);
        const Slots place{member.role->name, slot, slot + 1};
        if (broken) {
            const auto wrong = places.wordsIn(slot, slot + 1);
            markBroken(rect, place, wrong.isEmpty() ? words : wrong);
            words = withBroken(words, wrong);
        }
        m_scene.spots.push_back({rect, place, words, value});
    }

    // Slots too narrow to be told apart: one bar, and a tick for each visible run of broken ones.
    void summary(const Strip& strip, const Member& member, const BrokenPlaces& broken, std::int64_t first,
                 std::int64_t last)
    {
        const auto& shape = strip.shape;
        for (int lane = 0; lane < shape.lanes; ++lane) {
            const QRectF bar(x(strip.left(first)), y(strip.laneTop(lane)),
                             x(strip.left(last)) - x(strip.left(first)), strip.slotHeight * shape.rows);
            m_scene.boxes.push_back({bar, Ink::stored, Ink::none});
            for (const auto& run : unreadIn(strip, member, first, last)) {
                const auto step = shape.entryStep;
                const auto from = x(strip.left(run.begin / step)), to = x(strip.left((run.end + step - 1) / step));
                if (to - from >= 1)
                    m_scene.boxes.push_back(
                        {QRectF(from, bar.top(), to - from, bar.height()), Ink::hole, Ink::none, Fill::hatch});
            }
            // In steps of two pixels, which is what can be pointed at.
            const auto step =
                std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(2 / strip.entryWidth)));
            for (auto entry = first, next = first; entry < last; entry = next) {
                next = last - entry <= step ? last : entry + step; // lengths end where 64 bits do
                const auto from = shape.slot(lane, entry, 0, 0);
                const auto to = shape.slot(lane, next - 1, shape.rows - 1, shape.columns - 1) + 1;
                const QRectF rect(x(strip.left(entry)), bar.top(),
                                  strip.entryWidth * static_cast<double>(next - entry), bar.height());
                const Slots place{member.role->name, from, to};
                auto words =
                    QStringLiteral("%1[%2..%3]").arg(titleOf(member, *m_request.tensor)).arg(from).arg(to - 1);
                if (broken.overlaps(from, to)) {
                    const auto wrong = broken.wordsIn(from, to);
                    markBrokenRun(rect, place, wrong);
                    words = withBroken(words, wrong);
                }
                m_scene.spots.push_back({rect, place, words});
            }
        }
    }

    void ruler(const Strip& strip, std::int64_t first, std::int64_t last)
    {
        const auto digits = static_cast<double>(QString::number(last).size());
        const auto room = (digits + 1) * m_request.text.smallAdvance;
        const auto step = rulerStep(strip.entryWidth, std::max(room, 12.0));
        const auto top = y(strip.band) - m_request.text.smallLine - 2;
        const QRectF sight(0, top - 1, m_request.size.width(), m_request.text.smallLine + 2);
        forMultiples(first, last, step, [&](std::int64_t entry) {
            tickNumber({x(strip.left(entry)) + strip.entryWidth / 2, sight.center().y()}, entry, sight);
        });
    }

    Before m_before;
    std::optional<CellColours> m_colours;
};

// The entries of a strip that a place begins with; empty where it lies elsewhere.
QRectF rectOn(const Strip& strip, const Place& place, const Tensor& tensor)
{
    const auto* wanted = std::get_if<Slots>(&place);
    const auto& shape = strip.shape;
    if (wanted == nullptr || tensor.members[shape.member].role->name != wanted->member || shape.length == 0)
        return {};
    const bool alternate = shape.lanes > 1 && shape.entryStep > 1; // lane after lane in each entry
    const auto lane = shape.lanes == 1 ? 0
                      : alternate      ? wanted->begin % shape.lanes
                                       : wanted->begin / shape.laneStep;
    const auto entry = (wanted->begin - lane * shape.laneStep) / shape.entryStep;
    return strip.entryRect(static_cast<int>(lane), entry);
}

} // namespace

Scene membersScene(const SceneRequest& request, const Watch& watch)
{
    const auto shown = enlarged(request, legibleSlotWidth(request));
    return MembersBuilder(shown, watch).take();
}

QSizeF membersSize(const SceneRequest& request)
{
    auto at = enlarged(request, legibleSlotWidth(request));
    at.leads.clear();
    return stripsOf(at).content;
}

double wholeMembersZoom(const SceneRequest& request)
{
    return wholeStripZoom(request, membersSize);
}

double firstMembersZoom(const SceneRequest& request)
{
    return std::max(legibleSlotWidth(request), wholeMembersZoom(request));
}

QRectF rectInMembers(const SceneRequest& request, const Place& place)
{
    for (const auto& strip : stripsOf(enlarged(request, legibleSlotWidth(request))).strips)
        if (const auto rect = rectOn(strip, place, *request.tensor); !rect.isEmpty())
            return rect;
    return {};
}

std::vector<double> leadsInMembers(const SceneRequest& request, const std::vector<Place>& places)
{
    const auto shown = enlarged(request, legibleSlotWidth(request));
    return leadsTo(stripsOf(shown).strips, shown, places,
                   [&](const Strip& strip, const Place& place) { return rectOn(strip, place, *request.tensor); });
}

} // namespace tscope
