// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/findings_report.h"
#include "workspace/workspace.h"

#include <functional>

class QWidget;

namespace tscope {

class Jobs;
class Log;

// What a report to others says of an open tensor, all but what only its file tells.
FindingsHead reportHeadOf(const Subject& subject);
// Adds size, time and SHA-256 of its file: called on a worker. Not where the file is another one by now.
void addFileIdentity(FindingsHead& head, const FileStamp& stamp, const Watch& watch);

// The name of a file for it, without what a file system could take for a folder.
QString reportFileName(const QString& name);

// Asks where to save a report, and saves it there; `title` is that of the dialog, `name` that of the file without
// its ending.
void askAndSaveReport(QWidget& owner, Jobs& jobs, Log& log, const QString& title, const QString& folder,
                      const QString& name, std::function<std::string(const Watch& watch)> text);

// The folder of its file; empty: it has none.
QString folderOf(const Subject& subject);

} // namespace tscope
