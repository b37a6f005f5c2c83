// SPDX-License-Identifier: GPL-3.0-or-later
// Every lesson that is shipped, gone through to its end in the window: once with the keyboard alone, once with the
// mouse, which clicks what can be clicked.
#include "facts/whereabouts.h"
#include "lessons/value.h"
#include "widgets/support/lesson_window.h"

#include <QAction>
#include <QClipboard>

using namespace tscope;
using namespace tscope::test;

namespace {

// What a step is answered with: what its file calls right, else what solves it.
std::map<std::string, Value> answersTo(LessonPlay& play)
{
    const auto& exercise = *play.exercise();
    if (exercise.expected)
        return {{"", *exercise.expected}};
    const auto at = solutionsWithoutKey().find({play.lesson()->id, static_cast<int>(play.number())});
    if (at == solutionsWithoutKey().end())
        throw std::runtime_error(play.lesson()->id + " has a step without a solution");
    std::map<std::string, Value> all;
    for (const auto& [member, formula] : at->second)
        all[member] = valueIn(exercise, formula);
    return all;
}

std::string nameOfStep(LessonPlay& play)
{
    return play.lesson() == nullptr ? std::string("no lesson")
                                    : play.lesson()->id + " step " + std::to_string(play.number());
}

// The same of both walks.
class LessonWalk : public testing::Test
{
protected:
    void TearDown() override { QGuiApplication::clipboard()->clear(); }

    LessonPlay& play() { return m_shown.play(); }
    QWidget& focus()
    {
        auto* widget = QApplication::focusWidget();
        return widget == nullptr ? static_cast<QWidget&>(m_shown.window) : *widget;
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&focus(), key, modifiers);
        m_shown.settle();
    }
    void type(const QString& text) { QTest::keyClicks(&focus(), text); }
    void shortcut(const char* action)
    {
        const auto keys = m_shown.child<QAction>(action).shortcut()[0];
        key(keys.key(), keys.keyboardModifiers());
    }
    // By Tab, as far as it takes.
    bool tabTo(const QWidget& wanted)
    {
        constexpr int most = 150;
        for (int i = 0; i < most && &focus() != &wanted; ++i)
            QTest::keyClick(&focus(), Qt::Key_Tab);
        m_shown.settle();
        return &focus() == &wanted;
    }

    // The numbers that a tensor is to have, by the slots in which it has others.
    struct Slot {
        std::string member;
        std::int64_t at = 0;
        std::string number;
    };
    std::vector<Slot> slotsToChange(const std::map<std::string, Value>& solution)
    {
        const auto& tensor = *m_shown.window.workspace().find(play().answerSubject())->tensor;
        std::vector<Slot> slots;
        for (const auto& [member, value] : solution) {
            const auto& array = (*memberNamed(tensor, member))->array;
            const auto& list = *value.as<Value::List>();
            for (std::size_t i = 0; i < list.size(); ++i)
                if (const auto at = static_cast<std::int64_t>(i);
                    std::ssize(list) != numel(array.geometry) || array.at(at).text() != text(list[i]))
                    slots.push_back({member, at, text(list[i])});
        }
        return slots;
    }
    bool changesLengths(const std::map<std::string, Value>& solution)
    {
        const auto& tensor = *m_shown.window.workspace().find(play().answerSubject())->tensor;
        return std::ranges::any_of(solution, [&](const auto& each) {
            return std::ssize(*each.second.template as<Value::List>()) !=
                   numel((*memberNamed(tensor, each.first))->array.geometry);
        });
    }
    // A tensor of its own, which is pasted: the views change numbers, not how many there are.
    QString built(const std::map<std::string, Value>& solution)
    {
        const auto& tensor = *m_shown.window.workspace().find(play().answerSubject())->tensor;
        QStringList members;
        for (const auto& [member, value] : solution)
            members << QStringLiteral("\"%1\": {\"dtype\": \"int64\", \"data\": %2}")
                           .arg(QString::fromStdString(member), QString::fromStdString(text(value)));
        return QStringLiteral("{\"layout\": \"%1\", %2\"members\": {%3}}")
            .arg(QString::fromUtf8(tensor.layout->name.data()),
                 tensor.size
                     ? QStringLiteral("\"size\": %1, ").arg(QString::fromStdString(text(valueOf(*tensor.size))))
                     : QString(),
                 members.join(QStringLiteral(", ")));
    }
    LessonWindow m_shown{{1600, 1000}};
};

} // namespace

class LessonWalkByKeyboard : public LessonWalk
{
protected:
    void answer()
    {
        const auto& step = *play().step();
        const auto answers = answersTo(play());
        switch (step.answer.kind) {
        case AnswerKind::word:
            ASSERT_TRUE(tabTo(m_shown.child<QPushButton>(("word " + text(answers.at(""))).c_str())));
            return key(play().number() % 2 == 0 ? Qt::Key_Return : Qt::Key_Space); // either presses it
        case AnswerKind::order:
            ASSERT_NO_FATAL_FAILURE(order(*answers.at("").as<Value::List>()));
            break;
        case AnswerKind::tensor:
            change(answers);
            break;
        default:
            ASSERT_EQ(focus().objectName(), QStringLiteral("answer")) << "where one types";
            type(QString::fromStdString(text(answers.at(""))));
            return key(Qt::Key_Return);
        }
        ASSERT_TRUE(tabTo(m_shown.child<QPushButton>("check answer")));
        key(Qt::Key_Space);
    }
    void order(const Value::List& right)
    {
        auto& pieces = m_shown.child<QListWidget>("pieces");
        ASSERT_TRUE(pieces.hasFocus());
        for (int to = 0; to < std::ssize(right); ++to) {
            int from = to;
            const auto wanted = text(right[static_cast<std::size_t>(to)]);
            while (from < pieces.count() && pieces.item(from)->text().toStdString() != wanted)
                ++from;
            ASSERT_LT(from, pieces.count()) << wanted << " is none of the pieces from " << to << " on";
            key(Qt::Key_Home);
            for (int row = 0; row < from; ++row)
                QTest::keyClick(&pieces, Qt::Key_Down);
            for (int row = from; row > to; --row)
                QTest::keyClick(&pieces, Qt::Key_Up, Qt::AltModifier);
        }
    }
    // From where the selection is to that place, or as far as arrows lead.
    bool arrowsTo(SceneView& view, const Place& place)
    {
        const auto rectOf = [&](const Place& each) {
            const auto at = std::ranges::find(view.scene().spots, each, &Spot::place);
            return at == view.scene().spots.end() ? QRectF() : at->rect;
        };
        constexpr int most = 80;
        for (int i = 0; i < most; ++i) {
            const auto& selected = m_shown.window.selection().selected();
            if (selected && selected->place == place)
                return true;
            const auto from = selected ? rectOf(selected->place) : QRectF(), to = rectOf(place);
            const auto down = to.center().y() - from.center().y();
            key(from.isEmpty()                        ? Qt::Key_Right
                : down > from.height() / 2            ? Qt::Key_Down
                : down < -from.height() / 2           ? Qt::Key_Up
                : to.center().x() > from.center().x() ? Qt::Key_Right
                                                      : Qt::Key_Left);
        }
        return false;
    }
    void change(const std::map<std::string, Value>& solution)
    {
        if (changesLengths(solution)) {
            QGuiApplication::clipboard()->setText(built(solution));
            return key(Qt::Key_V, Qt::ControlModifier);
        }
        const auto& tensor = *m_shown.window.workspace().find(play().answerSubject())->tensor;
        for (const auto& slot : slotsToChange(solution)) {
            const auto role = (*memberNamed(tensor, slot.member))->role->name;
            ASSERT_TRUE(tabTo(m_shown.view("members")));
            ASSERT_TRUE(arrowsTo(m_shown.view("members"), Slots{role, slot.at, slot.at + 1})) << slot.member;
            key(Qt::Key_F2);
            key(Qt::Key_A, Qt::ControlModifier);
            type(QString::fromStdString(slot.number));
            key(Qt::Key_Return);
        }
    }
};

TEST_F(LessonWalkByKeyboard, ComesToTheEndOfEachLesson)
{
    shortcut("lessons");
    auto& shelf = m_shown.child<QListWidget>("lessons");
    ASSERT_TRUE(shelf.hasFocus());
    ASSERT_GE(shelf.count(), 22);
    key(Qt::Key_Home);
    for (int row = 0; row < shelf.count(); ++row) {
        if (row > 0)
            key(Qt::Key_Down);
        ASSERT_EQ(shelf.currentRow(), row);
        ASSERT_TRUE(shelf.hasFocus());
        key(Qt::Key_Return);
        ASSERT_EQ(play().state(), LessonPlay::State::asked) << row;
        const auto steps = play().lesson()->steps.size();
        for (std::size_t step = 0; step < steps; ++step) {
            SCOPED_TRACE(nameOfStep(play()) + ", seed " + std::to_string(play().seed()));
            ASSERT_EQ(play().number(), step);
            ASSERT_NO_FATAL_FAILURE(answer());
            ASSERT_EQ(play().state(), LessonPlay::State::answered) << play().told().toStdString();
            if (play().step()->explained) {
                ASSERT_EQ(focus().objectName(), QStringLiteral("gap"));
                type(QString::fromStdString(play().step()->explained->words.at("").front()));
                key(Qt::Key_Return);
                ASSERT_TRUE(play().isExplained());
            }
            ASSERT_EQ(focus().objectName(), QStringLiteral("next step"));
            key(Qt::Key_Space);
        }
        ASSERT_EQ(play().state(), LessonPlay::State::closed);
    }
    for (int row = 0; row < shelf.count(); ++row)
        EXPECT_TRUE(shelf.item(row)->text().endsWith(QStringLiteral("done")))
            << shelf.item(row)->text().toStdString();
}

class LessonWalkByMouse : public LessonWalk
{
protected:
    void click(QWidget& widget)
    {
        QTest::mouseClick(&widget, Qt::LeftButton);
        m_shown.settle();
    }
    void clickButton(const std::string& name)
    {
        auto& button = m_shown.child<QPushButton>(name.c_str());
        ASSERT_TRUE(button.isVisible() && button.isEnabled()) << name;
        click(button);
    }
    // In the picture that shows it.
    void clickPlace(const char* picture, const Place& place)
    {
        auto& view = m_shown.view(picture);
        ASSERT_TRUE(view.isVisible()) << picture << " is not seen";
        const auto at = std::ranges::find(view.scene().spots, place, &Spot::place);
        ASSERT_NE(at, view.scene().spots.end()) << picture << " does not show it";
        const auto point = at->rect.center().toPoint();
        ASSERT_TRUE(view.viewport()->rect().contains(point));
        QTest::mouseMove(view.viewport(), point);
        m_shown.settle();
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, point);
        m_shown.settle();
    }
    // The picture and the place in it that stand for a part of an answer.
    std::pair<const char*, Place> placeOf(const AnswerSpec& spec, const Value& value)
    {
        if (spec.kind == AnswerKind::cells)
            return {"logical", ElementPlace{*extentsOf(value)}};
        const auto slot = *value.as<std::int64_t>();
        const auto& tensor = *play().exercise()->tensor(spec.tensor);
        const auto& member = **memberNamed(tensor, spec.member.empty() ? "values" : spec.member);
        if (spec.kind == AnswerKind::slots)
            return {"members", Slots{member.role->name, slot, slot + 1}};
        const auto size = member.array.dtype.itemSize();
        return {"storage", BytePlace{member.array.storage->id(), slot * size, (slot + 1) * size}};
    }
    bool isInSight(const AnswerSpec& spec, const Value& value)
    {
        const auto [picture, place] = placeOf(spec, value);
        auto& view = m_shown.view(picture);
        const auto& spots = view.scene().spots;
        const auto at = std::ranges::find(spots, place, &Spot::place);
        return at != spots.end() && view.viewport()->rect().contains(at->rect.center().toPoint());
    }
    // The brackets, from the last to the first: of edges that lie on each other the last is the one that goes
    // right.
    void drag(const AnswerSpec& spec, const Value::List& right)
    {
        const auto& tensor = *m_shown.window.workspace().find(play().subjectOf(spec.tensor))->tensor;
        const auto role = (*memberNamed(tensor, spec.member))->role->name;
        for (auto at = std::ssize(right); at-- > 0;) {
            auto& view = m_shown.view("members");
            const auto& handles = view.scene().handles;
            const auto found = std::ranges::find(handles, Slots{role, at, at + 1}, &Handle::slot);
            ASSERT_NE(found, handles.end()) << "no grip of " << spec.member << "[" << at << "]";
            const auto way = *right[static_cast<std::size_t>(at)].as<std::int64_t>() - found->value;
            if (way == 0)
                continue;
            const auto from = found->rect.center(), to = from + QPointF(found->step * static_cast<double>(way), 0);
            QTest::mousePress(view.viewport(), Qt::LeftButton, {}, from.toPoint());
            QMouseEvent move(QEvent::MouseMove, to, view.viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                             Qt::NoModifier);
            QApplication::sendEvent(view.viewport(), &move);
            m_shown.settle();
            QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, to.toPoint());
            m_shown.settle();
        }
        ASSERT_EQ(m_shown.child<QLineEdit>("answer").text().toStdString(), text(Value(right)));
    }
    void pick(const AnswerSpec& spec, const Value& value)
    {
        const auto [picture, place] = placeOf(spec, value);
        clickPlace(picture, place);
    }
    void answer()
    {
        const auto& step = *play().step();
        const auto answers = answersTo(play());
        switch (step.answer.kind) {
        case AnswerKind::word:
            return clickButton("word " + text(answers.at("")));
        case AnswerKind::cells:
        case AnswerKind::slots:
        case AnswerKind::storage:
            for (const auto& each : *answers.at("").as<Value::List>())
                if (isInSight(step.answer, each)) {
                    ASSERT_NO_FATAL_FAILURE(pick(step.answer, each));
                } else { // what the strip would have to be scrolled to is typed
                    auto& line = m_shown.child<QLineEdit>("answer");
                    click(line);
                    key(Qt::Key_End);
                    type((line.text().isEmpty() ? QString() : QStringLiteral(", ")) +
                         QString::fromStdString(text(each)));
                }
            break;
        case AnswerKind::pointers:
            ASSERT_NO_FATAL_FAILURE(drag(step.answer, *answers.at("").as<Value::List>()));
            break;
        case AnswerKind::order:
            order(*answers.at("").as<Value::List>());
            break;
        case AnswerKind::tensor:
            change(answers);
            break;
        default:
            click(m_shown.child<QLineEdit>("answer"));
            type(QString::fromStdString(text(answers.at(""))));
        }
        clickButton("check answer");
    }
    void order(const Value::List& right)
    {
        auto& pieces = m_shown.child<QListWidget>("pieces");
        for (int to = 0; to < std::ssize(right); ++to) {
            int from = to;
            while (pieces.item(from)->text().toStdString() != text(right[static_cast<std::size_t>(to)]))
                ++from;
            QTest::mouseClick(pieces.viewport(), Qt::LeftButton, {},
                              pieces.visualItemRect(pieces.item(from)).center());
            for (int row = from; row > to; --row)
                clickButton("piece up");
        }
    }
    void change(const std::map<std::string, Value>& solution)
    {
        if (changesLengths(solution)) {
            QGuiApplication::clipboard()->setText(built(solution));
            m_shown.child<QAction>("paste").trigger();
            return m_shown.settle();
        }
        const auto& tensor = *m_shown.window.workspace().find(play().answerSubject())->tensor;
        for (const auto& slot : slotsToChange(solution)) {
            const auto role = (*memberNamed(tensor, slot.member))->role->name;
            ASSERT_NO_FATAL_FAILURE(clickPlace("members", Slots{role, slot.at, slot.at + 1}));
            key(Qt::Key_F2); // the walk under an X server has the double click
            ASSERT_NE(qobject_cast<QLineEdit*>(&focus()), nullptr)
                << slot.member << "[" << slot.at << "]: one types in " << focus().objectName().toStdString();
            QTest::keyClick(&focus(), Qt::Key_A, Qt::ControlModifier);
            type(QString::fromStdString(slot.number));
            key(Qt::Key_Return);
            const auto& changed = *m_shown.window.workspace().find(play().answerSubject())->tensor;
            ASSERT_EQ((*memberNamed(changed, slot.member))->array.at(slot.at).text(), slot.number)
                << slot.member << "[" << slot.at << "]";
        }
    }
};

TEST_F(LessonWalkByMouse, ComesToTheEndOfEachLesson)
{
    m_shown.child<QAction>("lessons").trigger();
    m_shown.settle();
    auto& shelf = m_shown.child<QListWidget>("lessons");
    for (int row = 0; row < shelf.count(); ++row) {
        shelf.scrollToItem(shelf.item(row));
        QTest::mouseClick(shelf.viewport(), Qt::LeftButton, {}, shelf.visualItemRect(shelf.item(row)).center());
        ASSERT_NO_FATAL_FAILURE(clickButton("begin lesson"));
        ASSERT_EQ(play().state(), LessonPlay::State::asked) << row;
        const auto steps = play().lesson()->steps.size();
        for (std::size_t step = 0; step < steps; ++step) {
            SCOPED_TRACE(nameOfStep(play()) + ", seed " + std::to_string(play().seed()));
            ASSERT_NO_FATAL_FAILURE(answer());
            ASSERT_EQ(play().state(), LessonPlay::State::answered) << play().told().toStdString();
            if (play().step()->explained) {
                click(m_shown.child<QLineEdit>("gap"));
                type(QString::fromStdString(play().step()->explained->words.at("").front()));
                ASSERT_NO_FATAL_FAILURE(clickButton("check gap"));
                ASSERT_TRUE(play().isExplained());
            }
            ASSERT_NO_FATAL_FAILURE(clickButton("next step"));
        }
        ASSERT_EQ(play().state(), LessonPlay::State::closed);
    }
}
