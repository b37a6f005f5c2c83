// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/kept_answers.h"
#include "lessons/lesson_play.h"
#include "lessons/progress.h"

#include <functional>
#include <optional>

namespace tscope {

// A lesson that can be begun, or why its file can't be read.
struct ShelvedLesson {
    QString path;
    LessonPtr lesson; // null: it is wrong
    QString fault = {};

    // Of a lesson that comes with the program: "09" of ":/lessons/09-coo-to-csr.lesson" is 9. Null: one's own.
    std::optional<int> number() const;
};

// The lessons that there are, and the one that somebody goes through.
class Lessons : public QObject
{
    Q_OBJECT

public:
    Lessons(Workspace& workspace, Selection& selection, Jobs& jobs, QObject* parent = nullptr);

    const std::vector<ShelvedLesson>& shelf() const { return m_shelf; }
    LessonPlay& play() { return m_play; }
    LessonProgress& progress() { return m_progress; }
    KeptAnswers& answers() { return m_answers; }
    // The first step that is not done; 0 where none or all are.
    std::size_t nextStep(const Lesson& lesson) const;

    // Reads lessons, of a folder each that lies in it, also such as are built in (":/lessons"). One that is wrong
    // stands on the shelf with its fault; the others can be begun.
    void add(const QStringList& paths);
    void select(const QString& path);                    // that could be begun next; empty: none
    LessonPtr selected() const;                          // null: none, or one that is wrong
    void begin(const QString& path, std::uint64_t seed); // one of the shelf, where it was left
    void open(const QStringList& paths,
              std::uint64_t seed); // reads them; the first that can be is selected and begun

Q_SIGNALS:
    void shelfChanged();
    void selectedChanged();
    void faulty(const QString& path, const QString& fault); // of one that was opened

private:
    void read(const QStringList& paths, const QString& job,
              std::function<void(const std::vector<ShelvedLesson>&)> then);
    void put(const std::vector<ShelvedLesson>& lessons);

    Jobs& m_jobs;
    LessonPlay m_play;
    LessonProgress m_progress;
    KeptAnswers m_answers;
    QString m_selected;                 // its path
    std::vector<ShelvedLesson> m_shelf; // built-in lessons in their order, then the others by their paths
};

} // namespace tscope
