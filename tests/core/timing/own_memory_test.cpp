// SPDX-License-Identifier: Apache-2.0
#include "timing/own_memory.h"

#include "core/timing/small_plan.h"
#include "layouts/registry.h"
#include "timing/content_hash.h"
#include "timing/forms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <stop_token>
#include <unistd.h>

namespace tscope::timing {

namespace {

void expectOwnCopy(const Sound& given)
{
    const auto own = inOwnMemory(given);
    ASSERT_TRUE(own) << own.error().text;
    EXPECT_EQ(contentHashOf(own->tensor()), contentHashOf(given.tensor()));
    EXPECT_EQ(variantOf(own->tensor()), variantOf(given.tensor()));
    const auto &before = given.tensor().members, &after = own->tensor().members;
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t m = 0; m < before.size(); ++m) {
        EXPECT_EQ(after[m].array.geometry.sizes, before[m].array.geometry.sizes);
        EXPECT_EQ(after[m].array.geometry.strides, before[m].array.geometry.strides);
        EXPECT_NE(after[m].array.storage, before[m].array.storage);
    }
}

Sound stridedOf(Array array)
{
    const auto& layout = *layoutNamed("strided");
    return test::proven(*makeTensor(layout, {{&layout.roles[0], std::move(array)}}));
}

// A strided tensor that sees a storage of int64 numbers, 0 upwards, through this geometry.
Sound seen(std::int64_t storageNumel, Geometry geometry)
{
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(storageNumel));
    std::iota(numbers.begin(), numbers.end(), 0);
    auto array = Array::fromInts({storageNumel}, numbers);
    array.geometry = std::move(geometry);
    return stridedOf(std::move(array));
}

// All of a storage, as int64 numbers.
Sound inStorage(StoragePtr storage)
{
    const auto count = storage->byteSize() / 8;
    return stridedOf({std::move(storage), ElementType::i64, Geometry::rowMajor({count})});
}

std::vector<std::byte> bytesIn(const Sound& given)
{
    const auto& storage = *given.tensor().members[0].array.storage;
    std::vector<std::byte> bytes(static_cast<std::size_t>(storage.byteSize()));
    storage.read(0, bytes);
    return bytes;
}

// The same of a tensor that sees all of a storage: of millions of elements the hash takes seconds.
void expectOwnBytes(const Sound& given)
{
    const auto own = inOwnMemory(given);
    ASSERT_TRUE(own) << own.error().text;
    EXPECT_NE(own->tensor().members[0].array.storage, given.tensor().members[0].array.storage);
    EXPECT_TRUE(bytesIn(*own) == bytesIn(given));
}

} // namespace

TEST(OwnMemory, HasTheSameElementsInEachLayout)
{
    for (const auto* layout : {"strided", "coo", "csr", "csc", "bsr", "bsc"}) {
        SCOPED_TRACE(layout);
        expectOwnCopy(testMatrix("random", layout, {24, 16}));
        if (layoutNamed(layout)->name != "coo")
            expectOwnCopy(testMatrix("random", layout, {4, 8}, {3}));
        expectOwnCopy(testMatrix("random", layout, {0, 8}));
    }
    for (const auto* layout : {"nested", "jagged"}) {
        SCOPED_TRACE(layout);
        expectOwnCopy(madeComponents(layout));
    }
}

TEST(OwnMemory, TakesOnlyWhatIsReachedAndKeepsStrides)
{
    struct Case {
        Geometry geometry;
        std::int64_t bytes, offset;
    };
    for (const auto& [geometry, bytes, offset] : {Case{{{3, 4}, {20, 2}, 7}, 8 * 47, 0},  // every other column
                                                  Case{{{3, 4}, {2, 20}, 30}, 8 * 65, 0}, // turned
                                                  Case{{{5, 6}, {0, 1}, 90}, 8 * 6, 0},   // repeated
                                                  Case{{{}, {}, 42}, 8, 0},               // one number
                                                  Case{{{0, 3}, {3, 1}, 50}, 0, 0}}) {
        const auto given = seen(100, geometry);
        expectOwnCopy(given);
        const auto own = inOwnMemory(given);
        EXPECT_EQ(own->tensor().members[0].array.storage->byteSize(), bytes);
        EXPECT_EQ(own->tensor().members[0].array.geometry.offset, offset);
    }
}

TEST(OwnMemory, IsCopiedFromEachKindOfStorage)
{
    std::vector<std::int64_t> numbers((std::size_t{1} << 23) + 1); // a bit more than is copied between two looks
    std::iota(numbers.begin(), numbers.end(), 0);
    const auto bytes = std::as_bytes(std::span(numbers));
    auto shared = SharedMemory::create(static_cast<std::int64_t>(bytes.size()));
    ASSERT_TRUE(shared) << shared.error().text;
    std::ranges::copy(bytes, shared->bytes().begin());
    expectOwnBytes(inStorage(shared->storage()));
    const auto heap = heapStorage(bytes);
    expectOwnBytes(inStorage(heap));
    const BytePatch edit{5 * patchPageBytes - 3, std::vector<std::byte>(9, std::byte{7})};
    expectOwnBytes(inStorage(patched(heap, {&edit, 1})));
    const auto path = std::filesystem::temp_directory_path() / ("tscope-own-" + std::to_string(::getpid()));
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    const auto mapped = mapFile(path);
    std::filesystem::remove(path);
    ASSERT_TRUE(mapped) << mapped.error().text;
    expectOwnBytes(inStorage(*mapped));
}

TEST(OwnMemory, OfAViewThatIsFarBetweenThereIsNone)
{
    constexpr std::int64_t count = std::int64_t{1} << 24; // 128 MiB
    const auto storage = heapStorage(std::vector<std::byte>(8 * count));
    const auto every = [&](std::int64_t step) {
        return stridedOf({storage, ElementType::i64, {{count / step}, {step}, 0}});
    };
    EXPECT_TRUE(inOwnMemory(every(4)));
    EXPECT_EQ(inOwnMemory(every(64)).error().code, ErrorCode::unsupported);
}

TEST(OwnMemory, IsBoundedAndCanBeStopped)
{
    const auto given = seen(100, {{100}, {1}, 0});
    EXPECT_TRUE(inOwnMemory(given, 800));
    EXPECT_EQ(inOwnMemory(given, 799).error().code, ErrorCode::outOfMemory);
    std::stop_source source;
    source.request_stop();
    EXPECT_EQ(inOwnMemory(given, 0, {.stop = source.get_token()}).error().code, ErrorCode::cancelled);
}

} // namespace tscope::timing
