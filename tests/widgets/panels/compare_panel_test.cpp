// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/open.h"
#include "support/tool.h"
#include "views/subject_choice.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/tensors.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class ComparePanelTest : public testing::Test
{
protected:
    SubjectId open(const char* name, const Tensor& tensor)
    {
        const auto id = m_shown.desk.workspace.add(tensor, QString::fromUtf8(name), QStringLiteral("test"));
        settle(m_shown.desk.jobs);
        return id;
    }
    void compare(SubjectId a, SubjectId b)
    {
        m_shown.desk.workspace.setCurrent(a);
        m_shown.desk.tabs.split(b, Qt::Horizontal);
        settle(m_shown.desk.jobs);
    }
    std::string heading() { return m_shown.child<QLabel>("compare heading").text().toStdString(); }
    QListWidget& list() { return m_shown.child<QListWidget>("differences"); }
    QStringList lines()
    {
        QStringList all;
        for (int row = 0; row < list().count(); ++row)
            all << list().item(row)->text();
        return all;
    }
    // The table of bytes, as the terminal prints it.
    QStringList byteLines()
    {
        QStringList all{QStringLiteral("bytes of each array, of the first and of the second")};
        auto& table = m_shown.child<QTreeWidget>("bytes of arrays");
        for (int row = 0; row < table.topLevelItemCount(); ++row) {
            const auto* item = table.topLevelItem(row);
            all << QStringList{item->text(0), item->text(1), item->text(2)}.join(QLatin1Char(' '));
        }
        return all;
    }
    void click(int row)
    {
        list().scrollToItem(list().item(row));
        QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, list().visualItemRect(list().item(row)).center());
        settle(m_shown.desk.jobs);
    }
    const std::optional<Pointed>& selected() { return m_shown.desk.selection.selected(); }

    ShownPanel m_shown{"compare"};
};

Tensor vectorOf(const char* values)
{
    return tensorOf(R"({"layout":"strided","dtype":"int64","members":{"values":)" + std::string(values) + "}}");
}

} // namespace

TEST_F(ComparePanelTest, SaysWhatIsMissingAndLetsChoose)
{
    EXPECT_NE(heading().find("Nothing is open"), std::string::npos) << heading();
    auto& choice = m_shown.child<SubjectChoice>("compare with");
    EXPECT_FALSE(choice.isEnabled());
    const auto a = open("a", vectorOf("[1,2]"));
    m_shown.desk.workspace.setCurrent(a);
    EXPECT_NE(heading().find("Only a is open"), std::string::npos) << heading();
    const auto b = open("b", vectorOf("[1,3]"));
    EXPECT_NE(heading().find("Nothing stands beside a"), std::string::npos) << heading();
    EXPECT_EQ(list().count(), 0);
    ASSERT_TRUE(choice.isEnabled());
    QTest::keyClick(&choice, Qt::Key_Down);
    settle(m_shown.desk.jobs);
    EXPECT_EQ(m_shown.desk.tabs.beside(), b);
    EXPECT_EQ(heading(), "First: a. Second: b.");
    EXPECT_EQ(list().count(), 6);
    EXPECT_EQ(choice.count(), 1) << "what is compared is no choice itself";
    EXPECT_EQ(choice.currentText(), QStringLiteral("b"));
    m_shown.desk.tabs.split(a, m_shown.desk.tabs.tab().way);
    settle(m_shown.desk.jobs);
    EXPECT_NE(heading().find("a stands on both sides"), std::string::npos) << heading();
    EXPECT_EQ(list().count(), 0);
}

TEST_F(ComparePanelTest, SaysWhatTheTerminalSays)
{
    const QTemporaryDir folder;
    std::vector<std::pair<Tensor, Tensor>> pairs{
        {sample("csr"), sample("csc")},
        {vectorOf("[1,2,3]"), vectorOf("[1,2,4]")},
        {vectorOf("[1,2,3]"), vectorOf("[[1,2,3]]")},
        {sample("csr"), sample("nested")},
        {sample("coo"), sample("coo")},
    };
    int number = 0;
    for (const auto& [one, other] : pairs) {
        SCOPED_TRACE(++number);
        const auto pathA = folder.filePath(QStringLiteral("a%1.json").arg(number)).toStdString(),
                   pathB = folder.filePath(QStringLiteral("b%1.json").arg(number)).toStdString();
        ASSERT_TRUE(saveFile({{{"", one}}, {}}, pathA));
        ASSERT_TRUE(saveFile({{{"", other}}, {}}, pathB));
        const auto printed = runTool(TSCOPE_BINARY, {"diff", pathA, pathB});
        m_shown.desk.workspace.clear();
        compare(open("a", openFile(pathA)->tensors[0].tensor), open("b", openFile(pathB)->tensors[0].tensor));
        QStringList expected;
        for (const auto& line :
             QString::fromStdString(printed.out + printed.err).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            expected << line.simplified();
        const auto shown = lines() + byteLines();
        EXPECT_EQ(shown.join(QLatin1Char('\n')).toStdString(), expected.join(QLatin1Char('\n')).toStdString());
    }
}

TEST_F(ComparePanelTest, TheBytesOfEachArrayStandBesideEachOther)
{
    auto& table = m_shown.child<QTreeWidget>("bytes of arrays");
    EXPECT_FALSE(table.isVisible()) << "there is nothing to compare";
    const auto a = open("a", sample("csr")), b = open("b", sample("coo"));
    compare(a, b);
    EXPECT_TRUE(table.isVisible());
    EXPECT_TRUE(byteLines().contains(QStringLiteral("crow_indices 40 bytes -")))
        << byteLines().join(QLatin1Char('\n')).toStdString();
    EXPECT_TRUE(byteLines().last().startsWith(QStringLiteral("total ")));
    m_shown.desk.tabs.closePane(1);
    settle(m_shown.desk.jobs);
    EXPECT_FALSE(table.isVisible());
}

TEST_F(ComparePanelTest, WhereTwoViewsOfOneStorageOverlapIsGoneToInBoth)
{
    const auto whole = vectorOf("[1,2,3,4]");
    auto part = whole;
    part.members[0].array.geometry = {{2}, {1}, 2};
    part.size.reset();
    const auto a = open("a", whole), b = open("b", part);
    compare(a, b);
    ASSERT_TRUE(lines().last().contains(QStringLiteral("overlap in bytes 16..31")))
        << lines().last().toStdString();
    click(list().count() - 1);
    ASSERT_TRUE(selected());
    EXPECT_EQ(selected()->related.slots, (std::vector<Slots>{{"values", 2, 4}}));
    ASSERT_NE(selected()->in(b), nullptr);
    EXPECT_EQ(selected()->in(b)->related.slots, (std::vector<Slots>{{"values", 0, 2}}));
}

TEST_F(ComparePanelTest, ADifferenceIsGoneToInBoth)
{
    const auto a = open("a", vectorOf("[[1,2],[3,4]]")), b = open("b", vectorOf("[[1,2],[3,5]]"));
    compare(a, b);
    click(0);
    ASSERT_TRUE(selected());
    EXPECT_EQ(selected()->subject, a);
    EXPECT_EQ(selected()->place, Place(ElementPlace{{1, 1}}));
    ASSERT_NE(selected()->in(b), nullptr);
    EXPECT_EQ(selected()->in(b)->place, Place(ElementPlace{{1, 1}}));
    EXPECT_EQ(selected()->in(b)->related.slots.front(), (Slots{"values", 3, 4}));
    click(3); // the bytes
    EXPECT_EQ(selected()->in(b)->place, Place(Slots{"values", 3, 4}));
    // What is the same everywhere goes nowhere.
    m_shown.desk.selection.clear();
    click(1);
    EXPECT_FALSE(selected());
}

TEST_F(ComparePanelTest, APlaceThatOnlyOneHasIsGoneToThere)
{
    const auto a = open("a", vectorOf("[1,2]")), b = open("b", vectorOf("[[1,2],[3,4]]"));
    compare(a, b);
    ASSERT_TRUE(lines()[1].contains(QStringLiteral("first at (0, 1)"))) << lines()[1].toStdString();
    click(1);
    ASSERT_TRUE(selected());
    EXPECT_EQ(selected()->subject, b);
    EXPECT_EQ(selected()->place, Place(ElementPlace{{0, 1}}));
}

// Two matrices on one storage: the place goes by its index here, not by its bytes.
TEST_F(ComparePanelTest, AViewIsComparedByIndex)
{
    const auto matrix = vectorOf("[[1,2],[3,4]]");
    auto turned = matrix;
    std::swap(turned.members[0].array.geometry.strides[0], turned.members[0].array.geometry.strides[1]);
    const auto a = open("a", matrix), b = open("b", turned);
    compare(a, b);
    EXPECT_EQ(lines()[0].toStdString(), "the second is a view of the same storage: first.t()");
    click(0);
    EXPECT_FALSE(selected()) << "that is of no place";
    click(1);
    ASSERT_TRUE(selected());
    EXPECT_EQ(selected()->place, Place(ElementPlace{{0, 1}}));
    EXPECT_EQ(selected()->in(b)->place, Place(ElementPlace{{0, 1}}));
}

TEST_F(ComparePanelTest, FollowsEditsAndKeepsItsSides)
{
    const auto a = open("a", vectorOf("[1,2]")), b = open("b", vectorOf("[1,2]"));
    compare(a, b);
    EXPECT_TRUE(lines()[0].startsWith(QStringLiteral("\u2713 same values"))) << lines()[0].toStdString();
    ASSERT_TRUE(m_shown.desk.workspace.edit(
        b, {{SetElements{"values", 1, {*Element::from(std::int64_t{9}, ElementType::i64)}}}},
        QStringLiteral("edit")));
    settle(m_shown.desk.jobs);
    EXPECT_TRUE(lines()[0].endsWith(QStringLiteral("2 against 9"))) << lines()[0].toStdString();
    m_shown.desk.tabs.activate(1);
    settle(m_shown.desk.jobs);
    EXPECT_EQ(heading(), "First: a. Second: b.") << "whichever of them is worked with";
    m_shown.desk.workspace.undoStack().undo();
    settle(m_shown.desk.jobs);
    EXPECT_TRUE(lines()[0].startsWith(QStringLiteral("\u2713 same values")));
}

TEST_F(ComparePanelTest, APreviewIsNotTakenForTheTensor)
{
    const auto a = open("a", vectorOf("[1,2]")), b = open("b", vectorOf("[1,3]"));
    compare(a, b);
    m_shown.desk.tabs.activate(1);
    settle(m_shown.desk.jobs);
    ASSERT_EQ(m_shown.desk.workspace.current(), b);
    m_shown.desk.workspace.preview(QStringLiteral("repair"), [](const Tensor& tensor, const ReportPtr&) {
        return changed(tensor, {{SetElements{"values", 1, {*Element::from(std::int64_t{2}, ElementType::i64)}}}});
    });
    settle(m_shown.desk.jobs);
    EXPECT_EQ(heading(), "First: a. Second: b (preview of a repair, not applied).");
    EXPECT_TRUE(lines()[0].startsWith(QStringLiteral("\u2713 same values"))) << lines()[0].toStdString();
    m_shown.child<QAction>("copy comparison").trigger();
    settle(m_shown.desk.jobs);
    const auto report = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(report.contains(QStringLiteral("## Second: `b` (preview of a repair, not applied)\n")))
        << report.toStdString();
    EXPECT_FALSE(report.contains(QStringLiteral("edited since"))) << report.toStdString();
    m_shown.desk.workspace.applyPreview();
    settle(m_shown.desk.jobs);
    EXPECT_EQ(heading(), "First: a. Second: b.");
}

TEST_F(ComparePanelTest, WhatCantBeComparedIsSaid)
{
    const auto a = open("a", vectorOf("[1,2]"));
    auto huge = vectorOf("[1]");
    huge.size = Extents{1 << 20, 1 << 20};
    huge.members[0].array.geometry = {{1 << 20, 1 << 20}, {0, 0}, 0};
    compare(a, open("b", huge));
    QTest::mouseClick(&m_shown.child<QPushButton>("compare now"), Qt::LeftButton);
    settle(m_shown.desk.jobs);
    ASSERT_EQ(list().count(), 1);
    EXPECT_TRUE(lines()[0].contains(QStringLiteral("too many elements"))) << lines()[0].toStdString();
    click(0);
    EXPECT_FALSE(selected());
}

TEST_F(ComparePanelTest, OfVeryManyItAsksFirst)
{
    auto large = vectorOf("[1]");
    const std::vector<std::int64_t> values((1 << 20) + 1, 3);
    large.members[0].array = Array::fromInts({std::ssize(values)}, values);
    large.size.reset();
    const auto a = open("a", large), b = open("b", vectorOf("[3]"));
    auto& start = m_shown.child<QPushButton>("compare now");
    compare(a, b);
    ASSERT_EQ(list().count(), 1);
    EXPECT_TRUE(lines()[0].contains(QStringLiteral("1,048,577"))) << lines()[0].toStdString();
    ASSERT_TRUE(start.isVisible());
    QTest::mouseClick(&start, Qt::LeftButton);
    EXPECT_FALSE(start.isVisible());
    settle(m_shown.desk.jobs);
    EXPECT_EQ(list().count(), 6);
    compare(b, a);
    m_shown.desk.workspace.remove(a);
    EXPECT_FALSE(start.isVisible());
}

TEST_F(ComparePanelTest, GoesAwayWhileItCompares)
{
    const auto a = open("a", sample("csr")), b = open("b", sample("csc"));
    m_shown.desk.workspace.setCurrent(a);
    m_shown.desk.tabs.split(b, Qt::Horizontal);
    m_shown.panel.reset();
    EXPECT_TRUE(settle(m_shown.desk.jobs));
}

// Every difference, by kind: listed, counted, gone to in both tensors, one after the other.
TEST_F(ComparePanelTest, EveryDifferenceIsListedAndGoneToInBoth)
{
    const auto matrix = [](const char* indices, const char* values) {
        return tensorOf(R"({"layout":"coo","dtype":"int64","size":[4,4],"members":{"indices":)" +
                        std::string(indices) + R"(,"values":)" + std::string(values) + "}}");
    };
    const auto a = open("a", matrix("[[0,1,2,3],[0,1,2,3]]", "[1,2,3,4]"));
    const auto b = open("b", matrix("[[0,1,2,3],[1,1,2,3]]", "[9,5,6,4]"));
    compare(a, b);
    auto& tree = m_shown.child<QTreeView>("all differences");
    auto& model = *tree.model();
    const auto group = [&](int row) { return model.index(row, 0); };
    const auto told = [&](const QModelIndex& index) { return index.data().toString().toStdString(); };
    ASSERT_EQ(model.rowCount(), 5);
    EXPECT_EQ(told(group(0)), "stored in both, with different values (2)");
    EXPECT_EQ(told(group(1)), "stored only in the first (1)");
    EXPECT_EQ(told(group(2)), "stored only in the second (1)");
    EXPECT_EQ(told(group(3)), "slots of indices (1)");
    EXPECT_EQ(told(group(4)), "slots of values (3)");
    ASSERT_TRUE(tree.isExpanded(group(0))); // the first
    EXPECT_EQ(told(model.index(1, 0, group(0))), "(2, 2): 3 against 6");

    const auto step = [&](Qt::KeyboardModifiers with = {}) {
        QApplication::setActiveWindow(m_shown.panel.get());
        QTest::keyClick(m_shown.panel.get(), Qt::Key_F7, with);
        settle(m_shown.desk.jobs);
    };
    const std::vector<std::pair<Place, Place>> places{
        {ElementPlace{{1, 1}}, ElementPlace{{1, 1}}},     {ElementPlace{{2, 2}}, ElementPlace{{2, 2}}},
        {ElementPlace{{0, 0}}, ElementPlace{{0, 0}}},     {ElementPlace{{0, 1}}, ElementPlace{{0, 1}}},
        {Slots{"indices", 4, 5}, Slots{"indices", 4, 5}}, {Slots{"values", 0, 1}, Slots{"values", 0, 1}},
        {Slots{"values", 1, 2}, Slots{"values", 1, 2}},   {Slots{"values", 2, 3}, Slots{"values", 2, 3}}};
    const auto expectAt = [&](std::size_t at) {
        SCOPED_TRACE(at);
        ASSERT_TRUE(selected());
        ASSERT_NE(selected()->in(a), nullptr);
        ASSERT_NE(selected()->in(b), nullptr);
        EXPECT_EQ(selected()->in(a)->place, places[at].first);
        EXPECT_EQ(selected()->in(b)->place, places[at].second);
    };
    const std::vector<std::string> counted{"element 1 of 4", "element 2 of 4", "element 3 of 4", "element 4 of 4",
                                           "slot 1 of 4",    "slot 2 of 4",    "slot 3 of 4",    "slot 4 of 4"};
    for (std::size_t at = 0; at < places.size() + 1; ++at) {
        step();
        expectAt(at % places.size());
        EXPECT_EQ(m_shown.child<QLabel>("difference shown").text().toStdString(), counted[at % counted.size()]);
    }
    EXPECT_EQ(m_shown.child<QLabel>("difference shown").text().toStdString(), "element 1 of 4");
    for (std::size_t at = places.size(); at-- > 0;) {
        step(Qt::ShiftModifier);
        expectAt(at);
    }
    compare(a, a);
    EXPECT_FALSE(tree.isVisible());
}

TEST_F(ComparePanelTest, OfMoreDifferencesThanAreListedTheNextAreReadWhenTheyAreReached)
{
    std::string zeros, ones;
    for (int i = 0; i < 12'500; ++i) {
        zeros += i == 0 ? "0" : ",0";
        ones += i == 0 ? "1" : ",1";
    }
    compare(open("a", vectorOf(("[" + zeros + "]").c_str())), open("b", vectorOf(("[" + ones + "]").c_str())));
    auto& tree = m_shown.child<QTreeView>("all differences");
    auto& model = *tree.model();
    const auto group = model.index(0, 0);
    EXPECT_EQ(group.data().toString().toStdString(), "stored in both, with different values (12,500)");
    ASSERT_EQ(model.rowCount(group), 1001);
    EXPECT_EQ(model.index(1000, 0, group).data().toString().toStdString(), "Load 11,500 more");
    tree.setCurrentIndex(model.index(999, 0, group));
    QTest::mouseClick(&m_shown.child<QPushButton>("next difference"), Qt::LeftButton);
    settle(m_shown.desk.jobs);
    ASSERT_EQ(model.rowCount(group), 2001);
    ASSERT_TRUE(selected());
    EXPECT_EQ(selected()->place, Place(ElementPlace{{1000}}));
    EXPECT_EQ(m_shown.child<QLabel>("difference shown").text().toStdString(), "element 1001 of 12,500");
    for (int page = 2; page < 13; ++page) {
        tree.setCurrentIndex(model.index(0, 0, group));
        tree.setCurrentIndex(model.index(model.rowCount(group) - 1, 0, group));
        settle(m_shown.desk.jobs);
    }
    EXPECT_EQ(model.rowCount(group), 12'500) << "nothing stands for more when all are listed";
}

// The few slots that explain all others are named first, and listed first.
TEST_F(ComparePanelTest, OneWrongPointerIsToldBeforeWhatItMoves)
{
    const auto csr = [](const char* pointers) {
        return tensorOf(R"({"layout":"csr","size":[4,9],"members":{"crow_indices":)" + std::string(pointers) +
                        R"(,"col_indices":[0,1,2,3,4,5],"values":[1,2,3,4,5,6]}})");
    };
    const auto a = open("a", csr("[0,3,4,5,6]")), b = open("b", csr("[0,1,4,5,6]"));
    compare(a, b);
    auto& cause = m_shown.child<QLabel>("compare cause");
    EXPECT_TRUE(cause.isVisible());
    EXPECT_EQ(cause.text().toStdString(), "1 slot differs in crow_indices; 4 values are therefore elsewhere");
    auto& model = *m_shown.child<QTreeView>("all differences").model();
    EXPECT_EQ(model.index(0, 0).data().toString().toStdString(), "slots of crow_indices (1)");
    compare(a, a);
    EXPECT_FALSE(cause.isVisible());
}

TEST_F(ComparePanelTest, NumbersWithinTheToleranceAreCountedApart)
{
    const auto vector = [](const char* values) {
        return tensorOf(R"({"layout":"strided","dtype":"float64","members":{"values":)" + std::string(values) +
                        "}}");
    };
    compare(open("a", vector("[1,2,3]")), open("b", vector("[1.25,4,3]")));
    auto& model = *m_shown.child<QTreeView>("all differences").model();
    EXPECT_EQ(model.index(0, 0).data().toString().toStdString(), "stored in both, with different values (2)");
    auto& field = m_shown.child<QLineEdit>("atol");
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, QStringLiteral("5e-1"));
    QTest::keyClick(&field, Qt::Key_Return);
    settle(m_shown.desk.jobs);
    EXPECT_EQ(model.index(0, 0).data().toString().toStdString(), "stored in both, with different values (1)");
    EXPECT_EQ(model.index(1, 0).data().toString().toStdString(), "stored in both, with close values (1)");
    EXPECT_TRUE(lines().join(QLatin1Char(' ')).contains(QStringLiteral("1 within the tolerance")));
}

TEST_F(ComparePanelTest, BothListsAreCopied)
{
    compare(open("a", vectorOf("[1,2,3]")), open("b", vectorOf("[1,5,3]")));
    QApplication::setActiveWindow(m_shown.panel.get());
    auto& tree = m_shown.child<QTreeView>("all differences");
    tree.setFocus();
    QTest::keyClick(&tree, Qt::Key_C, Qt::ControlModifier);
    settle(m_shown.desk.jobs);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(QStringLiteral("(1,): 2 against 5")))
        << QGuiApplication::clipboard()->text().toStdString();
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("First: a. Second: b.\n")));
    EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(QStringLiteral("first at (1,): 2 against 5")));
    EXPECT_EQ(tree.actions().size(), 1) << "and from the context menu";
    EXPECT_EQ(tree.contextMenuPolicy(), Qt::ActionsContextMenu);
}

// A kind that was not opened lists nothing yet: what is copied is the differences, not the row that loads them.
TEST_F(ComparePanelTest, WhatWasNotListedYetIsCopiedToo)
{
    compare(open("a", sample("csr")), open("b", tensorOf(R"({"layout":"csr","size":[4,5],"members":{
        "crow_indices":[0,1,1,1,1],"col_indices":[0],"values":[77]}})")));
    QApplication::setActiveWindow(m_shown.panel.get());
    auto& tree = m_shown.child<QTreeView>("all differences");
    ASSERT_GT(tree.model()->rowCount(), 1);
    tree.setFocus();
    QTest::keyClick(&tree, Qt::Key_C, Qt::ControlModifier);
    settle(m_shown.desk.jobs);
    const auto text = QGuiApplication::clipboard()->text();
    EXPECT_FALSE(text.contains(QStringLiteral("Load more"))) << text.toStdString();
    EXPECT_FALSE(text.contains(QStringLiteral("not listed"))) << text.toStdString();
    int places = 0;
    for (int group = 0; group < tree.model()->rowCount(); ++group)
        places += tree.model()->rowCount(tree.model()->index(group, 0));
    EXPECT_EQ(text.split(QLatin1Char('\n')).size(), tree.model()->rowCount() + places);
}

TEST_F(ComparePanelTest, OfMoreThanAreListedTheCopySaysHowMany)
{
    std::string many = "[0", others = "[1";
    for (int i = 1; i < 1500; ++i) {
        many += ",0";
        others += ",1";
    }
    compare(open("a", vectorOf((many + "]").c_str())), open("b", vectorOf((others + "]").c_str())));
    QApplication::setActiveWindow(m_shown.panel.get());
    auto& tree = m_shown.child<QTreeView>("all differences");
    tree.setFocus();
    QTest::keyClick(&tree, Qt::Key_C, Qt::ControlModifier);
    settle(m_shown.desk.jobs);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(QStringLiteral("    500 more, not listed")))
        << QGuiApplication::clipboard()->text().right(200).toStdString();
}

TEST_F(ComparePanelTest, AReportOnBothIsCopied)
{
    auto& button = m_shown.child<QToolButton>("comparison report");
    EXPECT_FALSE(button.isEnabled());
    compare(open("one", vectorOf("[1,2,3]")), open("other", vectorOf("[1,5,3]")));
    ASSERT_TRUE(button.isEnabled());
    button.menu()->findChild<QAction*>(QStringLiteral("copy comparison"))->trigger();
    settle(m_shown.desk.jobs);
    const auto text = QGuiApplication::clipboard()->text();
    for (const auto* part : {"# Differences between `one` and `other`", "## First: `one`",
                             "- tensor: strided (3,)", "## Second: `other`", "## Summary", "- (1,): 2 against 5"})
        EXPECT_TRUE(text.contains(QString::fromLatin1(part))) << part << '\n' << text.toStdString();
}

TEST_F(ComparePanelTest, TheListOfDifferencesHasTheLargerShare)
{
    m_shown.panel->resize(1500, 250);
    compare(open("a", vectorOf("[1,2,3]")), open("b", vectorOf("[1,5,3]")));
    settle(m_shown.desk.jobs);
    EXPECT_GT(m_shown.child<QTreeView>("all differences").width(), list().width());
}
