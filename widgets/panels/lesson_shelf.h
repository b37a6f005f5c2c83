// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QWidget>

#include <functional>

class QLabel;
class QListWidget;
class QPushButton;

namespace tscope {

class ClassForm;
class HandInButton;
class Jobs;
struct Lesson;
class Lessons;
class Log;
class MarkAnswersButton;
struct ShelvedLesson;

// The lessons that there are, what one learns in each and how far one got, and who begins one.
class LessonShelf : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::LessonPanel)

public:
    // `begun` is called before a lesson begins.
    LessonShelf(Lessons& lessons, Jobs& jobs, Log& log, std::function<void()> begun, QWidget* parent = nullptr);

    void focusList();

private:
    void begin();
    void list();
    void choose();                       // another lesson or class
    void follow();                       // what was selected elsewhere
    void offerAnswers();                 // of the lesson that was worked on last, where it is chosen
    const ShelvedLesson* chosen() const; // null: none
    QString told(const Lesson& lesson) const;
    QString titleOf(const ShelvedLesson& shelved) const; // precondition: it could be read

    Lessons& m_lessons;
    std::function<void()> m_begun;
    QListWidget* m_list;
    QLabel* m_goal;
    ClassForm* m_class;
    QPushButton* m_begin;
    HandInButton* m_handIn;
    MarkAnswersButton* m_mark;
};

} // namespace tscope
