// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "extending/sandbox.h"
#include "models/gaps_model.h"
#include "models/trace_model.h"
#include "workspace/workspace.h"

#include <QDialog>
#include <QTimer>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace tscope {

class Jobs;

// A toy device, layout, element type or wrapper: what the dispatch table lacks for it, gaps that are filled, and a
// call on the current tensor, which stands for it. Nothing of it stays in the table. Not modal.
class ExtendDialog : public QDialog
{
    Q_OBJECT

public:
    ExtendDialog(Workspace& workspace, Jobs& jobs, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {720, 640}; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeForm();
    QWidget* makeFills();
    QWidget* makeRun();
    ExtensionKind kind() const;
    void build();
    void offerLikes(const std::vector<std::string>& words);
    void tell(const QString& text);
    void fill(GapFill how);
    void run();
    void updateButtons();
    QString whatToDo() const;

    Workspace& m_workspace;
    Jobs& m_jobs;
    GapsModel m_gaps;
    TraceModel m_trace;
    std::shared_ptr<Sandbox> m_sandbox; // null: the form has no meaning, or is being read
    QComboBox *m_kind, *m_like, *m_op;
    QLineEdit* m_name;
    QLabel *m_summary, *m_hint, *m_outcome;
    QTableView* m_table;
    QPushButton *m_kernel, *m_conversion, *m_clear, *m_run;
    QTimer m_soon; // several changes at once are one
};

} // namespace tscope
