// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "timing/session.h"

#include <QString>

#include <memory>

namespace tscope {

// Two sessions that are compared, with their titles.
struct ComparedSessions {
    std::shared_ptr<const timing::Session> before, after; // null: nothing is compared
    QString titleBefore, titleAfter;
};

// A session as the name ends: .csv and .html, else as it can be opened again. A report has the comparison, too.
Result<void> saveSession(const timing::Session& session, const QString& path,
                         const ComparedSessions& compared = {});
// For a session that is saved: "matrix-spmv-spmm.json", "a-b-spmv.json", "a-and-4-more-spmv.json".
QString proposedFileName(const timing::Session& session);
// Why nothing is saved under this name; empty: its ending says what is.
QString whyNotSaved(const QString& path);
bool canBeOpened(const QString& path); // a session that is saved there: it is no table and no report
// Where a session of this title is saved in a folder, in the place of nothing that is there.
QString freePath(const QString& folder, const QString& title);

} // namespace tscope
