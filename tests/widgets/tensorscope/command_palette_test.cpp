// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_palette.h"

#include "array/transform.h"
#include "build/build_dialog.h"
#include "build/words.h"
#include "layouts/registry.h"
#include "main_window.h"
#include "ops/operations.h"
#include "ops/transform.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QTabWidget>
#include <QTest>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

TEST(CommandFit, AllWordsHaveToBeThereInAnyOrder)
{
    const auto title = QStringLiteral("View: Zoom in");
    EXPECT_GT(fitOf(QStringLiteral("in zoom"), title), 0);
    EXPECT_GT(fitOf(QStringLiteral("ZOOM"), title), 0);
    EXPECT_EQ(fitOf(QStringLiteral("zoom out"), title), 0);
    EXPECT_GT(fitOf(QString(), title), 0);
    EXPECT_GT(fitOf(QStringLiteral("zoom"), title),
              fitOf(QStringLiteral("zo in"), QStringLiteral("a zone by hint")));
}

TEST(CommandFit, WholeWordsRankAboveBeginningsAndTheseAboveTheInsideOfWords)
{
    const auto fit = [](const char* typed, const char* title) {
        return fitOf(QString::fromLatin1(typed), QString::fromLatin1(title));
    };
    EXPECT_GT(fit("fit", "View: Fit to view"), fit("fit", "View: Fitting of all that there is"));
    EXPECT_GT(fit("fit", "View: Fitting of all that there is"), fit("fit", "Benefit"));
    EXPECT_GT(fit("fit", "View: Fit"), fit("fit", "View: Fit all of the views")) << "the shorter title";
}

TEST(CommandFit, SynonymsFindACommandAndRankBelowItsTitle)
{
    const Command named{QStringLiteral("Run mv"), {}, {}},
        other{QStringLiteral("Run x"), {}, {}, {QStringLiteral("mv")}};
    EXPECT_GT(fitOf(QStringLiteral("mv"), other), 0);
    EXPECT_GT(fitOf(QStringLiteral("mv"), named), fitOf(QStringLiteral("mv"), other));
}

TEST(CommandFit, OneOfAPanelsThingsFindsThePanelBeforeAnotherCommandsSynonym)
{
    const Command panel{QStringLiteral("View: Devices"), {}, {}},
        step{QStringLiteral("View step to..."), {}, {}, {QStringLiteral("device")}};
    EXPECT_GT(fitOf(QStringLiteral("device"), panel), fitOf(QStringLiteral("device"), step));
}

TEST(CommandFit, FirstLettersOfWordsFindWhatNothingElseDoes)
{
    const auto command = [](const char* title) { return Command{QString::fromLatin1(title), {}, {}}; };
    const std::vector commands{command("File: Quit"), command("View: Zoom in"), command("View: Fit to view")};
    EXPECT_EQ(fitting(QStringLiteral("zi"), commands), std::vector{1});
    EXPECT_EQ(fitting(QStringLiteral("fit"), commands), std::vector{2}) << "not Quit";
    EXPECT_EQ(fitting(QString(), commands).size(), 3U);
    EXPECT_TRUE(fitting(QStringLiteral("xyz"), commands).empty());
}

namespace {

// The lines that are offered for what is typed.
class PaletteTest : public testing::Test
{
protected:
    PaletteTest()
    {
        m_window.resize(1280, 800);
        m_window.show();
        settle(m_window.jobs());
    }
    void open(const char* sample)
    {
        m_window.files().open({QStringLiteral(":/samples/%1.json").arg(QString::fromLatin1(sample))});
        ASSERT_TRUE(settle(m_window.jobs()));
    }
    CommandPalette& palette()
    {
        m_window.findChild<QAction*>(QStringLiteral("palette"))->trigger();
        return *shown();
    }
    CommandPalette* shown() // null: none is
    {
        for (auto* each : m_window.findChildren<CommandPalette*>())
            if (each->isVisible()) // others may be on their way out
                return each;
        return nullptr;
    }
    std::string firstFor(const char* typed)
    {
        auto& open = palette();
        QTest::keyClicks(open.findChild<QLineEdit*>(), QString::fromLatin1(typed));
        const auto text = open.findChild<QListWidget*>()->item(0)->text().toStdString();
        QTest::keyClick(&open, Qt::Key_Escape);
        settle(m_window.jobs());
        return text;
    }
    void choose(const char* typed)
    {
        auto& open = palette();
        QTest::keyClicks(open.findChild<QLineEdit*>(), QString::fromLatin1(typed));
        QTest::keyClick(open.findChild<QLineEdit*>(), Qt::Key_Return);
        ASSERT_TRUE(settle(m_window.jobs()));
    }

    MainWindow m_window{Theme::light};
};

} // namespace

TEST_F(PaletteTest, RepairsOfTheCurrentTensorAreFoundAndPreviewed)
{
    const auto id = m_window.workspace().add(tensorOf(R"({"layout":"coo","size":[4],"is_coalesced":true,
                     "members":{"indices":[[1,1,3]],"values":[1,2,3]}})"),
                                             QStringLiteral("t"), QStringLiteral("test"));
    m_window.workspace().setCurrent(id);
    ASSERT_TRUE(settle(m_window.jobs()));
    ASSERT_FALSE(m_window.workspace().currentSubject()->report->repairs.empty());
    auto& open = palette();
    QTest::keyClicks(open.findChild<QLineEdit*>(), QStringLiteral("coalesce"));
    EXPECT_FALSE(
        open.findChild<QListWidget*>()->findItems(QStringLiteral("Repair: "), Qt::MatchStartsWith).empty());
    QTest::keyClick(&open, Qt::Key_Escape);
    ASSERT_TRUE(settle(m_window.jobs()));
    choose("sum duplicates");
    ASSERT_TRUE(m_window.workspace().currentSubject()->preview);
    const auto& after = *m_window.workspace().currentSubject()->preview->change.tensor;
    EXPECT_EQ(numel(after.member("values").array.geometry), 2);
}

TEST_F(PaletteTest, TheNamesOfTheFieldFindWhatTheyMean)
{
    open("csr");
    EXPECT_EQ(firstFor("fit"), "View: Fit to view   (0)");
    EXPECT_EQ(firstFor("zoom to fit"), "View: Fit to view   (0)");
    EXPECT_EQ(firstFor("transpose"), "Build: Transpose   (Ctrl+Shift+X)");
    EXPECT_EQ(firstFor("tocsr"), "Convert: To csr");
    EXPECT_EQ(firstFor("to_dense"), "Convert: To strided");
    for (const auto* name : {"matmul", "mv", "mm", "spmv", "spmm"})
        EXPECT_TRUE(firstFor(name).starts_with("Run matmul: ")) << name;
    EXPECT_TRUE(firstFor("softmax").starts_with("Run softmax: "));
    open("strided");
    for (const auto* name : {"permute", "slice", "reshape", "narrow", "flatten"})
        EXPECT_EQ(firstFor(name), std::string("View step ") + name + "...");
    EXPECT_EQ(firstFor("movedim"), "View step permute...");
}

// A line about its cost, told while a tensor was open, is no reason.
TEST_F(PaletteTest, ADisabledCommandTellsWhyAndNothingElse)
{
    auto* contiguous = m_window.findChild<QAction*>(QStringLiteral("contiguous"));
    ASSERT_NE(contiguous, nullptr);
    contiguous->setStatusTip(QStringLiteral("copies 96 bytes"));
    contiguous->setEnabled(false);
    auto& open = palette();
    const auto texts = [&](const char* part) {
        return open.findChild<QListWidget*>()->findItems(QString::fromLatin1(part), Qt::MatchContains);
    };
    EXPECT_TRUE(texts("copies 96 bytes").empty());
    EXPECT_FALSE(texts("Measure something or open a session first.").empty());
}

// The menus of buttons have no titles.
TEST_F(PaletteTest, NoCommandBeginsWithATitleThatIsNone)
{
    open("csr");
    EXPECT_EQ(firstFor("save findings"), "Save findings...");
    EXPECT_EQ(firstFor("zoom to this place"), "View: Zoom to this place   (Ctrl+F8)");
}

TEST_F(PaletteTest, EveryOperationAndEveryStepOfTheLayoutIsThere)
{
    open("strided");
    const auto& list = *palette().findChild<QListWidget*>();
    const auto has = [&](const QString& beginning) {
        return !list.findItems(beginning, Qt::MatchStartsWith).isEmpty();
    };
    for (const auto* op : operations())
        EXPECT_TRUE(has(QStringLiteral("Run %1: ").arg(qt(op->name)))) << op->name;
    for (const auto op : viewOpsOf(*layoutNamed("strided")))
        EXPECT_TRUE(has(QStringLiteral("View step %1...").arg(qt(name(op))))) << name(op);
    for (const auto* layout : layouts())
        EXPECT_TRUE(has(QStringLiteral("Convert: To %1").arg(qt(layout->name)))) << layout->name;
}

TEST_F(PaletteTest, WhatNeedsATensorIsFoundAndSaysSoWhileNoneIsOpen)
{
    EXPECT_EQ(firstFor("transpose"), "Build: Transpose: open a tensor first");
    choose("transpose");
    EXPECT_NE(shown(), nullptr) << "it can't be chosen";
}

TEST_F(PaletteTest, AnOperationOpensRunWithItChosen)
{
    open("csr");
    choose("spmv");
    auto* run = m_window.findChild<QDialog*>(QStringLiteral("run-dialog"));
    ASSERT_NE(run, nullptr);
    EXPECT_EQ(run->findChild<QComboBox*>(QStringLiteral("operation"))->currentData().toString().toStdString(),
              "matmul");
}

TEST_F(PaletteTest, AStepOpensTheChainOfTheCurrentTensorWithItReadyToBeFilledIn)
{
    open("csr");
    open("strided");
    choose("slice");
    auto* build = m_window.findChild<BuildDialog*>();
    ASSERT_NE(build, nullptr);
    const auto& pages = *build->findChild<QTabWidget*>(QStringLiteral("pages"));
    ASSERT_EQ(pages.currentWidget()->objectName().toStdString(), "transform");
    const auto* operation = pages.currentWidget()->findChild<QComboBox*>(QStringLiteral("operation"));
    EXPECT_EQ(operation->currentText().toStdString(), "slice");
    EXPECT_EQ(pages.currentWidget()->findChild<QComboBox*>(QStringLiteral("subject"))->currentText().toStdString(),
              "strided");
    auto* field = build->focusWidget();
    ASSERT_NE(field, nullptr);
    EXPECT_EQ(field->objectName().toStdString(), "dim");
    // A step that takes nothing is there at once.
    choose("view step contiguous");
    EXPECT_EQ(pages.currentWidget()->findChild<QLineEdit*>(QStringLiteral("chain"))->text().toStdString(),
              "contiguous()");
}

TEST_F(PaletteTest, ContractsAreCommandsToo)
{
    open("csr");
    choose("contract: scipy");
    EXPECT_EQ(m_window.workspace().contract().name(), "scipy");
}

TEST_F(PaletteTest, OneKeyTransposesAsAViewThatIsOneStepForUndo)
{
    open("csr");
    const auto* before = m_window.workspace().currentSubject();
    const auto values = before->tensor->member("values").array.storage->id();
    m_window.activateWindow();
    QTest::keyClick(&m_window, Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(settle(m_window.jobs()));
    ASSERT_EQ(m_window.workspace().subjects().size(), 2U);
    const auto* view = m_window.workspace().currentSubject();
    EXPECT_EQ(view->tensor->layout->name, "csc");
    EXPECT_EQ(view->tensor->member("values").array.storage->id(), values) << "nothing is copied";
    EXPECT_EQ(view->name.toStdString(), "csr transposed");
    m_window.workspace().undoStack().undo();
    EXPECT_EQ(m_window.workspace().subjects().size(), 1U);

    open("coo");
    EXPECT_FALSE(m_window.findChild<QAction*>(QStringLiteral("transpose"))->isEnabled());
}

TEST(CommandPalette, OffersEveryCommandOfTheMenusAndEveryOpenTensor)
{
    MainWindow window(Theme::light);
    window.show();
    window.files().open(Files::samples());
    ASSERT_TRUE(settle(window.jobs()));
    window.activateWindow();
    QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
    auto* palette = window.findChild<CommandPalette*>();
    ASSERT_NE(palette, nullptr);
    const auto* list = palette->findChild<QListWidget*>();
    QStringList titles;
    for (int row = 0; row < list->count(); ++row)
        titles << list->item(row)->text();
    for (const auto& subject : window.workspace().subjects())
        EXPECT_EQ(titles.filter(QStringLiteral("Look at ") + subject.name).isEmpty(), false);
    for (const auto* word : {"Open...", "Zoom in", "Duplicate", "Debug", "Dark", "Rules", "Quit", "Manual"})
        EXPECT_FALSE(titles.filter(QString::fromLatin1(word)).isEmpty()) << word;
}

// The list is made anew with every key, so thousands of tensors may not all be in it.
TEST(CommandPalette, OfThousandsTheBestAreListedAndTheOthersCounted)
{
    MainWindow window(Theme::light);
    window.show();
    std::vector<Command> commands;
    int chosen = 0;
    for (int i = 0; i < 20'000; ++i)
        commands.push_back({QStringLiteral("Look at t%1").arg(i), {}, [&chosen, i] { chosen = i; }});
    auto* palette = new CommandPalette(std::move(commands), &window);
    palette->open();
    const auto& list = *palette->findChild<QListWidget*>();
    EXPECT_EQ(list.count(), 501);
    EXPECT_EQ(list.item(500)->text().toStdString(), "and 19500 more");
    EXPECT_EQ(list.item(500)->flags(), Qt::NoItemFlags);
    auto* line = palette->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("t19876"));
    EXPECT_EQ(list.count(), 1);
    QTest::keyClick(line, Qt::Key_Return);
    ASSERT_TRUE(settle(window.jobs()));
    EXPECT_EQ(chosen, 19'876);
}

TEST(CommandPalette, WhatIsTypedAndChosenIsDone)
{
    MainWindow window(Theme::light);
    window.show();
    window.files().open({Files::samples().front()});
    ASSERT_TRUE(settle(window.jobs()));
    const auto before = window.views().front()->zoom();
    QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
    auto* palette = window.findChild<CommandPalette*>();
    ASSERT_NE(palette, nullptr);
    auto* line = palette->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("zoom in"));
    QTest::keyClick(line, Qt::Key_Return);
    ASSERT_TRUE(settle(window.jobs()));
    EXPECT_GT(window.views().front()->zoom(), before);
    EXPECT_EQ(window.findChild<CommandPalette*>(), nullptr);
}

TEST(CommandPalette, ArrowsMoveWithoutLeavingTheLineAndEscapeChoosesNothing)
{
    MainWindow window(Theme::light);
    window.show();
    int ran = 0;
    auto* palette = new CommandPalette(
        {{QStringLiteral("one"), {}, [&] { ran += 1; }}, {QStringLiteral("two"), {}, [&] { ran += 10; }}},
        &window);
    palette->open();
    auto* line = palette->findChild<QLineEdit*>();
    QTest::keyClick(line, Qt::Key_Down);
    EXPECT_EQ(palette->findChild<QListWidget*>()->currentRow(), 1);
    QTest::keyClick(line, Qt::Key_Return);
    ASSERT_TRUE(settle(window.jobs()));
    EXPECT_EQ(ran, 10);

    palette = new CommandPalette({{QStringLiteral("one"), {}, [&] { ran += 1; }}}, &window);
    palette->open();
    line = palette->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("nothing like it"));
    QTest::keyClick(line, Qt::Key_Return);
    QTest::keyClick(line, Qt::Key_Escape);
    ASSERT_TRUE(settle(window.jobs()));
    EXPECT_EQ(ran, 10);
}
