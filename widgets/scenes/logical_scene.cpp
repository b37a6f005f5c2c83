// SPDX-License-Identifier: GPL-3.0-or-later
// The tensor as people think of it: rows and columns of values, whatever the layout.
#include "scenes/logical_scene.h"

#include "facts/cells.h"
#include "facts/known_size.h"
#include "facts/logical_shape.h"
#include "picture/colour_scale.h"
#include "picture/density.h"
#include "picture/violations.h"
#include "scenes/scene_writer.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace tscope {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("tscope::LogicalScene", text);
}

constexpr double smallestCell = 4; // narrower ones are drawn as density

// Where the cells lie. Rows and columns of a tensor that lacks them count 1.
struct Grid {
    std::int64_t rows = 1, columns = 1;
    double left = 0, top = 0; // of the cells, in the content
    double width = 0, height = 0;

    Position x(std::int64_t column) const { return left + Position(width) * static_cast<Position>(column); }
    Position y(std::int64_t row) const { return top + Position(height) * static_cast<Position>(row); }
};

// Wide cells hold a number on one line, so they need not be as high.
double cellHeight(double width, const TextSize& text)
{
    return std::min(width, std::max(text.line + 8, 24.0));
}

// What the tensor of a request is as rows and columns, found once for a picture.
struct Matrix {
    Tensor tensor; // its size filled in, if members tell it: each question would look for it anew
    LogicalShape shape;
    DimRoles roles;
    Grid grid;

    // The number of an index in a dim; 0 where the tensor has no such dim.
    static std::int64_t at(const Extents& index, int dim)
    {
        return dim >= 0 && static_cast<std::size_t>(dim) < index.size() ? index[static_cast<std::size_t>(dim)] : 0;
    }
};

// The dims that are shown where nobody has chosen: those of the matrix, else the last two.
DimRoles ownDimRoles(const Tensor& tensor, const LogicalShape& shape)
{
    DimRoles roles;
    const auto rank = static_cast<int>(shape.extents.size());
    const auto outline = tensor.layout->read(tensor, {})->outline();
    const auto first = static_cast<int>(std::clamp<std::int64_t>(outline.batchDims.value_or(0), 0, rank));
    if (outline.sparseDims == 2 && first + 2 <= rank) {
        roles.row = first;
        roles.column = first + 1;
    } else {
        roles.row = rank >= 2 ? rank - 2 : -1;
        roles.column = rank - 1; // -1 of a scalar
    }
    roles.fixed.assign(static_cast<std::size_t>(rank), 0);
    return roles;
}

Result<Matrix> matrixOf(const SceneRequest& request, const Watch& watch)
{
    Matrix matrix{withKnownSize(*request.tensor, watch), {}, request.roles, {}};
    auto shape = logicalShape(matrix.tensor);
    if (!shape)
        return shape.error();
    matrix.shape = *std::move(shape);
    if (matrix.roles.row < 0 && matrix.roles.column < 0)
        matrix.roles = ownDimRoles(matrix.tensor, matrix.shape);
    const auto rank = static_cast<int>(matrix.shape.extents.size());
    const auto extent = [&](int dim) {
        return dim >= 0 && dim < rank ? matrix.shape.extents[static_cast<std::size_t>(dim)] : 1;
    };
    auto& grid = matrix.grid;
    grid.rows = extent(matrix.roles.row);
    grid.columns = extent(matrix.roles.column);
    grid.width = request.zoom;
    grid.height = cellHeight(request.zoom, request.text);
    const auto digits = static_cast<double>(QString::number(grid.rows).size());
    grid.left = (digits + 2) * request.text.smallAdvance + 6;
    grid.top = request.text.smallLine + 8;
    return matrix;
}

class Builder : public SceneWriter
{
public:
    Builder(const SceneRequest& request, const Watch& watch)
        : SceneWriter(request, watch), m_matrix(matrixOf(request, watch))
    {
        if (!m_matrix) {
            apology(QString::fromStdString(m_matrix.error().text));
            return;
        }
        m_grid = m_matrix->grid;
        m_scene.extents = m_matrix->shape.extents;
        m_scene.roles = m_matrix->roles;
        m_scene.content = QSizeF(static_cast<double>(m_grid.x(m_grid.columns)) + 12,
                                 static_cast<double>(m_grid.y(m_grid.rows)) + 12);
        frame();
        visible();
        if (m_rowBegin < m_rowEnd && m_columnBegin < m_columnEnd)
            m_grid.width < smallestCell ? density() : cells();
        headers();
    }

private:
    void apology(const QString& text)
    {
        const QRectF rect(12, 12, std::max(0.0, m_request.size.width() - 24), m_request.text.line);
        m_scene.boxes.push_back({rect.adjusted(-6, -6, 6, 6), Ink::none, Ink::frame});
        label(rect, fitted(text, static_cast<int>(rect.width() / m_request.text.advance)), Ink::faintText,
              Ink::canvas, Qt::AlignLeft | Qt::AlignVCenter, TextKind::value);
        m_scene.content = m_request.size;
        m_scene.words = text;
    }

    void frame()
    {
        const auto left = std::max(-2.0, x(m_grid.left)), top = std::max(-2.0, y(m_grid.top));
        const auto right = std::min(m_request.size.width() + 2, x(m_grid.x(m_grid.columns)));
        const auto bottom = std::min(m_request.size.height() + 2, y(m_grid.y(m_grid.rows)));
        m_scene.boxes.push_back({QRectF(left, top, std::max(right - left, 6.0), std::max(bottom - top, 6.0)),
                                 Ink::absent, Ink::frame});
        const auto& shape = m_matrix->shape;
        m_scene.words = words("%1 by %2 cells of %3")
                            .arg(m_grid.rows)
                            .arg(m_grid.columns)
                            .arg(QString::fromStdString(tscope::text(shape.extents)));
        if (m_grid.rows == 0 || m_grid.columns == 0)
            label(QRectF(left + 12, top + 4, 40 * m_request.text.advance, m_request.text.line),
                  words("no elements: %1").arg(QString::fromStdString(tscope::text(shape.extents))),
                  Ink::faintText, Ink::canvas, Qt::AlignLeft | Qt::AlignVCenter, TextKind::value);
    }

    void visible()
    {
        const auto rows =
            unitsInSight(m_request.origin.y(), m_request.size.height(), m_grid.top, m_grid.height, m_grid.rows);
        const auto columns =
            unitsInSight(m_request.origin.x(), m_request.size.width(), m_grid.left, m_grid.width, m_grid.columns);
        m_rowBegin = rows.first;
        m_rowEnd = rows.last;
        m_columnBegin = columns.first;
        m_columnEnd = columns.last;
    }

    // Cells too small to be told apart: how many entries stand behind each pixel, exactly counted.
    void density()
    {
        const auto& roles = m_matrix->roles;
        DensitySpec spec;
        if (roles.row >= 0)
            spec.rowDim = roles.row;
        if (roles.column >= 0)
            spec.columnDim = roles.column;
        spec.rows = Range{m_rowBegin, m_rowEnd};
        spec.columns = Range{m_columnBegin, m_columnEnd};
        spec.rowBins = pixels(m_grid.height * static_cast<double>(m_rowEnd - m_rowBegin), m_rowEnd - m_rowBegin);
        spec.columnBins =
            pixels(m_grid.width * static_cast<double>(m_columnEnd - m_columnBegin), m_columnEnd - m_columnBegin);
        for (std::size_t d = 0; d < roles.fixed.size(); ++d)
            if (static_cast<int>(d) != roles.row && static_cast<int>(d) != roles.column)
                spec.fixed.emplace_back(static_cast<std::int64_t>(d), roles.fixed[d]);
        spec.watch = m_watch;
        const auto found = densityOf(m_matrix->tensor, spec);
        if (!found)
            return refusal(found.error());
        m_scene.boxes.front().fill = Ink::none; // the frame would cover it
        m_scene.rasters.push_back({QRectF(QPointF(x(m_grid.x(m_columnBegin)), y(m_grid.y(m_rowBegin))),
                                          QPointF(x(m_grid.x(m_columnEnd)), y(m_grid.y(m_rowEnd)))),
                                   imageOf(*found, m_request.theme)});
        m_scene.words += QLatin1Char(' ') + words("%1 entries are in sight").arg(found->total);
        if (m_request.report && !m_request.report->valid)
            violations(*found);
    }

    static std::int64_t pixels(double length, std::int64_t cells)
    {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(length)), 1,
                                        std::min<std::int64_t>(cells, 8192));
    }

    void violations(const Density& found)
    {
        constexpr std::size_t most = 5000; // marks; more would be a surface
        const auto marked = violationsOf(m_matrix->tensor, *m_request.report, found.binning, m_watch);
        if (!marked)
            return;
        for (std::size_t i = 0; i < std::min(most, marked->bins.size()); ++i) {
            const auto& bin = marked->bins[i];
            const QPointF at(x(m_grid.x(found.binning.columns.first(bin.column))),
                             y(m_grid.y(found.binning.rows.first(bin.row))));
            m_scene.marks.push_back({QRectF(at.x() - 4, at.y() - 4, 9, 8), Shape::triangle, Ink::error});
        }
    }

    static QImage imageOf(const Density& density, Theme theme)
    {
        const auto rows = density.binning.rows.count(), columns = density.binning.columns.count();
        const ColourScale scale(density);
        QImage image(static_cast<int>(columns), static_cast<int>(rows), QImage::Format_RGB32);
        const auto empty = Palette::of(theme)[Ink::absent].rgb();
        for (std::int64_t row = 0; row < rows; ++row) {
            auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row)));
            for (std::int64_t column = 0; column < columns; ++column) {
                const auto value = density.density(row, column);
                if (value <= 0) {
                    line[column] = empty;
                    continue;
                }
                // What is denser stands out more: darker on light, lighter on dark.
                const auto at = scale.at(value);
                const auto colour = cividisReversed(theme == Theme::light ? at : 1 - at);
                line[column] = qRgb(colour.red, colour.green, colour.blue);
            }
        }
        return image;
    }

    // In the place of cells that can't be shown.
    void refusal(const Error& error)
    {
        m_rowEnd = m_rowBegin;
        m_columnEnd = m_columnBegin;
        line(QPointF(m_grid.left + 6, m_grid.top + 4), QString::fromStdString(error.text), Ink::faintText,
             Ink::absent, TextKind::value);
    }

    void cells()
    {
        const auto& roles = m_matrix->roles;
        CellWindow window;
        window.rowDim = roles.row;
        window.columnDim = roles.column;
        window.fixed = roles.fixed;
        window.rowBegin = m_rowBegin;
        window.rowEnd = m_rowEnd;
        window.columnBegin = m_columnBegin;
        window.columnEnd = m_columnEnd;
        const auto found = tscope::cells(m_matrix->tensor, window, m_watch);
        if (!found)
            return refusal(found.error());
        auto index = roles.fixed;
        index.resize(m_matrix->shape.extents.size(), 0);
        const auto characters = static_cast<int>((m_grid.width - 6) / m_request.text.advance);
        std::size_t at = 0;
        for (auto row = m_rowBegin; row < m_rowEnd; ++row)
            for (auto column = m_columnBegin; column < m_columnEnd; ++column, ++at) {
                if (roles.row >= 0)
                    index[static_cast<std::size_t>(roles.row)] = row;
                if (roles.column >= 0)
                    index[static_cast<std::size_t>(roles.column)] = column;
                add(found->cells[at], index,
                    QRectF(x(m_grid.x(column)), y(m_grid.y(row)), m_grid.width, m_grid.height), characters);
            }
        if (m_grid.width >= 18)
            for (const auto& element : found->outside.first)
                addOutside(element);
    }

    // What is stored beyond the claimed size stands beyond the frame, at the end of the row or column that it
    // shares with the window, and says where it claims to be.
    void addOutside(const OutsideElement& element)
    {
        const auto row = Matrix::at(element.index, m_matrix->roles.row);
        const auto column = Matrix::at(element.index, m_matrix->roles.column);
        const bool besideRow = row >= 0 && row < m_grid.rows;
        const bool besideColumn = column >= 0 && column < m_grid.columns;
        if (besideRow == besideColumn)
            return; // in a corner, or outside in a dim that is held
        const auto beyond = besideRow ? column : row;
        const auto arrow = QChar(besideRow ? (beyond < 0 ? 0x2190 : 0x2192) : (beyond < 0 ? 0x2191 : 0x2193));
        const auto text = arrow + QString::number(beyond);
        const auto width =
            std::max(m_grid.width, (static_cast<double>(text.size()) + 1) * m_request.text.advance + 6);
        auto& taken = besideRow ? m_takenRight[row] : m_takenBelow[column];
        const QRectF rect =
            besideRow
                ? QRectF(x(m_grid.x(m_grid.columns)) + 10 + taken, y(m_grid.y(row)), width, m_grid.height)
                : QRectF(x(m_grid.x(column)), y(m_grid.y(m_grid.rows)) + 10 + taken, m_grid.width, m_grid.height);
        taken += besideRow ? width + 3 : m_grid.height + 3;
        m_scene.content = m_scene.content.expandedTo(
            QSizeF(m_request.origin.x() + rect.right() + 12, m_request.origin.y() + rect.bottom() + 12));
        if (!rect.intersects(QRectF(QPointF(m_grid.left, m_grid.top), m_request.size)))
            return;
        m_scene.boxes.push_back({rect, Ink::errorFill, Ink::error});
        label(rect.adjusted(3, 1, -3, -1),
              fitted(text, static_cast<int>((rect.width() - 6) / m_request.text.advance)), Ink::text,
              Ink::errorFill, Qt::AlignCenter, TextKind::value);
        markBroken(rect);
        m_scene.spots.push_back(
            {rect, placeOf(element),
             words("%1 lies outside the size").arg(QString::fromStdString(tscope::text(element.index)))});
    }

    Place placeOf(const OutsideElement& element) const
    {
        for (const auto& member : m_request.tensor->members)
            if (element.valueSlot >= 0 && member.role->kind == RoleKind::values)
                return Slots{member.role->name, element.valueSlot, element.valueSlot + 1};
        return ElementPlace{element.index};
    }

    void add(const Cell& cell, const Extents& index, QRectF rect, int characters)
    {
        // What the headers do not cover.
        const auto seen = rect & QRectF(QPointF(m_grid.left - 2, m_grid.top - 2), m_request.size + rect.size());
        if (!seen.isValid())
            return;
        const auto room = seen.adjusted(3, 1, -3, -1);
        characters = std::min(characters, static_cast<int>(room.width() / m_request.text.advance));
        const bool hasRoom = characters >= 1 && room.height() >= m_request.text.line;
        const bool isGhost = cell.outsideComponent;
        const bool isStored = cell.state == Cell::State::stored || cell.state == Cell::State::duplicate;
        const auto on = isGhost ? Ink::hole : isStored ? Ink::stored : Ink::absent;
        const auto grid = m_grid.width >= 6 ? Ink::grid : Ink::none;
        m_scene.boxes.push_back({rect, on, grid, isGhost ? Fill::hatch : Fill::plain});
        auto value = cell.state == Cell::State::unreadable ? QStringLiteral("?")
                     : isStored                            ? QString::fromStdString(cell.value.text())
                                                           : words("not stored");
        const auto isSeen = [&](const QRectF& mark) { return seen.contains(mark.center()); };
        if (isStored && hasRoom && m_grid.width >= 18) {
            label(room, fitted(cell.value, characters), Ink::text, on, Qt::AlignCenter, TextKind::value);
        } else if (isStored && m_grid.width >= 8) {
            const auto centre = rect.center();
            const QRectF mark(centre.x() - 2.5, centre.y() - 2.5, 5, 5);
            const auto shape = cell.value.isReadable() && cell.value.isZero() ? Shape::ring
                               : cell.value.isNan()                           ? Shape::cross
                                                                              : Shape::dot;
            if (isSeen(mark))
                m_scene.marks.push_back({mark, shape, Ink::axis0});
        } else if (isStored) {
            m_scene.boxes.back().fill = Ink::axis0;
        }
        if (cell.state == Cell::State::unreadable && hasRoom)
            label(room, QStringLiteral("?"), Ink::faintText, on, Qt::AlignCenter, TextKind::value);
        if (const QRectF mark(rect.right() - 8, rect.top() + 2, 6, 6);
            cell.state == Cell::State::duplicate && m_grid.width >= 8 && isSeen(mark))
            m_scene.marks.push_back({mark, Shape::diamond, Ink::warning});
        if (isGhost)
            return; // no element, so nothing to point at
        m_scene.spots.push_back(
            {seen, ElementPlace{index},
             QStringLiteral("%1 = %2").arg(QString::fromStdString(tscope::text(index)), value)});
    }

    void headers()
    {
        // Over what scrolls below.
        m_scene.boxes.push_back({QRectF(0, 0, m_request.size.width(), m_grid.top - 2), Ink::canvas});
        m_scene.boxes.push_back({QRectF(0, 0, m_grid.left - 2, m_request.size.height()), Ink::canvas});
        const auto columnRoom =
            (static_cast<double>(QString::number(m_columnEnd).size()) + 1) * m_request.text.smallAdvance;
        const auto columnStep = rulerStep(m_grid.width, columnRoom);
        forMultiples(m_columnBegin, m_columnEnd, columnStep, [&](std::int64_t c) {
            const auto width = std::max(columnRoom, m_grid.width);
            const QRectF rect(x(m_grid.x(c)), 2, width, m_request.text.smallLine);
            if (rect.left() >= m_grid.left - 1)
                label(rect, QString::number(c), Ink::faintText, Ink::canvas,
                      m_grid.width >= columnRoom ? Qt::AlignCenter : Qt::AlignLeft | Qt::AlignVCenter,
                      TextKind::small);
        });
        const auto rowStep = rulerStep(m_grid.height, m_request.text.smallLine + 2);
        forMultiples(m_rowBegin, m_rowEnd, rowStep, [&](std::int64_t r) {
            const auto height = std::max(m_request.text.smallLine, m_grid.height);
            const QRectF rect(2, y(m_grid.y(r)), m_grid.left - 6, height);
            if (rect.top() >= m_grid.top - 1)
                label(rect, QString::number(r), Ink::faintText, Ink::canvas,
                      (m_grid.height >= m_request.text.smallLine ? Qt::AlignVCenter : Qt::AlignTop) |
                          Qt::AlignRight,
                      TextKind::small);
        });
    }

    Result<Matrix> m_matrix;
    Grid m_grid;
    std::map<std::int64_t, double> m_takenRight, m_takenBelow; // by row, by column: pixels used beyond the frame
    std::int64_t m_rowBegin = 0, m_rowEnd = 0, m_columnBegin = 0, m_columnEnd = 0;
};

} // namespace

Scene logicalScene(const SceneRequest& request, const Watch& watch)
{
    return Builder(request, watch).take();
}

double firstLogicalZoom(const SceneRequest& request)
{
    SceneRequest unit = request;
    unit.zoom = 1;
    const auto matrix = matrixOf(unit, {});
    if (!matrix || matrix->grid.columns == 0 || matrix->grid.rows == 0)
        return 56;
    const auto& grid = matrix->grid;
    const auto across = (request.size.width() - grid.left - 16) / static_cast<double>(grid.columns);
    const auto down = (request.size.height() - grid.top - 16) / static_cast<double>(grid.rows);
    // All of it where cells stay legible or are mere dots anyway; else legible cells of its begin.
    const auto fits = std::min(across, down < 24 ? down : across);
    return fits >= 40   ? std::min(fits, 72.0)
           : fits >= 24 ? fits
           : fits <= 8  ? std::max(fits, 1.0 / 1048576)
                        : 24.0;
}

QRectF rectInLogical(const SceneRequest& request, const Place& place)
{
    const auto* element = std::get_if<ElementPlace>(&place);
    if (element == nullptr)
        return {};
    const auto matrix = matrixOf(request, {});
    if (!matrix)
        return {};
    const auto& grid = matrix->grid;
    return {static_cast<double>(grid.x(Matrix::at(element->index, matrix->roles.column))),
            static_cast<double>(grid.y(Matrix::at(element->index, matrix->roles.row))), grid.width, grid.height};
}

} // namespace tscope
