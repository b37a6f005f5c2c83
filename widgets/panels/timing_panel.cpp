// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/timing_panel.h"

#include "build/words.h"
#include "calls/calls.h"
#include "jobs/jobs.h"
#include "timings/timing_controls.h"
#include "timings/timing_views.h"
#include "timings/timings.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

namespace tscope {

namespace {

// How fast the current tensor is in each layout: measured with one click, shown as it comes.
class TimingPanel : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::TimingPanel)

public:
    explicit TimingPanel(const PanelContext& context) : m_timings(context.timings), m_jobs(context.jobs)
    {
        auto* controls =
            new TimingControls(context.workspace, context.jobs, context.calls.devices(), context.timings);
        m_views =
            new TimingViews(context.workspace, context.jobs, context.calls, context.timings, context.selection);
        m_save = new QPushButton(tr("Save..."));
        m_save->setObjectName(QStringLiteral("save timing"));
        m_save->setAccessibleName(tr("Save the session or a picture of it"));
        auto* open = new QPushButton(tr("Open..."));
        open->setObjectName(QStringLiteral("open timing"));
        open->setAccessibleName(tr("Open a session"));
        auto* row = new QHBoxLayout;
        row->addWidget(controls, 1);
        row->addWidget(m_save, 0, Qt::AlignTop);
        row->addWidget(open, 0, Qt::AlignTop);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(4, 4, 4, 4);
        layout->setSpacing(2);
        layout->addLayout(row);
        layout->addWidget(m_views, 1);
        layout->setAlignment(row, Qt::AlignTop); // also where there is nothing below it
        connect(m_save, &QPushButton::clicked, this, [this] { chooseWhereToSave(); });
        connect(open, &QPushButton::clicked, this, [this] { chooseWhatToOpen(); });
        connect(&m_timings, &Timings::shownChanged, this, [this] { showWhatIsThere(); });
        showWhatIsThere();
    }

private:
    // Without a session there is nothing to be seen of one.
    void showWhatIsThere()
    {
        m_views->setVisible(m_timings.shown() != nullptr);
        m_save->setEnabled(m_timings.shown() != nullptr);
    }

    void chooseWhereToSave()
    {
        auto* dialog = new QFileDialog(this, tr("Save the session"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        const auto numbers = tr("Numbers of the chart (*.csv)");
        dialog->setNameFilters({tr("Sessions (*.json)"), tr("Tables (*.csv)"), tr("Reports (*.html)"),
                                tr("Pictures of the chart (*.png *.svg *.pdf)"), numbers});
        dialog->setDefaultSuffix(QStringLiteral("json"));
        connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
            // "png" of "Pictures of the chart (*.png *.svg)"
            dialog->setDefaultSuffix(filter.section(QStringLiteral("*."), 1, 1)
                                         .section(QRegularExpression(QStringLiteral("[ )]")), 0, 0));
        });
        connect(dialog, &QFileDialog::fileSelected, this, [this, dialog, numbers](const QString& path) {
            const QStringList pictures{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")};
            const auto ending = QFileInfo(path).suffix().toLower();
            const bool isOfChart = pictures.contains(ending) ||
                                   (ending == QLatin1String("csv") && dialog->selectedNameFilter() == numbers);
            isOfChart ? saveChart(path) : m_timings.save(path);
        });
        dialog->open();
    }

    void saveChart(const QString& path)
    {
        m_jobs.start(
            this, QStringLiteral("save ") + path,
            [write = m_views->chartFile(), path](const Watch&) { return write(path); },
            [this, path](const Result<void>& saved) {
                if (!saved)
                    Q_EMIT m_timings.failed(qt(saved.error().text));
                else
                    Q_EMIT m_timings.told(tr("Saved %1.").arg(path));
            },
            Jobs::Kind::writes);
    }

    void chooseWhatToOpen()
    {
        auto* dialog = new QFileDialog(this, tr("Open a session"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFile);
        dialog->setNameFilters({tr("Sessions (*.json)"), tr("All files (*)")});
        connect(dialog, &QFileDialog::fileSelected, &m_timings, &Timings::open);
        dialog->open();
    }

    Timings& m_timings;
    Jobs& m_jobs;
    TimingViews* m_views;
    QPushButton* m_save;
};

} // namespace

QWidget* makeTimingPanel(const PanelContext& context)
{
    return new TimingPanel(context);
}

} // namespace tscope
