// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/positions.h"
#include "scenes/scene.h"

#include <QStringList>

#include <algorithm>

namespace tscope {

// What lies side by side in the storage of a block: its rows, or its columns.
enum class BlockOrder : std::uint8_t { none, rows, columns };

// How a member lies on its strip: `length` entries from left to right on `lanes` lanes, each entry `rows` x
// `columns` elements (a block, or one). Row-major positions of the member follow from it.
struct StripShape {
    std::size_t member = 0; // of the tensor
    int lanes = 1;
    std::int64_t length = 0;
    int rows = 1, columns = 1;
    std::int64_t laneStep = 0, entryStep = 1;
    std::int64_t group = 0; // entries of one batch entry, if there are batches
    BlockOrder order = BlockOrder::none;
    std::size_t fastDim = 0; // the one of the block along which storage runs on

    std::int64_t slot(int lane, std::int64_t entry, int row, int column) const
    {
        return lane * laneStep + entry * entryStep + std::int64_t{row} * columns + column;
    }
};

// Which rows lie over a strip, from the top down: for spans that fall or reach outside, for those that open
// nothing, for those that open entries.
struct BandRows {
    bool broken = false, empty = false, sound = false;
    double endRoom = 0; // behind the last slot, for what goes on there and for its text

    int count() const { return int{broken} + int{empty} + int{sound}; }
};

// Where a strip is drawn.
struct Strip {
    StripShape shape;
    QStringList title = {}; // the lines of its heading
    double heading = 0;     // top of that
    double band = 0;        // top of the brackets
    BandRows bandRows;      // of brackets
    double top = 0;         // of the slots
    double slotHeight = 0;
    double entryWidth = 0;
    double laneRoom = 0; // behind the slots, for the names of lanes
    Position begin = 0;  // in the content; elsewhere than 0 where it has a lead

    double width() const
    {
        return entryWidth * static_cast<double>(shape.length) + leftMargin +
               std::max(leftMargin + laneRoom, bandRows.endRoom);
    }
    double height() const { return slotHeight * shape.lanes * shape.rows; }
    Position left(std::int64_t entry) const
    {
        return begin + leftMargin + Position(entryWidth) * static_cast<Position>(entry);
    }
    double laneTop(int lane) const { return top + slotHeight * lane * shape.rows; }
    QRectF entryRect(int lane, std::int64_t entry) const
    {
        return {static_cast<double>(left(entry)), laneTop(lane), entryWidth, slotHeight * shape.rows};
    }
    static double bracketRow(const TextSize& text) { return text.smallLine + 6; } // its height
    static constexpr double leftMargin = 8;
};

// The strips of a tensor's members, one below the other, entries of one number one above the other.
struct StripLayout {
    std::vector<Strip> strips;
    std::vector<double> leads; // that they really have
    QSizeF content;
};
StripLayout stripsOf(const SceneRequest& request);
// How wide slots have to be for the first numbers of all members to be read, within reason, and for those that the
// report finds wrong.
double legibleSlotWidth(const SceneRequest& request);
// With text that grows with slots wider than this.
SceneRequest enlarged(SceneRequest request, double legibleWidth);
inline constexpr double largestStripZoom = 1200;
// The largest zoom at which all strips of a picture are in sight.
double wholeStripZoom(const SceneRequest& request, QSizeF (*contentSize)(const SceneRequest&));

} // namespace tscope
