// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/dispatch_panel.h"

#include "build/words.h"
#include "calls/calls.h"
#include "devices/device_support.h"
#include "devices/devices.h"
#include "extending/extend_dialog.h"
#include "jobs/jobs.h"
#include "language/catalogue.h"
#include "lessons/lessons.h"
#include "models/support_model.h"
#include "models/trace_model.h"
#include "ops/operations.h"
#include "panels/reading_table.h"
#include "selection/selection.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace tscope {

namespace {

// How the last conversion or operation found its kernel, and which layouts an operation has kernels for.
class DispatchPanel : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::DispatchPanel)

public:
    explicit DispatchPanel(const PanelContext& context)
        : m_workspace(context.workspace), m_jobs(context.jobs), m_calls(context.calls),
          m_cover(context.selection.cover())
    {
        m_split = new QSplitter(Qt::Vertical);
        m_split->setChildrenCollapsible(false);
        m_split->addWidget(makeTrace());
        m_split->addWidget(makeSupport());
        m_split->setStretchFactor(0, 2);
        m_split->setStretchFactor(1, 3);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(4, 4, 4, 4);
        layout->addWidget(m_split);
        connect(&m_calls, &Calls::ended, this, [this] {
            showTrace();
            followCall();
        });
        connect(&m_calls.devices(), &Devices::changed, this, [this] {
            if (m_calls.devices().isLooking())
                return;
            m_shownOp.clear(); // other devices, another table
            ask();
        });
        connect(&m_workspace, &Workspace::currentChanged, this, [this] { filter(); });
        connect(&m_workspace, &Workspace::subjectChanged, this, [this] { filter(); });
        connect(&m_cover, &Cover::changed, this, [this] { filter(); });
        connect(&context.lessons.play(), &LessonPlay::sandboxAsked, this, &DispatchPanel::openSandbox);
        showTrace();
        filter();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        m_calls.devices().lookOnce();
        listOperations(); // a plug-in may have brought more
        if (m_shownOp != m_op->currentText())
            ask();
    }

    // Side by side where there is little height.
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        m_split->setOrientation(width() > 2 * height() ? Qt::Horizontal : Qt::Vertical);
    }

private:
    QWidget* makeTrace()
    {
        m_heading = wrappedLabel("dispatch heading");
        m_heading->setTextInteractionFlags(Qt::TextSelectableByMouse);
        auto* copy = new QPushButton(tr("Copy"));
        copy->setObjectName(QStringLiteral("copy trace"));
        copy->setAccessibleName(tr("Copy the steps"));
        connect(copy, &QPushButton::clicked, this,
                [this] { QApplication::clipboard()->setText(m_trace.asText()); });
        auto* row = new QHBoxLayout;
        row->addWidget(m_heading, 1);
        row->addWidget(copy, 0, Qt::AlignTop);
        auto* box = new QWidget;
        auto* layout = new QVBoxLayout(box);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addLayout(row);
        layout->addWidget(readingTable(m_trace, "trace", tr("Steps of the last call"), TraceModel::textColumn), 1);
        return box;
    }

    QWidget* makeSupport()
    {
        m_op = new QComboBox;
        m_op->setObjectName(QStringLiteral("support operation"));
        m_op->setAccessibleName(tr("Operation"));
        m_op->setMaxVisibleItems(20);
        m_onlyCurrent = new QCheckBox;
        m_onlyCurrent->setObjectName(QStringLiteral("only current layout"));
        m_onlyCurrent->setChecked(true);
        auto* copy = new QPushButton(tr("Copy"));
        copy->setObjectName(QStringLiteral("copy support"));
        copy->setAccessibleName(tr("Copy the support table"));
        m_summary = wrappedLabel("support summary");
        auto* row = new QHBoxLayout;
        row->addWidget(m_op);
        row->addWidget(m_onlyCurrent);
        row->addStretch(1);
        auto* extend = new QPushButton(tr("Extend…"));
        extend->setObjectName(QStringLiteral("extend"));
        extend->setToolTip(tr("What a new device, layout, element type or wrapper would need"));
        connect(extend, &QPushButton::clicked, this, &DispatchPanel::openSandbox);
        row->addWidget(extend);
        row->addWidget(copy);
        auto* box = new QWidget;
        auto* layout = new QVBoxLayout(box);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addLayout(row);
        layout->addWidget(m_summary);
        layout->addWidget(readingTable(m_support, "support", tr("Support table"), SupportModel::reasonColumn), 1);
        listOperations();
        connect(m_op, &QComboBox::currentIndexChanged, this, [this] { ask(); });
        connect(m_onlyCurrent, &QCheckBox::toggled, this, [this] { filter(); });
        connect(copy, &QPushButton::clicked, this,
                [this] { QApplication::clipboard()->setText(m_support.asText()); });
        return box;
    }

    void openSandbox()
    {
        if (m_sandbox == nullptr)
            m_sandbox = new ExtendDialog(m_workspace, m_jobs, this);
        m_sandbox->show();
        m_sandbox->raise();
        m_sandbox->activateWindow();
    }

    // The conversions, and behind them what there is now.
    void listOperations()
    {
        if (m_op->count() == 0)
            m_op->addItem(QStringLiteral("convert"));
        const auto all = operations();
        for (auto i = static_cast<std::size_t>(m_op->count()) - 1; i < all.size(); ++i)
            m_op->addItem(qt(all[i]->name));
    }

    void showTrace()
    {
        const auto& record = m_calls.last();
        m_trace.setRecord(record);
        if (!record)
            return m_heading->setText(tr(
                "Nothing was converted or run so far. The steps by which a call finds its kernel appear here."));
        m_heading->setText(record->title + QStringLiteral(": ") + record->outcome);
    }

    // The support table is that of the call whose steps are shown.
    void followCall()
    {
        listOperations();
        if (const auto at = m_op->findText(qt(m_calls.last()->op)); at >= 0)
            m_op->setCurrentIndex(at);
    }

    // The table of the operation, made elsewhere.
    void ask()
    {
        if (!isVisible()) // it is asked for when it is shown
            return;
        m_shownOp = m_op->currentText();
        const auto* op = m_op->currentIndex() == 0 ? nullptr : operationNamed(m_shownOp.toStdString());
        m_summary->setText(op == nullptr ? tr("From the first layout to the second.")
                                         : qt(translated(op->summary)));
        m_jobs.start(
            this, QStringLiteral("support"),
            [op, modules = m_calls.devices().modules(), worker = m_calls.devices().worker()](const Watch& watch) {
                return std::make_shared<const std::vector<SupportCell>>(
                    supportEverywhere(op, modules, worker, watch));
            },
            [this](const SupportCells& cells) { m_support.setCells(cells); });
    }

    void filter()
    {
        // Its layout may be what a lesson asks.
        const auto* subject = m_cover.isOn(m_workspace.current()) ? nullptr : m_workspace.currentSubject();
        m_onlyCurrent->setEnabled(subject != nullptr);
        m_onlyCurrent->setText(subject == nullptr ? tr("Only the layout of the current tensor")
                                                  : tr("Only with %1").arg(qt(subject->tensor->layout->name)));
        m_support.setLayout(subject != nullptr && m_onlyCurrent->isChecked() ? subject->tensor->layout->name
                                                                             : std::string_view());
    }

    Workspace& m_workspace;
    Jobs& m_jobs;
    Calls& m_calls;
    const Cover& m_cover;
    TraceModel m_trace;
    SupportModel m_support;
    QSplitter* m_split;
    QLabel* m_heading;
    QLabel* m_summary;
    QComboBox* m_op;
    QCheckBox* m_onlyCurrent;
    QString m_shownOp;
    ExtendDialog* m_sandbox = nullptr; // made when it is asked for first
};

} // namespace

QWidget* makeDispatchPanel(const PanelContext& context)
{
    return new DispatchPanel(context);
}

} // namespace tscope
