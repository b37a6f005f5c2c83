// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/histogram_view.h"

#include "layouts/registry.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/tensors.h"

#include <QAccessible>
#include <QImage>
#include <QTreeWidget>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

const QTreeWidgetItem* groupNamed(ShownPanel& shown, const QString& name)
{
    const auto& tree = shown.child<QTreeWidget>("facts tree");
    for (int row = 0; row < tree.topLevelItemCount(); ++row)
        if (tree.topLevelItem(row)->text(0) == name)
            return tree.topLevelItem(row);
    return nullptr;
}

// "mean: 3.5"
QStringList groupLines(ShownPanel& shown, const char* name)
{
    QStringList lines;
    const auto* group = groupNamed(shown, QString::fromLatin1(name));
    for (int part = 0; group != nullptr && part < group->childCount(); ++part)
        lines << group->child(part)->text(0) + QStringLiteral(": ") + group->child(part)->text(1);
    return lines;
}

Tensor twoRows()
{
    return tensorOf(R"({"layout":"csr","size":[2,4],"members":
        {"compressed":[0,3,4],"plain":[0,1,3,2],"values":[1,2,6,11]}})");
}

} // namespace

TEST(ValueFacts, StandBehindTheTensorWithAHistogram)
{
    ShownPanel shown("facts");
    shown.desk.show(twoRows());
    const auto lines = groupLines(shown, "all values");
    for (const auto* line : {"mean: 5", "least: 1", "median: 4", "greatest: 11", "elements not stored: 50"})
        EXPECT_TRUE(lines.contains(QString::fromLatin1(line)))
            << line << " in " << lines.join(QLatin1Char('\n')).toStdString();
    EXPECT_EQ(shown.child<QTreeWidget>("facts tree").topLevelItem(1)->text(0), QStringLiteral("all values"));
    EXPECT_TRUE(shown.child<HistogramView>("all values").isVisible());
    EXPECT_FALSE(shown.child<HistogramView>("selected values").isVisible());
}

TEST(ValueFacts, HaveNoHistogramWhereThePanelIsLow)
{
    ShownPanel shown("facts");
    shown.desk.show(twoRows());
    auto& picture = shown.child<HistogramView>("all values");
    const auto low = picture.sizeHint().height() * 2;
    EXPECT_LE(shown.panel->minimumSizeHint().height(), low) << "a panel beside others can be made low";
    shown.panel->resize(400, low);
    EXPECT_FALSE(picture.isVisible());
    shown.panel->resize(400, 600);
    EXPECT_TRUE(picture.isVisible());
    EXPECT_EQ(picture.height(), picture.sizeHint().height());
}

TEST(ValueFacts, SayThatTheyAreBeingComputed)
{
    ShownPanel shown("facts");
    const auto tensor = std::make_shared<const Tensor>(twoRows());
    shown.desk.workspace.setCurrent(
        shown.desk.workspace.add(*tensor, QStringLiteral("t"), QStringLiteral("test")));
    QString first;
    // What is shown first of a tensor has its facts, the values come later or at the same time.
    ASSERT_TRUE(waitUntil([&] { return groupNamed(shown, QStringLiteral("all values")) != nullptr; }));
    first = groupNamed(shown, QStringLiteral("all values"))->text(1);
    EXPECT_TRUE(first == QStringLiteral("being computed") || first == QStringLiteral("4")) << first.toStdString();
    settle(shown.desk.jobs);
    EXPECT_EQ(groupNamed(shown, QStringLiteral("all values"))->text(1), QStringLiteral("4"));
}

TEST(ValueFacts, OfAnotherTensorReplaceThem)
{
    ShownPanel shown("facts");
    shown.desk.show(twoRows(), "first");
    shown.desk.show(tensorOf(R"({"layout":"strided","members":{"values":{"dtype":"opaque8","shape":[2]}}})"),
                    "second");
    EXPECT_EQ(groupNamed(shown, QStringLiteral("all values"))->text(1), QStringLiteral("not known"));
    EXPECT_FALSE(shown.child<HistogramView>("all values").isVisible());
}

TEST(ValueFacts, OfASelectionStandBesideAllOthersUntilNothingIsSelected)
{
    ShownPanel shown("facts");
    const auto id = shown.desk.show(twoRows());
    shown.desk.selection.select(id, ElementPlace{{0, 1}});
    settle(shown.desk.jobs);
    EXPECT_TRUE(groupLines(shown, "values of row 0").contains(QStringLiteral("mean: 3")));
    EXPECT_EQ(shown.child<HistogramView>("selected values").caption(), QStringLiteral("Row 0: 3 ± 2.16"));
    EXPECT_TRUE(shown.child<HistogramView>("selected values").isVisible());
    shown.desk.selection.select(id, Slots{"values", 2, 4});
    settle(shown.desk.jobs);
    EXPECT_TRUE(groupLines(shown, "values of selected slots").contains(QStringLiteral("mean: 8.5")));
    EXPECT_EQ(groupNamed(shown, QStringLiteral("values of row 0")), nullptr);
    shown.desk.selection.clear();
    settle(shown.desk.jobs);
    EXPECT_EQ(groupNamed(shown, QStringLiteral("values of selected slots")), nullptr);
    EXPECT_FALSE(shown.child<HistogramView>("selected values").isVisible());
}

TEST(ValueFacts, FollowAnEdit)
{
    ShownPanel shown("facts");
    const auto id = shown.desk.show(twoRows());
    shown.desk.workspace.replace(id, sample("csr"), QStringLiteral("x"));
    settle(shown.desk.jobs);
    EXPECT_TRUE(groupLines(shown, "all values").contains(QStringLiteral("mean: 3.5")));
}

TEST(HistogramView, TheBinUnderThePointerTellsItsRangeAndCount)
{
    ShownPanel shown("facts");
    shown.desk.show(tensorOf(R"({"layout":"strided","members":{"values":
        {"dtype":"int32","shape":[5],"data":[1,1,2,4,4]}}})"));
    auto& view = shown.child<HistogramView>("all values");
    EXPECT_EQ(view.caption(), QStringLiteral("All values: 2.4 ± 1.36"));
    QTest::mouseMove(&view, view.barRect(3).center().toPoint());
    EXPECT_EQ(view.caption(), QStringLiteral("2 values of 4"));
    QTest::mouseMove(&view, QPoint(1, 1));
    EXPECT_EQ(view.caption(), QStringLiteral("All values: 2.4 ± 1.36"));
    EXPECT_EQ(view.barRect(2).height(), 0) << "no value is 3";
    EXPECT_NEAR(view.barRect(1).height(), view.barRect(0).height() / 2, 0.01);
}

TEST(HistogramView, SaysThatBinsAreByLogarithm)
{
    ShownPanel shown("facts");
    shown.desk.show(tensorOf(R"({"layout":"strided","members":{"values":
        {"dtype":"float32","shape":[5],"data":[1,2,3,4,1000000]}}})"));
    EXPECT_EQ(shown.child<HistogramView>("all values").caption(),
              QStringLiteral("All values: 2e+05 ± 4e+05, bins by logarithm"));
}

TEST(ValueFacts, SayThatTheyAreOfASample)
{
    ShownPanel shown("facts");
    const Geometry geometry{{100'000, 100'000}, {1, 1}, 0};
    const auto& layout = *layoutNamed("strided");
    shown.desk.show(*makeTensor(
        layout, {{.role = roleNamed(layout, "values"),
                  .array = {std::move(*StorageBuilder::make(800'000)).seal(), ElementType::f32, geometry}}}));
    const auto caption = shown.child<HistogramView>("all values").caption();
    EXPECT_EQ(caption, QStringLiteral("All values (a sample of 1,048,576): 0 ± 0"));
}

TEST(HistogramView, KeysWalkThroughTheBinsAndSayThem)
{
    ShownPanel shown("facts");
    shown.desk.show(tensorOf(R"({"layout":"strided","members":{"values":
        {"dtype":"int32","shape":[5],"data":[1,1,2,4,4]}}})"));
    auto& view = shown.child<HistogramView>("all values");
    EXPECT_TRUE((view.focusPolicy() & Qt::TabFocus) != 0);
    EXPECT_EQ(view.accessibleName(), QStringLiteral("All values: 2.4 ± 1.36"));
    EXPECT_EQ(view.accessibleDescription(), QStringLiteral("Bars from 1 to 4, the largest count is 2"));
    view.setFocus();
    const std::pair<Qt::Key, const char*> steps[] = {
        {Qt::Key_Right, "2 values of 1"}, {Qt::Key_Right, "1 value of 2"}, {Qt::Key_End, "2 values of 4"},
        {Qt::Key_Right, "2 values of 4"}, {Qt::Key_Left, "0 values of 3"}, {Qt::Key_Home, "2 values of 1"}};
    for (const auto& [key, said] : steps) {
        QTest::keyClick(&view, key);
        EXPECT_EQ(view.caption(), QString::fromLatin1(said));
        EXPECT_EQ(view.accessibleDescription(), QString::fromLatin1(said));
    }
}

TEST(HistogramView, SaysThatNoValueIsFinite)
{
    ShownPanel shown("facts");
    shown.desk.show(tensorOf(R"({"layout":"strided","members":{"values":
        {"dtype":"float32","shape":[2],"data":["NaN","Infinity"]}}})"));
    EXPECT_EQ(shown.child<HistogramView>("all values").caption(), QStringLiteral("All values: no finite value"));
}
