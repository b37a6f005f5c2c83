// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/gap_form.h"

#include "language/catalogue.h"
#include "lessons/lesson_play.h"
#include "lessons/lesson_words.h"
#include "lessons/mark.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace tscope {

namespace {

QLabel* gapLabel(const char* name)
{
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

GapForm::GapForm(LessonPlay& play, QWidget* parent)
    : QWidget(parent), m_play(play), m_sentence(gapLabel("gap sentence")), m_told(gapLabel("gap told")),
      m_gap(new QLineEdit), m_check(new QPushButton(tr("Check"))), m_show(new QPushButton(tr("Show the word")))
{
    m_gap->setObjectName(QStringLiteral("gap"));
    m_gap->setAccessibleName(tr("The missing word"));
    m_check->setObjectName(QStringLiteral("check gap"));
    m_show->setObjectName(QStringLiteral("show gap"));
    // It comes with the second wrong word: without room of its own Check would go away from under the pointer.
    auto held = m_show->sizePolicy();
    held.setRetainSizeWhenHidden(true);
    m_show->setSizePolicy(held);
    auto* line = new QHBoxLayout;
    line->addWidget(m_gap, 1);
    line->addWidget(m_check);
    line->addWidget(m_show);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_sentence);
    layout->addLayout(line);
    layout->addWidget(m_told);
    connect(m_gap, &QLineEdit::returnPressed, this, &GapForm::fill);
    connect(m_check, &QPushButton::clicked, this, &GapForm::fill);
    connect(m_show, &QPushButton::clicked, this, [this] {
        m_play.showExplained();
        m_gap->setText(m_play.explainedWith()); // the wrong word would stay beside it
        reply(QString());
    });
    connect(&m_play, &LessonPlay::changed, this, &GapForm::follow);
    follow();
}

void GapForm::focusGap()
{
    m_gap->setFocus();
}

void GapForm::follow()
{
    const auto* step = m_play.step();
    const bool isAnswered = m_play.state() == LessonPlay::State::answered;
    setVisible(step != nullptr && step->explained && isAnswered && !m_play.isWrong());
    if (step == nullptr || !step->explained)
        return;
    const auto word = m_play.isExplained() ? m_play.explainedWith() : QStringLiteral("_____");
    m_sentence->setText(inWindowLanguage(step->explained->before) + word +
                        inWindowLanguage(step->explained->after));
    m_gap->setEnabled(!m_play.isExplained());
    m_check->setEnabled(!m_play.isExplained());
    if (m_posed == m_play.posed())
        return;
    m_posed = m_play.posed();
    m_wrong = 0;
    m_gap->setText(m_play.explainedWith()); // unlike clear(), no step that Ctrl+Z takes back
    m_told->setText(m_play.isExplained() ? tr("Right.") : QString());
    m_show->setVisible(false);
}

void GapForm::fill()
{
    if (m_gap->text().trimmed().isEmpty())
        return; // no try
    if (m_play.explain(m_gap->text()))
        return reply(tr("Right."));
    const auto word =
        QString::fromStdString(wordOfGap(*m_play.step()->explained, language())); // of the sentence that is shown
    const bool isShort = word.size() < 2; // its first letter would be all of it
    m_show->setVisible(++m_wrong > 1 || isShort);
    reply(isShort ? tr("Not that word; try another one.")
                  : tr("Not that word: it begins with \"%1\" and has %n letters.", nullptr,
                       static_cast<int>(word.size()))
                        .arg(word.front()));
}

void GapForm::reply(const QString& text)
{
    m_told->setText(text);
    if (m_play.isExplained())
        m_show->setVisible(false);
    Q_EMIT replied();
}

} // namespace tscope
