// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cells of the logical picture lie, and how large they are at first.
#include "scenes/fitting.h"
#include "scenes/logical_scene.h"
#include "scenes/matrix.h"
#include "scenes/sheets.h"

namespace tscope {

namespace {

QRectF rectIn(const Matrix& matrix, const SceneRequest& request, const Place& place)
{
    for (const auto& ghost : matrix.ghosts)
        if (ghostPlace(*request.tensor, ghost) == place)
            return {static_cast<double>(ghost.x), static_cast<double>(ghost.y), ghost.width, ghost.height};
    const auto* element = std::get_if<ElementPlace>(&place);
    if (element == nullptr)
        return {};
    const auto& grid = matrix.grid;
    return {static_cast<double>(grid.x(Matrix::at(element->index, matrix.roles.column))),
            static_cast<double>(grid.y(Matrix::at(element->index, matrix.roles.row))), grid.width, grid.height};
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
