// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/positions.h"
#include "scenes/scene.h"

namespace tscope {

// How far apart neighbours along one dim of a member lie: an arrow over the strip, or under it after the first
// few.
struct StrideArrow {
    QString text;
    int dim = 0;
    Position from = 0, to = 0; // bytes
    double top = 0;
};

// From the first to the last byte that a member reads, of this tensor or of another: a bracket under the strip. It
// may reach outside.
struct ReaderBracket {
    QString text;
    bool isOther = false, isOutside = false;
    Position from = 0, to = 0; // bytes
    double top = 0;
    const Member* member = nullptr; // of this tensor; null: of another one
};

// One storage and the members that lie in it.
struct StorageRun {
    StoragePtr storage;
    std::vector<const Member*> members;
    std::vector<StrideArrow> arrows;
    std::vector<ReaderBracket> brackets; // where there are several readers, or one that reaches outside
    double heading = 0, top = 0, height = 0, bottom = 0;
    double byteWidth = 1;
    std::int64_t itemSize = 1;
    Position begin = 0; // in the content; elsewhere than 0 where it has a lead

    double width() const { return byteWidth * static_cast<double>(storage->byteSize()) + 2 * leftMargin; }
    Position left(Position byte) const { return begin + leftMargin + Position(byteWidth) * byte; }
    static constexpr double leftMargin = 8;
};

// The storages of a tensor, one below the other.
struct StorageRuns {
    std::vector<StorageRun> runs;
    std::vector<double> leads; // that they really have
    QSizeF content;
};
// Borrows the members of the request's tensor.
StorageRuns runsOf(const SceneRequest& request);

inline double arrowHeight(const TextSize& text)
{
    return text.smallLine + 8;
}
inline double bracketHeight(const TextSize& text)
{
    return text.smallLine + 9;
}

} // namespace tscope
