// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_play.h"
#include "lessons/results_table.h"

#include <QDialog>
#include <QPushButton>

#include <functional>

namespace tscope {

class Jobs;
class Log;

// The answers of a class, marked: a line for each file, a column for each step. Below it a line for each step,
// with its most frequent wrong answers.
class MarkedAnswers : public QDialog
{
    Q_OBJECT

public:
    MarkedAnswers(LessonPtr lesson, std::vector<MarkedResults> marked, Jobs& jobs, Log& log, QWidget* parent);

private:
    void save();

    LessonPtr m_lesson;
    std::vector<MarkedResults> m_marked;
    Jobs& m_jobs;
    Log& m_log;
};

// Asks for the folder of what was handed in, marks it on a worker, and shows the table.
class MarkAnswersButton : public QPushButton
{
    Q_OBJECT

public:
    struct Asked {
        LessonPtr lesson; // null: none is chosen
        std::optional<std::uint64_t> classSeed;
    };
    MarkAnswersButton(Jobs& jobs, Log& log, std::function<Asked()> asked, QWidget* parent = nullptr);

private:
    void ask();
    void mark(const QString& folder);

    Jobs& m_jobs;
    Log& m_log;
    std::function<Asked()> m_asked;
};

} // namespace tscope
