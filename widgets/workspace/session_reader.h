// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/kept_edits.h"
#include "workspace/kept_lineages.h"
#include "workspace/kept_steps.h"
#include "workspace/session.h"

#include <map>

namespace tscope {

// A tensor on its way back.
struct RestoredTensor {
    Subject subject = {};              // without id
    int number = -1;                   // in the list; -1: new
    bool isEdited = true;              // or of no file
    QJsonObject copy = {};             // what is kept of it, if it is
    std::optional<Change> change = {}; // to be made once it is there
    bool hasSteps = false;             // that lead to it
};

// What is kept of a tensor and could not be brought back: it stays in the list.
struct WaitingTensor {
    QJsonObject origin, entry;
};

struct RestoredSession {
    std::vector<RestoredTensor> tensors;
    std::vector<RestoredStep> steps; // to be made when all are there
    int current = 0;
    std::vector<KeptLineageStep> lineages; // how tensors were made of each other
    std::map<int, KeptLineage> made;       // by their numbers in the list
    KeptVersions versions;                 // of those that are what they were when they were kept
    QJsonObject canvas;                    // what it showed
    QString contract;                      // that tensors were checked under; empty: not known
    QStringList lost, notes;               // for people
    std::vector<WaitingTensor> waiting;
    std::map<std::uint64_t, KeptStorage> storages; // that were kept, and are to be
};

// What the list in this folder names, as far as it can be read.
RestoredSession readSession(const QString& folder, ReadDocument readDocument, const Watch& watch);

} // namespace tscope
