// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaving.h"

#include "saves.h"
#include "timings/kept_times.h"
#include "timings/timings.h"
#include "workspace/question.h"
#include "workspace/session.h"

#include <QFileDialog>

#include <algorithm>

namespace tscope {

Leaving::Leaving(Workspace& workspace, Saves& saves, Timings& timings, QWidget& window)
    : QObject(&window), m_workspace(workspace), m_saves(saves), m_timings(timings), m_window(window)
{
}

void Leaving::setSession(Session* session)
{
    m_session = session;
    connect(session, &Session::kept, this, [this] {
        if (!m_isKeeping)
            return;
        m_isKeeping = false;
        if (const auto ids = lost(); !ids.empty())
            return askAbout(ids);
        close();
    });
}

void Leaving::setKeptTimes(KeptTimes* kept)
{
    m_keptTimes = kept;
}

// Tensors that are neither saved nor kept by the session.
std::vector<SubjectId> Leaving::lost() const
{
    auto ids = m_saves.unsaved();
    if (m_session != nullptr)
        std::erase_if(ids, [&](SubjectId id) {
            return std::ranges::find(m_session->unkept(), id) == m_session->unkept().end();
        });
    return ids;
}

bool Leaving::mayClose()
{
    if (m_isDecided)
        return true;
    if (m_isKeeping || m_isAsking)
        return false;
    if (const auto titles = m_timings.unsaved(); !titles.isEmpty() && titles != m_dropped) {
        askAboutTimes(titles);
        return false;
    }
    if (m_saves.unsaved().empty() || (m_session != nullptr && m_session->isRestoring())) {
        if (m_session != nullptr)
            m_session->finish();
        finishTimes();
        return true;
    }
    if (m_session == nullptr) {
        askAbout(lost());
        return false;
    }
    if (m_session->isKept()) {
        finishTimes();
        return true;
    }
    m_isKeeping = true;
    m_session->keepNow();
    return false;
}

void Leaving::closeUnasked()
{
    m_dropped.clear(); // the question that led there has no end
    keepNow();
    close();
}

void Leaving::keepNow()
{
    if (m_session != nullptr)
        m_session->finish();
    if (m_keptTimes != nullptr)
        m_keptTimes->finish(false);
}

void Leaving::close()
{
    finishTimes();
    m_isDecided = true;
    m_window.close();
}

void Leaving::finishTimes()
{
    if (m_keptTimes != nullptr)
        m_keptTimes->finish(!m_dropped.empty());
}

void Leaving::askAbout(const std::vector<SubjectId>& ids)
{
    m_isAsking = true;
    const auto answered = [this](auto then) {
        return [this, then] {
            m_isAsking = false;
            then();
        };
    };
    const auto saveAll = [this, ids] {
        m_saves.save(ids, [this](bool areSaved) {
            if (areSaved)
                m_window.close(); // what was edited meanwhile is asked for again
        });
    };
    const auto why =
        m_session == nullptr ? tr("This window keeps nothing for the next start.") : m_session->reason();
    ask(m_window, tr("Quit"), tr("If you quit now, these are lost: %1.").arg(someTitles(m_workspace, ids)), why,
        {{"save all", tr("Save all"), answered(saveAll)},
         {"discard", tr("Discard"), answered([this] { close(); })},
         {"cancel", tr("Cancel"), answered([this] { m_dropped.clear(); })}});
}

void Leaving::askAboutTimes(const QStringList& titles)
{
    m_isAsking = true;
    ask(m_window, tr("Quit"),
        tr("If you quit now, these measurements are lost: %1.").arg(someOf(titles, QStringLiteral("; "))),
        m_timings.isRunning() ? tr("One of them is still being measured.")
                              : tr("They can be saved as files that the Timing panel opens again."),
        {{"save all", tr("Save all..."),
          [this] {
              m_isAsking = false;
              saveTimes();
          }},
         {"discard", tr("Discard"),
          [this, titles] {
              m_isAsking = false;
              m_dropped = titles;
              m_window.close();
          }},
         {"cancel", tr("Cancel"), [this] { m_isAsking = false; }}});
}

// Into a folder that the user chooses; then the window closes.
void Leaving::saveTimes()
{
    auto* dialog = new QFileDialog(&m_window, tr("Folder for the measurements"));
    dialog->setObjectName(QStringLiteral("folder of measurements"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        const auto save = [this, folder] {
            m_timings.saveAll(folder, [this](bool areSaved) {
                if (areSaved)
                    m_window.close(); // what was measured meanwhile is asked for again
            });
        };
        if (!m_timings.isRunning())
            return save();
        connect(&m_timings, &Timings::runningChanged, this, save, Qt::SingleShotConnection);
        m_timings.stop();
    });
    dialog->open();
}

} // namespace tscope
