// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_play.h"

#include <QPushButton>

namespace tscope {

class Log;

// Saves what was answered in a lesson, for who marks it.
class HandInButton : public QPushButton
{
    Q_OBJECT

public:
    HandInButton(LessonPlay& play, Jobs& jobs, Log& log, QWidget* parent = nullptr);

private:
    void ask();
    void askForName();
    void askForPath(const LessonResults& results);
    void saveTo(const QString& path, const LessonResults& results);

    LessonPlay& m_play;
    Jobs& m_jobs;
    Log& m_log;
};

} // namespace tscope
