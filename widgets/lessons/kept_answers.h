// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/results.h"

#include <QObject>
#include <QString>

#include <set>
#include <vector>

namespace tscope {

class Jobs;
class LessonPlay;

// The answers of classes, lesson by lesson, in a file of one's own: who closes the window goes on with them. A
// file that is damaged or that a newer version wrote is moved aside, whole, and said once.
class KeptAnswers : public QObject
{
    Q_OBJECT

public:
    KeptAnswers(LessonPlay& play, Jobs& jobs, QObject* parent = nullptr);

    // Reads what the folder has of them and keeps them there from now on; without that they are known for this run
    // only.
    void keepIn(const QString& folder);

Q_SIGNALS:
    void told(const QString& text);

private:
    void write(std::vector<LessonResults> given);
    void tellOnce(const QString& text);

    LessonPlay& m_play;
    Jobs& m_jobs;
    QString m_folder;           // empty: they are not kept
    bool m_isUnwritten = false; // the last time; more than the answers of this lesson may be missing in the file
    std::set<QString> m_told;
};

} // namespace tscope
