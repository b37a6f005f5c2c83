// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/distance.h"
#include "panels/panel.h"
#include "workspace/workspace.h"

#include <QToolButton>

#include <functional>

namespace tscope {

// How two tensors differ, as a report for others: saved as Markdown, or copied.
class ComparisonReport : public QToolButton
{
    Q_OBJECT

public:
    explicit ComparisonReport(const PanelContext& context, QWidget* parent = nullptr);

    struct Side {
        SubjectId subject = 0;
        TensorPtr tensor = nullptr; // as it is compared
        bool isPreview = false;     // which a repair would make of it
    };
    void setPair(Side first, Side second, const Tolerance& tolerance);
    void clear(); // nothing is compared

private:
    void enable(bool isPossible);
    void save();
    void copy();
    // The report, made on a worker.
    std::function<std::string(const Watch& watch)> text() const;

    Workspace& m_workspace;
    Jobs& m_jobs;
    Log& m_log;
    Side m_first, m_second;
    Tolerance m_tolerance;
};

} // namespace tscope
