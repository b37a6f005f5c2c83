// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"

#include "build/build_dialog.h"
#include "build/words.h"
#include "calls/convert_dialog.h"
#include "calls/run_dialog.h"
#include "comparison_mode.h"
#include "kept_choices.h"
#include "leaving.h"
#include "lessons/lesson_card.h"
#include "lessons/projector.h"
#include "notices.h"
#include "panels/cover_frame.h"
#include "profile.h"
#include "refused_page.h"
#include "reload.h"
#include "saves.h"
#include "start_page.h"
#include "style/titles.h"
#include "timings/kept_times.h"
#include "views/canvas.h"
#include "views/find_bar.h"
#include "views/preview_frame.h"
#include "views/scene_view.h"
#include "workspace/session.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QStackedWidget>
#include <QStatusBar>
#include <QUndoStack>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace tscope {

namespace {

// A bar, if it is shown, and what it is about.
QWidget* below(QWidget* bar, QWidget* content)
{
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(content, 1);
    return box;
}

} // namespace

MainWindow::MainWindow(Theme theme, Profile* profile, QWidget* parent)
    : QMainWindow(parent), m_workspace(m_jobs), m_tabs(m_workspace), m_selection(m_workspace, m_jobs),
      m_files(m_workspace, m_jobs), m_devices(m_jobs), m_calls(m_workspace, m_jobs, m_devices), m_timings(m_jobs),
      m_lessons(m_workspace, m_selection, m_jobs), m_profile(profile), m_theme(theme)
{
    setWindowTitle(QStringLiteral("Tensorscope"));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    resize(1280, 800);
    setMinimumSize(640, 400); // below, nothing of the views is left
    makeAppearance();

    m_canvas = new Canvas(m_workspace, m_tabs, m_selection, m_jobs, theme);
    connect(m_canvas, &Canvas::viewAsked, this, &MainWindow::makeView);
    connect(m_canvas, &Canvas::exportAsked, this, &MainWindow::exportPicture);
    connect(&m_tabs, &Tabs::changed, this, [this] {
        m_selection.setSeen({m_workspace.current(), m_tabs.beside()});
    });
    if (profile != nullptr)
        keepTimingChoices(*profile); // which the panel shows when it is made
    m_docks =
        new Docks(*this, {m_workspace, m_tabs, m_selection, m_jobs, m_log, m_calls, m_timings, m_lessons, theme});
    m_quiet = std::make_unique<QuietDocks>(*this, *m_docks, m_timings);
    m_comparison = new ComparisonMode(*this, m_workspace, m_tabs);
    makeMenus();
    for (const auto* id : {"save-as", "convert", "time", "compare"})
        listOfTensors()->addAction(action(id)); // in its menu
    makeCenter();
    makeSaves();
    connect(&m_workspace, &Workspace::currentChanged, this, &MainWindow::showStartOrCanvas);
    connect(&m_workspace, &Workspace::currentChanged, this, &MainWindow::enableRepair);
    connect(&m_workspace, &Workspace::reportChanged, this, [this](SubjectId id) {
        if (id == m_workspace.current())
            enableRepair();
    });

    makeStatusBar();
    makeCallStatus();
    m_log.follow(m_workspace);
    connect(&m_jobs, &Jobs::failed, this, [this](const QString& text) {
        m_log.add(Log::Kind::error, text);
        statusBar()->showMessage(text);
    });
    connect(&m_files, &Files::told, this, &MainWindow::tell);
    connect(&m_files, &Files::opened, this,
            [this](const QString& path) { m_log.add(Log::Kind::done, tr("Opened %1.").arg(path)); });
    connect(&m_files, &Files::opened, this, &MainWindow::showSharedOf);
    connect(&m_files, &Files::opened, this, [this] { m_docks->endEnlarged(); });
    for (const auto used : {&Files::opened, &Files::savedTo})
        connect(&m_files, used, this, [this](const QString& path) {
            if (!path.startsWith(QLatin1Char(':')))
                m_lastFolder = QFileInfo(path).absolutePath();
        });
    connect(&m_files, &Files::pasted, this, [this] { showShared(m_workspace.current()); });
    tellWhatIsDone();
    if (profile != nullptr)
        keep(*profile);
    else
        arrange(QStringLiteral("debug"));
    showStartOrCanvas();
    enableRepair();
    showRecent();
    mark();
}

// What is seen in the middle: the views, or instead how to begin, or why a file could not be read.
void MainWindow::makeCenter()
{
    m_start =
        new StartPage({action("open"), action("build-generate"), action("build-paste")}, Files::samples(), m_jobs);
    connect(m_start, &StartPage::chosen, this, [this](const QString& path) { m_files.open({path}); });
    m_find = new FindBar(m_workspace, m_selection, m_jobs);
    m_refused = new RefusedPage;
    m_center = new QStackedWidget;
    m_center->addWidget(m_start);
    m_center->addWidget(m_canvas);
    m_center->addWidget(m_refused);
    m_lessonCard = new LessonCard(m_lessons.play());
    m_center->addWidget(m_lessonCard);
    m_notices = new Notices;
    setCentralWidget(
        new PreviewFrame(m_workspace, m_selection.previewGoal(), below(m_find, below(m_notices, m_center))));
    connect(&m_files, &Files::noticed, this, &MainWindow::notice);
    connect(&m_files, &Files::reasonGone, this, [this](const QString& reason) {
        m_notices->remove(reason);
        if (reason == Files::openingReason() && m_center->currentWidget() == m_refused)
            showStartOrCanvas();
    });
    connect(&m_files, &Files::refused, this, [this](const std::vector<Refusal>& refusals, bool areAll) {
        m_refused->add(refusals);
        m_notices->offerDetails(true);
        m_docks->endEnlarged(); // else neither the page nor a notice is seen
        if (areAll)             // else the tensors of the others are seen first
            showRefused();
    });
    connect(m_notices, &Notices::detailsAsked, this, &MainWindow::showRefused);
    connect(m_notices, &Notices::dismissed, this, [this] {
        m_refused->clear();
        m_notices->offerDetails(false);
        showStartOrCanvas();
    });
    connect(m_refused, &RefusedPage::closed, this, &MainWindow::showStartOrCanvas);
    // The current tensor may be the one that is asked for: then no other becomes current.
    const auto* list = qobject_cast<QAbstractItemView*>(listOfTensors());
    for (const auto asked : {&QAbstractItemView::clicked, &QAbstractItemView::activated})
        connect(list, asked, this, [this] {
            if (m_center->currentWidget() == m_refused)
                showStartOrCanvas();
        });
    connect(m_center, &QStackedWidget::currentChanged, this, &MainWindow::coverOthersFacts);
    connect(m_refused, &RefusedPage::shownFile, this, &MainWindow::coverOthersFacts);
}

// While a file is shown that could not be read, what the panels tell of a tensor of another file would be taken
// for its facts.
void MainWindow::coverOthersFacts()
{
    const auto* current = m_workspace.currentSubject();
    const auto path = m_refused->path();
    QString instead;
    if (m_center->currentWidget() == m_refused && current != nullptr && current->origin->path != path) {
        const bool isAnyOpen = std::ranges::any_of(m_workspace.subjects(),
                                                   [&](const Subject& each) { return each.origin->path == path; });
        instead =
            isAnyOpen ? tr("The current tensor is not of this file.") : tr("No tensor of this file is open.");
    }
    for (auto* frame : findChildren<CoverFrame*>())
        frame->showInstead(instead);
}

void MainWindow::showRefused()
{
    m_center->setCurrentWidget(m_refused);
    m_refused->setFocus();
    m_notices->hide(); // the page says the same, and more
}

MainWindow::~MainWindow()
{
    // What refers to the workspace has to be gone before it is.
    delete m_build;
    delete m_convert;
    delete m_run;
    delete findChild<Projector*>();
    delete takeCentralWidget();
    qDeleteAll(findChildren<QDockWidget*>());
}

void MainWindow::makeStatusBar()
{
    statusBar()->setSizeGripEnabled(false);
    auto* reading = new QLabel;
    reading->setObjectName(QStringLiteral("reading"));
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("cancel"));
    connect(cancel, &QPushButton::clicked, &m_files, &Files::stop);
    for (auto* each : {static_cast<QWidget*>(reading), static_cast<QWidget*>(cancel)}) {
        each->hide();
        statusBar()->addPermanentWidget(each);
    }
    // The first word of it comes with the first tick: what is read sooner needs none.
    connect(&m_files, &Files::reading, this, [reading, cancel](const QString& what, double done) {
        reading->setText(tr("Reading %1: %2 %").arg(what).arg(static_cast<int>(done * 100)));
        reading->setVisible(!what.isEmpty());
        cancel->setVisible(!what.isEmpty());
    });

    connect(&m_files, &Files::saving, this, [reading, cancel](const QString& what, qint64 bytes) {
        reading->setText(tr("Saving %1: %2").arg(what, QLocale().formattedDataSize(bytes)));
        reading->show();
        cancel->show();
    });

    auto* busy = new QLabel(tr("Working..."));
    busy->setObjectName(QStringLiteral("busy"));
    busy->hide();
    statusBar()->addPermanentWidget(busy);
    m_busySoon.setSingleShot(true);
    m_busySoon.setInterval(300); // what is done sooner needs no word
    connect(&m_busySoon, &QTimer::timeout, busy, &QWidget::show);
    connect(&m_jobs, &Jobs::idleChanged, this, [this, busy](bool idle) {
        if (!idle)
            return m_busySoon.start();
        m_busySoon.stop();
        busy->hide();
    });
}

// What was done last is said until something else is: steps, there and back, files, and what was copied anywhere
// in the window.
void MainWindow::tellWhatIsDone()
{
    connect(&m_log, &Log::added, this, [this] {
        if (const auto& last = m_log.entries().back(); last.kind == Log::Kind::done) {
            statusBar()->showMessage(last.text);
            m_isJustSaid = true;
            QTimer::singleShot(0, this, [this] { m_isJustSaid = false; });
        }
    });
    // The message is about one tensor: it is cleared when another one becomes current, unless it says why that
    // happened.
    connect(&m_workspace, &Workspace::currentChanged, this, [this] {
        if (!m_isJustSaid)
            statusBar()->clearMessage();
    });
    const auto* clipboard = QGuiApplication::clipboard();
    connect(clipboard, &QClipboard::dataChanged, this, [this, clipboard] {
        // Without a window system nothing tells whose it is; with one other programs copy, too.
        const bool isUnknown = QGuiApplication::platformName() == QLatin1String("offscreen");
        if (clipboard->ownsClipboard() || (isUnknown && isActiveWindow()))
            statusBar()->showMessage(tr("Copied to the clipboard."));
    });
}

// What is to be the same at the next start.
void MainWindow::keep(Profile& profile)
{
    connect(&m_files, &Files::opened, this, [this, &profile](const QString& path) {
        if (!path.startsWith(QLatin1Char(':'))) {
            profile.addRecent(path);
            showRecent();
        }
    });
    if (const auto recent = profile.recent(); !recent.isEmpty() && m_lastFolder.isEmpty())
        m_lastFolder = QFileInfo(recent.front()).absolutePath();
    if (!profile.setAside().isEmpty())
        notice({}, tr("Links, pipes, devices or folders stood where settings are kept. They are set aside in %1.")
                       .arg(profile.setAside()));
    if (profile.keepsSession()) {
        m_session = new Session(
            m_workspace, m_tabs, m_jobs, profile.folder(), [](const QString& path) { return Files::read(path); },
            this);
        followSession();
        m_keptTimes = new KeptTimes(m_timings, m_jobs, profile.folder(), this);
        followKeptTimes();
    }
    if (const auto contract = contractNamed(profile.contract().toStdString()))
        m_workspace.setContract(**contract);
    restoreGeometry(profile.geometry()); // first: panels are arranged to suit the width
    if (!arrange(profile.arrangement()))
        arrange(QStringLiteral("debug"));
    m_docks->restore(profile.docks());
    m_comparison->resume();
    listOfTensors()->setProperty("chosenColumns", profile.columns());
}

void MainWindow::keepTimingChoices(Profile& profile)
{
    m_timings.setChoices(keptChoices(profile));
    connect(&m_timings, &Timings::choicesChanged, this,
            [this, &profile] { keepChoices(profile, m_timings.choices()); });
}

void MainWindow::restoreAndOpen(const QStringList& paths)
{
    const auto openThem = [this, paths] {
        if (!paths.isEmpty())
            m_files.open(paths);
    };
    if (m_session == nullptr)
        return openThem();
    connect(m_session, &Session::broughtBack, this, openThem, Qt::SingleShotConnection);
    m_session->restore();
    m_keptTimes->restore();
}

QWidget* MainWindow::listOfTensors() const
{
    return findChild<QWidget*>(QStringLiteral("subjects"));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_profile != nullptr) {
        m_profile->setWindow(saveGeometry(), m_quiet->state());
        m_profile->setColumns(listOfTensors()->property("chosenColumns"));
    }
    if (!m_leaving->mayClose())
        return event->ignore();
    QMainWindow::closeEvent(event);
}

void MainWindow::closeUnasked()
{
    m_leaving->closeUnasked();
}

void MainWindow::keepNow()
{
    m_leaving->keepNow();
}

void MainWindow::showStartOrCanvas()
{
    const auto* subject = m_workspace.currentSubject();
    const bool hadFocus = m_start->isAncestorOf(focusWidget()); // which would wander on to any widget
    const bool isLesson = m_lessons.play().lesson() != nullptr;
    m_center->setCurrentWidget(subject != nullptr ? m_canvas
                               : isLesson         ? m_lessonCard
                                                  : static_cast<QWidget*>(m_start));
    m_notices->setVisible(!m_notices->text().isEmpty());
    m_quiet->follow(!m_workspace.subjects().empty()); // also where a lesson shows none of them
    if (subject == nullptr && !isLesson)
        m_start->setFocus();
    else if (subject != nullptr && hadFocus)
        m_canvas->focusActive();
    for (const auto* id : {"close", "export-all", "duplicate", "remove", "tab-new", "split-right", "split-below"})
        action(id)->setEnabled(subject != nullptr);
    const bool isAsked = m_selection.cover().isOn(m_workspace.current());
    // They would tell a covered number, or write it where it is not covered.
    for (const auto* id : {"goto", "find", "find-next", "find-previous", "save-as", "share", "make-exercise"})
        action(id)->setEnabled(subject != nullptr && !isAsked);
    enableCalls();
    enableExport();
    action("save-document")->setEnabled(subject != nullptr && subject->origin->tensors > 1 && !isAsked);
}

void MainWindow::showRecent()
{
    const auto paths = m_profile == nullptr ? QStringList() : m_profile->recent();
    m_start->setRecent(paths);
    m_recent->clear();
    m_recent->setEnabled(!paths.isEmpty());
    for (const auto& path : paths)
        m_recent->addAction(asTitle(path), this, [this, path] { m_files.open({path}); });
}

const std::vector<SceneView*>& MainWindow::views() const
{
    return m_canvas->views();
}

void MainWindow::tell(const QString& text)
{
    m_log.add(Log::Kind::done, text);
}

void MainWindow::notice(const QString& file, const QString& text, const QString& reason)
{
    m_log.add(Log::Kind::notice, file.isEmpty() ? text : tr("%1: %2").arg(file, text));
    m_notices->add(file, text, reason);
}

bool MainWindow::arrange(const QString& arrangement)
{
    const bool isComparison = arrangement == QLatin1String("compare");
    if (!isComparison)
        m_comparison->end();
    if (!m_docks->arrange(arrangement))
        return false;
    if (isComparison)
        m_comparison->begin();
    if (m_profile != nullptr)
        m_profile->setArrangement(arrangement);
    m_quiet->follow(m_workspace.currentSubject() != nullptr);
    QTimer::singleShot(0, this, &MainWindow::bringFocusIntoSight); // once the panels stand where they belong
    return true;
}

// A panel that has come to stand behind others keeps its focus, and nobody sees where that is.
void MainWindow::bringFocusIntoSight()
{
    const auto* focus = QApplication::focusWidget();
    const bool isHere = focus != nullptr && focus->window() == this;
    if (isHere && focus->visibleRegion().isEmpty() && m_workspace.currentSubject() != nullptr)
        m_canvas->focusActive();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_docks->followSize();
    m_quiet->follow(m_workspace.currentSubject() != nullptr);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    take(*event->mimeData());
    event->acceptProposedAction();
}

} // namespace tscope
