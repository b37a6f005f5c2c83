// SPDX-License-Identifier: Apache-2.0
#include "tensor/own_storages.h"

#include "support/from_json.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

TEST(OwnStorages, HoldTheSameBytesAndAreNobodyElses)
{
    const auto tensor = test::fromJson(R"({"layout": "csr", "size": [2, 2],
        "members": {"crow_indices": [0, 1, 2], "col_indices": [1, 0], "values": [1.5, 2]}})");
    const auto own = withOwnStorages(tensor);
    for (std::size_t m = 0; m < tensor.members.size(); ++m) {
        const auto &before = tensor.members[m].array, &after = own.members[m].array;
        EXPECT_NE(before.storage->id(), after.storage->id());
        for (std::int64_t i = 0; i < numel(before.geometry); ++i)
            EXPECT_EQ(before.at(i), after.at(i));
    }
}

TEST(OwnStorages, AreSharedAmongTheMembersThatSharedThem)
{
    auto tensor = test::fromJson(R"({"layout": "csr", "size": [2, 2],
        "members": {"crow_indices": [0, 1, 2], "col_indices": [1, 0], "values": [1, 2]}})");
    tensor.members[1].array.storage = tensor.members[0].array.storage;
    const auto own = withOwnStorages(tensor);
    EXPECT_EQ(own.members[0].array.storage, own.members[1].array.storage);
    EXPECT_NE(own.members[0].array.storage, tensor.members[0].array.storage);
}

} // namespace
} // namespace tscope
