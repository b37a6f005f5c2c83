// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/fact_tree_view.h"

#include <QApplication>
#include <QHeaderView>

#include <gtest/gtest.h>

using namespace tscope;

namespace {

constexpr int nameColumn = 0, valueColumn = 1;

std::vector<Fact> longNames()
{
    return {{"torch.sparse_compressed_tensor(crow_indices, col_indices, values, size)", "accepted",
             "elements of each component in each batch entry"}};
}

} // namespace

TEST(FactTreeView, ValuesHaveRoomBesideLongNamesAndUnits)
{
    FactTree tree;
    tree.resize(340, 200);
    static_cast<QWidget&>(tree).show();
    tree.show(longNames());
    QApplication::processEvents();
    EXPECT_GE(tree.columnWidth(valueColumn), tree.viewport()->width() * 25 / 100);
    tree.show({{"size", "(300, 400)", ""}});
    EXPECT_GE(tree.columnWidth(valueColumn), tree.viewport()->width() * 60 / 100) << "short names take little";
}

TEST(FactTreeView, ColumnsStayAsTheUserDividedThem)
{
    FactTree tree;
    tree.resize(340, 200);
    static_cast<QWidget&>(tree).show();
    tree.show(longNames());
    tree.header()->resizeSection(nameColumn, 60);
    tree.show(longNames());
    tree.resize(400, 200);
    QApplication::processEvents();
    EXPECT_EQ(tree.columnWidth(nameColumn), 60);
}
