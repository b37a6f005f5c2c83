// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/known_moves.h"

namespace tscope {

std::shared_ptr<const MemberMoves> KnownMoves::of(const TensorPtr& before, const TensorPtr& after,
                                                  const Watch& watch)
{
    const std::lock_guard lock(m_mutex);
    if (m_before.lock() == before && m_after.lock() == after)
        return m_found;
    auto found = std::make_shared<MemberMoves>();
    for (const auto& member : after->members) {
        const auto* own = before->find(member.role->name);
        if (own == nullptr || !own->isReadable() || !member.isReadable())
            continue;
        if (auto moves = SlotMoves::between(own->array, member.array, watch))
            found->emplace(member.role->name, *std::move(moves));
    }
    if (watch.isStopped())
        return found;
    m_before = before;
    m_after = after;
    m_found = found;
    return m_found;
}

} // namespace tscope
