// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/transpose_slices.h"

#include "core/cpu/convert/convert_test.h"
#include "cpu/convert/pointers.h"

namespace tscope::cpu {
namespace {

template <class I>
class TransposeSlicesTest : public ConvertTest
{
protected:
    void expectTransposed(const OwnSlices<I>& own, std::int64_t itemBytes, bool hasValues = true)
    {
        const auto from = own.view();
        const auto entries = from.entries();
        const auto values = randomBytes(entries * itemBytes);
        // One list for each new slice, filled in the order of the old ones.
        std::vector<std::vector<std::pair<std::int64_t, std::int64_t>>> wanted(
            static_cast<std::size_t>(from.width));
        for (std::int64_t slice = 0; slice < from.count; ++slice)
            for (auto k = from.pointers[slice]; k < from.pointers[slice + 1]; ++k)
                wanted[static_cast<std::size_t>(from.indices[k])].push_back({slice, k});
        withThreads([&] {
            std::vector<I> pointers(static_cast<std::size_t>(from.width + 1), -7);
            std::vector<I> indices(static_cast<std::size_t>(entries), -7);
            std::vector<std::byte> moved(values.size());
            ASSERT_EQ(transposeSlices(from, hasValues ? values.data() : nullptr, itemBytes, pointers.data(),
                                      indices.data(), moved.data(), Watch{}),
                      Ending::done);
            ASSERT_EQ(pointers[0], 0);
            std::size_t at = 0;
            for (std::size_t slice = 0; slice < wanted.size(); ++slice) {
                for (const auto& [old, position] : wanted[slice]) {
                    ASSERT_EQ(indices[at], old) << at;
                    if (hasValues) {
                        ASSERT_EQ(std::memcmp(moved.data() + static_cast<std::int64_t>(at) * itemBytes,
                                              values.data() + position * itemBytes,
                                              static_cast<std::size_t>(itemBytes)),
                                  0)
                            << at;
                    }
                    ++at;
                }
                ASSERT_EQ(pointers[slice + 1], static_cast<I>(at)) << slice;
            }
        });
    }
};

using IndexTypes = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(TransposeSlicesTest, IndexTypes);

TYPED_TEST(TransposeSlicesTest, SmallOnesOfAllExtentsAndItems)
{
    for (const std::int64_t count : {0, 1, 2, 17})
        for (const std::int64_t width : {0, 1, 3, 40})
            for (const std::int64_t itemBytes : {1, 2, 4, 8, 16, 3, 24, 256})
                this->expectTransposed(sparseSlices<TypeParam>(this->m_random, count, width, 3), itemBytes);
    this->expectTransposed(sparseSlices<TypeParam>(this->m_random, 9, 30, 3), 8, false);
}

TYPED_TEST(TransposeSlicesTest, ScatteredIndicesAreSortedInTheCaches)
{
    for (const std::int64_t itemBytes : {1, 2, 4, 8, 16, 12, 40})
        this->expectTransposed(looseSlices<TypeParam>(this->m_random, 30'000, 50'000, 140'000), itemBytes);
    this->expectTransposed(looseSlices<TypeParam>(this->m_random, 30'000, 50'000, 140'000), 8, false);
    this->expectTransposed(looseSlices<TypeParam>(this->m_random, 5, 3'000'000, 140'000), 4);
    this->expectTransposed(looseSlices<TypeParam>(this->m_random, 100'000, 700, 400'000), 4);
}

TYPED_TEST(TransposeSlicesTest, NearlySortedIndicesAreSpreadDirectly)
{
    OwnSlices<TypeParam> band;
    band.width = 60'000;
    for (std::int64_t slice = 0; slice < band.width; ++slice) {
        for (auto index = std::max<std::int64_t>(slice - 2, 0); index < std::min(slice + 3, band.width); ++index)
            band.indices.push_back(static_cast<TypeParam>(index));
        band.endSlice();
    }
    for (const std::int64_t itemBytes : {1, 2, 4, 8, 16, 12})
        this->expectTransposed(band, itemBytes);
}

TYPED_TEST(TransposeSlicesTest, AGiantSliceAndAGiantIndex)
{
    this->expectTransposed(looseSlices<TypeParam>(this->m_random, 3'000, 90'000, 700'000, 60), 8);
    this->expectTransposed(looseSlices<TypeParam>(this->m_random, 3'000, 1'000'000, 600'000, 97), 4);
    this->expectTransposed(looseSlices<TypeParam>(this->m_random, 1, 100'000, 300'000), 8);
    this->expectTransposed(looseSlices<TypeParam>(this->m_random, 100'000, 1, 300'000), 8);
}

TYPED_TEST(TransposeSlicesTest, StopsWhenAsked)
{
    const auto own = looseSlices<TypeParam>(this->m_random, 30'000, 50'000, 140'000);
    std::stop_source source;
    source.request_stop();
    std::vector<TypeParam> pointers(50'001), indices(140'000);
    std::vector<double> values(140'000), moved(140'000);
    EXPECT_EQ(transposeSlices(own.view(), bytesOf(values), 8, pointers.data(), indices.data(), bytesOf(moved),
                              Watch{source.get_token(), {}}),
              Ending::stopped);
}

template <class I>
class PointersTest : public ConvertTest
{
};
TYPED_TEST_SUITE(PointersTest, IndexTypes);

TYPED_TEST(PointersTest, ExpandAndComeBack)
{
    auto& random = this->m_random;
    for (const auto& own :
         {sparseSlices<TypeParam>(random, 0, 5, 2), sparseSlices<TypeParam>(random, 1, 1, 1),
          sparseSlices<TypeParam>(random, 50, 40, 3), sparseSlices<TypeParam>(random, 500, 7, 9),
          looseSlices<TypeParam>(random, 100'000, 9, 900'000), looseSlices<TypeParam>(random, 900'000, 9, 300'000),
          looseSlices<TypeParam>(random, 1'000, 9, 900'000, 70), looseSlices<TypeParam>(random, 1, 9, 600'000)}) {
        const auto slices = own.view();
        std::vector<TypeParam> wanted;
        for (std::int64_t slice = 0; slice < slices.count; ++slice)
            wanted.insert(wanted.end(),
                          static_cast<std::size_t>(slices.pointers[slice + 1] - slices.pointers[slice]),
                          static_cast<TypeParam>(slice));
        this->withThreads([&] {
            std::vector<TypeParam> each(wanted.size() + 1, -7);
            expandPointers(slices, each.data());
            ASSERT_EQ(each.back(), -7); // one behind the end
            each.pop_back();
            ASSERT_EQ(each, wanted);

            std::vector<TypeParam> pointers(own.pointers.size(), -7);
            pointersOfSorted(each.data(), slices.entries(), slices.count, pointers.data());
            ASSERT_EQ(pointers, own.pointers);
        });
    }
}

TYPED_TEST(PointersTest, SliceOfAnEntryIsTheOneThatHoldsIt)
{
    const auto own = sparseSlices<TypeParam>(this->m_random, 40, 9, 4);
    const auto slices = own.view();
    for (std::int64_t k = 0; k < slices.entries(); ++k) {
        const auto slice = sliceOfEntry(slices, k);
        EXPECT_LE(slices.pointers[slice], k);
        EXPECT_GT(slices.pointers[slice + 1], k);
    }
}

} // namespace
} // namespace tscope::cpu
