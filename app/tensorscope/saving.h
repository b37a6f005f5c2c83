// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/save_watch.h"
#include "workspace/workspace.h"

#include <memory>
#include <vector>

namespace tscope {

// Tensors of one origin as they are at one moment, to be written into one file. There may be thousands, which are
// not copied on their way.
struct Snapshot {
    struct Each {
        QString name;
        TensorPtr tensor;
        SubjectId id = 0;
        int index = -1; // in its origin
    };
    OriginPtr origin;
    std::vector<Each> tensors;
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

struct SaveRequest {
    SnapshotPtr snapshot;
    QString path;
    bool isOwnFile = false; // of the snapshot's origin: its other tensors stay in it
    // Without these, what would be lost or replaced is asked for first.
    bool mayLose = true;           // what the file can't keep
    bool areLossesTold = false;    // were asked for, and need not be told again
    bool mayReplaceChanged = true; // its own file, though another program has written it since it was read
};

struct SaveOutcome {
    enum class Kind : std::uint8_t { saved, wouldLose, hasChanged, failed, cancelled };
    Kind kind = Kind::saved;
    std::vector<std::string> texts = {}; // what is or would be lost; why it failed
    // Stored entries are not in the file: it is no copy of the tensor, which is then not taken for saved.
    bool areEntriesLost = false;
    // After saving: the file as it is read again and, for each tensor of the snapshot, its place in the file and
    // the tensor that is read there (null: unreadable).
    struct Each {
        int place = 0;
        TensorPtr held;
    };
    OriginPtr origin = {};
    std::vector<Each> tensors = {};
};

// Whether the name of its own file says a format that is written.
bool canSaveInPlace(const Subject& subject);

// On a worker.
SaveOutcome saveAsAsked(const SaveRequest& request, const SaveWatch& watch);

// The tensors of the snapshot that are still open are now of this file. Where it has lost entries, tensors of
// another file stay tensors of that one, and those of this file are unsaved.
void adoptSaved(Workspace& workspace, const SaveRequest& request, const SaveOutcome& outcome);

} // namespace tscope
