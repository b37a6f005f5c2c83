// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/related.h"
#include "workspace/workspace.h"

#include <QObject>

#include <optional>

namespace tscope {

class Jobs;

// A place of one tensor and what goes with it there.
struct Pointed {
    SubjectId subject = 0;
    Place place;
    Related related; // empty until it is known
};

// What is pointed at and what was picked: one for the whole window. Every view lights up what is related to them
// and nothing else; no view knows another one.
class Selection : public QObject
{
    Q_OBJECT

public:
    Selection(Workspace& workspace, Jobs& jobs, QObject* parent = nullptr);

    const std::optional<Pointed>& hovered() const { return m_hovered; }
    const std::optional<Pointed>& selected() const { return m_selected; }
    const QObject* pickedIn() const { return m_pickedIn; } // of what is selected; null: in no view

    void hover(SubjectId subject, const Place& place);
    void leave();
    // The view that the user picked it in stays as it is; the others bring it into sight.
    void select(SubjectId subject, const Place& place, const QObject* pickedIn = nullptr);
    void clear();

Q_SIGNALS:
    void hoverChanged();
    void selectionChanged();
    void wentTo(); // what is selected, and related, is to be brought into sight

private:
    using Signal = void (Selection::*)();
    void relate(std::optional<Pointed>& pointed, const char* name, Signal changed, Signal then = nullptr);
    void forget(const std::vector<SubjectId>& subjects); // in order
    void refresh(SubjectId subject);

    Workspace& m_workspace;
    Jobs& m_jobs;
    std::optional<Pointed> m_hovered, m_selected;
    const QObject* m_pickedIn = nullptr; // compared, never looked into
};

} // namespace tscope
