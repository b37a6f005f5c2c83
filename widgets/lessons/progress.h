// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <map>
#include <set>

namespace tscope {

class Jobs;

// Which steps were answered right, by lesson.
using DoneSteps = std::map<QString, std::set<int>>;

// What one has learned, kept in a file of one's own. One that is damaged or that a newer version wrote is moved
// aside, whole, and said once; it is neither read in parts nor written over.
class LessonProgress : public QObject
{
    Q_OBJECT

public:
    explicit LessonProgress(Jobs& jobs, QObject* parent = nullptr);

    // Reads what the folder has of it and keeps it there from now on; without that it is known for this run only.
    void keepIn(const QString& folder);
    void add(const QString& lesson, int step);
    const std::set<int>& of(const QString& lesson) const; // the steps that are done

Q_SIGNALS:
    void changed();
    void told(const QString& text);

private:
    void write();
    void tellOnce(const QString& text);

    Jobs& m_jobs;
    QString m_folder; // empty: it is not kept
    DoneSteps m_done;
    std::set<QString> m_told;
};

} // namespace tscope
