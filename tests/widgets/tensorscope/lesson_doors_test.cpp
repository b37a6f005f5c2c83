// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever can be made of a tensor while a lesson asks about it tells no more than the tensor does, and the user's
// own tensors are not covered.
#include "build/build_dialog.h"
#include "command_palette.h"
#include "panels/cover_frame.h"
#include "widgets/support/lesson_window.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStatusBar>

#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

// The first step of the repair shop, which covers all but what it shows.
struct DoorsWindow : LessonWindow {
    DoorsWindow()
    {
        window.arrange(QStringLiteral("learn"));
        for (const auto& each : shelf())
            if (each.lesson && each.lesson->id == "13-the-repair-shop")
                begin(each.lesson, 11);
        x = window.workspace().current();
        EXPECT_TRUE(cover().isOn(x));
    }
    const Cover& cover() { return window.selection().cover(); }
    void trigger(const char* id)
    {
        child<QAction>(id).trigger();
        settle();
    }
    std::size_t open() { return window.workspace().subjects().size(); }
    QString status() { return window.statusBar()->currentMessage(); }
    QDialog& dialog(const char* name)
    {
        auto& found = child<QDialog>(name);
        EXPECT_TRUE(found.isVisible());
        return found;
    }

    SubjectId x = 0;
};

// By a mark that has words, in any picture, or by the ink of errors in those of the window itself.
bool tellsBroken(MainWindow& window)
{
    const auto hasErrorInk = [](const SceneView* view) {
        return std::ranges::any_of(view->scene().boxes, [](const Box& box) {
            return box.fill == Ink::error || box.fill == Ink::errorFill || box.stroke == Ink::error;
        });
    };
    return std::ranges::any_of(window.views(), hasErrorInk) ||
           std::ranges::any_of(window.findChildren<SceneView*>(),
                               [](const SceneView* view) { return !view->scene().violations.empty(); });
}

} // namespace

TEST(LessonDoors, ThePreviewOfAViewIsCovered)
{
    DoorsWindow shown;
    shown.trigger("build-transform");
    auto& dialog = *shown.window.findChild<BuildDialog*>();
    auto& chain = *dialog.findChild<QLineEdit*>(QStringLiteral("chain"));
    QTest::keyClicks(&chain, QStringLiteral("transpose(0, 1)"));
    shown.settle();
    EXPECT_EQ(dialog.findChild<QLabel*>(QStringLiteral("error"))->text(), Cover::words());
    EXPECT_FALSE(dialog.findChild<QPushButton*>(QStringLiteral("add"))->isEnabled());
    EXPECT_FALSE(tellsBroken(shown.window));
    for (const auto* view : dialog.findChildren<SceneView*>())
        EXPECT_TRUE(view->scene().spots.empty()) << view->objectName().toStdString();
    shown.play().showWorked(); // from then on nothing is asked
    shown.settle();
    EXPECT_EQ(dialog.findChild<QLabel*>(QStringLiteral("error"))->text(), QString());
}

TEST(LessonDoors, DialogsOfCallsTellNothingOfACoveredTensor)
{
    for (const auto& [action, name] : {std::pair{"convert", "convert-dialog"}, std::pair{"run", "run-dialog"}}) {
        DoorsWindow shown;
        shown.trigger(action);
        auto& dialog = shown.dialog(name);
        EXPECT_EQ(dialog.findChild<QPlainTextEdit*>(QStringLiteral("told"))->toPlainText(), Cover::words());
        EXPECT_FALSE(dialog.findChild<QPushButton*>(QStringLiteral("call"))->isEnabled());
    }
}

TEST(LessonDoors, ShortWaysSayWhyTheyMakeNothing)
{
    DoorsWindow shown;
    const auto before = shown.open();
    std::set<std::string> ways{"column-major", "contiguous", "row-major", "transpose"};
    for (const auto* action : shown.window.findChildren<QAction*>())
        if (action->objectName().startsWith(QStringLiteral("convert-to-")) &&
            !action->text().endsWith(QStringLiteral("..."))) // those open the dialog
            ways.insert(action->objectName().toStdString());
    int tried = 0;
    for (const auto& way : ways) {
        if (!shown.child<QAction>(way.c_str()).isEnabled())
            continue;
        ++tried;
        shown.window.statusBar()->clearMessage();
        shown.trigger(way.c_str());
        EXPECT_EQ(shown.open(), before) << way;
        EXPECT_EQ(shown.status(), Cover::words()) << way;
    }
    EXPECT_GT(tried, 3);
}

TEST(LessonDoors, CopiesAreCoveredToo)
{
    DoorsWindow shown;
    shown.trigger("duplicate");
    const auto copy = shown.window.workspace().current();
    ASSERT_NE(copy, shown.x);
    EXPECT_TRUE(shown.cover().isOn(copy));
    EXPECT_FALSE(tellsBroken(shown.window));
    shown.trigger("duplicate"); // of the copy
    EXPECT_TRUE(shown.cover().isOn(shown.window.workspace().current()));
    shown.goTo(1);
    EXPECT_TRUE(shown.cover().isOn(copy)); // the numbers may come again
    for (const auto& entry : shown.window.log().entries())
        EXPECT_FALSE(entry.text.contains(QStringLiteral("broken"))) << entry.text.toStdString();
}

// All that needs no file and leaves the lesson open.
TEST(LessonDoors, NoActionMarksWhatIsBroken)
{
    DoorsWindow shown;
    int tried = 0;
    for (const auto* id : {"build-transform",
                           "build-fault",
                           "build-arrays",
                           "build-generate",
                           "build-paste",
                           "convert",
                           "run",
                           "repair",
                           "duplicate",
                           "compare",
                           "compare-before",
                           "movement",
                           "time",
                           "contiguous",
                           "row-major",
                           "column-major",
                           "transpose",
                           "split-right",
                           "split-below",
                           "unsplit",
                           "tab-new",
                           "other-pane",
                           "all-pictures",
                           "fit",
                           "zoom-in",
                           "zoom-to-place",
                           "goto",
                           "find",
                           "find-next",
                           "paste"}) {
        auto& action = shown.child<QAction>(id);
        if (!action.isEnabled()) // as those are that find numbers, while these are asked for
            continue;
        ++tried;
        shown.trigger(id);
        EXPECT_FALSE(tellsBroken(shown.window)) << id;
        EXPECT_TRUE(shown.cover().isOn(shown.x)) << id;
        for (auto* dialog : shown.window.findChildren<QDialog*>())
            dialog->close();
        shown.window.workspace().setCurrent(shown.x);
        shown.settle();
    }
    EXPECT_GT(tried, 10);
}

TEST(LessonDoors, OwnTensorsAreNotCovered)
{
    DoorsWindow shown;
    const auto isCovered = [&](const char* panel) {
        return shown.child<QDockWidget>(panel).findChild<CoverFrame*>()->currentIndex() != 0;
    };
    EXPECT_TRUE(isCovered("facts"));
    shown.window.workspace().make({{"mine", sample("csr")}}, QStringLiteral("test"));
    shown.settle();
    EXPECT_FALSE(shown.cover().isOn(shown.window.workspace().current()));
    EXPECT_FALSE(isCovered("facts"));
    EXPECT_FALSE(isCovered("rules"));
    EXPECT_TRUE(std::ranges::any_of(shown.view("members").scene().spots,
                                    [](const Spot& spot) { return !spot.value.isEmpty(); }));
    EXPECT_TRUE(shown.child<QAction>("save-as").isEnabled());
    shown.window.workspace().setCurrent(shown.x);
    shown.settle();
    EXPECT_TRUE(isCovered("facts"));
    EXPECT_FALSE(shown.child<QAction>("save-as").isEnabled());
}

TEST(LessonDoors, ThePaletteRepairsOwnTensorsAlone)
{
    DoorsWindow shown;
    const auto offered = [&] {
        shown.trigger("palette");
        const auto all = shown.window.findChildren<CommandPalette*>();
        const auto open = std::ranges::find_if(all, &QWidget::isVisible); // others may be on their way out
        QTest::keyClicks((*open)->findChild<QLineEdit*>(), QStringLiteral("Repair: "));
        const auto found =
            (*open)->findChild<QListWidget*>()->findItems(QStringLiteral("Repair: "), Qt::MatchStartsWith).size();
        QTest::keyClick(*open, Qt::Key_Escape);
        return found;
    };
    shown.goTo(1);
    ASSERT_FALSE(shown.window.workspace().currentSubject()->report->repairs.empty());
    EXPECT_EQ(offered(), 0);
    const auto broken = tensorOf(R"({"layout":"coo","size":[4],"is_coalesced":true,
                     "members":{"indices":[[1,1,3]],"values":[1,2,3]}})");
    shown.window.workspace().make({{"mine", broken}}, QStringLiteral("test"));
    shown.settle();
    EXPECT_TRUE(shown.child<QAction>("repair").isEnabled());
    EXPECT_GT(offered(), 0);
}

TEST(LessonDoors, TheStepBeforeIsNoNews)
{
    DoorsWindow shown;
    shown.goTo(1);
    EXPECT_EQ(shown.status(), QString());
}

TEST(LessonDoors, ACoveredPanelLeadsToTheQuestion)
{
    DoorsWindow shown;
    auto& lesson = shown.child<QDockWidget>("lesson");
    lesson.hide();
    shown.settle();
    EXPECT_TRUE(shown.status().contains(QStringLiteral("Ctrl+L"))) << shown.status().toStdString();
    auto* facts = &shown.child<QDockWidget>("facts");
    facts->raise();
    auto* button = facts->findChild<QPushButton*>(QStringLiteral("go to question"));
    ASSERT_NE(button, nullptr);
    EXPECT_EQ(facts->findChild<QLabel*>(QStringLiteral("covered words"))->text(), Cover::words()) << "plain words";
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_TRUE(lesson.isVisible());
}
