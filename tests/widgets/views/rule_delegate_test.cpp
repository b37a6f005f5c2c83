// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/rule_delegate.h"

#include "models/rules_model.h"

#include <QStandardItemModel>
#include <QTreeView>

#include <gtest/gtest.h>

using namespace tscope;

TEST(RuleDelegate, LinesOfADetailStandBelowEachOther)
{
    QTreeView view;
    view.resize(600, 400);
    QStandardItemModel model(2, 1);
    for (int row = 0; row < 2; ++row) {
        const auto index = model.index(row, 0);
        model.setData(index, QStringLiteral("5.6"), RulesModel::HeadRole);
        model.setData(index, QStringLiteral("indices rise"), RulesModel::TextRole);
        model.setData(index, row == 0 ? QStringLiteral("1 place") : QStringLiteral("1 place\nfollows from 5.3"),
                      RulesModel::DetailRole);
    }
    view.setModel(&model);
    RuleDelegate delegate(view);
    QStyleOptionViewItem option;
    option.font = view.font();
    const auto one = delegate.sizeHint(option, model.index(0, 0)).height();
    const auto two = delegate.sizeHint(option, model.index(1, 0)).height();
    EXPECT_GE(two - one, QFontMetrics(view.font()).height() - 2);
}
