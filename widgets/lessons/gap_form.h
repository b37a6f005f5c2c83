// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace tscope {

class LessonPlay;

// The sentence of a step with its gap, once the step is answered: its word is typed. After a word that does not
// fit its first letter is said, after another one the word can be shown.
class GapForm : public QWidget
{
    Q_OBJECT

public:
    explicit GapForm(LessonPlay& play, QWidget* parent = nullptr);

    void focusGap();

Q_SIGNALS:
    void replied(); // to a word

private:
    void follow();
    void fill();
    void reply(const QString& text);

    LessonPlay& m_play;
    int m_posed = 0; // the exercise whose gap is shown
    int m_wrong = 0; // words that were given for it
    QLabel *m_sentence, *m_told;
    QLineEdit* m_gap;
    QPushButton *m_check, *m_show;
};

} // namespace tscope
