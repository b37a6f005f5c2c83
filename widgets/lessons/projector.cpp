// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/projector.h"

#include "lessons/lesson_play.h"
#include "lessons/lesson_words.h"
#include "selection/selection.h"
#include "style/large_tips.h"
#include "style/projected_type.h"
#include "views/scene_view.h"
#include "workspace/tabs.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QFontMetrics>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace tscope {

namespace {

QLabel* label(const char* name, bool isWrapped = true)
{
    auto* made = new QLabel;
    made->setObjectName(QLatin1String(name));
    made->setWordWrap(isWrapped);
    return made;
}

} // namespace

Projector::Projector(Workspace& workspace, const Tabs& tabs, Selection& selection, Jobs& jobs, LessonPlay& play,
                     Theme theme, QWidget* parent)
    : QWidget(parent, Qt::Window), m_workspace(workspace), m_tabs(tabs), m_selection(selection), m_jobs(jobs),
      m_play(play), m_theme(theme), m_scrolled(new QScrollArea), m_title(label("projector title")),
      m_ask(label("projector question")), m_offered(label("projector offered")),
      m_solution(label("projector solution")), m_empty(label("projector empty")),
      m_cause(label("projector cause")), m_found(label("projector found")), m_keys(label("projector keys")),
      m_pictures(new QWidget), m_grid(new QGridLayout(m_pictures))
{
    setObjectName(QStringLiteral("projector"));
    setWindowTitle(tr("Projector"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* texts = new QWidget;
    auto* lines = new QVBoxLayout(texts);
    for (auto* each : {m_title, m_ask, m_offered, m_solution})
        lines->addWidget(each);
    lines->addStretch(1);
    m_scrolled->setWidget(texts);
    m_scrolled->setWidgetResizable(true);
    m_scrolled->setFrameShape(QFrame::NoFrame);
    m_scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_empty->setText(tr("No tensor is open."));
    m_empty->setAlignment(Qt::AlignCenter);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_pictures->installEventFilter(this);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_scrolled);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_pictures, 1);
    layout->addWidget(m_cause);
    m_found->setAlignment(Qt::AlignLeft | Qt::AlignTop); // it may be higher than its text
    layout->addWidget(m_found);
    layout->addStretch(0); // of a step without pictures the keys are at the bottom too
    layout->addWidget(m_keys);
    makeKeys();
    connect(&play, &LessonPlay::changed, this, &Projector::follow);
    connect(&workspace, &Workspace::currentChanged, this, &Projector::follow);
    connect(&workspace, &Workspace::subjectChanged, this, &Projector::follow);
    connect(&tabs, &Tabs::changed, this, &Projector::follow);
    connect(&workspace, &Workspace::reportChanged, this, &Projector::showElement);
    connect(&selection, &Selection::selectionChanged, this, &Projector::showElement);
    connect(&selection.cover(), &Cover::changed, this, &Projector::showElement);
    connect(&workspace, &Workspace::currentChanged, this, [this] { showFound({}); });
    new LargeTips(*this);
    follow();
}

void Projector::makeKeys()
{
    const auto on = [this](Qt::Key key, auto run) {
        auto* shortcut = new QShortcut(QKeySequence(key), this);
        shortcut->setAutoRepeat(false);
        connect(shortcut, &QShortcut::activated, this, run);
        return shortcut;
    };
    on(Qt::Key_Escape, [this] { close(); });
    on(Qt::Key_F11, [this] { close(); });
    // Remote controls send the page keys. Outside lessons Space picks what is selected.
    on(Qt::Key_PageDown, [this] { stepOn(); });
    on(Qt::Key_PageUp, [this] { stepBack(); });
    on(Qt::Key_N, [this] { showTensorBeside(1); });
    on(Qt::Key_P, [this] { showTensorBeside(-1); });
    on(Qt::Key_H, [this] { m_play.showHint(); });
    m_lessonKeys = {on(Qt::Key_Space, [this] { stepOn(); }), on(Qt::Key_Backspace, [this] { stepBack(); })};
}

std::vector<SceneView*> Projector::views() const
{
    std::vector<SceneView*> all;
    for (const auto* box : m_boxes)
        all.push_back(box->findChild<SceneView*>());
    return all;
}

void Projector::beginLike(const std::vector<SceneView*>& others)
{
    for (auto* view : views())
        for (const auto* other : others)
            if (&other->spec() == &view->spec() && other->subject() == view->subject()) {
                view->setRoles(other->roles());
                view->setColouring(other->colouring());
            }
}

void Projector::setTheme(Theme theme)
{
    m_theme = theme;
    for (auto* view : views())
        view->setTheme(theme);
}

bool Projector::isRevealed() const
{
    return m_play.isWorkedShown() || m_play.state() == LessonPlay::State::answered;
}

void Projector::stepOn()
{
    if (m_play.lesson() == nullptr)
        return stepElement(1);
    if (m_play.state() == LessonPlay::State::posing)
        return;
    if (!isRevealed())
        m_play.showWorked();
    else
        m_play.goTo(m_play.number() + 1); // of the last step there is none, and it stays
}

void Projector::stepBack()
{
    if (m_play.lesson() == nullptr)
        return stepElement(-1);
    if (m_play.state() == LessonPlay::State::posing)
        return;
    if (isRevealed())
        m_play.goTo(m_play.number()); // with the same numbers
    else if (m_play.number() > 0)
        m_play.goTo(m_play.number() - 1);
}

// While a step is posed, what is left of the one before stays.
void Projector::follow()
{
    if (m_play.state() == LessonPlay::State::posing)
        return;
    showPictures();
    showTexts();
}

// Of the tensors that are shown.
QString Projector::shownTitle() const
{
    QStringList names;
    for (const auto& each : m_shown)
        if (const auto* subject = m_workspace.find(each.subject); subject != nullptr)
            names << subject->title();
    names.removeDuplicates();
    return names.size() == 2 ? tr("%1 and %2").arg(names[0], names[1]) : names.value(0);
}

void Projector::showTexts()
{
    showElement();
    const auto set = [](QLabel& label, const QString& text) {
        label.setText(text);
        label.setVisible(!text.isEmpty());
    };
    const auto* step = m_play.step();
    const auto* exercise = m_play.exercise();
    const auto* subject = m_workspace.currentSubject();
    for (auto* key : m_lessonKeys)
        key->setEnabled(m_play.lesson() != nullptr);
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        auto* title = m_boxes[i]->findChild<QLabel*>(QStringLiteral("projector picture"));
        const auto kind = QCoreApplication::translate("tscope::PictureSpec", views()[i]->spec().title);
        const auto* of = m_workspace.find(m_shown[i].subject);
        title->setText(m_tabs.tab().isSplit() && of != nullptr ? tr("%1: %2").arg(of->title(), kind) : kind);
    }
    if (step == nullptr) { // or a step that can't be posed, with the reason
        set(*m_title, m_play.lesson() != nullptr ? m_play.told() : subject == nullptr ? QString() : shownTitle());
        for (auto* each : {m_ask, m_offered, m_solution})
            set(*each, {});
        m_keys->setText(subject == nullptr || m_play.lesson() != nullptr ? tr("Esc: leave")
                        : m_workspace.subjects().size() > 1
                            ? tr("Page Down: next element \u00b7 Page Up: back \u00b7 N, P: next, previous "
                                 "tensor \u00b7 Esc: leave")
                            : tr("Page Down: next element \u00b7 Page Up: back \u00b7 Esc: leave"));
        return fitTexts();
    }
    const bool isLast = m_play.number() + 1 == m_play.lesson()->steps.size();
    set(*m_title, stepTitle(*m_play.lesson(), m_play.number()));
    set(*m_ask, QString::fromStdString(exercise->ask));
    QStringList offered{offeredText(*step, *exercise)};
    for (std::size_t i = 0; i < m_play.hintsShown(); ++i)
        offered << tr("Hint %1: %2").arg(i + 1).arg(QString::fromStdString(exercise->hints[i]));
    offered.removeAll(QString());
    set(*m_offered, offered.join(QLatin1Char('\n')));
    set(*m_solution, isRevealed() ? solutionText() : QString());
    const bool hasHint = m_play.hintsShown() < exercise->hints.size();
    m_keys->setText(!isRevealed() && !hasHint ? tr("Page Down: solution \u00b7 Page Up: back \u00b7 Esc: leave")
                    : !isRevealed()
                        ? tr("Page Down: solution \u00b7 Page Up: back \u00b7 H: hint \u00b7 Esc: leave")
                    : isLast ? tr("Page Up: back \u00b7 Esc: leave")
                             : tr("Page Down: next step \u00b7 Page Up: back \u00b7 Esc: leave"));
    fitTexts();
}

QFont Projector::scaledType(double factor, bool isBold) const
{
    auto made = font();
    made.setPointSizeF(font().pointSizeF() * factor);
    made.setBold(isBold);
    return made;
}

// The solution of the step, whether it is shown or not.
QString Projector::solutionText() const
{
    const auto* exercise = m_play.exercise();
    return exercise == nullptr ? QString() : tr("Solution: %1").arg(QString::fromStdString(exercise->worked));
}

// The texts take at most half of the screen beside pictures. Long ones are set smaller, down to a limit, beyond
// which they are scrolled. A question without pictures is set larger, as far as its solution will have room in the
// same type.
void Projector::fitTexts()
{
    constexpr double ofScreen = 0.5, largest = 1.6, smallest = 0.7, step = 0.1, rounding = 0.01;
    auto type = font();
    type.setPointSizeF(projectedPoints(size(), logicalDpiY()));
    const auto margin = static_cast<int>(projectedTypeHeight(size()));
    setFont(type);
    for (auto* view : views()) // which don't take it over
        view->setFont(scaledType(pictureScale()));
    layout()->setContentsMargins(margin, margin / 2, margin, margin / 4);
    layout()->setSpacing(margin / 4);
    m_grid->setSpacing(margin);
    m_keys->setFont(type);
    m_empty->setFont(type);
    if (!fitsLarge(*m_cause))
        m_cause->setFont(type);
    m_found->setMinimumHeight(0);
    showFound(m_steps);
    for (auto* title : findChildren<QLabel*>(QStringLiteral("projector picture")))
        title->setFont(type);
    auto* texts = m_scrolled->widget();
    texts->layout()->setContentsMargins(0, 0, 0, 0);
    texts->layout()->setSpacing(margin / 4);
    const std::array labels{m_title, m_ask, m_offered, m_solution};
    const auto width = this->width() - 2 * margin;
    const auto room = static_cast<int>(height() * (m_boxes.empty() ? 0.9 : ofScreen));
    const bool isQuestionAlone = m_boxes.empty() && m_play.step() != nullptr;
    int needed = 0;
    for (double factor = isQuestionAlone ? largest : 1; factor > smallest - rounding; factor -= step) {
        needed = 0;
        for (auto* each : labels) {
            each->setFont(scaledType(factor, each == m_title));
            if (!each->isHidden())
                needed += each->heightForWidth(width) + margin / 4;
        }
        auto coming = 0; // once it is shown
        if (factor > 1 + rounding && m_solution->isHidden())
            coming = margin / 4 + QFontMetrics(scaledType(factor))
                                      .boundingRect(0, 0, width, QWIDGETSIZE_MAX, Qt::TextWordWrap, solutionText())
                                      .height();
        if (needed + coming <= room)
            break;
    }
    m_scrolled->setVisible(needed > 0);
    m_scrolled->setFixedHeight(std::min(needed, room));
    m_scrolled->setFocusPolicy(needed > room ? Qt::StrongFocus : Qt::NoFocus);
}

void Projector::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitTexts();
    if (m_tabs.tab().isSplit())
        follow(); // there may be room for more pictures, or for fewer
}

// The window below takes over where it was left.
void Projector::closeEvent(QCloseEvent* event)
{
    QWidget::closeEvent(event);
    if (parentWidget() != nullptr)
        parentWidget()->activateWindow();
}

} // namespace tscope
