// SPDX-License-Identifier: GPL-3.0-or-later
#include "facts/code_text.h"
#include "facts/info_text.h"
#include "facts/wording.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTreeView>

#include <gtest/gtest.h>

#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

// A panel of somebody else: one function, one line.
QWidget* makeCountPanel(const PanelContext& context)
{
    return new QLabel(QString::number(context.workspace.subjects().size()));
}
constexpr PanelSpec countPanel{"count", "Count", makeCountPanel, DockHint::bottom};

} // namespace

TEST(Panels, AnotherOneIsOneFunctionAndOneLine)
{
    Desk desk;
    desk.show(sample("csr"));
    const std::unique_ptr<QWidget> panel(countPanel.make({desk.workspace, desk.selection, desk.jobs}));
    EXPECT_EQ(qobject_cast<QLabel*>(panel.get())->text(), QStringLiteral("1"));
}

TEST(Panels, EachHasAnIdOfItsOwnAndSurvivesEveryTensor)
{
    std::set<std::string_view> ids;
    for (const auto& spec : panels()) {
        EXPECT_TRUE(ids.insert(spec.id).second) << spec.id;
        EXPECT_GT(std::string_view(spec.title).size(), 0U);
        ShownPanel shown(spec.id);
        for (const auto& name : oddTensorNames()) {
            SCOPED_TRACE(std::string(spec.id) + " of " + name);
            const auto id = shown.desk.show(oddTensor(name));
            const auto& tensor = *shown.desk.workspace.find(id)->tensor;
            shown.desk.selection.hover(id, Slots{tensor.members.front().role->name, 0, 1});
            settle(shown.desk.jobs);
            shown.panel->grab();
        }
        shown.desk.workspace.clear();
        settle(shown.desk.jobs);
    }
}

TEST(Panels, EveryOneGoesAwayInTheMiddleOfWork)
{
    for (const auto& spec : panels()) {
        ShownPanel shown(spec.id);
        const auto id = shown.desk.workspace.add(sample("csr"), QStringLiteral("t"), {});
        shown.desk.workspace.setCurrent(id);
        shown.desk.selection.hover(id, ElementPlace{{0, 0}});
        shown.panel.reset();
        EXPECT_TRUE(settle(shown.desk.jobs));
    }
}

TEST(FactsPanel, SaysWhatInfoSays)
{
    ShownPanel shown("facts");
    for (const auto& name : sampleNames()) {
        shown.desk.show(sample(name), name.c_str());
        const auto facts = info(sample(name), name);
        const auto text = shown.child<QPlainTextEdit>("facts text").toPlainText().toStdString();
        EXPECT_NE(text.find(titleOf(name)), std::string::npos) << text;
        EXPECT_NE(text.find(summaryOf(facts)), std::string::npos) << text;
        for (const auto& member : facts.members)
            EXPECT_NE(text.find(memberText(member, facts)), std::string::npos) << text;
    }
}

TEST(FactsPanel, CopiesTextAndCode)
{
    ShownPanel shown("facts");
    EXPECT_FALSE(shown.child<QPushButton>("copy facts").isEnabled());
    for (const auto& name : sampleNames()) {
        const auto tensor = sample(name);
        shown.desk.show(tensor, name.c_str());
        const auto copied = [&](const char* action) {
            shown.child<QAction>(action).trigger();
            settle(shown.desk.jobs);
            return QGuiApplication::clipboard()->text().toStdString();
        };
        EXPECT_EQ(copied("copy text"), plainText(tellInfo(info(tensor, name))));
        EXPECT_EQ(copied("copy torch"), torchCode(tensor, name));
        EXPECT_EQ(copied("copy numpy"), numpyCode(tensor, name));
        EXPECT_TRUE(shown.child<QLabel>("copied").text().contains(QStringLiteral("NumPy")));
    }
}

TEST(FactsPanel, StatisticsComeWhenAsked)
{
    ShownPanel shown("facts");
    shown.desk.show(sample("csr"));
    auto& text = shown.child<QPlainTextEdit>("facts text");
    EXPECT_FALSE(text.toPlainText().contains(QStringLiteral("not finite")));
    QTest::mouseClick(&shown.child<QCheckBox>("statistics"), Qt::LeftButton, {}, QPoint(8, 8));
    settle(shown.desk.jobs);
    EXPECT_TRUE(text.toPlainText().contains(QStringLiteral("min 1, max 6, zeros 0, not finite 0")))
        << text.toPlainText().toStdString();
}

TEST(FactsPanel, NothingIsMadeWhileNobodySeesIt)
{
    ShownPanel shown("facts");
    shown.panel->hide();
    shown.desk.show(sample("csr"), "unseen");
    auto& text = shown.child<QPlainTextEdit>("facts text");
    EXPECT_EQ(text.toPlainText(), QString());
    shown.panel->show();
    settle(shown.desk.jobs);
    EXPECT_TRUE(text.toPlainText().contains(QStringLiteral("unseen")));
}

TEST(WorkspacePanel, AClickOnATitleSorts)
{
    ShownPanel shown("workspace");
    for (const auto* name : {"csr", "coo", "broken_pointer", "strided", "nested"})
        shown.desk.show(sample(name), name);
    shown.desk.show(oddTensor("many_csr"), "a");
    auto& view = shown.child<QTreeView>("subjects");
    const auto top = [&](int section, int column) {
        auto* header = view.header();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          {header->sectionViewportPosition(section) + 5, header->height() / 2});
        return view.model()->index(0, column).data().toString().toStdString();
    };
    EXPECT_EQ(top(0, 0), "a");
    EXPECT_EQ(top(0, 0), "strided") << "again: the other way round";
    EXPECT_EQ(top(1, 1), "coo");
    EXPECT_NE(top(2, 0), "a");
    EXPECT_EQ(top(2, 0), "a") << "the largest, not the last by its letters";
    top(3, 0);
    EXPECT_EQ(top(3, 0), "broken_pointer");
    EXPECT_FALSE(view.horizontalScrollBar()->isVisible());
    shown.panel->resize(250, 400); // of a narrow dock
    QCoreApplication::processEvents();
    EXPECT_FALSE(view.horizontalScrollBar()->isVisible());
}

TEST(FactsPanel, FollowsRenamesAndEdits)
{
    ShownPanel shown("facts");
    const auto id = shown.desk.show(sample("csr"), "first");
    auto& text = shown.child<QPlainTextEdit>("facts text");
    shown.desk.workspace.rename(id, QStringLiteral("second"));
    settle(shown.desk.jobs);
    EXPECT_TRUE(text.toPlainText().startsWith(QStringLiteral("second")));
    shown.desk.workspace.replace(id, sample("coo"), QStringLiteral("x"));
    settle(shown.desk.jobs);
    EXPECT_TRUE(text.toPlainText().contains(QStringLiteral("coo")));
    shown.desk.workspace.remove(id);
    settle(shown.desk.jobs);
    EXPECT_TRUE(text.toPlainText().isEmpty());
}

TEST(ExplainPanel, TellsTheStepsOfThePath)
{
    ShownPanel shown("explain");
    const auto tensor = sample("csr");
    const auto id = shown.desk.show(tensor);
    auto& text = shown.child<QPlainTextEdit>("explain text");
    for (const auto& index : {Extents{0, 0}, Extents{1, 1}, Extents{2, 3}}) {
        shown.desk.selection.hover(id, ElementPlace{index});
        settle(shown.desk.jobs);
        const auto told = text.toPlainText().toStdString();
        const auto path = tensor.layout->locate(tensor, index);
        ASSERT_TRUE(path);
        for (const auto& step : path->steps)
            EXPECT_NE(told.find(step.text), std::string::npos) << told;
        EXPECT_NE(told.find(path->value.text()), std::string::npos) << told;
    }
    shown.desk.selection.leave();
    settle(shown.desk.jobs);
    EXPECT_TRUE(text.toPlainText().isEmpty());
}

TEST(ExplainPanel, WhatIsHoveredComesBeforeWhatIsSelected)
{
    ShownPanel shown("explain");
    const auto id = shown.desk.show(sample("csr"));
    auto& text = shown.child<QPlainTextEdit>("explain text");
    shown.desk.selection.select(id, ElementPlace{{0, 0}});
    settle(shown.desk.jobs);
    const auto selected = text.toPlainText();
    shown.desk.selection.hover(id, ElementPlace{{2, 3}});
    settle(shown.desk.jobs);
    EXPECT_NE(text.toPlainText(), selected);
    shown.desk.selection.leave();
    settle(shown.desk.jobs);
    EXPECT_EQ(text.toPlainText(), selected);
}

TEST(ExplainPanel, OfASlotTellsWhoReadsIt)
{
    ShownPanel shown("explain");
    const auto tensor = sample("csr");
    const auto id = shown.desk.show(tensor);
    shown.desk.selection.hover(id, Slots{"values", 0, 1});
    settle(shown.desk.jobs);
    const auto readers = tensor.layout->readersOf(tensor, "values", 0, 10);
    ASSERT_TRUE(readers && readers->count == 1);
    const auto told = shown.child<QPlainTextEdit>("explain text").toPlainText().toStdString();
    EXPECT_NE(told.find("values[0]"), std::string::npos) << told;
    EXPECT_NE(told.find(text(readers->elements.front())), std::string::npos) << told;
}

TEST(ExplainPanel, AnEditTellsTheNewValue)
{
    ShownPanel shown("explain");
    const auto id = shown.desk.show(sample("csr"));
    const auto readers = sample("csr").layout->readersOf(sample("csr"), "values", 0, 10);
    ASSERT_TRUE(readers);
    shown.desk.selection.select(id, ElementPlace{readers->elements.front()});
    settle(shown.desk.jobs);
    const auto element = Element::from(4321.0, sample("csr").member("values").array.dtype);
    ASSERT_TRUE(shown.desk.workspace.edit(id, {{SetElements{"values", 0, {*element}}}}, QStringLiteral("x")));
    settle(shown.desk.jobs);
    EXPECT_TRUE(shown.child<QPlainTextEdit>("explain text").toPlainText().contains(QStringLiteral("4321")));
}

TEST(WorkspacePanel, AClickMakesItTheCurrentOne)
{
    ShownPanel shown("workspace");
    const auto a = shown.desk.show(sample("csr"), "a"), b = shown.desk.show(sample("coo"), "b");
    auto& view = shown.child<QTreeView>("subjects");
    ASSERT_EQ(view.model()->rowCount(), 2);
    EXPECT_EQ(view.currentIndex().row(), 1);

    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(view.model()->index(0, 0)).center());
    settle(shown.desk.jobs);
    EXPECT_EQ(shown.desk.workspace.current(), a);
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(shown.desk.workspace.current(), b);
    shown.desk.workspace.setCurrent(a);
    EXPECT_EQ(view.currentIndex().row(), 0);
}

TEST(WorkspacePanel, TheFilterHidesAndTheCurrentOneStays)
{
    ShownPanel shown("workspace");
    const auto a = shown.desk.show(sample("csr"), "alpha");
    shown.desk.show(sample("coo"), "beta");
    shown.desk.workspace.setCurrent(a);
    auto& view = shown.child<QTreeView>("subjects");
    auto* filter = shown.panel->findChild<QLineEdit*>();
    ASSERT_NE(filter, nullptr);
    QTest::keyClicks(filter, QStringLiteral("ALP"));
    EXPECT_EQ(view.model()->rowCount(), 1);
    EXPECT_EQ(shown.desk.workspace.current(), a);
    filter->clear();
    EXPECT_EQ(view.model()->rowCount(), 2);
    EXPECT_EQ(shown.desk.workspace.current(), a);
}

namespace {

// Three files: one of a tree with something broken in it, one of many tensors, and a lone tensor.
struct ShownTree : ShownPanel {
    ShownTree() : ShownPanel("workspace")
    {
        const auto model = std::make_shared<const Origin>(
            Origin{QStringLiteral("model.pt"), QStringLiteral("/m/model.pt"), {}, 4});
        encoder = add(model, "encoder.0.weight", "csr");
        add(model, "encoder.0.bias", "strided");
        broken = add(model, "decoder.0.weight", "broken_pointer");
        add(model, "step", "strided");
        const auto large = std::make_shared<const Origin>(
            Origin{QStringLiteral("large.pt"), QStringLiteral("/m/large.pt"), {}, 200});
        for (int i = 0; i < 200; ++i)
            add(large, ("layer." + std::to_string(i) + ".weight").c_str(), "strided");
        settle(desk.jobs);
    }
    SubjectId add(const OriginPtr& origin, const char* name, const char* tensor)
    {
        return desk.workspace.add(sample(tensor), QString::fromLatin1(name), origin, 0);
    }
    QTreeView& view() { return child<QTreeView>("subjects"); }
    QModelIndex at(std::initializer_list<int> rows)
    {
        QModelIndex index;
        for (const auto row : rows)
            index = view().model()->index(row, 0, index);
        return index;
    }
    std::string name(std::initializer_list<int> rows) { return at(rows).data().toString().toStdString(); }
    void click(const QModelIndex& index)
    {
        view().scrollTo(index);
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().visualRect(index).center());
        settle(desk.jobs);
    }

    SubjectId encoder = 0, broken = 0;
};

} // namespace

TEST(WorkspacePanel, SmallTreesComeOpenAndLargeOnesFolded)
{
    ShownTree shown;
    auto& view = shown.view();
    ASSERT_EQ(view.model()->rowCount(), 2);
    EXPECT_TRUE(view.isExpanded(shown.at({0})));
    EXPECT_TRUE(view.isExpanded(shown.at({0, 0, 0})));
    EXPECT_TRUE(view.isExpanded(shown.at({1})));
    EXPECT_FALSE(view.isExpanded(shown.at({1, 0})));
    EXPECT_TRUE(view.rootIsDecorated());
    EXPECT_EQ(shown.at({0}).siblingAtColumn(3).data().toString().toStdString(), "\u25b2 1/4");
    EXPECT_EQ(shown.at({1}).siblingAtColumn(3).data().toString().toStdString(), "\u2713 200");
    EXPECT_FALSE(view.horizontalScrollBar()->isVisible());
}

TEST(WorkspacePanel, TheKeyboardWalksTheTree)
{
    ShownTree shown;
    auto& view = shown.view();
    view.setFocus();
    shown.desk.workspace.setCurrent(shown.encoder);
    EXPECT_EQ(view.currentIndex().data().toString(), QStringLiteral("weight"));
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(shown.desk.workspace.currentSubject()->name, QStringLiteral("encoder.0.bias"));
    QTest::keyClick(&view, Qt::Key_Left); // to the branch, which is no tensor
    EXPECT_EQ(view.currentIndex(), shown.at({0, 0, 0}));
    EXPECT_EQ(shown.desk.workspace.currentSubject()->name, QStringLiteral("encoder.0.bias"));
    QTest::keyClick(&view, Qt::Key_Left);
    EXPECT_FALSE(view.isExpanded(shown.at({0, 0, 0})));
    QTest::keyClick(&view, Qt::Key_Right);
    EXPECT_TRUE(view.isExpanded(shown.at({0, 0, 0})));
    // What is gone to from elsewhere is unfolded.
    view.collapseAll();
    shown.desk.workspace.setCurrent(shown.broken);
    EXPECT_EQ(view.currentIndex(), shown.at({0, 1, 0, 0}));
    EXPECT_TRUE(view.isExpanded(shown.at({0, 1})));
}

TEST(WorkspacePanel, TheFilterShowsWhatIsFoundInItsTreeAndThenAllAsBefore)
{
    ShownTree shown;
    auto& view = shown.view();
    auto* filter = shown.panel->findChild<QLineEdit*>();
    view.collapse(shown.at({0, 0}));
    QTest::keyClicks(filter, QStringLiteral("layer.17"));
    ASSERT_EQ(view.model()->rowCount(), 1);
    EXPECT_EQ(shown.name({0}), "large.pt");
    ASSERT_EQ(view.model()->rowCount(shown.at({0, 0})), 11) << "17 and 170 to 179";
    EXPECT_TRUE(view.isExpanded(shown.at({0, 0, 10})));
    filter->clear();
    EXPECT_EQ(view.model()->rowCount(), 2);
    EXPECT_FALSE(view.isExpanded(shown.at({0, 0})));
    EXPECT_TRUE(view.isExpanded(shown.at({0, 1})));
    EXPECT_FALSE(view.isExpanded(shown.at({1, 0})));
    QTest::keyClicks(filter, QStringLiteral("broken"));
    ASSERT_EQ(view.model()->rowCount(), 1);
    EXPECT_EQ(shown.name({0, 0, 0, 0}), "weight");
}

TEST(WorkspacePanel, SortingKeepsTheTree)
{
    ShownTree shown;
    auto& view = shown.view();
    view.sortByColumn(0, Qt::AscendingOrder);
    EXPECT_EQ(shown.name({0}), "large.pt");
    EXPECT_EQ(shown.name({1}), "model.pt");
    EXPECT_EQ(shown.name({1, 0}), "decoder");
    view.sortByColumn(3, Qt::DescendingOrder);
    EXPECT_EQ(shown.name({0}), "model.pt");
    EXPECT_EQ(shown.name({0, 0}), "decoder") << "what is broken comes first";
    view.sortByColumn(2, Qt::DescendingOrder);
    EXPECT_EQ(shown.name({0}), "large.pt");
}

TEST(WorkspacePanel, ABranchIsRemovedAsOneStep)
{
    ShownTree shown;
    auto& view = shown.view();
    shown.desk.workspace.setCurrent(shown.encoder);
    int currents = 0;
    QObject::connect(&shown.desk.workspace, &Workspace::currentChanged, &view, [&] { ++currents; });
    shown.click(shown.at({0, 0}));
    QTest::keyClick(&view, Qt::Key_Delete);
    settle(shown.desk.jobs);
    EXPECT_EQ(shown.desk.workspace.subjects().size(), 202U);
    EXPECT_EQ(shown.name({0, 0}), "decoder");
    EXPECT_EQ(shown.desk.workspace.current(), shown.broken);
    EXPECT_EQ(currents, 1) << "not each that was on the way";
    EXPECT_EQ(shown.desk.workspace.undoStack().count(), 1);
    shown.desk.workspace.undoStack().undo();
    settle(shown.desk.jobs);
    EXPECT_EQ(shown.desk.workspace.subjects().size(), 204U);
    EXPECT_EQ(shown.desk.workspace.current(), shown.encoder);
}

TEST(WorkspacePanel, RemovingTheCurrentOneMovesOn)
{
    ShownPanel shown("workspace");
    const auto a = shown.desk.show(sample("csr"), "a"), b = shown.desk.show(sample("coo"), "b"),
               c = shown.desk.show(sample("bsr"), "c");
    auto& view = shown.child<QTreeView>("subjects");
    shown.desk.workspace.setCurrent(b);
    shown.desk.workspace.remove(b);
    settle(shown.desk.jobs);
    EXPECT_EQ(shown.desk.workspace.current(), c);
    EXPECT_EQ(view.currentIndex().data(Qt::UserRole).toInt(), c);
    shown.desk.workspace.remove(c);
    EXPECT_EQ(view.currentIndex().data(Qt::UserRole).toInt(), a);
    shown.desk.workspace.remove(a);
    EXPECT_FALSE(view.currentIndex().isValid());
}
