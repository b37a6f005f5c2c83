// SPDX-License-Identifier: GPL-3.0-or-later
#include "calls/proofs.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t mostKept = 4;

struct ProofWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::Proofs)
};

} // namespace

Proof Proofs::of(const TensorPtr& tensor, const Watch& watch)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto at = std::ranges::find(m_kept, tensor, &Kept::tensor); at != m_kept.end())
            return at->proof;
    }
    auto proof = std::make_shared<const std::variant<Sound, Report>>(prove(*tensor, watch));
    if (const auto* report = std::get_if<Report>(proof.get()); report != nullptr && report->cancelled)
        return proof; // nothing is known
    const std::lock_guard lock(m_mutex);
    m_kept.push_back({tensor, proof});
    if (m_kept.size() > mostKept)
        m_kept.erase(m_kept.begin());
    return proof;
}

QString whyUnsound(const QString& name, const std::variant<Sound, Report>& proof)
{
    const auto* obstacle = std::get<Report>(proof).standingInTheWay();
    if (obstacle == nullptr)
        return ProofWords::tr("Only sound tensors are converted and computed with; %1 can't be proven to be one.")
            .arg(name);
    return ProofWords::tr("Only sound tensors are converted and computed with; %1 breaks rule %2: %3")
        .arg(name, QString::fromStdString(obstacle->rule), QString::fromStdString(obstacle->statement));
}

} // namespace tscope
