// SPDX-License-Identifier: GPL-3.0-or-later
#include "calls/proofs.h"

#include "rules/advise.h"
#include "rules/contracts.h"
#include "style/brief.h"

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
    auto made = prove(*tensor, watch);
    if (auto* report = std::get_if<Report>(&made); report != nullptr && !report->cancelled)
        advise(*tensor->layout->read(*tensor, {.watch = watch}), defaultContract(),
               *report); // it is told by its cause
    auto proof = std::make_shared<const std::variant<Sound, Report>>(std::move(made));
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
    const auto& report = std::get<Report>(proof);
    const auto* obstacle = report.standingInTheWay();
    if (obstacle == nullptr)
        return ProofWords::tr("Only sound tensors are converted and computed with; %1 can't be proven to be one.")
            .arg(name);
    // What explains most of it says more than the rule that was met first.
    const auto* cause =
        report.causes.empty() || report.causes.front().rules.empty() ? nullptr : &report.causes.front();
    const auto& rule = cause != nullptr ? cause->rules.front() : obstacle->rule;
    const auto others = static_cast<int>(std::ranges::count_if(report.findings, [&](const Finding& finding) {
        return finding.level == Level::violation && finding.rule != rule;
    }));
    const auto broken = QString::fromStdString(rule) +
                        (others == 0 ? QString() : ProofWords::tr(" and %n more rule(s)", nullptr, others));
    return ProofWords::tr("Only sound tensors are converted and computed with; %1 breaks rule %2: %3")
        .arg(name, broken,
             briefLines(QString::fromStdString(cause != nullptr ? cause->text : obstacle->statement)));
}

} // namespace tscope
