// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <thread>

namespace tscope::test {

// Tells which files of a folder are opened, by this process or another. Nobody waits for ever at a pipe in there:
// whoever opens one for reading is let go.
class OpenedFiles
{
public:
    OpenedFiles(const QString& folder, const QString& pipe); // the pipe is made
    ~OpenedFiles();
    OpenedFiles(const OpenedFiles&) = delete;
    OpenedFiles& operator=(const OpenedFiles&) = delete;

    QStringList names(); // of those that were opened since the last time

private:
    int m_notes = -1;
    std::jthread m_letsGo;
};

} // namespace tscope::test
