// SPDX-License-Identifier: GPL-3.0-or-later
#include "build/build_preview.h"
#include "make/generators.h"
#include "views/scene_view.h"
#include "widgets/build/shown_dialog.h"
#include "widgets/support/tensors.h"

#include <QAccessible>
#include <QComboBox>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTabWidget>

#include <gtest/gtest.h>

#include <thread>

namespace tscope {

namespace {

using test::ShownDialog;

TEST(BuildDialog, ReadsWhatIsTyped)
{
    ShownDialog shown("paste");
    EXPECT_FALSE(shown.add().isEnabled());

    shown.type(shown.child<QPlainTextEdit>("text"), "[[1, 2, 3], [4, 5, 6]]");

    EXPECT_EQ(shown.label("verdict"), "\u2713 valid under pytorch");
    EXPECT_EQ(shown.label("summary").substr(0, 14), "strided (2, 3)");
    EXPECT_EQ(shown.label("error"), "");
    ASSERT_TRUE(shown.add().isEnabled());
    const auto& tensor = shown.added();
    EXPECT_EQ(tensor.layout->name, "strided");
    EXPECT_EQ(tensor.members.front().array.at(5).text(), "6");
    EXPECT_EQ(shown.desk.workspace.currentSubject()->name, QStringLiteral("pasted"));
    EXPECT_EQ(shown.desk.workspace.undoStack().undoText(), QStringLiteral("add pasted"));
    shown.desk.workspace.undoStack().undo();
    EXPECT_TRUE(shown.desk.workspace.subjects().empty());
    test::settle(shown.desk.jobs);
}

TEST(BuildDialog, ListsOfSeveralLengthsBecomeNestedOrJagged)
{
    ShownDialog shown("paste");
    auto& kind = shown.child<QComboBox>("lists become");
    shown.type(shown.child<QPlainTextEdit>("text"), "[[1,2],[3,4,5],[6]]");
    EXPECT_FALSE(shown.add().isEnabled());
    shown.press(kind, Qt::Key_Down);
    EXPECT_EQ(shown.label("summary").substr(0, 6), "nested") << shown.label("error");
    shown.press(kind, Qt::Key_Down);
    EXPECT_EQ(shown.label("summary").substr(0, 6), "jagged") << shown.label("error");
    shown.child<QPlainTextEdit>("text").setPlainText(QStringLiteral("1 2\n3 4 5\n6"));
    test::settle(shown.desk.jobs);
    EXPECT_EQ(shown.label("summary").substr(0, 6), "jagged") << shown.label("error");
    EXPECT_EQ(shown.added().member("values").array.geometry.sizes.front(), 6);
}

// The call that is put around the text has no place in it.
TEST(BuildDialog, APlaceInNestedListsIsOneOfTheTyped)
{
    ShownDialog shown("paste");
    shown.press(shown.child<QComboBox>("lists become"), Qt::Key_Down);
    auto& text = shown.child<QPlainTextEdit>("text");
    shown.type(text, "[[1], [oops]]");
    ASSERT_NE(shown.label("error"), "");
    text.moveCursor(QTextCursor::Start);
    shown.click(shown.child<QPushButton>("go to error"));
    EXPECT_EQ(text.textCursor().position(), 7) << shown.label("error");
}

TEST(BuildPreview, WhatTakesLongTellsHowFarItIsAndCanBeStopped)
{
    test::Desk desk;
    BuildPreview preview(desk.jobs, Theme::light);
    preview.show();
    const auto makeForEver = [](const Watch& watch) -> Result<Made> {
        watch.progress(0.42);
        while (!watch.isStopped())
            std::this_thread::yield();
        return Error{ErrorCode::cancelled, "stopped", {}, {}};
    };
    preview.make(makeForEver);
    auto& stop = *preview.findChild<QPushButton*>(QStringLiteral("stop making"));
    const auto& said = *preview.findChild<QLabel*>(QStringLiteral("error"));
    const auto& verdict = *preview.findChild<QLabel*>(QStringLiteral("verdict"));
    EXPECT_TRUE(verdict.text().contains(QStringLiteral("being made"))) << "at once";
    ASSERT_TRUE(test::waitUntil([&] { return stop.isVisible(); }));
    EXPECT_TRUE(verdict.text().contains(QStringLiteral("42 %"))) << verdict.text().toStdString();
    QTest::mouseClick(&stop, Qt::LeftButton);
    EXPECT_FALSE(stop.isVisible());
    EXPECT_TRUE(said.text().contains(QStringLiteral("stopped"))) << said.text().toStdString();
    EXPECT_FALSE(preview.obstacle().isEmpty());
    EXPECT_TRUE(test::settle(desk.jobs));
    EXPECT_FALSE(stop.isVisible());
}

// What is said of a tensor is never said of the next one, which is still on its way.
TEST(BuildPreview, WhileOneIsMadeNothingIsSaidOfTheOneBefore)
{
    test::Desk desk;
    BuildPreview preview(desk.jobs, Theme::light);
    preview.show();
    const auto label = [&](const char* name) {
        const auto* found = preview.findChild<QLabel*>(QString::fromLatin1(name));
        return found->isVisible() ? found->text().toStdString() : std::string();
    };
    preview.make([](const Watch&) -> Result<Made> { return Made{{{{"", test::sample("csr")}}, {}}, {"a note"}}; });
    ASSERT_TRUE(test::settle(desk.jobs));
    EXPECT_EQ(label("verdict"), "\u2713 valid under pytorch");
    EXPECT_NE(label("summary").find("stored"), std::string::npos);
    EXPECT_EQ(label("notes"), "a note");

    preview.expectOther();
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(label("verdict"), "It is still being made.");
        EXPECT_EQ(label("summary"), "");
        EXPECT_EQ(label("notes"), "");
        EXPECT_EQ(preview.obstacle(), QStringLiteral("It is still being made."));
        // Another contract asks anew about what was there, which is no answer.
        preview.workspace().setContract(**contractNamed("scipy"));
        ASSERT_TRUE(test::settle(desk.jobs));
    }
    preview.make([](const Watch&) -> Result<Made> {
        return Made{{{{"", test::sample("broken_pointer")}}, {}}, {}};
    });
    ASSERT_TRUE(test::settle(desk.jobs));
    EXPECT_NE(label("verdict").find("broken"), std::string::npos);
    EXPECT_NE(label("summary").find("stored"), std::string::npos);
}

TEST(BuildDialog, APageIsOpenedWithTheFocusInItsFirstField)
{
    ShownDialog shown("paste");
    EXPECT_EQ(shown.dialog->focusWidget(), &shown.child<QPlainTextEdit>("text"));
    shown.dialog->openPage("generate");
    EXPECT_EQ(shown.dialog->focusWidget(), &shown.child<QComboBox>("layout"));
    shown.dialog->openPage("paste");
    QTest::keyClicks(shown.dialog->focusWidget(), QStringLiteral("[1, 2]"));
    test::settle(shown.desk.jobs);
    EXPECT_EQ(shown.label("summary").substr(0, 12), "strided (2,)");
}

TEST(BuildDialog, ShowsThePictureOfWhatWouldBeMade)
{
    ShownDialog shown("paste");

    shown.type(shown.child<QPlainTextEdit>("text"), "[[71, 72], [73, 74]]");

    const auto& labels = shown.child<SceneView>("logical").scene().labels;
    EXPECT_TRUE(
        std::ranges::any_of(labels, [](const Label& label) { return label.text == QStringLiteral("73"); }));
    EXPECT_EQ(shown.desk.workspace.subjects().size(), 0U);
}

TEST(BuildDialog, AnErrorSaysWhereAndTheButtonGoesThere)
{
    ShownDialog shown("paste");
    auto& text = shown.child<QPlainTextEdit>("text");
    text.setPlainText(QStringLiteral("[[1, 2],\n [3, ?]]"));
    test::settle(shown.desk.jobs);

    EXPECT_NE(shown.label("error").find("line 2, column 6"), std::string::npos) << shown.label("error");
    EXPECT_FALSE(shown.add().isEnabled());
    EXPECT_FALSE(shown.add().toolTip().isEmpty());
    shown.click(shown.child<QPushButton>("go to error"));

    EXPECT_EQ(text.textCursor().blockNumber(), 1);
    EXPECT_EQ(text.textCursor().positionInBlock(), 5);
    EXPECT_EQ(shown.dialog->focusWidget(), &text);
}

TEST(BuildDialog, ColumnsAreFoundBehindLettersOfSeveralBytes)
{
    ShownDialog shown("paste");
    auto& text = shown.child<QPlainTextEdit>("text");
    text.setPlainText(QString::fromUtf8("{\"\u00e9\": 1, \"layout\": ?}"));
    test::settle(shown.desk.jobs);

    shown.click(shown.child<QPushButton>("go to error"));

    EXPECT_EQ(text.toPlainText().mid(text.textCursor().position()).left(1), QStringLiteral("?"));
}

TEST(BuildDialog, TheNewestTextIsTheOneThatIsShown)
{
    ShownDialog shown("paste");
    QSignalSpy made(&shown.child<BuildPreview>("preview"), &BuildPreview::made);
    auto& text = shown.child<QPlainTextEdit>("text");

    for (int i = 0; i < 50; ++i) {
        text.setPlainText(QStringLiteral("[1, 2, 3, %1]").arg(i));
        QCoreApplication::processEvents();
    }
    test::settle(shown.desk.jobs);

    EXPECT_GE(made.count(), 1);
    EXPECT_EQ(shown.added().members.front().array.at(3).text(), "49");
}

TEST(BuildDialog, WhatIsStillBeingMadeCanNotBeAdded)
{
    ShownDialog shown("paste");
    auto& text = shown.child<QPlainTextEdit>("text");
    shown.type(text, "[1, 2]");
    ASSERT_TRUE(shown.add().isEnabled());

    text.setPlainText(QStringLiteral("[1, 2, 3]"));
    EXPECT_FALSE(shown.add().isEnabled()); // the old one is out of date at once
    QTest::mouseClick(&shown.add(), Qt::LeftButton);
    EXPECT_TRUE(shown.desk.workspace.subjects().empty());
    test::settle(shown.desk.jobs);
    EXPECT_TRUE(shown.add().isEnabled());
}

TEST(BuildDialog, AddsSeveralTensorsByTheirNames)
{
    ShownDialog shown("paste");
    shown.child<QPlainTextEdit>("text").setPlainText(
        QStringLiteral(R"({"tensors": {"a": {"layout": "strided", "members": {"values": [1]}},
                                      "b": {"layout": "strided", "members": {"values": [2]}}}})"));
    test::settle(shown.desk.jobs);
    auto& which = shown.child<QComboBox>("which tensor");
    ASSERT_TRUE(which.isVisible());
    EXPECT_EQ(which.count(), 2);

    shown.click(shown.add());

    ASSERT_EQ(shown.desk.workspace.subjects().size(), 2U);
    EXPECT_EQ(shown.desk.workspace.subjects()[1].name, QStringLiteral("b"));
    EXPECT_EQ(shown.desk.workspace.currentSubject()->name, QStringLiteral("a"));
}

TEST(BuildDialog, ANameThatIsTypedIsTaken)
{
    ShownDialog shown("generate");

    shown.type(shown.child<QLineEdit>("name"), "mine");
    shown.added();

    EXPECT_EQ(shown.desk.workspace.currentSubject()->name, QStringLiteral("mine"));
    EXPECT_EQ(shown.label("reason"), "Added: mine");
    EXPECT_TRUE(shown.child<QLineEdit>("name").text().isEmpty());
}

TEST(BuildDialog, CanBeClosedInTheMiddleOfAJob)
{
    test::Desk desk;
    {
        BuildDialog dialog(desk.workspace, desk.jobs, desk.selection.cover(), Theme::dark);
        dialog.openPage("generate");
        dialog.show();
        auto* size = dialog.findChild<QLineEdit*>(QStringLiteral("size"));
        size->clear();
        QTest::keyClicks(size, QStringLiteral("1500,1500"));
        QCoreApplication::processEvents();
        ASSERT_FALSE(desk.jobs.isIdle());
        dialog.close();
    }
    test::settle(desk.jobs);

    EXPECT_TRUE(desk.workspace.subjects().empty());
}

TEST(BuildDialog, ReturnInAFieldAddsOrDoesNothing)
{
    ShownDialog shown("generate");
    shown.press(shown.child<QLineEdit>("name"), Qt::Key_Return);
    EXPECT_EQ(shown.desk.workspace.subjects().size(), 1U);

    shown.type(shown.child<QLineEdit>("size"), "x");
    shown.press(shown.child<QLineEdit>("size"), Qt::Key_Return);
    EXPECT_EQ(shown.desk.workspace.subjects().size(), 1U);
    EXPECT_TRUE(shown.dialog->isVisible());
}

TEST(BuildDialog, EscapeClosesIt)
{
    ShownDialog shown("generate");

    shown.press(*shown.dialog, Qt::Key_Escape);

    EXPECT_FALSE(shown.dialog->isVisible());
}

// Tab comes to everything that can be used, and all of it has a name to be told by.
TEST(BuildDialog, EverythingThatTakesFocusHasAName)
{
    ShownDialog shown("paste", {test::sample("csr"), test::sample("strided")});
    auto& tabs = shown.child<QTabWidget>("pages");
    for (int page = 0; page < tabs.count(); ++page) {
        tabs.setCurrentIndex(page);
        test::settle(shown.desk.jobs);
        for (auto* widget : shown.dialog->findChildren<QWidget*>()) {
            if (!widget->isVisible() || (widget->focusPolicy() & Qt::TabFocus) == 0 ||
                widget->focusProxy() != nullptr)
                continue;
            auto* interface = QAccessible::queryAccessibleInterface(widget);
            EXPECT_FALSE(interface->text(QAccessible::Name).isEmpty() &&
                         interface->text(QAccessible::Value).isEmpty())
                << page << " " << widget->metaObject()->className() << " " << widget->objectName().toStdString();
        }
    }
}

TEST(BuildDialog, EveryPageSaysWhatItWants)
{
    ShownDialog shown("paste");
    auto& tabs = shown.child<QTabWidget>("pages");
    for (int page = 0; page < tabs.count(); ++page) {
        tabs.setCurrentIndex(page);
        test::settle(shown.desk.jobs);
        EXPECT_EQ(shown.add().isEnabled(), shown.label("error").empty()) << page;
    }
}

} // namespace

} // namespace tscope
