// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QString>

#include <vector>

namespace tscope {

// A report with the places of one of its rules alone: what pictures mark while the user looks at that rule. Made
// once for each report and rule, so that all views share it, and what is looked up for it can be kept.
class OneRule
{
public:
    // The report itself where no rule is wanted, or where that one is not broken.
    ReportPtr of(const ReportPtr& report, const QString& rule);

private:
    struct Known {
        std::weak_ptr<const Report> whole; // a report that is no longer shown needs no memory here
        ReportPtr alone;
    };
    std::vector<Known> m_known; // several tensors may be seen at once
    QString m_rule;
};

} // namespace tscope
