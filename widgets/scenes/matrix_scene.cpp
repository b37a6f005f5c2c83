// SPDX-License-Identifier: GPL-3.0-or-later
// One matrix of a tensor as people think of it: rows and columns of values, whatever the layout.
#include "scenes/matrix_scene.h"

#include "base/human_numbers.h"
#include "facts/cells.h"
#include "scenes/addresses.h"
#include "scenes/all_places.h"
#include "scenes/before.h"
#include "scenes/broken_elements.h"
#include "scenes/cell_colours.h"
#include "scenes/density_layer.h"
#include "scenes/logical_caption.h"
#include "scenes/scene_writer.h"
#include "style/titles.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tscope {

namespace {

QString shown(const Extents& index)
{
    return QString::fromStdString(tscope::text(index));
}

constexpr double smallestMark = 8; // narrower cells are filled instead

// How a cell's ground is painted; neighbours that look alike are painted as one.
struct Ground {
    Ink fill = Ink::none; // that of the frame
    Fill pattern = Fill::plain;

    bool operator==(const Ground&) const = default;
};

bool isStoredZero(const Cell& cell)
{
    return cell.isStored() && cell.value.isReadable() && cell.value.isZero();
}

Ground groundOf(const Cell& cell, double width)
{
    if (cell.outsideComponent)
        return {Ink::hole, Fill::hatch};
    if (cell.state == Cell::State::unreadable)
        return {Ink::stored, Fill::hatch};
    if (!cell.isStored())
        return {};
    if (width < smallestMark)
        return isStoredZero(cell) ? Ground{} : Ground{Ink::axis0};
    return {isStoredZero(cell) ? Ink::zero : Ink::stored};
}

class LogicalBuilder : public SceneWriter
{
    Q_DECLARE_TR_FUNCTIONS(tscope::LogicalScene)

public:
    // The text of the request is that of the matrix, if there is one.
    LogicalBuilder(const SceneRequest& request, Result<Matrix> found, const Watch& watch)
        : SceneWriter(request, watch), m_found(std::move(found))
    {
        if (!m_found) {
            apology(QString::fromStdString(m_found.error().text));
            return;
        }
        m_scene.extents = m_found->shape.extents;
        m_scene.roles = m_found->roles;
        m_scene.content = m_found->content();
        m_scene.fixed = {grid().left, grid().top};
        m_scene.words =
            tr("%1 by %2 cells of %3").arg(grid().rows).arg(grid().columns).arg(shown(m_found->shape.extents));
        frame();
        visible();
        if (!m_range.isEmpty())
            grid().width < smallestCell ? density() : cells();
        m_scene.boxes.push_back({m_frame.adjusted(-1, -1, 1, 1), Ink::none, Ink::frame}); // around the cells
        headers();
        axes();
    }

private:
    const CellGrid& grid() const { return m_found->grid; }
    // Where headers do not lie.
    QRectF cellArea() const
    {
        return {QPointF(grid().headerWidth - 2, grid().headerHeight - 2),
                QPointF(m_request.size.width() + 200, m_request.size.height() + 200)};
    }

    void apology(const QString& text)
    {
        const QRectF room(12, 12, std::max(0.0, m_request.size.width() - 24), m_request.text.line * 4);
        paragraph(room, text, Ink::faintText, Ink::canvas);
        const auto height =
            m_scene.labels.empty() ? room.height() : m_scene.labels.back().rect.bottom() - room.top();
        const QRectF rect(room.topLeft(), QSizeF(room.width(), height));
        m_scene.boxes.push_back({rect.adjusted(-6, -6, 6, 6), Ink::none, Ink::frame});
        m_scene.content = m_request.size;
        m_scene.words = text;
    }

    // There also where the tensor has no elements: a side without length is a bar.
    void frame()
    {
        const auto left = std::max(-2.0, x(grid().left)), top = std::max(-2.0, y(grid().top));
        const auto right = std::min(m_request.size.width() + 2, x(grid().x(grid().columns)));
        const auto bottom = std::min(m_request.size.height() + 2, y(grid().y(grid().rows)));
        const QRectF frame(left, top, std::max(right - left, 6.0), std::max(bottom - top, 6.0));
        m_scene.boxes.push_back({frame, Ink::absent});
        m_frame = frame;
        if (m_found->count > 1 && !m_found->isSheet)
            stack();
        if (grid().rows != 0 && grid().columns != 0)
            return;
        const auto at = grid().rows == 0 ? QPointF(std::max(left, grid().headerWidth), frame.bottom() + 8)
                                         : QPointF(frame.right() + 12, std::max(top, grid().headerHeight));
        const auto& size = m_found->component ? m_found->component : m_request.tensor->size;
        line(at, tr("no elements: %1").arg(shown(size.value_or(m_found->shape.extents))), Ink::faintText,
             Ink::canvas, TextKind::note);
    }

    // The other matrices of the tensor, as sheets behind this one.
    void stack()
    {
        const auto left = x(grid().left), top = y(grid().top);
        const auto right = x(grid().x(grid().columns)), bottom = y(grid().y(grid().rows));
        for (std::int64_t sheet = 1; sheet <= m_found->sheets(); ++sheet) {
            const auto shift = sheetStep * static_cast<double>(sheet);
            straight({left + shift, top - shift}, {right + shift, top - shift}, Ink::frame, 1);
            straight({left + shift, top - shift}, {left + shift, top - shift + sheetStep}, Ink::frame, 1);
            straight({right + shift, top - shift}, {right + shift, bottom - shift}, Ink::frame, 1);
            straight({right + shift - sheetStep, bottom - shift}, {right + shift, bottom - shift}, Ink::frame, 1);
        }
    }

    // A level or upright line, as far as headers do not lie over it.
    void straight(QPointF from, QPointF to, Ink ink, double width)
    {
        const auto area = QRectF(QPointF(grid().headerWidth - 2, grid().headerHeight - 2),
                                 QPointF(m_request.size.width() + 2, m_request.size.height() + 2));
        if (!area.isValid() || to.x() < area.left() || from.x() > area.right() || to.y() < area.top() ||
            from.y() > area.bottom())
            return;
        const auto into = [&](QPointF point) {
            return QPointF(std::clamp(point.x(), area.left(), area.right()),
                           std::clamp(point.y(), area.top(), area.bottom()));
        };
        m_scene.lines.push_back({into(from), into(to), ink, width});
    }

    void visible()
    {
        const auto rows =
            unitsInSight(m_request.origin.y(), m_request.size.height(), grid().top, grid().height, grid().rows);
        const auto columns =
            unitsInSight(m_request.origin.x(), m_request.size.width(), grid().left, grid().width, grid().columns);
        m_range = {rows.first, rows.last, columns.first, columns.last};
    }

    // Counted from the first in sight: of billions of billions the places in the content can't be told apart by
    // less than a cell.
    double columnX(std::int64_t column) const
    {
        const auto first = grid().x(m_range.columnBegin) - Position(m_request.origin.x());
        return static_cast<double>(first + Position(grid().width) * Position(column - m_range.columnBegin));
    }
    double rowY(std::int64_t row) const
    {
        const auto first = grid().y(m_range.rowBegin) - Position(m_request.origin.y());
        return static_cast<double>(first + Position(grid().height) * Position(row - m_range.rowBegin));
    }

    void density()
    {
        m_colours = CellColours::of(m_request, true, m_watch);
        auto layer =
            densityLayer(*m_found, m_range, m_request, m_watch, m_colours ? &m_colours->values() : nullptr);
        if (!layer)
            return refusal(layer.error());
        m_scene.boxes.front().fill = Ink::none; // the frame would cover it
        m_scene.rasters.push_back(std::move(layer->raster));
        for (const auto& mark : layer->marks)
            if (const auto rect = inside(mark.rect); rect.isValid())
                markViolation(rect, mark.place, mark.words);
        for (const auto& spot : layer->spots) // what the headers do not cover
            if (const auto seen = spot.rect & cellArea(); seen.isValid())
                m_scene.brackets.push_back({seen, spot.place, spot.words}); // no cell, so nothing to hold on to
        m_lowest = layer->lowest;
        m_highest = layer->highest;
        m_scene.isSampled = !layer->sampled.isEmpty();
        m_scene.words +=
            QLatin1Char(' ') +
            (m_scene.isSampled ? layer->sampled
                               : tr("%1 entries are in sight", nullptr, formOf(layer->total)).arg(layer->total));
        gridLines();
        if (!layer->marked.isEmpty())
            m_scene.words += QStringLiteral(". ") + layer->marked;
        QStringList notes;
        if (m_scene.isSampled)
            notes << layer->sampled;
        if (layer->isCut)
            notes << layer->marked;
        if (const auto part = partInSight(layer->total); !m_scene.isSampled && !part.isEmpty())
            notes << part;
        if (!notes.isEmpty())
            footnote(notes.join(QStringLiteral("   ")));
    }

    // A mark where it lies over nothing but the map: moved off the headers by half of its size at most, or empty.
    QRectF inside(QRectF mark) const
    {
        const auto area = cellArea().adjusted(2, 2, 0, 0) & QRectF(QPointF(0, 0), m_request.size);
        if (!area.adjusted(-1, -1, 1, 1).contains(mark.center()))
            return {};
        mark.moveTop(std::max(mark.top(), area.top()));
        mark.moveLeft(std::max(mark.left(), area.left()));
        return mark;
    }

    // Of sizes that no zoom brings into one window: what part of them it is that is seen.
    QString partInSight(std::uint64_t entries)
    {
        const auto stored = QString::fromStdString(grouped(static_cast<std::int64_t>(entries)));
        const auto isTooLong = [](std::int64_t cells, double room) {
            return static_cast<double>(cells) * smallestPictureZoom > room;
        };
        if (!isTooLong(grid().rows, m_request.size.height()) && !isTooLong(grid().columns, m_request.size.width()))
            return {};
        const auto text = tr("in sight: rows %1 to %2 of %3, columns %4 to %5 of %6, %7 stored")
                              .arg(m_range.rowBegin)
                              .arg(m_range.rowEnd - 1)
                              .arg(grid().rows)
                              .arg(m_range.columnBegin)
                              .arg(m_range.columnEnd - 1)
                              .arg(grid().columns)
                              .arg(stored);
        m_scene.words += QStringLiteral(". ") + text;
        const auto room = (m_request.size.width() - 8) / m_request.text.advance;
        return columnsOf(text) <= static_cast<int>(room) ? text : tr("a part is in sight, %1 stored").arg(stored);
    }

    // Over the lower edge of the cells.
    void footnote(const QString& text)
    {
        const QRectF ground(0, m_request.size.height() - m_request.text.line - 4, m_request.size.width(),
                            m_request.text.line + 4);
        m_footTop = ground.top();
        const auto isCovered = [&](const auto& mark) { return mark.rect.intersects(ground); };
        std::erase_if(m_scene.marks, isCovered);
        std::erase_if(m_scene.violations, isCovered);
        m_scene.boxes.push_back({ground, Ink::canvas});
        line(ground.topLeft() + QPointF(4, 2), text, Ink::text, Ink::canvas, TextKind::note);
    }

    // In the place of cells that can't be shown: under their frame, or over it where that leaves no room.
    void refusal(const Error& error)
    {
        m_range.rowEnd = m_range.rowBegin;
        m_range.columnEnd = m_range.columnBegin;
        const auto& size = m_request.size;
        const auto line = m_request.text.line;
        const auto under = std::max(grid().headerHeight, m_frame.bottom() + 8);
        const bool isUnder = under + line * 4 <= size.height();
        const QPointF from(8, isUnder ? under : grid().headerHeight + 4);
        const QRectF room(from, QSizeF(std::max(0.0, size.width() - 8 - from.x()),
                                       isUnder ? line * 4 : std::max(line, size.height() - from.y() - 4)));
        if (!isUnder)
            m_scene.boxes.push_back({room.adjusted(-4, -2, 4, 2), Ink::canvas});
        paragraph(room, QString::fromStdString(error.text), Ink::text, Ink::canvas);
    }

    void cells()
    {
        const auto& roles = m_found->roles;
        CellWindow window;
        window.rowDim = roles.row;
        window.columnDim = roles.column;
        window.fixed = roles.fixed;
        window.rowBegin = m_range.rowBegin;
        window.rowEnd = m_range.rowEnd;
        window.columnBegin = m_range.columnBegin;
        window.columnEnd = m_range.columnEnd;
        const auto found = tscope::cells(m_found->tensor, window, m_watch);
        if (!found)
            return refusal(found.error());
        m_colours = CellColours::of(m_request, grid().width < smallestMark, m_watch);
        if (m_colours)
            colour(found->cells);
        m_more = cellsAlongTail(window);
        m_areTexts = areCellsTexts();
        m_isOutsideIfUnreadable = isOutsideIfUnreadable();
        const auto broken = allBroken();
        if (!broken)
            return refusal(broken.error());
        m_broken.emplace(
            m_found->tensor, broken->get(), [this](const Extents& at) { return isInSight(at); }, m_watch);
        const CellsBefore before(m_request, window, m_found->shape.extents, m_watch);
        auto index = roles.fixed;
        index.resize(m_found->shape.extents.size(), 0);
        std::size_t at = 0;
        for (auto row = m_range.rowBegin; row < m_range.rowEnd; ++row) {
            grounds(std::span(found->cells).subspan(at), row);
            for (auto column = m_range.columnBegin; column < m_range.columnEnd; ++column, ++at) {
                if (roles.row >= 0)
                    index[static_cast<std::size_t>(roles.row)] = row;
                if (roles.column >= 0)
                    index[static_cast<std::size_t>(roles.column)] = column;
                const QRectF rect(columnX(column), rowY(row), grid().width, grid().height);
                // What the headers do not cover.
                if (const auto seen = rect & cellArea(); seen.isValid())
                    add(found->cells[at], at, index, rect, seen, before.of(at, found->cells[at]));
            }
        }
        gridLines();
        if (!m_found->isOutsideKnown)
            m_found->haunt(found->outside, m_request);
        for (const auto& ghost : m_found->ghosts)
            add(ghost);
        if (const auto count = m_found->isOutsideKnown ? m_found->outside.count : found->outside.count; count > 0)
            m_scene.words += QLatin1Char(' ') + tr("%1 entries lie outside the size", nullptr, formOf(count))
                                                    .arg(QString::fromStdString(grouped(count)));
    }

    // The report with all places that a check can tell, as maps mark them: a place is marked at every zoom.
    Result<ReportPtr> allBroken() const
    {
        if (!m_request.report || m_request.report->valid)
            return m_request.report;
        const auto lookup = m_request.allPlaces ? m_request.allPlaces : std::make_shared<AllPlaces>();
        return lookup->of(*m_request.tensor, m_request.report, m_watch);
    }

    bool isInSight(const Extents& index) const
    {
        const auto row = Matrix::at(index, m_found->roles.row), column = Matrix::at(index, m_found->roles.column);
        return row >= m_range.rowBegin && row < m_range.rowEnd && column >= m_range.columnBegin &&
               column < m_range.columnEnd;
    }

    // The same cells at the next few numbers of the tail, as many as might be read in a cell.
    std::vector<Cells> cellsAlongTail(CellWindow window) const
    {
        std::vector<Cells> all;
        if (m_found->tail < 0 || grid().width < smallestText)
            return all;
        auto& at = window.fixed[static_cast<std::size_t>(m_found->tail)];
        const auto end = m_found->shape.extents[static_cast<std::size_t>(m_found->tail)];
        constexpr std::int64_t most = 8; // pointing at a cell tells them also where it is narrow
        while (++at < end && std::ssize(all) + 1 < most) {
            auto found = tscope::cells(m_found->tensor, window, m_watch);
            if (!found)
                break;
            all.push_back(*std::move(found));
        }
        return all;
    }

    int characters(double width) const { return static_cast<int>((width - 6) / m_request.text.valueAdvance()); }

    // Texts, or marks: of a tensor at a zoom all are the same, whatever is in sight.
    bool areCellsTexts() const
    {
        if (grid().width < smallestText || grid().height - 2 < m_request.text.valueLine())
            return false;
        const auto* member = values();
        const int besides = m_found->tail >= 0 ? 3 : 0; // " +1"
        return member == nullptr || doMostFit(*member, characters(grid().width) - besides);
    }

    // What is stored and yet can't be read lies outside, unless there are no bytes or nobody knows their type.
    bool isOutsideIfUnreadable() const
    {
        const auto* member = values();
        return member != nullptr && member->array.storage->hasBytes() && !member->array.dtype.isOpaque();
    }

    const Member* values() const
    {
        const auto& members = m_found->tensor.members;
        const auto at =
            std::ranges::find(members, RoleKind::values, [](const Member& member) { return member.role->kind; });
        return at == members.end() ? nullptr : &*at;
    }

    // What cells stand on. Those that nothing is stored in stand on that of the frame.
    void grounds(std::span<const Cell> cells, std::int64_t row)
    {
        for (auto column = m_range.columnBegin; column < m_range.columnEnd;) {
            const auto first = column;
            const auto groundAt = [&](std::int64_t at) {
                const auto& cell = cells[static_cast<std::size_t>(at - m_range.columnBegin)];
                return m_colours && cell.isStored() ? Ground{} : groundOf(cell, grid().width);
            };
            const auto ground = groundAt(first);
            while (column < m_range.columnEnd && groundAt(column) == ground)
                ++column;
            if (ground != Ground{})
                m_scene.boxes.push_back({QRectF(columnX(first), rowY(row),
                                                grid().width * static_cast<double>(column - first), grid().height),
                                         ground.fill, Ink::none, ground.pattern});
        }
    }

    void add(const Cell& cell, std::size_t at, const Extents& index, const QRectF& rect, const QRectF& seen,
             const QString& before)
    {
        if (cell.outsideComponent)
            return; // no element, so nothing to point at
        const auto isSeen = [&](const QRectF& mark) { return seen.contains(mark.center()); };
        const auto labelsBefore = m_scene.labels.size();
        const auto inView = seen & QRectF(QPointF(0, 0), m_request.size);
        auto room = (inView.isValid() ? inView : seen).adjusted(3, 1, -3, -1);
        const auto fit = static_cast<int>(room.width() / m_request.text.valueAdvance());
        const bool hasRoom = m_areTexts && fit >= 1 && room.height() >= m_request.text.valueLine();
        // Empty cells stay empty, so that the few stored ones stand out. The tool tip has their index.
        if (hasRoom && cell.state != Cell::State::absent && grid().width > detailWidth(m_request.text))
            room = detail(cell, index, room);
        auto text = m_notStored;
        const ElementPlace place{index};
        QString wrong;
        if (cell.state == Cell::State::unreadable) {
            text = QStringLiteral("?");
            if (hasRoom)
                label(room, text, Ink::text, Ink::stored, Qt::AlignCenter, TextKind::value);
            if (m_isOutsideIfUnreadable) {
                wrong = m_broken->wordsNear(index);
                if (wrong.isEmpty())
                    wrong = tr("%1 lies outside the storage").arg(shown(index));
                if (grid().width >= smallestMark && isSeen(brokenMark(rect)))
                    markBroken(rect, place, wrong);
            }
        } else if (cell.isStored()) {
            text = QString::fromStdString(cell.value.text());
            const auto centre = rect.center();
            const bool isGlyph = m_found->tail < 0 && grid().width >= smallestMark && isSeen(rect) &&
                                 glyph(rect, cell.value, hasRoom ? fit : 0);
            const auto said = !hasRoom || isGlyph  ? QString()
                              : m_found->tail >= 0 ? tailText(cell, at, fit)
                                                   : numberOrNothing(cell.value, fit);
            if (!said.isEmpty())
                label(room, said, inkOn(cell), isStoredZero(cell) ? Ink::zero : Ink::stored, Qt::AlignCenter,
                      TextKind::value);
            else if (const bool hasDetail = m_scene.labels.size() > labelsBefore;
                     isGlyph || (!hasDetail && cutLabel(cell, at, rect, inView)))
                ;
            else if (const auto mark = dotOf(rect, inView); grid().width >= smallestMark && isSeen(mark))
                m_scene.marks.push_back(
                    {mark, isStoredZero(cell) ? Shape::ring : shapeOf(cell.value), Ink::axis0});
            else if (grid().width < smallestMark && isStoredZero(cell))
                m_scene.boxes.push_back({QRectF(centre.x() - 1, centre.y() - 1, 2, 2), Ink::axis0});
        }
        const auto side = brokenMark(rect).width();
        if (const QRectF mark(rect.right() - side - 2, rect.top() + 2, side, side);
            cell.state == Cell::State::duplicate && grid().width >= smallestMark && isSeen(mark))
            m_scene.marks.push_back({mark, Shape::diamond, Ink::warning});
        if (wrong.isEmpty() && !(wrong = m_broken->wordsAt(index)).isEmpty())
            markBrokenCell(rect, seen, place, wrong, labelsBefore);
        auto told = shown(index) + QStringLiteral(" = ") + text;
        if (isStoredZero(cell))
            told += QStringLiteral("   ") + m_storedZero;
        if (m_found->tail >= 0 && cell.isStored())
            told += QStringLiteral("   ") + tr("along dim %1: %2").arg(m_found->tail).arg(tailText(cell, at, 60));
        if (!before.isEmpty()) {
            markChanged(seen);
            told += QStringLiteral("   ") + before;
        }
        if (const auto* member = values(); member != nullptr && cell.valueSlot >= 0)
            told += QStringLiteral("   ") +
                    addressText(*member, cell.valueSlot, std::int64_t{cell.entries} - 1, *m_request.tensor);
        m_scene.spots.push_back({seen, place, withBroken(told, wrong), cell.isStored() ? text : QString()});
    }

    // The number of a cell that the edge of the view or a header cuts, and that has no room in the part that is
    // seen: cut there too. False: not even half of it would be seen.
    bool cutLabel(const Cell& cell, std::size_t at, const QRectF& rect, const QRectF& inView)
    {
        if (!m_areTexts || !inView.isValid() || inView == rect)
            return false;
        const auto& size = m_request.text;
        const auto whole = rect.adjusted(3, 1, -3, -1), room = whole & inView;
        const auto fit = static_cast<int>(whole.width() / size.valueAdvance());
        const auto text = m_found->tail >= 0 ? tailText(cell, at, fit) : numberOrNothing(cell.value, fit);
        const QSizeF needed(columnsOf(text) * size.valueAdvance(), size.valueLine());
        if (text.isEmpty() || !room.isValid() || needed.height() > whole.height())
            return false;
        // In the middle, or at the edge that is seen.
        const auto begin = [](double first, double last, double wholeFirst, double wholeLast, double length) {
            const bool isCutBefore = first > wholeFirst, isCutBehind = last < wholeLast;
            return length <= last - first || isCutBefore == isCutBehind ? (first + last - length) / 2
                   : isCutBefore                                        ? last - length
                                                                        : first;
        };
        const QRectF placed(
            QPointF(begin(room.left(), room.right(), whole.left(), whole.right(), needed.width()),
                    begin(room.top(), room.bottom(), whole.top(), whole.bottom(), needed.height())),
            needed);
        const auto seen = placed & inView;
        constexpr double least = 0.5;
        if (!seen.isValid() || seen.width() * seen.height() < least * needed.width() * needed.height())
            return false;
        label(placed, text, inkOn(cell), isStoredZero(cell) ? Ink::zero : Ink::stored, Qt::AlignCenter,
              TextKind::value);
        m_scene.labels.back().seen = inView;
        return true;
    }
    // In the middle of the cell, or of the part of it that is seen.
    static QRectF dotOf(const QRectF& rect, const QRectF& inView)
    {
        QRectF dot(0, 0, 5, 5);
        dot.moveCenter(rect.center());
        constexpr double least = 7; // of what is seen, or the dot would lie over headers
        if (std::min(inView.width(), inView.height()) >= least && !inView.contains(dot))
            dot.moveCenter(inView.center());
        return dot;
    }

    // A ground with an outline, and the triangle, also where headers hide the corner of the cell. One too narrow
    // for these has the triangle over it, as on a map. Labels from `firstLabel` on are those of the cell.
    void markBrokenCell(const QRectF& rect, const QRectF& seen, const Place& place, const QString& wrong,
                        std::size_t firstLabel)
    {
        if (grid().width < smallestMark) {
            const QRectF mark(rect.center() - QPointF(4, 4), QSizeF(9, 8));
            if (const auto moved = inside(mark); moved.isValid())
                markViolation(moved, place, wrong);
            return;
        }
        const bool isFilled = !m_colours; // which show the value
        m_scene.boxes.push_back({insideLines(seen), isFilled ? Ink::errorFill : Ink::none, Ink::error, Fill::plain,
                                 std::nullopt, true});
        if (isFilled)
            for (auto i = firstLabel; i < m_scene.labels.size(); ++i)
                m_scene.labels[i].on = Ink::errorFill;
        const auto& corner = seen.contains(brokenMark(rect).center()) ? rect : seen;
        if (seen.contains(brokenMark(corner).center()))
            markBroken(corner, place, wrong);
    }
    // The pixels of a cell that no line of the grid, which is drawn later, and no other cell covers. Sheets are
    // moved by parts of pixels.
    QRectF insideLines(const QRectF& cell) const
    {
        const double moved = m_found->isSheet ? 1 : 0;
        const bool isBlocked = m_found->blockRows > 1 || m_found->blockColumns > 1;
        const auto line = (isBlocked ? 2 : 1) * m_request.text.strokeScale();
        const auto before = std::floor(line / 2), behind = line - before; // the edge of a cell
        return {QPointF(std::floor(cell.left()) + behind + moved, std::floor(cell.top()) + behind + moved),
                QPointF(std::floor(cell.right()) - before - moved, std::floor(cell.bottom()) - before - moved)};
    }

    // Empty where not even a rounded number has room: a dot is drawn instead of an ellipsis.
    static QString numberOrNothing(const Element& element, int fit)
    {
        const auto text = fitted(element, fit);
        return text == QChar(0x2026) ? QString() : text;
    }

    // Where a cell stands and where its value lies, on the lower lines as far as they have room. What is left is
    // for the value.
    QRectF detail(const Cell& cell, const Extents& index, const QRectF& room)
    {
        const auto& text = m_request.text;
        const auto lines = static_cast<int>((room.height() - text.valueLine()) / text.smallLine);
        if (lines < 1)
            return room;
        const auto fit = static_cast<int>(room.width() / text.smallAdvance);
        QStringList said{fitted(shown(index), fit)};
        if (lines >= 2)
            said << addressOf(cell, fit);
        const auto ground = isStoredZero(cell) ? Ink::zero : Ink::stored;
        auto left = room;
        for (; !said.isEmpty(); said.removeLast()) {
            const QRectF line(room.left(), left.bottom() - text.smallLine, room.width(), text.smallLine);
            label(line, said.back(), inkOn(cell), ground, Qt::AlignCenter, TextKind::small);
            left.setBottom(line.top());
        }
        return left;
    }

    // The slot of the value and the byte at which it begins, or as much of that as there is room for.
    QString addressOf(const Cell& cell, int fit) const
    {
        const auto* member = values();
        if (cell.valueSlot < 0 || member == nullptr)
            return {};
        const auto slot = QStringLiteral("%1[%2]").arg(titleOf(*member, *m_request.tensor)).arg(cell.valueSlot);
        QStringList wanted;
        if (cell.entries > 1)
            wanted << tr("%1 and %2 more").arg(slot).arg(cell.entries - 1);
        wanted << addressText(*member, cell.valueSlot, 0, *m_request.tensor) << slot;
        for (const auto& text : wanted)
            if (columnsOf(text) <= fit)
                return text;
        return fitted(slot, fit);
    }

    // Of an element that is several numbers the first ones, and how many there are besides.
    QString tailText(const Cell& cell, std::size_t at, int fit) const
    {
        const auto dim = static_cast<std::size_t>(m_found->tail);
        const auto held = Matrix::at(m_found->roles.fixed, m_found->tail);
        const auto left = m_found->shape.extents[dim] - held;
        const auto before = held > 0 ? QString(QChar(0x2026)) : QString();
        QStringList values{QString::fromStdString(cell.value.text())};
        for (const auto& more : m_more)
            values << (more.cells[at].isStored() ? QString::fromStdString(more.cells[at].value.text())
                                                 : QStringLiteral("?"));
        const auto rest = [&](qsizetype told) {
            return left > told ? QStringLiteral(" +%1").arg(left - told) : QString();
        };
        for (; !values.isEmpty(); values.removeLast())
            if (const auto text = before + values.join(QStringLiteral(", ")) + rest(values.size());
                text.size() <= fit)
                return text;
        // One alone would pass for all of the cell.
        const auto others = before.size() + rest(1).size();
        const auto first = fitted(cell.value, fit - static_cast<int>(others));
        return first.isEmpty() || first == QChar(0x2026) ? QString(QChar(0x2026)) : before + first + rest(1);
    }

    // One line for all cells of a row or column; heavier ones between blocks.
    void gridLines()
    {
        const auto& matrix = *m_found;
        const auto left = x(grid().left), right = x(grid().x(grid().columns));
        const auto top = y(grid().top), bottom = y(grid().y(grid().rows));
        const auto inside = [](std::int64_t end, std::int64_t count) { return end == count ? end : end + 1; };
        const auto draw = [&](std::int64_t blockRows, std::int64_t blockColumns, Ink ink, double width) {
            forMultiples(std::max<std::int64_t>(m_range.columnBegin, 1), inside(m_range.columnEnd, grid().columns),
                         blockColumns, [&](std::int64_t column) {
                             const auto at = columnX(column);
                             straight({at, top}, {at, bottom}, ink, width);
                         });
            forMultiples(std::max<std::int64_t>(m_range.rowBegin, 1), inside(m_range.rowEnd, grid().rows),
                         blockRows, [&](std::int64_t row) {
                             const auto at = rowY(row);
                             straight({left, at}, {right, at}, ink, width);
                         });
        };
        if (grid().width >= 6)
            draw(1, 1, Ink::grid, 1);
        if ((matrix.blockRows > 1 || matrix.blockColumns > 1) &&
            static_cast<double>(std::min(matrix.blockRows, matrix.blockColumns)) * grid().height >= 6)
            draw(matrix.blockRows, matrix.blockColumns, Ink::block, grid().width >= smallestMark ? 2 : 1);
    }

    void add(const Ghost& ghost)
    {
        const QRectF rect(x(ghost.x), y(ghost.y), ghost.width, ghost.height);
        const auto seen = rect & cellArea();
        if (!seen.isValid() || !seen.intersects(QRectF(QPointF(0, 0), m_request.size)))
            return;
        m_scene.boxes.push_back({rect, Ink::errorFill, Ink::error});
        const auto room = seen.adjusted(1, 1, -1, -1);
        if (room.height() >= m_request.text.valueLine())
            label(room, fitted(ghost.text, static_cast<int>(room.width() / m_request.text.valueAdvance())),
                  Ink::text, Ink::errorFill, Qt::AlignCenter, TextKind::value);
        auto said = tr("%1 lies outside the size").arg(shown(ghost.element.index));
        if (ghost.count > 1)
            said = tr("%1 and %2 more lie outside the size", nullptr, formOf(ghost.count - 1))
                       .arg(shown(ghost.element.index))
                       .arg(ghost.count - 1);
        const auto place = ghostPlace(*m_request.tensor, ghost);
        QString value;
        if (const auto* member = values(); member != nullptr && ghost.element.valueSlot >= 0) {
            const auto slot = ghost.element.valueSlot;
            said += QStringLiteral("   ") + addressText(*member, slot, 0, *m_request.tensor);
            if (const auto element = elementOf(*member, slot, member->isReadable()); element && ghost.count == 1)
                value = QString::fromStdString(element->text());
        }
        const auto wrong = m_broken->wordsNear(ghost.element.index);
        const QRectF corner(rect.topLeft(), QSizeF(4, 4));
        if (!wrong.isEmpty() || !m_request.isOfOneRule)
            markBroken(seen.contains(corner.center()) ? rect : seen, place, wrong.isEmpty() ? said : wrong);
        m_scene.spots.push_back({seen, place, withBroken(said, wrong), value});
    }

    void headers()
    {
        const auto& text = m_request.text;
        // Over what scrolls below; the legend has a ground of its own.
        const auto shape = columnsOf(logicalCaption(*m_found, 0)) * text.advance + 16; // which comes first
        const auto legend = legendBehind(shape);
        const QRectF header(0, 0, m_request.size.width(), grid().headerHeight - 2);
        if (legend) {
            m_scene.rasters.push_back(legend->raster);
            std::ranges::copy(legend->labels, std::back_inserter(m_scene.labels));
            m_scene.boxes.push_back({header.adjusted(0, legend->raster.rect.height(), 0, 0), Ink::canvas});
        }
        const auto captionEnd = legend ? legend->raster.rect.left() : header.right();
        m_scene.boxes.push_back({QRectF(0, 0, captionEnd, header.height()), Ink::canvas});
        m_scene.boxes.push_back({QRectF(0, 0, grid().headerWidth - 2, m_request.size.height()), Ink::canvas});
        const auto top = grid().headerHeight - text.smallLine - 6;
        const auto captionRoom = static_cast<int>((captionEnd - 8) / text.advance);
        line(QPointF(4, 2), logicalCaption(*m_found, captionRoom), Ink::text, Ink::canvas, TextKind::note);
        const auto columnRoom =
            (static_cast<double>(QString::number(m_range.columnEnd).size()) + 1) * text.smallAdvance;
        const auto columnStep = rulerStep(grid().width, columnRoom);
        // Half a digit may stand over the header of the rows; the first number is under those of the columns.
        const QRectF above(QPointF(grid().headerWidth - text.smallAdvance, 0),
                           QPointF(m_request.size.width(), grid().headerHeight));
        const auto& roles = m_found->roles; // of a dim that is not there no number is shown
        forMultiples(m_range.columnBegin, roles.column < 0 ? m_range.columnBegin : m_range.columnEnd, columnStep,
                     [&](std::int64_t c) {
                         tickNumber({columnX(c) + grid().width / 2, top + text.smallLine / 2}, c, above);
                     });
        // Where not every row has room for its number the first one may stand lower.
        const bool haveAllRoom = grid().height >= text.smallLine * 1.1;
        const auto rowStep = haveAllRoom ? 1 : rulerStep(grid().height, text.smallLine * 1.5);
        const auto digits = static_cast<double>(QString::number(grid().rows).size()) * text.smallAdvance;
        const QRectF beside(QPointF(0, top + text.smallLine),
                            QPointF(grid().headerWidth, std::min(m_footTop, m_request.size.height())));
        forMultiples(m_range.rowBegin, roles.row < 0 ? m_range.rowBegin : m_range.rowEnd, rowStep,
                     [&](std::int64_t r) {
                         const auto width = static_cast<double>(QString::number(r).size()) * text.smallAdvance;
                         const auto right = std::max(grid().headerWidth - 4, digits);
                         auto middle = rowY(r) + grid().height / 2;
                         if (rowY(r) >= grid().headerHeight - 1)
                             middle = std::max(middle, beside.top() + text.smallLine / 2);
                         tickNumber({right - width / 2, middle}, r, beside);
                     });
    }

    // Of a ragged tensor a component is no view along one dim.
    void axes()
    {
        if (m_range.isEmpty() || m_found->component)
            return;
        const auto& roles = m_found->roles;
        const QRectF window(QPointF(0, 0), m_request.size);
        const auto cells = m_frame & cellArea() & window;
        const auto top = grid().headerHeight - m_request.text.smallLine - 6;
        if (roles.column >= 0)
            m_scene.axes.push_back({QRectF(QPointF(cells.left(), top), QPointF(cells.right(), cells.top())), cells,
                                    roles.column, false, columnX(m_range.columnBegin), grid().width,
                                    m_range.columnBegin, m_range.columnEnd});
        if (roles.row >= 0)
            m_scene.axes.push_back({QRectF(QPointF(0, cells.top()), QPointF(cells.left(), cells.bottom())), cells,
                                    roles.row, true, rowY(m_range.rowBegin), grid().height, m_range.rowBegin,
                                    m_range.rowEnd});
    }

    std::optional<ColourLegend> legendBehind(double taken) const
    {
        if (m_colours)
            return m_colours->legend(taken, m_request);
        if (!(m_highest > 0))
            return std::nullopt;
        const auto number = [](double density) { return QString::number(density, 'g', 2); };
        return colourLegend({m_lowest < m_highest ? number(m_lowest) : QString(),
                             tr("%1 a cell").arg(number(m_highest)),
                             [this](int width) { return densityColours(width, m_request.theme); }},
                            taken, m_request);
    }

    void colour(std::span<const Cell> cells)
    {
        const auto rows = m_range.rowEnd - m_range.rowBegin, columns = m_range.columnEnd - m_range.columnBegin;
        m_scene.boxes.front().fill = Ink::none; // the frame would cover it
        m_scene.rasters.push_back(
            {QRectF(columnX(m_range.columnBegin), rowY(m_range.rowBegin),
                    grid().width * static_cast<double>(columns), grid().height * static_cast<double>(rows)),
             m_colours->image(cells, rows, columns)});
    }

    Ink inkOn(const Cell& cell) const { return m_colours ? m_colours->inkOn(cell) : Ink::text; }

    std::optional<CellColours> m_colours;
    std::optional<BrokenElements> m_broken;
    Result<Matrix> m_found;
    // Looked up once, not for each cell.
    const QString m_notStored = tr("not stored"), m_storedZero = tr("a stored zero");
    QRectF m_frame;
    double m_footTop = std::numeric_limits<double>::infinity(); // of the note over the lower edge
    CellRange m_range;                                          // in sight
    double m_lowest = 0, m_highest = 0;                         // of the density, where that is drawn
    bool m_areTexts = false, m_isOutsideIfUnreadable = false;
    std::vector<Cells> m_more; // of the next numbers along the tail
};

} // namespace

Scene matrixScene(const SceneRequest& request, Result<Matrix> matrix, const Watch& watch)
{
    return LogicalBuilder(request, std::move(matrix), watch).take();
}

} // namespace tscope
