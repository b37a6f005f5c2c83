// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/differences_model.h"

#include "widgets/support/model_contract.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

TEST(DifferencesModel, KeepsTheContractOfModelsWhilePagesCome)
{
    const auto tensor = [](const char* values) {
        return std::make_shared<const Tensor>(
            tensorOf(R"({"layout":"strided","dtype":"int64","members":{"values":)" + std::string(values) + "}}"));
    };
    const auto a = tensor("[1,2,3,4]"), b = tensor("[5,6,7,4]");
    DifferencesModel model;
    const ModelContract contract(model);
    const auto difference = diff(*a, *b);
    ASSERT_TRUE(difference);
    const auto groups = differenceGroups(*difference, *a, *b);
    model.setGroups(a, b, groups);
    ASSERT_EQ(model.rowCount(), 2);
    for (std::size_t group = 0; group < groups.size(); ++group) {
        const auto parent = model.index(static_cast<int>(group), 0);
        EXPECT_EQ(model.rowCount(parent), 1);
        EXPECT_EQ(model.moreOf(model.index(0, 0, parent)), group);
        while (model.hasMore(group)) {
            auto page = differencesOf(*a, *b, groups[group], model.listed(group), 2);
            ASSERT_TRUE(page);
            model.add(group, std::move(*page));
        }
        EXPECT_EQ(model.rowCount(parent), 3);
        for (int row = 0; row < 3; ++row)
            EXPECT_NE(model.placeAt(model.index(row, 0, parent)), nullptr);
    }
    model.setGroups(nullptr, nullptr, {});
    EXPECT_EQ(model.rowCount(), 0);
}
