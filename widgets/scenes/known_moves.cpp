// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/known_moves.h"

namespace tscope {

namespace {

std::shared_ptr<const MemberMoves> movesBetween(const Tensor& before, const Tensor& after, const Watch& watch)
{
    auto found = std::make_shared<MemberMoves>();
    for (const auto& member : after.members) {
        const auto* own = before.find(member.role->name);
        if (own == nullptr || !own->isReadable() || !member.isReadable())
            continue;
        if (auto moves = SlotMoves::between(own->array, member.array, watch))
            found->emplace(member.role->name, *std::move(moves));
    }
    return found;
}

} // namespace

std::shared_ptr<const MemberMoves> KnownMoves::of(const TensorPtr& before, const TensorPtr& after,
                                                  const Watch& watch)
{
    if (auto known = knownFor(before, after))
        return known;
    auto found =
        movesBetween(*before, *after, watch); // without the lock, so that pictures of other changes do not wait
    if (watch.isStopped())
        return found;
    const std::lock_guard lock(m_mutex);
    m_before = before;
    m_after = after;
    m_found = found;
    return found;
}

std::shared_ptr<const MemberMoves> KnownMoves::knownFor(const TensorPtr& before, const TensorPtr& after)
{
    const std::lock_guard lock(m_mutex);
    return m_before.lock() == before && m_after.lock() == after ? m_found : nullptr;
}

} // namespace tscope
