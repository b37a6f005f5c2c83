// SPDX-License-Identifier: GPL-3.0-or-later
// The movement window by keys and mouse.
#include "movement/movement_dialog.h"

#include "calls/convert_dialog.h"
#include "lessons/watched.h"
#include "movement/movement_view.h"
#include "ops/transposed.h"
#include "rules/contracts.h"
#include "scenes/morph_picture.h"
#include "scenes/scene.h"
#include "widgets/calls/shown_call_dialog.h"
#include "widgets/movement/made_pairs.h"
#include "widgets/movement/shown_movement.h"
#include "widgets/support/tensors.h"

#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QStackedWidget>
#include <QTest>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class MovementDialogTest : public ShownMovement
{
protected:
    std::string words() { return child<QLabel>("movement words").text().toStdString(); }
    std::string obstacle() { return child<QLabel>("movement obstacle").text().toStdString(); }
    void press(int key) { QTest::keyClick(&view(), static_cast<Qt::Key>(key)); }
    void click(const char* name) { QTest::mouseClick(&child<QPushButton>(name), Qt::LeftButton); }

    void askForTransposedBsr()
    {
        const auto source = madeAs(*layoutNamed("bsr"), 3);
        const auto from = m_desk.show(*source, "x"),
                   to = m_desk.show(transposed(*source)->tensors.front(), "x turned");
        m_dialog.ask(from, to);
        settle(m_desk.jobs);
    }
    void watch(const char* sampleName, const char* algorithm)
    {
        m_dialog.watch(m_desk.show(sample(sampleName)), QString::fromLatin1(algorithm));
        settle(m_desk.jobs);
    }
};

} // namespace

TEST_F(MovementDialogTest, SaysWhatIsMissing)
{
    EXPECT_EQ(obstacle(), "Open or build a tensor first: it is what moves.");
    EXPECT_FALSE(child<QPushButton>("movement play").isEnabled());
}

TEST_F(MovementDialogTest, GoesForthAndBackByKeys)
{
    askForTransposedBsr();
    ASSERT_NE(view().film(), nullptr) << obstacle();
    EXPECT_EQ(words().rfind("Before. 0 bytes moved. ", 0), 0U) << words();
    press(Qt::Key_Right);
    EXPECT_GT(view().time(), 0);
    EXPECT_LT(view().time(), 0.2);
    EXPECT_TRUE(words().starts_with("Entry 1 of ")) << words();
    EXPECT_NE(words().find(" stays in the same bytes: element "), std::string::npos) << words();
    const auto share = std::to_string(qRound(view().time() * 100)) + "% of the way";
    EXPECT_EQ(child<QSlider>("movement scrubber").toolTip().toStdString(), share);
    EXPECT_EQ(child<QSlider>("movement scrubber").accessibleDescription().toStdString(), share);
    press(Qt::Key_End);
    EXPECT_EQ(view().time(), 1);
    EXPECT_EQ(words().rfind("After. ", 0), 0U) << words();
    press(Qt::Key_Left);
    EXPECT_LT(view().time(), 1);
    EXPECT_FALSE(words().starts_with("After")) << words();
    press(Qt::Key_Home);
    EXPECT_EQ(view().time(), 0);
    EXPECT_EQ(view().accessibleDescription().toStdString(), words());
}

TEST_F(MovementDialogTest, OpensOnTheStorageWhereNoByteMoves)
{
    auto& shown = child<QComboBox>("movement shown");
    EXPECT_EQ(shown.currentData().toString(), QStringLiteral("members"));
    const auto from = m_desk.show(sample("csr"), "x");
    m_dialog.ask(from, m_desk.show(sample("csr"), "other")); // of its own bytes
    settle(m_desk.jobs);
    EXPECT_EQ(shown.currentData().toString(), QStringLiteral("members"));
    askForTransposedBsr();
    EXPECT_EQ(shown.currentData().toString(), QStringLiteral("storage"));
}

TEST_F(MovementDialogTest, OpensOnTheStorageBetweenTwoStrided)
{
    const auto from = m_desk.show(sample("strided"), "x");
    m_dialog.ask(from, m_desk.show(sample("strided"), "other")); // of its own bytes
    settle(m_desk.jobs);
    EXPECT_EQ(child<QComboBox>("movement shown").currentData().toString(), QStringLiteral("storage"));
}

// Two tensors of which nothing is known: the newest beside the one that is looked at.
TEST_F(MovementDialogTest, HasTwoDifferentTensorsWhereTwoAreOpen)
{
    const auto choice = [&](const char* name) { return child<QComboBox>(name).currentText(); };
    m_dialog.watch(m_desk.show(sample("strided"), "alone"));
    EXPECT_EQ(choice("movement to"), QStringLiteral("alone"));
    m_dialog.watch(m_desk.show(sample("strided"), "second"));
    EXPECT_EQ(choice("movement from"), QStringLiteral("alone"));
    EXPECT_EQ(choice("movement to"), QStringLiteral("second"));
    m_dialog.watch(m_desk.show(sample("csr"), "third"));
    EXPECT_EQ(choice("movement from"), QStringLiteral("third")) << "an algorithm works on it";
    EXPECT_NE(choice("movement to"), QStringLiteral("third"));
}

TEST_F(MovementDialogTest, NoLabelIsCut)
{
    for (const int points : {11, 20}) {
        auto type = m_dialog.font();
        type.setPointSize(points);
        m_dialog.setFont(type);
        settle(m_desk.jobs);
        int labels = 0;
        for (const auto* label : m_dialog.findChildren<QLabel*>()) {
            if (label->buddy() == nullptr ||
                label->parentWidget() != child<QComboBox>("movement to").parentWidget())
                continue;
            ++labels;
            int wanted = 0;
            for (const auto letter : label->text())
                wanted += letter == QLatin1Char('&') ? 0 : label->fontMetrics().horizontalAdvance(letter);
            EXPECT_GE(label->contentsRect().width(), wanted) << label->text().toStdString();
        }
        EXPECT_EQ(labels, 3);
    }
}

TEST_F(MovementDialogTest, PlaysAndPauses)
{
    askForTransposedBsr();
    child<QComboBox>("movement speed").setCurrentIndex(2);
    press(Qt::Key_Space);
    EXPECT_TRUE(view().isPlaying());
    EXPECT_EQ(child<QPushButton>("movement play").text(), QStringLiteral("&Pause"));
    ASSERT_TRUE(waitUntil([&] { return view().time() > 0.05; }));
    press(Qt::Key_Space);
    EXPECT_FALSE(view().isPlaying());
    const auto held = view().time();
    EXPECT_LT(held, 1);
    QTest::qWait(60);
    EXPECT_EQ(view().time(), held);
    click("movement play");
    ASSERT_TRUE(waitUntil([&] { return !view().isPlaying(); }));
    EXPECT_EQ(view().time(), 1) << "to its end";
}

// Slow, normal, fast, also while it plays.
TEST_F(MovementDialogTest, PlaysAtTheSpeedThatIsChosen)
{
    askForTransposedBsr();
    auto& speed = child<QComboBox>("movement speed");
    EXPECT_EQ(view().speed(), 1);
    press(Qt::Key_Space);
    ASSERT_TRUE(waitUntil([&] { return view().time() > 0; }));
    speed.setFocus();
    QTest::keyClick(&speed, Qt::Key_Down);
    EXPECT_GT(view().speed(), 1);
    EXPECT_TRUE(view().isPlaying()) << "it goes on";
    EXPECT_GT(view().time(), 0);
    QTest::keyClick(&speed, Qt::Key_Up);
    QTest::keyClick(&speed, Qt::Key_Up);
    EXPECT_LT(view().speed(), 1);
}

// The strips of an algorithm are as large as the view has room for, and fit.
TEST_F(MovementDialogTest, AlgorithmsFillTheirView)
{
    m_dialog.resize(1600, 1000);
    m_dialog.watch(m_desk.show(*madeAs(*layoutNamed("coo"), 5)), QStringLiteral("coo-to-csr"));
    settle(m_desk.jobs);
    ASSERT_NE(view().film(), nullptr) << obstacle();
    const auto room = view().room(), size = view().film()->size();
    EXPECT_LE(size.height(), room.height() + 0.01);
    EXPECT_GE(size.height(), room.height() * 0.6);
    EXPECT_EQ(view().horizontalScrollBar()->maximum(), 0);
    EXPECT_EQ(view().verticalScrollBar()->maximum(), 0);

    m_dialog.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_dialog));
    QTest::keyClick(&view(), Qt::Key_Plus, Qt::ControlModifier);
    settle(m_desk.jobs);
    EXPECT_GT(view().film()->size().width(), room.width());
    QTest::keyClick(&view(), Qt::Key_0, Qt::ControlModifier);
    settle(m_desk.jobs);
    EXPECT_EQ(view().film()->size(), size);
}

TEST_F(MovementDialogTest, ZoomedFilmsBetweenTensorsStayOfBoundedSize)
{
    m_dialog.resize(1600, 1000);
    askForTransposedBsr();
    ASSERT_NE(view().film(), nullptr) << obstacle();
    m_dialog.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_dialog));
    for (int i = 0; i < 12; ++i)
        QTest::keyClick(&view(), Qt::Key_Plus, Qt::ControlModifier);
    settle(m_desk.jobs);
    const auto room = view().room(), size = view().film()->size();
    EXPECT_GT(size.width(), room.width());
    EXPECT_LE(size.width() * size.height(), 2 * largestMorphArea);
}

// Each number in its turn, wherever the scrubber stands; a screen reader reads the same.
TEST_F(MovementDialogTest, TellsOneNumberAfterTheOther)
{
    const auto source = tensorOf(R"({"layout": "csr", "size": [2, 3], "members": {
        "crow_indices": [0, 1, 3], "col_indices": [2, 0, 1], "values": [5, 6, 7]}})");
    const auto made = convertedTo(source, *layoutNamed("csc"));
    m_dialog.ask(m_desk.show(source, "rows"), m_desk.show(*made, "columns"));
    settle(m_desk.jobs);
    ASSERT_NE(view().film(), nullptr) << obstacle();
    for (const auto& [time, told] :
         {std::pair(0.2, "Entry 1 of 3: the value 5 of element (0, 2) goes from values[0] to values[2]."),
          std::pair(0.5, "Entry 2 of 3: the value 6 of element (1, 0) goes from values[1] to values[0]."),
          std::pair(0.9, "Entry 3 of 3: the value 7 of element (1, 1) goes from values[2] to values[1].")}) {
        view().setTime(time);
        EXPECT_NE(words().find(told), std::string::npos) << words();
        EXPECT_NE(words().find("ccol_indices["), std::string::npos) << words();
        EXPECT_EQ(view().accessibleDescription().toStdString(), words());
    }
}

// By keys and buttons, and back; the large window tells the same at the same place.
TEST_F(MovementDialogTest, ForwardAndBackGoFromNumberToNumber)
{
    const auto source = tensorOf(R"({"layout": "coo", "size": [4, 4], "members": {
        "indices": [[0, 0, 1, 1, 2, 3, 3], [0, 3, 2, 3, 1, 0, 3]], "values": [5, 1, 2, 3, 7, 4, 6]}})");
    const auto made = convertedTo(source, *layoutNamed("bsr"));
    m_dialog.ask(m_desk.show(source, "entries"), m_desk.show(*made, "blocks"));
    settle(m_desk.jobs);
    ASSERT_NE(view().film(), nullptr) << obstacle();
    std::vector<std::pair<double, std::string>> told;
    for (press(Qt::Key_Right); view().time() < 1 && told.size() < 20; click("movement forward"))
        told.emplace_back(view().time(), words());
    ASSERT_GE(told.size(), 5U);
    for (std::size_t i = 0; i < told.size(); ++i)
        EXPECT_NE(told[i].second.find(" " + std::to_string(i + 1) + " of " + std::to_string(told.size())),
                  std::string::npos)
            << told[i].second;
    for (auto i = told.size(); i-- > 0;) {
        i % 2 == 0 ? click("movement back") : press(Qt::Key_Left);
        EXPECT_EQ(words(), told[i].second);
    }
    view().setTime(0.4);
    const auto there = words();
    for (const auto size : {QSize(1920, 1080), QSize(700, 500), QSize(1024, 768)}) {
        const auto film = view().film();
        m_dialog.resize(size);
        auto type = m_dialog.font();
        type.setPointSizeF(size.height() / 48.0);
        m_dialog.setFont(type);
        settle(m_desk.jobs);
        ASSERT_NE(view().film(), film);
        EXPECT_EQ(view().time(), 0.4);
        EXPECT_EQ(words(), there);
        for (const auto& [time, words] : told)
            EXPECT_EQ(view().film()->words(time).toStdString(), words);
    }
}

TEST_F(MovementDialogTest, TheScrubberIsDraggedAndTakesTheSameKeys)
{
    askForTransposedBsr();
    auto& scrubber = child<QSlider>("movement scrubber");
    const auto middle = scrubber.rect().center();
    QTest::mousePress(&scrubber, Qt::LeftButton, {}, QPoint(6, middle.y())); // on its handle
    QTest::mouseMove(&scrubber, middle);
    QTest::mouseRelease(&scrubber, Qt::LeftButton, {}, middle);
    EXPECT_GT(view().time(), 0.3);
    EXPECT_LT(view().time(), 0.7);
    QTest::keyClick(&scrubber, Qt::Key_End);
    EXPECT_EQ(view().time(), 1);
    EXPECT_EQ(scrubber.value(), scrubber.maximum());
    click("movement back");
    EXPECT_LT(view().time(), 1);
    EXPECT_GT(view().time(), 0.8);
}

// Stepwise: before and after, nothing between.
TEST_F(MovementDialogTest, WithoutMotionThereAreWholeStepsOnly)
{
    askForTransposedBsr();
    press(Qt::Key_Right);
    QTest::mouseClick(&child<QCheckBox>("movement still"), Qt::LeftButton, {}, QPoint(8, 8));
    ASSERT_FALSE(view().isInMotion());
    EXPECT_EQ(view().time(), 0);
    press(Qt::Key_Right);
    EXPECT_EQ(view().time(), 1);
    EXPECT_EQ(child<QSlider>("movement scrubber").maximum(), 1);
    press(Qt::Key_Space);
    EXPECT_FALSE(view().isPlaying());
    EXPECT_EQ(view().time(), 0);
}

TEST_F(MovementDialogTest, ShowsTheRecordedStepsOfAnAlgorithmForthAndBack)
{
    watch("coo", "coalesce");
    if (view().film() == nullptr) { // its entries hold two numbers each
        EXPECT_EQ(obstacle(), "Wanted a matrix whose entries are single numbers");
    }
    const auto coo = madeAs(*layoutNamed("coo"), 5);
    const auto recorded = watchedAlgorithms().front().run(*coo);
    ASSERT_TRUE(recorded);
    m_dialog.watch(m_desk.show(*coo), QStringLiteral("coo-to-csr"));
    settle(m_desk.jobs);
    ASSERT_NE(view().film(), nullptr) << obstacle();
    const auto count = recorded->steps.size();
    ASSERT_EQ(static_cast<std::size_t>(view().film()->steps()), count);
    EXPECT_EQ(words().rfind("Before the first of " + std::to_string(count) + " step", 0), 0U) << words();
    std::vector<std::string> forth;
    for (std::size_t i = 0; i < count; ++i) {
        press(Qt::Key_Right);
        forth.push_back(words());
        EXPECT_NE(words().find(recorded->steps[i].text), std::string::npos) << words();
    }
    for (auto i = count; i-- > 1;) {
        press(Qt::Key_Left);
        EXPECT_EQ(words(), forth[i - 1]);
    }
    EXPECT_FALSE(child<QComboBox>("movement to").isEnabled());
}

// What fits the tensor is offered, and works.
TEST_F(MovementDialogTest, OffersTheAlgorithmsOfTheLayout)
{
    for (const auto* name : {"coo", "csr", "jagged"}) {
        SCOPED_TRACE(name);
        m_dialog.watch(m_desk.show(*madeAs(*layoutNamed(name), 4)));
        settle(m_desk.jobs);
        QStringList offered;
        auto& shown = child<QComboBox>("movement shown");
        for (int i = 0; i < shown.count(); ++i)
            offered << shown.itemData(i).toString();
        for (const auto& algorithm : watchedAlgorithms())
            EXPECT_EQ(offered.contains(
                          QString::fromUtf8(algorithm.id.data(), static_cast<qsizetype>(algorithm.id.size()))),
                      algorithm.layout == name)
                << algorithm.id;
        EXPECT_GE(shown.currentIndex(), 3) << "the first of them is shown";
    }
}

// Those of the style are black in a dark theme too.
TEST_F(MovementDialogTest, ButtonsHaveNoIcons)
{
    for (const auto* button : m_dialog.findChildren<QPushButton*>())
        EXPECT_TRUE(button->icon().isNull()) << button->text().toStdString();
}

TEST_F(MovementDialogTest, TellsWhyNothingCanBeFollowed)
{
    const auto from = m_desk.show(*madeAs(*layoutNamed("csr"), 3), "a"),
               to = m_desk.show(*madeAs(*layoutNamed("nested"), 3), "b"); // of another size
    m_dialog.ask(from, to);
    settle(m_desk.jobs);
    EXPECT_EQ(view().film(), nullptr);
    EXPECT_EQ(obstacle().rfind("Wanted two tensors of one size", 0), 0U) << obstacle();
}

TEST_F(MovementDialogTest, IsDrawnAnewInOtherColoursAndTypeAtTheSameTime)
{
    askForTransposedBsr();
    press(Qt::Key_Right);
    const auto time = view().time();
    auto film = view().film();
    auto dark = m_dialog.palette();
    dark.setColor(QPalette::Window, Qt::black);
    dark.setColor(QPalette::WindowText, Qt::white);
    m_dialog.setPalette(dark);
    settle(m_desk.jobs);
    EXPECT_NE(view().film(), film);
    film = view().film();
    auto type = m_dialog.font();
    type.setPointSizeF(2 * type.pointSizeF());
    m_dialog.setFont(type);
    settle(m_desk.jobs);
    EXPECT_NE(view().film(), film);
    EXPECT_EQ(view().time(), time);
}

// What is broken is drawn so, as soon as it is known.
TEST_F(MovementDialogTest, IsDrawnAnewWhenATensorWasChecked)
{
    askForTransposedBsr();
    const auto film = view().film();
    m_desk.workspace.setContract(**contractNamed("scipy"));
    settle(m_desk.jobs);
    EXPECT_NE(view().film(), film);
}

// A question hides what would answer it.
TEST_F(MovementDialogTest, IsCoveredWhileALessonAsks)
{
    askForTransposedBsr();
    EXPECT_TRUE(view().isVisible());
    m_desk.selection.cover().set({QStringLiteral("storage")});
    EXPECT_FALSE(view().isVisible());
    EXPECT_FALSE(child<QLabel>("movement words").isVisible());
    m_desk.selection.cover().clear();
    EXPECT_TRUE(view().isVisible());
}

TEST_F(MovementDialogTest, AlgorithmsDoNotTellTheLayoutWhileALessonAsks)
{
    watch("csr", "csr-to-csc");
    auto& offered = child<QComboBox>("movement shown");
    EXPECT_GE(offered.findData(QStringLiteral("csr-to-csc")), 0);
    m_desk.selection.cover().set({QStringLiteral("facts")});
    EXPECT_EQ(offered.count(), static_cast<int>(pictures().size()));
    m_desk.selection.cover().clear();
    EXPECT_GE(offered.findData(QStringLiteral("csr-to-csc")), 0);
    m_dialog.watch(m_desk.workspace.current());
    settle(m_desk.jobs);
    EXPECT_EQ(offered.currentData().toString(), QStringLiteral("csr-to-csc"));
}

TEST(ConvertDialogMovement, OffersToShowHowItMoved)
{
    ShownCallDialog<ConvertDialog> shown({{"coo", sample("coo")}});
    auto& button = shown.child<QPushButton>("movement");
    EXPECT_FALSE(button.isEnabled());
    shown.choose("layout", "csr");
    shown.made();
    ASSERT_TRUE(button.isEnabled());
    QSignalSpy asked(shown.dialog.get(), &ConvertDialog::movementAsked);
    QTest::mouseClick(&button, Qt::LeftButton);
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked[0][1].toInt(), shown.desk.workspace.current());
    EXPECT_EQ(shown.desk.workspace.find(asked[0][0].toInt())->name, QStringLiteral("coo"));
}
