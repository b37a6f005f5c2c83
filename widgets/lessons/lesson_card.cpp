// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_card.h"

#include "lessons/lesson_play.h"
#include "lessons/lesson_words.h"

#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace tscope {

namespace {

QLabel* cardLabel(const char* name)
{
    constexpr int widest = 720; // pixels, so that a line is followed with ease
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setMaximumWidth(widest);
    return label;
}

} // namespace

LessonCard::LessonCard(LessonPlay& play, QWidget* parent)
    : QWidget(parent), m_play(play), m_title(cardLabel("lesson card title")),
      m_ask(cardLabel("lesson card question"))
{
    constexpr int margin = 32, gap = 16;
    auto* texts = new QWidget;
    auto* lines = new QVBoxLayout(texts);
    lines->setContentsMargins(margin, margin, margin, margin);
    lines->setSpacing(gap);
    lines->addWidget(m_title);
    lines->addWidget(m_ask);
    lines->addStretch(1);
    auto* scrolled = new QScrollArea;
    scrolled->setWidget(texts);
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scrolled->setFocusPolicy(Qt::NoFocus); // the question stands in the panel too
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scrolled);
    enlarge();
    connect(&m_play, &LessonPlay::changed, this, &LessonCard::follow);
    follow();
}

void LessonCard::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        enlarge();
}

void LessonCard::enlarge()
{
    constexpr double larger = 1.5;
    auto type = font();
    type.setPointSizeF(type.pointSizeF() * larger);
    m_ask->setFont(type);
    type.setBold(true);
    m_title->setFont(type);
}

// While a step is posed, what is left of the one before stays.
void LessonCard::follow()
{
    const auto* lesson = m_play.lesson();
    if (lesson == nullptr || m_play.state() == LessonPlay::State::posing)
        return;
    const auto* exercise = m_play.exercise();
    m_title->setText(stepTitle(*lesson, m_play.number()));
    m_ask->setText(exercise == nullptr ? QString() : QString::fromStdString(exercise->ask));
}

} // namespace tscope
