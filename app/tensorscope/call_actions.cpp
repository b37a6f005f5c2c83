// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions and operations: what the window offers of them, and what it tells.
#include "main_window.h"

#include "build/words.h"
#include "calls/convert_dialog.h"
#include "calls/proofs.h"
#include "calls/run_dialog.h"
#include "layouts/registry.h"
#include "notices.h"
#include "ops/padded.h"

#include <QAbstractButton>
#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QStatusBar>

#include <algorithm>

namespace tscope {

namespace {

// What a conversion would do: beside the pointer, and in the status bar.
struct Foretold {
    QString lines, line;
};

Foretold foretold(const Sound& sound, const Layout& layout, const Watch& watch)
{
    ConvertRequest request;
    request.layout = &layout;
    const auto outlook = foresee(sound, request, {.watch = watch});
    if (!outlook)
        return {qt(outlook.error().text), qt(outlook.error().text)};
    QStringList lines, steps;
    for (const auto& line : linesOf(*outlook))
        lines << qt(line);
    for (const auto& step : outlook->route)
        steps << qt(routeText(step));
    for (const auto& change : outlook->changes)
        steps << qt(change);
    return {lines.join(QLatin1Char('\n')), steps.join(QStringLiteral("; "))};
}

// The key of the notices on failed calls on a tensor. They are removed when the tensor changes.
QString reasonOfCall(SubjectId id)
{
    return QStringLiteral("call of %1").arg(id);
}

} // namespace

void MainWindow::makeConvertMenu()
{
    auto* menu = menuBar()->addMenu(tr("&Convert"));
    menu->menuAction()->setObjectName(QStringLiteral("conversions"));
    menu->menuAction()->setIconText(tr("Convert")); // in the tool bar
    menu->setToolTipsVisible(true);
    offer(menu, "convert", tr("&Convert..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
          [this] { showConvert(nullptr); });
    offer(menu, "run", tr("&Run an operation..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
          [this] { showRun(); });
    auto* time = offer(menu, "time", tr("Ti&me in all layouts"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M),
                       [this] { timeAll(); });
    time->setIconText(tr("Time")); // in the tool bar
    menu->addSeparator();
    for (const auto* layout : layouts()) {
        const auto id = "convert-to-" + std::string(layout->name);
        const auto asks = isBlocked(*layout); // how large blocks are
        auto* action = offer(menu, id.c_str(), (asks ? tr("To %1...") : tr("To %1")).arg(qt(layout->name)), {},
                             [this, layout, asks] { asks ? showConvert(layout) : convertTo(*layout); });
        m_conversions.emplace_back(action, layout);
    }
    menu->addSeparator();
    offer(menu, "contiguous", tr("Make a conti&guous copy"), {}, [this] { makeContiguous(); });
    offer(menu, "row-major", tr("Make a ro&w-major copy"), {}, [this] { makeInOrder(false); });
    offer(menu, "column-major", tr("Make a column-ma&jor copy"), {}, [this] { makeInOrder(true); });
    menu->addSeparator();
    offer(menu, "stop-call", tr("&Stop"), {}, [this] { m_calls.stop(); });
    connect(menu, &QMenu::aboutToShow, this, &MainWindow::foreseeConversions);
    connect(menu, &QMenu::aboutToHide, this, [this] { m_jobs.stop(this, QStringLiteral("foresee")); });
    connect(&m_calls, &Calls::runningChanged, this, &MainWindow::enableCalls);
    connect(&m_files, &Files::timesGiven, this, [this](const QString& path) {
        m_timings.open(path);
        showTiming();
    });
    connect(&m_timings, &Timings::runningChanged, this, &MainWindow::enableCalls);
    connect(&m_timings, &Timings::shownChanged, this, &MainWindow::enableExport);
    connect(&m_calls, &Calls::ended, this, [this](const CallRecordPtr& record) { tellCall(*record); });
    connect(&m_workspace, &Workspace::subjectChanged, this,
            [this](SubjectId id) { m_notices->remove(reasonOfCall(id)); });
    connect(&m_workspace, &Workspace::subjectsRemoved, this, [this](const std::vector<SubjectId>& ids) {
        for (const auto id : ids)
            m_notices->remove(reasonOfCall(id));
    });
}

// What runs for a while is named, and can be stopped.
void MainWindow::makeCallStatus()
{
    auto* running = new QLabel;
    running->setObjectName(QStringLiteral("running call"));
    auto* stop = new QPushButton(tr("Stop"));
    stop->setObjectName(QStringLiteral("stop call"));
    connect(stop, &QPushButton::clicked, &m_calls, &Calls::stop);
    for (auto* each : {static_cast<QWidget*>(running), static_cast<QWidget*>(stop)}) {
        each->hide();
        statusBar()->addPermanentWidget(each);
    }
    m_callSoon.setSingleShot(true);
    m_callSoon.setInterval(300); // what is done sooner needs no word
    connect(&m_callSoon, &QTimer::timeout, this, [this, running, stop] {
        running->setText(m_calls.running());
        running->show();
        stop->show();
    });
    connect(&m_calls, &Calls::runningChanged, this, [this, running, stop] {
        if (m_calls.isRunning())
            return m_callSoon.start();
        m_callSoon.stop();
        running->hide();
        stop->hide();
    });
}

void MainWindow::enableCalls()
{
    const bool isOpen = m_workspace.currentSubject() != nullptr;
    for (const auto* id : {"convert", "run", "movement"})
        action(id)->setEnabled(isOpen);
    for (const auto& [action, layout] : m_conversions)
        action->setEnabled(isOpen && !m_calls.isRunning());
    action("time")->setEnabled(isOpen && !m_timings.isRunning());
    action("stop-call")->setEnabled(m_calls.isRunning());
    action("conversions")->setEnabled(isOpen || m_calls.isRunning()); // which can be stopped there
    for (const auto* id : {"conversions", "time"})
        action(id)->setToolTip(isOpen ? QString() : whyNothingOpen(*action(id)));
    enableTranspose();
    enableContiguous();
}

QString MainWindow::whyNothingOpen(const QAction& action)
{
    return tr("%1: no tensor is open").arg(action.iconText());
}

void MainWindow::showConvert(const Layout* layout)
{
    if (!m_convert) {
        m_convert = new ConvertDialog(m_workspace, m_jobs, m_calls, m_selection.cover(), m_theme, this);
        m_convert->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_convert, &ConvertDialog::movementAsked, this, &MainWindow::showMovement);
    }
    m_convert->show();
    m_convert->raise();
    m_convert->activateWindow();
    m_convert->ask(m_workspace.current(), layout);
}

void MainWindow::showRun(const OpSpec* op)
{
    if (!m_run) {
        m_run = new RunDialog(m_workspace, m_jobs, m_calls, m_selection.cover(), m_theme, this);
        m_run->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_run->show();
    m_run->raise();
    m_run->activateWindow();
    m_run->ask(m_workspace.current(), op);
}

void MainWindow::showTiming()
{
    auto* panel = findChild<QDockWidget*>(QStringLiteral("timing"));
    panel->show();
    panel->raise();
}

// Of the session that is shown, as the button of the panel does.
void MainWindow::saveTimingReport()
{
    showTiming();
    findChild<QAbstractButton*>(QStringLiteral("save timing report"))->click();
}

// With what the panel says is to be measured, and in sight of it.
void MainWindow::timeAll()
{
    showTiming();
    if (refusesCovered(m_workspace.current()))
        return;
    if (const auto subjects = timedSubjects(m_workspace, m_timings.choices());
        !subjects.empty() && !m_timings.isRunning())
        m_timings.measureOrOffer(subjects);
}

// Whether a tensor is covered: any tensor made of it may give away what a lesson asks. Then it also says so.
bool MainWindow::refusesCovered(SubjectId id)
{
    const bool isCovered = m_selection.cover().isOn(id);
    if (isCovered)
        statusBar()->showMessage(Cover::words());
    return isCovered;
}

void MainWindow::convertTo(const Layout& layout)
{
    ConvertRequest request;
    request.layout = &layout;
    if (const auto* subject = m_workspace.currentSubject();
        subject != nullptr && !m_calls.isRunning() && !refusesCovered(subject->id))
        m_calls.convert(*subject, request);
}

// Components of different sizes, as one tensor in which they all have the size of the largest.
void MainWindow::pad(SubjectId id)
{
    const auto* subject = m_workspace.find(id);
    if (subject == nullptr || m_calls.isRunning() || refusesCovered(id))
        return; // the button stays until it can be used
    const CallInput input{subject->title(), subject->tensor, id};
    m_notices->remove(reasonOfCall(id));
    m_calls.run(toPaddedOp(), {input}, *parseParams(toPaddedOp().params, {}));
}

// What each short way would do, told beside it while the menu is open.
void MainWindow::foreseeConversions()
{
    const auto* subject = m_workspace.currentSubject();
    for (const auto& [action, layout] : m_conversions) {
        action->setToolTip({});
        action->setStatusTip({});
    }
    const bool mayTell =
        subject != nullptr && !m_selection.cover().isOn(subject->id); // it may be what a lesson asks
    const auto contiguous = mayTell ? contiguousOutlook(*subject->tensor) : QString();
    action("contiguous")->setToolTip(contiguous);
    action("contiguous")->setStatusTip(contiguous);
    if (!mayTell)
        return;
    std::vector<const Layout*> asked;
    for (const auto& [action, layout] : m_conversions)
        asked.push_back(layout);
    m_jobs.start(
        this, QStringLiteral("foresee"),
        [tensor = subject->tensor, name = subject->title(), asked](const Watch& watch) {
            std::vector<Foretold> told;
            const auto proof = prove(*tensor, watch);
            const auto* sound = std::get_if<Sound>(&proof);
            for (const auto* layout : asked)
                told.push_back(sound == nullptr ? Foretold{whyUnsound(name, proof), whyUnsound(name, proof)}
                                                : foretold(*sound, *layout, watch));
            return told;
        },
        [this](const std::vector<Foretold>& told) {
            for (std::size_t i = 0; i < m_conversions.size(); ++i) {
                m_conversions[i].first->setToolTip(told[i].lines);
                m_conversions[i].first->setStatusTip(told[i].line);
            }
        });
}

void MainWindow::tellCall(const CallRecord& record)
{
    const auto text = tr("%1: %2").arg(record.title, record.outcome);
    const bool areSaid = (m_convert && m_convert->isVisible()) || (m_run && m_run->isVisible()); // there
    const auto subject = record.subject != 0 ? record.subject : m_workspace.current();
    m_notices->remove(reasonOfCall(subject));
    if (!record.isDone && !record.isStopped && areSaid)
        return m_log.add(Log::Kind::notice, text);
    if (!record.isDone && !record.isStopped && record.reason != noCommonSize)
        return notice({}, text, reasonOfCall(subject));
    if (!record.isDone && !record.isStopped) {
        notice({}, text, reasonOfCall(subject));
        return m_notices->offer(reasonOfCall(subject), tr("Pad with 0"), [this, subject] { pad(subject); });
    }
    QStringList all{text};
    for (const auto& change : record.changes)
        all << qt(change);
    tell(all.join(QStringLiteral("; ")));
}

} // namespace tscope
