// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/related.h"
#include "selection/cover.h"
#include "selection/one_rule.h"
#include "workspace/workspace.h"

#include <QObject>
#include <QPointer>
#include <QPointF>

#include <optional>
#include <string>

namespace tscope {

class Jobs;
class PreviewGoal;

// A place of one tensor and what goes with it there.
struct Pointed {
    SubjectId subject = 0;
    Place place;
    std::vector<Slots> besides = {};     // more places that are meant as well: those of a rule
    Related related = {};                // to all of these; empty until it is known
    Related relatedToOwn = {};           // to the place alone, where others are meant as well
    std::vector<Pointed> elsewhere = {}; // the same in the other tensors that are seen, as far as it is known
    // To its entry where no element reads that, or to where it would be that isn't stored: brought into sight.
    std::vector<Place> way = {};
    // A member that has the storage of a place of bytes. An edit makes a new storage, which is found by it.
    std::string memberOfBytes = {};

    const Pointed* in(SubjectId wanted) const; // null: it is not there
    // The places that views bring into sight with this one, without those of the places besides.
    const Related& relatedToPlace() const { return besides.empty() ? related : relatedToOwn; }
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

    void hover(SubjectId subject, const Place& place, std::vector<Slots> besides = {});
    void leave();
    // A move of the mouse, anywhere on the screen. False: the pointer rests where it was when something else was
    // selected, and only the picture below it has changed, so that nothing is pointed at.
    bool isPointing(QPointF pointer);
    // The view that the user picked it in stays as it is; the others bring it into sight.
    void select(SubjectId subject, const Place& place, const QObject* pickedIn = nullptr,
                std::vector<Slots> besides = {});
    // The same by a click or the space bar: the user means this place, and does not only pass over it.
    void pick(SubjectId subject, const Place& place, const QObject* pickedIn);
    // A place that each of two tensors has for itself, whatever else they have to do with each other.
    void select(SubjectId subject, const Place& place, SubjectId other, const Place& otherPlace);
    void clear();
    // What was selected before, without bringing it into sight: views see to that themselves.
    void restore(std::optional<Pointed> before);

    // All places that an answer names so far, or named rightly: marked beside what is selected, in this tensor
    // alone. Of right ones also what is related to each, as far as it is known, so that all pictures mark them.
    struct Chosen {
        SubjectId subject = 0;
        std::vector<Place> places = {};
        bool operator==(const Chosen&) const = default;
    };
    void choose(Chosen chosen);
    const Chosen& chosen() const { return m_chosen; }
    void setRelatedToChosen(std::vector<Related> related); // one for each place, or for the first of them
    const std::vector<Related>& relatedToChosen() const { return m_relatedToChosen; }

    // The rule whose places alone are marked in pictures; empty: those of all rules.
    void markRule(const QString& rule);
    const QString& markedRule() const { return m_markedRule; }
    // The report with that rule alone, the same one for all views; else this one.
    ReportPtr markedIn(const ReportPtr& report) { return m_oneRule.of(report, m_markedRule); }

    // The tensors that are seen beside each other: what is pointed at in one is looked for in the others.
    void setSeen(std::vector<SubjectId> subjects);
    bool areSeveralSeen() const;

    PreviewGoal& previewGoal() { return *m_previewGoal; } // the places that a preview changes

    Cover& cover() { return m_cover; }
    const Cover& cover() const { return m_cover; }

Q_SIGNALS:
    void hoverChanged();
    void selectionChanged();
    void chosenChanged();
    void markedRuleChanged();
    void picked(tscope::SubjectId subject, const tscope::Place& place);
    void nextPlaceWanted(); // of the rule that is broken at what is selected
    void repairsWanted();
    void zoomWanted(); // to what is selected
    void wentTo();     // what is selected, and related, is to be brought into sight

private:
    using Signal = void (Selection::*)();
    void relate(std::optional<Pointed>& pointed, const char* name, Signal changed, Signal then = nullptr);
    void forget(const std::vector<SubjectId>& subjects); // in order
    void refresh(SubjectId subject);
    void select(Pointed pointed, const QObject* pickedIn);

    Workspace& m_workspace;
    Jobs& m_jobs;
    Cover m_cover;
    PreviewGoal* m_previewGoal;
    std::optional<Pointed> m_hovered, m_selected;
    std::vector<SubjectId> m_seen;
    std::optional<Pointed> m_told;      // where what is selected is elsewhere, if that was said with it
    QPointer<const QObject> m_pickedIn; // a view that may be closed meanwhile
    QPointF m_pointer;                  // at its last move
    bool m_isPointerOverruled = false;  // until it moves again
    Chosen m_chosen;
    QString m_markedRule;
    OneRule m_oneRule;
    std::vector<Related> m_relatedToChosen;
};

} // namespace tscope
