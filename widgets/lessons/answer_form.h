// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/related.h"
#include "workspace/workspace.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace tscope {

class FlowLayout;
class LessonPlay;
class PieceList;
class Selection;

// Where an answer is given, as its kind asks for it: typed, chosen from words, put in order, or picked in the
// views, which write what was picked or dragged into the line, so that it can be typed as well.
class AnswerForm : public QWidget
{
    Q_OBJECT

public:
    AnswerForm(LessonPlay& play, Selection& selection, QWidget* parent = nullptr);

    void focusAnswer();
    // How an answer is given, to be put among the texts: the form stays in sight, and this may scroll.
    QLabel* howToAnswer() const { return m_how; }
    bool hasUnchecked() const; // an answer that was given or changed since it was checked last
    void check();

private:
    void follow();     // another exercise, or it was answered
    void bringBack();  // what answered it before
    void markChosen(); // in the views, all that the line names
    void offerWords();
    void offerPieces();
    void pick(SubjectId subject, const Place& place);
    void movePiece(int by);

    LessonPlay& m_play;
    Selection& m_selection;
    int m_posed = 0;          // the exercise that the form is of
    bool m_isChanged = false; // the line, or the order, since the answer was checked
    QLabel* m_how;
    QLineEdit* m_line;
    QWidget* m_words;
    FlowLayout* m_wordRow;
    QWidget* m_order;
    PieceList* m_pieces;
    FlowLayout* m_moves;
    QHBoxLayout* m_typed;
    QPushButton* m_check;
};

} // namespace tscope
