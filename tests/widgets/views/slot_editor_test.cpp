// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/slot_editor.h"

#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QFontInfo>
#include <QStatusTipEvent>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class SlotEditorTest : public testing::Test
{
protected:
    explicit SlotEditorTest(const Tensor& tensor = sample("csr")) : m_shown(tensor) {}

    SlotEditor* editor(SceneView& view) { return view.findChild<SlotEditor*>(); }
    std::string valueAt(std::string_view member, std::int64_t slot)
    {
        return m_shown.subject().tensor->member(member).array.at(slot).text();
    }
    // Opens the editor over a place as a person does.
    SlotEditor& open(SceneView& view, const Place& place)
    {
        view.window()->activateWindow();
        m_shown.click(view, spotOf(view.scene(), place));
        m_shown.press(view, Qt::Key_F2);
        auto* opened = editor(view);
        if (opened == nullptr)
            throw std::runtime_error("no editor opened");
        return *opened;
    }
    void type(SlotEditor& line, const char* text)
    {
        line.selectAll();
        QTest::keyClicks(&line, QString::fromLatin1(text));
        QTest::keyClick(&line, Qt::Key_Return);
        settle(m_shown.desk.jobs);
    }

    ShownViews m_shown;
};

class ConjugatedSlotEditorTest : public SlotEditorTest
{
protected:
    ConjugatedSlotEditorTest()
        : SlotEditorTest(
              tensorOf(R"({"sizes": [2], "dtype": "complex64", "data": [[1, 2], [3, -4]], "conj": true})"))
    {
    }
};

} // namespace

TEST_F(SlotEditorTest, WhatIsTypedIsOneUndoStep)
{
    auto& view = m_shown.view("members");
    const auto before = valueAt("values", 1);
    type(open(view, Slots{"values", 1, 2}), "-4.5");

    EXPECT_EQ(valueAt("values", 1), "-4.5");
    EXPECT_EQ(editor(view), nullptr);
    EXPECT_EQ(m_shown.desk.workspace.undoStack().count(), 1);
    EXPECT_EQ(m_shown.desk.workspace.undoStack().text(0).toStdString(), "values[1]: " + before + " \u2192 -4.5");
    m_shown.desk.workspace.undoStack().undo();
    EXPECT_EQ(valueAt("values", 1), before);
}

TEST_F(SlotEditorTest, ABrokenIndexIsTakenAndReported)
{
    type(open(m_shown.view("members"), Slots{"plain", 0, 1}), "77");
    EXPECT_EQ(valueAt("plain", 0), "77");
    EXPECT_FALSE(m_shown.subject().report->valid);
}

TEST_F(SlotEditorTest, AnElementIsEditedWhereItsValueIs)
{
    const auto& tensor = *m_shown.subject().tensor;
    const auto readers = tensor.layout->readersOf(tensor, "values", 0, 1);
    ASSERT_TRUE(readers);
    type(open(m_shown.view("logical"), ElementPlace{readers->elements.front()}), "99");
    EXPECT_EQ(valueAt("values", 0), "99");
}

// The number that is read there is the one that is typed there, though the slot holds its conjugate.
TEST_F(ConjugatedSlotEditorTest, AnElementIsTypedAsItIsMeantAndASlotAsItIsStored)
{
    auto& element = open(m_shown.view("logical"), ElementPlace{{1}});
    EXPECT_EQ(element.text().toStdString(), "(3+4j)");
    type(element, "5+6j");
    EXPECT_EQ(valueAt("values", 1), "(5-6j)");
    auto& slot = open(m_shown.view("members"), Slots{"values", 1, 2});
    EXPECT_EQ(slot.text().toStdString(), "(5-6j)");
    type(slot, "7+8j");
    EXPECT_EQ(valueAt("values", 1), "(7+8j)");
}

TEST_F(SlotEditorTest, AnElementThatIsNotStoredHasNoEditor)
{
    const auto& tensor = *m_shown.subject().tensor;
    auto& view = m_shown.view("logical");
    for (const auto& spot : std::vector(view.scene().spots)) {
        const auto path = tensor.layout->locate(tensor, std::get<ElementPlace>(spot.place).index);
        if (!path || path->found)
            continue;
        m_shown.click(view, spot);
        m_shown.press(view, Qt::Key_F2);
        EXPECT_EQ(editor(view), nullptr);
        return;
    }
    FAIL() << "every element is stored";
}

namespace {

// A window's status line.
struct StatusTips : QObject {
    QString last;

    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() == QEvent::StatusTip)
            last = static_cast<QStatusTipEvent*>(event)->tip();
        return QObject::eventFilter(object, event);
    }
};

} // namespace

TEST_F(SlotEditorTest, ADoubleClickThatOpensNothingSaysWhy)
{
    auto& view = m_shown.view("logical");
    StatusTips said;
    view.installEventFilter(&said);
    const auto spots = view.scene().spots;
    const auto absent = std::ranges::find(spots, QString(), &Spot::value);
    ASSERT_NE(absent, spots.end());
    const auto index = QString::fromStdString(text(std::get<ElementPlace>(absent->place).index));
    m_shown.click(view, *absent);
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, absent->rect.center().toPoint());
    settle(m_shown.desk.jobs);
    EXPECT_EQ(editor(view), nullptr);
    EXPECT_TRUE(said.last.startsWith(index + QStringLiteral(" is not stored"))) << said.last.toStdString();
    EXPECT_TRUE(said.last.contains(QStringLiteral("strided"))) << "what can be done";
}

TEST_F(SlotEditorTest, InALargeCellItsTypeIsThatOfTheCell)
{
    auto& view = m_shown.view("logical");
    const auto spotOfAStored = [&] {
        return *std::ranges::find_if(view.scene().spots, [](const Spot& spot) { return !spot.value.isEmpty(); });
    };
    const auto place = spotOfAStored().place;
    m_shown.click(view, spotOfAStored());
    view.setZoom(250, spotOfAStored().rect.center());
    settle(m_shown.desk.jobs);
    const auto& line = open(view, place);
    EXPECT_EQ(line.font().pixelSize(), SceneFonts::of(view.font()).enlarged(view.scene().text).value.pixelSize());
    EXPECT_GT(QFontInfo(line.font()).pixelSize(), 1.5 * QFontInfo(view.font()).pixelSize());
}

TEST_F(SlotEditorTest, WhatIsNoValueOfTheTypeIsSaidAndTheLineStays)
{
    auto& view = m_shown.view("members");
    const auto before = m_shown.subject().tensor;
    auto& line = open(view, Slots{"plain", 0, 1});
    type(line, "1.5");
    EXPECT_EQ(editor(view), &line);
    EXPECT_FALSE(line.accessibleDescription().isEmpty());
    EXPECT_EQ(m_shown.subject().tensor, before);
    type(line, "nonsense");
    EXPECT_EQ(m_shown.subject().tensor, before);
}

TEST_F(SlotEditorTest, EscapeAndTheSameValueChangeNothing)
{
    auto& view = m_shown.view("members");
    const auto before = m_shown.subject().tensor;
    QTest::keyClicks(&open(view, Slots{"values", 0, 1}), QStringLiteral("5"));
    QTest::keyClick(editor(view), Qt::Key_Escape);
    settle(m_shown.desk.jobs);
    EXPECT_EQ(editor(view), nullptr);

    QTest::keyClick(&open(view, Slots{"values", 0, 1}), Qt::Key_Return);
    settle(m_shown.desk.jobs);
    EXPECT_EQ(editor(view), nullptr);
    EXPECT_EQ(m_shown.subject().tensor, before);
    EXPECT_EQ(m_shown.desk.workspace.undoStack().count(), 0);
}

// As in tables: the number is kept, and the next slot is edited.
TEST_F(SlotEditorTest, TabKeepsTheNumberAndEditsTheNextSlot)
{
    auto& view = m_shown.view("members");
    const auto tab = [&](const char* text, bool forth) {
        auto* line = editor(view);
        ASSERT_NE(line, nullptr);
        line->selectAll();
        QTest::keyClicks(line, QString::fromLatin1(text));
        forth ? QTest::keyClick(line, Qt::Key_Tab) : QTest::keyClick(line, Qt::Key_Backtab, Qt::ShiftModifier);
        settle(m_shown.desk.jobs);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    };
    const auto second = valueAt("values", 1), third = valueAt("values", 2);
    open(view, Slots{"values", 0, 1});
    tab("41", true);
    EXPECT_EQ(valueAt("values", 0), "41");
    ASSERT_NE(editor(view), nullptr);
    EXPECT_EQ(editor(view)->text().toStdString(), second);
    EXPECT_TRUE(editor(view)->hasFocus());
    tab("42", true);
    EXPECT_EQ(valueAt("values", 1), "42");
    ASSERT_NE(editor(view), nullptr);
    EXPECT_EQ(editor(view)->text().toStdString(), third);
    tab("43", false);
    EXPECT_EQ(valueAt("values", 2), "43");
    ASSERT_NE(editor(view), nullptr);
    EXPECT_EQ(editor(view)->text(), QStringLiteral("42"));

    tab("nonsense", true);
    ASSERT_NE(editor(view), nullptr);
    EXPECT_EQ(editor(view)->text(), QStringLiteral("nonsense"));
    EXPECT_FALSE(editor(view)->accessibleDescription().isEmpty());
    EXPECT_TRUE(editor(view)->hasFocus());
    EXPECT_EQ(valueAt("values", 1), "42");
}

TEST_F(SlotEditorTest, StaysOverItsSlotWhenThePictureIsAnotherOne)
{
    auto& view = m_shown.view("members");
    const Slots place{"values", 2, 3};
    auto& line = open(view, place);
    const auto before = line.geometry();
    view.resize(view.width() / 2, view.height());
    line.move(0, 0); // where the slot is not
    settle(m_shown.desk.jobs);
    ASSERT_EQ(editor(view), &line);
    const auto middle = line.geometry().center().y();
    const auto slot = view.rectOnScreen(spotOf(view.scene(), place));
    EXPECT_NE(line.pos(), QPoint(0, 0));
    EXPECT_NEAR(view.viewport()->mapToGlobal(QPoint(0, middle)).y(), slot.center().y(), 2);
    EXPECT_EQ(line.height(), before.height());
}

TEST_F(SlotEditorTest, ItGoesWhenItsTensorDoes)
{
    auto& view = m_shown.view("members");
    open(view, Slots{"values", 0, 1});
    m_shown.desk.workspace.clear();
    settle(m_shown.desk.jobs);
    EXPECT_EQ(editor(view), nullptr);
}

TEST_F(SlotEditorTest, StaysWhenAnotherTensorChanges)
{
    auto& workspace = m_shown.desk.workspace;
    const auto other = workspace.add(sample("coo"), QStringLiteral("other"), QStringLiteral("test"));
    settle(m_shown.desk.jobs);
    auto& view = m_shown.view("members");
    auto& line = open(view, Slots{"values", 1, 2});
    line.selectAll();
    QTest::keyClicks(&line, QStringLiteral("8"));
    workspace.rename(other, QStringLiteral("renamed"));
    settle(m_shown.desk.jobs);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    ASSERT_NE(editor(view), nullptr);
    EXPECT_EQ(editor(view)->text(), QStringLiteral("8"));
    workspace.rename(workspace.current(), QStringLiteral("its own"));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_EQ(editor(view), nullptr);
}

// Rounded as people say it where it does not fit, and never cut to something else.
TEST_F(SlotEditorTest, ALargePointerIsToldRightlyInEveryView)
{
    type(open(m_shown.view("members"), Slots{"compressed", 0, 1}), "7777777");
    ASSERT_EQ(valueAt("compressed", 0), "7777777");
    const QStringList right{QStringLiteral("7777777"), QStringLiteral("7.78M"), QStringLiteral("7.8M"),
                            QStringLiteral("8M"), QStringLiteral("\u2026")};
    int shortened = 0;
    for (auto* view : {&m_shown.view("members"), &m_shown.view("storage")}) {
        view->resize(300, 400);
        for (int press = 0; press < 16; ++press) {
            m_shown.press(*view, Qt::Key_Minus);
            const auto& spots = view->scene().spots;
            const auto spot = std::ranges::find(spots, QStringLiteral("7777777"), &Spot::value);
            if (spot == spots.end())
                continue; // too small to be told apart
            for (const auto& label : view->scene().labels)
                if (spot->rect.contains(label.rect.center())) {
                    EXPECT_TRUE(right.contains(label.text)) << label.text.toStdString() << view->spec().id;
                    shortened += label.text == right.front() ? 0 : 1;
                }
        }
    }
    EXPECT_GT(shortened, 0);
}
