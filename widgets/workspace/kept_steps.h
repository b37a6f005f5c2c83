// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/kept_edits.h"

#include <QJsonArray>

#include <functional>
#include <vector>

namespace tscope {

// The steps of undo, kept for the next start with the tensors that they lead to.

// What one step made of one tensor.
struct StepPart {
    SubjectId subject = 0;
    TensorPtr before, after;
};
struct DoneStep {
    QString title;
    std::vector<StepPart> parts; // a tensor, and those that share its bytes
    qint64 when = 0;             // in seconds since 1970; 0: not known
};

inline constexpr int mostKeptSteps = 200;

// The edits that undo would take back, the oldest first: of tensors that are open and not saved, since each was
// as its file holds it. At most the last ones.
std::vector<DoneStep> doneSteps(Workspace& workspace);

// Their entries in a list, and of each tensor without a file what it was before the first of them. The oldest are
// left out where there is no room; the first that is left then leads there from what the file holds.
struct KeptSteps {
    QJsonArray steps;
    std::map<SubjectId, QJsonObject> starts;
    std::map<SubjectId, TensorPtr> first; // what undo leads back to; of a tensor with a file it is read from there
};
KeptSteps keepSteps(const std::vector<DoneStep>& steps, const std::vector<Subject>& all, KeptTensors& keeping);

// A step on its way back: tensors by their numbers in the list.
struct RestoredStep {
    QString title;
    std::vector<std::pair<int, TensorPtr>> parts;
    qint64 when = 0; // in seconds since 1970; 0: not known
};
// As far back as all can be read; none where these do not lead to the tensors as they are kept. `tensorOf` reads
// what such an entry keeps of a tensor (null: it can't be read), `now` gives the tensor as it is kept.
std::vector<RestoredStep>
restoredSteps(const QJsonArray& steps,
              const std::function<TensorPtr(int number, const QJsonObject& kept)>& tensorOf,
              const std::function<TensorPtr(int number)>& now);

// Puts them on the undo stack. The tensors are as they were before the first step, and are as after the last
// then.
void pushSteps(Workspace& workspace, const std::vector<RestoredStep>& steps,
               const std::function<SubjectId(int number)>& idOf);

} // namespace tscope
