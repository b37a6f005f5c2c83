// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/edit_steps.h"

#include "workspace/steps.h"

namespace tscope {

std::vector<EditStep> editsOf(Workspace& workspace, SubjectId id)
{
    const auto& stack = workspace.undoStack();
    std::vector<EditStep> edits;
    for (int i = 0; i < stack.index(); ++i) {
        std::vector<const TensorCommand*> commands;
        collectTensorCommands(*stack.command(i), commands);
        for (const auto* command : commands)
            if (command->subject() == id)
                edits.push_back({stack.command(i)->text(), command->when(), command->before(), command->after()});
    }
    return edits;
}

TensorPtr beforeEdits(Workspace& workspace, SubjectId id)
{
    const auto* subject = workspace.find(id);
    if (subject == nullptr || subject->origin->path.isEmpty())
        return nullptr;
    if (subject->held && !subject->isAsRead())
        return subject->held;
    const auto edits = editsOf(workspace, id);
    return edits.empty() || edits.front().before == subject->tensor ? nullptr : edits.front().before;
}

} // namespace tscope
