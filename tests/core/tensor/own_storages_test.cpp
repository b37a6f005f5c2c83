// SPDX-License-Identifier: Apache-2.0
#include "tensor/own_storages.h"

#include "memory/late_storage.h"
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

TEST(OwnStorages, OfEditedAndDeclaredOnesTakeNoMemory)
{
    Tensor tensor = test::fromJson(R"({"layout": "strided", "members": {"values": [0]}})");
    const auto large = 4 * patchPageBytes;
    const auto base = heapStorage(std::vector<std::byte>(static_cast<std::size_t>(large)));
    const auto own = [&](const StoragePtr& storage) {
        tensor.members[0].array = {storage, ElementType::u8, Geometry::rowMajor({large})};
        return withOwnStorages(tensor).members[0].array.storage;
    };
    const std::vector<BytePatch> patches{{patchPageBytes, {std::byte{1}}}, {3 * patchPageBytes, {std::byte{2}}}};
    const auto edited = patched(base, patches);
    const auto copy = own(edited);
    std::vector<std::byte> scratch;
    for (std::int64_t page = 0; page < 4; ++page) {
        const auto begin = page * patchPageBytes, end = begin + patchPageBytes;
        EXPECT_EQ(copy->window(begin, end, scratch).data(), edited->window(begin, end, scratch).data()) << page;
    }
    const auto declared = declaredStorage(large, {{"cuda", 1}, false});
    const auto other = own(declared);
    EXPECT_NE(other, declared);
    EXPECT_FALSE(other->hasBytes());
    EXPECT_EQ(other->device(), declared->device());
}

TEST(OwnStorages, LeaveLateBytesLateAndSharedOnesShared)
{
    Tensor tensor = test::fromJson(R"({"layout": "strided", "members": {"values": [0]}})");
    const auto own = [&](const StoragePtr& storage) {
        tensor.members[0].array = {storage, ElementType::u8, Geometry::rowMajor({8})};
        return withOwnStorages(tensor).members[0].array.storage;
    };
    bool isMade = false;
    EXPECT_TRUE(own(lateStorage(8, [&isMade](std::span<std::byte>) { return isMade = true; }))->isLate());
    EXPECT_FALSE(isMade);
    const auto shared = SharedMemory::create(8);
    ASSERT_TRUE(shared);
    const auto of = SharedMemory::of(*own(shared->storage()));
    ASSERT_TRUE(of);
    EXPECT_EQ(of->descriptor(), shared->descriptor());
}

} // namespace
} // namespace tscope
