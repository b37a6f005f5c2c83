// SPDX-License-Identifier: GPL-3.0-or-later
// The storages as strips of bytes: who reads which, what nobody reads, where cache lines begin.
#include "scenes/storage_scene.h"

#include "array/slots.h"
#include "base/checked_math.h"
#include "base/human_numbers.h"
#include "facts/slot_bytes.h"
#include "scenes/addresses.h"
#include "scenes/before.h"
#include "scenes/broken_bytes.h"
#include "scenes/cell_colours.h"
#include "scenes/scene_writer.h"
#include "scenes/storage_runs.h"
#include "scenes/strip_scroll.h"
#include "scenes/strips.h"
#include "style/titles.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tscope {

namespace {

constexpr std::int64_t cacheLine = 64;

class StripsBuilder : public SceneWriter
{
    Q_DECLARE_TR_FUNCTIONS(tscope::StorageScene)

public:
    StripsBuilder(const SceneRequest& request, const Watch& watch)
        : SceneWriter(request, watch), m_before(request, watch), m_colours(CellColours::of(request, false, watch))
    {
        const auto layout = runsOf(request);
        m_scene.content = layout.content;
        m_scene.leads = layout.leads;
        m_scene.fixed = {StorageRun::leftMargin, 0};
        for (const auto& run : layout.runs) {
            if (watch.isStopped())
                break;
            if (y(run.bottom) >= 0 && y(run.heading) <= request.size.height())
                add(run);
        }
        m_scene.words = tr("%n storage(s)", nullptr, static_cast<int>(layout.runs.size()));
    }

private:
    void add(const StorageRun& run)
    {
        const auto bytes = run.storage->byteSize();
        // Who reads each slot, all members together, as far as they have slots of one size.
        std::vector<Geometry> geometries;
        for (const auto* member : run.members)
            if (member->array.dtype.itemSize() == run.itemSize && member->layout == "strided")
                geometries.push_back(member->array.geometry);
        const auto map = slotMap(bytes / run.itemSize, geometries);
        heading(run, map);
        for (const auto& arrow : run.arrows)
            add(run, arrow);
        for (const auto& bracket : run.brackets)
            add(run, bracket);

        const auto left = std::max(-2.0, x(run.left(0)));
        const auto right = std::min(m_request.size.width() + 2, x(run.left(static_cast<Position>(bytes))));
        m_scene.boxes.push_back({QRectF(left, y(run.top), std::max(right - left, 6.0), run.height), Ink::hole,
                                 Ink::frame, Fill::hatch});
        if (bytes == 0) {
            label(QRectF(left + 12, y(run.top), 12 * m_request.text.advance, run.height), tr("no bytes"),
                  Ink::faintText, Ink::canvas, Qt::AlignLeft | Qt::AlignVCenter, TextKind::small);
            return;
        }
        const auto [from, to] =
            unitsInSight(m_request.origin.x(), m_request.size.width(), run.left(0), run.byteWidth, bytes);
        uses(run, map, from, to);
        unused(run, from, to);
        const BrokenBytes broken(run.members, *m_request.tensor, m_request.report.get());
        if (m_request.zoom >= 6)
            elements(run, broken, colouredIn(run, map, from, to), from, to);
        else
            summary(run, broken, from, to);
        lines(run, from, to);
        ruler(run, from, to);
    }

    void heading(const StorageRun& run, const SlotMap& map)
    {
        QStringList names;
        for (const auto* member : run.members)
            names << titleOf(*member, *m_request.tensor);
        // Who reads it comes first: what a narrow view cuts off is the end.
        const auto readers = names.join(QStringLiteral(", "));
        auto text = readers + QStringLiteral("   ") +
                    tr("storage of %1 on %2")
                        .arg(QString::fromStdString(byteSizeText(run.storage->byteSize())),
                             QString::fromStdString(run.storage->device().text()));
        if (map.outside)
            text += QStringLiteral("   ") + tr("some elements lie outside");
        if (!map.decided)
            text += QStringLiteral("   ") + tr("who reads what: too much to decide");
        else
            text += useText(run, map);
        if (!run.storage->hasBytes())
            text += QStringLiteral("   ") + tr("declared, no data");
        if (showsCacheLines(run) && run.storage->byteSize() > cacheLine)
            text += cacheLineText(columnsOf(text));
        headingLine(QPointF(4, y(run.heading)), text, readers);
    }

    // As much as has room behind so many characters: it explains the lines, and half of a sentence explains
    // nothing.
    QString cacheLineText(int characters) const
    {
        const auto room = static_cast<int>((m_request.size.width() - 8) / m_request.text.advance) - characters;
        for (const auto& said : {tr("a heavy line every %1 bytes: a new cache line").arg(cacheLine),
                                 tr("a heavy line every %1 bytes").arg(cacheLine)})
            if (const auto text = QStringLiteral("   ") + said; columnsOf(text) <= room)
                return text;
        return {};
    }

    // How many elements of the storage are used; empty where each is used once.
    QString useText(const StorageRun& run, const SlotMap& map) const
    {
        std::int64_t unread = 0;
        if (constexpr std::int64_t mostCounted = 1 << 22;
            run.storage->byteSize() <= mostCounted && map.shared == 0)
            for (const auto& bytes : unreadIn(run, 0, run.storage->byteSize()))
                unread += (bytes.end - bytes.begin) / run.itemSize;
        if (map.dead + map.shared + unread == 0)
            return {};
        const auto written = [](std::int64_t count) { return QString::fromStdString(grouped(count)); };
        auto text =
            QStringLiteral("   ") +
            tr("%1 used, %2 unused").arg(written(map.once + map.shared - unread), written(map.dead + unread));
        if (map.shared > 0)
            text += QStringLiteral(", ") +
                    tr("%1 shared by several elements", nullptr, formOf(map.shared)).arg(written(map.shared));
        return text;
    }

    void uses(const StorageRun& run, const SlotMap& map, std::int64_t from, std::int64_t to)
    {
        if (!map.decided)
            return;
        for (const auto& part : map.runs) {
            const auto begin = std::max(part.begin * run.itemSize, from);
            const auto end = std::min(part.end * run.itemSize, to);
            if (begin >= end || part.use == SlotUse::dead)
                continue;
            m_scene.boxes.push_back({QRectF(x(run.left(static_cast<Position>(begin))), y(run.top),
                                            run.byteWidth * static_cast<double>(end - begin), run.height),
                                     part.use == SlotUse::shared ? Ink::shared : Ink::stored});
        }
    }

    // Hatches the parts of members that no element uses.
    void unused(const StorageRun& run, std::int64_t from, std::int64_t to)
    {
        for (const auto& bytes : unreadIn(run, from, to)) {
            const auto begin = std::max(bytes.begin, from), end = std::min(bytes.end, to);
            if (begin < end)
                m_scene.boxes.push_back({QRectF(x(run.left(static_cast<Position>(begin))), y(run.top),
                                                run.byteWidth * static_cast<double>(end - begin), run.height),
                                         Ink::hole, Ink::none, Fill::hatch});
        }
    }

    std::vector<ByteRun> unreadIn(const StorageRun& run, std::int64_t from, std::int64_t to) const
    {
        std::vector<ByteRun> all;
        for (const auto* member : run.members) {
            // In a contiguous member slots lie in order, so those in sight follow from the bytes in sight.
            const auto& geometry = member->array.geometry;
            const auto item = member->array.dtype.itemSize();
            const auto count = numel(geometry).value_or(0);
            if (item <= 0 || count == 0 || !isContiguous(geometry))
                continue;
            const auto slotAt = [&](std::int64_t byte) {
                return std::clamp<std::int64_t>(saturatingSub(byte / item, geometry.offset), 0, count);
            };
            const auto byteOf = [&](std::int64_t slot) {
                return saturatingMul(saturatingAdd(slot, geometry.offset), item);
            };
            for (const auto& slots : unread(*member, slotAt(from), slotAt(saturatingAdd(to, item - 1))))
                all.push_back({byteOf(slots.begin), byteOf(slots.end)});
        }
        return all;
    }

    static bool overlaps(const std::vector<ByteRun>& runs, std::int64_t begin, std::int64_t end)
    {
        const auto next = std::ranges::upper_bound(runs, begin, {}, &ByteRun::end);
        return next != runs.end() && next->begin < end;
    }

    // The bytes of values that elements use, where they are to have the colours of their values.
    std::vector<ByteRun> colouredIn(const StorageRun& run, const SlotMap& map, std::int64_t from,
                                    std::int64_t to) const
    {
        if (!m_colours || !map.decided || run.members.front()->role->kind != RoleKind::values)
            return {};
        const auto unread = unreadIn(run, from, to);
        std::vector<ByteRun> all;
        for (const auto& part : map.runs) {
            const ByteRun bytes{part.begin * run.itemSize, part.end * run.itemSize};
            if (part.use == SlotUse::dead || bytes.end <= from || bytes.begin >= to)
                continue;
            auto begin = bytes.begin;
            for (const auto& hole : unread)
                if (hole.begin < bytes.end && hole.end > begin) {
                    if (hole.begin > begin)
                        all.push_back({begin, hole.begin});
                    begin = hole.end;
                }
            if (begin < bytes.end)
                all.push_back({begin, bytes.end});
        }
        return all;
    }

    void elements(const StorageRun& run, const BrokenBytes& broken, const std::vector<ByteRun>& coloured,
                  std::int64_t from, std::int64_t to)
    {
        const auto& member = *run.members.front();
        const bool hasBytes = run.storage->hasBytes() && !member.array.dtype.isOpaque();
        const auto characters = static_cast<int>((m_request.zoom - 6) / m_request.text.valueAdvance());
        std::vector<std::byte> bytes(static_cast<std::size_t>(run.itemSize));
        const auto bytesInRun = run.storage->byteSize();
        for (auto begin = from / run.itemSize * run.itemSize, end = begin; begin < to; begin = end) {
            end = bytesInRun - begin <= run.itemSize ? bytesInRun : begin + run.itemSize;
            const QRectF rect(x(run.left(static_cast<Position>(begin))), y(run.top),
                              run.byteWidth * static_cast<double>(end - begin), run.height);
            const bool isBroken = broken.overlap(begin, end);
            m_scene.boxes.push_back(
                {rect, isBroken ? Ink::errorFill : Ink::none, isBroken ? Ink::error : Ink::grid});
            const BytePlace place{run.storage->id(), begin, end};
            const auto wrong = isBroken ? broken.wordsIn(begin, end) : QString();
            if (isBroken)
                markBroken(rect, place, wrong);
            QString value = QStringLiteral("?");
            if (hasBytes && end - begin == run.itemSize) {
                run.storage->read(begin, bytes);
                const Element element(member.array.dtype, bytes);
                value = QString::fromStdString(element.text());
                const bool isColoured = !isBroken && overlaps(coloured, begin, end);
                if (isColoured)
                    m_scene.boxes.back().colour = m_colours->of(element);
                if (!glyph(rect, element, characters) && characters >= 1)
                    label(rect.adjusted(3, 1, -3, -1),
                          isBroken ? fittedOrPower(element, characters) : fitted(element, characters),
                          isColoured ? m_colours->inkOn(element) : Ink::text,
                          isBroken ? Ink::errorFill : Ink::stored, Qt::AlignCenter, TextKind::value);
            }
            auto words = tr("bytes %1 to %2: %3").arg(begin).arg(end - 1).arg(value);
            if (const auto before = m_before.ofBytes(member, begin, end, value); !before.words.isEmpty()) {
                if (before.isOther)
                    markChanged(rect);
                words += QStringLiteral("   ") + before.words;
            }
            words += QStringLiteral("   ") + usersText(run.members, begin, end, *m_request.tensor);
            m_scene.spots.push_back({rect, place, withBroken(words, wrong), value});
        }
    }

    void summary(const StorageRun& run, const BrokenBytes& broken, std::int64_t from, std::int64_t to)
    {
        const auto step =
            std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(2 / m_request.zoom))) * run.itemSize;
        const auto bytes = run.storage->byteSize();
        for (auto begin = from / step * step, end = begin; begin < to; begin = end) {
            end = bytes - begin <= step ? bytes : begin + step; // sizes end where 64 bits do
            const QRectF rect(x(run.left(static_cast<Position>(begin))), y(run.top),
                              run.byteWidth * static_cast<double>(end - begin), run.height);
            const BytePlace place{run.storage->id(), begin, end};
            auto words = tr("bytes %1 to %2").arg(begin).arg(end - 1);
            if (broken.overlap(begin, end)) {
                const auto wrong = broken.wordsIn(begin, end);
                markBrokenRun(rect, place, wrong);
                words = withBroken(words, wrong);
            }
            m_scene.spots.push_back({rect, place, words});
        }
    }

    static bool showsCacheLines(const StorageRun& run) { return run.byteWidth * cacheLine >= 12; }

    void lines(const StorageRun& run, std::int64_t from, std::int64_t to)
    {
        if (!showsCacheLines(run))
            return;
        forMultiples(from / cacheLine * cacheLine, to, cacheLine, [&](std::int64_t byte) {
            const auto at = x(run.left(static_cast<Position>(byte)));
            m_scene.lines.push_back(
                {QPointF(at, y(run.top) - 3), QPointF(at, y(run.top) + run.height + 3), Ink::axis0, 1.5});
        });
    }

    // A level line between two bytes, as far as it is in sight, and what is written over or under it.
    struct Stretch {
        double left, right;
        bool endsInSight;
    };
    std::optional<Stretch> inSight(const StorageRun& run, Position from, Position to) const
    {
        const auto a = x(run.left(from)), b = x(run.left(to));
        const auto end = m_request.size.width() + 12;
        if (std::max(a, b) < 0 || std::min(a, b) > m_request.size.width())
            return std::nullopt;
        return Stretch{std::clamp(a, -12.0, end), std::clamp(b, -12.0, end), b >= -12 && b <= end};
    }
    void caption(double near, double top, const QString& text, Ink ink)
    {
        const auto& size = m_request.text;
        const auto room = std::max(0.0, m_request.size.width() - 8);
        const auto said = fitted(text, static_cast<int>(room / size.smallAdvance));
        const auto width = columnsOf(said) * size.smallAdvance;
        label(QRectF(std::clamp(near, 4.0, std::max(4.0, room + 4 - width)), top, width, size.smallLine), said,
              ink, Ink::canvas, Qt::AlignLeft | Qt::AlignVCenter, TextKind::small);
    }

    void add(const StorageRun& run, const StrideArrow& arrow)
    {
        const auto found = inSight(run, arrow.from, arrow.to);
        if (!found)
            return;
        const auto ink = axisInk(arrow.dim);
        const auto at = y(arrow.top) + m_request.text.smallLine + 3;
        caption(std::min(found->left, found->right), y(arrow.top), arrow.text, ink);
        if (arrow.from == arrow.to) { // neighbours are the same slot
            m_scene.marks.push_back({QRectF(found->left - 3, at - 3, 6, 6), Shape::ring, ink});
            return;
        }
        m_scene.lines.push_back({QPointF(found->left, at), QPointF(found->right, at), ink, 1.5,
                                 found->endsInSight && std::abs(found->right - found->left) >= 6});
        m_scene.lines.push_back({QPointF(found->left, at - 3), QPointF(found->left, at + 4), ink, 1.5});
    }

    void add(const StorageRun& run, const ReaderBracket& bracket)
    {
        const auto found = inSight(run, bracket.from, bracket.to);
        if (!found)
            return;
        const auto ink = bracket.isOutside ? Ink::error : bracket.isOther ? Ink::axis1 : Ink::axis0;
        const auto at = y(bracket.top) + 5;
        for (const auto end : {found->left, found->right})
            m_scene.lines.push_back({QPointF(end, at - 4), QPointF(end, at), ink, 1.5});
        m_scene.lines.push_back({QPointF(found->left, at), QPointF(found->right, at), ink, 1.5});
        if (!bracket.isOutside)
            return caption(found->left, at + 2, bracket.text, ink);
        constexpr double markRoom = 10;
        const auto before = m_scene.labels.size();
        caption(std::max(found->left, 4.0) + markRoom, at + 2, bracket.text, ink);
        if (m_scene.labels.size() > before)
            markViolation({std::max(0.0, m_scene.labels.back().rect.left() - markRoom), at + 5, 8, 7},
                          BytePlace{run.storage->id(), 0, run.storage->byteSize()}, wordsOutside(bracket));
    }

    // What is wrong with a member that reaches outside the storage; of another tensor, how far.
    QString wordsOutside(const ReaderBracket& bracket) const
    {
        const auto* member = bracket.member;
        const auto words =
            member == nullptr
                ? QString()
                : BrokenPlaces(*m_request.tensor, m_request.report.get(), member->role->name).wordsIn(0, 0);
        return words.isEmpty() ? tr("outside the storage: %1").arg(bracket.text) : words;
    }

    // Elements above, bytes below.
    void ruler(const StorageRun& run, std::int64_t from, std::int64_t to)
    {
        const auto& text = m_request.text;
        const auto room = [&](std::int64_t last, int besides) {
            return static_cast<double>(QString::number(last).size() + besides) * text.smallAdvance;
        };
        const auto write = [&](std::int64_t byte, const QString& number, double top) {
            const QRectF rect(x(run.left(static_cast<Position>(byte))), top,
                              static_cast<double>(number.size()) * text.smallAdvance, text.smallLine);
            if (rect.left() >= 0 && rect.right() <= m_request.size.width()) // cut it would be another number
                label(rect, number, Ink::faintText, Ink::canvas, Qt::AlignLeft | Qt::AlignVCenter,
                      TextKind::small);
        };
        const auto last = to / run.itemSize + (to % run.itemSize == 0 ? 0 : 1);
        forMultiples(from / run.itemSize, last, rulerStep(m_request.zoom, room(last, 2)), [&](std::int64_t at) {
            write(at * run.itemSize, QString::number(at), y(run.top) - text.smallLine - 3);
        });
        // Bytes are counted where elements begin.
        const auto step = binaryRulerStep(m_request.zoom, room(to, 4));
        forMultiples(from, to, saturatingMul(step, run.itemSize), [&](std::int64_t byte) {
            write(byte, QStringLiteral("%1 B").arg(byte), y(run.top) + run.height + 3);
        });
    }

    Before m_before;
    std::optional<CellColours> m_colours;
};

QRectF rectOnRun(const StorageRun& run, const Place& place)
{
    const auto* bytes = std::get_if<BytePlace>(&place);
    if (bytes == nullptr || run.storage->id() != bytes->storageId)
        return {};
    return {static_cast<double>(run.left(static_cast<Position>(bytes->begin))), run.top,
            run.byteWidth * static_cast<double>(bytes->end - bytes->begin), run.height};
}

} // namespace

double legibleElementWidth(const SceneRequest& request)
{
    return std::max(40.0, legibleSlotWidth(request));
}

Scene storageScene(const SceneRequest& request, const Watch& watch)
{
    const auto shown = enlarged(request, legibleElementWidth(request));
    return StripsBuilder(shown, watch).take();
}

QSizeF storageSize(const SceneRequest& request)
{
    auto at = enlarged(request, legibleElementWidth(request));
    at.leads.clear();
    return runsOf(at).content;
}

double wholeStorageZoom(const SceneRequest& request)
{
    return wholeStripZoom(request, storageSize);
}

double firstStorageZoom(const SceneRequest& request)
{
    return std::max(legibleElementWidth(request), wholeStorageZoom(request));
}

QRectF rectInStorage(const SceneRequest& request, const Place& place)
{
    const auto shown = enlarged(request, legibleElementWidth(request));
    for (const auto& run : runsOf(shown).runs)
        if (const auto rect = rectOnRun(run, place); !rect.isEmpty())
            return rect;
    return {};
}

std::vector<double> leadsInStorage(const SceneRequest& request, const std::vector<Place>& places)
{
    const auto shown = enlarged(request, legibleElementWidth(request));
    return leadsTo(runsOf(shown).runs, shown, places, rectOnRun);
}

} // namespace tscope
