// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved tensors: the window marks them, saves them and asks before they are lost.
#include "leaving.h"
#include "main_window.h"
#include "notices.h"
#include "reload.h"
#include "saves.h"
#include "timings/kept_times.h"
#include "workspace/edit_steps.h"
#include "workspace/question.h"
#include "workspace/session.h"

#include <QAction>
#include <QFileInfo>

#include <algorithm>

namespace tscope {

namespace {

QString unkept()
{
    return QStringLiteral("unkept");
}

QString broughtBack()
{
    return QStringLiteral("brought back");
}

QString timesBroughtBack()
{
    return QStringLiteral("times brought back");
}

// In a window's title "[*]" is where the mark goes.
QString inTitle(QString text)
{
    return text.replace(QLatin1String("[*]"), QLatin1String("[*][*]"));
}

QString fileNameOf(const Subject& subject)
{
    return QFileInfo(subject.origin->path).fileName();
}

} // namespace

void MainWindow::makeSaves()
{
    m_saves = new Saves(m_workspace, m_files, *this);
    m_leaving = new Leaving(m_workspace, *m_saves, m_timings, *this);
    m_reload = new Reload(m_workspace, m_jobs, m_files, this);
    connect(m_reload, &Reload::noticed, this, &MainWindow::notice);
    connect(m_reload, &Reload::reasonGone, m_notices, &Notices::remove);
    connect(m_reload, &Reload::told, this, &MainWindow::tell);
    connect(&m_files, &Files::changedOnDisk, m_reload, &Reload::ofFile);
    m_markSoon.setSingleShot(true);
    connect(&m_markSoon, &QTimer::timeout, this, &MainWindow::mark);
    const auto markSoon = [this] { m_markSoon.start(0); }; // thousands may change at once
    connect(&m_workspace, &Workspace::currentChanged, this, markSoon);
    connect(&m_workspace, &Workspace::subjectChanged, this, markSoon);
    connect(&m_workspace, &Workspace::subjectsAdded, this, markSoon);
    connect(&m_workspace, &Workspace::subjectsRemoved, this, markSoon);
}

void MainWindow::mark()
{
    const auto unsaved = m_saves->unsaved();
    const auto* subject = m_workspace.currentSubject();
    action("save")->setEnabled(subject != nullptr && !m_saves->unsavedBeside(*subject).empty());
    action("save-all")->setEnabled(!unsaved.empty());
    const bool isEdited = subject != nullptr && subject->held && !subject->isAsRead();
    action("revert")->setEnabled(isEdited);
    action("compare-before")->setEnabled(beforeEdits(m_workspace, m_workspace.current()) != nullptr);
    for (const auto* id : {"reload", "compare-file"})
        action(id)->setEnabled(subject != nullptr && Reload::hasFile(*subject));
    if (unsaved.empty())
        m_notices->remove(broughtBack());
    if (subject == nullptr) {
        setWindowModified(false);
        return setWindowTitle(QStringLiteral("Tensorscope"));
    }
    const auto file = shownName(fileNameOf(*subject));
    const auto isNamedByFile = subject->name == QFileInfo(subject->origin->path).completeBaseName();
    const auto what = file.isEmpty()  ? subject->title()
                      : isNamedByFile ? file
                                      : tr("%1 in %2").arg(subject->title(), file);
    setWindowTitle(inTitle(what) + QStringLiteral("[*] \u2014 Tensorscope")); // as Qt ends those of dialogs
    setWindowModified(!subject->isSaved());
}

// With all that is edited of its file.
void MainWindow::save()
{
    if (const auto* subject = m_workspace.currentSubject())
        m_saves->save(m_saves->unsavedBeside(*subject));
}

void MainWindow::closeFile()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr)
        return;
    std::vector<SubjectId> ids;
    const bool isOfFile = subject->index >= 0 && !subject->origin->path.isEmpty();
    for (const auto& each : m_workspace.subjects())
        if (each.id == subject->id || (isOfFile && each.index >= 0 && each.origin->path == subject->origin->path))
            ids.push_back(each.id);
    const auto name = isOfFile ? shownName(fileNameOf(*subject)) : subject->title();
    const auto close = [this, ids, name] { m_workspace.remove(ids, tr("close %1").arg(name)); };
    const auto unsaved = m_saves->unsavedBeside(*subject);
    if (unsaved.empty())
        return close();
    const auto saveAndClose = [this, unsaved, close] {
        m_saves->save(unsaved, [close](bool areSaved) {
            if (areSaved)
                close();
        });
    };
    ask(*this, tr("Close"), tr("Not saved: %1.").arg(someTitles(m_workspace, unsaved)),
        tr("Save before %1 is closed?").arg(name),
        {{"save", tr("Save"), saveAndClose}, {"discard", tr("Discard"), close}, {"cancel", tr("Cancel"), [] {}}});
}

void MainWindow::followSession()
{
    m_leaving->setSession(m_session);
    connect(m_session, &Session::told, this, [this](const QString& text) { notice({}, text); });
    connect(m_session, &Session::kept, this, &MainWindow::tellKept);
    connect(m_session, &Session::editsBroughtBack, this, &MainWindow::tellEdited);
}

// Measurements that no file has.
void MainWindow::followKeptTimes()
{
    m_leaving->setKeptTimes(m_keptTimes);
    connect(m_keptTimes, &KeptTimes::told, this, [this](const QString& text) { notice({}, text); });
    connect(m_keptTimes, &KeptTimes::broughtBack, this, [this](const QStringList& titles) {
        notice({},
               tr("Measurements of the last session are back, but not saved: %1. Save them in the Timing panel.")
                   .arg(someOf(titles, QStringLiteral("; "))),
               timesBroughtBack());
    });
    connect(&m_timings, &Timings::savedChanged, this, [this] {
        if (m_timings.unsaved().isEmpty())
            m_notices->remove(timesBroughtBack());
    });
}

// Once, and until they are kept.
void MainWindow::tellKept()
{
    const auto reason = m_session->unkept().empty() ? QString() : m_session->reason();
    if (reason == m_unkeptReason)
        return;
    m_unkeptReason = reason;
    m_notices->remove(unkept());
    if (!reason.isEmpty())
        notice({}, reason, unkept());
}

void MainWindow::tellEdited(const std::vector<SubjectId>& ids)
{
    notice({},
           tr("Edits to %1 from the last session are back, but not saved. Undo takes back one step; File > "
              "Revert discards them.")
               .arg(someTitles(m_workspace, ids)),
           broughtBack());
}

} // namespace tscope
