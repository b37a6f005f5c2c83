// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/logical_shape.h"
#include "facts/outside.h"
#include "scenes/positions.h"
#include "scenes/scene.h"

#include <map>
#include <optional>

namespace tscope {

inline constexpr double smallestCell = 4; // narrower ones are drawn as density
inline constexpr double smallestText = 18;
inline constexpr double largestLogicalZoom = 2000;
inline constexpr double sheetStep = 5; // from one sheet of a stack to the next

// Where the cells lie. Rows and columns of a tensor that lacks them count 1.
struct CellGrid {
    std::int64_t rows = 1, columns = 1;
    double headerWidth = 0, headerHeight = 0; // these stay in sight
    double left = 0, top = 0;                 // of the cells, in the content
    double width = 0, height = 0;             // of a cell

    Position x(std::int64_t column) const { return left + Position(width) * static_cast<Position>(column); }
    Position y(std::int64_t row) const { return top + Position(height) * static_cast<Position>(row); }
};

// A stored element that the size has no room for: it stands beyond the edge that it crosses, beside its row or
// column if it has one.
struct Ghost {
    OutsideElement element;
    std::int64_t count = 1; // of how many it is the first
    QString text;           // where it claims to be
    Position x = 0, y = 0;  // in the content
    double width = 0, height = 0;
};

// Cells from about this width on grow in height as well, until they hold a value, where it stands and where it
// lies in memory, one below the other.
double detailWidth(const TextSize& text);
double cellHeight(double width, const TextSize& text);

// The slot that claims to be there; the index, where no slot shows it.
Place ghostPlace(const Tensor& tensor, const Ghost& ghost);

// Room on the four sides of the grid.
struct Rooms {
    double left = 0, top = 0, right = 0, bottom = 0;
};

// What the tensor of a request is as rows and columns, found once for a picture.
struct Matrix {
    Tensor tensor; // its size filled in, if members tell it: each question would look for it anew
    LogicalShape shape;
    DimRoles roles;
    std::int64_t blockRows = 1, blockColumns = 1;
    std::int64_t number = 0, count = 1;    // which one this is of all that the held dims tell apart
    int tail = -1;                         // the dim along which each cell holds several numbers
    bool isOutsideKnown = false;           // else it is asked for with the cells
    Outside outside;                       // of the whole tensor
    bool isSheet = false;                  // one of several that are drawn side by side
    std::optional<Extents> component = {}; // of a sheet of a ragged tensor: the extents behind the first dim
    double wholeWidth = 1;                 // of cells in which numbers are seen whole at the user's text size
    // Where all that is drawn, and how large its text is.
    TextSize text;
    CellGrid grid;
    Rooms rooms;
    std::vector<Ghost> ghosts;

    // The number of an index in a dim; 0 where the tensor has no such dim.
    static std::int64_t at(const Extents& index, int dim)
    {
        return dim >= 0 && static_cast<std::size_t>(dim) < index.size() ? index[static_cast<std::size_t>(dim)] : 0;
    }
    int rank() const { return static_cast<int>(shape.extents.size()); }
    bool isHeld(int dim) const { return dim != roles.row && dim != roles.column; }
    bool lacksMatrices() const; // a held dim has no index, so there is none to show
    double stackRoom() const { return count > 1 && !isSheet ? sheetStep * static_cast<double>(sheets()) : 0; }
    std::int64_t sheets() const { return std::min<std::int64_t>(count - 1, 3); }
    QSizeF content() const;

    // Puts the ghosts of these elements around the grid, if they are of this matrix.
    void haunt(const Outside& elements, const SceneRequest& request);
};

// As it lies at the zoom of the request.
Result<Matrix> matrixOf(const SceneRequest& request, const Watch& watch);
// The same at another zoom.
void arrange(Matrix& matrix, const SceneRequest& request, double zoom);

} // namespace tscope
