// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/rules_panel.h"

#include "facts/wording.h"
#include "views/scene_view.h"
#include "widgets/panels/shown_rules.h"
#include "widgets/support/shown_views.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolTip>
#include <QTreeWidget>

using namespace tscope;
using namespace tscope::test;

TEST_F(RulesPanelTest, TellsWhatTheTerminalTells)
{
    for (const auto& name : sampleNames()) {
        m_desk.show(sample(name));
        unfold();
        const auto& said = report();
        EXPECT_NE(text("verdict").find(verdictText(said)), std::string::npos) << text("verdict");
        for (const auto& cause : said.causes)
            EXPECT_NE(causes().find("Likely cause: " + cause.text), std::string::npos) << causes();
        // What may only be read wrongly comes before what would change it.
        std::vector<std::string> offers;
        for (const auto& misreading : said.misreadings) {
            offers.push_back("read it as " + misreading.as + "\n");
            EXPECT_NE(causes().find(misreading.text), std::string::npos) << causes();
        }
        for (const auto& repair : said.repairs)
            offers.push_back(repairText(repair) + "\n" + (repair.outcome->isValid ? "\u2713 " : "\u25b2 ") +
                             outcomeText(*repair.outcome));
        ASSERT_EQ(repairs().count(), static_cast<int>(offers.size()));
        for (int i = 0; i < repairs().count(); ++i)
            EXPECT_TRUE(repairs().item(i)->text().toStdString().starts_with(offers[static_cast<std::size_t>(i)]))
                << repairs().item(i)->text().toStdString();
    }
}

// Of many places where they lie, not only how many they are.
TEST_F(RulesPanelTest, ManyPlacesInOneOrderAreToldInWords)
{
    std::string pointers = "0", columns, values;
    for (int i = 0; i < 2000; ++i) {
        columns += std::string(i == 0 ? "" : ",") + (i >= 100 && i < 1900 ? "1,0" : "0,1");
        values += i == 0 ? "1,1" : ",1,1";
        pointers += "," + std::to_string(2 * i + 2);
    }
    m_desk.show(tensorOf(R"({"layout":"csr","size":[2000,2],"members":{"crow_indices":[)" + pointers +
                         R"(],"col_indices":[)" + columns + R"(],"values":[)" + values + "]}}"));
    const auto told =
        model().ruleNamed(QStringLiteral("5.6")).data(RulesModel::DetailRole).toString().toStdString();
    EXPECT_NE(told.find("rows 100 to 1899, all of them"), std::string::npos) << told;
    EXPECT_NE(causes().find("rows 100 to 1899, all of them"), std::string::npos) << causes();
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

TEST_F(RulesPanelTest, OpeningABrokenTensorSelectsNothing)
{
    m_desk.show(sample("broken_pointer"));
    rules().setFocus();
    settle(m_desk.jobs);
    EXPECT_FALSE(m_desk.selection.selected());
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

// One place to scroll where causes and repairs have their room: neither these nor rules scroll by themselves.
TEST_F(RulesPanelTest, IsOneScrollingList)
{
    m_shown.panel->resize(300, 360);
    m_desk.show(sample("broken_pointer"));
    rules().expandAll();
    settle(m_desk.jobs);
    int scrolling = 0;
    for (const auto* area : m_shown.panel->findChildren<QAbstractScrollArea*>())
        if (area->isVisible() && area->verticalScrollBar()->maximum() > 0)
            ++scrolling;
    EXPECT_EQ(scrolling, 1);
    const auto isInSight = [&](const QModelIndex& index) {
        return rules().viewport()->visibleRegion().intersects(rules().visualRect(index));
    };
    // Where keys go comes into sight.
    const auto last = model().rules().back();
    rules().setCurrentIndex(last);
    settle(m_desk.jobs);
    EXPECT_TRUE(isInSight(last));
    rules().setCurrentIndex(rule(0));
    settle(m_desk.jobs);
    EXPECT_TRUE(isInSight(rule(0)));
    EXPECT_FALSE(isInSight(last)) << "there is too little room";
}

// Folded rules that have the place that is stepped to are opened.
TEST_F(RulesPanelTest, AStepOpensTheRuleThatItGoesTo)
{
    m_desk.show(sample("broken_pointer"));
    rules().collapseAll();
    press("next place");
    EXPECT_TRUE(rules().isExpanded(rule(0)));
    EXPECT_TRUE(rules().viewport()->visibleRegion().intersects(rules().visualRect(rules().currentIndex())));
}

// A number such as CU-4 explains itself, and so does a cause.
TEST_F(RulesPanelTest, RulesAndCausesSayWhatTheyMeanAndWhoDemandsThem)
{
    m_desk.show(sample("broken_pointer"));
    const auto tip = rule(0).data(Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.contains(QStringLiteral("pointers never fall"))) << tip.toStdString();
    EXPECT_TRUE(tip.contains(QStringLiteral("PyTorch's published invariants"))) << tip.toStdString();
    auto& label = m_shown.child<LinkedText>("cause");
    QHelpEvent help(QEvent::ToolTip, {10, 10}, label.mapToGlobal(QPoint(10, 10)));
    QApplication::sendEvent(&label, &help);
    EXPECT_EQ(QToolTip::text(), tip);
    QToolTip::hideText();
}

TEST_F(RulesPanelTest, APlaceAndARuleAreCopiedAsSentences)
{
    m_desk.show(sample("broken_pointer"));
    QApplication::setActiveWindow(m_shown.panel.get());
    const auto broken = rule(0);
    rules().expand(broken);
    rules().setFocus();
    for (const auto& row : {broken, model().index(0, 0, broken)}) {
        click(row);
        QGuiApplication::clipboard()->clear();
        QTest::keyClick(&rules(), Qt::Key_C, Qt::ControlModifier);
        EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), row.data().toString().toStdString());
    }
    EXPECT_EQ(rules().contextMenuPolicy(), Qt::ActionsContextMenu);
    ASSERT_EQ(rules().actions().size(), 1);
    QGuiApplication::clipboard()->clear();
    rules().actions().front()->trigger();
    EXPECT_FALSE(QGuiApplication::clipboard()->text().isEmpty());
}

TEST_F(RulesPanelTest, AnotherTensorBeginsAtTheTop)
{
    m_shown.panel->resize(300, 360);
    m_desk.show(sample("broken_pointer"), "one");
    const auto first = m_desk.workspace.current();
    m_desk.show(sample("broken_pointer"), "other");
    rules().expandAll();
    settle(m_desk.jobs);
    auto* bar = m_shown.child<QScrollArea>("rules area").verticalScrollBar();
    ASSERT_GT(bar->maximum(), 0);
    bar->setValue(bar->maximum());
    m_desk.workspace.setCurrent(first);
    settle(m_desk.jobs);
    EXPECT_EQ(bar->value(), 0);
}
