// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/rules_panel.h"

#include "facts/findings_report.h"
#include "facts/markdown.h"
#include "facts/wording.h"
#include "models/rules_model.h"
#include "views/linked_text.h"
#include "views/scene_view.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextDocument>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class RulesPanelTest : public testing::Test
{
protected:
    RulesPanelTest() : m_shown("rules"), m_desk(m_shown.desk) {}

    QTreeView& rules() { return m_shown.child<QTreeView>("rules"); }
    RulesModel& model() { return dynamic_cast<RulesModel&>(*rules().model()); }
    QModelIndex rule(std::size_t number) { return model().rules().at(number); }
    void click(const QModelIndex& index)
    {
        rules().scrollTo(index);
        QTest::mouseClick(rules().viewport(), Qt::LeftButton, {}, rules().visualRect(index).center());
        settle(m_desk.jobs);
    }
    std::string causes() { return m_shown.child<LinkedText>("cause").text().toStdString(); }
    QListWidget& repairs() { return m_shown.child<QListWidget>("repairs"); }
    QPushButton& button(const char* name) { return m_shown.child<QPushButton>(name); }
    std::string text(const char* label) { return m_shown.child<QLabel>(label).text().toStdString(); }
    const Report& report() { return *m_desk.workspace.currentSubject()->report; }

    // All places that the report names, in the order in which they stand in the tree.
    std::vector<Slots> places()
    {
        std::vector<Slots> out;
        for (const auto& rule : model().rules())
            for (int place = 0; place < model().rowCount(rule); ++place)
                if (const auto at = model().index(place, 0, rule).data(RulesModel::PlaceRole); at.isValid())
                    out.push_back(at.value<Slots>());
        return out;
    }
    void press(const char* name)
    {
        QTest::mouseClick(&button(name), Qt::LeftButton);
        settle(m_desk.jobs);
    }
    void choose(int row)
    {
        repairs().scrollToItem(repairs().item(row));
        QTest::mouseClick(repairs().viewport(), Qt::LeftButton, {},
                          repairs().visualItemRect(repairs().item(row)).center());
        settle(m_desk.jobs);
    }
    void expectSelected(const Slots& place)
    {
        ASSERT_TRUE(m_desk.selection.selected());
        EXPECT_EQ(m_desk.selection.selected()->place, Place(place));
    }

    ShownPanel m_shown;
    Desk& m_desk;
};

} // namespace

TEST_F(RulesPanelTest, TellsWhatTheTerminalTells)
{
    for (const auto& name : sampleNames()) {
        m_desk.show(sample(name));
        const auto& said = report();
        EXPECT_NE(text("verdict").find(verdictText(said)), std::string::npos) << text("verdict");
        for (const auto& cause : said.causes)
            EXPECT_NE(causes().find("Likely cause: " + cause.text), std::string::npos) << causes();
        // What may only be read wrongly comes before what would change it.
        std::vector<std::string> offers;
        for (const auto& misreading : said.misreadings) {
            offers.push_back("read it as " + misreading.as);
            EXPECT_NE(causes().find(misreading.text), std::string::npos) << causes();
        }
        for (const auto& repair : said.repairs)
            offers.push_back(repairText(repair));
        ASSERT_EQ(repairs().count(), static_cast<int>(offers.size()));
        for (int i = 0; i < repairs().count(); ++i)
            EXPECT_EQ(repairs().item(i)->text().toStdString(), offers[static_cast<std::size_t>(i)]);
    }
}

TEST_F(RulesPanelTest, WithoutATensorThereIsNothingToPress)
{
    for (const auto* name : {"next place", "previous place", "apply repair", "drop repair"})
        EXPECT_FALSE(button(name).isEnabled()) << name;
    m_desk.show(sample("broken_pointer"));
    EXPECT_TRUE(button("next place").isEnabled());
    m_desk.workspace.clear();
    settle(m_desk.jobs);
    EXPECT_EQ(text("verdict"), "No tensor is open.");
    EXPECT_EQ(rules().model()->rowCount(), 0);
    EXPECT_EQ(repairs().count(), 0);
    EXPECT_FALSE(button("next place").isEnabled());
}

// Not a blank panel beside the page that says why.
TEST_F(RulesPanelTest, WithoutATensorItSaysWhyThereIsNone)
{
    EXPECT_EQ(text("verdict"), "No tensor is open.");
    m_desk.log.add(Log::Kind::notice, QStringLiteral("a.pt: it ends after 3 bytes"));
    EXPECT_EQ(text("verdict"), "No tensor is open.\na.pt: it ends after 3 bytes");
    ShownPanel facts("facts");
    facts.desk.log.add(Log::Kind::notice, QStringLiteral("a.pt: it ends after 3 bytes"));
    EXPECT_EQ(facts.child<QTreeWidget>("facts tree").topLevelItem(1)->text(0).toStdString(),
              "a.pt: it ends after 3 bytes");
    m_desk.show(sample("csr"));
    EXPECT_EQ(text("verdict").find("No tensor"), std::string::npos);
}

TEST_F(RulesPanelTest, AClickOnAPlaceSelectsItAndViewsShowIt)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    SceneView view(pictures()[1], m_desk.workspace, m_desk.selection, m_desk.jobs, Theme::light);
    view.resize(120, 120); // too small for all of it
    view.setVisible(true);
    settle(m_desk.jobs);
    ASSERT_GT(model().rowCount(rule(0)), 0);
    for (int row = 0; row < model().rowCount(rule(0)); ++row) {
        const auto place = model().index(row, 0, rule(0));
        click(place);
        const auto slots = place.data(RulesModel::PlaceRole).value<Slots>();
        expectSelected(slots);
        EXPECT_EQ(m_desk.selection.selected()->subject, id);
        const auto& spot = spotOf(view.scene(), slots);
        EXPECT_TRUE(QRectF(view.viewport()->rect()).intersects(spot.rect)) << spot.words.toStdString();
    }
}

TEST_F(RulesPanelTest, NextAndPreviousWalkAllPlacesRoundAndRound)
{
    m_desk.show(sample("broken_pointer"));
    const auto all = places();
    ASSERT_GT(all.size(), 1U);
    for (std::size_t i = 0; i < all.size() + 1; ++i) {
        press("next place");
        expectSelected(all[i % all.size()]);
    }
    for (std::size_t i = 0; i < all.size() + 1; ++i) {
        press("previous place");
        expectSelected(all[(2 * all.size() - 1 - i) % all.size()]);
    }
}

TEST_F(RulesPanelTest, PreviousStartsAtTheLastPlace)
{
    m_desk.show(sample("broken_pointer"));
    press("previous place");
    expectSelected(places().back());
}

TEST_F(RulesPanelTest, OpeningABrokenTensorSelectsNothing)
{
    m_desk.show(sample("broken_pointer"));
    rules().setFocus();
    settle(m_desk.jobs);
    EXPECT_FALSE(m_desk.selection.selected());
}

TEST_F(RulesPanelTest, ARepairIsSeenThenMendsAndUndoBreaksAgain)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    const auto before = m_desk.workspace.find(id)->tensor;
    ASSERT_GT(repairs().count(), 0);
    EXPECT_FALSE(button("apply repair").isEnabled());
    const auto title = repairs().item(0)->text();
    choose(0);
    ASSERT_TRUE(button("apply repair").isEnabled());
    EXPECT_EQ(m_desk.workspace.find(id)->tensor, before);
    ASSERT_TRUE(m_desk.workspace.find(id)->preview);
    const auto& after = *m_desk.workspace.find(id)->preview->after.report;
    EXPECT_NE(text("verdict").find(verdictText(after)), std::string::npos) << text("verdict");
    EXPECT_GT(repairs().count(), 0) << "another one can be chosen";

    press("apply repair");
    for (int round = 0; round < 10 && !report().valid; ++round) { // one repair may leave work for the next
        ASSERT_GT(repairs().count(), 0) << text("verdict");
        choose(0);
        press("apply repair");
    }
    EXPECT_TRUE(report().valid) << text("verdict");
    EXPECT_NE(text("verdict").find("valid"), std::string::npos);
    EXPECT_EQ(m_desk.workspace.undoStack().text(0), title);
    EXPECT_FALSE(button("next place").isEnabled());
    EXPECT_EQ(repairs().count(), 0);

    while (m_desk.workspace.undoStack().canUndo())
        m_desk.workspace.undoStack().undo();
    settle(m_desk.jobs);
    EXPECT_EQ(m_desk.workspace.find(id)->tensor, before);
    EXPECT_FALSE(report().valid);
    EXPECT_GT(repairs().count(), 0);
}

TEST_F(RulesPanelTest, ADroppedRepairLeavesNothingChosenAndCanBeChosenAgain)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    for (int round = 0; round < 2; ++round) {
        choose(0);
        ASSERT_TRUE(m_desk.workspace.find(id)->preview);
        press("drop repair");
        EXPECT_FALSE(m_desk.workspace.find(id)->preview);
        EXPECT_TRUE(repairs().selectedItems().isEmpty());
        EXPECT_FALSE(button("apply repair").isEnabled());
    }
    EXPECT_EQ(m_desk.workspace.undoStack().count(), 0);
}

TEST_F(RulesPanelTest, ReachingTheListByTabChoosesNothingAndSpaceDoes)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    repairs().setFocus(Qt::TabFocusReason);
    settle(m_desk.jobs);
    EXPECT_FALSE(m_desk.workspace.find(id)->preview);
    QTest::keyClick(&repairs(), Qt::Key_Space);
    settle(m_desk.jobs);
    ASSERT_TRUE(m_desk.workspace.find(id)->preview);
    QTest::keyClick(&repairs(), Qt::Key_Return);
    settle(m_desk.jobs);
    EXPECT_EQ(m_desk.workspace.undoStack().count(), 1);
}

TEST_F(RulesPanelTest, WhatARepairChangesIsToldWhileItIsSeenAndTheCauseStays)
{
    const auto id = m_desk.show(tensorOf(R"({"layout":"csr","size":[3,4],"members":{"compressed":[0,2,4,5],
        "plain":[0,1,0,7,2],"values":[1,2,3,4,5]}})"));
    const auto cause = m_shown.child<LinkedText>("cause").text();
    ASSERT_FALSE(cause.isEmpty());
    const auto at = repairs().findItems(QStringLiteral("drop the entries"), Qt::MatchStartsWith);
    ASSERT_EQ(at.size(), 1);
    choose(repairs().row(at[0]));
    EXPECT_NE(text("repair note").find("values: 5 numbers become 4, from values[3] on"), std::string::npos)
        << text("repair note");
    EXPECT_TRUE(m_desk.workspace.find(id)->shown().report->valid);
    EXPECT_EQ(m_shown.child<LinkedText>("cause").text(), cause);
    press("drop repair");
    EXPECT_EQ(text("repair note"), "");
}

// A screenshot of a verdict says whose rules it speaks of.
TEST_F(RulesPanelTest, TheVerdictNamesItsContract)
{
    m_desk.show(sample("broken_pointer"));
    EXPECT_NE(text("verdict").find("broken under pytorch: 2 rules, 3 places"), std::string::npos)
        << text("verdict");
    m_desk.workspace.setContract(**contractNamed("csr-2021-draft"));
    settle(m_desk.jobs);
    EXPECT_NE(text("verdict").find("under csr-2021-draft"), std::string::npos) << text("verdict");
}

TEST_F(RulesPanelTest, FindingsAreCopiedAndSavedAsTheTerminalWritesThem)
{
    auto& findings = m_shown.child<QToolButton>("findings");
    EXPECT_FALSE(findings.isEnabled()) << "nothing is open";
    m_desk.show(sample("broken_pointer"), "fc/1");
    ASSERT_TRUE(findings.isEnabled());
    const auto action = [&](const char* name) {
        return findings.menu()->findChild<QAction*>(QString::fromLatin1(name));
    };
    const auto expected = findingsText(*m_desk.workspace.currentSubject()->tensor, report(),
                                       m_desk.workspace.contract(), {.name = "fc/1", .mostPlaces = 1000});
    action("copy findings")->trigger();
    settle(m_desk.jobs);
    EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), expected);

    const QTemporaryDir folder;
    action("save findings")->trigger();
    auto* dialog = findings.findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    ASSERT_EQ(dialog->selectedFiles().size(), 1);
    EXPECT_EQ(QFileInfo(dialog->selectedFiles()[0]).fileName(), QStringLiteral("fc_1-findings.md"));
    const auto path = folder.filePath(QStringLiteral("x.md"));
    Q_EMIT dialog->fileSelected(path);
    dialog->close();
    ASSERT_TRUE(settle(m_desk.jobs));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll().toStdString(), expected);
    EXPECT_EQ(m_desk.log.entries().back().kind, Log::Kind::done);
}

// An independent reader of Markdown finds the same words, and nothing that could be followed or run.
TEST_F(RulesPanelTest, NamesInFindingsAreNoMarkup)
{
    const std::string hostile = "<img src=x> [go](http://evil.example) ![i](x.png) # *b* `code` @me";
    m_desk.show(sample("broken_pointer"), hostile.c_str());
    const auto text = findingsText(*m_desk.workspace.currentSubject()->tensor, report(),
                                   m_desk.workspace.contract(), {.name = hostile, .file = hostile});
    QTextDocument document;
    document.setMarkdown(QString::fromStdString(text), QTextDocument::MarkdownDialectGitHub);
    EXPECT_TRUE(document.toPlainText().contains(QString::fromStdString(hostile)))
        << document.toPlainText().toStdString();
    const auto html = document.toHtml();
    EXPECT_FALSE(html.contains(QStringLiteral("<a href"))) << html.toStdString();
    EXPECT_FALSE(html.contains(QStringLiteral("<img")));
    for (const auto* part : {"\\x1b", "[x](http://a.example)", "<b>bold</b>", "www.a.example", "_a_ *b* ~~c~~"}) {
        document.setMarkdown(QString::fromStdString("- " + markdownText(part)),
                             QTextDocument::MarkdownDialectGitHub);
        EXPECT_EQ(document.toPlainText().toStdString(), part);
        EXPECT_FALSE(document.toHtml().contains(QStringLiteral("<a href"))) << part;
    }
}

TEST_F(RulesPanelTest, AMisreadingIsSeenAndBecomesTheTensor)
{
    // Pointers of columns under the name of rows.
    const auto id = m_desk.show(tensorOf(R"({"layout":"csr","size":[2,5],"members":{"compressed":[0,1,2,3,4,5],
        "plain":[0,1,0,1,0],"values":[1,2,3,4,5]}})"));
    ASSERT_FALSE(report().misreadings.empty());
    const auto told = repairs().item(0)->text();
    EXPECT_EQ(told.toStdString(), "read it as " + report().misreadings.front().as);
    choose(0);
    ASSERT_TRUE(m_desk.workspace.find(id)->preview);
    EXPECT_EQ(m_desk.workspace.find(id)->tensor->layout->name, "csr");
    EXPECT_EQ(m_desk.workspace.find(id)->shown().tensor->layout->name, "csc");
    EXPECT_NE(text("verdict").find("valid"), std::string::npos) << text("verdict");
    press("apply repair");
    EXPECT_EQ(m_desk.workspace.find(id)->tensor->layout->name, "csc");
    EXPECT_TRUE(report().valid);
    EXPECT_EQ(m_desk.workspace.undoStack().text(0), told);
}

TEST_F(RulesPanelTest, ARepairOfATensorThatHasChangedSinceIsNotSeen)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    QTest::mouseClick(repairs().viewport(), Qt::LeftButton, {},
                      repairs().visualItemRect(repairs().item(0)).center());
    m_desk.workspace.replace(id, sample("csr"), QStringLiteral("replace"));
    settle(m_desk.jobs);
    EXPECT_FALSE(m_desk.workspace.find(id)->preview);
    EXPECT_EQ(m_desk.workspace.undoStack().count(), 1);
    EXPECT_TRUE(report().valid);
}

TEST_F(RulesPanelTest, AChangeThatCanNotBeMadeSaysWhy)
{
    m_desk.show(sample("broken_pointer"));
    m_desk.workspace.preview(QStringLiteral("p"), [](const Tensor&, const ReportPtr&) -> Result<Change> {
        return invalidArgument("there is no way");
    });
    settle(m_desk.jobs);
    EXPECT_EQ(text("repair note"), "there is no way");
    EXPECT_TRUE(m_shown.child<QLabel>("repair note").isVisible());
    choose(0);
    EXPECT_NE(text("repair note"), "there is no way") << "of another one";
}

TEST_F(RulesPanelTest, NothingIsCutAtAnyWidth)
{
    m_desk.show(sample("broken_pointer"));
    rules().expandAll();
    for (const int width : {240, 300, 500, 300}) {
        m_shown.panel->resize(width, 700);
        settle(m_desk.jobs);
        EXPECT_FALSE(rules().horizontalScrollBar()->isVisible());
        EXPECT_FALSE(repairs().horizontalScrollBar()->isVisible());
        EXPECT_EQ(rules().horizontalScrollBar()->maximum(), 0);
        const QFontMetrics metrics(rules().font());
        for (const auto& index : model().rules()) {
            const auto rect = rules().visualRect(index);
            // As many lines as words alone would need, at the least.
            const auto statement = index.data(RulesModel::TextRole).toString();
            const auto lines = metrics.horizontalAdvance(statement) / std::max(1, rect.width()) + 1;
            EXPECT_GE(rect.height(), lines * metrics.height()) << statement.toStdString();
            EXPECT_LE(rect.right(), rules().viewport()->width());
        }
    }
}

TEST_F(RulesPanelTest, AClickOnARuleGoesToItsFirstPlace)
{
    m_desk.show(sample("broken_pointer"));
    click(rule(0));
    expectSelected(places().front());
}

TEST_F(RulesPanelTest, AClickOnARemarkGoesToTheNextOfWhatItSpeaksOf)
{
    m_desk.show(tensorOf(R"({"layout":"csr","size":[1,3],"dtype":"float32","members":{"compressed":[0,3],
        "plain":[0,1,2],"values":[0,5,0]}})"));
    const auto all = model().rules();
    const auto found = std::ranges::find_if(all, [](const QModelIndex& index) {
        return index.data(RulesModel::RemarkRole) == QStringLiteral("explicit-zero");
    });
    ASSERT_NE(found, all.end());
    for (const std::int64_t slot : {0, 2, 0}) {
        click(*found);
        expectSelected({"values", slot, slot + 1});
    }
}

TEST_F(RulesPanelTest, KeysWalkThePlacesToo)
{
    m_desk.show(sample("broken_pointer"));
    QApplication::setActiveWindow(m_shown.panel.get());
    QTest::keyClick(m_shown.panel.get(), Qt::Key_F8);
    settle(m_desk.jobs);
    expectSelected(places().front());
    QTest::keyClick(m_shown.panel.get(), Qt::Key_F8, Qt::ShiftModifier);
    settle(m_desk.jobs);
    expectSelected(places().back());
}

TEST_F(RulesPanelTest, TheChosenContractIsAsked)
{
    m_desk.show(sample("broken_pointer"));
    auto& combo = m_shown.child<QComboBox>("contract");
    ASSERT_EQ(combo.count(), static_cast<int>(contracts().size()));
    for (int i = combo.count() - 1; i >= 0; --i) {
        combo.setFocus();
        combo.setCurrentIndex(i);
        settle(m_desk.jobs);
        EXPECT_EQ(combo.currentText().toStdString(), contracts()[static_cast<std::size_t>(i)].name());
        EXPECT_EQ(report().contract, contracts()[static_cast<std::size_t>(i)].name());
        EXPECT_NE(text("verdict").find(verdictText(report())), std::string::npos);
    }
    QTest::keyClick(&combo, Qt::Key_Down);
    settle(m_desk.jobs);
    EXPECT_EQ(report().contract, contracts()[1].name());
}

TEST_F(RulesPanelTest, ItCanBeUsedByKeyboard)
{
    m_desk.show(sample("broken_pointer"));
    rules().setFocus();
    QTest::keyClick(&rules(), Qt::Key_Home);
    QTest::keyClick(&rules(), Qt::Key_Down);
    QTest::keyClick(&rules(), Qt::Key_Right); // opens the rule
    QTest::keyClick(&rules(), Qt::Key_Down);
    settle(m_desk.jobs);
    ASSERT_FALSE(places().empty());
    expectSelected(places().front());
}

// The answer comes first: above the list, in larger letters, with a link that goes there.
TEST_F(RulesPanelTest, TheLikelyCauseLeadsToItsPlaceAndItsRepairIsRightBelow)
{
    const auto id = m_desk.show(sample("broken_pointer"));
    auto& label = m_shown.child<LinkedText>("cause");
    EXPECT_EQ(causes(), "Likely cause: crow_indices[2] is 9; it should be between 2 and 5");
    const auto topOf = [&](QWidget& widget) { return widget.mapTo(m_shown.panel.get(), QPoint()).y(); };
    EXPECT_LT(topOf(label), topOf(repairs()));
    EXPECT_LT(topOf(repairs()), topOf(button("apply repair")));
    EXPECT_LT(topOf(button("apply repair")), topOf(m_shown.child<QLabel>("verdict")));
    EXPECT_LT(topOf(m_shown.child<QLabel>("verdict")), topOf(rules()));
    EXPECT_GT(label.heightForWidth(10000), m_shown.child<QLabel>("verdict").heightForWidth(10000))
        << "larger letters";

    // Only the place is a link: found by looking for the hand that the pointer becomes.
    QPoint link(-1, -1);
    for (int y = 2; y < label.height() && link.x() < 0; y += 4)
        for (int x = 2; x < label.width() && link.x() < 0; x += 4) {
            QTest::mouseMove(&label, {x, y});
            if (label.cursor().shape() == Qt::PointingHandCursor)
                link = {x, y};
        }
    ASSERT_GE(link.x(), 0);
    QTest::mouseClick(&label, Qt::LeftButton, {}, link);
    settle(m_desk.jobs);
    expectSelected({"compressed", 2, 3});
    EXPECT_EQ(m_desk.selection.selected()->subject, id);

    // By keys too.
    m_desk.selection.clear();
    label.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&label, Qt::Key_Return);
    settle(m_desk.jobs);
    expectSelected({"compressed", 2, 3});
}

TEST_F(RulesPanelTest, RulesThatHoldAreFoldedAndStayAsTheUserLeftThem)
{
    m_desk.show(sample("broken_pointer"));
    const auto group = [&](RulesModel::State state) {
        for (int row = 0; row < model().rowCount(); ++row)
            if (model().index(row, 0).data(RulesModel::StateRole) == static_cast<int>(state))
                return model().index(row, 0);
        return QModelIndex();
    };
    EXPECT_TRUE(rules().isExpanded(group(RulesModel::State::violated)));
    EXPECT_FALSE(rules().isExpanded(group(RulesModel::State::holds)));
    rules().expand(rule(0));
    rules().expand(group(RulesModel::State::holds));
    m_desk.show(sample("csr")); // nothing is broken there
    EXPECT_TRUE(rules().isExpanded(group(RulesModel::State::holds)));
    m_desk.show(sample("broken_pointer"));
    EXPECT_TRUE(rules().isExpanded(rule(0)));
}

TEST_F(RulesPanelTest, StepsThroughThePlacesOfAChosenRuleAndTellsWhichOneIsShown)
{
    m_desk.show(sample("broken_pointer"));
    auto& combo = m_shown.child<QComboBox>("walked rule");
    EXPECT_EQ(text("walked place"), "Places: 3");
    press("next place");
    EXPECT_EQ(text("walked place"), "Place 1 of 3");
    press("next place");
    EXPECT_EQ(text("walked place"), "Place 2 of 3");

    combo.setFocus();
    QTest::keyClick(&combo, Qt::Key_End);
    settle(m_desk.jobs);
    ASSERT_EQ(combo.currentData().toString().toStdString(), "5.6");
    expectSelected(places().at(2)); // the rule's first
    EXPECT_EQ(text("walked place"), "Places: 1");
    for (int round = 0; round < 2; ++round) {
        press("next place");
        expectSelected(places().at(2));
        EXPECT_EQ(text("walked place"), "Place 1 of 1");
    }

    QTest::keyClick(&combo, Qt::Key_Up); // 5.3
    settle(m_desk.jobs);
    expectSelected(places().at(0));
    EXPECT_EQ(m_desk.selection.selected()->besides, std::vector{places().at(1)}) << "all of its places are marked";
    for (const auto at : {0U, 1U, 0U}) {
        press("next place");
        expectSelected(places().at(at));
    }
}

TEST_F(RulesPanelTest, EscapeLetsGoOfWhatIsSelectedAndOfTheRow)
{
    m_desk.show(sample("broken_pointer"));
    press("next place");
    ASSERT_TRUE(m_desk.selection.selected());
    ASSERT_TRUE(rules().currentIndex().isValid());
    rules().setFocus();
    QTest::keyClick(&rules(), Qt::Key_Escape);
    settle(m_desk.jobs);
    EXPECT_FALSE(m_desk.selection.selected());
    EXPECT_FALSE(rules().currentIndex().isValid());
    EXPECT_TRUE(rules().selectionModel()->selectedIndexes().isEmpty());
    press("next place");
    expectSelected(places().front());
    m_desk.selection.clear(); // as Escape in a view does
    settle(m_desk.jobs);
    EXPECT_FALSE(rules().currentIndex().isValid());
}

TEST_F(RulesPanelTest, ARepairThatOnlyAppendsLosesNothing)
{
    m_desk.show(tensorOf(R"({"layout":"strided","sizes":[3,3],"strides":[3,1],"offset":0,"storage_numel":8})"));
    QStringList titles;
    for (int row = 0; row < repairs().count(); ++row)
        titles << repairs().item(row)->text();
    EXPECT_TRUE(titles.contains(QStringLiteral("append zeros to the storage that is too short")))
        << titles.join(QStringLiteral("; ")).toStdString();
}

// The report keeps a thousand places of each rule; the walk goes on behind them.
TEST_F(RulesPanelTest, TheWalkGoesOnBehindThePlacesThatTheReportKeeps)
{
    std::string columns = "9";
    for (int k = 1; k < 1700; ++k)
        columns += ",9";
    m_desk.show(tensorOf(R"({"layout":"coo","size":[20,3],"members":{"indices":[[)" + columns + "],[" + columns +
                         R"(]],"values":{"dtype":"float32","shape":[1700]}}})"));
    const auto outside = model().ruleNamed(QStringLiteral("COO-5.2"));
    ASSERT_EQ(model().rowCount(outside), 1001);
    rules().setCurrentIndex(model().index(999, 0, outside));
    settle(m_desk.jobs);
    EXPECT_EQ(text("walked place"), "Place 1000 of 1000 listed, 1700 in all");
    press("next place");
    expectSelected({"indices", 1700 + 1000, 1700 + 1001});
    EXPECT_EQ(model().rowCount(outside), 1700) << "all are listed";
    EXPECT_EQ(text("walked place"), "Place 1001 of 1700");
    for (int place = 0; place < 1700; place += 211)
        EXPECT_EQ(model().index(place, 0, outside).data(RulesModel::PlaceRole).value<Slots>().begin, 1700 + place);
    rules().setCurrentIndex(model().index(1699, 0, outside));
    press("next place");
    expectSelected({"indices", 1700, 1701}); // round and round
}
