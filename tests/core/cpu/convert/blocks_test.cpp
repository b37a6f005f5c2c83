// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/convert/convert_test.h"
#include "cpu/convert/slices_to_blocks.h"

#include <map>

namespace tscope::cpu {
namespace {

template <class I>
class BlocksTest : public ConvertTest
{
protected:
    // `isByColumns`: the slices are columns, as those of csc and bsc.
    void expectBlocks(const OwnSlices<I>& own, BlockSize block, std::int64_t itemBytes, bool isByColumns)
    {
        const auto slices = own.view();
        const auto values = randomBytes(slices.entries() * itemBytes);
        const auto form = isByColumns ? BlockForm::ofColumns(block) : BlockForm::ofRows(block);
        // By row of blocks and block, the item at each place.
        std::map<std::pair<std::int64_t, std::int64_t>, std::vector<const std::byte*>> wanted;
        for (std::int64_t slice = 0; slice < slices.count; ++slice)
            for (std::int64_t k = slices.pointers[slice]; k < slices.pointers[slice + 1]; ++k) {
                const auto row = isByColumns ? slices.indices[k] : slice,
                           column = isByColumns ? slice : slices.indices[k];
                const auto blockRow = row / block.rows, blockColumn = column / block.columns;
                auto& items =
                    wanted[isByColumns ? std::pair(blockColumn, blockRow) : std::pair(blockRow, blockColumn)];
                items.resize(static_cast<std::size_t>(block.items()));
                items[static_cast<std::size_t>(row % block.rows * block.columns + column % block.columns)] =
                    values.data() + k * itemBytes;
            }
        withThreads([&] {
            std::vector<I> pointers(static_cast<std::size_t>(slices.count / form.slices) + 1, -7);
            std::vector<I> indices(wanted.size(), -7);
            const auto capacity = static_cast<std::int64_t>(wanted.size());
            std::int64_t found = -1;
            ASSERT_EQ(findBlocks(slices, form, capacity, pointers.data(), indices.data(), found, Watch{}),
                      Ending::done);
            ASSERT_EQ(found, capacity);
            ASSERT_EQ(pointers[0], 0);
            ASSERT_EQ(pointers.back(), static_cast<I>(capacity));
            std::vector<std::byte> filled(wanted.size() * static_cast<std::size_t>(block.items() * itemBytes),
                                          std::byte{0x55});
            const Slices<I> blocks{slices.count / form.slices, slices.width / form.indices, pointers.data(),
                                   indices.data()};
            ASSERT_EQ(fillBlocks(slices, values.data(), itemBytes, form, blocks, filled.data(), Watch{}),
                      Ending::done);
            if (capacity > 0) {
                std::vector<I> others(pointers.size()), fewer(indices.size());
                EXPECT_EQ(findBlocks(slices, form, capacity - 1, others.data(), fewer.data(), found, Watch{}),
                          Ending::noRoom);
            }
            const std::vector<std::byte> zero(static_cast<std::size_t>(itemBytes));
            std::int64_t at = 0;
            for (const auto& [place, items] : wanted) {
                ASSERT_LE(pointers[static_cast<std::size_t>(place.first)], at);
                ASSERT_GT(pointers[static_cast<std::size_t>(place.first) + 1], at);
                ASSERT_EQ(indices[static_cast<std::size_t>(at)], place.second);
                for (std::size_t item = 0; item < items.size(); ++item)
                    ASSERT_EQ(std::memcmp(filled.data() +
                                              (at * block.items() + static_cast<std::int64_t>(item)) * itemBytes,
                                          items[item] == nullptr ? zero.data() : items[item],
                                          static_cast<std::size_t>(itemBytes)),
                              0);
                ++at;
            }
        });
    }

    void expectSlices(const OwnSlices<I>& own, BlockSize block, std::int64_t itemBytes, bool isByColumns)
    {
        const auto blocks = own.view();
        const auto values = randomBytes(blocks.entries() * block.items() * itemBytes);
        const auto form = isByColumns ? BlockForm::ofColumns(block) : BlockForm::ofRows(block);
        withThreads([&] {
            const auto count = static_cast<std::size_t>(blocks.entries() * block.items());
            std::vector<I> pointers(static_cast<std::size_t>(blocks.count * form.slices) + 1, -7),
                indices(count, -7);
            std::vector<std::byte> items(count * static_cast<std::size_t>(itemBytes));
            ASSERT_EQ(blocksToSlices(blocks, values.data(), itemBytes, form, pointers.data(), indices.data(),
                                     items.data(), Watch{}),
                      Ending::done);
            std::size_t at = 0;
            for (std::int64_t slice = 0; slice < blocks.count * form.slices; ++slice) {
                ASSERT_EQ(pointers[static_cast<std::size_t>(slice)], static_cast<I>(at));
                const auto blockRow = slice / form.slices, inner = slice % form.slices;
                for (std::int64_t k = blocks.pointers[blockRow]; k < blocks.pointers[blockRow + 1]; ++k)
                    for (std::int64_t i = 0; i < form.indices; ++i, ++at) {
                        ASSERT_EQ(indices[at], blocks.indices[k] * form.indices + i);
                        const auto row = isByColumns ? i : inner, column = isByColumns ? inner : i;
                        ASSERT_EQ(std::memcmp(items.data() + at * static_cast<std::size_t>(itemBytes),
                                              values.data() +
                                                  (k * block.items() + row * block.columns + column) * itemBytes,
                                              static_cast<std::size_t>(itemBytes)),
                                  0);
                    }
            }
            ASSERT_EQ(pointers.back(), static_cast<I>(at));
        });
    }
};

using BlockIndexTypes = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(BlocksTest, BlockIndexTypes);

constexpr std::int64_t itemSizes[]{1, 2, 4, 8, 16, 12};

TYPED_TEST(BlocksTest, EntriesBecomeBlocks)
{
    auto& random = this->m_random;
    for (const auto block : {BlockSize{1, 1}, BlockSize{2, 3}, BlockSize{4, 1}, BlockSize{16, 16}})
        for (const bool isByColumns : {false, true})
            for (const auto itemBytes : itemSizes)
                for (const auto& [rows, columns] :
                     std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 2}, {2, 0}, {1, 1}, {3, 7}}) {
                    const auto count = isByColumns ? columns * block.columns : rows * block.rows;
                    const auto width = isByColumns ? rows * block.rows : columns * block.columns;
                    for (const std::int64_t oneIn : {1, 3, 40})
                        this->expectBlocks(sparseSlices<TypeParam>(random, count, width, oneIn), block, itemBytes,
                                           isByColumns);
                    if (count > 0 && width > 0)
                        this->expectBlocks(looseSlices<TypeParam>(random, count, width, 30), block, itemBytes,
                                           isByColumns);
                }
}

// As many entries as items, but one of them twice and one not there.
TYPED_TEST(BlocksTest, ABlockWithADuplicateIsNotFull)
{
    OwnSlices<TypeParam> own;
    own.width = 4;
    own.indices = {0, 1, 1, 3, 0, 1, 2, 3};
    own.pointers = {0, 4, 8};
    this->expectBlocks(own, {2, 4}, 8, false);
    own.indices = {3, 2, 1, 0, 0, 1, 2, 3};
    this->expectBlocks(own, {2, 4}, 8, false);
    // The same row of a block twice, and that of the other block not at all.
    own.width = 8;
    own.indices = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7};
    own.pointers = {0, 8, 16};
    this->expectBlocks(own, {2, 4}, 8, false);
}

TYPED_TEST(BlocksTest, ManyEntriesBecomeBlocks)
{
    auto& random = this->m_random;
    this->expectBlocks(looseSlices<TypeParam>(random, 30'000, 3'000, 400'000), {3, 5}, 4, false);
    this->expectBlocks(looseSlices<TypeParam>(random, 4'000, 3'200, 300'000, 50), {4, 8}, 8, true);
    // Full blocks beside each other, some of them with holes.
    OwnSlices<TypeParam> band;
    band.width = 16 * 300;
    for (std::int64_t row = 0; row < 16 * 300; ++row) {
        const auto first = std::clamp<std::int64_t>(row / 16 - 1, 0, 297) * 16;
        for (auto index = first; index < first + 48; ++index)
            if (row % 700 != 3 || index % 5 != 0)
                band.indices.push_back(static_cast<TypeParam>(index));
        band.endSlice();
    }
    this->expectBlocks(band, {16, 16}, 8, false);
    this->expectBlocks(band, {16, 16}, 4, true);
    this->expectBlocks(band, {8, 4}, 2, false);
}

// So many entries in one row of blocks that threads share it; beside it others, in front and behind.
TYPED_TEST(BlocksTest, AGiantRowOfBlocksIsShared)
{
    auto& random = this->m_random;
    for (const std::int64_t giant : {0, 4, 8}) {
        OwnSlices<TypeParam> own;
        own.width = 4 * 60'000;
        for (std::int64_t slice = 0; slice < 12; ++slice) {
            const bool isGiant = slice / 4 == giant / 4;
            for (std::int64_t index = 0; index < own.width; ++index)
                if (random.below(isGiant ? (slice % 4 == 3 ? 10 : 2) : 500) == 0)
                    own.indices.push_back(static_cast<TypeParam>(index));
            own.endSlice();
        }
        this->expectBlocks(own, {4, 4}, 4, false);
        if (giant == 4)
            this->expectBlocks(own, {6, 4}, 8, true);
        // Out of order it is not cut.
        std::swap(own.indices.front(), own.indices[own.indices.size() / 2]);
        std::swap(own.indices[own.indices.size() / 2 + 1], own.indices.back());
        if (giant == 8)
            this->expectBlocks(own, {4, 3}, 2, false);
    }
}

// Every block of it full, up to the last piece.
TYPED_TEST(BlocksTest, AGiantRowOfFullBlocksIsShared)
{
    OwnSlices<TypeParam> own;
    own.width = 16 * 9'000;
    for (std::int64_t slice = 0; slice < 4; ++slice) {
        for (std::int64_t index = 0; index < own.width; ++index)
            if (slice >= 2 || index / 16 % 7 != 2)
                own.indices.push_back(static_cast<TypeParam>(index));
        own.endSlice();
    }
    this->expectBlocks(own, {2, 16}, 4, false);
    own.indices.back() -= 1; // now one place is taken twice, and one is not
    this->expectBlocks(own, {2, 16}, 4, false);
}

TYPED_TEST(BlocksTest, BlocksBecomeEntries)
{
    auto& random = this->m_random;
    for (const auto block :
         {BlockSize{1, 1}, BlockSize{2, 3}, BlockSize{5, 1}, BlockSize{16, 16}, BlockSize{1, 100}})
        for (const bool isByColumns : {false, true})
            for (const auto itemBytes : itemSizes)
                for (const auto& [count, width] :
                     std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 2}, {2, 0}, {1, 1}, {7, 9}})
                    this->expectSlices(sparseSlices<TypeParam>(random, count, width, 3), block, itemBytes,
                                       isByColumns);
    this->expectSlices(looseSlices<TypeParam>(random, 500, 700, 3'000, 60), {16, 16}, 8, false);
    this->expectSlices(looseSlices<TypeParam>(random, 1, 700, 3'000), {7, 9}, 4, false);
    this->expectSlices(looseSlices<TypeParam>(random, 900, 700, 9'000), {4, 8}, 4, true);
}

} // namespace
} // namespace tscope::cpu
