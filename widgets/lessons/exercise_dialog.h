// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/exercise.h"
#include "lessons/made_lesson.h"

#include <QDialog>

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace tscope {

class Jobs;

// Asks what an exercise about a tensor is to ask, shows its first question, and writes it as a lesson.
class ExerciseDialog : public QDialog
{
    Q_OBJECT

public:
    ExerciseDialog(const QString& name, TensorPtr tensor, Jobs& jobs, QWidget* parent);

Q_SIGNALS:
    void saved(const QString& path); // a lesson that can be opened

private:
    struct Made {
        std::string lesson; // its text
        QString told;       // its first question
    };
    static Result<Made> made(const Tensor& tensor, const LessonRequest& request);

    QWidget* form();
    Result<LessonRequest> request() const;
    void enable();
    void make(); // anew, with what is chosen
    void take(const Result<Made>& made);
    void refuse(const Error& error);
    void askForPath();
    void saveTo(const QString& path);

    QString m_name;
    TensorPtr m_tensor;
    Jobs& m_jobs;
    QComboBox* m_kind;
    QSpinBox* m_steps;
    QLineEdit* m_title;
    QLineEdit* m_elements;
    QComboBox* m_rule;
    QPlainTextEdit* m_told;
    QPushButton* m_save;
    std::string m_lesson; // empty: there is none to save
};

} // namespace tscope
