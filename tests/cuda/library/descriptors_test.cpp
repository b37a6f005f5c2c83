// SPDX-License-Identifier: Apache-2.0
// What cuSPARSE says of descriptors, which it makes without a driver: the table that our own refusals rely on.
// What it takes though it can't compute with it, we have to refuse ourselves.
#include "cuda/library/sparse_descriptors.h"

#include <gtest/gtest.h>

#include <array>

namespace tscope::cuda {

namespace {

constexpr auto ok = CUSPARSE_STATUS_SUCCESS, invalid = CUSPARSE_STATUS_INVALID_VALUE,
               unsupported = CUSPARSE_STATUS_NOT_SUPPORTED;
constexpr auto narrow = CUSPARSE_INDEX_32I, wide = CUSPARSE_INDEX_64I;
constexpr auto base = CUSPARSE_INDEX_BASE_ZERO;

class Descriptors : public ::testing::Test
{
protected:
    void SetUp() override
    {
        if (sparseLibrary().calls == nullptr)
            GTEST_SKIP() << sparseLibrary().why;
    }
    const SparseCalls& calls() const { return *sparseLibrary().calls; }

    cusparseStatus_t csr(std::int64_t rows, std::int64_t columns, std::int64_t entries, void* offsets,
                         void* indices, void* values, cusparseIndexType_t offsetType = narrow,
                         cusparseIndexType_t indexType = narrow, cudaDataType type = CUDA_R_32F) const
    {
        return SparseDescription(calls().DestroySpMat,
                                 [&](cusparseSpMatDescr_t* out) {
                                     return calls().CreateCsr(out, rows, columns, entries, offsets, indices,
                                                              values, offsetType, indexType, base, type);
                                 })
            .status();
    }
    cusparseStatus_t bsr(std::int64_t rows, std::int64_t columns, std::int64_t entries, std::int64_t blockRows,
                         std::int64_t blockColumns)
    {
        return SparseDescription(calls().DestroySpMat,
                                 [&](cusparseSpMatDescr_t* out) {
                                     return calls().CreateBsr(out, rows, columns, entries, blockRows, blockColumns,
                                                              m_memory.data(), m_memory.data(), m_memory.data(),
                                                              narrow, narrow, base, CUDA_R_32F,
                                                              CUSPARSE_ORDER_ROW);
                                 })
            .status();
    }
    cusparseStatus_t dense(std::int64_t rows, std::int64_t columns, std::int64_t leading, cusparseOrder_t order)
    {
        return MatrixDescription(calls().DestroyDnMat,
                                 [&](cusparseDnMatDescr_t* out) {
                                     return calls().CreateDnMat(out, rows, columns, leading, m_memory.data(),
                                                                CUDA_R_32F, order);
                                 })
            .status();
    }
    void* memory(std::size_t offset = 0) { return m_memory.data() + offset; }

private:
    alignas(64) std::array<std::byte, 4096> m_memory{};
};

} // namespace

TEST_F(Descriptors, OneIndexTypeForAMatrix)
{
    EXPECT_EQ(csr(4, 4, 4, memory(), memory(), memory(), wide, wide), ok);
    EXPECT_EQ(csr(4, 4, 4, memory(), memory(), memory(), wide, narrow), unsupported);
    EXPECT_EQ(csr(4, 4, 4, memory(), memory(), memory(), narrow, wide), unsupported);
}

TEST_F(Descriptors, SizesThatIndicesCount)
{
    constexpr std::int64_t most = 0x7fff'ffff;
    EXPECT_EQ(csr(most, 4, 4, memory(), memory(), memory()), ok);
    EXPECT_EQ(csr(most + 1, 4, 4, memory(), memory(), memory()), invalid);
    EXPECT_EQ(csr(4, most + 1, 4, memory(), memory(), memory()), invalid);
    EXPECT_EQ(csr(most, most, most + 1, memory(), memory(), memory()), invalid);
    EXPECT_EQ(csr(most + 1, 4, 4, memory(), memory(), memory(), wide, wide), ok);
    EXPECT_EQ(csr(-1, 4, 4, memory(), memory(), memory()), invalid);
    EXPECT_EQ(csr(2, 2, 5, memory(), memory(), memory()), invalid) << "more entries than places";
}

TEST_F(Descriptors, MemoryThatIsNoneOrLiesOddly)
{
    EXPECT_EQ(csr(4, 4, 4, nullptr, nullptr, nullptr), ok) << "it crashes later: whyNotForSparseLibrary";
    EXPECT_EQ(csr(4, 4, 0, memory(), nullptr, nullptr), ok);
    EXPECT_EQ(csr(4, 4, 4, memory(2), memory(), memory()), invalid);
    EXPECT_EQ(csr(4, 4, 4, memory(), memory(), memory(4), narrow, narrow, CUDA_R_64F), invalid);
}

TEST_F(Descriptors, ElementTypes)
{
    for (const auto type : {CUDA_R_8I, CUDA_R_32I, CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F, CUDA_R_64F, CUDA_C_16F,
                            CUDA_C_32F, CUDA_C_64F})
        EXPECT_EQ(csr(4, 4, 4, memory(), memory(), memory(), narrow, narrow, type), ok) << type;
    for (const auto type : {CUDA_R_8U, CUDA_R_16I, CUDA_R_16U, CUDA_R_32U, CUDA_R_64I, CUDA_R_64U})
        EXPECT_EQ(csr(4, 4, 4, memory(), memory(), memory(), narrow, narrow, type), invalid) << type;
}

TEST_F(Descriptors, Blocks)
{
    EXPECT_EQ(bsr(4, 4, 4, 2, 2), ok);
    EXPECT_EQ(bsr(4, 4, 4, 1, 1), ok);
    EXPECT_EQ(bsr(4, 4, 4, 2, 3), invalid);
    EXPECT_EQ(bsr(4, 4, 4, 0, 0), invalid);
    EXPECT_EQ(bsr(4, 4, 17, 2, 2), invalid);
}

TEST_F(Descriptors, DenseMatrices)
{
    EXPECT_EQ(dense(4, 3, 3, CUSPARSE_ORDER_ROW), ok);
    EXPECT_EQ(dense(4, 3, 2, CUSPARSE_ORDER_ROW), invalid);
    EXPECT_EQ(dense(4, 3, 4, CUSPARSE_ORDER_COL), ok);
    EXPECT_EQ(dense(4, 3, 3, CUSPARSE_ORDER_COL), invalid);
}

// --- ours
// --------------------------------------------------------------------------------------------------------

namespace {

// A csr operand of any claims; members lie in memory of their own.
struct Given {
    std::array<std::int64_t, 2> size{6, 8};
    std::array<std::int64_t, 1> pointerSize{7}, entrySize{5}, stride{1};
    alignas(16) std::array<std::byte, 256> memory{};
    std::array<tscope_array, 3> members{};
    tscope_operand operand{};

    Given()
    {
        const auto member = [&](const std::array<std::int64_t, 1>& sizes, std::int32_t type, std::int32_t bytes) {
            return tscope_array{sizeof(tscope_array), type, bytes, 1, memory.data(), sizes.data(), stride.data()};
        };
        members = {member(pointerSize, TSCOPE_I32, 4), member(entrySize, TSCOPE_I32, 4),
                   member(entrySize, TSCOPE_F32, 4)};
        operand.size = sizeof operand;
        operand.dims = 2;
        operand.member_count = 3;
        operand.layout = "csr";
        operand.sizes = size.data();
        operand.block[0] = operand.block[1] = 1;
        operand.entries = 5;
        operand.members = members.data();
    }
    Given(const Given&) = delete;
    std::string why() const { return whyNotForSparseLibrary(operand, members[2].type); }
};

} // namespace

TEST(LibraryRefusals, NameWhatIsWrong)
{
    EXPECT_EQ(Given().why(), "");
    const auto expectWhy = [](const char* part, auto change) {
        Given given;
        change(given);
        EXPECT_NE(given.why().find(part), std::string::npos) << given.why();
    };
    expectWhy("without batch and dense dims", [](Given& g) { g.operand.batch_dims = 1; });
    expectWhy("found 3 dims", [](Given& g) { g.operand.dims = 3; });
    expectWhy("a matrix with entries", [](Given& g) { g.operand.entries = 0; });
    expectWhy("found none of member 1", [](Given& g) { g.members[1].data = nullptr; });
    expectWhy("floats and complex numbers", [](Given& g) { g.members[2].type = TSCOPE_I64; });
    expectWhy("floats and complex numbers", [](Given& g) { g.members[2].type = TSCOPE_C32; });
    expectWhy("square blocks, found 2 x 3", [](Given& g) {
        g.operand.block[0] = 2;
        g.operand.block[1] = 3;
    });
    expectWhy("all of one width", [](Given& g) { g.members[0].type = TSCOPE_I64; });
    expectWhy("of 32 or of 64 bits", [](Given& g) { g.members[0].type = g.members[1].type = TSCOPE_I16; });
    expectWhy("up to 2147483647 with 32-bit indices", [](Given& g) { g.size[1] = std::int64_t{1} << 31; });
}

TEST(DenseShapes, AreToldByRowsOrByColumns)
{
    const auto shape = [](std::int64_t rows, std::int64_t columns, std::int64_t rowStride,
                          std::int64_t columnStride) {
        return DenseShape::of(nullptr, rows, columns, rowStride, columnStride);
    };
    EXPECT_TRUE(shape(4, 3, 3, 1)->isByRows);
    EXPECT_EQ(shape(4, 3, 7, 1)->leading, 7);
    EXPECT_FALSE(shape(4, 3, 1, 4)->isByRows);
    EXPECT_EQ(shape(4, 1, 2, 9)->leading, 2); // a column of every second element
    EXPECT_EQ(shape(1, 3, 0, 1)->leading, 3); // the stride of one row means nothing
    EXPECT_FALSE(shape(4, 3, 2, 1)) << "rows that overlap";
    EXPECT_FALSE(shape(4, 3, -3, 1));
    EXPECT_FALSE(shape(4, 3, 6, 2));
    EXPECT_FALSE(shape(4, 3, 0, 1)) << "one row again and again";
    EXPECT_EQ(shape(4, 3, 7, 1)->transposed().rows, 3);
    EXPECT_FALSE(shape(4, 3, 7, 1)->transposed().isByRows);
}

} // namespace tscope::cuda
