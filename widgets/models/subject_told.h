// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tscope {

struct Report;
struct Subject;

// How many tensors there are, and what they come to: of one, or of all that lie below a branch together.
struct SubjectTally {
    int tensors = 0, unchecked = 0, broken = 0, unsaved = 0, parts = 0; // parts: of files not read whole
    int rulesBroken = 0;
    double numel = 0, bytes = 0; // 0 where it is not known

    SubjectTally& operator+=(const SubjectTally& other);
    SubjectTally operator-() const;
    bool operator==(const SubjectTally&) const = default;
};
SubjectTally tallyOf(const Subject& subject);

// What a line of the list tells of a tensor.
struct SubjectTold {
    QString label, layout, size, verdict, type, bytes, filled, file, tip;
    double fill = 1; // of 1

    bool operator==(const SubjectTold&) const = default;
};
SubjectTold toldOf(const Subject& subject, const QString& label);

// "valid under pytorch", and how much of a damaged file that is said of.
QString verdictOn(const Subject& subject, const Report& report);

// And of a branch.
QString amountText(double bytes);
QString verdictOf(const SubjectTally& tally);
QString textOf(const SubjectTally& tally); // "3 tensors, 1 of them broken"

} // namespace tscope
