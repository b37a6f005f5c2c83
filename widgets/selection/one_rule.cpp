// SPDX-License-Identifier: GPL-3.0-or-later
#include "selection/one_rule.h"

#include <algorithm>

namespace tscope {

namespace {

// Only what pictures read of a report: the rest may be long, such as repairs that list their edits.
ReportPtr reportOf(const Finding& finding, const Report& whole)
{
    auto alone = std::make_shared<Report>();
    alone->contract = whole.contract;
    alone->valid = whole.valid;
    alone->cancelled = whole.cancelled;
    alone->findings = {finding};
    std::ranges::copy_if(whole.causes, std::back_inserter(alone->causes), [&](const Cause& cause) {
        return std::ranges::find(cause.rules, finding.rule) != cause.rules.end();
    });
    return alone;
}

} // namespace

ReportPtr OneRule::of(const ReportPtr& report, const QString& rule)
{
    if (rule != m_rule)
        m_known.clear();
    m_rule = rule;
    const auto* finding = !report || rule.isEmpty() ? nullptr : report->find(rule.toStdString());
    if (finding == nullptr)
        return report;
    std::erase_if(m_known, [](const Known& each) { return each.whole.expired(); });
    const auto known =
        std::ranges::find_if(m_known, [&](const Known& each) { return each.whole.lock() == report; });
    if (known != m_known.end())
        return known->alone;
    m_known.push_back({report, reportOf(*finding, *report)});
    return m_known.back().alone;
}

} // namespace tscope
