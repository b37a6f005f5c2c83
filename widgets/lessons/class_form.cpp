// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/class_form.h"

#include <QFormLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

constexpr int mostDigits = 9;

} // namespace

ClassForm::ClassForm(LessonPlay& play, QWidget* parent)
    : QWidget(parent), m_play(play), m_seed(new QLineEdit), m_student(new QLineEdit),
      m_shared(new QCheckBox(tr("Same &numbers for every name"))), m_wrong(new QLabel)
{
    constexpr int longest = 60; // letters of a name
    m_seed->setObjectName(QStringLiteral("class seed"));
    m_seed->setMaxLength(longest);
    m_seed->setPlaceholderText(tr("any numbers"));
    m_seed->setToolTip(tr("A number that the teacher gives: all of a class then get numbers that belong together, "
                          "and \"tscope lesson key --seed\" prints the answers."));
    m_student->setObjectName(QStringLiteral("student"));
    m_student->setMaxLength(longest);
    m_student->setPlaceholderText(tr("name or number"));
    m_student->setToolTip(tr("It is written into the file that is handed in, and kept in your settings."));
    m_shared->setObjectName(QStringLiteral("same numbers"));
    m_shared->setToolTip(
        tr("Ticked: all of a class answer the same exercises, as they are on a handout. Not ticked: "
           "with the same seed each name has numbers of its own."));
    auto* layout = new QFormLayout;
    layout->addRow(tr("Class &seed"), m_seed);
    layout->addRow(tr("&Your name"), m_student);
    layout->addRow(m_shared);
    m_wrong->setObjectName(QStringLiteral("wrong class seed"));
    m_wrong->setWordWrap(true);
    m_wrong->setText(tr("A class seed is a number of at most %1 digits. Correct it, or leave the field empty.")
                         .arg(mostDigits));
    // Its room is kept, so that nothing moves while a seed is typed.
    auto held = m_wrong->sizePolicy();
    held.setRetainSizeWhenHidden(true);
    m_wrong->setSizePolicy(held);
    m_wrong->hide();
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(layout);
    rows->addWidget(m_wrong);
    for (auto* line : {m_seed, m_student})
        connect(line, &QLineEdit::textChanged, this, &ClassForm::take);
    connect(m_shared, &QCheckBox::toggled, this, &ClassForm::take);
}

bool ClassForm::isValid() const
{
    const auto seed = m_seed->text().trimmed();
    return seed.size() <= mostDigits &&
           std::ranges::all_of(seed, [](QChar c) { return c >= QLatin1Char('0') && c <= QLatin1Char('9'); });
}

void ClassForm::take()
{
    LessonPlay::Sitting sitting;
    if (const auto seed = m_seed->text().trimmed(); isValid() && !seed.isEmpty())
        sitting.classSeed = seed.toULongLong();
    m_wrong->setVisible(!isValid());
    sitting.student = m_student->text();
    sitting.areNumbersShared = m_shared->isChecked();
    m_play.sit(std::move(sitting));
    Q_EMIT changed();
}

} // namespace tscope
