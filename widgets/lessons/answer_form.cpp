// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/answer_form.h"

#include "lessons/answer_line.h"
#include "lessons/lesson_play.h"
#include "lessons/picked.h"
#include "lessons/piece_list.h"
#include "selection/selection.h"
#include "views/flow_layout.h"
#include "views/scene_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <tuple>

namespace tscope {

namespace {

bool isTyped(AnswerKind kind)
{
    return kind != AnswerKind::word && kind != AnswerKind::order && kind != AnswerKind::tensor;
}

// The view whose things are clicked to answer. Precondition: the answer is picked.
std::string_view askedView(const AnswerSpec& spec)
{
    return spec.kind == AnswerKind::cells ? "logical" : spec.kind == AnswerKind::slots ? "members" : "storage";
}

// Grips are where pointers or offsets cut the other members.
QString howToChange(const TensorPtr& tensor)
{
    const bool hasGrips = tensor != nullptr && std::ranges::any_of(tensor->members, [](const Member& member) {
                              return member.role->name == "compressed" || member.role->name == "offsets";
                          });
    return (hasGrips ? AnswerForm::tr("Drag the grips or double-click a number in Members, then press Check.")
                     : AnswerForm::tr("Double-click a number in Members, then press Check.")) +
           QLatin1Char(' ') + AnswerForm::tr("If you open another tensor, that one is checked.");
}

} // namespace

AnswerForm::AnswerForm(LessonPlay& play, Selection& selection, QWidget* parent)
    : QWidget(parent), m_play(play), m_selection(selection), m_how(new QLabel(this)), m_line(new QLineEdit),
      m_words(new QWidget), m_wordRow(new FlowLayout(m_words)), m_order(new QWidget), m_pieces(new PieceList),
      m_check(new QPushButton(tr("Check")))
{
    m_how->setWordWrap(true);
    m_how->setObjectName(QStringLiteral("how to answer"));
    m_line->setObjectName(QStringLiteral("answer"));
    m_line->setAccessibleName(tr("Answer"));
    m_line->setMaxLength(100'000);
    m_wordRow->setContentsMargins(0, 0, 0, 0);
    m_pieces->setObjectName(QStringLiteral("pieces"));
    m_pieces->setAccessibleName(tr("Pieces to put in order"));
    m_check->setObjectName(QStringLiteral("check answer"));

    auto* up = new QPushButton(tr("Move up"));
    up->setObjectName(QStringLiteral("piece up"));
    auto* down = new QPushButton(tr("Move down"));
    down->setObjectName(QStringLiteral("piece down"));
    // Not the buttons' own shortcuts: these press the button for a while, and a second key within it would be
    // lost.
    for (auto [button, key, by] : {std::tuple(up, Qt::Key_Up, -1), std::tuple(down, Qt::Key_Down, 1)}) {
        auto* shortcut = new QShortcut(QKeySequence(Qt::ALT | key), m_order);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, by = by] { movePiece(by); });
        button->setToolTip(shortcut->key().toString(QKeySequence::NativeText));
    }
    m_moves = new FlowLayout; // with the check button in the same row, where there is room
    m_moves->addWidget(up);
    m_moves->addWidget(down);
    auto* order = new QVBoxLayout(m_order);
    order->setContentsMargins(0, 0, 0, 0);
    order->addWidget(m_pieces);
    order->addLayout(m_moves);

    m_typed = new QHBoxLayout;
    m_typed->addWidget(m_line, 1);
    m_typed->addWidget(m_check);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_words);
    layout->addWidget(m_order);
    layout->addLayout(m_typed);

    connect(up, &QPushButton::clicked, this, [this] { movePiece(-1); });
    connect(down, &QPushButton::clicked, this, [this] { movePiece(1); });
    connect(m_check, &QPushButton::clicked, this, &AnswerForm::check);
    connect(m_line, &QLineEdit::returnPressed, this, [this] {
        if (!m_line->text().trimmed().isEmpty())
            check();
    });
    const auto change = [this] { m_isChanged = true; };
    connect(m_line, &QLineEdit::textChanged, this, change);
    connect(m_pieces->model(), &QAbstractItemModel::rowsInserted, this, change);
    connect(m_pieces->model(), &QAbstractItemModel::rowsMoved, this, change);
    connect(&m_play, &LessonPlay::changed, this, &AnswerForm::follow);
    connect(&selection, &Selection::picked, this, &AnswerForm::pick);
    connect(m_line, &QLineEdit::textChanged, this, &AnswerForm::markChosen);
    connect(m_line, &QLineEdit::textChanged, &m_play, &LessonPlay::changeAnswer);
    connect(&m_play, &LessonPlay::dragged, m_line, &QLineEdit::setText);
    follow();
}

void AnswerForm::focusAnswer()
{
    if (m_line->isVisibleTo(this))
        m_line->setFocus();
    else if (m_pieces->isVisibleTo(this))
        m_pieces->setFocus();
    else if (auto* word = m_words->findChild<QPushButton*>(); word != nullptr && m_words->isVisibleTo(this))
        word->setFocus();
    else
        m_check->setFocus();
}

void AnswerForm::follow()
{
    const auto* step = m_play.step();
    const bool isAsked = m_play.state() == LessonPlay::State::asked;
    setEnabled(isAsked);
    m_how->setEnabled(isAsked);
    if (step == nullptr || m_posed == m_play.posed())
        return;
    m_posed = m_play.posed();
    const auto kind = step->answer.kind;
    m_line->setText(QString()); // unlike clear(), no step that Ctrl+Z takes back
    m_line->setVisible(isTyped(kind));
    m_words->setVisible(kind == AnswerKind::word);
    m_order->setVisible(kind == AnswerKind::order);
    (kind == AnswerKind::order ? static_cast<QLayout*>(m_moves) : m_typed)->addWidget(m_check);
    m_check->setVisible(kind != AnswerKind::word);
    m_how->setText(
        step->answer.isOnePlace() ? tr("Click the place in the picture, or type the answer.")
        : step->answer.isPicked()
            ? tr("Click in the picture to add a place to the answer, and click it again to take it out. "
                 "You can also type the answer.")
        : kind == AnswerKind::pointers
            ? tr("Drag the grips in the picture, or type the numbers. Grips that lie on each other come off one "
                 "by one.")
        : kind == AnswerKind::tensor ? howToChange(m_play.exercise()->tensor(step->answer.tensor))
        : kind == AnswerKind::order  ? tr("The first stands at the top.")
                                     : QString());
    m_how->setVisible(!m_how->text().isEmpty());
    offerWords();
    offerPieces();
    bringBack();
    m_isChanged = false;
}

bool AnswerForm::hasUnchecked() const
{
    const auto* step = m_play.step();
    if (step == nullptr || m_play.state() != LessonPlay::State::asked)
        return false;
    const auto& spec = step->answer;
    if (spec.kind == AnswerKind::tensor)
        return m_play.hasUncheckedTensor();
    if (!isTyped(spec.kind))
        return m_isChanged && spec.kind == AnswerKind::order;
    const auto typed = m_line->text().trimmed();
    if (!m_isChanged || typed.isEmpty())
        return false;
    // The line may hold the pointers of the step as they are before one is dragged.
    const auto tensor = m_play.exercise()->tensor(spec.tensor);
    const auto posed = tensor == nullptr ? std::nullopt : draggedValue(spec, *tensor);
    return !posed || typed.toStdString() != text(*posed);
}

void AnswerForm::bringBack()
{
    const auto* answered = m_play.answeredWith();
    if (answered == nullptr)
        return;
    const auto given = QString::fromStdString(text(*answered));
    switch (m_play.step()->answer.kind) {
    case AnswerKind::tensor:
        return; // it is in the views
    case AnswerKind::word:
        if (auto* word = m_words->findChild<QPushButton*>(QStringLiteral("word ") + given)) {
            word->setCheckable(true);
            word->setChecked(true);
        }
        return;
    case AnswerKind::order:
        m_pieces->clear();
        for (const auto& piece : *answered->as<Value::List>())
            m_pieces->addItem(QString::fromStdString(text(piece)));
        return;
    default:
        m_line->setText(given);
    }
}

// The places that the line names, however they came into it; nothing is looked up, so nothing is told.
void AnswerForm::markChosen()
{
    const auto* step = m_play.step();
    if (step == nullptr || m_play.state() != LessonPlay::State::asked || !step->answer.isPicked())
        return;
    const auto tensor = m_play.exercise()->tensor(step->answer.tensor);
    const auto value = readAnswer(step->answer, *m_play.exercise(), m_line->text().toStdString());
    const auto subject = m_play.subjectOf(step->answer.tensor);
    if (subject == 0 || tensor == nullptr || !value)
        return m_selection.choose({});
    m_selection.choose({subject, placesOf(step->answer, *tensor, *value)});
}

void AnswerForm::offerWords()
{
    qDeleteAll(m_words->findChildren<QPushButton*>());
    for (const auto& word : m_play.step()->answer.words) {
        auto* button = new QPushButton(QString::fromStdString(word));
        button->setObjectName(QStringLiteral("word %1").arg(QString::fromStdString(word)));
        button->setAutoDefault(true); // Return presses it too
        connect(button, &QPushButton::clicked, this,
                [this, word] { m_play.answer(QString::fromStdString(word)); });
        m_wordRow->addWidget(button);
    }
}

void AnswerForm::offerPieces()
{
    m_pieces->clear();
    for (const auto& piece : m_play.exercise()->pieces)
        m_pieces->addItem(QString::fromStdString(text(piece)));
    m_pieces->setCurrentRow(0);
}

void AnswerForm::movePiece(int by)
{
    const auto from = m_pieces->currentRow(), to = from + by;
    if (from < 0 || to < 0 || to >= m_pieces->count())
        return;
    m_pieces->insertItem(to, m_pieces->takeItem(from));
    m_pieces->setCurrentRow(to);
    m_play.changeAnswer();
}

// A click adds its thing to the line of the answer, or takes it out again. Where one place is wanted it is the
// answer. A click counts as the thing that it hits, in the view whose things are asked; any other one is refused.
void AnswerForm::pick(SubjectId subject, const Place& place)
{
    const auto* step = m_play.step();
    if (step == nullptr || m_play.state() != LessonPlay::State::asked || !step->answer.isPicked())
        return;
    const auto& tensors = m_play.exercise()->tensors;
    if (std::ranges::none_of(tensors, [&](const auto& name) { return m_play.subjectOf(name) == subject; }))
        return; // one of the learner's
    const auto tensor = m_play.exercise()->tensor(step->answer.tensor);
    const auto* view = qobject_cast<const SceneView*>(m_selection.pickedIn());
    const bool isAsked = subject == m_play.subjectOf(step->answer.tensor) &&
                         (view == nullptr || view->spec().id == askedView(step->answer));
    const auto value = isAsked ? pickedValue(step->answer, *tensor, place) : std::nullopt;
    if (!value)
        return m_play.refuseClick();
    Value::List all;
    // What the line names and the picture marks; a text that names no such place is replaced.
    if (const auto typed = readAnswer(step->answer, *m_play.exercise(), m_line->text().toStdString()))
        std::ranges::copy_if(*typed->as<Value::List>(), std::back_inserter(all), [&](const Value& each) {
            return !placesOf(step->answer, *tensor, Value(Value::List{each})).empty();
        });
    if (const auto at = std::ranges::find(all, *value); at != all.end()) {
        all.erase(at);
        m_selection.clear();
    } else {
        if (step->answer.isOnePlace())
            all.clear();
        all.push_back(*value);
    }
    m_line->setText(all.empty() ? QString() : QString::fromStdString(text(Value(all))));
}

void AnswerForm::check()
{
    m_isChanged = false;
    const auto* step = m_play.step();
    if (step == nullptr)
        return;
    if (step->answer.kind == AnswerKind::tensor)
        return m_play.answerWithTensor();
    if (step->answer.kind != AnswerKind::order)
        return m_play.answer(m_line->text());
    Value::List pieces;
    for (int row = 0; row < m_pieces->count(); ++row)
        pieces.push_back(Value(m_pieces->item(row)->text().toStdString()));
    m_play.answer(Value(std::move(pieces)));
}

} // namespace tscope
