// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "selection/selection.h"

namespace tscope {

// Selects what a previewed change changes, so that every view goes there and marks it: the first of its places,
// then the one that is stepped to. A preview that is left without being applied gives back what was selected
// before.
class PreviewGoal : public QObject
{
    Q_OBJECT

public:
    PreviewGoal(Workspace& workspace, Selection& selection, Jobs& jobs, QObject* parent = nullptr);

    // Runs of slots that the preview changes; none while that is not known, or where it changes a claim.
    std::size_t count() const { return m_places.size(); }
    bool isAtLeast() const { return m_isCut; } // there are more than are counted
    std::size_t at() const { return m_at; }    // of them, the one that is selected
    const Slots* place() const;                // that one; null: there is none
    bool isSelected() const;                   // a change, not what the user has picked meanwhile
    void step(int direction);                  // round and round

Q_SIGNALS:
    void moved();

private:
    struct Before {
        SubjectId subject = 0;
        TensorPtr tensor;
        std::optional<Pointed> selected;
    };

    void follow();
    void list(std::vector<Slots> places);
    void goTo(std::size_t place);
    void giveBack();
    void goBack();

    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    std::optional<Before> m_before; // while a preview is offered
    TensorPtr m_after;              // whose changes are sought, or selected
    std::vector<Slots> m_places;    // that it changes
    bool m_isCut = false;
    std::size_t m_at = 0;
    std::optional<Place> m_goal; // that was selected for it
};

} // namespace tscope
