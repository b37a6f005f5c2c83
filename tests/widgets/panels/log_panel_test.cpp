// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/shown_panel.h"
#include "widgets/support/tensors.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

TEST(LogPanel, SaysWhatHappenedInItsOrder)
{
    ShownPanel shown("log");
    shown.desk.log.follow(shown.desk.workspace);
    const auto lines = [&] {
        QStringList without; // the time
        for (const auto& line : shown.child<QPlainTextEdit>("log text").toPlainText().split(QLatin1Char('\n')))
            without << line.section(QLatin1Char(' '), 2);
        return without.join(QLatin1Char('\n')).toStdString();
    };
    shown.desk.log.add(Log::Kind::error, QStringLiteral("a\u202eb.json: can't be read"));
    EXPECT_EQ(lines(), "\u25b2 a\\xe2\\x80\\xaeb.json: can't be read");
    const auto id = shown.desk.show(sample("csr"), "fc1");
    shown.desk.workspace.rename(id, QStringLiteral("fc2"));
    shown.desk.workspace.undoStack().undo();
    shown.desk.workspace.undoStack().redo();
    QTest::mouseClick(&shown.child<QPushButton>("clear log"), Qt::LeftButton);
    EXPECT_EQ(lines(), "");
    ASSERT_TRUE(shown.desk.workspace.edit(
        id, {{SetElements{"compressed", 1, {*Element::from(std::int64_t{99}, ElementType::i64)}}}},
        QStringLiteral("break it")));
    settle(shown.desk.jobs);
    shown.desk.workspace.undoStack().undo();
    settle(shown.desk.jobs);
    const auto said = lines();
    EXPECT_EQ(said.find("\u2713 fc2: break it\n\u25c6 fc2: "), 0U) << said;
    EXPECT_NE(said.find("broken under pytorch"), std::string::npos) << said;
    EXPECT_EQ(said.substr(said.rfind('\n') + 1), "\u2713 undone: fc2: break it");
    // While it is not seen nothing is lost.
    shown.panel->hide();
    shown.desk.log.add(Log::Kind::done, QStringLiteral("Saved."));
    shown.panel->show();
    EXPECT_TRUE(shown.child<QPlainTextEdit>("log text").toPlainText().endsWith(QStringLiteral("\u2713 Saved.")));
    QTest::mouseClick(&shown.child<QPushButton>("copy log"), Qt::LeftButton);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), shown.child<QPlainTextEdit>("log text").toPlainText());
}

TEST(LogPanel, OfVeryManyTheOldestGo)
{
    ShownPanel shown("log");
    for (int i = 0; i < Log::most + 10; ++i)
        shown.desk.log.add(Log::Kind::done, QString::number(i));
    EXPECT_EQ(shown.desk.log.entries().size(), static_cast<std::size_t>(Log::most));
    EXPECT_EQ(shown.desk.log.entries().front().text, QStringLiteral("10"));
}

TEST(LogPanel, AMergedStepIsWrittenOnceAndWhatIsForgottenNotAtAll)
{
    Desk desk;
    desk.log.follow(desk.workspace);
    const auto id = desk.show(sample("csr"), "t");
    const auto merge = desk.workspace.newMerge();
    const auto set = [&](std::int64_t value) {
        ASSERT_TRUE(desk.workspace.edit(id, {{SetElements{"plain", 0, {*Element::from(value, ElementType::i64)}}}},
                                        QStringLiteral("slide"), merge));
    };
    set(1);
    set(2);
    EXPECT_EQ(desk.log.entries().size(), 1U);
    desk.workspace.clear();
    EXPECT_EQ(desk.log.entries().size(), 1U);
}
