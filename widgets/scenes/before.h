// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/cells.h"
#include "scenes/known_moves.h"
#include "scenes/scene.h"

#include <optional>

namespace tscope {

// How what a picture shows was before the change of which it is a preview. Borrows the request.
class Before
{
public:
    Before(const SceneRequest& request, const Watch& watch);

    struct Was {
        QString words = {};   // "was 3", "new", or nothing where it stays; nothing at all where no change is shown
        bool isOther = false; // else it has only moved
    };
    Was ofSlot(const Member& member, std::int64_t slot, const QString& now) const;
    // Bytes of the storage that the member lies in, one element long.
    Was ofBytes(const Member& member, std::int64_t begin, std::int64_t end, const QString& now) const;

private:
    const Member* memberLike(const Member& member) const;
    const SlotMoves* movesOf(const Member& member) const;
    Was ofSlotBefore(const Member& member, std::int64_t slot, const QString& now) const;
    Was moved(const Member& member, const SlotMoves& moves, std::int64_t slot, const QString& now) const;

    const Tensor* m_tensor;
    std::shared_ptr<const MemberMoves> m_moves;
};

// The same for a window of cells, all of which are looked up at once.
class CellsBefore
{
public:
    CellsBefore(const SceneRequest& request, const CellWindow& window, const Extents& extents, const Watch& watch);

    // The cell's number in the window, row by row.
    QString of(std::size_t at, const Cell& now) const;

private:
    std::optional<Cells> m_cells;
};

// The value of a slot, also of a member that reaches outside its storage, where the slot lies inside.
std::optional<Element> elementOf(const Member& member, std::int64_t slot, bool isReadable);

} // namespace tscope
