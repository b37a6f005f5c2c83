// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace tscope {

class LessonPlay;

// In place of pictures while a step of a lesson has no tensor: its title and its question, in large type.
class LessonCard : public QWidget
{
    Q_OBJECT

public:
    explicit LessonCard(LessonPlay& play, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow();
    void enlarge();

    LessonPlay& m_play;
    QLabel *m_title, *m_ask;
};

} // namespace tscope
