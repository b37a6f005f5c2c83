// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the window's own files in a folder as the window does when it starts and writes them as it does when it
// ends, without a window: tscope_profile_reader FOLDER
#include "io/open.h"
#include "jobs/jobs.h"
#include "profile.h"
#include "workspace/session.h"

#include <QCoreApplication>
#include <QTimer>

#include <cstdio>

namespace {

using namespace tscope;

Result<Document> readFile(const QString& path)
{
    return openFile(path.toStdString());
}

// All that the window asks its settings.
void readSettings(Profile& profile)
{
    std::printf(
        "theme %d, language %d, contract %d, arrangement %d characters, %d recent files, %d and %d bytes, %s\n",
        static_cast<int>(profile.theme().value_or(Theme::light)), static_cast<int>(profile.language().size()),
        static_cast<int>(profile.contract().size()), static_cast<int>(profile.arrangement().size()),
        static_cast<int>(profile.recent().size()), static_cast<int>(profile.geometry().size()),
        static_cast<int>(profile.docks().size()), profile.keepsSession() ? "keeps sessions" : "keeps none");
    profile.addRecent(QStringLiteral("one more"));
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    const auto folder = QCoreApplication::arguments().value(1);
    if (folder.isEmpty())
        return 3;
    Profile profile(folder);
    readSettings(profile);

    Jobs jobs;
    Workspace workspace(jobs);
    Tabs tabs(workspace);
    Session session(workspace, tabs, jobs, folder, &readFile);
    QObject::connect(&session, &Session::told, [](const QString& text) {
        std::printf("told %d characters\n", static_cast<int>(text.size()));
    });
    QObject::connect(&session, &Session::broughtBack, &app, &QCoreApplication::quit, Qt::QueuedConnection);
    QTimer::singleShot(0, &session, &Session::restore);
    QCoreApplication::exec();
    std::printf("%d tensors in %d tabs\n", static_cast<int>(workspace.subjects().size()),
                static_cast<int>(tabs.all().size()));
    session.finish();
    return 0;
}
