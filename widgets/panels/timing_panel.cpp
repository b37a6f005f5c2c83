// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/timing_panel.h"

#include "build/words.h"
#include "calls/calls.h"
#include "charts/chart.h"
#include "jobs/jobs.h"
#include "panels/enlarged_dock.h"
#include "timings/session_files.h"
#include "timings/timing_controls.h"
#include "timings/timing_views.h"
#include "timings/timings.h"
#include "workspace/places_in_file.h"
#include "workspace/workspace.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QInputDialog>
#include <QMainWindow>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QShowEvent>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

// How fast the current tensor is in each layout: measured with one click, shown as it comes.
class TimingPanel : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::TimingPanel)

public:
    explicit TimingPanel(const PanelContext& context)
        : m_workspace(context.workspace), m_timings(context.timings), m_jobs(context.jobs)
    {
        auto* controls =
            new TimingControls(context.workspace, context.jobs, context.calls.devices(), context.timings);
        m_views =
            new TimingViews(context.workspace, context.jobs, context.calls, context.timings, context.selection);
        // Where the panel is low they are scrolled: they never push the window beyond the screen.
        m_scrolled = new QScrollArea;
        m_scrolled->setObjectName(QStringLiteral("timing views"));
        m_scrolled->setWidget(m_views);
        m_scrolled->setWidgetResizable(true);
        m_scrolled->setFrameShape(QFrame::NoFrame);
        m_scrolled->setFocusPolicy(Qt::NoFocus);
        m_save = new QPushButton(tr("Save..."));
        m_save->setObjectName(QStringLiteral("save timing"));
        m_save->setAccessibleName(tr("Save the session or a picture of it"));
        m_report = new QPushButton(tr("Save report..."));
        m_report->setObjectName(QStringLiteral("save timing report"));
        m_report->setToolTip(
            tr("The answers, tables and charts of the session as a page for a browser. While Compare is shown, "
               "the comparison comes first."));
        auto* open = new QPushButton(tr("Open..."));
        open->setObjectName(QStringLiteral("open timing"));
        open->setAccessibleName(tr("Open a session"));
        m_copy = new QPushButton(tr("Copy as command"));
        m_copy->setObjectName(QStringLiteral("copy timing command"));
        m_rename = new QPushButton(tr("Rename..."));
        m_rename->setObjectName(QStringLiteral("rename timing"));
        m_rename->setAccessibleName(tr("Rename the session"));
        for (auto* button : {m_copy, m_save, m_report, open, m_rename, makeEnlarge()})
            controls->addButton(button);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(4, 4, 4, 4);
        layout->setSpacing(2);
        layout->addWidget(controls);
        layout->addWidget(m_scrolled, 1);
        layout->addStretch(); // the controls stay on top where there is nothing below them
        for (const auto* chart : m_views->findChildren<charts::Chart*>()) {
            connect(chart, &charts::Chart::exportAsked, this, [this, chart] { chooseWhereToExport(*chart); });
            connect(chart, &charts::Chart::copyAsked, this, [this](const charts::CopyWork& work) { copy(work); });
        }
        connect(m_save, &QPushButton::clicked, this, [this] { chooseWhereToSave(); });
        connect(m_report, &QPushButton::clicked, this, [this] { chooseWhereToSaveReport(); });
        connect(open, &QPushButton::clicked, this, [this] { chooseWhatToOpen(); });
        connect(m_rename, &QPushButton::clicked, this, [this] { askForTitle(); });
        connect(m_copy, &QPushButton::clicked, this,
                [this] { QGuiApplication::clipboard()->setText(qt(m_timings.shown()->session->command)); });
        connect(&m_timings, &Timings::shownChanged, this, [this] { showWhatIsThere(); });
        showWhatIsThere();
        QTimer::singleShot(0, this, [this] { m_wasOpened = isVisible(); }); // the window is shown by then
    }

protected:
    // However it is opened, there is room for a chart and the answer above it.
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        if (!event->spontaneous())
            QTimer::singleShot(0, this, [this] { takeHeight(); }); // the docks are laid out first
    }

private:
    // Where other panels leave little height, charts have the whole window.
    QPushButton* makeEnlarge()
    {
        auto* enlarge = new QPushButton(tr("Enlarge"));
        enlarge->setObjectName(QStringLiteral("enlarge timing"));
        enlarge->setAccessibleName(tr("Enlarge this panel over the window"));
        enlarge->setToolTip(tr("Gives this panel the whole window, until it is pressed again"));
        enlarge->setCheckable(true);
        auto* enlarged = new EnlargedDock(*this);
        connect(enlarge, &QPushButton::clicked, enlarged, [enlarged](bool isOn) { enlarged->set(isOn); });
        connect(enlarged, &EnlargedDock::changed, enlarge, &QPushButton::setChecked);
        return enlarge;
    }

    void takeHeight()
    {
        auto* dock = EnlargedDock::dockAround(*this);
        auto* window = dock == nullptr ? nullptr : qobject_cast<QMainWindow*>(dock->parentWidget());
        if (window == nullptr || dock->isFloating() || !isVisible())
            return;
        constexpr int usualShare = 52, leastLines = 12; // per cent of the window; lines of text
        const auto wanted = window->height() * usualShare / 100;
        // Once it was opened it keeps the height that the user gave it, unless nothing can be seen in that.
        const auto least =
            std::exchange(m_wasOpened, true) ? std::min(wanted, leastLines * fontMetrics().lineSpacing()) : wanted;
        if (dock->height() < least)
            window->resizeDocks({dock}, {wanted}, Qt::Vertical);
    }

    // Without a session there is nothing to be seen of one.
    void showWhatIsThere()
    {
        m_scrolled->setVisible(m_timings.shown() != nullptr);
        m_save->setEnabled(m_timings.shown() != nullptr);
        m_report->setEnabled(m_timings.shown() != nullptr);
        m_rename->setEnabled(m_timings.shown() != nullptr);
        const auto* shown = m_timings.shown();
        const auto why = whyNoCommand();
        m_copy->setEnabled(why.isEmpty());
        m_copy->setToolTip(why.isEmpty() ? qt(shown->session->command) : why);
    }

    // A session from a file may say anything, and a command goes into a shell.
    QString whyNoCommand() const
    {
        const auto* shown = m_timings.shown();
        if (shown == nullptr)
            return tr("The command line that measures what is shown; nothing is shown");
        if (!shown->request)
            return tr(
                "This session comes from a file. Its command is not copied, as a command from a file could do "
                "anything in a shell.");
        return shown->session->command.empty() ? tr("This session has no command line") : QString();
    }

    void askForTitle()
    {
        auto* dialog = new QInputDialog(this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(tr("Rename the session"));
        dialog->setLabelText(tr("Title"));
        dialog->setOkButtonText(tr("Rename"));
        dialog->setTextValue(m_timings.shown()->title);
        connect(dialog, &QInputDialog::textValueSelected, this,
                [this, shown = m_timings.shownAt()](const QString& title) {
                    if (m_timings.shownAt() == shown)
                        m_timings.rename(title.trimmed());
                });
        dialog->open();
    }

    // Where the last file was, else where the current tensor comes from.
    void beginInFolder(QFileDialog& dialog) const
    {
        const auto* subject = m_workspace.currentSubject();
        if (!m_folder.isEmpty())
            dialog.setDirectory(m_folder);
        else if (subject != nullptr && subject->origin->isOnDisk())
            dialog.setDirectory(QFileInfo(subject->origin->path).absolutePath());
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
        beginInFolder(*dialog);
        if (const auto* shown = m_timings.shown())
            dialog->selectFile(shown->isNamed ? asFileName(shown->title) + QStringLiteral(".json")
                                              : proposedFileName(*shown->session));
        connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
            // "png" of "Pictures of the chart (*.png *.svg)"
            dialog->setDefaultSuffix(filter.section(QStringLiteral("*."), 1, 1)
                                         .section(QRegularExpression(QStringLiteral("[ )]")), 0, 0));
        });
        connect(dialog, &QFileDialog::fileSelected, this, [this, dialog, numbers](const QString& path) {
            m_folder = QFileInfo(path).absolutePath();
            if (const auto why = whyNotSaved(path); !why.isEmpty())
                return m_timings.failed(why);
            const QStringList pictures{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")};
            const auto ending = QFileInfo(path).suffix().toLower();
            const bool isOfChart = pictures.contains(ending) ||
                                   (ending == QLatin1String("csv") && dialog->selectedNameFilter() == numbers);
            isOfChart ? saveChart(path, m_views->shownChart()) : m_timings.save(path, m_views->comparedSessions());
        });
        dialog->open();
    }

    void chooseWhereToSaveReport()
    {
        const auto* shown = m_timings.shown();
        if (shown == nullptr)
            return;
        auto* dialog = new QFileDialog(this, tr("Save the report"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setNameFilter(tr("Reports (*.html)"));
        dialog->setDefaultSuffix(QStringLiteral("html"));
        beginInFolder(*dialog);
        const auto name = shown->isNamed ? asFileName(shown->title)
                                         : QFileInfo(proposedFileName(*shown->session)).completeBaseName();
        dialog->selectFile(name + QStringLiteral(".html"));
        connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
            m_folder = QFileInfo(path).absolutePath();
            m_timings.save(path, m_views->comparedSessions());
        });
        dialog->open();
    }

    void chooseWhereToExport(const charts::Chart& chart)
    {
        auto* dialog = new QFileDialog(this, tr("Export picture"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setNameFilter(tr("Pictures of the chart (*.png *.svg *.pdf)"));
        dialog->setDefaultSuffix(QStringLiteral("png"));
        beginInFolder(*dialog);
        dialog->selectFile(asFileName(chart.accessibleName()) + QStringLiteral(".png"));
        connect(dialog, &QFileDialog::fileSelected, this, [this, &chart](const QString& path) {
            m_folder = QFileInfo(path).absolutePath();
            saveChart(path, chart);
        });
        dialog->open();
    }

    void copy(const charts::CopyWork& work)
    {
        m_jobs.start(
            this, QStringLiteral("copy chart"), [work](const Watch&) { return work(); },
            [this](const Result<QVariant>& copied) {
                if (!copied)
                    Q_EMIT m_timings.failed(qt(copied.error().text));
                else
                    charts::putOnClipboard(*copied);
            });
    }

    void saveChart(const QString& path, const charts::Chart& chart)
    {
        m_jobs.start(
            this, QStringLiteral("save ") + path,
            [write = chart.file(), path](const Watch&) { return write(path); },
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
        dialog->setFileMode(QFileDialog::ExistingFiles);
        dialog->setNameFilters({tr("Sessions (*.json)"), tr("All files (*)")});
        beginInFolder(*dialog);
        connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& paths) {
            for (const auto& path : paths) {
                m_folder = QFileInfo(path).absolutePath();
                m_timings.open(path);
            }
        });
        dialog->open();
    }

    Workspace& m_workspace;
    Timings& m_timings;
    Jobs& m_jobs;
    QString m_folder; // of the file that was last opened or saved
    TimingViews* m_views;
    QScrollArea* m_scrolled; // has them
    QPushButton* m_save;
    QPushButton* m_report;
    QPushButton* m_rename;
    QPushButton* m_copy;     // the command line of what is shown
    bool m_wasOpened = true; // at the start of the program it has the height that it had
};

} // namespace

QWidget* makeTimingPanel(const PanelContext& context)
{
    return new TimingPanel(context);
}

} // namespace tscope
