// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_print.h"

#include <QObject>

class QWidget;

namespace tscope {

class Lessons;
class Log;

// Writes the lesson that is open, else the one that is selected, as slides or as a handout, where the user says.
class LessonExport : public QObject
{
    Q_OBJECT

public:
    enum class Kind : std::uint8_t { slides, slidePictures, handout, handoutWithAnswers };

    LessonExport(Lessons& lessons, Jobs& jobs, Log& log, QWidget& window);

    bool isPossible() const; // there is a lesson
    void ask(Kind kind);     // where it is possible
    // A file; of pictures a folder, in which each export has a new one.
    void save(Kind kind, const QString& path);

private:
    std::optional<PagesOf> pages(Kind kind) const; // nothing: there is no lesson
    void savePictures(const PagesOf& of, const PrintFonts& fonts, const QString& path);

    Lessons& m_lessons;
    Jobs& m_jobs;
    Log& m_log;
    QWidget& m_window;
};

} // namespace tscope
