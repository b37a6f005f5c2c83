// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/panel.h"
#include "workspace/workspace.h"

#include <QToolButton>

#include <functional>

namespace tscope {

// What was found on the current tensor, as a report for others: saved in the format that the
// name says, or copied as Markdown.
class FindingsButton : public QToolButton
{
    Q_OBJECT

public:
    explicit FindingsButton(const PanelContext& context, QWidget* parent = nullptr);

    void refresh(); // there may be another tensor or report

private:
    void save();
    void saveAs(const Subject& subject, const QString& path);
    void copy();
    // The report, made on a worker.
    using MakeText = std::function<std::string(const Watch& watch)>;
    MakeText textOf(const Subject& subject) const;
    MakeText jsonOf(const Subject& subject) const;
    MakeText sarifOf(const Subject& subject) const;

    Workspace& m_workspace;
    Jobs& m_jobs;
    Log& m_log;
};

} // namespace tscope
