// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/matrix.h"

#include "anatomy/reading.h"
#include "base/checked_math.h"
#include "facts/known_size.h"

#include <algorithm>

namespace tscope {

namespace {

// The height of a cell that holds one line.
double lineHeight(const TextSize& text)
{
    return std::max(text.valueLine() + 8, 24.0);
}

constexpr std::int64_t mostSearched = 1 << 17; // stored elements, for those outside: once for each picture
constexpr std::int64_t mostListed = 1000;
constexpr std::size_t mostInLine = 6; // ghosts beside one row or column, in a third of the window at most
constexpr double gap = 8;             // between the grid and its ghosts
constexpr double between = 3;         // two ghosts

// The dims that are shown where nobody has chosen: those of the matrix, else the last two.
DimRoles ownDimRoles(const Outline& outline, int rank)
{
    DimRoles roles;
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

// What the layout says of blocks, dense dims and batches, as far as it is about dims that there are.
void readOutline(Matrix& matrix, const Outline& outline)
{
    const auto rank = matrix.rank();
    const auto first = static_cast<int>(std::clamp<std::int64_t>(outline.batchDims.value_or(0), 0, rank));
    if (outline.blocksize) {
        const auto along = [&](int dim) {
            return dim >= 0 && (dim == first || dim == first + 1)
                       ? std::max<std::int64_t>(1, (*outline.blocksize)[static_cast<std::size_t>(dim - first)])
                       : 1;
        };
        matrix.blockRows = along(matrix.roles.row);
        matrix.blockColumns = along(matrix.roles.column);
    }
    const auto dense = static_cast<int>(std::clamp<std::int64_t>(outline.denseDims.value_or(0), 0, rank));
    const bool isDenseApart = outline.sparseDims.value_or(0) > 0;
    for (int dim = isDenseApart ? rank - dense : rank; dim < rank; ++dim)
        if (matrix.isHeld(dim) && matrix.shape.extents[static_cast<std::size_t>(dim)] > 1)
            matrix.tail = dim;
    for (int dim = 0; dim < rank; ++dim)
        if (matrix.isHeld(dim) && dim != matrix.tail) {
            const auto extent = matrix.shape.extents[static_cast<std::size_t>(dim)];
            const auto at = Matrix::at(matrix.roles.fixed, dim);
            matrix.number = saturatingAdd(saturatingMul(matrix.number, extent), at);
            matrix.count = saturatingMul(matrix.count, extent);
        }
}

std::int64_t storedCount(const Tensor& tensor)
{
    std::int64_t count = 0;
    for (const auto& member : tensor.members)
        if (member.role->kind == RoleKind::values)
            count = saturatingAdd(count, numel(member.array.geometry).value_or(0));
    return count;
}

// How wide a cell has to be for the longest of the first numbers to be seen whole, at the user's text size; of
// cells that hold several numbers, for the first ones.
double wholeWidth(const Matrix& matrix, const TextSize& text)
{
    if (matrix.tail >= 0)
        return detailWidth(text);
    constexpr std::int64_t asked = 64;
    constexpr std::size_t mostCharacters = 24;
    std::size_t longest = 1;
    for (const auto& member : matrix.tensor.members)
        if (member.role->kind == RoleKind::values && member.isReadable())
            for (std::int64_t at = 0; at < std::min(asked, numel(member.array.geometry).value_or(0)); ++at)
                longest = std::max(longest, member.array.at(at).text().size());
    const auto characters = static_cast<double>(std::min(longest, mostCharacters));
    return std::max(characters * text.valueAdvance() + 8, lineHeight(text));
}

// Where a number stands towards an extent: before it, in it, behind it.
int sideOf(std::int64_t number, std::int64_t extent)
{
    return number < 0 ? -1 : number >= extent ? 1 : 0;
}

} // namespace

Place ghostPlace(const Tensor& tensor, const Ghost& ghost)
{
    for (const auto& member : tensor.members)
        if (ghost.element.valueSlot >= 0 && member.role->kind == RoleKind::values)
            return Slots{member.role->name, ghost.element.valueSlot, ghost.element.valueSlot + 1};
    return ElementPlace{ghost.element.index};
}

double detailWidth(const TextSize& text)
{
    return 14 * text.advance;
}

double cellHeight(double width, const TextSize& text)
{
    const auto line = lineHeight(text), lines = text.valueLine() + 2 * text.smallLine + 8;
    const auto from = detailWidth(text), to = std::max(from + 1, 18 * text.smallAdvance + 8);
    const auto part = std::clamp((width - from) / (to - from), 0.0, 1.0);
    // Wider cells keep their proportions, so that a few of them can fill a window.
    return std::min(width, line + (lines - line) * part) * std::max(1.0, width / to);
}

bool Matrix::lacksMatrices() const
{
    for (int dim = 0; dim < rank(); ++dim)
        if (isHeld(dim) && shape.extents[static_cast<std::size_t>(dim)] == 0)
            return true;
    return false;
}

QSizeF Matrix::content() const
{
    const auto words = grid.rows == 0 || grid.columns == 0 ? text.line + 8 : 0; // that say that there is nothing
    return {static_cast<double>(grid.x(grid.columns)) + stackRoom() + rooms.right + 12,
            static_cast<double>(grid.y(grid.rows)) + rooms.bottom + 12 + words};
}

Result<Matrix> matrixOf(const SceneRequest& request, const Watch& watch)
{
    Matrix matrix;
    matrix.tensor = withKnownSize(*request.tensor, watch);
    matrix.roles = request.roles;
    auto shape = logicalShape(matrix.tensor);
    if (!shape)
        return shape.error();
    matrix.shape = *std::move(shape);
    const auto outline = matrix.tensor.layout->read(matrix.tensor, {})->outline();
    if (matrix.roles.row < 0 && matrix.roles.column < 0)
        matrix.roles = ownDimRoles(outline, matrix.rank());
    readOutline(matrix, outline);
    matrix.wholeWidth = wholeWidth(matrix, request.text);
    if (request.hidesBroken)
        matrix.isOutsideKnown = true; // and nothing of it is shown
    else if (storedCount(matrix.tensor) <= mostSearched)
        if (auto found = outside(matrix.tensor, mostListed, watch)) {
            matrix.outside = *std::move(found);
            matrix.isOutsideKnown = true;
        }
    arrange(matrix, request, request.zoom);
    return matrix;
}

void arrange(Matrix& matrix, const SceneRequest& request, double zoom)
{
    const auto rank = matrix.rank();
    const auto extent = [&](int dim) -> std::int64_t {
        if (dim < 0 || dim >= rank)
            return 1;
        if (dim > 0 && matrix.component && matrix.component->size() + 1 == matrix.shape.extents.size())
            return std::max<std::int64_t>(0, (*matrix.component)[static_cast<std::size_t>(dim) - 1]);
        return matrix.shape.extents[static_cast<std::size_t>(dim)];
    };
    matrix.text = request.text.enlarged(zoom / matrix.wholeWidth);
    const auto& text = matrix.text;
    auto& grid = matrix.grid;
    grid.rows = extent(matrix.roles.row);
    grid.columns = extent(matrix.roles.column);
    if (matrix.lacksMatrices())
        grid.rows = grid.columns = 0;
    grid.width = zoom;
    // Wide cells hold a number on one line, so they need not be as high.
    grid.height = cellHeight(zoom, text);
    const auto digits = static_cast<double>(QString::number(grid.rows).size());
    grid.headerWidth = (digits + 2) * text.smallAdvance + 6;
    grid.headerHeight = text.smallLine + 8 + text.line + 4; // under the caption
    grid.left = grid.headerWidth;
    grid.top = grid.headerHeight + matrix.stackRoom();
    matrix.rooms = {};
    matrix.ghosts.clear();
    if (matrix.isOutsideKnown) {
        matrix.haunt(matrix.outside, request);
    } else if (request.report && !request.report->valid && zoom >= smallestText) {
        // Who is there is found out with the cells in sight: room for one on each side.
        const auto wide = gap + std::max(zoom, 12 * text.valueAdvance()), high = gap + grid.height;
        matrix.rooms = {wide, high, wide, high};
        grid.left += wide;
        grid.top += high;
    }
}

void Matrix::haunt(const Outside& elements, const SceneRequest& request)
{
    if (grid.width < smallestCell)
        return; // marked at the edges of the density
    const bool isNamed = grid.width >= smallestText;
    // Which line beyond the grid: beside a row, over or under a column, or from a corner on.
    struct LineKey {
        int sideX, sideY;
        std::int64_t row, column; // 0 where it has none
        auto operator<=>(const LineKey&) const = default;
    };
    struct GhostLine {
        std::vector<std::size_t> ghosts;
        double length = 0;
    };
    std::map<LineKey, GhostLine> lines;
    std::vector<LineKey> keys; // of each ghost
    std::vector<double> shifts;
    const std::size_t most = isOutsideKnown ? mostInLine : 1;
    ghosts.clear();
    for (const auto& element : elements.first) {
        bool isHere = element.index.size() == shape.extents.size();
        for (int dim = 0; isHere && dim < rank(); ++dim)
            isHere = !isHeld(dim) || at(element.index, dim) == at(roles.fixed, dim);
        const auto row = at(element.index, roles.row), column = at(element.index, roles.column);
        const LineKey key{sideOf(column, grid.columns), sideOf(row, grid.rows),
                          sideOf(row, grid.rows) == 0 ? row : 0, sideOf(column, grid.columns) == 0 ? column : 0};
        if (!isHere || (key.sideX == 0 && key.sideY == 0))
            continue;
        auto& line = lines[key];
        const bool isFull = !line.ghosts.empty() &&
                            line.length > (key.sideX != 0 ? request.size.width() : request.size.height()) / 4;
        if (line.ghosts.size() == most || isFull) {
            auto& last = ghosts[line.ghosts.back()];
            ++last.count;
            last.text = QStringLiteral("+%1").arg(last.count);
            continue;
        }
        Ghost ghost;
        ghost.element = element;
        if (key.sideX != 0 && key.sideY != 0)
            ghost.text = QStringLiteral("(%1, %2)").arg(row).arg(column);
        else if (key.sideX != 0)
            ghost.text = QChar(key.sideX < 0 ? 0x2190 : 0x2192) + QString::number(column);
        else
            ghost.text = QChar(key.sideY < 0 ? 0x2191 : 0x2193) + QString::number(row);
        const auto wanted = (static_cast<double>(ghost.text.size()) + 1) * text.valueAdvance() + 6;
        ghost.width = key.sideX == 0 || !isNamed ? grid.width : std::max(grid.width, wanted);
        if (!isOutsideKnown)
            ghost.width = std::min(ghost.width, rooms.right - gap);
        ghost.height = grid.height;
        keys.push_back(key);
        shifts.push_back(gap + line.length);
        line.length += (key.sideX != 0 ? ghost.width : ghost.height) + between;
        line.ghosts.push_back(ghosts.size());
        ghosts.push_back(ghost);
    }
    if (isOutsideKnown) {
        for (const auto& [key, line] : lines) {
            auto& across = key.sideX < 0 ? rooms.left : rooms.right;
            auto& down = key.sideY < 0 ? rooms.top : rooms.bottom;
            if (key.sideX != 0)
                across = std::max(across, gap + line.length);
            if (key.sideY != 0)
                down = std::max(down, gap + (key.sideX != 0 ? grid.height + between : line.length));
        }
        grid.left += rooms.left;
        grid.top += rooms.top;
    }
    for (std::size_t i = 0; i < ghosts.size(); ++i) {
        auto& ghost = ghosts[i];
        const auto& key = keys[i];
        const auto shiftY = key.sideX != 0 ? gap : shifts[i]; // corners grow sideways
        ghost.x = key.sideX < 0   ? grid.left - shifts[i] - ghost.width
                  : key.sideX > 0 ? grid.x(grid.columns) + stackRoom() + shifts[i]
                                  : grid.x(key.column);
        ghost.y = key.sideY < 0   ? grid.top - stackRoom() - shiftY - ghost.height
                  : key.sideY > 0 ? grid.y(grid.rows) + shiftY
                                  : grid.y(key.row);
    }
}

} // namespace tscope
