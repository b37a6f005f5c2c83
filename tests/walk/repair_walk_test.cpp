// SPDX-License-Identifier: GPL-3.0-or-later
// The walk of somebody who looks for what is wrong with a tensor.
#include "build/build_dialog.h"
#include "facts/wording.h"
#include "support/same_document.h"
#include "walk/walk.h"

#include <QAbstractButton>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTemporaryDir>
#include <QTreeView>

using namespace tscope;
using namespace tscope::test;

TEST_F(Walk, FromABrokenSampleToARepairedFile)
{
    // A sample is opened from the start page.
    m_robot.click(Robot::on(*m_window.findChild<QAbstractButton*>(QStringLiteral("broken_pointer"))));
    ASSERT_TRUE(waitUntil([&] { return m_window.workspace().currentSubject() != nullptr; }));
    settle();
    ASSERT_FALSE(isValid());

    // What is under the mouse is lit in all views.
    for (const auto& spot : std::vector(view("logical").scene().spots)) {
        m_robot.moveTo(pointOf(view("logical"), spot.place));
        settle();
        ASSERT_TRUE(m_window.selection().hovered());
        EXPECT_EQ(m_window.selection().hovered()->place, spot.place);
    }
    m_robot.moveTo(pointOf(view("members"), Slots{"values", 1, 2}));
    settle();
    ASSERT_TRUE(m_window.selection().hovered()) << "a value that is pointed at";
    expectLitEverywhere(m_window.selection().hovered());

    // From the card of a broken rule to its place in every view.
    auto* rules = m_window.findChild<QTreeView*>(QStringLiteral("rules"));
    ASSERT_NE(rules, nullptr);
    const auto cards =
        rules->model()->match(rules->model()->index(0, 0), Qt::DisplayRole, QStringLiteral("never falls"), 1,
                              Qt::MatchContains | Qt::MatchRecursive);
    ASSERT_FALSE(cards.isEmpty());
    rules->scrollTo(cards.front());
    settle();
    const auto seen = rules->viewport()->visibleRegion().boundingRect() & rules->visualRect(cards.front());
    m_robot.click(Robot::on(*rules->viewport(), seen.center()));
    settle();
    ASSERT_TRUE(m_window.selection().selected()) << rules->currentIndex().data().toString().toStdString();
    expectLitEverywhere(m_window.selection().selected());

    // One pointer is changed; the verdict follows, and comes back with undo.
    m_robot.doubleClick(pointOf(view("members"), Slots{"compressed", 2, 3}));
    ASSERT_TRUE(waitUntil([&] { return view("members").viewport()->findChild<QLineEdit*>() != nullptr; }));
    m_robot.key(QStringLiteral("ctrl+a"));
    m_robot.type(QStringLiteral("2"));
    m_robot.key(QStringLiteral("Return"));
    settle();
    EXPECT_TRUE(isValid());
    m_robot.key(QStringLiteral("ctrl+z"));
    settle();
    EXPECT_FALSE(isValid());

    // Repairs are seen in every view before they are made.
    auto* repairs = m_window.findChild<QListWidget*>(QStringLiteral("repairs"));
    auto* apply = m_window.findChild<QAbstractButton*>(QStringLiteral("apply repair"));
    for (const auto* repair : {"set crow_indices[2] from 9 to 5"}) {
        const auto broken = subject().tensor;
        const auto offers = repairs->findItems(QString::fromLatin1(repair), Qt::MatchStartsWith);
        ASSERT_FALSE(offers.isEmpty()) << repair;
        m_robot.click(Robot::on(*repairs->viewport(), repairs->visualItemRect(offers.front()).center()));
        settle();
        ASSERT_TRUE(subject().preview);
        EXPECT_EQ(subject().tensor, broken) << "nothing is made yet";
        EXPECT_NE(subject().shown().tensor, broken);
        ASSERT_TRUE(subject().shown().report);
        const auto promised = verdictText(*subject().shown().report);
        m_robot.click(Robot::on(*apply));
        settle();
        EXPECT_FALSE(subject().preview);
        EXPECT_EQ(verdictText(*subject().report), promised);
        m_robot.key(QStringLiteral("ctrl+z"));
        settle();
        EXPECT_EQ(subject().tensor, broken) << "one step";
        m_robot.key(QStringLiteral("ctrl+shift+z"));
        settle();
    }
    EXPECT_TRUE(isValid());
    const auto mended = *subject().tensor;

    // Saved, closed and opened again, it is the same.
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("mended.json"));
    const auto answer = [&](const char* keys, const QString& text) {
        focus(m_window);
        m_robot.key(QString::fromLatin1(keys));
        auto* line = dialog<QFileDialog>().findChild<QLineEdit*>();
        m_robot.click(Robot::on(*line));
        m_robot.key(QStringLiteral("ctrl+a"));
        m_robot.type(text);
        m_robot.key(QStringLiteral("Return"));
        ASSERT_TRUE(waitUntil([&] { return m_window.findChild<QFileDialog*>() == nullptr; }));
        settle();
    };
    answer("ctrl+shift+s", path);
    ASSERT_TRUE(QFile::exists(path));
    EXPECT_FALSE(m_window.isWindowModified());
    focus(m_window);
    m_robot.key(QStringLiteral("ctrl+shift+w"));
    ASSERT_TRUE(waitUntil([&] { return m_window.workspace().subjects().empty(); })) << "nothing is asked";
    answer("ctrl+o", path);
    ASSERT_EQ(m_window.workspace().subjects().size(), 1U);
    EXPECT_EQ(firstDifference({{{"", *subject().tensor}}, {}}, {{{"", mended}}, {}}), "");

    tellFigures("walk");
}

TEST_F(Walk, ABlockSparseTransposeMovesNoByte)
{
    m_robot.click(Robot::on(*m_window.findChild<QAbstractButton*>(QStringLiteral("bsr"))));
    ASSERT_TRUE(waitUntil([&] { return m_window.workspace().currentSubject() != nullptr; }));
    settle();
    const auto before = *subject().tensor;

    m_robot.key(QStringLiteral("ctrl+t"));
    auto& dialog = this->dialog<BuildDialog>();
    auto* page = dialog.findChild<QWidget*>(QStringLiteral("transform"));
    m_robot.click(Robot::on(*page->findChild<QLineEdit*>(QStringLiteral("chain"))));
    m_robot.type(QStringLiteral("transpose(0, 1)"));
    auto* add = dialog.findChild<QAbstractButton*>(QStringLiteral("add"));
    ASSERT_TRUE(waitUntil([&] { return add->isEnabled(); }));
    settle();
    QString said; // before anything is pressed
    for (const auto* label : dialog.findChildren<QLabel*>())
        if (label->isVisible())
            said += label->text() + QLatin1Char('\n');
    EXPECT_TRUE(said.contains(QStringLiteral("view"))) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("0 bytes"))) << said.toStdString();
    m_robot.click(Robot::on(*add));
    ASSERT_TRUE(waitUntil([&] { return m_window.workspace().subjects().size() == 2; }));
    settle();
    const auto& made = *m_window.workspace().subjects().back().tensor;
    EXPECT_EQ(made.layout->name, "bsc");
    EXPECT_EQ(made.size, Extents({6, 4}));
    ASSERT_EQ(made.members.size(), before.members.size());
    for (std::size_t i = 0; i < made.members.size(); ++i)
        EXPECT_EQ(made.members[i].array.storage, before.members[i].array.storage);
}
