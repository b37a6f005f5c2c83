// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subjects_model.h"
#include "widgets/support/menus.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/tensors.h"

#include <QAbstractItemDelegate>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QTreeView>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

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

TEST(WorkspacePanel, KeysSortToo)
{
    ShownPanel shown("workspace");
    for (const auto* name : {"csr", "strided", "coo"})
        shown.desk.show(sample(name), name);
    auto& view = shown.child<QTreeView>("subjects");
    const auto names = [&] {
        QStringList all;
        for (int row = 0; row < view.model()->rowCount(); ++row)
            all << view.model()->index(row, 0).data().toString();
        return all.join(QLatin1Char(' ')).toStdString();
    };
    ASSERT_EQ(names(), "csr strided coo");
    view.setFocus();
    chooseInMenu(view, {"Sort by", "As they come"});
    EXPECT_EQ(names(), "csr strided coo") << "there is no other way round of it";
    chooseInMenu(view, {"Sort by", "Name"});
    EXPECT_EQ(names(), "coo csr strided");
    chooseInMenu(view, {"Sort by", "Name"});
    EXPECT_EQ(names(), "strided csr coo");
    chooseInMenu(view, {"Sort by", "As they come"});
    EXPECT_EQ(names(), "csr strided coo");
    shown.desk.show(sample("bsr"), "bsr");
    EXPECT_EQ(names(), "csr strided coo bsr");
}

TEST(WorkspacePanel, WhatNamesLeaveOfTheRoomIsForSizes)
{
    ShownPanel shown("workspace");
    shown.panel->resize(320, 400);
    const auto tensor = tensorOf(R"({"layout":"strided","dtype":"float32","members":{"values":{"dtype":"float32",
        "shape":[2,3,2,1,2],"data":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24]}}})");
    shown.desk.show(tensor, "short");
    QCoreApplication::processEvents();
    auto& view = shown.child<QTreeView>("subjects");
    const auto needed = view.fontMetrics().horizontalAdvance(QStringLiteral("(2, 3, 2, 1, 2)"));
    EXPECT_GE(view.columnWidth(2), needed);
    shown.desk.show(tensor, "a name so long that there is no room to spare beside it in the panel");
    QCoreApplication::processEvents();
    EXPECT_LT(view.columnWidth(2), needed) << "names come first";
}

// What the tip tells too gives way to names that stand deep in a tree.
TEST(WorkspacePanel, NamesDeepInATreeCanBeRead)
{
    ShownPanel shown("workspace");
    shown.panel->resize(320, 400);
    auto& view = shown.child<QTreeView>("subjects");
    shown.desk.show(sample("csr"), "a");
    QCoreApplication::processEvents();
    EXPECT_FALSE(view.isColumnHidden(1));
    EXPECT_FALSE(view.isColumnHidden(2));
    const auto file =
        std::make_shared<const Origin>(Origin{QStringLiteral("m.pt"), QStringLiteral("/m.pt"), {}, 200});
    SubjectId last = 0;
    for (int i = 0; i < 120; ++i)
        last = shown.desk.workspace.add(sample("csr"), QStringLiteral("model.layers.%1.block.0.weight").arg(i),
                                        file, i);
    shown.desk.workspace.setCurrent(last);
    QCoreApplication::processEvents();
    const auto row = view.currentIndex();
    EXPECT_EQ(row.data().toString(), QStringLiteral("weight"));
    EXPECT_GE(view.visualRect(row).width(), view.fontMetrics().horizontalAdvance(QStringLiteral("weight")));
    EXPECT_FALSE(view.isColumnHidden(3));
    shown.panel->resize(700, 400);
    QCoreApplication::processEvents();
    EXPECT_FALSE(view.isColumnHidden(1));
    EXPECT_FALSE(view.isColumnHidden(2));
}

// As wide as the panel is in a window of 1280 pixels.
TEST(WorkspacePanel, SizesOfAStateDictAreSeenAtTheWidthOfTheStart)
{
    ShownPanel shown("workspace");
    shown.panel->resize(405, 160);
    const QStringList names{QStringLiteral("model.layers.0.self_attn.q_proj.weight"),
                            QStringLiteral("model.layers.0.self_attn.k_proj.weight"),
                            QStringLiteral("model.layers.0.mlp.down_proj.weight"),
                            QStringLiteral("lm_head.weight")};
    const auto file = std::make_shared<const Origin>(
        Origin{QStringLiteral("llm.pt"), QStringLiteral("/llm.pt"), {}, static_cast<int>(names.size()), names});
    for (int i = 0; i < names.size(); ++i)
        shown.desk.workspace.add(sample("csr"), names[i], file, i);
    settle(shown.desk.jobs);
    QCoreApplication::processEvents();
    const auto& view = shown.child<QTreeView>("subjects");
    EXPECT_FALSE(view.isColumnHidden(SubjectsModel::sizeColumn));
    EXPECT_GE(view.columnWidth(SubjectsModel::sizeColumn),
              view.fontMetrics().horizontalAdvance(QStringLiteral("(4, 5)")));
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

TEST(WorkspacePanel, TheCurrentRowStaysInSightWhenTheListShrinks)
{
    ShownPanel shown("workspace");
    for (int i = 0; i < 12; ++i)
        shown.desk.show(sample("csr"), ("t" + std::to_string(i)).c_str());
    auto& view = shown.child<QTreeView>("subjects");
    const auto isSeen = [&] {
        const auto row = view.visualRect(view.currentIndex());
        return !row.isEmpty() && view.viewport()->rect().contains(row);
    };
    auto* panel = view.window();
    for (const int height : {600, 240, 200, 400, 210}) {
        panel->resize(panel->width(), height);
        settle(shown.desk.jobs);
        EXPECT_TRUE(isSeen()) << height;
    }
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

// A narrow panel shows what there is room for, or what its user wants to see.
TEST(WorkspacePanel, ColumnsThatAreChosenAreShownHoweverNarrowItIs)
{
    ShownPanel shown("workspace");
    shown.desk.show(sample("csr"), "csr");
    shown.panel->resize(230, 400);
    QCoreApplication::processEvents();
    auto& view = shown.child<QTreeView>("subjects");
    const auto isSeen = [&](int column) { return !view.isColumnHidden(column); };
    ASSERT_FALSE(isSeen(SubjectsModel::typeColumn));
    ASSERT_TRUE(isSeen(SubjectsModel::sizeColumn));
    view.setFocus();
    chooseInMenu(view, {"Columns", "Type"});
    EXPECT_TRUE(isSeen(SubjectsModel::typeColumn));
    chooseInMenu(view, {"Columns", "Size"});
    EXPECT_FALSE(isSeen(SubjectsModel::sizeColumn));
    EXPECT_TRUE(isSeen(SubjectsModel::typeColumn));
    shown.panel->resize(700, 400);
    QCoreApplication::processEvents();
    EXPECT_FALSE(isSeen(SubjectsModel::sizeColumn)) << "also where there is room";
    chooseInMenu(view, {"Columns", "As there is room"});
    EXPECT_TRUE(isSeen(SubjectsModel::sizeColumn));
    EXPECT_FALSE(view.horizontalScrollBar()->isVisible());
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
    QTest::keyClick(&view, Qt::Key_D, Qt::ControlModifier); // which duplicates, in the window
    EXPECT_EQ(shown.desk.workspace.subjects().size(), 202U);
    EXPECT_EQ(shown.desk.workspace.undoStack().count(), 1);
    shown.desk.workspace.undoStack().undo();
    settle(shown.desk.jobs);
    EXPECT_EQ(shown.desk.workspace.subjects().size(), 204U);
    EXPECT_EQ(shown.desk.workspace.current(), shown.encoder);
}

TEST(WorkspacePanel, AStarIsShownBehindTheNameOfWhatIsNotSaved)
{
    ShownPanel shown("workspace");
    const auto origin =
        std::make_shared<const Origin>(Origin{QStringLiteral("a.json"), QStringLiteral("/a.json")});
    shown.desk.workspace.add(sample("csr"), QStringLiteral("a"), origin, 0);
    settle(shown.desk.jobs);
    auto& view = shown.child<QTreeView>("subjects");
    const auto width = [&] {
        const auto index = view.model()->index(0, 0);
        return view.itemDelegateForIndex(index)->sizeHint(QStyleOptionViewItem(), index).width();
    };
    const auto saved = width();
    ASSERT_TRUE(shown.desk.workspace.edit(1, {{SetClaim{"note", std::string("edited")}}}, QStringLiteral("edit")));
    settle(shown.desk.jobs);
    EXPECT_GT(width(), saved);
    EXPECT_TRUE(
        view.model()->index(0, 0).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("not saved")));
    shown.desk.workspace.undoStack().undo();
    EXPECT_EQ(width(), saved);
}
