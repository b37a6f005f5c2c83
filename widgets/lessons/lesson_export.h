// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_print.h"

#include <QObject>

class QWidget;

namespace tscope {

class Log;

// Writes the lesson that is open as slides or as a handout, where the user says.
class LessonExport : public QObject
{
    Q_OBJECT

public:
    enum class Kind : std::uint8_t { slides, slidePictures, handout, handoutWithAnswers };

    LessonExport(LessonPlay& play, Jobs& jobs, Log& log, QWidget& window);

    void ask(Kind kind);
    // A file; of pictures a folder, in which each export has a new one.
    void save(Kind kind, const QString& path);

private:
    LessonPlay& m_play;
    Jobs& m_jobs;
    Log& m_log;
    QWidget& m_window;
};

} // namespace tscope
