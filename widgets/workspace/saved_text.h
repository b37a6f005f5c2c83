// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/watch.h"

#include <QString>

#include <functional>
#include <string>

class QObject;

namespace tscope {

class Jobs;
class Log;

// Makes a text and writes it to a file, both on a worker; the log tells how it went. Nothing is told once the
// owner is gone.
void saveText(QObject& owner, Jobs& jobs, Log& log, const QString& path,
              std::function<std::string(const Watch& watch)> text);

} // namespace tscope
