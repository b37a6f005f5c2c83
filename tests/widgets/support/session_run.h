// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/open.h"
#include "widgets/support/desk.h"
#include "workspace/session.h"

#include <QTemporaryDir>

namespace tscope::test {

// A workspace and the session that keeps it in a folder, as in one run of the window.
struct SessionRun {
    explicit SessionRun(const QTemporaryDir& folder, std::uint64_t mostBytes = std::uint64_t{64} << 20)
        : session(
              desk.workspace, desk.tabs, desk.jobs, folder.path(),
              [](const QString& path) { return openFile(path.toStdString()); }, nullptr, mostBytes)
    {
    }

    void end()
    {
        settle(desk.jobs);
        session.finish();
        settle(desk.jobs);
    }
    void restore()
    {
        session.restore();
        settle(desk.jobs);
    }

    Desk desk;
    Session session;
};

} // namespace tscope::test
