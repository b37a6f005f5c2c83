// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/class_form.h"

#include <QFormLayout>
#include <QRegularExpressionValidator>

namespace tscope {

ClassForm::ClassForm(LessonPlay& play, QWidget* parent)
    : QWidget(parent), m_play(play), m_seed(new QLineEdit), m_student(new QLineEdit)
{
    constexpr int longest = 60; // letters of a name
    m_seed->setObjectName(QStringLiteral("class seed"));
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{0,9}")), m_seed));
    m_seed->setPlaceholderText(tr("any numbers"));
    m_seed->setToolTip(tr("A number that the teacher gives: all of a class then get numbers that belong together, "
                          "and \"tscope lesson key --seed\" prints the answers."));
    m_student->setObjectName(QStringLiteral("student"));
    m_student->setMaxLength(longest);
    m_student->setPlaceholderText(tr("name or number"));
    m_student->setToolTip(
        tr("With the same seed each name has other numbers. It stands in the file that is handed "
           "in, and nowhere else."));
    auto* layout = new QFormLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addRow(tr("Class &seed"), m_seed);
    layout->addRow(tr("&Your name"), m_student);
    for (auto* line : {m_seed, m_student})
        connect(line, &QLineEdit::textChanged, this, &ClassForm::take);
}

void ClassForm::take()
{
    LessonPlay::Sitting sitting;
    if (!m_seed->text().isEmpty())
        sitting.classSeed = m_seed->text().toULongLong();
    sitting.student = m_student->text();
    m_play.sit(std::move(sitting));
}

} // namespace tscope
