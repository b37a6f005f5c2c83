// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/lineages.h"

#include <QJsonArray>
#include <QJsonObject>

#include <functional>
#include <map>

namespace tscope {

// How tensors were made of each other, kept for the next start; tensors by their numbers in the list.
inline constexpr std::size_t mostKeptLineageSteps = 5000;

struct WrittenLineages {
    QJsonArray steps;
    std::map<SubjectId, QJsonObject> of; // what the entry of a tensor says
};
// `first`: what undo will lead back to.
WrittenLineages writeLineages(const std::vector<Subject>& all, const std::map<SubjectId, TensorPtr>& first = {});

struct KeptLineage {
    int step = -1; // number; -1: none
    std::size_t result = 0;
    bool isFirst = false; // of the version that undo leads back to, not of that of now
};
KeptLineage keptLineageOf(const QJsonObject& entry); // of a tensor, or of a source

// A step on its way back.
struct KeptLineageStep {
    struct Source {
        std::string name;
        KeptLineage from = {};
        int tensor = -1;     // number of who has it, or a later version of it; -1: it is gone
        bool isThis = false; // it has this very version; else, if from.isFirst, undo leads back to it
        bool isNumber = false;
    };
    LineageCall call;
    std::vector<Source> sources = {};
    std::size_t results = 1; // 0: it leads nowhere
};
// Steps that can't be understood are cuts; references to what is not before them lead nowhere, and to steps with
// more results or sources than there is room for.
std::vector<KeptLineageStep> readLineages(const QJsonArray& steps);

// The tensors that are what they were when they were kept, by their numbers: as they are now, and as they were
// before the first step of undo.
struct KeptVersions {
    std::map<int, TensorPtr> now, first;
};
void restoreLineages(Workspace& workspace, const std::vector<KeptLineageStep>& steps,
                     const std::map<int, KeptLineage>& made, const std::function<SubjectId(int number)>& idOf,
                     const KeptVersions& versions);

} // namespace tscope
