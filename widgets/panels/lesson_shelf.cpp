// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lesson_shelf.h"

#include "lessons/class_form.h"
#include "lessons/hand_in_button.h"
#include "lessons/lesson_words.h"
#include "lessons/lessons.h"
#include "panels/marked_answers.h"
#include "style/titles.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QRandomGenerator>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

// It takes the height that the parts below it leave, and asks for no more than a few rows.
class ShelfList : public QListWidget
{
public:
    QSize sizeHint() const override { return minimumSizeHint(); }
};

} // namespace

LessonShelf::LessonShelf(Lessons& lessons, Jobs& jobs, Log& log, std::function<void()> begun, QWidget* parent)
    : QWidget(parent), m_lessons(lessons), m_begun(std::move(begun)), m_list(new ShelfList), m_goal(new QLabel),
      m_class(new ClassForm(lessons.play())), m_begin(new QPushButton(tr("Begin"))),
      m_handIn(new HandInButton(lessons.play(), jobs, log)), m_mark(new MarkAnswersButton(jobs, log, [this] {
          const auto* each = chosen();
          return MarkAnswersButton::Asked{each == nullptr ? nullptr : each->lesson,
                                          m_lessons.play().sitting().classSeed};
      }))
{
    m_list->setObjectName(QStringLiteral("lessons"));
    m_list->setAccessibleName(tr("Lessons"));
    m_list->setUniformItemSizes(true);
    m_goal->setObjectName(QStringLiteral("lesson goal"));
    m_goal->setWordWrap(true);
    m_goal->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_begin->setObjectName(QStringLiteral("begin lesson"));
    m_handIn->setObjectName(QStringLiteral("hand in worked on"));
    auto* inside = new QWidget;
    auto* parts = new QVBoxLayout(inside);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->addWidget(m_list, 1);
    parts->addWidget(m_goal);
    parts->addWidget(m_class);
    auto* scrolled = new QScrollArea; // in a low panel
    scrolled->setObjectName(QStringLiteral("lesson shelf"));
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setFocusPolicy(Qt::NoFocus);
    scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scrolled->setMinimumWidth(inside->minimumSizeHint().width());
    scrolled->setWidget(inside);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(scrolled, 1);
    layout->addWidget(m_handIn);
    auto* ways = new QHBoxLayout;
    ways->addWidget(m_mark);
    ways->addStretch(1);
    ways->addWidget(m_begin);
    layout->addLayout(ways);
    connect(m_list, &QListWidget::itemActivated, this, &LessonShelf::begin);
    connect(m_list, &QListWidget::currentRowChanged, this, &LessonShelf::choose);
    connect(m_class, &ClassForm::changed, this, &LessonShelf::choose);
    connect(m_begin, &QPushButton::clicked, this, &LessonShelf::begin);
    connect(&m_lessons, &Lessons::shelfChanged, this, &LessonShelf::list);
    connect(&m_lessons, &Lessons::selectedChanged, this, &LessonShelf::follow);
    connect(&m_lessons.play(), &LessonPlay::changed, this, &LessonShelf::offerAnswers);
    list();
}

void LessonShelf::focusList()
{
    m_list->setFocus();
}

void LessonShelf::begin()
{
    const auto* item = m_list->currentItem();
    if (item == nullptr || !m_class->isValid())
        return;
    m_begun();
    m_lessons.begin(item->data(Qt::UserRole).toString(), QRandomGenerator::global()->bounded(1U, 1'000'000U));
}

const ShelvedLesson* LessonShelf::chosen() const
{
    const auto row = m_list->currentRow();
    return row >= 0 ? &m_lessons.shelf()[static_cast<std::size_t>(row)] : nullptr;
}

void LessonShelf::follow()
{
    const auto& shelf = m_lessons.shelf();
    const auto selected = m_lessons.selected();
    if (selected == nullptr || m_list->count() != std::ssize(shelf)) // while the list is filled
        return;
    const auto at = std::ranges::find(shelf, selected, &ShelvedLesson::lesson);
    m_list->setCurrentRow(static_cast<int>(at - shelf.begin()));
}

void LessonShelf::choose()
{
    const auto* each = chosen();
    const bool canBegin = each != nullptr && each->lesson != nullptr;
    m_begin->setEnabled(canBegin && m_class->isValid());
    m_mark->setEnabled(canBegin && m_class->isValid());
    m_begin->setText(canBegin && m_lessons.nextStep(*each->lesson) > 0 ? tr("Continue") : tr("Begin"));
    m_lessons.select(each == nullptr ? QString() : each->path);
    m_goal->setText(each == nullptr ? QString() : canBegin ? told(*each->lesson) : each->fault);
    offerAnswers();
}

void LessonShelf::offerAnswers()
{
    const auto* each = chosen();
    const auto& results = m_lessons.play().results();
    m_handIn->setVisible(each != nullptr && each->lesson != nullptr && each->lesson->id == results.lesson &&
                         hasAnswers(results));
}

// What one learns, and which of the steps are done.
QString LessonShelf::told(const Lesson& lesson) const
{
    QStringList lines{inWindowLanguage(lesson.goal)};
    const auto& done = m_lessons.progress().of(QString::fromStdString(lesson.id));
    for (std::size_t step = 0; !done.empty() && step < lesson.steps.size(); ++step)
        lines << (done.contains(static_cast<int>(step)) ? tr("\u2713 %1") : tr("\u25cb %1"))
                     .arg(inWindowLanguage(lesson.steps[step].title));
    return lines.join(QLatin1Char('\n'));
}

QString LessonShelf::titleOf(const ShelvedLesson& shelved) const
{
    const auto& lesson = *shelved.lesson;
    const auto number = shelved.number();
    const auto name = inWindowLanguage(lesson.title);
    const auto title = number ? tr("%1. %2").arg(*number).arg(name) : name;
    const auto count = static_cast<int>(lesson.steps.size());
    const auto& steps = m_lessons.progress().of(QString::fromStdString(lesson.id));
    const auto done = static_cast<int>(
        std::ranges::count_if(steps, [count](int step) { return step < count; })); // it may have had more
    return done == 0       ? title
           : done == count ? tr("%1 \u2713 done").arg(title)
                           : tr("%1 \u2013 %2 of %3 steps").arg(title).arg(done).arg(count);
}

void LessonShelf::list()
{
    const auto* current = m_list->currentItem();
    const auto kept = current == nullptr ? QString() : current->data(Qt::UserRole).toString();
    m_list->clear();
    for (const auto& each : m_lessons.shelf()) {
        auto* item = new QListWidgetItem(each.lesson != nullptr ? titleOf(each)
                                                                : tr("%1: can't be read").arg(asTitle(each.path)));
        item->setData(Qt::UserRole, each.path);
        m_list->addItem(item);
        if (each.path == kept || m_list->count() == 1)
            m_list->setCurrentItem(item);
    }
    offerAnswers();
}

} // namespace tscope
