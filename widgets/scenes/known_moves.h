// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/watch.h"
#include "facts/slot_moves.h"
#include "workspace/workspace.h"

#include <map>
#include <memory>
#include <mutex>
#include <string_view>

namespace tscope {

// Where the numbers of each member were before an edit that makes it longer or shorter; of other members nothing.
using MemberMoves = std::map<std::string_view, SlotMoves>;

// The moves of one previewed change: found on the worker that first asks for them, and kept until another change
// is asked about. For several threads.
class KnownMoves
{
public:
    std::shared_ptr<const MemberMoves> of(const TensorPtr& before, const TensorPtr& after, const Watch& watch);

private:
    std::shared_ptr<const MemberMoves> knownFor(const TensorPtr& before,
                                                const TensorPtr& after); // null: not known

    std::mutex m_mutex;
    std::weak_ptr<const Tensor> m_before, m_after; // a preview that is over needs no memory here
    std::shared_ptr<const MemberMoves> m_found;
};

} // namespace tscope
