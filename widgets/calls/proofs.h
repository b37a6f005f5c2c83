// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "proof/prove.h"
#include "workspace/workspace.h"

#include <memory>
#include <mutex>
#include <variant>
#include <vector>

namespace tscope {

using Proof = std::shared_ptr<const std::variant<Sound, Report>>; // never null

// Tensors proven once, as long as a dialog asks again and again what could be done with them. For several threads.
class Proofs
{
public:
    Proof of(const TensorPtr& tensor, const Watch& watch);

private:
    struct Kept {
        TensorPtr tensor;
        Proof proof;
    };
    std::mutex m_mutex;
    std::vector<Kept> m_kept; // the newest last
};

// Why nothing is done with it: the rule that it breaks. Precondition: it is a report.
QString whyUnsound(const QString& name, const std::variant<Sound, Report>& proof);

} // namespace tscope
