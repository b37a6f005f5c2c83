// SPDX-License-Identifier: GPL-3.0-or-later
// The storages as strips of bytes: who reads which, what nobody reads, where cache lines begin.
#include "scenes/storage_scene.h"

#include "array/slots.h"
#include "facts/slot_bytes.h"
#include "scenes/broken_places.h"
#include "scenes/scene_writer.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("tscope::StorageScene", text);
}

constexpr double leftMargin = 8;
constexpr std::int64_t cacheLine = 64;
constexpr std::int64_t mostRuns = 4096; // of bytes, for each broken place

// One storage and the members that lie in it.
struct Run {
    StoragePtr storage;
    std::vector<const Member*> members;
    double heading = 0, top = 0, height = 0;
    double byteWidth = 1;
    std::int64_t itemSize = 1;

    Position left(std::int64_t byte) const
    {
        return leftMargin + Position(byteWidth) * static_cast<Position>(byte);
    }
};

struct StorageRuns {
    std::vector<Run> runs;
    QSizeF content;
};

StorageRuns runsOf(const SceneRequest& request)
{
    StorageRuns layout;
    for (const auto& member : request.tensor->members) {
        const auto at = std::ranges::find(layout.runs, member.array.storage->id(),
                                          [](const Run& run) { return run.storage->id(); });
        if (at != layout.runs.end())
            at->members.push_back(&member);
        else
            layout.runs.push_back({member.array.storage, {&member}});
    }
    double y = 4, width = 0;
    for (auto& run : layout.runs) {
        run.itemSize = std::max<std::int64_t>(1, run.members.front()->array.dtype.itemSize());
        run.byteWidth = request.zoom / static_cast<double>(run.itemSize);
        run.heading = y;
        run.top = y + request.text.line + request.text.smallLine + 6;
        run.height = request.text.line + 6;
        y = run.top + run.height + request.text.smallLine + 12;
        width = std::max(width, run.byteWidth * static_cast<double>(run.storage->byteSize()));
    }
    layout.content = QSizeF(width + 2 * leftMargin, y);
    return layout;
}

class Builder : public SceneWriter
{
public:
    Builder(const SceneRequest& request, const Watch& watch) : SceneWriter(request, watch)
    {
        const auto layout = runsOf(request);
        m_scene.content = layout.content;
        for (const auto& run : layout.runs) {
            if (watch.isStopped())
                break;
            if (y(run.top + run.height) >= 0 && y(run.heading) <= request.size.height())
                add(run);
        }
        m_scene.words = QCoreApplication::translate("tscope::StorageScene", "%n storage(s)", nullptr,
                                                    static_cast<int>(layout.runs.size()));
    }

private:
    void add(const Run& run)
    {
        const auto bytes = run.storage->byteSize();
        // Who reads each slot, all members together, as far as they have slots of one size.
        std::vector<Geometry> geometries;
        for (const auto* member : run.members)
            if (member->array.dtype.itemSize() == run.itemSize && member->layout == "strided")
                geometries.push_back(member->array.geometry);
        const auto map = slotMap(bytes / run.itemSize, geometries);
        heading(run, map);

        const auto left = std::max(-2.0, x(run.left(0)));
        const auto right = std::min(m_request.size.width() + 2, x(run.left(bytes)));
        m_scene.boxes.push_back({QRectF(left, y(run.top), std::max(right - left, 6.0), run.height), Ink::hole,
                                 Ink::frame, Fill::hatch});
        if (bytes == 0) {
            label(QRectF(left + 12, y(run.top), 12 * m_request.text.advance, run.height), words("no bytes"),
                  Ink::faintText, Ink::canvas, Qt::AlignLeft | Qt::AlignVCenter, TextKind::small);
            return;
        }
        const auto [from, to] =
            unitsInSight(m_request.origin.x(), m_request.size.width(), leftMargin, run.byteWidth, bytes);
        uses(run, map, from, to);
        const auto broken = brokenBytes(run);
        if (m_request.zoom >= 6)
            elements(run, broken, from, to);
        else
            summary(run, broken, from, to);
        lines(run, from, to);
        ruler(run, from, to);
    }

    // Where the places lie at which the report finds something broken, in order.
    std::vector<ByteRun> brokenBytes(const Run& run) const
    {
        std::vector<ByteRun> all, merged;
        for (const auto* member : run.members) {
            const BrokenPlaces places(m_request.report.get(), member->role->name);
            for (const auto& slots : places.places()) {
                const auto found = bytesOf(*member, slots, mostRuns).runs;
                all.insert(all.end(), found.begin(), found.end());
            }
        }
        std::ranges::sort(all, {}, &ByteRun::begin);
        for (const auto& bytes : all)
            if (!merged.empty() && bytes.begin <= merged.back().end)
                merged.back().end = std::max(merged.back().end, bytes.end);
            else
                merged.push_back(bytes);
        return merged;
    }

    static bool overlaps(const std::vector<ByteRun>& runs, std::int64_t begin, std::int64_t end)
    {
        const auto next = std::ranges::upper_bound(runs, begin, {}, &ByteRun::end);
        return next != runs.end() && next->begin < end;
    }

    void heading(const Run& run, const SlotMap& map)
    {
        auto text = words("storage of %1 bytes on %2")
                        .arg(run.storage->byteSize())
                        .arg(QString::fromStdString(run.storage->device().text()));
        QStringList names;
        for (const auto* member : run.members)
            names << QString::fromUtf8(member->as.empty() ? member->role->name : std::string_view(member->as));
        text += QStringLiteral("   ") + names.join(QStringLiteral(", "));
        if (!map.decided)
            text += QStringLiteral("   ") + words("who reads what: too much to decide");
        else if (map.dead + map.shared > 0)
            text +=
                QStringLiteral("   ") +
                words("%1 read once, %2 shared, %3 read by nobody").arg(map.once).arg(map.shared).arg(map.dead);
        if (map.outside)
            text += QStringLiteral("   ") + words("some elements lie outside");
        if (!run.storage->hasBytes())
            text += QStringLiteral("   ") + words("declared, no data");
        line(QPointF(4, y(run.heading)), text, Ink::text, Ink::canvas, TextKind::heading);
    }

    void uses(const Run& run, const SlotMap& map, std::int64_t from, std::int64_t to)
    {
        if (!map.decided)
            return;
        for (const auto& part : map.runs) {
            const auto begin = std::max(part.begin * run.itemSize, from);
            const auto end = std::min(part.end * run.itemSize, to);
            if (begin >= end || part.use == SlotUse::dead)
                continue;
            m_scene.boxes.push_back({QRectF(x(run.left(begin)), y(run.top),
                                            run.byteWidth * static_cast<double>(end - begin), run.height),
                                     part.use == SlotUse::shared ? Ink::shared : Ink::stored});
        }
    }

    void elements(const Run& run, const std::vector<ByteRun>& broken, std::int64_t from, std::int64_t to)
    {
        const auto& member = *run.members.front();
        const bool hasBytes = run.storage->hasBytes() && !member.array.dtype.isOpaque();
        const auto characters = static_cast<int>((m_request.zoom - 6) / m_request.text.advance);
        std::vector<std::byte> bytes(static_cast<std::size_t>(run.itemSize));
        const auto bytesInRun = run.storage->byteSize();
        for (auto begin = from / run.itemSize * run.itemSize, end = begin; begin < to; begin = end) {
            end = bytesInRun - begin <= run.itemSize ? bytesInRun : begin + run.itemSize;
            const QRectF rect(x(run.left(begin)), y(run.top), run.byteWidth * static_cast<double>(end - begin),
                              run.height);
            const bool isBroken = overlaps(broken, begin, end);
            m_scene.boxes.push_back(
                {rect, isBroken ? Ink::errorFill : Ink::none, isBroken ? Ink::error : Ink::grid});
            if (isBroken)
                markBroken(rect);
            QString value = QStringLiteral("?");
            if (hasBytes && end - begin == run.itemSize) {
                run.storage->read(begin, bytes);
                const Element element(member.array.dtype, bytes);
                value = QString::fromStdString(element.text());
                if (characters >= 1)
                    label(rect.adjusted(3, 1, -3, -1), fitted(element, characters), Ink::text,
                          isBroken ? Ink::errorFill : Ink::stored, Qt::AlignCenter, TextKind::value);
            }
            m_scene.spots.push_back({rect, BytePlace{run.storage->id(), begin, end},
                                     words("bytes %1 to %2: %3").arg(begin).arg(end - 1).arg(value)});
        }
    }

    void summary(const Run& run, const std::vector<ByteRun>& broken, std::int64_t from, std::int64_t to)
    {
        const auto step =
            std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(2 / m_request.zoom))) * run.itemSize;
        const auto bytes = run.storage->byteSize();
        for (auto begin = from / step * step, end = begin; begin < to; begin = end) {
            end = bytes - begin <= step ? bytes : begin + step; // sizes end where 64 bits do
            const QRectF rect(x(run.left(begin)), y(run.top), run.byteWidth * static_cast<double>(end - begin),
                              run.height);
            m_scene.spots.push_back(
                {rect, BytePlace{run.storage->id(), begin, end}, words("bytes %1 to %2").arg(begin).arg(end - 1)});
            if (overlaps(broken, begin, end))
                markBrokenRun(rect);
        }
    }

    void lines(const Run& run, std::int64_t from, std::int64_t to)
    {
        if (run.byteWidth * cacheLine < 12)
            return;
        forMultiples(from / cacheLine * cacheLine, to, cacheLine, [&](std::int64_t byte) {
            const auto at = x(run.left(byte));
            m_scene.lines.push_back(
                {QPointF(at, y(run.top) - 3), QPointF(at, y(run.top) + run.height + 3), Ink::axis0, 1.5});
        });
    }

    // Elements above, bytes below.
    void ruler(const Run& run, std::int64_t from, std::int64_t to)
    {
        const auto ticks = [&](double unit, std::int64_t first, std::int64_t last, double top, bool isBytes) {
            const auto room =
                (static_cast<double>(QString::number(last).size()) + 2) * m_request.text.smallAdvance;
            auto step = rulerStep(unit, room);
            forMultiples(first, last, step, [&](std::int64_t at) {
                const auto left = x(leftMargin + Position(unit) * static_cast<Position>(at));
                label(QRectF(left, top, std::max(room, 1.0), m_request.text.smallLine),
                      isBytes ? QStringLiteral("%1 B").arg(at) : QString::number(at), Ink::faintText, Ink::canvas,
                      Qt::AlignLeft | Qt::AlignVCenter, TextKind::small);
            });
        };
        ticks(m_request.zoom, from / run.itemSize, to / run.itemSize + (to % run.itemSize == 0 ? 0 : 1),
              y(run.top) - m_request.text.smallLine - 3, false);
        ticks(run.byteWidth, from, to, y(run.top) + run.height + 3, true);
    }
};

} // namespace

Scene storageScene(const SceneRequest& request, const Watch& watch)
{
    return Builder(request, watch).take();
}

double firstStorageZoom(const SceneRequest&)
{
    return 40;
}

QRectF rectInStorage(const SceneRequest& request, const Place& place)
{
    const auto* bytes = std::get_if<BytePlace>(&place);
    if (bytes == nullptr)
        return {};
    for (const auto& run : runsOf(request).runs)
        if (run.storage->id() == bytes->storageId)
            return {static_cast<double>(run.left(bytes->begin)), run.top,
                    run.byteWidth * static_cast<double>(bytes->end - bytes->begin), run.height};
    return {};
}

} // namespace tscope
