// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/one_rule.h"

namespace tscope {

ReportPtr OneRule::of(const ReportPtr& report, const QString& rule)
{
    if (!report || rule.isEmpty())
        return report;
    if (report == m_known && rule == m_rule)
        return m_found;
    m_known = m_found = report;
    m_rule = rule;
    const auto* finding = report->find(rule.toStdString());
    if (finding == nullptr)
        return m_found;
    auto alone = *report;
    alone.findings = {*finding};
    alone.record.reset();
    m_found = std::make_shared<const Report>(std::move(alone));
    return m_found;
}

} // namespace tscope
