// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cells of the logical picture lie, and how large they are at first.
#include "scenes/fitting.h"
#include "scenes/logical_scene.h"
#include "scenes/matrix.h"
#include "scenes/sheets.h"

#include <algorithm>

namespace tscope {

namespace {

QRectF cellOf(const CellGrid& grid, std::int64_t row, std::int64_t column)
{
    return {static_cast<double>(grid.x(column)), static_cast<double>(grid.y(row)), grid.width, grid.height};
}

// An entry outside the size has its place beyond the edge that it crosses, also where a map draws no ghost of it.
QRectF beyondTheEdge(const Matrix& matrix, const SceneRequest& request, const Slots& slots)
{
    const auto indexOfSlots = request.tensor->layout->indexOfSlots;
    if (indexOfSlots == nullptr || matrix.component)
        return {};
    const auto index = indexOfSlots(*request.tensor)(slots);
    if (!index)
        return {};
    const auto& grid = matrix.grid;
    const auto row = std::clamp<std::int64_t>(Matrix::at(*index, matrix.roles.row), -1, grid.rows);
    const auto column = std::clamp<std::int64_t>(Matrix::at(*index, matrix.roles.column), -1, grid.columns);
    const bool isInside = row >= 0 && row < grid.rows && column >= 0 && column < grid.columns;
    return isInside ? QRectF() : cellOf(grid, row, column);
}

QRectF rectIn(const Matrix& matrix, const SceneRequest& request, const Place& place)
{
    for (const auto& ghost : matrix.ghosts)
        if (ghostPlace(*request.tensor, ghost) == place)
            return {static_cast<double>(ghost.x), static_cast<double>(ghost.y), ghost.width, ghost.height};
    if (const auto* slots = std::get_if<Slots>(&place))
        return beyondTheEdge(matrix, request, *slots);
    const auto* element = std::get_if<ElementPlace>(&place);
    if (element == nullptr)
        return {};
    return cellOf(matrix.grid, Matrix::at(element->index, matrix.roles.row),
                  Matrix::at(element->index, matrix.roles.column));
}

} // namespace

double wholeLogicalZoom(const SceneRequest& request)
{
    auto unit = request;
    unit.zoom = 1;
    auto found = matrixOf(unit, {});
    if (!found)
        return 56;
    if (auto sheets = Sheets::of(*found, unit))
        return largestFittingZoom(smallestText, largestLogicalZoom, [&](double zoom) {
            sheets->arrange(request, zoom);
            return fitsInto(sheets->content, request.size);
        });
    // An empty matrix would grow without bound.
    const auto isEmpty = found->grid.rows == 0 || found->grid.columns == 0;
    const auto largest = isEmpty ? found->wholeWidth : largestLogicalZoom;
    return largestFittingZoom(smallestPictureZoom, largest, [&](double zoom) {
        arrange(*found, request, zoom);
        return fitsInto(found->content(), request.size);
    });
}

double legibleLogicalZoom(const SceneRequest& request)
{
    auto at = request;
    at.zoom = 1;
    const auto found = matrixOf(at, {});
    return found ? found->wholeWidth : 56;
}

QSizeF logicalSize(const SceneRequest& request)
{
    const auto found = matrixOf(request, {});
    if (!found)
        return request.size;
    const auto sheets = Sheets::of(*found, request);
    return sheets ? sheets->content : found->content();
}

QRectF rectInLogical(const SceneRequest& request, const Place& place)
{
    const auto* element = std::get_if<ElementPlace>(&place);
    const auto* slots = std::get_if<Slots>(&place);
    if (element == nullptr && slots == nullptr)
        return {};
    const auto matrix = matrixOf(request, {});
    if (!matrix)
        return {};
    const auto sheets = Sheets::of(*matrix, request);
    if (!sheets)
        return rectIn(*matrix, request, place);
    if (element != nullptr) {
        const auto* sheet = sheets->find(element->index);
        return sheet == nullptr ? QRectF() : rectIn(sheet->matrix, request, place).translated(sheet->at);
    }
    for (const auto& sheet : sheets->all)
        if (const auto rect = rectIn(sheet.matrix, request, place); !rect.isEmpty())
            return rect.translated(sheet.at);
    return {};
}

} // namespace tscope
