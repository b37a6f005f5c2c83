// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lesson_panel.h"

#include "lessons/answer_form.h"
#include "lessons/gap_form.h"
#include "lessons/hand_in_button.h"
#include "lessons/lesson_words.h"
#include "lessons/lessons.h"
#include "lessons/newest_text.h"
#include "lessons/printed_answer.h"
#include "panels/lesson_shelf.h"
#include "selection/selection.h"
#include "views/flow_layout.h"

#include <QApplication>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace tscope {

namespace {

QLabel* wrapping(const char* name)
{
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

// The shelf of lessons; then the one that is gone through, step by step: what is asked, where it is
// answered, what was said, a sentence with a gap once it is right, hints, and the solution.
class LessonPanel : public QStackedWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::LessonPanel)

public:
    explicit LessonPanel(const PanelContext& context) : m_lessons(context.lessons), m_play(context.lessons.play())
    {
        // First: the form that is disabled with a right answer gives the focus away.
        connect(&m_play, &LessonPlay::changed, this, [this] {
            const auto* focus = QApplication::focusWidget();
            m_hadFocus = focus != nullptr && isAncestorOf(focus);
        });
        m_shelf = new LessonShelf(m_lessons, context.jobs, context.log, [this] { m_wantsFocus = true; });
        addWidget(m_shelf);
        addWidget(makePlay(context));
        enlarge();
        connect(&m_play, &LessonPlay::changed, this, &LessonPanel::goOnIfRight); // before anything is said of it
        connect(&m_play, &LessonPlay::changed, this, &LessonPanel::follow);
        follow();
    }

protected:
    void changeEvent(QEvent* event) override
    {
        QStackedWidget::changeEvent(event);
        if (event->type() == QEvent::FontChange)
            enlarge();
    }

private:
    // Text that is read, not scanned: no smaller than this, whatever the panels around it have.
    void enlarge()
    {
        constexpr double least = 11; // points
        auto type = font();
        type.setPointSizeF(std::max(least, type.pointSizeF()));
        auto bold = type;
        bold.setBold(true);
        for (int i = 0; i < count(); ++i)
            widget(i)->setFont(type);
        m_title->setFont(bold);
        // One width for both of its texts, so that nothing moves with the last step.
        const auto shown = m_next->text();
        int widest = 0;
        for (const auto& text : {tr("End"), tr("Next step")}) {
            m_next->setText(text);
            widest = std::max(widest, m_next->sizeHint().width());
        }
        m_next->setText(shown);
        m_next->setFixedWidth(widest);
    }

    QWidget* makePlay(const PanelContext& context)
    {
        m_title = wrapping("lesson title");
        m_ask = wrapping("question");
        m_form = new AnswerForm(m_play, context.selection);
        m_told = wrapping("told");
        m_hints = wrapping("hints");
        m_worked = wrapping("worked");
        m_gap = new GapForm(m_play);
        connect(m_gap, &GapForm::replied, this, [this] { m_newest->show({{m_gap}}); });

        const auto button = [this](const QString& text, const char* name, auto run) {
            auto* made = new QPushButton(text);
            made->setObjectName(QLatin1String(name));
            connect(made, &QPushButton::clicked, this, run);
            for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) { // outside dialogs only the space bar presses
                auto* shortcut = new QShortcut(QKeySequence(key), made);
                shortcut->setContext(Qt::WidgetShortcut);
                shortcut->setAutoRepeat(false); // of the key that has given the answer
                connect(shortcut, &QShortcut::activated, made, &QPushButton::click);
            }
            return made;
        };
        m_hint = button(tr("Hint"), "hint", [this] { m_play.showHint(); });
        m_solution = button(tr("Show solution"), "solution", [this] { m_play.showWorked(); });
        m_movement = button(tr("Movement"), "lesson movement", [this] { m_play.askMovement(); });
        m_sandbox = button(tr("Try it in the sandbox"), "lesson sandbox", [this] { m_play.askSandbox(); });
        m_again = button(tr("Other numbers"), "again", [this] {
            m_wantsFocus = true;
            m_play.again();
        });
        m_back = button(tr("Back"), "step back", [this] {
            m_wantsFocus = true;
            m_play.goTo(m_play.number() - 1);
        });
        m_next = button(tr("Next step"), "next step", [this] {
            if (!m_form->hasUnchecked())
                return goOn();
            m_wantsFocus = m_goesOn = true;
            m_form->check();
        });
        m_handIn = new HandInButton(m_play, context.jobs, context.log);
        auto* leave = button(tr("All lessons"), "leave lesson", [this] {
            m_wantsFocus = true;
            m_play.close();
        });

        auto* inside = new QWidget;
        m_texts = new QVBoxLayout(inside);
        m_texts->setSpacing(10);
        for (auto* each :
             {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_ask),
              static_cast<QWidget*>(m_form->howToAnswer()), static_cast<QWidget*>(m_told),
              static_cast<QWidget*>(m_gap), static_cast<QWidget*>(m_hints), static_cast<QWidget*>(m_worked)})
            m_texts->addWidget(each);
        m_texts->addStretch(1);
        m_scrolled = new QScrollArea;
        m_scrolled->setObjectName(QStringLiteral("lesson texts"));
        m_scrolled->setWidget(inside);
        m_scrolled->setWidgetResizable(true);
        m_scrolled->setFrameShape(QFrame::NoFrame);
        m_scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_newest = new NewestText(*m_scrolled);
        auto* page = new QWidget;
        m_page = new QVBoxLayout(page);
        m_page->addWidget(m_scrolled, 1);
        m_page->addWidget(m_form);
        auto* ways = new FlowLayout; // as many rows as a narrow panel takes
        for (auto* each : {m_hint, m_solution, m_again, m_movement, m_sandbox})
            ways->addWidget(each);
        m_page->addLayout(ways);
        // At the other side than the hint: a row that moves by its height puts no dialog under the pointer.
        m_page->addWidget(m_handIn, 0, Qt::AlignRight);
        m_page->addLayout(makeSteps(leave));
        return page;
    }

    bool isOrderAsked() const
    {
        return m_play.step() != nullptr && m_play.step()->answer.kind == AnswerKind::order;
    }

    // The form stays in sight below the texts, however long they are. Lines that are put in order may be higher
    // than a low panel, so that they scroll with the question.
    void placeForm()
    {
        const bool isAmongTexts = isOrderAsked();
        auto* layout = isAmongTexts ? m_texts : m_page;
        if (layout->indexOf(m_form) >= 0)
            return;
        layout->insertWidget(isAmongTexts ? m_texts->indexOf(m_told) : m_page->indexOf(m_scrolled) + 1, m_form);
        m_form->show(); // a widget with another parent is hidden
    }

    // A row of its own below all others: whatever comes and goes above, the way on stays where it is.
    QHBoxLayout* makeSteps(QPushButton* leave)
    {
        auto* row = new QHBoxLayout;
        row->addWidget(m_back);
        row->addWidget(m_next);
        row->addStretch(1);
        row->addWidget(leave);
        return row;
    }

    void goOn()
    {
        m_wantsFocus = true;
        const auto* lesson = m_play.lesson();
        if (lesson != nullptr && m_play.number() + 1 < lesson->steps.size())
            m_play.goTo(m_play.number() + 1);
        else
            m_play.close();
    }

    // An answer that was not checked is checked by going on; one that does not count stays, with the reason.
    void goOnIfRight()
    {
        if (m_play.state() == LessonPlay::State::asked && !m_play.isWrong())
            return; // it is still being marked
        const bool isRight = m_play.state() == LessonPlay::State::answered && !m_play.isWrong();
        if (std::exchange(m_goesOn, false) && isRight && m_play.isCounted())
            goOn();
    }

    void follow()
    {
        const auto* lesson = m_play.lesson();
        setCurrentIndex(lesson == nullptr ? 0 : 1);
        if (lesson == nullptr) {
            if (std::exchange(m_wantsFocus, false))
                m_shelf->focusList();
            return;
        }
        const auto* exercise = m_play.exercise();
        placeForm();
        m_title->setText(stepTitle(*lesson, m_play.number()));
        m_ask->setText(exercise == nullptr ? QString() : QString::fromStdString(exercise->ask));
        const bool isToldNew = tell();
        QStringList hints;
        for (std::size_t i = 0; exercise != nullptr && i < m_play.hintsShown(); ++i)
            hints << tr("Hint %1: %2").arg(i + 1).arg(QString::fromStdString(exercise->hints[i]));
        const bool isHintNew = show(*m_hints, hints.join(QLatin1Char('\n')));
        const bool isAnswered = m_play.state() == LessonPlay::State::answered;
        const bool isWorkedNew =
            show(*m_worked,
                 exercise != nullptr && (m_play.isWorkedShown() || isAnswered) ? solution(*exercise) : QString());
        const bool isAsked = m_play.state() == LessonPlay::State::asked;
        m_hint->setEnabled(isAsked && m_play.hintsShown() < exercise->hints.size());
        m_solution->setEnabled(isAsked && !m_play.isWorkedShown());
        hold(*m_movement, *lesson, "movement", m_play.offersMovement());
        hold(*m_sandbox, *lesson, "sandbox", m_play.offersSandbox());
        const bool isLast = m_play.number() + 1 == lesson->steps.size();
        offerAnswers(isLast, isAnswered);
        m_back->setEnabled(m_play.number() > 0);
        m_next->setText(isLast ? tr("End") : tr("Next step"));
        const bool hasOthers = exercise == nullptr || exercise->isDrawn;
        m_again->setEnabled(hasOthers);
        m_again->setToolTip(hasOthers ? QString() : tr("The numbers of this step are fixed."));
        moveFocus(isAsked, isAnswered);
        if (std::exchange(m_posed, m_play.posed()) != m_play.posed())
            m_newest->show({{m_ask}, {m_form->howToAnswer()}, {isOrderAsked() ? m_form : nullptr}, {m_title}});
        else if (isToldNew && isAnswered) // the sentence with the gap is hidden where a step has none
            m_newest->show({{m_gap}, {m_told}, {m_worked}});
        else if (isToldNew)
            m_newest->show({{m_told}});
        else if (isWorkedNew)
            m_newest->show({{m_worked}});
        else if (isHintNew)
            m_newest->show({{m_hints, hints.back()}, {m_hints}});
    }

    // A class saves them at any time, others at the end. In the last step the button has its room from the start.
    void offerAnswers(bool isLast, bool isAnswered)
    {
        auto policy = m_handIn->sizePolicy();
        policy.setRetainSizeWhenHidden(isLast);
        m_handIn->setSizePolicy(policy);
        m_handIn->setVisible(m_play.sitting().isOfClass() ||
                             (isLast && isAnswered && hasAnswers(m_play.results())));
    }

    QString solution(const Exercise& exercise) const
    {
        const auto text = QString::fromStdString(exercise.worked);
        const auto* given = m_play.answeredWith();
        return given == nullptr || isPrinted(exercise, *given) ? tr("Solution: %1").arg(text)
                                                               : tr("Another right one: %1").arg(text);
    }

    // With the keyboard alone: to where the answer is given, then to the gap, then to the next step.
    void moveFocus(bool isAsked, bool isAnswered)
    {
        if (isAsked && std::exchange(m_wantsFocus, false))
            return m_form->focusAnswer();
        const bool isNew = std::exchange(m_wasAnswered, isAnswered) != isAnswered;
        if (!isAnswered || !(m_hadFocus || m_wantsFocus) || (!isNew && !m_play.isExplained()))
            return;
        m_wantsFocus = false;
        if (m_gap->isVisibleTo(this) && !m_play.isExplained())
            m_gap->focusGap();
        else
            m_next->setFocus();
    }

    bool tell()
    {
        auto text = m_play.told();
        constexpr int enough = 2; // in a row, with other numbers
        if (m_play.state() == LessonPlay::State::answered && m_play.exercise() != nullptr && !m_play.isWrong() &&
            m_play.isCounted() && m_play.exercise()->isDrawn) {
            // The advice is given once, and stays with the answer that it was given for.
            const std::pair answered(m_play.number(), m_play.seed());
            const bool isInARow = m_play.rightInARow() >= enough;
            if (!isInARow && !m_advised)
                m_advised = answered;
            if (isInARow)
                text += QLatin1Char(' ') + tr("%n in a row.", nullptr, m_play.rightInARow());
            else if (m_advised == answered)
                text += QLatin1Char(' ') + tr("Try it with other numbers too.");
        }
        // A reply that goes with the first change of the answer leaves its room, so that no button goes away from
        // under the pointer.
        const bool isRetracted = text.isEmpty() && m_told->isVisible() && m_posed == m_play.posed();
        m_told->setMinimumHeight(isRetracted ? m_told->height() : 0);
        const bool isNew = show(*m_told, text);
        m_told->setVisible(isRetracted || !text.isEmpty());
        return isNew;
    }

    // A button that some step of the lesson reveals has its room in all of them, so that the others stay in place.
    static void hold(QPushButton& button, const Lesson& lesson, std::string_view part, bool isOffered)
    {
        auto policy = button.sizePolicy();
        policy.setRetainSizeWhenHidden(std::ranges::any_of(lesson.steps, [&](const LessonStep& step) {
            return std::ranges::find(step.revealed, part) != step.revealed.end();
        }));
        button.setSizePolicy(policy);
        button.setVisible(isOffered);
    }

    // Whether it is there and says something else than before.
    static bool show(QLabel& label, const QString& text)
    {
        const bool isNew = !text.isEmpty() && text != label.text();
        label.setText(text);
        label.setVisible(!text.isEmpty());
        return isNew;
    }

    Lessons& m_lessons;
    LessonPlay& m_play;
    bool m_wantsFocus = false; // the next that is posed was asked for here
    bool m_goesOn = false;     // once the answer that is being marked is right
    bool m_wasAnswered = false, m_hadFocus = false;
    int m_posed = 0;                                                // the exercise that is shown
    std::optional<std::pair<std::size_t, std::uint64_t>> m_advised; // step and seed; of none yet
    LessonShelf* m_shelf = nullptr;
    QLabel *m_title = nullptr, *m_ask = nullptr, *m_told = nullptr, *m_hints = nullptr, *m_worked = nullptr;
    QScrollArea* m_scrolled = nullptr;
    QVBoxLayout *m_texts = nullptr, *m_page = nullptr; // which scroll, and all that is below each other
    NewestText* m_newest = nullptr;
    GapForm* m_gap = nullptr;
    AnswerForm* m_form = nullptr;
    QPushButton *m_hint = nullptr, *m_solution = nullptr, *m_movement = nullptr, *m_sandbox = nullptr,
                *m_again = nullptr, *m_back = nullptr, *m_next = nullptr, *m_handIn = nullptr;
};

} // namespace

QWidget* makeLessonPanel(const PanelContext& context)
{
    return new LessonPanel(context);
}

} // namespace tscope
