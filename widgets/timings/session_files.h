// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "timing/session.h"

#include <QString>

namespace tscope {

// A session as the name ends: .csv and .html, else as it can be opened again.
Result<void> saveSession(const timing::Session& session, const QString& path);
Result<timing::Session> openSession(const QString& path, const Watch& watch = {});

} // namespace tscope
