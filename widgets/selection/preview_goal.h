// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "selection/selection.h"

namespace tscope {

// Selects what a previewed change changes, so that every view goes there and marks it. A preview that is left
// without being applied gives back what was selected before.
class PreviewGoal : public QObject
{
    Q_OBJECT

public:
    PreviewGoal(Workspace& workspace, Selection& selection, Jobs& jobs, QObject* parent = nullptr);

private:
    struct Before {
        SubjectId subject = 0;
        TensorPtr tensor;
        std::optional<Pointed> selected;
    };

    void follow();
    void goTo(SubjectId subject, std::vector<Slots> places);
    void goBack();

    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    std::optional<Before> m_before; // while a preview is offered
    TensorPtr m_after;              // whose changes are sought, or selected
    std::optional<Place> m_goal;    // that was selected for it
};

} // namespace tscope
