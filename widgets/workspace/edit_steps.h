// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <vector>

namespace tscope {

// One edit of a tensor, as undo would take it back.
struct EditStep {
    QString title;   // what was done
    qint64 when = 0; // in seconds since 1970; 0: not known
    TensorPtr before, after;
};

// The edits that a tensor has now, the oldest first. What was undone is not one of them.
std::vector<EditStep> editsOf(Workspace& workspace, SubjectId id);

// A tensor before its edits: what its file holds, or where these are saved what it was before the first of them.
// Null: it has none, or no file.
TensorPtr beforeEdits(Workspace& workspace, SubjectId id);

} // namespace tscope
