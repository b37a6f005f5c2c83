// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/model_contract.h"

#include <QStringListModel>

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

using namespace tscope::test;

namespace {

class LyingModel : public QStringListModel
{
public:
    void lie()
    {
        beginInsertRows({}, 0, 0);
        endInsertRows(); // nothing was inserted
    }
};

void breakTheContract()
{
    LyingModel model;
    const ModelContract contract(model);
    model.lie();
}

} // namespace

TEST(ModelContract, ABrokenModelFailsTheTest)
{
    testing::TestPartResultArray results;
    {
        const testing::ScopedFakeTestPartResultReporter reporter(
            testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
        breakTheContract();
    }
    EXPECT_GT(results.size(), 0);
}

TEST(ModelContract, ASoundModelPasses)
{
    QStringListModel model;
    const ModelContract contract(model);
    model.setStringList({QStringLiteral("a"), QStringLiteral("b")});
    model.insertRow(1);
    model.removeRow(0);
}
