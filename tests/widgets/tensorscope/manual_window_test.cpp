// SPDX-License-Identifier: GPL-3.0-or-later
// The manual is found by its contents, by words in it and from where the user is, and its pictures are samples.
#include "help.h"
#include "io/open.h"
#include "main_window.h"
#include "manual_text.h"
#include "manual_window.h"
#include "panels/panel.h"
#include "rules/check.h"
#include "views/scene_view.h"

#include "widgets/support/settle.h"
#include "widgets/support/spoken.h"

#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTreeView>
#include <QTreeWidget>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class ManualTest : public testing::Test
{
protected:
    ManualWindow& open(const QString& section = {})
    {
        showManual(m_window, m_window.jobs(), section);
        EXPECT_TRUE(settle(m_window.jobs()));
        return manual();
    }
    ManualWindow& manual() { return *m_window.findChild<ManualWindow*>(); }
    ManualText& text() { return *manual().findChild<ManualText*>(); }
    QTreeWidget& contents() { return *manual().findChild<QTreeWidget*>(); }
    std::string current() { return contents().currentItem()->text(0).toStdString(); }
    QLineEdit& line() { return *manual().findChild<QLineEdit*>(); }
    std::string place()
    {
        return manual().findChild<QLabel*>(QStringLiteral("found in manual"))->text().toStdString();
    }

    MainWindow m_window{Theme::light};
};

QString source(const QString& path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return QString::fromUtf8(file.readAll());
}

QStringList headings(const QString& markdown)
{
    QStringList out;
    static const QRegularExpression heading(QStringLiteral("^#+ (.*)$"), QRegularExpression::MultilineOption);
    for (auto each = heading.globalMatch(markdown); each.hasNext();)
        out << each.next().captured(1);
    return out;
}

} // namespace

TEST_F(ManualTest, EveryPanelAndViewHasItsSectionInEachLanguage)
{
    for (const auto* language : {"en", "zh_CN"}) {
        const Spoken spoken(language);
        if (!spoken.isSpoken())
            continue;
        const auto file = language == std::string("en") ? QStringLiteral(":/manual/manual.md")
                                                        : QStringLiteral(":/manual/zh_CN/manual.md");
        const auto all = headings(source(file));
        for (const auto& panel : panels())
            EXPECT_TRUE(all.contains(QCoreApplication::translate("tscope::PanelSpec", panel.title)))
                << language << ' ' << panel.title;
        for (const auto& picture : pictures())
            EXPECT_TRUE(all.contains(QCoreApplication::translate("tscope::PictureSpec", picture.title)))
                << language << ' ' << picture.title;
    }
    EXPECT_EQ(headings(source(QStringLiteral(":/manual/manual.md"))).size(),
              headings(source(QStringLiteral(":/manual/zh_CN/manual.md"))).size());
}

TEST_F(ManualTest, ItsPicturesAreSamplesAndSayWhatTheyAre)
{
    open();
    static const QRegularExpression link(QStringLiteral("\\]\\((picture:[^)]*)\\)\n\n\\*[^*]+\\.\\*"));
    int count = 0;
    for (auto each = link.globalMatch(source(QStringLiteral(":/manual/manual.md"))); each.hasNext(); ++count) {
        const auto name = each.next().captured(1);
        EXPECT_TRUE(text().hasPicture(name)) << name.toStdString();
    }
    EXPECT_GE(count, 3);
    EXPECT_EQ(count, source(QStringLiteral(":/manual/manual.md")).count(QStringLiteral("picture:")));
    EXPECT_EQ(count, source(QStringLiteral(":/manual/zh_CN/manual.md")).count(QStringLiteral("picture:")));
}

// They are there to be copied.
TEST_F(ManualTest, ItsJsonTensorsAreReadWithoutANote)
{
    static const QRegularExpression block(QStringLiteral("```\n(\\{[^`]*)```"));
    for (const auto* name : {":/manual/manual.md", ":/manual/zh_CN/manual.md"}) {
        int count = 0;
        for (auto each = block.globalMatch(source(QString::fromLatin1(name))); each.hasNext(); ++count) {
            const auto document = openText(each.next().captured(1).toStdString());
            ASSERT_TRUE(document) << name << ": " << document.error().text;
            EXPECT_TRUE(document->warnings.empty()) << name << ": " << document->warnings.front();
            for (const auto& [title, tensor] : document->tensors)
                EXPECT_TRUE(check(tensor).valid) << name << ": " << title;
        }
        EXPECT_EQ(count, 3) << name;
    }
}

TEST_F(ManualTest, F1OpensTheSectionOfTheFocus)
{
    m_window.show();
    m_window.files().open({QStringLiteral(":/samples/broken_pointer.json")});
    ASSERT_TRUE(settle(m_window.jobs()));
    for (auto* view : m_window.views()) {
        m_window.activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
        view->setFocus();
        QTest::keyClick(view, Qt::Key_F1);
        ASSERT_TRUE(settle(m_window.jobs()));
        EXPECT_EQ(current(), view->spec().title);
        QTest::keyClick(&manual(), Qt::Key_Escape);
        EXPECT_FALSE(manual().isVisible());
    }
    auto* rules = m_window.findChild<QTreeView*>(QStringLiteral("rules"));
    m_window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
    rules->setFocus();
    QTest::keyClick(rules, Qt::Key_F1);
    ASSERT_TRUE(settle(m_window.jobs()));
    EXPECT_EQ(current(), "Rules");
}

TEST_F(ManualTest, ContentsAndTextFollowEachOther)
{
    open();
    ASSERT_FALSE(contents().findItems(QStringLiteral("Glossary"), Qt::MatchExactly).isEmpty());
    contents().setCurrentItem(
        contents().findItems(QStringLiteral("Geometry"), Qt::MatchExactly | Qt::MatchRecursive).front());
    EXPECT_EQ(text().cursorForPosition({8, 6}).block().text().toStdString(), "Geometry");
    text().verticalScrollBar()->setValue(0);
    EXPECT_EQ(current(), "Tensorscope");
    contents().setCurrentItem(contents().findItems(QStringLiteral("Command line"), Qt::MatchExactly).front());
    EXPECT_EQ(current(), "Command line") << "which is too near the end to come to the top";
    text().verticalScrollBar()->setValue(0);
    contents().setFocus();
    QTest::keyClick(&contents(), Qt::Key_Down);
    EXPECT_EQ(current(), "Views");
    EXPECT_EQ(text().cursorForPosition({8, 6}).block().text().toStdString(), "Views");
}

TEST_F(ManualTest, WordsAreFoundAndSteppedThrough)
{
    open();
    const auto count = text().toPlainText().count(QStringLiteral("stride"), Qt::CaseInsensitive);
    ASSERT_GE(count, 3);
    QTest::keyClick(&manual(), Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(&line(), QStringLiteral("stride"));
    EXPECT_EQ(place(), "1 of " + std::to_string(count));
    EXPECT_EQ(text().extraSelections().size(), count);
    const auto first = text().textCursor().position();
    QTest::keyClick(&line(), Qt::Key_Return);
    EXPECT_EQ(place(), "2 of " + std::to_string(count));
    EXPECT_GT(text().textCursor().position(), first);
    QTest::keyClick(&line(), Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(&line(), Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(place(), std::to_string(count) + " of " + std::to_string(count))
        << "round from the first to the last";
    line().setText(QStringLiteral("no such word"));
    EXPECT_EQ(place(), "Not found");
    line().clear();
    EXPECT_EQ(place(), "");
    EXPECT_TRUE(text().extraSelections().isEmpty());
    EXPECT_TRUE(manual().isVisible()) << "Enter closes nothing";
}
