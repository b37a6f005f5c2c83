// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dim_bar.h"

#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSpinBox>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

struct ShownBar : ShownViews {
    DimBar bar;

    explicit ShownBar(const Tensor& tensor) : ShownViews(tensor), bar(view("logical")) { settle(desk.jobs); }
    std::vector<Extents> indices()
    {
        std::vector<Extents> all;
        for (const auto& spot : view("logical").scene().spots)
            if (const auto* element = std::get_if<ElementPlace>(&spot.place))
                all.push_back(element->index);
        return all;
    }
};

} // namespace

TEST(DimBar, IsThereForMoreThanTwoDimsOnly)
{
    ShownBar shown(sample("csr"));
    EXPECT_TRUE(shown.bar.isHidden());
    shown.desk.show(oddTensor("six_dims"));
    EXPECT_FALSE(shown.bar.isHidden());
    shown.desk.workspace.clear();
    settle(shown.desk.jobs);
    EXPECT_TRUE(shown.bar.isHidden());
}

TEST(DimBar, AHeldIndexIsThatOfAllCells)
{
    ShownBar shown(oddTensor("six_dims"));
    auto* box = shown.bar.findChild<QSpinBox*>(QStringLiteral("dim 1"));
    ASSERT_NE(box, nullptr);
    box->setValue(2);
    settle(shown.desk.jobs);
    ASSERT_FALSE(shown.indices().empty());
    for (const auto& index : shown.indices())
        EXPECT_EQ(index[1], 2);
}

TEST(DimBar, RowsAndColumnsChangePlaces)
{
    ShownBar shown(oddTensor("six_dims"));
    auto& view = shown.view("logical");
    auto* rows = shown.bar.findChild<QComboBox*>(QStringLiteral("rows"));
    ASSERT_NE(rows, nullptr);
    EXPECT_EQ(rows->currentIndex(), 4);
    rows->setFocus();
    QTest::keyClick(rows, Qt::Key_Down); // the last dim, which the columns had
    settle(shown.desk.jobs);
    EXPECT_EQ(view.roles().row, 5);
    EXPECT_EQ(view.roles().column, 4);
    // The dim of rows changes downwards.
    const auto first = view.scene().spots.front();
    for (const auto& spot : view.scene().spots)
        if (spot.rect.left() == first.rect.left()) {
            EXPECT_EQ(std::get<ElementPlace>(spot.place).index[4], std::get<ElementPlace>(first.place).index[4]);
        }
}

// Lists of unlike lengths are seen whole, and one at a time where that is chosen.
TEST(DimBar, AllComponentsAreSeenUntilOneIsAskedFor)
{
    for (const auto* name : {"nested", "jagged"}) {
        ShownBar shown(sample(name));
        std::set<std::int64_t> components;
        for (const auto& index : shown.indices())
            components.insert(index[0]);
        EXPECT_GT(components.size(), 1U) << name;
        EXPECT_EQ(shown.bar.findChild<QSpinBox*>(QStringLiteral("dim 0")), nullptr) << name;

        auto* all = shown.bar.findChild<QCheckBox*>(QStringLiteral("all at once"));
        ASSERT_NE(all, nullptr) << name;
        EXPECT_TRUE(all->isChecked()) << name;
        QTest::mouseClick(all, Qt::LeftButton, {}, QPoint(8, all->height() / 2));
        settle(shown.desk.jobs);
        EXPECT_NE(shown.bar.findChild<QSpinBox*>(QStringLiteral("dim 0")), nullptr) << name;
        for (const auto& index : shown.indices())
            EXPECT_EQ(index[0], 0) << name;
    }
}

TEST(DimBar, AnotherTensorOfTheSameSizeStartsOver)
{
    ShownBar shown(oddTensor("six_dims"));
    shown.bar.findChild<QSpinBox*>(QStringLiteral("dim 1"))->setValue(2);
    settle(shown.desk.jobs);
    shown.desk.show(oddTensor("six_dims"));
    for (const auto& index : shown.indices())
        EXPECT_EQ(index[1], shown.bar.findChild<QSpinBox*>(QStringLiteral("dim 1"))->value());
}

TEST(DimBar, GoesToTheSliceOfWhatIsSelectedElsewhere)
{
    ShownBar shown(oddTensor("six_dims"));
    const Extents index{1, 2, 0, 1, 0, 1};
    shown.desk.selection.select(shown.desk.workspace.current(), ElementPlace{index});
    settle(shown.desk.jobs);
    EXPECT_EQ(shown.bar.findChild<QSpinBox*>(QStringLiteral("dim 1"))->value(), 2);
    const auto indices = shown.indices();
    EXPECT_NE(std::ranges::find(indices, index), indices.end());
    // A slot leads to the element that it is read by.
    shown.desk.selection.select(shown.desk.workspace.current(), Slots{"values", 0, 1});
    settle(shown.desk.jobs);
    EXPECT_EQ(shown.bar.findChild<QSpinBox*>(QStringLiteral("dim 1"))->value(), 0);
}

TEST(DimBar, TakesMoreLinesWhereItIsNarrow)
{
    ShownBar shown(oddTensor("six_dims"));
    auto& bar = shown.bar;
    EXPECT_LT(bar.minimumSizeHint().width(), 200) << "views beside it keep their room";
    const auto one = bar.heightForWidth(2000), many = bar.heightForWidth(220);
    EXPECT_GT(many, 2 * one);
    bar.resize(220, many);
    bar.setVisible(true);
    settle(shown.desk.jobs);
    const auto boxes = bar.findChildren<QSpinBox*>();
    ASSERT_EQ(boxes.size(), 4);
    for (const auto* box : boxes) {
        const QRect place(box->mapTo(&bar, QPoint(0, 0)), box->size());
        EXPECT_TRUE(bar.rect().contains(place)) << box->objectName().toStdString();
    }
}
