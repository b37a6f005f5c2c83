// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cells of the logical picture lie, and how large they are at first.
#include "scenes/logical_scene.h"
#include "scenes/matrix.h"

#include <algorithm>

namespace tscope {

namespace {

double wholeNumberWidth(const SceneRequest& request)
{
    constexpr std::int64_t asked = 64;
    constexpr std::size_t mostCharacters = 24;
    std::size_t longest = 0;
    for (const auto& member : request.tensor->members)
        if (member.role->kind == RoleKind::values && member.isReadable())
            for (std::int64_t at = 0; at < std::min(asked, numel(member.array.geometry).value_or(0)); ++at)
                longest = std::max(longest, member.array.at(at).text().size());
    return static_cast<double>(std::min(longest, mostCharacters)) * request.text.advance + 8;
}

} // namespace

double firstLogicalZoom(const SceneRequest& request)
{
    SceneRequest unit = request;
    unit.zoom = 1;
    auto found = matrixOf(unit, {});
    if (!found)
        return 56;
    auto& matrix = *found;
    // So wide that the longest of the first numbers is seen whole; of several in a cell the first ones.
    const double whole = matrix.tail >= 0 ? detailWidth(request.text) : wholeNumberWidth(request);
    const double most = std::max(72.0, whole), legible = matrix.tail >= 0 ? 64 : 24;
    // All of it where cells stay legible or are mere dots anyway; else legible cells of its begin. What stands
    // around the cells takes room that depends on their width.
    const auto fitting = [&] {
        const auto empty = matrix.content() - QSizeF(matrix.grid.width * static_cast<double>(matrix.grid.columns),
                                                     matrix.grid.height * static_cast<double>(matrix.grid.rows));
        const auto along = [](double room, std::int64_t count) {
            return (room - 4) / static_cast<double>(std::max<std::int64_t>(count, 1));
        };
        const auto across = along(request.size.width() - empty.width(), matrix.grid.columns);
        const auto down = along(request.size.height() - empty.height(), matrix.grid.rows);
        return std::min(across, down < 24 ? down : across);
    };
    double zoom = most;
    for (int i = 0; i < 4; ++i) {
        arrange(matrix, request, zoom);
        zoom = std::min(zoom, std::max(fitting(), legible));
    }
    if (const auto fits = fitting(); fits >= legible)
        return zoom;
    arrange(matrix, request, 1);
    const auto fits = fitting();
    return fits <= 8 ? std::max(fits, 1.0 / 1048576) : std::min(fits, legible);
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
    for (const auto& ghost : matrix->ghosts)
        if (ghostPlace(*request.tensor, ghost) == place)
            return {static_cast<double>(ghost.x), static_cast<double>(ghost.y), ghost.width, ghost.height};
    if (element == nullptr)
        return {};
    const auto& grid = matrix->grid;
    return {static_cast<double>(grid.x(Matrix::at(element->index, matrix->roles.column))),
            static_cast<double>(grid.y(Matrix::at(element->index, matrix->roles.row))), grid.width, grid.height};
}

} // namespace tscope
