// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_play.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>

namespace tscope {

// Who answers, and with which seed a teacher has the class's numbers drawn; both may stay empty.
class ClassForm : public QWidget
{
    Q_OBJECT

public:
    explicit ClassForm(LessonPlay& play, QWidget* parent = nullptr);

    bool isValid() const; // else it says what is wrong, and no lesson should begin with other numbers

Q_SIGNALS:
    void changed();

private:
    void take();

    LessonPlay& m_play;
    QLineEdit* m_seed = nullptr;
    QLineEdit* m_student = nullptr;
    QCheckBox* m_shared = nullptr;
    QLabel* m_wrong = nullptr;
};

} // namespace tscope
