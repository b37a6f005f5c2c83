// SPDX-License-Identifier: Apache-2.0
#include "timing/block_sizes.h"

#include "convert/convert.h"
#include "core/timing/small_plan.h"
#include "layouts/registry.h"
#include "tensor/storage_bytes.h"
#include "timing/footprint_rows.h"
#include "timing/forms.h"
#include "timing/plan_subjects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace tscope::timing {

namespace {

Session countedSession(const Sound& tensor)
{
    Session session;
    session.subjects.push_back(subjectOf("m", tensor));
    addFootprints(session, "m", tensor, {});
    return session;
}

const BlockSize& sizeOf(const std::vector<BlockSize>& sizes, std::int64_t rows, std::int64_t columns)
{
    return *std::ranges::find_if(
        sizes, [&](const BlockSize& size) { return size.rows == rows && size.columns == columns; });
}

} // namespace

// The oracle is the conversion itself.
TEST(BlockSizes, TakeTheBytesOfAConversionToThem)
{
    const auto tensor = testMatrix("random", "csr", {24, 16});
    const auto sizes = blockSizesOf(countedSession(tensor), "m");
    for (const auto& [rows, columns] : {std::pair(2, 2), {4, 8}, {3, 1}, {24, 16}}) {
        ConvertRequest request;
        request.layout = layoutNamed("bsr");
        request.block = std::array<std::int64_t, 2>{rows, columns};
        const auto made = convert(tensor, request);
        ASSERT_TRUE(made) << made.error().text;
        const auto& size = sizeOf(sizes, rows, columns);
        EXPECT_TRUE(size.doesDivide);
        EXPECT_EQ(size.bytes, static_cast<double>(storageBytes(made->tensor))) << rows << 'x' << columns;
    }
    EXPECT_FALSE(sizeOf(sizes, 5, 1).doesDivide);
    EXPECT_FALSE(sizeOf(sizes, 1, 5).doesDivide);
}

TEST(BlockSizes, SayWhereNoneSavesBytes)
{
    MakeSpec spec; // a diagonal: blocks hold little else than zeros
    spec.kind = "banded";
    spec.layout = "csr";
    spec.size = {64, 64};
    spec.bandwidth = 0;
    const auto sizes = blockSizesOf(countedSession(test::proven(*makeTensorOf(spec))), "m");
    const auto sentence = sentenceOnBlocks(sizes);
    ASSERT_TRUE(sentence);
    // 64 entries of 4 and 8 bytes with 65 pointers; in blocks of 2x2 32 of 16 and 8 bytes with 33 pointers.
    EXPECT_LT(32 * 24 + 33 * 8, 64 * 12 + 65 * 8);
    EXPECT_EQ(text(*sentence), "Blocks of 2x2 take the fewest bytes: 80 % of those without blocks; 50 % of their "
                               "values are zeros.");
    const auto scattered = testMatrix("random", "csr", {61, 53}); // prime numbers: 61x1, 1x53 and both divide
    const auto said = text(*sentenceOnBlocks(blockSizesOf(countedSession(scattered), "m")));
    EXPECT_TRUE(said.starts_with("No block size saves bytes; ")) << said;
}

// The sentence and the forms that are measured name the same size, also where no square is the smallest.
TEST(BlockSizes, TheSizeThatIsNamedIsMeasured)
{
    for (const auto& size : {Extents{24, 16}, {61, 53}, {25, 16}, {27, 15}}) {
        const auto tensor = testMatrix("random", "csr", size);
        const auto sentence = sentenceOnBlocks(blockSizesOf(countedSession(tensor), "m"));
        ASSERT_TRUE(sentence);
        const auto footprints = *Footprints::of(tensor);
        const auto forms = usualForms(tensor.tensor(), &footprints);
        const auto bsr =
            std::ranges::find_if(forms, [](const FormWish& wish) { return wish.layout->name == "bsr"; });
        ASSERT_NE(bsr, forms.end());
        const auto block = std::to_string(bsr->block[0]) + 'x' + std::to_string(bsr->block[1]);
        EXPECT_NE(text(*sentence).find(' ' + block + ' '), std::string::npos) << text(*sentence) << ' ' << block;
    }
}

TEST(BlockSizes, OfBlocksThatAreFullSayThatNoneIsFill)
{
    MakeSpec spec;
    spec.kind = "blocks";
    spec.layout = "bsr";
    spec.size = {32, 32};
    spec.blocksize = {4, 4};
    spec.nnz = 12;
    const auto sizes = blockSizesOf(countedSession(test::proven(*makeTensorOf(spec))), "m");
    const auto said = text(*sentenceOnBlocks(sizes));
    EXPECT_TRUE(said.starts_with("Blocks of ")) << said;
    EXPECT_EQ(sizeOf(sizes, 4, 4).fill, 0);
}

TEST(BlockSizes, AreNoneWithoutATableThatFits)
{
    auto session = countedSession(madeMatrix("csr"));
    EXPECT_TRUE(blockSizesOf(session, "another").empty());
    session.blockTables[0].blocks.pop_back();
    EXPECT_TRUE(blockSizesOf(session, "m").empty());
    EXPECT_FALSE(sentenceOnBlocks({}));
}

// A session from a file may say any size; a side is rounded up to a block.
TEST(BlockSizes, SidesOfAnySessionLeaveRoomForABlock)
{
    auto session = countedSession(madeMatrix("csr"));
    session.subjects[0].size = {std::numeric_limits<std::int64_t>::max(), -5};
    const auto sides = sidesOf(session, session.subjects[0].name);
    EXPECT_LE(sides.rows, std::numeric_limits<std::int64_t>::max() - 64);
    EXPECT_EQ(sides.columns, 0);
}

} // namespace tscope::timing
