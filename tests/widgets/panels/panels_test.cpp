// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facts/small_tensors.h"
#include "facts/code_text.h"
#include "facts/info_text.h"
#include "facts/tensor_header.h"
#include "facts/wording.h"
#include "literals/json_tensor.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTreeWidget>

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
constexpr PanelSpec countPanel{"count", "Count", makeCountPanel, true};

} // namespace

TEST(Panels, AnotherOneIsOneFunctionAndOneLine)
{
    Desk desk;
    desk.show(sample("csr"));
    const std::unique_ptr<QWidget> panel(countPanel.make(
        {desk.workspace, desk.tabs, desk.selection, desk.jobs, desk.log, desk.calls, desk.timings, desk.lessons}));
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

namespace {

// All lines of the facts, open or not: "name: value unit".
QStringList factLines(ShownPanel& shown)
{
    QStringList lines;
    const auto add = [&](const auto& self, const QTreeWidgetItem& item) -> void {
        auto line = item.text(0);
        for (int column = 1; column < 3; ++column)
            if (!item.text(column).isEmpty())
                line += (column == 1 && !line.isEmpty() ? QStringLiteral(": ")
                                                        : QString(column - 1, QLatin1Char(' '))) +
                        item.text(column);
        lines << line;
        for (int part = 0; part < item.childCount(); ++part)
            self(self, *item.child(part));
    };
    const auto& tree = shown.child<QTreeWidget>("facts tree");
    for (int row = 0; row < tree.topLevelItemCount(); ++row)
        add(add, *tree.topLevelItem(row));
    return lines;
}

QTreeWidgetItem* factNamed(ShownPanel& shown, const char* name)
{
    const auto found = shown.child<QTreeWidget>("facts tree")
                           .findItems(QString::fromLatin1(name), Qt::MatchExactly | Qt::MatchRecursive, 0);
    return found.isEmpty() ? nullptr : found.front();
}

} // namespace

TEST(FactsPanel, SaysWhatInfoSays)
{
    ShownPanel shown("facts");
    for (const auto& name : sampleNames()) {
        shown.desk.show(sample(name), name.c_str());
        const auto facts = info(sample(name), name);
        const auto lines = factLines(shown);
        EXPECT_TRUE(lines.contains(QString::fromStdString("tensor: " + titleOf(name)))) << name;
        EXPECT_TRUE(lines.contains(QString::fromStdString("layout: " + facts.layout))) << name;
        EXPECT_TRUE(lines.contains(QString::fromStdString("size: " + sizeText(facts.outline)))) << name;
        EXPECT_TRUE(lines.contains(QString::fromStdString("memory: " + bytesText(*facts.bytes)))) << name;
        for (const auto& member : facts.members)
            EXPECT_TRUE(lines.contains(QString::fromStdString(
                member.word + ": " + std::string(member.dtype.name()) + " " + text(member.geometry.sizes))))
                << member.word << " of " << lines.join(QLatin1Char('\n')).toStdString();
    }
}

TEST(FactsPanel, SaysWhereTheFixedAttributesAre)
{
    ShownPanel shown("facts");
    shown.desk.show(sample("csr"), "csr");
    const auto* header = factNamed(shown, "header in memory");
    ASSERT_NE(header, nullptr);
    EXPECT_FALSE(header->isExpanded());
    const auto wanted = headerFact(sample("csr"));
    ASSERT_EQ(static_cast<std::size_t>(header->childCount()), wanted.parts.size());
    EXPECT_EQ(header->child(0)->text(1).toStdString(), "layout: csr");
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
        EXPECT_TRUE(shown.desk.log.entries().back().text.contains(QStringLiteral("NumPy")));
    }
}

TEST(FactsPanel, CopiesAllElementsAndSaysHowMany)
{
    ShownPanel shown("facts");
    const auto tensor = test::madeOf({.layout = "csr", .size = {300, 300}, .nnz = 5000});
    shown.desk.show(tensor, "large");
    const auto copied = [&](const char* action) {
        shown.child<QAction>(action).trigger();
        settle(shown.desk.jobs);
        return QGuiApplication::clipboard()->text().toStdString();
    };
    const auto said = [&] { return shown.desk.log.entries().back().text.toStdString(); };
    EXPECT_EQ(copied("copy torch").find("zeros("), std::string::npos);
    EXPECT_EQ(said(), "Copied as PyTorch code, all 5000 stored elements.");
    EXPECT_EQ(copied("copy numpy").find("zeros("), std::string::npos);
    EXPECT_EQ(said(), "Copied as NumPy code, all 5000 stored elements.");
    const auto told = readJsonTensors(copied("copy json"));
    EXPECT_EQ(said(), "Copied as JSON, all 5000 stored elements.");
    ASSERT_TRUE(told) << told.error().text;
    for (const auto& member : tensor.members) {
        const auto& other = told->tensors[0].tensor.member(member.role->name).array;
        ASSERT_EQ(other.storageNumel(), member.array.storageNumel());
        for (std::int64_t i = 0; i < other.storageNumel(); ++i)
            ASSERT_EQ(other.at(i).text(), member.array.at(i).text());
    }
}

TEST(FactsPanel, SaysHowMuchOfATooLargeTensorIsCopied)
{
    ShownPanel shown("facts");
    shown.desk.show(test::madeOf({.kind = "dense", .layout = "strided", .size = {1000, 1001}}), "vast");
    shown.child<QAction>("copy json").trigger();
    settle(shown.desk.jobs);
    EXPECT_EQ(
        shown.desk.log.entries().back().text.toStdString(),
        "Copied as JSON, but only 0 of 1,001,000 numbers: the others are too many. \"Save as...\" writes all.");
}

TEST(FactsPanel, StatisticsComeWhenAsked)
{
    ShownPanel shown("facts");
    shown.desk.show(sample("csr"));
    EXPECT_EQ(factNamed(shown, "zeros"), nullptr);
    QTest::mouseClick(&shown.child<QCheckBox>("statistics"), Qt::LeftButton, {}, QPoint(8, 8));
    settle(shown.desk.jobs);
    const auto lines = factLines(shown);
    for (const auto* line :
         {"smallest: 1", "largest: 6", "zeros: 0 elements", "NaN: 0 elements", "infinite: 0 elements"})
        EXPECT_TRUE(lines.contains(QString::fromLatin1(line)))
            << line << lines.join(QLatin1Char('\n')).toStdString();
    ASSERT_NE(factNamed(shown, "zeros"), nullptr);
    EXPECT_TRUE(factNamed(shown, "values")->isExpanded()) << "what was asked for is seen";
}

TEST(FactsPanel, NothingIsMadeWhileNobodySeesIt)
{
    ShownPanel shown("facts");
    shown.panel->hide();
    shown.desk.show(sample("csr"), "unseen");
    EXPECT_FALSE(factLines(shown).contains(QStringLiteral("tensor: unseen")));
    shown.panel->show();
    settle(shown.desk.jobs);
    EXPECT_TRUE(factLines(shown).contains(QStringLiteral("tensor: unseen")));
}

TEST(FactsPanel, FollowsRenamesAndEdits)
{
    ShownPanel shown("facts");
    const auto id = shown.desk.show(sample("csr"), "first");
    shown.desk.workspace.rename(id, QStringLiteral("second"));
    settle(shown.desk.jobs);
    EXPECT_EQ(factLines(shown).front().toStdString(), "tensor: second");
    shown.desk.workspace.replace(id, sample("coo"), QStringLiteral("x"));
    settle(shown.desk.jobs);
    EXPECT_TRUE(factLines(shown).contains(QStringLiteral("layout: coo")));
    shown.desk.workspace.remove(id);
    settle(shown.desk.jobs);
    EXPECT_EQ(factLines(shown), QStringList{QStringLiteral("No tensor is open.")});
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

TEST(ExplainPanel, SaysThatNothingIsOpen)
{
    ShownPanel shown("explain");
    auto& text = shown.child<QPlainTextEdit>("explain text");
    EXPECT_EQ(text.toPlainText(), QStringLiteral("No tensor is open."));
    shown.desk.log.add(Log::Kind::error, QStringLiteral("x.json: no such file"));
    EXPECT_EQ(text.toPlainText(), QStringLiteral("No tensor is open.\nx.json: no such file"));
    shown.desk.show(sample("csr"));
    settle(shown.desk.jobs);
    EXPECT_TRUE(text.toPlainText().isEmpty());
}

TEST(ExplainPanel, SaysThatAPlaceIsNotInTheLayout)
{
    ShownPanel shown("explain");
    const auto id = shown.desk.show(sample("coo"));
    shown.desk.selection.select(id, Slots{"plain", 0, 1});
    settle(shown.desk.jobs);
    EXPECT_EQ(shown.child<QPlainTextEdit>("explain text").toPlainText(),
              QStringLiteral("The selected place is not in this layout."));
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

TEST(ExplainPanel, OfAnEntryOutsideSaysWhereItAsksFor)
{
    ShownPanel shown("explain");
    const auto id = shown.desk.show(tensorOf(
        R"({"layout":"csr","size":[3,4],"members":{"compressed":[0,2,3,4],"plain":[0,7,1,2],"values":[1,2,3,4]}})"));
    shown.desk.selection.select(id, Slots{"plain", 1, 2});
    settle(shown.desk.jobs);
    const auto told = shown.child<QPlainTextEdit>("explain text").toPlainText().toStdString();
    EXPECT_NE(told.find("asks for (0, 7), outside the size (3, 4)"), std::string::npos) << told;
}

TEST(ExplainPanel, WhatWasSaidOfAnotherTensorIsGoneAtOnce)
{
    ShownPanel shown("explain");
    const auto other = shown.desk.show(sample("csc"), "other");
    const auto id = shown.desk.show(sample("csr"));
    shown.desk.tabs.split(other, Qt::Horizontal);
    shown.desk.workspace.setCurrent(id);
    shown.desk.selection.select(id, ElementPlace{{0, 1}});
    settle(shown.desk.jobs);
    auto& text = shown.child<QPlainTextEdit>("explain text");
    ASSERT_TRUE(text.toPlainText().contains(QStringLiteral("crow_indices"))) << text.toPlainText().toStdString();
    shown.desk.workspace.setCurrent(other);
    EXPECT_EQ(text.toPlainText(), QString()) << "before anything is known of this one";
    settle(shown.desk.jobs);
    EXPECT_TRUE(text.toPlainText().contains(QStringLiteral("ccol_indices"))) << text.toPlainText().toStdString();
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

TEST(FactsPanel, SaysWhatLiesBesideTheTensor)
{
    ShownPanel shown("facts");
    Document document{{{"t", sample("csr")}}, {}, {{"comments", "first line\nsecond line"}, {"epoch", "7"}}};
    shown.desk.workspace.add(document, QStringLiteral("test"));
    settle(shown.desk.jobs);
    const auto lines = factLines(shown);
    for (const auto* told : {"beside the tensors: 2", "comments: first line", ": second line", "epoch: 7"})
        EXPECT_TRUE(lines.contains(QString::fromLatin1(told)) || lines.contains(QString::fromLatin1(told).mid(2)))
            << told << lines.join(QLatin1Char('\n')).toStdString();
    shown.desk.show(sample("coo"));
    EXPECT_EQ(factNamed(shown, "epoch"), nullptr);
}

TEST(FactsPanel, WhatMattersIsOpenAndStaysAsTheUserLeavesIt)
{
    ShownPanel shown("facts");
    const auto id = shown.desk.show(sample("csr"), "t");
    EXPECT_TRUE(factNamed(shown, "tensor")->isExpanded());
    EXPECT_TRUE(factNamed(shown, "members")->isExpanded());
    EXPECT_FALSE(factNamed(shown, "col_indices")->isExpanded());
    EXPECT_FALSE(factNamed(shown, "construction")->isExpanded());
    factNamed(shown, "col_indices")->setExpanded(true);
    factNamed(shown, "tensor")->setExpanded(false);
    const auto type = sample("csr").member("values").array.dtype;
    ASSERT_TRUE(shown.desk.workspace.edit(id, {{SetElements{"values", 0, {*Element::from(77.0, type)}}}},
                                          QStringLiteral("x")));
    settle(shown.desk.jobs);
    EXPECT_TRUE(factNamed(shown, "col_indices")->isExpanded());
    EXPECT_FALSE(factNamed(shown, "tensor")->isExpanded());
}

TEST(FactsPanel, LinesAreCopiedAndFound)
{
    ShownPanel shown("facts");
    shown.desk.show(sample("csr"), "t");
    auto& tree = shown.child<QTreeWidget>("facts tree");
    tree.setFocus();
    tree.setCurrentItem(factNamed(shown, "memory"));
    QTest::keyClick(&tree, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), "memory: 112 bytes");

    auto& find = shown.child<QLineEdit>("find fact");
    QTest::keyClicks(&find, QStringLiteral("STRIDES"));
    EXPECT_TRUE(factNamed(shown, "layout")->isHidden());
    EXPECT_FALSE(factNamed(shown, "col_indices")->isHidden());
    EXPECT_TRUE(factNamed(shown, "col_indices")->isExpanded());
    EXPECT_FALSE(factNamed(shown, "strides")->isHidden());
    find.clear();
    EXPECT_FALSE(factNamed(shown, "layout")->isHidden());
}

// More places may be lit up with it: elements that read those are none of its own.
TEST(ExplainPanel, OfSeveralPlacesTheFirstIsExplainedAlone)
{
    ShownPanel shown("explain");
    const auto id = shown.desk.show(tensorOf(R"({"layout":"csr","size":[3,4],"members":{"compressed":[0,2,3,4],
        "plain":[0,1,2,3],"values":[1,2,3,4]}})"));
    shown.desk.selection.select(id, Slots{"plain", 0, 2}, nullptr, {Slots{"plain", 3, 4}});
    settle(shown.desk.jobs);
    const auto told = shown.child<QPlainTextEdit>("explain text").toPlainText().toStdString();
    EXPECT_NE(told.find("read by 2 elements"), std::string::npos) << told;
    EXPECT_EQ(told.find("(2, 3)"), std::string::npos) << told;
}

TEST(ExplainPanel, APlaceOfAPreviewIsExplainedOfThePreview)
{
    ShownPanel shown("explain");
    const auto id = shown.desk.show(tensorOf(R"({"layout":"csr","size":[3,4],"members":{"compressed":[0,2,3,4],
        "plain":[0,1,2,7],"values":[1,2,3,4]}})"));
    auto& text = shown.child<QPlainTextEdit>("explain text");
    shown.desk.selection.select(id, Slots{"plain", 3, 4});
    settle(shown.desk.jobs);
    EXPECT_NE(text.toPlainText().indexOf(QStringLiteral("not used by any element")), -1);
    shown.desk.workspace.preview(QStringLiteral("size"), [](const Tensor& tensor, const ReportPtr&) {
        return changed(tensor, {{SetSize{Extents{3, 8}}}});
    });
    settle(shown.desk.jobs);
    EXPECT_EQ(text.toPlainText().indexOf(QStringLiteral("not used by any element")), -1)
        << text.toPlainText().toStdString();
    EXPECT_NE(text.toPlainText().indexOf(QStringLiteral("(2, 7)")), -1) << text.toPlainText().toStdString();
}
