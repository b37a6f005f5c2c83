// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/find_bar.h"

#include "facts/wording.h"
#include "jobs/jobs.h"
#include "selection/selection.h"
#include "style/titles.h"

#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace tscope {

namespace {

const QString& jobName()
{
    static const auto name = QStringLiteral("find");
    return name;
}

// "values[17] = 2.5"
QString slotText(const Tensor& tensor, const Slots& slot)
{
    auto out = titleOf(slot.member, slot.begin, tensor);
    if (const auto& member = tensor.member(slot.member); member.isReadable())
        out += QStringLiteral(" = ") + QString::fromStdString(member.array.at(slot.begin).text());
    return out;
}

} // namespace

FindBar::FindBar(Workspace& workspace, Selection& selection, Jobs& jobs, QWidget* parent)
    : QFrame(parent), m_workspace(workspace), m_selection(selection), m_jobs(jobs)
{
    setObjectName(QStringLiteral("find bar"));
    setAccessibleName(tr("Go to and find"));
    m_mode = new QComboBox;
    m_mode->setObjectName(QStringLiteral("find mode"));
    m_mode->setAccessibleName(tr("What to do"));
    m_mode->addItems({tr("Go to"), tr("Find value")});
    m_line = new QLineEdit;
    m_line->setObjectName(QStringLiteral("find line"));
    m_line->setClearButtonEnabled(true);
    m_line->installEventFilter(this);
    const auto button = [](const char* name, Qt::ArrowType arrow, const QString& title, const QString& tip) {
        auto* made = new QToolButton;
        made->setObjectName(QString::fromLatin1(name));
        made->setArrowType(arrow);
        made->setAutoRaise(true);
        made->setFocusPolicy(Qt::TabFocus);
        made->setAccessibleName(title);
        made->setToolTip(tip);
        return made;
    };
    m_previous = button("find previous", Qt::UpArrow, tr("Previous"), tr("The previous one (Shift+F3)"));
    m_next = button("find next", Qt::DownArrow, tr("Next"), tr("The next one (F3)"));
    m_message = new QLabel;
    m_message->setObjectName(QStringLiteral("find message"));
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton;
    close->setObjectName(QStringLiteral("find close"));
    close->setText(QStringLiteral("\u00d7"));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::TabFocus);
    close->setAccessibleName(tr("Close"));
    close->setToolTip(tr("Close (Esc)"));

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 3, 8, 3);
    row->addWidget(m_mode);
    row->addWidget(m_line, 2);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    row->addWidget(m_message, 3);
    row->addWidget(close);

    m_patience.setSingleShot(true);
    m_patience.setInterval(150);
    connect(&m_patience, &QTimer::timeout, this, [this] { tell(tr("searching")); });
    connect(m_mode, &QComboBox::activated, this, [this](int index) {
        setMode(static_cast<Mode>(index));
        m_line->setFocus();
    });
    connect(m_line, &QLineEdit::textEdited, this, [this] { tell({}); });
    connect(m_next, &QToolButton::clicked, this, [this] { find(SearchWay::forward); });
    connect(m_previous, &QToolButton::clicked, this, [this] { find(SearchWay::backward); });
    connect(close, &QToolButton::clicked, this, &FindBar::leave);
    connect(&workspace, &Workspace::currentChanged, this, &FindBar::forgetPlace);
    connect(&workspace, &Workspace::subjectChanged, this, [this](SubjectId id) {
        if (id == m_workspace.current())
            tell({}); // of what was there before
    });
    setMode(Mode::place);
    hide();
}

FindBar::Mode FindBar::mode() const
{
    return static_cast<Mode>(m_mode->currentIndex());
}

void FindBar::setMode(Mode mode)
{
    const auto index = static_cast<int>(mode);
    m_mode->setCurrentIndex(index);
    const bool isValue = mode == Mode::value;
    m_line->setText(m_typed[index]);
    m_line->setAccessibleName(isValue ? tr("Value to find") : tr("Place to go to"));
    m_line->setPlaceholderText(isValue ? tr("2.5, or values = 2.5") : tr("(1, 3), row 1, values[5] or byte 64"));
    m_previous->setVisible(isValue);
    m_next->setVisible(isValue);
    forget();
}

void FindBar::open(Mode mode)
{
    if (auto* focus = QApplication::focusWidget(); focus != nullptr && !isAncestorOf(focus))
        m_cameFrom = focus;
    if (mode != this->mode())
        setMode(mode);
    show();
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void FindBar::leave()
{
    m_patience.stop();
    m_jobs.stop(this, jobName());
    hide();
    if (m_cameFrom)
        m_cameFrom->setFocus(Qt::OtherFocusReason);
}

void FindBar::goThere()
{
    if (mode() == Mode::value)
        return find(SearchWay::forward);
    m_typed[static_cast<int>(Mode::place)] = m_line->text();
    ask([text = m_line->text().toStdString(),
         isCovered = m_selection.cover().isOn(m_workspace.current())](const Tensor& tensor, const Watch& watch) {
        if (!isCovered)
            return placeAnswer(tensor, text, watch);
        // What is there, and where a row lies, may be what a lesson asks.
        const auto place = placeFrom(tensor, text, watch);
        return place ? Answer{*place, {}, false, tr("selected")}
                     : Answer{std::nullopt, {}, true, QString::fromStdString(sentenceOf(place.error()))};
    });
}

void FindBar::find(SearchWay way)
{
    if (mode() != Mode::value || m_line->text().isEmpty()) {
        if (isHidden() || mode() != Mode::value)
            open(Mode::value);
        if (m_line->text().isEmpty())
            return;
    }
    show();
    if (m_selection.cover().isOn(m_workspace.current()))
        return tell(tr("What a lesson asks is not looked up before it is answered."), true);
    m_typed[static_cast<int>(Mode::value)] = m_line->text();
    ask([text = m_line->text().toStdString(), from = start(), way](const Tensor& tensor, const Watch& watch) {
        return valueAnswer(tensor, text, from, way, watch);
    });
}

// The slot that is selected, or else that which was found last.
std::optional<Slots> FindBar::start() const
{
    const auto& selected = m_selection.selected();
    if (selected && selected->subject == m_workspace.current())
        if (const auto* slots = std::get_if<Slots>(&selected->place))
            return *slots;
    return m_found;
}

template <typename Work> // not `class`: lupdate would take it for the one that is translated
void FindBar::ask(Work work)
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr)
        return tell(tr("no tensor is open"), true);
    m_patience.start();
    m_jobs.start(
        this, jobName(),
        [tensor = subject->shown().tensor, work = std::move(work)](const Watch& watch) {
            return work(*tensor, watch);
        },
        [this, id = subject->id](const Answer& answer) { take(id, answer); });
}

void FindBar::take(SubjectId id, const Answer& answer)
{
    m_patience.stop();
    tell(answer.words, answer.isProblem);
    if (!answer.place)
        return;
    if (const auto* slots = std::get_if<Slots>(&*answer.place))
        m_found = *slots;
    m_selection.select(id, *answer.place, nullptr, answer.besides);
}

FindBar::Answer FindBar::placeAnswer(const Tensor& tensor, const std::string& text, const Watch& watch)
{
    const auto typed = typedPlace(tensor, text, watch);
    if (!typed)
        return {std::nullopt, {}, true, QString::fromStdString(sentenceOf(typed.error()))};
    const auto wordsOf = [&]() -> QString {
        if (!typed->words.empty())
            return QString::fromStdString(typed->words);
        if (const auto* element = std::get_if<ElementPlace>(&typed->place))
            return tr("element %1").arg(QString::fromStdString(tscope::text(element->index)));
        if (const auto* slots = std::get_if<Slots>(&typed->place))
            return slotText(tensor, *slots);
        return tr("byte %1").arg(std::get<BytePlace>(typed->place).begin);
    };
    return {typed->place, typed->besides, false, wordsOf()};
}

FindBar::Answer FindBar::valueAnswer(const Tensor& tensor, const std::string& text,
                                     const std::optional<Slots>& from, SearchWay way, const Watch& watch)
{
    const auto found = findValue(tensor, text, from, way, watch);
    if (!found)
        return {std::nullopt, {}, true, QString::fromStdString(sentenceOf(found.error()))};
    const auto looked = QString::number(found->lookedAt);
    if (!found->slot)
        return {std::nullopt, {}, true, tr("not found, %1 searched").arg(looked)};
    const auto words = slotText(tensor, *found->slot);
    return {*found->slot,
            {},
            false,
            found->slot == from ? tr("%1, there is no other").arg(words)
                                : tr("%1, %2 searched").arg(words, looked)};
}

void FindBar::tell(const QString& text, bool isProblem)
{
    m_message->setText(isProblem ? QStringLiteral("\u25b2 ") + text : text);
    m_message->setToolTip(text);
    m_line->setAccessibleDescription(text);
}

// A place of one tensor is none of another; a value may be looked for in both.
void FindBar::forgetPlace()
{
    m_typed[static_cast<int>(Mode::place)].clear();
    if (mode() == Mode::place)
        m_line->clear();
    forget();
}

void FindBar::forget()
{
    m_patience.stop();
    m_jobs.stop(this, jobName());
    m_found.reset();
    tell({});
}

bool FindBar::eventFilter(QObject* watched, QEvent* event)
{
    // Elsewhere Escape drops a preview; here it closes the bar first.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void FindBar::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        return leave();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_line->hasFocus())
            break;
        return mode() == Mode::value && (event->modifiers() & Qt::ShiftModifier) != 0 ? find(SearchWay::backward)
                                                                                      : goThere();
    default:
        break;
    }
    QFrame::keyPressEvent(event);
}

} // namespace tscope
